import PredicateSyntax

extension String {
  /// Returns a help text whose lines have at most `width` columns. A text without longer lines is unchanged.
  ///
  /// Lines without an indent are those of a paragraph, which is wrapped as a whole. An indented line is wrapped by itself; its
  /// further lines begin where its last part begins. Calls of programs are not wrapped, because they are copied.
  package func wrapped(toColumns width: Int) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.contains(where: { String($0).columns > width }) else { return self }
    var wrapped: [String] = []
    var paragraph: [Substring] = []
    func end() {
      wrapped += Self.lines(of: paragraph.joined(separator: " "), indent: 0, width)
      paragraph = []
    }
    for line in lines {
      if !line.isEmpty, line.first != " " {
        paragraph.append(line)
        continue
      }
      if !paragraph.isEmpty { end() }
      let isCall = line.drop { $0 == " " }.first == "$"
      wrapped += isCall ? [String(line)] : Self.lines(of: String(line), indent: Self.indent(of: line, width), width)
    }
    if !paragraph.isEmpty { end() }
    return wrapped.joined(separator: "\n")
  }

  /// Returns the column at which the last part of a line begins, after two spaces, or a small indent if that is far on the right.
  private static func indent(of line: Substring, _ width: Int) -> Int {
    let characters = Array(line)
    var column = 0
    for index in characters.indices.dropFirst(2) where characters[index] != " " {
      if characters[index - 1] == " ", characters[index - 2] == " " { column = index }
    }
    return column > width / 2 ? 6 : column
  }

  /// Returns the lines of a text that is broken at spaces. The lines after the first have an indent.
  private static func lines(of text: String, indent: Int, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var hasWord = false
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if hasWord, !word.isEmpty, line.columns + String(word).columns > width {
        while line.last == " " { line.removeLast() }
        lines.append(line)
        line = String(repeating: " ", count: indent)
      }
      if !word.isEmpty { hasWord = true }
      line += word + " "
    }
    return lines + [String(line.dropLast())]
  }
}
