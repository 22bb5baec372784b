// Diagnostics for predicates and operators outside the grammar, such as the syntax of SQL, Swift, and other languages. Valid text
// never gets here.

extension Parser {
  // MARK: Between predicates

  /// Reports a predicate that follows another one without AND or OR, after a comma, or after a misspelled word.
  ///
  /// - Returns: Whether there is one, which the caller parses next.
  mutating func rejectJoin() -> Bool {
    if isQuoteInString, token.kind != .word { return false }
    switch token.kind {
    case .symbol(.comma):
      let next = ahead
      guard next.isLeftSide || next.token.kind == .keyword(.not) || next.token.kind == .keyword(.any) else {
        return false
      }
      let isAfterBlank = token.range.start > end
      report(.commaForAnd, fixIts: [.titled("write AND", at: token.range, with: isAfterBlank ? "AND" : " AND")])
      advance()
      return true
    case .keyword(.not), .keyword(.any), .keyword(.all), .keyword(.none), .keyword(.some), .symbol(.leftParen):
      return rejectMissingConnective()
    case .word: return rejectMisspelledConnective() || isLeftSide && rejectMissingConnective()
    case .escapedWord, .atWord, .integer, .double, .string, .conversion, .variable, .keyword(.self):
      return isLeftSide && rejectMissingConnective()
    case .end, .keyword, .operatorWord, .selector, .symbol, .foreignOperator, .invalid: return false
    }
  }

  /// Whether a comparison operator or another key follows the current token.
  private var isLeftSide: Bool {
    let next = peek()
    return next.kind == .symbol(.dot) || next.infix?.precedence == .comparison
  }

  private mutating func rejectMissingConnective() -> Bool {
    if rejectClingingConnective() { return true }
    let range = FormatRange(token.range.start, token.range.start)
    let text = token.range.start > end ? "AND " : " AND "
    report(
      .missingConnective(found: describe(token)), at: token.range,
      fixIts: [.titled("write AND before it", at: range, with: text)])
    return true
  }

  /// Reports a connective without a space after it, as in `ANDb == 2`.
  private mutating func rejectClingingConnective() -> Bool {
    guard token.kind == .word, case let text = lexer.text(token.range),
      let word = ["AND", "OR"].first(where: { text.hasPrefix($0) }), let next = text.dropFirst(word.count).first,
      next.isLowercase || next == "_"
    else { return false }
    let rest = text.dropFirst(word.count)
    report(
      .missingBlank(between: word, and: "\(rest)"), at: token.range,
      fixIts: [.write("\(word) \(rest)", at: token.range)])
    return true
  }

  /// Reports a word between two predicates that is neither AND nor OR, such as `adn` or `xor`.
  private mutating func rejectMisspelledConnective() -> Bool {
    let word = lexer.name(of: token)
    let known = [
      "XOR": "!=", "ANDALSO": "AND", "ORELSE": "OR", "PLUS": "AND", "BUT": "AND", "UND": "AND", "ODER": "OR",
    ]
    guard let nearest = known[word.uppercased()] ?? nearestWord(to: word, among: ["AND", "OR"]), !isLeftSide else {
      return false
    }
    report(.unknownConnective(word), fixIts: nearest == "!=" ? [] : [.suggest(nearest, at: token.range)])
    advance()
    return true
  }

  /// Reports text after the end of the format.
  mutating func rejectText(after kind: String) {
    if rejectClause(afterPredicate: true) || rejectDecimalComma() || rejectCommandOption() { return }
    switch token.kind {
    case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket):
      report(.unmatchedBracket(lexer.text(token.range)), fixIts: [.remove(token.range)])
    case .string where isDoubledQuote: rejectDoubledQuote()
    case .word where isAfterQuote: rejectQuoteInString()
    case _ where isRange: report(.rangeOperator, at: FormatRange(end - 1, token.range.end))
    case .symbol(.bang) where peek().kind == .end:
      report(.unexpectedText("'!'", after: kind), fixIts: [.remove(token.range, isSafe: true)])
    default:
      if isQuoteInString { return rejectQuoteInString() }
      report(.unexpectedText(describe(token), after: kind))
    }
  }

  /// Reports the options of a command after the condition, as in `a == 1 --style json`. They were read as subtractions.
  private mutating func rejectCommandOption() -> Bool {
    let dash = UInt8(ascii: "-")
    let lexer = lexer
    let isOption = { (index: Int) in
      Lexer.isBlank(lexer.byte(at: index)) && lexer.byte(at: index + 1) == dash && lexer.byte(at: index + 2) == dash
        && lexer.byte(at: index + 3).isLetter
    }
    guard token.kind == .word, let start = (0..<token.range.start).first(where: isOption) else { return false }
    var stop = start + 3
    while lexer.byte(at: stop).isWordByte || lexer.byte(at: stop) == dash { stop += 1 }
    let range = FormatRange(start + 1, stop)
    let rest = FormatRange(start, lexer.bytes.count)
    report(
      .commandOption(lexer.text(range)), at: range, fixIts: [.titled("remove it and the rest", at: rest, with: "")])
    stopReading()
    return true
  }

  /// Reports a clause of an SQL query or a Realm query after the condition, and stops parsing. Returns false for anything else.
  mutating func rejectClause(afterPredicate: Bool = false) -> Bool {
    let word = lexer.text(token.range).uppercased()
    guard token.kind == .word, !isAfterQuote else { return false }
    // Elsewhere the words of Realm are more often keys or operators.
    let isCall = peek().kind == .symbol(.leftParen)
    let isRealm = Self.realmClauses.contains(word) && (afterPredicate || isCall) || word == "LIMIT" && isCall
    guard isRealm || Self.clauses.contains(word) else { return false }
    let range = FormatRange(token.range.start, lexer.bytes.count)
    let rest = lexer.text(range)
    let isWhole =
      rest.count { $0 == "(" } >= rest.count { $0 == ")" } && !rest.contains { $0 == "&" || $0 == "|" }
    report(isRealm ? .realmClause(word) : .sqlClause(word), at: range, fixIts: isWhole ? [.remove(range)] : [])
    stopReading()
    return true
  }

  /// The words that begin the clauses of an SQL query.
  static let clauses: Set<String> = [
    "SELECT", "FROM", "WHERE", "ORDER", "GROUP", "HAVING", "LIMIT", "OFFSET", "JOIN", "ESCAPE",
  ]

  /// The words that begin the clauses of a Realm query and are not words of SQL, or have another meaning there.
  private static let realmClauses: Set<String> = ["SORT", "DISTINCT", "INCLUDE"]

  /// Stops parsing, because further errors would be misleading.
  mutating func stopReading() {
    lexer.diagnostics.stop()
    lexer.position = lexer.bytes.count
    advance()
  }

  // MARK: Quotes inside strings

  /// Whether the current token is a string directly after another one in the same quotes.
  var isDoubledQuote: Bool {
    token.kind == .string && end == token.range.start && lexer.byte(at: end - 1) == lexer.byte(at: end)
  }

  /// Reports a doubled quote inside a string, as SQL writes it: `'it''s'`.
  mutating func rejectDoubledQuote() {
    let range = FormatRange(end - 1, end + 1)
    let quote = lexer.text(FormatRange(end - 1, end))
    report(.doubledQuote(quote), at: range, fixIts: [.write("\\\(quote)", at: range, isSafe: true)])
    while token.kind == .string, token.range.start == end { advance() }
  }

  /// Whether the current token directly follows a string that a later quote of the same kind was meant to end. The strings of a
  /// list, as in `name IN "a", "b"`, end where they should.
  private var isQuoteInString: Bool {
    switch token.kind {
    case .end, .string, .invalid: return false
    case .symbol(.comma) where peek().kind == .string: return false
    default: return isAfterQuote && lexer.ahead(token.range.end).contains(lexer.byte(at: end - 1))
    }
  }

  /// Whether the current token directly follows a string.
  var isAfterQuote: Bool {
    token.range.start == end && lexer.byte(at: end - 1).isQuote
  }

  /// Reports an unescaped quote inside a string, as in `'it's'`, and skips past the next quote.
  private mutating func rejectQuoteInString() {
    let range = FormatRange(end - 1, end)
    let quote = lexer.byte(at: range.start)
    let rest = lexer.bytes[end...]
    let last = rest.firstIndex(of: quote)
    let escaped = "\\\(lexer.text(range))"
    var fixIts: [FormatDiagnostic.FixIt] = [.write(escaped, at: range)]
    if let last, rest.count(where: { $0 == quote }).isMultiple(of: 2) {
      // The next quote is inside the string too.
      let text = escaped + lexer.text(FormatRange(end, last)) + escaped
      fixIts = [.write(text, at: FormatRange(range.start, last + 1))]
    }
    report(.quoteInString(lexer.text(range)), at: range, fixIts: last == nil ? [] : fixIts)
    guard let last else { return }
    lexer.position = last + 1
    muted { $0.advance() }
  }

  // MARK: Values in place of predicates

  /// Reports a value without an operator.
  mutating func rejectValue(_ value: FormatExpression) -> FormatDiagnostic {
    if case .placeholder(let conversion) = value.kind, conversion.text == "%@", endsPredicateOrArgument {
      return reportAndSkip(.predicateAsArgument(isWhole: value.range.start == 0 && token.kind == .end), at: value.range)
    }
    var notes: [String] = []
    if case .targetFunction(let call) = value.kind, !call.arguments.isEmpty, !call.selector.hasSuffix(":") {
      notes = ["the selector of a method with an argument ends in a colon: '\(call.selector):'"]
    }
    if case .keyPath(let steps) = value.kind, value.range.start == 0, value.range.end <= Message.longestQuotation,
      token.kind == .end, steps.last != .key(.collectionOperator(.count))
    {
      notes = ["for a text or a number write \(lexer.text(value.range)) == %@"]
    }
    return reportAndSkip(
      .expectedOperator(after: describe(value.range), found: describe(token), notes: notes),
      fixIts: predicateFixIts(value))
  }

  /// Returns fix-its that turn a value into a predicate.
  func predicateFixIts(_ expression: FormatExpression) -> [FormatDiagnostic.FixIt] {
    let range = FormatRange(expression.range.end, expression.range.end)
    if token.kind == .atWord {
      return [.titled("write a dot before it", at: FormatRange(token.range.start, token.range.start), with: ".")]
    }
    switch expression.kind {
    case .constant(.bool(let value)):
      return [.write(value ? "TRUEPREDICATE" : "FALSEPREDICATE", at: expression.range)]
    case .subquery: return [.titled("test the count: .@count > 0", at: range, with: ".@count > 0")]
    case .function(let call) where Self.tests.contains(call.selector.lowercased()) && call.arguments.count == 1:
      return [.write(lexer.text(call.arguments[0].range) + ".@count > 0", at: expression.range)]
    case .keyPath, .keys, .targetFunction:
      guard endsPredicateOrArgument else { return [] }
      if expression.kind.steps?.last == .key(.collectionOperator(.count)) {
        return [.titled("write > 0", at: range, with: " > 0")]
      }
      return [.titled("for a boolean, write == YES", at: range, with: " == YES")]
    default: return []
    }
  }

  /// Functions of other languages that test whether there are elements.
  private static let tests: Set<String> = ["exists:", "notempty:", "isnotempty:"]

  /// Whether the current token ends a predicate, so that only the operator and the right side are missing.
  private var endsPredicateOrArgument: Bool { token.kind.endsPredicate || token.kind == .symbol(.comma) }

  /// Reports SQL's `BETWEEN 1 AND 2`, in which the value after AND is the upper bound. Returns `nil` for anything else.
  mutating func rejectBetweenAnd(_ high: FormatExpression, after parts: [FormatPredicate]) -> FormatPredicate? {
    var last = parts.last
    while case .not(let part)? = last?.kind { last = part }
    guard case .comparison(let comparison)? = last?.kind, comparison.operator == .between,
      case let low = comparison.right.range, high.range.end > low.start
    else { return nil }
    if case .invalid = high.kind { return nil }
    if case .aggregate = comparison.right.kind { return nil }
    return FormatPredicate(.invalid(betweenAnd(low, high.range)), range: high.range)
  }

  /// Reports `a == 1 OR 2`, in which the second value needs its own comparison. Returns `nil` for anything else.
  mutating func rejectLoneValue(_ value: FormatExpression, after parts: [FormatPredicate]) -> FormatPredicate? {
    guard case .comparison(let comparison)? = parts.last?.kind, let start = parts.last?.range.start,
      lexer.byte(at: start) != UInt8(ascii: "("), isValue(value)
    else { return nil }
    let head = lexer.text(FormatRange(start, comparison.right.range.start))
    let text = head + lexer.text(value.range)
    let error = report(
      .expectedOperator(after: describe(value.range), found: describe(token)), fixIts: [.write(text, at: value.range)])
    return FormatPredicate(.invalid(error), range: value.range)
  }

  func isValue(_ expression: FormatExpression) -> Bool {
    switch expression.kind {
    case .constant(.bool): false
    case .constant, .placeholder: true
    default: false
    }
  }

  private mutating func betweenAnd(_ low: FormatRange, _ high: FormatRange) -> FormatDiagnostic {
    let text = "{\(lexer.text(low)), \(lexer.text(high))}"
    let range = low.union(high)
    return report(.betweenAnd, at: range, fixIts: [.write(text, at: range, isSafe: true)])
  }

  /// Reports a modifier on the right side, as in `a == ANY b`, or without a comparison, as in `ANY b`.
  mutating func rejectLoneModifier(_ word: FormatRange, before left: FormatExpression) -> FormatPredicate {
    guard isAfterOperator(word.start) else { return predicate(from: .expression(left)) }
    let fixIts = modifierFixIts(word, before: left)
    let error = report(
      .modifierOnRight(lexer.text(word).uppercased(), hasFixIt: !fixIts.isEmpty), at: word, fixIts: fixIts)
    return FormatPredicate(.invalid(error), range: word.union(left.range))
  }

  /// Returns the fix-its for a modifier on the right side: the whole comparison with the modifier before it.
  private func modifierFixIts(_ word: FormatRange, before right: FormatExpression) -> [FormatDiagnostic.FixIt] {
    guard comparisonStart <= word.start, word.start - comparisonStart <= Lexer.reach else { return [] }
    let parts = lexer.text(FormatRange(comparisonStart, word.start)).split { $0 == " " }
    guard parts.count == 2 else { return [] }
    let (left, op, value) = (parts[0], parts[1].uppercased(), lexer.text(right.range))
    guard left.utf8.allSatisfy({ $0.isWordByte || Array(".%@#$".utf8).contains($0) }) else { return [] }
    let text: String
    switch lexer.text(word).uppercased() {
    case "NONE" where op == "==" || op == "=" || op == "IN": text = "NOT \(left) IN \(value)"
    case "ANY" where op == "CONTAINS", "SOME" where op == "CONTAINS": text = "ANY \(left) IN \(value)"
    case "ANY" where op == "==" || op == "=":
      guard case .keyPath = right.kind else { return [] }
      text = "ANY \(value) == \(left)"
    default: return []
    }
    var start = comparisonStart
    while Lexer.isBlank(lexer.byte(at: start)) { start += 1 }
    return [.write(text, at: FormatRange(start, right.range.end))]
  }

  /// Whether a comparison operator precedes an offset.
  func isAfterOperator(_ offset: Int) -> Bool {
    let stop = lexer.endOfText(before: offset)
    if Array("=<>~".utf8).contains(lexer.byte(at: stop - 1)) { return true }
    var start = stop
    while lexer.byte(at: start - 1).isWordByte { start -= 1 }
    return InfixOperator.words.contains(lexer.text(FormatRange(start, stop)).uppercased())
  }

  // MARK: Operators

  /// Parses a comparison with an unknown operator: suggests the intended one, and parses the right side to find further errors.
  mutating func parseMisspelledComparison(after left: FormatExpression, isModified: Bool = false) -> FormatPredicate {
    let op = token.range
    switch rejectMisspelledOperator(after: left, isModified: isModified) {
    case .rightSide: _ = parseTerm(.assignment)
    case .bounds: finishBetween(parseTerm(.assignment))
    case .comparison: _ = parseTerm(.comparison)
    case .nothing: break
    }
    // The reported error has one of several codes. The tree contains this one.
    let error = FormatDiagnostic(.unknownOperator(lexer.text(op)), at: op)
    return FormatPredicate(.invalid(error), range: range(from: left.range.start))
  }

  /// The syntax to parse after an unknown operator.
  private enum Rest { case rightSide, bounds, comparison, nothing }

  private mutating func rejectMisspelledOperator(after left: FormatExpression, isModified: Bool) -> Rest {
    let name = lexer.text(token.range).uppercased()
    var rest = Rest.rightSide
    if token.kind == .keyword(.not) || token.kind == .symbol(.bang), !isPhrase {
      if rejectInfixNot(after: left, isModified: isModified) { rest = .bounds }
    } else if name == "IS", !isPhrase {
      rejectIs()
    } else if rejectQuery(from: left) {
      return .nothing
    } else if let meant = rejectPhrase(after: left, isModified: isModified) {
      // The call has consumed all but the last word.
      if meant == .between { rest = .bounds }
    } else {
      let nearest = Self.nearestOperator(to: name)
      if nearest == nil, hasErrorInComparison {
        synchronize()
        return .nothing
      }
      if nearest == nil, rejectTranslation(after: left) { return .rightSide }
      if nearest == nil, token.kind == .word, isLeftSide || isRowOfWords {
        while !isLeftSide, peek().kind == .word { advance() }
        if rejectWordsInRow(left) { return .comparison }
      }
      rejectOperator(nearest)
    }
    advance()
    if token.kind == .symbol(.leftBracket), !isBracketedList { _ = skipBrackets(open: 0) }
    return rest
  }

  /// Parses the upper bound of `NOT BETWEEN 1 AND 2`.
  private mutating func finishBetween(_ bounds: Term) {
    guard token.kind == .keyword(.and), case .expression(let low) = bounds, case .constant = low.kind else { return }
    advance()
    let high = parseTerm(.assignment)
    _ = betweenAnd(low.range, high.range)
  }

  /// Operators of other languages that are words, with their equivalents here.
  private static let foreignWords: [String: String] = [
    "EQUALS": "==", "EQUAL": "==", "EQ": "==", "NE": "!=", "NEQ": "!=", "LT": "<", "GT": ">", "LE": "<=", "LTE": "<=",
    "GE": ">=", "GTE": ">=", "HASPREFIX": "BEGINSWITH", "STARTSWITH": "BEGINSWITH", "HASSUFFIX": "ENDSWITH",
    "REGEXP": "MATCHES", "REGEX": "MATCHES", "RLIKE": "MATCHES", "ICONTAINS": "CONTAINS[c]", "IEQUALS": "==[c]",
    "ISTARTSWITH": "BEGINSWITH[c]", "IBEGINSWITH": "BEGINSWITH[c]", "IENDSWITH": "ENDSWITH[c]", "ILIKE": "LIKE[c]",
    "GLOB": "LIKE", "INCLUDES": "CONTAINS", "HAS": "CONTAINS", "GREATER": ">", "GREATERTHAN": ">", "LESS": "<",
    "LESSTHAN": "<", "TEXT": "CONTAINS[cd]",
  ]

  static func nearestOperator(to name: String) -> String? {
    foreignOperator(name) ?? nearestWord(to: name, among: InfixOperator.words)
  }

  private static func foreignOperator(_ name: String) -> String? { foreignWords[name] ?? Lexer.foreignSymbols[name] }

  /// Reports the current token as an unknown operator.
  private mutating func rejectOperator(_ nearest: String?) {
    let text = lexer.text(token.range)
    if text.uppercased() == "GEOWITHIN" {
      report(.geometricOperator(text))
      // The shapes after it would be reported as lists, but a clause is another mistake.
      muted { parser in
        let clauses = ["SORT", "DISTINCT", "LIMIT"]
        while parser.token.kind != .end, !clauses.contains(parser.lexer.text(parser.token.range).uppercased()) {
          parser.advance()
        }
      }
      if !rejectClause(afterPredicate: true) { stopReading() }
      return
    }
    let isForeign = Self.foreignOperator(text.uppercased()) != nil
    report(
      isForeign ? .foreignOperator(text) : .unknownOperator(text),
      fixIts: nearest.map { [.suggest($0, at: token.range)] } ?? [])
  }

  /// Reports `a NOT IN b` and advances to the operator. Returns whether it is BETWEEN.
  private mutating func rejectInfixNot(after left: FormatExpression, isModified: Bool) -> Bool {
    let not = token.range
    let op = peek()
    let name = lexer.text(op.range).uppercased()
    let range = FormatRange(not.start, op.range.end)
    // Swift's `name! == "x"`. In `a !CONTAINS b`, the operator follows the sign.
    if not.start == left.range.end, op.range.start > not.end {
      report(.unknownOperator("!"), at: not, fixIts: [.remove(not)])
      advance()
      return false
    }
    if op.kind == .keyword(.null) || op.kind == .keyword(.nil) {
      report(.isNull("\(lexer.text(range))"), at: range, fixIts: [.write("!=", at: not, isSafe: true)])
      return false
    }
    let isEqual = op.kind == .symbol(.equal) || op.kind == .symbol(.equalEqual)
    let text = "NOT \(lexer.text(left.range)) \(name)"
    let fixIt: FormatDiagnostic.FixIt =
      isEqual
      ? .write("!=", at: range, isSafe: true)
      : .write(text, at: FormatRange(left.range.start, op.range.end), isSafe: true)
    advance()
    // `NOT CONTAINS Foo` probably means a string.
    let next = ahead
    var isText = false
    if case .comparison(let comparison)? = InfixOperator.infix(of: op, in: lexer) { isText = comparison.takesString }
    let isLone = isText && next.token.kind == .word && next.peek().kind == .end
    report(
      .infixNot(name, text: isLone ? lexer.text(next.token.range) : nil), at: range,
      fixIts: isModified && !isEqual ? [] : [fixIt])
    return if case .comparison(.between)? = InfixOperator.infix(of: op, in: lexer) { true } else { false }
  }

  /// Reports `IS NULL` or `IS NOT NULL` and advances to the last word before NULL.
  private mutating func rejectIs() {
    let start = token.range
    let isNegated = peek().kind == .keyword(.not)
    if isNegated { advance() }
    let range = start.union(token.range)
    let op = isNegated ? "!=" : "=="
    // `IS EMPTY` may not mean equality with a key.
    var isSafe = true
    if case .word = peek().kind { isSafe = false }
    report(.isNull(lexer.text(range).uppercased()), at: range, fixIts: [.write(op, at: range, isSafe: isSafe)])
  }
}
