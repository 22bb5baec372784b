/// An SVG drawing of a production's track.
struct Drawing {
  private var lines = ""
  private var boxes = ""

  /// Returns the SVG of a production. It has its own background and adapts to light and dark mode.
  static func svg(of production: GrammarFile.Production) -> String {
    let track = Track(production.rule)
    let room = track.room
    let (left, y, margin) = (30, room.above + 14, 14)
    let (width, height) = (room.width + 2 * left, y + room.below + margin)
    var drawing = Drawing()
    drawing.line("M\(margin) \(y - 6)v12M\(margin) \(y)H\(left)M\(width - left) \(y)H\(width - margin)m0 -6v12")
    drawing.draw(track, left, y)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      <title>\(escaped("\(production.name) ::= \(production.text)"))</title>
      <style>\(style)</style>
      <rect class="ground" width="\(width)" height="\(height)" rx="6"/>
      <path d="\(drawing.lines)"/>
      \(drawing.boxes)</svg>

      """
  }

  private static let style = """

    .ground { fill: #f6f8fa }
    path { fill: none; stroke: #57606a; stroke-width: 1.5 }
    text { font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; text-anchor: middle; fill: #1f2328 }
    .terminal { fill: #ddf4e0; stroke: #2c8a43 }
    .name { fill: #dcebfd; stroke: #2f6fc4 }
    .characters { fill: #fff3cf; stroke: #9a7207; stroke-dasharray: 4 3 }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #161b22 }
      path { stroke: #8b949e }
      text { fill: #e6edf3 }
      .terminal { fill: #12361d; stroke: #3fb950 }
      .name { fill: #10294a; stroke: #58a6ff }
      .characters { fill: #3a2d08; stroke: #d29922 }
    }

    """

  /// Draws a track whose line enters at the given point.
  private mutating func draw(_ track: Track, _ x: Int, _ y: Int) {
    switch track {
    case .box(let text, let kind): box(text, kind, x, y, width: track.room.width)
    case .row(let parts): row(parts, x, y)
    case .stack(let parts): stack(parts, x, y, width: track.room.width)
    case .bypass(let part): bypass(part, x, y)
    case .loop(let part, let back): loop(part, back: back, x, y, width: track.room.width)
    }
  }

  private mutating func row(_ parts: [Track], _ x: Int, _ y: Int) {
    var x = x
    for (index, part) in parts.enumerated() {
      if index > 0 {
        line("M\(x) \(y)h\(Track.space)")
        x += Track.space
      }
      draw(part, x, y)
      x += part.room.width
    }
  }

  private mutating func stack(_ parts: [Track], _ x: Int, _ y: Int, width: Int) {
    let radius = Track.radius
    var line = y
    for (index, part) in parts.enumerated() {
      let room = part.room
      if index > 0 {
        line += room.above
        self.line("M\(x) \(y)\(Self.curve(.rightDown))V\(line - radius)\(Self.curve(.downRight))")
        self.line("M\(x + width) \(y)\(Self.curve(.leftDown))V\(line - radius)\(Self.curve(.downLeft))")
      }
      draw(part, x + 2 * radius, line, in: width - 4 * radius)
      if index == 0 { self.line("M\(x) \(y)h\(2 * radius)m\(width - 4 * radius) 0h\(2 * radius)") }
      line += room.below + Track.gap
    }
  }

  private mutating func bypass(_ part: Track, _ x: Int, _ y: Int) {
    let (radius, room) = (Track.radius, part.room)
    let top = y - room.above - Track.gap
    line("M\(x) \(y)\(Self.curve(.rightUp))V\(top + radius)\(Self.curve(.upRight))h\(room.width)")
    line("\(Self.curve(.rightDown))V\(y - radius)\(Self.curve(.downRight))")
    line("M\(x) \(y)h\(2 * radius)m\(room.width) 0h\(2 * radius)")
    draw(part, x + 2 * radius, y)
  }

  private mutating func loop(_ part: Track, back: Track?, _ x: Int, _ y: Int, width: Int) {
    let (radius, inner) = (Track.radius, width - 2 * Track.radius)
    let bottom = y + part.room.below + Track.gap + (back?.room.above ?? 0)
    line("M\(x) \(y)h\(radius)m\(inner) 0h\(radius)")
    draw(part, x + radius, y, in: inner)
    line("M\(x + radius + inner) \(y)\(Self.curve(.rightDown))V\(bottom - radius)\(Self.curve(.downLeft))")
    line("M\(x + radius) \(y)\(Self.curve(.leftDown))V\(bottom - radius)\(Self.curve(.downRight))")
    if let back { draw(back, x + radius, bottom, in: inner) } else { line("h\(inner)") }
    // The arrowhead: the return line runs to the left.
    line("M\(x + radius + 5) \(bottom - 4)l-5 4l5 4")
  }

  /// Draws a track centered in the given width, with lines to both ends.
  private mutating func draw(_ track: Track, _ x: Int, _ y: Int, in width: Int) {
    let room = track.room
    let before = (width - room.width) / 2
    let after = width - room.width - before
    if before > 0 { line("M\(x) \(y)h\(before)") }
    if after > 0 { line("M\(x + width - after) \(y)h\(after)") }
    draw(track, x + before, y)
  }

  /// A quarter circle, named by its direction at the start and at the end.
  private enum Turn { case rightUp, rightDown, leftDown, upRight, downRight, downLeft }

  private static func curve(_ turn: Turn) -> String {
    let radius = Track.radius
    return switch turn {
    case .rightUp: "q\(radius) 0 \(radius) -\(radius)"
    case .rightDown: "q\(radius) 0 \(radius) \(radius)"
    case .leftDown: "q-\(radius) 0 -\(radius) \(radius)"
    case .upRight: "q0 -\(radius) \(radius) -\(radius)"
    case .downRight: "q0 \(radius) \(radius) \(radius)"
    case .downLeft: "q0 \(radius) -\(radius) \(radius)"
    }
  }

  private mutating func line(_ path: String) { lines += path }

  private mutating func box(_ text: String, _ kind: Track.Box, _ x: Int, _ y: Int, width: Int) {
    let height = 2 * Track.half
    let corner = kind == .terminal ? Track.half : 3
    let shape =
      "<rect class=\"\(kind.rawValue)\" x=\"\(x)\" y=\"\(y - Track.half)\" width=\"\(width)\" height=\"\(height)\""
      + " rx=\"\(corner)\"/><text x=\"\(x + width / 2)\" y=\"\(y + 5)\">\(Self.escaped(text))</text>"
    // Links work only if the SVG is opened directly, not if a page embeds it as an image.
    boxes += kind == .name ? "<a href=\"\(text).svg\">\(shape)</a>\n" : shape + "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
