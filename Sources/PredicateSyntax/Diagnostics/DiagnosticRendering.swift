extension Diagnostic {
  /// The finding as a person reads it: the message, the line, the place underlined, notes and what would mend it.
  ///
  /// - Parameters:
  ///   - source: the format string that the ranges point into.
  ///   - name: what the text is called in the arrow line.
  ///   - color: whether to add ANSI colours.
  /// - Returns: several lines, without a newline at the end. Lines of the text over 100 columns are shown in part.
  public func rendered(in source: String, name: String = "format", color: Bool = false) -> String {
    let paint = Paint(isOn: color)
    let tint = severity == .error ? Paint.red : Paint.yellow
    let name = name.cleaned
    var lines = [paint("\(severity.rawValue)[\(code.rawValue)]", tint) + ": " + message]
    if !source.isEmpty || range != .none {
      let bytes = Array(source.utf8)
      let line = LineOfText(at: range, in: bytes)
      let gutter = String(repeating: " ", count: "\(line.number)".count)
      lines.append("\(gutter)\(paint("-->", Paint.blue)) \(name):\(line.number):\(line.column)")
      lines.append("\(gutter) \(paint("|", Paint.blue))")
      lines.append("\(line.number) \(paint("|", Paint.blue)) \(line.text)")
      let help = fixIts.first.map { " " + $0.title } ?? ""
      lines.append(
        "\(gutter) \(paint("|", Paint.blue)) " + String(repeating: " ", count: line.indent)
          + paint(String(repeating: "^", count: line.width) + help, tint))
      for label in labels {
        let place = LineOfText(at: label.range, in: bytes)
        lines.append("\(gutter) \(paint("=", Paint.blue)) \(label.text) at \(name):\(place.number):\(place.column)")
      }
      lines += notes.map { "\(gutter) \(paint("=", Paint.blue)) \($0)" }
    } else {
      lines += notes.map { "  = \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

/// ANSI colours, or none.
private struct Paint {
  static let red = "31;1"
  static let yellow = "33;1"
  static let blue = "34;1"
  var isOn: Bool

  func callAsFunction(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The line that a range starts in, cut to what fits on a screen, and where the underline goes.
private struct LineOfText {
  /// The greatest number of columns shown, and how many of them stand before the place.
  static let maximumWidth = 100
  static let before = 50

  var number: Int
  /// The column of the place, counted from 1 in characters.
  var column: Int
  var text: String
  /// Blank columns before the underline, and its width; columns, not bytes.
  var indent: Int
  var width: Int

  init(at range: SourceRange, in bytes: [UInt8]) {
    let newline = UInt8(ascii: "\n")
    let place = min(range.start, bytes.count)
    let start = bytes[..<place].lastIndex(of: newline).map { $0 + 1 } ?? 0
    // Only a window of the line is looked at and decoded: a line may be megabytes long.
    let reach = min(bytes.count, place + 4 * Self.maximumWidth + 4)
    let end = bytes[place..<reach].firstIndex(of: newline) ?? reach
    number = bytes[..<start].count { $0 == newline } + 1

    let windowStart = characterStart(max(start, place - 4 * Self.before), in: bytes)
    let windowEnd = characterStart(min(end, place + 4 * Self.maximumWidth), in: bytes)
    let left = Self.visible(bytes[windowStart..<place])
    var head = left
    var shortened = windowStart > start
    let columnsOnLeft = Self.columns(left)
    if columnsOnLeft > Self.before && (shortened || columnsOnLeft > Self.maximumWidth - 20) {
      head = String(Self.last(Self.before, columnsOf: left))
      shortened = true
    }
    if shortened { head = "…" + head }
    indent = Self.columns(head)
    let spanEnd = characterStart(min(max(range.end, place), windowEnd), in: bytes)
    let span = Self.visible(bytes[place..<max(place, spanEnd)])
    let right = span + Self.visible(bytes[max(place, spanEnd)..<max(windowEnd, spanEnd)])
    let tail = String(Self.first(Self.maximumWidth - indent, columnsOf: right))
    let isCut = windowEnd < end || tail.utf8.count < right.utf8.count
    text = head + tail + (isCut ? "…" : "")
    width = max(1, min(Self.columns(span), max(1, Self.columns(tail))))
    column = 1 + bytes[start..<place].count { $0 & 0xC0 != 0x80 }
  }

  /// The text with a blank for each control, so that the underline stays in line.
  static func visible(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).cleaned }

  /// How many columns a terminal gives to the text: two for wide characters, none for marks.
  static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

  private static func columns(_ character: Character) -> Int {
    character.unicodeScalars.first.map { isWide($0) ? 2 : 1 } ?? 0
  }

  /// As many characters from the front as fit into so many columns. (A text is gone through once: its places are many.)
  private static func first(_ columns: Int, columnsOf text: String) -> Substring {
    var left = columns
    return text.prefix {
      left -= Self.columns($0)
      return left >= 0
    }
  }

  /// As many characters from the end.
  private static func last(_ columns: Int, columnsOf text: String) -> Substring {
    var left = columns
    let dropped = text.reversed().prefix {
      left -= Self.columns($0)
      return left >= 0
    }
    return text.suffix(dropped.count)
  }

  /// East Asian wide and full-width blocks, and emoji.
  static func isWide(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

/// The start of the character that `offset` falls into.
private func characterStart(_ offset: Int, in bytes: [UInt8]) -> Int {
  var start = offset
  while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
  return start
}
