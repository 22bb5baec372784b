extension FormatDiagnostic {
  /// Returns the diagnostic in readable form: the message, the line with the range underlined, the best fix, and the notes.
  ///
  /// - Parameters:
  ///   - source: The format string that the ranges refer to.
  ///   - name: The name of the text in the arrow line.
  ///   - line: The number of the first line of `source` in the text that `name` names, counted from 1. Numbers beyond `Int.max` are
  ///     shown as `Int.max`.
  ///   - color: Whether to add ANSI colors.
  ///   - width: The maximum number of columns that are shown of a line of the text, at least 20.
  /// - Returns: Several lines without a trailing newline. Longer lines of the text are truncated around the range.
  public func rendered(
    in source: String, name: String = "format", line firstLine: Int = 1, color: Bool = false, width: Int = 100
  ) -> String {
    func paint(_ text: String, _ code: String) -> String { color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
    let (red, yellow, blue) = ("31;1", "33;1", "34;1")
    let tint = severity == .error ? red : yellow
    let name = name.cleaned
    var lines = [paint("\(severity.rawValue)[\(code.rawValue)]", tint) + ": " + message]
    if !source.isEmpty {
      let bytes = Array(source.utf8)
      // No text has more columns than bytes.
      let width = min(max(20, width), bytes.count + 20)
      let line = LineOfText(at: range, in: bytes, width: width)
      func lineNumber(of line: LineOfText) -> Int {
        let (sum, overflow) = firstLine.addingReportingOverflow(line.number - 1)
        return overflow ? .max : sum
      }
      let number = lineNumber(of: line)
      let gutter = String(repeating: " ", count: "\(number)".count)
      lines.append("\(gutter)\(paint("-->", blue)) \(name):\(number):\(line.column)")
      lines.append("\(gutter) \(paint("|", blue))")
      lines.append("\(number) \(paint("|", blue)) \(line.text)")
      let help = fixIts.first.map { " " + $0.title } ?? ""
      lines.append(
        "\(gutter) \(paint("|", blue)) " + String(repeating: " ", count: line.indent)
          + paint(String(repeating: "^", count: line.width) + help, tint))
      for label in labels {
        let line = LineOfText(at: label.range, in: bytes, width: width)
        lines.append(
          "\(gutter) \(paint("=", blue)) \(label.text) at \(name):\(lineNumber(of: line)):\(line.column)")
      }
      lines += notes.map { "\(gutter) \(paint("=", blue)) \($0)" }
    } else {
      lines += notes.map { "  = \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

/// The line in which a range starts, truncated to the width of a screen, and the position of the underline.
private struct LineOfText {
  var number: Int
  /// The column of the range in characters, counted from 1.
  var column: Int
  var text: String
  /// The columns before the underline and its width, in columns rather than bytes.
  var indent: Int
  var width: Int

  /// - Parameter maximumWidth: The maximum number of columns to show. At most half of them precede the range.
  init(at range: FormatRange, in bytes: [UInt8], width maximumWidth: Int) {
    let before = maximumWidth / 2
    let newline = UInt8(ascii: "\n")
    let offset = min(range.start, bytes.count)
    let start = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
    // Decode only a window of the line, which may be megabytes long.
    let reach = min(bytes.count, offset + 4 * maximumWidth + 4)
    let end = bytes[offset..<reach].firstIndex(of: newline) ?? reach
    number = bytes[..<start].count { $0 == newline } + 1

    let windowStart = characterStart(max(start, offset - 4 * before), in: bytes)
    let windowEnd = characterStart(min(end, offset + 4 * maximumWidth), in: bytes)
    let left = Self.visible(bytes[windowStart..<offset])
    var head = left
    var shortened = windowStart > start
    let columnsOnLeft = left.columns
    if columnsOnLeft > before && (shortened || columnsOnLeft > maximumWidth - 20) {
      head = String(left.suffix(left.reversed().first(columns: before).count))
      shortened = true
    }
    if shortened { head = "…" + head }
    indent = head.columns
    let spanEnd = characterStart(min(max(range.end, offset), windowEnd), in: bytes)
    let span = Self.visible(bytes[offset..<max(offset, spanEnd)])
    let right = span + Self.visible(bytes[max(offset, spanEnd)..<max(windowEnd, spanEnd)])
    let tail = String(right.first(columns: maximumWidth - indent))
    let isCut = windowEnd < end || tail.utf8.count < right.utf8.count
    text = head + tail + (isCut ? "…" : "")
    width = max(1, min(span.columns, max(1, tail.columns)))
    column = 1 + bytes[start..<offset].count { $0 & 0xC0 != 0x80 }
  }

  /// Returns the text with a space for each control character, so that the underline stays aligned.
  static func visible(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).cleaned }
}

/// Returns the start of the character that contains an offset.
private func characterStart(_ offset: Int, in bytes: [UInt8]) -> Int {
  var start = offset
  while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
  return start
}
