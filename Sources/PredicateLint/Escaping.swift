/// How a file writes the characters of a text.
enum Escaping: Sendable, Equatable {
  /// As they are.
  case none
  /// XML: `&lt;`.
  case xml
  /// A string of JSON, or one of YAML in double quotes.
  case json
  /// A string of YAML in single quotes.
  case yamlSingle
  /// Text of YAML without quotes, or in a block, whose lines are indented.
  case yamlPlain
  /// A literal of Swift or Objective-C. `hashes` is the number of `#` around a raw one.
  case source(hashes: Int, isMultiline: Bool)
  /// A word of a shell in single quotes.
  case shellSingle
  /// A word of a shell in double quotes.
  case shellDouble
  /// In no way that a change could follow.
  case unknown

  /// Returns the bytes that stand for a text in the file, or nil if the text cannot be written there with certainty.
  func written(_ text: String) -> String? {
    if text.utf8.contains(where: { $0 < 0x20 }) { return nil }
    switch self {
    case .none, .yamlPlain: return text
    case .xml:
      return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;")
    case .json: return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    case .yamlSingle: return text.replacing("'", with: "''")
    case .source(let hashes, let isMultiline):
      if hashes > 0 { return text.contains("\"#") || text.contains("\\#") ? nil : text }
      let text = text.replacing("\\", with: "\\\\")
      return isMultiline ? text : text.replacing("\"", with: "\\\"")
    case .shellSingle: return text.replacing("'", with: "'\\''")
    case .shellDouble:
      return ["\\", "\"", "$", "`"].reduce(text) { $0.replacing($1, with: "\\" + $1) }
    case .unknown: return nil
    }
  }
}

extension PredicateText {
  /// Returns the bytes of the file to replace for a change of the text, and the bytes to write there. Returns nil if the change is in
  /// no file, reaches into a hole, or cannot be written.
  package func change(
    of filled: FilledText, _ range: Range<Int>, to text: String
  ) -> (range: Range<Int>, replacement: String)? {
    guard isInFile, filled.text.isConnected(range),
      !filled.holes.contains(where: { $0.lowerBound < range.upperBound && range.lowerBound < $0.upperBound }),
      let replacement = escaping.written(text)
    else { return nil }
    return (filled.text.fileRange(of: range), replacement)
  }
}
