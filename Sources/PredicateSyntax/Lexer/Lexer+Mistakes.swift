/// Diagnostics for characters that begin no token, such as the syntax of other languages and typographic quotes. Valid text
/// never gets here.
extension Lexer {
  /// Symbolic operators of other languages and their equivalents here. None is a prefix of another.
  static let foreignSymbols: [String: String] = [
    "===": "==", "!==": "!=", "=~": "MATCHES", "~=": "MATCHES", "<=>": "==", "><": "!=", "=!": "!=", "≠": "!=",
    "≤": "<=",
    "≥": ">=",
  ]

  /// Reports a character without meaning. Consumes a string in typographic quotes as a whole, so that its words are not parsed.
  mutating func rejectCharacter() -> Token.Kind {
    let start = position
    let scalar = scalar(at: position)
    position += scalar.map(UTF8.width) ?? 1
    switch scalar {
    case let quote? where Self.openingQuotes.contains(quote): rejectQuote(quote, from: start)
    case ":" where wordLength(at: position) > 0: rejectNamedParameter(from: start)
    case "\\" where byte() == UInt8(ascii: "("): rejectInterpolation(from: start)
    default:
      while scalar == "?", byte() == UInt8(ascii: "?") { position += 1 }
      let place = FormatRange(start, position)
      let isLast = scalar == ";" && bytes[position...].allSatisfy(Self.isBlank)
      faults.report(
        .unexpectedCharacter(scalar.map(Self.quoted) ?? "this byte"), at: place,
        fixIts: isLast ? [FormatDiagnostic.FixIt(title: "remove it", range: place, replacement: "", isSafe: true)] : [])
    }
    return .invalid
  }

  /// Reports `:name`, a parameter in SQL.
  private mutating func rejectNamedParameter(from start: Int) {
    skipWord()
    let place = FormatRange(start, position)
    let name = "$" + text(FormatRange(start + 1, position))
    faults.report(
      .unexpectedCharacter("':'"), at: place,
      fixIts: [FormatDiagnostic.FixIt(title: "write \(name)", range: place, replacement: name, isSafe: false)])
  }

  /// Reports `\(name)`, which a raw string in Swift does not interpolate.
  private mutating func rejectInterpolation(from start: Int) {
    var open = 0
    repeat {
      if byte() == UInt8(ascii: "(") { open += 1 }
      if byte() == UInt8(ascii: ")") { open -= 1 }
      position += 1
    } while open > 0 && position < bytes.count
    let place = FormatRange(start, position)
    faults.report(
      .interpolation, at: place,
      fixIts: [
        FormatDiagnostic.FixIt(title: "write %@ and pass the value", range: place, replacement: "%@", isSafe: false)
      ])
  }

  private static let openingQuotes: [UnicodeScalar] = ["“", "”", "„", "‘", "’", "‚", "«", "»", "`"]
  /// Returns the quotes that may close an opening quote. A straight quote closes it only if none of these follows.
  private static func closingQuotes(of quote: UnicodeScalar) -> [UnicodeScalar] {
    switch quote {
    case "`": ["`"]
    case "‘", "’", "‚": ["’", "‘"]
    case "«", "»": ["»", "«"]
    default: ["”", "“"]
    }
  }

  /// Reports a string in foreign quotes, such as `“x”`, and suggests how to write it.
  private mutating func rejectQuote(_ quote: UnicodeScalar, from start: Int) {
    let message: Message = quote == "`" ? .backquote : .typographicQuote("\(quote)")
    let opening = position
    guard let end = end(of: Self.closingQuotes(of: quote)) ?? end(of: ["'", "\"", "`"]), let closing = scalar(at: end)
    else {
      faults.report(message, at: FormatRange(start, opening))
      return
    }
    position = end + UTF8.width(closing)
    let content = text(FormatRange(opening, end))
    let replacement = quote == "`" ? Printer.word(ofKey: content) : "\"\(content)\""
    let isPlain = !content.contains { $0 == "\\" || $0 == "\"" }
    let canReplace = isPlain && (quote != "`" || !content.isEmpty)
    let place = FormatRange(start, position)
    let fixIt = FormatDiagnostic.FixIt(
      title: "write \(replacement)", range: place, replacement: replacement, isSafe: true)
    faults.report(message, at: place, fixIts: canReplace ? [fixIt] : [])
  }

  /// Returns the offset of the first of some quotes. The search is limited, because the same text may be searched repeatedly.
  private func end(of quotes: [UnicodeScalar]) -> Int? {
    var index = position
    while index - position < 200, let scalar = scalar(at: index) {
      if quotes.contains(scalar) { return index }
      index += UTF8.width(scalar)
    }
    return nil
  }

  /// Reports text after a percent sign that is not a conversion: C's remainder operator, a printf width, or a typo.
  mutating func rejectConversion(_ text: String, from start: Int) -> Token.Kind {
    let rest = text.utf8.dropFirst()
    let isAtEnd = position == bytes.count
    let message: Message
    if rest.allSatisfy(Self.isDigit), !(rest.isEmpty && isAtEnd) {
      message = .remainderOperator
      position = start + 1
    } else if rest.contains(where: { Self.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }) {
      message = .conversionFlags(text)
    } else {
      message = .unknownConversion(text)
    }
    faults.report(message, at: FormatRange(start, position))
    return .invalid
  }

  /// Reports a missing space between a number and a reserved word, as in `1AND`, and moves back to the start of the word.
  ///
  /// - Returns: Whether a reserved word follows the number.
  mutating func rejectMissingBlank(number start: Int, word: Int) -> Bool {
    let name = text(FormatRange(word, position))
    guard Keyword.isReserved(name) else { return false }
    let place = FormatRange(word, word)
    faults.report(
      .missingBlank(number: text(FormatRange(start, word)), word: name.uppercased()), at: FormatRange(word, position),
      fixIts: [FormatDiagnostic.FixIt(title: "write \" \(name)\"", range: place, replacement: " ", isSafe: true)])
    position = word
    return true
  }
}
