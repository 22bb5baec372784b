/// The quotes of other languages and of typography around a string, such as `“x”`.
struct ForeignQuotes {
  /// The quotes that may close the string. A straight quote closes it only if none of these follows.
  private let closing: [UnicodeScalar]

  /// Creates the quotes that an opening quote begins, or returns `nil` if the character is not an opening quote.
  init?(_ opening: UnicodeScalar) {
    switch opening {
    case "`": closing = ["`"]
    case "‘", "’", "‚": closing = ["’", "‘"]
    case "«", "»": closing = ["»", "«"]
    case "“", "”", "„": closing = ["”", "“"]
    default: return nil
    }
  }

  /// Returns the index after the closing quote, or `nil` if there is none within `Lexer.reach`. The content of the string begins at
  /// the position of the lexer.
  func end(in lexer: Lexer) -> Int? { end(in: lexer, closing) ?? end(in: lexer, ["'", "\"", "`"]) }

  private func end(in lexer: Lexer, _ quotes: [UnicodeScalar]) -> Int? {
    var index = lexer.position
    while index - lexer.position < Lexer.reach, let scalar = lexer.scalar(at: index) {
      index += UTF8.width(scalar)
      if quotes.contains(scalar) { return index }
    }
    return nil
  }
}
