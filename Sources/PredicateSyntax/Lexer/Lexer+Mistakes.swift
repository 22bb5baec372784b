/// What the lexer makes of characters that begin no token: the slips of other languages and of text processors. Valid
/// text never comes here.
extension Lexer {
  /// The operators of other languages that are no words, and what stands for them here. None begins another.
  static let foreignSymbols: [String: String] = [
    "===": "==", "!==": "!=", "=~": "MATCHES", "~=": "MATCHES", "<=>": "==", "><": "!=", "=!": "!=", "≠": "!=",
    "≤": "<=",
    "≥": ">=",
  ]

  /// A character that has no meaning. A string in typographic quotes is taken whole, so that its words are not read.
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
      let place = SourceRange(start, position)
      let isLast = scalar == ";" && bytes[position...].allSatisfy(Self.isBlank)
      faults.report(
        .unexpectedCharacter(scalar.map(Self.quoted) ?? "this byte"), at: place,
        fixIts: isLast ? [Diagnostic.FixIt(title: "remove it", range: place, replacement: "", isSafe: true)] : [])
    }
    return .invalid
  }

  /// `:name` is how SQL writes a parameter.
  private mutating func rejectNamedParameter(from start: Int) {
    skipWord()
    let place = SourceRange(start, position)
    let name = "$" + text(SourceRange(start + 1, position))
    faults.report(
      .unexpectedCharacter("':'"), at: place,
      fixIts: [Diagnostic.FixIt(title: "write \(name)", range: place, replacement: name, isSafe: false)])
  }

  /// `\(name)` in a raw string of Swift is not replaced.
  private mutating func rejectInterpolation(from start: Int) {
    var open = 0
    repeat {
      if byte() == UInt8(ascii: "(") { open += 1 }
      if byte() == UInt8(ascii: ")") { open -= 1 }
      position += 1
    } while open > 0 && position < bytes.count
    let place = SourceRange(start, position)
    faults.report(
      .interpolation, at: place,
      fixIts: [Diagnostic.FixIt(title: "write %@ and give the value", range: place, replacement: "%@", isSafe: false)])
  }

  private static let openingQuotes: [UnicodeScalar] = ["“", "”", "„", "‘", "’", "‚", "«", "»", "`"]
  /// What may close a quote; a straight one is an apostrophe where a quote of its own kind follows.
  private static func closingQuotes(of quote: UnicodeScalar) -> [UnicodeScalar] {
    switch quote {
    case "`": ["`"]
    case "‘", "’", "‚": ["’", "‘"]
    case "«", "»": ["»", "«"]
    default: ["”", "“"]
    }
  }

  /// `“x”`: the string between the quotes, and how it is written here.
  private mutating func rejectQuote(_ quote: UnicodeScalar, from start: Int) {
    let message: Message = quote == "`" ? .backquote : .typographicQuote("\(quote)")
    let opening = position
    guard let end = end(of: Self.closingQuotes(of: quote)) ?? end(of: ["'", "\"", "`"]), let closing = scalar(at: end)
    else {
      return faults.report(message, at: SourceRange(start, opening))
    }
    position = end + UTF8.width(closing)
    let content = text(SourceRange(opening, end))
    let replacement = quote == "`" ? Printer.word(ofKey: content) : "\"\(content)\""
    let isPlain = !content.contains { $0 == "\\" || $0 == "\"" }
    let canReplace = isPlain && (quote != "`" || !content.isEmpty)
    let place = SourceRange(start, position)
    let fixIt = Diagnostic.FixIt(title: "write \(replacement)", range: place, replacement: replacement, isSafe: true)
    faults.report(message, at: place, fixIts: canReplace ? [fixIt] : [])
  }

  /// Where the first of some quotes stands, no farther than a reader would look: what is looked ahead is looked at again.
  private func end(of quotes: [UnicodeScalar]) -> Int? {
    var index = position
    while index - position < 200, let scalar = scalar(at: index) {
      if quotes.contains(scalar) { return index }
      index += UTF8.width(scalar)
    }
    return nil
  }

  /// What follows a percent sign and is no conversion: the remainder of C, the widths of printf, or a slip.
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
    faults.report(message, at: SourceRange(start, position))
    return .invalid
  }

  /// `1AND`: a number that a reserved word clings to. Reports the blank that is missing and goes back to before the
  /// word, so that reading goes on as if it were there. False where no such word clings.
  mutating func rejectMissingBlank(number start: Int, word: Int) -> Bool {
    let name = text(SourceRange(word, position))
    guard let keyword = Keyword.named(name) else { return false }
    let place = SourceRange(word, word)
    faults.report(
      .missingBlank(number: text(SourceRange(start, word)), word: keyword.rawValue), at: SourceRange(word, position),
      fixIts: [Diagnostic.FixIt(title: "write \" \(name)\"", range: place, replacement: " ", isSafe: true)])
    position = word
    return true
  }
}
