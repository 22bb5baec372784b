// The mistakes that no pattern over tokens describes.

extension Mistake {
  typealias Finder = @Sendable (Misfit, Parser) -> Explanation?

  /// The mistakes whose explanation is computed, which are looked for before those of the table, and after them. The first one that
  /// is found counts.
  static let firstFinders: [Finder] = [
    escapedText, query, elementPath, comment, regularExpression, pointBeforeKey, missingBlank, countOfPredicate,
    quoteInString,
  ]
  static let lastFinders: [Finder] = [misspelledCall, commandOption]

  // MARK: Queries

  /// An SQL query such as `SELECT * FROM words WHERE …`, or `WHERE …` with quotes of SQL. The fix is the condition.
  private static func query(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    let first = parser.tokens[misfit.start]
    let word = parser.lexer.text(first.range).uppercased()
    guard first.kind == .word, word == "SELECT" || word == "WHERE" && parser.token.kind == .invalid else { return nil }
    let condition = condition(of: parser)
    let whole = FormatRange(0, parser.lexer.bytes.count)
    let fixIts: [FormatDiagnostic.FixIt] =
      condition.isEmpty || first.range.start > 0 ? [] : [.write(condition, at: whole)]
    return Explanation(
      error: FormatDiagnostic(.sqlClause(word), at: first.range, fixIts: fixIts), end: parser.tokens.count - 1)
  }

  /// Returns the condition after WHERE as a predicate, or an empty string if there is no WHERE.
  private static func condition(of parser: Parser) -> String {
    let lexer = parser.lexer
    var words: [String] = []
    var isInCondition = false
    var end = 0
    for token in parser.tokens where token.kind != .end {
      let word = lexer.text(token.range)
      let name = word.uppercased()
      if isInCondition, name != "WHERE", Vocabulary.clauses.meaning(of: name) != nil { break }
      if isInCondition {
        let isApart = token.range.start > end
        var text = word.filter { $0 != "`" }
        switch name {
        case "IS": text = "=="
        case "NOT" where words.last?.hasSuffix("==") == true:
          words.removeLast()
          text = "!="
        case "?": text = "%@"
        default: break
        }
        words.append(isApart && !words.isEmpty ? " " + text : text)
      }
      if name == "WHERE" { isInCondition = true }
      end = token.range.end
    }
    return words.joined().replacing("  ", with: " ")
  }

  /// The number of elements with a condition, `(a.b == 1).@count`, whose fix is a SUBQUERY.
  private static func countOfPredicate(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    guard case .predicate(let range) = misfit.expected, parser.lexer.text(parser.next.range) == "@count",
      let open = parser.tokens[..<misfit.token].lastIndex(where: { $0.range.start == range.start }),
      open + 1 < misfit.token - 1,
      let subquery = parser.subquery((open + 1)..<(misfit.token - 1))
    else { return nil }
    let key = parser.tokens[misfit.token].range.union(parser.next.range)
    return Explanation(
      error: FormatDiagnostic(
        .keyOfPredicate("@count"), at: key,
        fixIts: [.titled("write \(subquery).@count", at: range, with: subquery)]), end: misfit.token)
  }

  // MARK: Texts between the tokens

  /// The escape sequences of XML and of source code, and what they mean.
  private static let escapes = [
    [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")], [("\\\"", "\"")], [("\\'", "'")],
  ]

  /// An escape sequence. The fix replaces all of them, because there are probably more.
  private static func escapedText(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    let lexer = parser.lexer
    // `&lt` may have been read as an operator and a key.
    for token in stride(from: misfit.token, through: max(0, misfit.token - 2), by: -1) {
      let start = parser.tokens[token].range.start
      let text = lexer.ahead(start)
      for family in escapes {
        guard let (escape, meaning) = family.first(where: { text.starts(with: $0.0.utf8) }) else { continue }
        let whole = FormatRange(0, lexer.bytes.count)
        let plain = family.reduce(lexer.text(whole)) { $0.replacing($1.0, with: $1.1) }
        let isXML = family.count > 1
        return Explanation(
          error: FormatDiagnostic(
            isXML ? .escapedText(escape) : .escapedQuote(meaning), at: FormatRange(start, start + escape.utf8.count),
            fixIts: [.titled(isXML ? "replace all of them" : "remove all of them", at: whole, with: plain)]),
          end: parser.tokens.count - 1)
      }
    }
    return nil
  }

  /// An XPath or a class chain, as in `//Button[@name="OK"]`.
  private static func elementPath(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    guard parser.tokens[misfit.start].kind != .end, misfit.token < misfit.start + 3 else { return nil }
    let range = FormatRange(parser.tokens[misfit.start].range.start, parser.lexer.bytes.count)
    let text = parser.lexer.text(range)
    guard let sign = ["//", "**/"].first(where: { text.hasPrefix($0) }),
      text.dropFirst(sign.count).first?.isLetter ?? false,
      text.contains("[")
    else { return nil }
    return Explanation(
      error: FormatDiagnostic(.elementPath(isClassChain: sign == "**/"), at: range), end: parser.tokens.count - 1)
  }

  /// The point of `2.@count`, which has been read as a part of the number.
  private static func pointBeforeKey(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    let token = parser.tokens[misfit.token]
    guard case .closing(let open, _) = misfit.expected, token.kind == .atWord,
      case let end = parser.tokens[misfit.token - 1].range.end, end == token.range.start,
      parser.lexer.byte(at: end - 1) == UInt8(ascii: ".")
    else { return nil }
    let bracket = parser.tokens[open].range
    let message = Message.unclosed(parser.lexer.text(bracket), found: "'.\(parser.lexer.text(token.range))'")
    return Explanation(
      error: FormatDiagnostic(
        message, at: FormatRange(end - 1, token.range.end),
        labels: [FormatDiagnostic.Label(range: bracket, text: "'\(parser.lexer.text(bracket))' opened")],
        fixIts: [.titled("write ) before it", at: FormatRange(end - 1, end - 1), with: ")")]), end: misfit.token)
  }

  /// A comment, `// …` or `/* … */`.
  private static func comment(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    let (lexer, slash) = (parser.lexer, UInt8(ascii: "/"))
    var first = misfit.token
    if first > 0, parser.tokens[first - 1].kind == .symbol(.slash),
      parser.tokens[first - 1].range.end == parser.tokens[first].range.start
    {
      first -= 1
    }
    let start = parser.tokens[first].range.start
    guard lexer.byte(at: start) == slash,
      lexer.byte(at: start + 1) == slash || lexer.byte(at: start + 1) == UInt8(ascii: "*")
    else {
      return nil
    }
    let isLine = lexer.byte(at: start + 1) == slash
    var stop = start + 2
    while stop < lexer.bytes.count {
      let byte = lexer.byte(at: stop)
      if isLine, byte == UInt8(ascii: "\n") { break }
      stop += 1
      if !isLine, byte == slash, stop > start + 3, lexer.byte(at: stop - 2) == UInt8(ascii: "*") { break }
    }
    let range = FormatRange(start, stop)
    let end = parser.tokens[misfit.token...].firstIndex { $0.range.start >= stop } ?? parser.tokens.count - 1
    return Explanation(error: FormatDiagnostic(.comment, at: range, fixIts: [.remove(range, isSafe: true)]), end: end)
  }

  /// A regular expression without quotes: `^a+$`, `[0-9]+` or `/a+/`.
  private static func regularExpression(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    let lexer = parser.lexer
    var first = misfit.token
    if case .option(_, let open) = misfit.expected { first = open }
    let start = parser.tokens[first].range.start
    let isWhole = first == 0
    if case .key = misfit.expected { return nil }
    switch parser.tokens[first].kind {
    case .symbol(.slash):
      let isPattern = isWhole || lexer.text(parser.tokens[first - 1].range).uppercased() == "MATCHES"
      guard isPattern || parser.tokens[first - 1].kind == .invalid,
        let last = lexer.ahead(start + 1).firstIndex(of: UInt8(ascii: "/"))
      else { return nil }
      // Letters after the pattern are options, which belong to the operator.
      let stop = lexer.ahead(last + 1).prefix { $0.isLetter }.endIndex
      let range = FormatRange(start, stop)
      let fixIts: [FormatDiagnostic.FixIt] =
        stop > last + 1 ? [] : [.write(quoted(lexer.text(FormatRange(start + 1, last))), at: range)]
      let end = parser.tokens[misfit.token...].firstIndex { $0.range.start >= stop } ?? parser.tokens.count - 1
      return Explanation(error: FormatDiagnostic(.regexLiteral, at: range, fixIts: fixIts), end: end)
    case .symbol(.caret): break
    case .symbol(.leftBracket):
      // The brackets of string options contain letters alone.
      let set = lexer.ahead(start).prefix { $0 != UInt8(ascii: "]") }
      guard isWhole || first > 0 && lexer.text(parser.tokens[first - 1].range).uppercased() == "MATCHES",
        set.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "^") })
      else { return nil }
    default: return nil
    }
    let range = FormatRange(start, lexer.endOfText(before: lexer.bytes.count))
    let pattern = lexer.text(range)
    let text = isWhole ? "SELF MATCHES \(quoted(pattern))" : quoted(pattern)
    return Explanation(
      error: FormatDiagnostic(.regexLiteral, at: range, fixIts: pattern.contains(" ") ? [] : [.write(text, at: range)]),
      end: parser.tokens.count - 1)
  }

  private static func quoted(_ pattern: String) -> String {
    "\"\(pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// A quote inside a string, as in `'it's'` and `'it''s'`.
  private static func quoteInString(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    let (lexer, token) = (parser.lexer, parser.tokens[misfit.token])
    guard misfit.token > 0, case let before = parser.tokens[misfit.token - 1], before.kind == .string,
      token.range.start == before.range.end, token.kind != .end
    else { return nil }
    // Spotlight writes options after a string.
    let letters = parser.lexer.bytes[token.range.start..<token.range.end]
    let isSuffix = token.kind == .word && letters.count < 5 && letters.allSatisfy { "cdwt".utf8.contains($0) }
    if isSuffix, parser.tokens[misfit.token + 1].kind.endsOperand { return nil }
    let (end, quote) = (token.range.start, lexer.byte(at: token.range.start - 1))
    let escaped = "\\" + lexer.text(FormatRange(end - 1, end))
    if token.kind == .string, lexer.byte(at: end) == quote {
      let range = FormatRange(end - 1, end + 1)
      return Explanation(
        error: FormatDiagnostic(
          .doubledQuote(lexer.text(FormatRange(end - 1, end))), at: range,
          fixIts: [.write(escaped, at: range, isSafe: true)]),
        end: misfit.token + 1)
    }
    let rest = lexer.ahead(end)
    guard token.kind != .invalid, let last = rest.firstIndex(of: quote),
      !(token.kind == .symbol(.comma) && parser.next.kind == .string)
    else { return nil }
    var fixIts: [FormatDiagnostic.FixIt] = [.write(escaped, at: FormatRange(end - 1, end))]
    if rest.count(where: { $0 == quote }).isMultiple(of: 2) {
      // The next quote is inside the string too.
      fixIts = [.write(escaped + lexer.text(FormatRange(end, last)) + escaped, at: FormatRange(end - 1, last + 1))]
    }
    let error = FormatDiagnostic(
      .quoteInString(lexer.text(FormatRange(end - 1, end))), at: FormatRange(end - 1, end), fixIts: fixIts)
    // The rest of the text is read as strings and other tokens in turn.
    return Explanation(
      error: error, end: parser.tokens[misfit.token...].firstIndex { $0.range.end > last } ?? parser.tokens.count - 1)
  }

  /// A connective without a space after it, as in `ANDb == 2`, and a reserved word without a space before it, as in `1AND`.
  private static func missingBlank(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    let token = parser.tokens[misfit.token]
    let text = parser.lexer.text(token.range)
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let word = text.dropFirst(digits.count)
    if token.kind == .invalid, !digits.isEmpty, Keyword.isReserved(String(word)) {
      let start = token.range.start + digits.utf8.count
      return Explanation(
        error: FormatDiagnostic(
          .missingBlank(between: String(digits), and: word.uppercased()), at: FormatRange(start, token.range.end),
          fixIts: [.titled("write \" \(word)\"", at: FormatRange(start, start), with: " ", isSafe: true)]),
        end: misfit.token + 1)
    }
    guard token.kind == .word, let word = ["AND", "OR"].first(where: { text.hasPrefix($0) }),
      let next = text.dropFirst(word.count).first, next.isLowercase || next == "_"
    else { return nil }
    let rest = text.dropFirst(word.count)
    return Explanation(
      error: FormatDiagnostic(
        .missingBlank(between: word, and: "\(rest)"), at: token.range,
        fixIts: [.write("\(word) \(rest)", at: token.range)]),
      end: misfit.token)
  }

  /// A misspelled word such as that of `SUBQERY(a, $x, $x > 1)`, whose contents are not a list of values.
  private static func misspelledCall(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    guard case .closing(let open, _) = misfit.expected, open > 0, parser.tokens[open].kind == .symbol(.leftParen),
      case let word = parser.tokens[open - 1], word.kind == .word,
      let nearest = Vocabulary.nearCalls.meaning(of: parser.lexer.text(word.range).uppercased())
    else { return nil }
    return Explanation(
      error: FormatDiagnostic(
        .unknownFunction(parser.lexer.text(word.range), nearest: nil), at: word.range,
        fixIts: [.suggest(nearest, at: word.range)]), end: misfit.token)
  }

  /// The options of a command after the condition, as in `a == 1 --style json`. They are read as subtractions.
  private static func commandOption(_ misfit: Misfit, _ parser: Parser) -> Explanation? {
    let tokens = parser.tokens
    guard tokens[misfit.token].kind == .word || tokens[misfit.token].kind == .end, misfit.token > 2 else { return nil }
    for index in stride(from: max(1, misfit.start), to: misfit.token - 1, by: 1)
    where tokens[index].kind == .symbol(.minus) && tokens[index + 1].kind == .symbol(.minus)
      && tokens[index].range.end == tokens[index + 1].range.start
      && tokens[index].range.start > tokens[index - 1].range.end
      && tokens[index + 2].kind == .word && tokens[index + 2].range.start == tokens[index + 1].range.end
    {
      let range = tokens[index].range.union(tokens[index + 2].range)
      let rest = FormatRange(tokens[index - 1].range.end, parser.lexer.bytes.count)
      return Explanation(
        error: FormatDiagnostic(
          .commandOption(parser.lexer.text(range)), at: range,
          fixIts: [.titled("remove it and the rest", at: rest, with: "")]), end: tokens.count - 1)
    }
    return nil
  }
}
