// Diagnostics for values, keys, and lists outside the grammar. Valid text only runs the checks for errors.

extension Parser {
  // MARK: Values

  /// Reports a token that cannot begin a value.
  mutating func rejectPrimary() -> Term {
    if let value = rejectPath() ?? rejectComment() ?? rejectPattern() ?? rejectForeignOperand() ?? rejectSearch() {
      return .expression(value)
    }
    if end == 0, let error = rejectRegularExpression() ?? rejectOptionsWithoutOperator() {
      return .expression(FormatExpression(.invalid(error), range: range(from: 0)))
    }
    // After an operator, the bracket would have been parsed as the beginning of options.
    if token.kind == .symbol(.leftBracket) {
      return .expression(rejectBrackets("[", opened: token.range, isClosed: skipBrackets(open: 0)))
    }
    if let call = rejectOperatorAsFunction() { return .expression(call) }
    if token.kind == .invalid { return .expression(rejectedByLexer()) }
    let rejected = token.range
    let error: FormatDiagnostic
    if token.kind != .selector, case .comparison? = InfixOperator.infix(of: token, in: lexer),
      connectiveBefore != nil || end == 0 || lexer.byte(at: end - 1) == UInt8(ascii: "(")
    {
      error = reportAndSkip(
        .expectedLeftSide(lexer.text(token.range).uppercased(), isNegated: connectiveBefore == "NOT"),
        fixIts: leftSideFixIts)
    } else if let connective = connectiveBefore {
      error = reportAndSkip(
        .expectedPredicate(after: connective, found: describe(token)), fixIts: connectiveFixIts + colonFixIts)
    } else if token.kind == .symbol(.rightBrace), lexer.byte(at: end - 1) == UInt8(ascii: ",") {
      let comma = FormatRange(end - 1, end)
      error = report(.trailingComma, at: comma, fixIts: [.remove(comma, isSafe: true)])
    } else {
      let isSign = token.kind == .symbol(.plus) && peek().range.start == token.range.end
      error = reportAndSkip(
        .expectedExpression(found: describe(token)),
        fixIts: isSign ? [.remove(token.range, isSafe: true)] : connectiveFixIts + colonFixIts)
    }
    // In `a == OR`, the word is in the position of the operand.
    if token.range == rejected, isConnective, peek().kind == .end { advance() }
    return .expression(FormatExpression(.invalid(error), range: rejected))
  }

  /// Skips a token that the lexer has reported, and takes it for a value. Text directly after it belongs to the same mistake.
  private mutating func rejectedByLexer() -> FormatExpression {
    let range = token.range
    let error = report(.expectedExpression(found: describe(token)))
    muted { $0.advance() }
    if token.range.start == range.end || token.kind == .invalid { synchronize() }
    return FormatExpression(.invalid(error), range: range)
  }

  /// The AND, OR, or NOT directly before the current token, or `nil` if there is none.
  private var connectiveBefore: String? {
    let before = lexer.text(FormatRange(max(0, end - 3), end)).uppercased()
    guard let connective = ["AND", "OR", "NOT", "&&", "||"].first(where: before.hasSuffix) else { return nil }
    // The end of a word such as `BRAND` is not a connective.
    let start = end - connective.utf8.count
    let isEndOfWord = lexer.byte(at: start - 1) >= 0x80 || lexer.byte(at: start - 1).isWordByte
    return isEndOfWord && lexer.byte(at: start).isWordByte ? nil : connective
  }

  /// Whether the current token is AND or OR.
  private var isConnective: Bool { token.infix.map { $0.precedence < .comparison } ?? false }

  /// The fix-its for an AND or OR without a left side.
  private var connectiveFixIts: [FormatDiagnostic.FixIt] {
    let isAtEnd = token.kind == .symbol(.rightParen) || token.kind == .end
    if isAtEnd, let connective = connectiveBefore, connective != "NOT" {
      let start = lexer.endOfText(before: end - connective.utf8.count)
      let before = lexer.byte(at: start - 1)
      guard start > 0, before != UInt8(ascii: "(") else { return [] }
      return [.titled("remove \(connective)", at: FormatRange(start, end), with: "")]
    }
    guard isConnective, end == 0 || connectiveBefore != nil else { return [] }
    // Of `AND OR`, either may be meant.
    let isRepeated = connectiveBefore == nil || connectiveBefore == lexer.text(token.range).uppercased()
    let range = FormatRange(token.range.start, peek().range.start)
    return [.remove(range, isSafe: isRepeated)]
  }

  /// The fix-its for an operator without a left side, as in `BEGINSWITH "x"`, which may be meant for SELF.
  private var leftSideFixIts: [FormatDiagnostic.FixIt] {
    guard end == 0 || end == 1 && lexer.byte(at: 0) == UInt8(ascii: "(") else { return [] }
    var next = ahead
    if next.token.kind == .symbol(.leftBracket) { _ = next.skipBrackets(open: 0) }
    guard next.token.kind.mayBeginOperand else { return [] }
    let range = FormatRange(token.range.start, token.range.start)
    return [.titled("for the object itself, write SELF", at: range, with: "SELF ")]
  }

  // MARK: Missing operands

  /// Reports `*` and `ALL` as the whole format.
  mutating func rejectEveryObject() {
    guard peek().kind == .end else { return }
    report(.everyObject(lexer.text(token.range)), fixIts: [.write("TRUEPREDICATE", at: token.range)])
  }

  /// Reports that the text ends after an operator.
  mutating func rejectMissingRightSide(after op: FormatRange) {
    let range = FormatRange(end, end)
    reportAndSkip(.missingRightSide(lexer.text(op).uppercased()), fixIts: [.titled("write %@", at: range, with: " %@")])
  }

  /// Reports an operator directly after another one, as in `a == CONTAINS b`, skips it and returns it. Returns `nil` for
  /// anything else.
  mutating func rejectSecondOperator(after first: FormatRange) -> ComparisonOperator? {
    guard case .comparison(let op)? = InfixOperator.infix(of: token, in: lexer) else { return nil }
    switch peek().kind {
    case .word, .variable, .integer, .double, .string, .conversion, .symbol(.leftBrace), .end: break
    default: return nil
    }
    let range = FormatRange(first.start, token.range.start)
    let isWhole = peek().kind != .end
    report(
      .operatorsInRow(lexer.text(first).uppercased(), lexer.text(token.range).uppercased()),
      fixIts: isWhole ? [.titled("remove \(lexer.text(first))", at: range, with: "")] : [])
    advance()
    return op
  }

  /// Reports a regular expression without quotes at the start of the text or after MATCHES, and stops parsing. Returns `nil` for
  /// anything else.
  mutating func rejectRegularExpression() -> FormatDiagnostic? {
    let start = token.range.start
    switch token.kind {
    case .symbol(.caret): break
    case .symbol(.leftBracket):
      // The brackets of string options contain letters alone.
      let set = lexer.ahead(start).prefix { $0 != UInt8(ascii: "]") }
      guard set.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "^") }) else { return nil }
    default: return nil
    }
    let range = FormatRange(start, lexer.endOfText(before: lexer.bytes.count))
    let pattern = lexer.text(range)
    let quoted = "\"\(pattern.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    let text = start == 0 ? "SELF MATCHES \(quoted)" : quoted
    let error = report(.regexLiteral, at: range, fixIts: pattern.contains(" ") ? [] : [.write(text, at: range)])
    stopReading()
    return error
  }

  /// Reports string options at the start of the text. Returns `nil` for anything else.
  private mutating func rejectOptionsWithoutOperator() -> FormatDiagnostic? {
    guard token.kind == .symbol(.leftBracket) else { return nil }
    let letters = lexer.bytes[token.range.end...].prefix { $0 != UInt8(ascii: "]") }
    guard !letters.isEmpty, letters.allSatisfy({ Self.optionLetters.contains($0 | 0x20) }),
      letters.endIndex < lexer.bytes.count
    else { return nil }
    let range = FormatRange(token.range.start, letters.endIndex + 1)
    let start = FormatRange(range.start, range.start)
    return reportAndSkip(
      .optionsWithoutOperator, at: range,
      fixIts: [.titled("write SELF CONTAINS before them", at: start, with: "SELF CONTAINS")])
  }

  /// Reports an operator written as a function, such as `CONTAINS(name, "x")`, and skips the call. Returns `nil` for other text.
  private mutating func rejectOperatorAsFunction() -> FormatExpression? {
    guard token.kind == .operatorWord, case .comparison(let op)? = InfixOperator.infix(of: token, in: lexer),
      peek().kind == .symbol(.leftParen)
    else { return nil }
    let start = token.range.start
    let error = report(.operatorAsFunction(op.spelling))
    advance()
    _ = skipBrackets(open: 0)
    return FormatExpression(.invalid(error), range: range(from: start))
  }

  /// Reports an XPath or a class chain, as in `//Button[@name="OK"]`. Returns `nil` for anything else.
  private mutating func rejectPath() -> FormatExpression? {
    guard end == 0 else { return nil }
    let range = FormatRange(token.range.start, lexer.bytes.count)
    let text = lexer.text(range)
    guard let sign = ["//", "**/"].first(where: { text.hasPrefix($0) }),
      text.dropFirst(sign.count).first?.isLetter ?? false, text.contains("[")
    else { return nil }
    let error = report(.elementPath(isClassChain: sign == "**/"), at: range)
    stopReading()
    return FormatExpression(.invalid(error), range: range)
  }

  /// Reports a comment, whose first slash may have been parsed as a division. Returns `nil` if there is no comment.
  private mutating func rejectComment() -> FormatExpression? {
    let slash = UInt8(ascii: "/")
    var start = token.range.start
    if start > 0, start == end, lexer.byte(at: start - 1) == slash { start -= 1 }
    guard lexer.bytes.count > start + 1, lexer.byte(at: start) == slash else { return nil }
    let isLine = lexer.byte(at: start + 1) == slash
    guard isLine || lexer.byte(at: start + 1) == UInt8(ascii: "*") else { return nil }
    let stop = endOfComment(from: start, isLine: isLine)
    let range = FormatRange(start, stop)
    let error = report(.comment, at: range, fixIts: [.remove(range, isSafe: true)])
    // The comment replaces a value, so the value after it would be taken for an operator.
    if start == token.range.start {
      stopReading()
    } else {
      lexer.position = stop
      advance()
    }
    return FormatExpression(.invalid(error), range: range)
  }

  /// Reports a regular expression literal such as `/x.*/`. Returns `nil` if there is no closing slash.
  private mutating func rejectPattern() -> FormatExpression? {
    let slash = UInt8(ascii: "/")
    let start = token.range.start
    guard token.kind == .symbol(.slash), let last = lexer.bytes[token.range.end...].firstIndex(of: slash) else {
      return nil
    }
    // Letters after the pattern are options, which belong to the operator.
    let stop = lexer.ahead(last + 1).prefix { $0.isLetter }.endIndex
    let range = FormatRange(start, stop)
    let pattern = lexer.text(FormatRange(start + 1, last)).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return reportValue(.regexLiteral, at: range, fixIts: stop > last + 1 ? [] : [.write("\"\(pattern)\"", at: range)])
  }

  private func endOfComment(from start: Int, isLine: Bool) -> Int {
    var position = start + 2
    while position < lexer.bytes.count {
      let byte = lexer.byte(at: position)
      if isLine, byte == UInt8(ascii: "\n") { return position }
      if !isLine, byte == UInt8(ascii: "/"), lexer.byte(at: position - 1) == UInt8(ascii: "*"), position > start + 2 {
        return position + 1
      }
      position += 1
    }
    return position
  }

  // MARK: Lists

  /// Whether the current token opens a list in brackets, as in `IN [1, 2]`. Options begin with a letter instead.
  var isBracketedList: Bool {
    guard token.kind == .symbol(.leftBracket) else { return false }
    return switch lexer.byteAhead {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "'"), UInt8(ascii: "\""),
      UInt8(ascii: "%"), UInt8(ascii: "$"):
      true
    default: isPrintedObject
    }
  }

  /// Reports an error before a missing `)`: a list in parentheses, which is returned as a term, or a missing AND.
  mutating func rejectInParentheses(_ term: Term, opened open: FormatRange) -> Term? {
    switch term {
    case .expression:
      // SQL writes a list in parentheses: `IN (1, 2)`.
      guard token.kind == .symbol(.comma) else { return nil }
      return .expression(rejectBrackets("(", opened: open, isClosed: skipBrackets(open: 1)))
    case .predicate(let predicate):
      if rejectBounds(of: predicate) { return nil }
      while !lexer.diagnostics.isStopped, rejectJoin() { _ = parseTerm(.or) }
      return nil
    }
  }

  /// Reports a list in brackets or parentheses, whose contents have been skipped, and suggests braces.
  private mutating func rejectBrackets(
    _ bracket: String, opened open: FormatRange, isClosed: Bool
  ) -> FormatExpression {
    let range = range(from: open.start)
    // In `==[1] "x"`, the brackets do not contain a list.
    let isOperand = isClosed && !token.kind.mayBeginOperand
    // In `[name] == "x"`, the brackets are the quotes of another language.
    let isWord = isOperand && lexer.bytes[range.start..<range.end].dropFirst().dropLast().allSatisfy { $0.isWordByte }
    let isKey = isWord && bracket == "[" && token.infix?.precedence == .comparison
    let content = lexer.text(inside(range))
    let fixIt: FormatDiagnostic.FixIt =
      isKey
      ? .titled("remove the brackets", at: range, with: content) : .write("{\(content)}", at: range, isSafe: true)
    let error = report(.listBrackets(bracket), at: open, fixIts: isOperand ? [fixIt] : [])
    return FormatExpression(.invalid(error), range: range)
  }

  /// Skips past the closing bracket of an open one, or to the end of the text, without reporting errors.
  mutating func skipToEnd(of open: FormatRange) {
    _ = muted { $0.skipBrackets(open: 1) }
  }

  /// Skips past the closing bracket of the outermost open one, without the recursion of parsing.
  ///
  /// - Returns: Whether there is one.
  mutating func skipBrackets(open: Int) -> Bool {
    var open = open
    repeat {
      switch token.kind {
      case .end: return false
      case .symbol(.leftParen), .symbol(.leftBrace), .symbol(.leftBracket): open += 1
      case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket): open -= 1
      default: break
      }
      advance()
    } while open > 0
    return true
  }

  /// Returns the range between two brackets.
  func inside(_ brackets: FormatRange) -> FormatRange { FormatRange(brackets.start + 1, brackets.end - 1) }

  /// Reports a misspelled word such as that of `SUBQERY(a, $x, $x > 1)`, whose contents are not a list of values. Returns false if
  /// no such word precedes the bracket.
  mutating func rejectMisspelledKeywordCall(opened open: FormatRange) -> Bool {
    guard lexer.byte(at: open.start) == UInt8(ascii: "(") else { return false }
    let stop = lexer.endOfText(before: open.start)
    var start = stop
    while lexer.byte(at: start - 1).isLetter { start -= 1 }
    let range = FormatRange(start, stop)
    let word = lexer.text(range)
    guard stop - start > 3, !Keyword.isReserved(word),
      let nearest = nearestWord(to: word, among: Keyword.calls)
    else { return false }
    report(.unknownFunction(word, nearest: nil), at: range, fixIts: [.suggest(nearest, at: range)])
    skipElements(closing: .rightParen)
    return true
  }

  /// Skips the rest of a list and its closing bracket.
  private mutating func skipElements(closing: Token.Symbol) {
    repeat { synchronize() } while eat(.comma)
    _ = eat(closing)
  }

  /// Reports a missing comma, as in `{1 2}`, and skips the rest of the list. Returns false for anything else.
  mutating func rejectMissingComma(opened open: FormatRange) -> Bool {
    guard lexer.byte(at: open.start) == UInt8(ascii: "{") else { return false }
    switch token.kind {
    case .integer, .double, .string, .conversion, .word, .variable: break
    default: return false
    }
    if case .integer = token.kind, let date = dayBefore {
      report(.dateWithoutQuotes, at: date)
    } else {
      report(
        .expectedComma(of: "a list", found: describe(token)),
        fixIts: [.titled("write a comma before it", at: FormatRange(end, end), with: ",")])
    }
    skipElements(closing: .rightBrace)
    return true
  }

  /// The range of `2023-05-12 17:27:00` if the current token is the hour, and the day was read as a subtraction.
  private var dayBefore: FormatRange? {
    let start = end - 10
    guard lexer.byte(at: token.range.end) == UInt8(ascii: ":"), lexer.hasForm("0000-00-00", at: start) else {
      return nil
    }
    var stop = token.range.end
    while lexer.byte(at: stop).isDigit || Array(":.Z".utf8).contains(lexer.byte(at: stop)) { stop += 1 }
    return FormatRange(start, stop)
  }

  // MARK: Keys

  /// Reports a token after a dot that is not a key.
  mutating func rejectKey() -> FormatDiagnostic {
    let token = token
    if token.kind == .conversion, lexer.text(token.range) == "%@" {
      return report(.keyConversion, fixIts: [.write("%K", at: token.range, isSafe: true)])
    }
    if isRange { return reportAndSkip(.rangeOperator, at: FormatRange(end - 1, token.range.end)) }
    var fixIts: [FormatDiagnostic.FixIt] = []
    if token.kind == .string {
      let key = Printer.word(ofKey: lexer.string(of: token))
      if !key.isEmpty { fixIts = [.titled("write the key with escapes: \(key)", at: token.range, with: key)] }
    }
    return report(.expectedKey(found: describe(token)), fixIts: fixIts)
  }

  /// Whether the current token continues a range such as `1...5`, `1..<5` or `1..5`, whose first point has been read.
  var isRange: Bool {
    let (before, first, next) = (lexer.byte(at: end - 2), lexer.byte(at: end - 1), lexer.byte(at: token.range.start))
    let point = UInt8(ascii: ".")
    return first == point && token.range.start == end
      && (next == point && (before.isDigit || before == point) || next == UInt8(ascii: "<") && before == point)
  }

  /// Whether a value before a point is a number.
  func isNumber(_ value: FormatExpression?) -> Bool {
    if case .constant? = value?.kind { lexer.byte(at: end - 2).isDigit } else { false }
  }

  /// Reports `1.AND`, whose point belongs to the number.
  mutating func rejectPoint(from start: Int) -> FormatExpression {
    let (number, word) = (lexer.text(FormatRange(start, end)), lexer.text(token.range))
    let error = report(
      .missingBlank(between: number, and: word.uppercased()),
      fixIts: [.titled("write \" \(word)\"", at: FormatRange(end, end), with: " ", isSafe: true)])
    return FormatExpression(.invalid(error), range: range(from: start))
  }

  /// Methods of Swift's strings and collections, with their equivalent operators.
  private static let operatorOfMethod = [
    "contains": "CONTAINS", "hasPrefix": "BEGINSWITH", "hasSuffix": "ENDSWITH", "starts": "BEGINSWITH",
    "isEqual:": "==", "isEqualToString:": "==", "equals": "==",
  ]
  private static let suffixOfMethod = ["count": ".@count", "size": "[SIZE]", "first": "[FIRST]", "last": "[LAST]"]
  private static let functionOfMethod = [
    "uppercased": "uppercase", "lowercased": "lowercase", "toUpperCase": "uppercase", "toLowerCase": "lowercase",
    "uppercase": "uppercase", "lowercase": "lowercase",
  ]

  /// Reports a method call such as `value.contains("x")`, skips it, and suggests the equivalent operator or function.
  mutating func rejectCall(from start: Int) -> FormatExpression {
    let name = token
    let method = lexer.text(name.range)
    let before = lexer.text(FormatRange(start, end - 1))
    advance()
    let open = token.range
    let isClosed = token.kind == .symbol(.leftParen) && skipBrackets(open: 0)
    let range = range(from: start)
    if before == "$time" {
      let error = report(.spotlightDate("\(before).\(method)", code: .methodCall), at: range)
      return FormatExpression(.invalid(error), range: range)
    }
    var fixIts: [FormatDiagnostic.FixIt] = []
    if isClosed, range.end - range.start <= Lexer.reach {
      let argument = lexer.text(FormatRange(open.end, end - 1))
      if let op = Self.operatorOfMethod[method], !argument.isEmpty, !argument.contains(":") {
        // In a call of a program, a word is a variable.
        let isVariable =
          argument.utf8.allSatisfy { $0.isWordByte } && !argument.utf8.allSatisfy { $0.isDigit }
          && !Keyword.isReserved(argument)
        var text = "\(before) \(op) \(isVariable ? "%@" : argument)"
        var title = "write \(text)" + (isVariable ? " and pass \(argument)" : "")
        // What a list contains is a key of the object.
        if op == "CONTAINS", before.hasPrefix("[") || before.hasPrefix("{") {
          text = "\(argument) IN {\(before.dropFirst().dropLast())}"
          title = "write \(text)"
        }
        fixIts = [.titled(title, at: range, with: text)]
      } else if let function = Self.functionOfMethod[method], argument.isEmpty {
        fixIts = [.write("\(function)(\(before))", at: range)]
      } else if let suffix = Self.suffixOfMethod[method], argument.isEmpty {
        fixIts = [.write(before + suffix, at: range)]
      }
    }
    return FormatExpression(.invalid(report(.methodCall(method), at: name.range, fixIts: fixIts)), range: range)
  }
}

extension Token.Kind {
  /// Whether the token may begin an operand, except for an operand in parentheses.
  fileprivate var mayBeginOperand: Bool {
    switch self {
    case .word, .escapedWord, .atWord, .variable, .integer, .double, .string, .conversion, .symbol(.leftBrace): true
    default: false
    }
  }
}
