// Diagnostics for comparisons and operands that other languages write differently. Valid text only runs the checks for options
// after strings and in other brackets.

extension Parser {
  // MARK: After a value or a predicate

  /// Reports a known mistake after a value that has no operator. Returns `nil` for anything else.
  mutating func rejectKnown(after value: FormatExpression) -> FormatDiagnostic? {
    if hasErrorInComparison { return nil }
    if isDoubledQuote {
      rejectDoubledQuote()
      return lexer.diagnostics.last(from: comparisonStart)
    }
    if rejectDecimalComma() || rejectClause() { return lexer.diagnostics.last(from: comparisonStart) }
    let text = lexer.text(token.range).uppercased()
    if case .constant(.string(let format)) = value.kind, token.kind == .end, value.range.start == 0,
      format.contains(" ")
    {
      return report(
        .quotedFormat, at: value.range,
        fixIts: [.titled("write the predicate without quotes", at: value.range, with: format)])
    }
    if token.kind == .word, peek().kind == .end, value.range.start == 0, case .keyPath(let steps) = value.kind,
      steps.count == 1, lexer.byte(at: 0).isUppercase, lexer.byte(at: token.range.start).isUppercase
    {
      let range = value.range.union(token.range)
      return report(.textAlone(lexer.text(range)), at: range)
    }
    if let op = ["ISNULL": "== nil", "ISNIL": "== nil", "ISNOTNULL": "!= nil", "NOTNULL": "!= nil"][text] {
      return report(.isNull(text), fixIts: [.write(op, at: token.range, isSafe: true)])
    }
    let isCall = token.kind == .symbol(.leftParen) && token.range.start == end && peek().kind == .symbol(.rightParen)
    if isCall, let steps = value.kind.steps, steps.count > 1, case .key(let key)? = steps.last {
      let range = FormatRange(end, peek().range.end)
      return report(
        .methodCall(key.name), at: range, fixIts: [.titled("remove the parentheses", at: range, with: "", isSafe: true)]
      )
    }
    return nil
  }

  /// The letters of string options in lowercase.
  static let optionLetters = StringOptions.letters.compactMap { $0.letter.asciiValue }

  /// The letters of the options of Spotlight.
  static let spotlightOptions = Array("cdwt".utf8)

  /// Reports options after a string, as Spotlight writes them: `'text'c`.
  mutating func rejectSuffix() {
    guard token.kind == .word, isAfterQuote, token.range.end - token.range.start <= 4,
      lexer.bytes[token.range.start..<token.range.end].allSatisfy(Self.spotlightOptions.contains)
    else { return }
    let next = peek().kind
    guard next.endsPredicate || next == .symbol(.rightBrace) else { return }
    report(.optionsAfterString(lexer.text(token.range)), at: token.range, fixIts: [.remove(token.range)])
    advance()
  }

  /// Reports a comma in a number, as in `1.000,50` and `1,000`. Returns false for anything else, such as `1,2,3`.
  mutating func rejectDecimalComma() -> Bool {
    let next = peek()
    guard token.kind == .symbol(.comma), token.range.start == end, lexer.byte(at: end - 1).isDigit,
      case .integer = next.kind, next.range.start == token.range.end
    else { return false }
    var start = end
    while lexer.byte(at: start - 1).isDigit || lexer.byte(at: start - 1) == UInt8(ascii: ".") { start -= 1 }
    // A key such as `key1`, or `0x15`.
    if lexer.byte(at: start - 1).isWordByte { return false }
    let (whole, range) = (lexer.text(FormatRange(start, end)), FormatRange(start, next.range.end))
    let isShort = whole.utf8.count <= 3 && whole != "0" && !whole.utf8.contains(UInt8(ascii: "."))
    if isShort, next.range.end - next.range.start == 3 {
      rejectGroups(of: range)
    } else if lexer.byte(at: range.end) == UInt8(ascii: ","), lexer.byte(at: range.end + 1).isDigit {
      return false  // a list without braces
    } else {
      let groups = whole.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
      guard groups.allSatisfy({ $0.utf8.count == 3 }) else { return false }
      let number = whole.replacing(".", with: "") + "." + lexer.text(next.range)
      report(.decimalComma, at: range, fixIts: [.write(number, at: range)])
    }
    return true
  }

  /// Reports commas between groups of three digits. A single comma may also be a decimal separator, so it has no fix-it.
  private mutating func rejectGroups(of first: FormatRange) {
    var end = first.end
    while lexer.byte(at: end) == UInt8(ascii: ","), (1...3).allSatisfy({ lexer.byte(at: end + $0).isDigit }) {
      end += 4
    }
    let range = FormatRange(first.start, end)
    let number = lexer.text(range).replacing(",", with: "")
    if end == first.end {
      report(.numberWithComma(grouped: number, decimal: lexer.text(range).replacing(",", with: ".")), at: range)
    } else {
      report(.groupedNumber, at: range, fixIts: [.write(number, at: range)])
    }
  }

  /// Reports a key after a predicate in parentheses, and skips it. Returns false for anything else.
  mutating func rejectKeyOfPredicate(_ predicate: FormatPredicate) -> Bool {
    let next = peek()
    guard next.kind == .word || next.kind == .atWord else { return false }
    let range = token.range.union(next.range)
    var fixIts: [FormatDiagnostic.FixIt] = next.kind == .word ? [.remove(range)] : []
    if next.kind == .atWord, lexer.text(next.range) == "@count",
      let text = subquery(of: predicate, in: inside(predicate.range))
    {
      fixIts = [.titled("write \(text).@count", at: predicate.range, with: text)]
    }
    report(.keyOfPredicate(lexer.text(next.range)), at: range, fixIts: fixIts)
    advance()
    advance()
    // A comparison of the number belongs to the same mistake.
    if next.kind == .atWord { synchronize() }
    return true
  }

  /// Returns the fix-its for missing closing brackets: one for each open bracket at the end of the text.
  func closingFixIts(at offset: Int?) -> [FormatDiagnostic.FixIt] {
    if let offset { return [.titled("write ) before it", at: FormatRange(offset, offset), with: ")")] }
    guard token.kind == .end, !lexer.diagnostics.isMuted else { return [] }
    var copy = lexer
    copy.position = 0
    copy.diagnostics.isMuted = true
    // More open brackets are hardly an oversight.
    let mostClosings = 20
    var closing: [String] = []
    while true {
      let token = copy.next()
      switch token.kind {
      case .symbol(.leftParen): closing.append(")")
      case .symbol(.leftBrace): closing.append("}")
      case .symbol(.leftBracket): closing.append("]")
      case .symbol(.rightParen), .symbol(.rightBrace), .symbol(.rightBracket):
        guard closing.popLast() == lexer.text(token.range) else { return [] }
      case .end:
        guard !closing.isEmpty, closing.count <= mostClosings else { return [] }
        let text = closing.reversed().joined()
        return [.titled("write \(text) at the end", at: FormatRange(end, end), with: text)]
      default: break
      }
    }
  }

  // MARK: In place of a value

  /// Reports known syntax of other languages in place of a value. Returns `nil` for anything else.
  mutating func rejectForeignOperand() -> FormatExpression? {
    rejectSpacedOperator() ?? rejectPrintedNil() ?? rejectHostCode() ?? rejectPrintedObject() ?? rejectMessage()
      ?? rejectLeadingDot() ?? rejectWildcard() ?? rejectMemberOperator()
  }

  /// Reports `[Settings shared].level`, a message of Objective-C. Returns `nil` for anything else.
  private mutating func rejectMessage() -> FormatExpression? {
    let start = token.range.start
    guard token.kind == .symbol(.leftBracket), let close = lexer.ahead(start).firstIndex(of: UInt8(ascii: "]")) else {
      return nil
    }
    let words = lexer.text(FormatRange(start + 1, close)).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0.isWordByte } }) else {
      return nil
    }
    var stop = close + 1
    while lexer.byte(at: stop) == UInt8(ascii: ".") || lexer.byte(at: stop).isWordByte { stop += 1 }
    let range = FormatRange(start, stop)
    let isFirst = end == 0
    return reportValue(.objectiveCMessage(isLeft: isFirst), at: range, fixIts: isFirst ? [] : [.write("%@", at: range)])
  }

  /// Reports the dot of `.name == 1`, and parses the key path after it. Returns `nil` for anything else.
  private mutating func rejectLeadingDot() -> FormatExpression? {
    let dot = token.range
    guard token.kind == .symbol(.dot), peek().kind == .word, peek().range.start == dot.end else { return nil }
    report(.leadingDot, at: dot, fixIts: [.remove(dot)])
    advance()
    return parseExpression(.assignment)
  }

  /// Reports `> =`, and parses the operand after it. Returns `nil` for anything else.
  private mutating func rejectSpacedOperator() -> FormatExpression? {
    guard token.kind == .symbol(.equal), end > 0, token.range.start > end else { return nil }
    let start = end - 1
    if start > 0, Array("=<>!".utf8).contains(lexer.byte(at: start - 1)) { return nil }
    let op = lexer.text(FormatRange(start, end)) + "="
    guard ["==", "<=", ">=", "!="].contains(op), start > 0 else { return nil }
    let range = FormatRange(start, token.range.end)
    report(.spacedOperator(op), at: range, fixIts: [.write(op, at: range, isSafe: true)])
    advance()
    return parseExpression(.assignment)
  }

  /// Whether the current token opens `[object Name]`.
  var isPrintedObject: Bool {
    lexer.byteAhead == UInt8(ascii: "o") && lexer.bytes[token.range.start...].starts(with: "[object ".utf8)
  }

  /// Reports `[object Name]`, which JavaScript prints for an object. Returns `nil` for anything else.
  private mutating func rejectPrintedObject() -> FormatExpression? {
    let start = token.range.start
    guard isPrintedObject, let stop = lexer.ahead(start).firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let range = FormatRange(start, stop + 1)
    return reportValue(.printedObject, at: range, fixIts: [.write("%@", at: range)])
  }

  /// Reports `<null>` and `<nil>`, which Objective-C prints for nil, and `<name>`, which describes a value. Returns `nil` for
  /// anything else.
  private mutating func rejectPrintedNil() -> FormatExpression? {
    let start = token.range.start
    guard token.kind == .symbol(.less), let stop = lexer.ahead(start).firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let range = FormatRange(start, stop + 1)
    if lexer.byte(at: start + 1) == UInt8(ascii: "#"), lexer.byte(at: stop - 1) == UInt8(ascii: "#") {
      return reportValue(.editorPlaceholder, at: range)
    }
    if ["<null>", "<nil>"].contains(lexer.text(range).lowercased()) {
      return reportValue(.printedNil, at: range, fixIts: [.write("nil", at: range, isSafe: true)])
    }
    guard isName(in: range) else { return nil }
    return reportValue(.nameInBrackets(lexer.text(range)), at: range, fixIts: [.write("%@", at: range)])
  }

  /// Whether the text in angle brackets is words, and not a part of comparisons such as `< a and b > c`.
  private func isName(in range: FormatRange) -> Bool {
    let name = lexer.bytes[(range.start + 1)..<(range.end - 1)]
    let edges = [name.first, name.last].compactMap { $0 }
    return edges.count == 2 && edges.allSatisfy { $0.isWordByte }
      && name.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
      && name.count <= Message.longestQuotation && !lexer.byte(at: range.end).isWordByte
  }

  /// Reports `NSPredicate(format: "…")` and `[NSPredicate predicateWithFormat:@"…"]`, and stops parsing. Returns `nil` for anything
  /// else.
  private mutating func rejectHostCode() -> FormatExpression? {
    let all = FormatRange(0, lexer.bytes.count)
    let start = "NSPredicate("
    let isSwift =
      token.kind == .selector && lexer.text(token.range) == "format:" && lexer.bytes[..<end].elementsEqual(start.utf8)
    let next = peek()
    let isObjectiveC = token.kind == .symbol(.leftBracket) && end == 0 && lexer.text(next.range) == "NSPredicate"
    guard isSwift || isObjectiveC else { return nil }
    let quote = UInt8(ascii: "\"")
    var fixIts: [FormatDiagnostic.FixIt] = []
    if let first = lexer.bytes.firstIndex(of: quote), let last = lexer.bytes.lastIndex(of: quote), last > first + 1 {
      let format = lexer.text(FormatRange(first + 1, last))
      if !format.utf8.contains(quote) { fixIts = [.write(format, at: all)] }
    }
    let error = report(.hostCode, at: all, fixIts: fixIts)
    stopReading()
    return FormatExpression(.invalid(error), range: all)
  }

  /// Reports `a->b` and `a::b`. Returns `nil` for anything else.
  private mutating func rejectMemberOperator() -> FormatExpression? {
    let start = token.range.start
    var range: FormatRange?
    if token.kind == .symbol(.greater), start == end, lexer.byte(at: end - 1) == UInt8(ascii: "-"),
      lexer.byte(at: end - 2).isWordByte, lexer.byte().isWordByte
    {
      range = FormatRange(end - 1, token.range.end)
    } else if token.kind == .selector, lexer.position < lexer.bytes.count, lexer.byte() == UInt8(ascii: ":") {
      range = FormatRange(token.range.end - 1, token.range.end + 1)
    }
    guard let range else { return nil }
    let error = reportAndSkip(
      .memberOperator(lexer.text(range)), at: range, fixIts: [.titled("write a dot", at: range, with: ".")])
    return FormatExpression(.invalid(error), range: range)
  }

  // MARK: Comparisons

  /// Reports a chained comparison, whose second operator has a range.
  mutating func rejectChain(_ first: FormatPredicate, _ range: FormatRange, _ right: Term) {
    guard case .comparison(let comparison) = first.kind else {
      rejectTruth(first, range, right)
      return
    }
    for (op, word) in [(ArithmeticOperator.bitAnd, "AND"), (.bitOr, "OR")] {
      guard case .function(let call) = comparison.right.kind, call.selector == op.selector, call.arguments.count == 2,
        let sign = gap(call.arguments[0].range, call.arguments[1].range), lexer.text(sign) == op.rawValue
      else { continue }
      report(.bitwiseConnective(op.rawValue, word), at: sign, fixIts: [.write(word, at: sign, isSafe: true)])
      return
    }
    if let range = typeParameters(of: comparison, closedAt: range) {
      report(.typeParameters, at: range, fixIts: [.remove(range)])
      return
    }
    if case .expression(let value) = right, case .constant(.bool) = value.kind {
      return rejectTruth(first, range, right)
    }
    if lexer.text(range).uppercased() == "IN", case .expression(let collection) = right,
      isValue(comparison.right), case .keyPath = collection.kind, let steps = comparison.left.kind.steps,
      case .key(let first)? = steps.first, lexer.text(comparison.left.range).hasPrefix(first.name)
    {
      // `group.name == "a" IN groups` probably means each element of groups.
      let whole = FormatRange(comparison.left.range.start, collection.range.end)
      let left = comparison.left.range
      let rest = lexer.text(FormatRange(left.start + (steps.count > 1 ? first.name.utf8.count : 0), left.end))
      let path = lexer.text(collection.range) + (steps.count > 1 ? "" : ".") + rest
      let text = "ANY \(path)\(lexer.text(FormatRange(comparison.left.range.end, comparison.right.range.end)))"
      report(.chainedComparison(isMembership: true), at: range, fixIts: [.write(text, at: whole)])
      return
    }
    var isOperand = false
    if case .expression(let operand) = right {
      if case .invalid = operand.kind {} else { isOperand = true }
    }
    let isParenthesized = lexer.byte(at: first.range.start) == UInt8(ascii: "(")
    let isAfterBlank = Lexer.isBlank(lexer.byte(at: range.start - 1))
    let middle = lexer.text(comparison.right.range)
    var fixIts: [FormatDiagnostic.FixIt] = []
    if isOperand, !isParenthesized, isAfterBlank, middle.utf8.count <= Message.longestQuotation {
      let start = FormatRange(range.start, range.start)
      fixIts = [.titled("write AND \(middle) before it", at: start, with: "AND \(middle) ")]
    }
    report(.chainedComparison(), at: range, fixIts: fixIts)
  }

  /// Returns the range of `<Type>` in `a.list<Type> == b`, which is read as two comparisons. Returns `nil` for anything else.
  private func typeParameters(of comparison: FormatPredicate.Comparison, closedAt close: FormatRange) -> FormatRange? {
    let (left, right) = (comparison.left.range, comparison.right.range)
    var next = close.start + 1
    while Lexer.isBlank(lexer.byte(at: next)) { next += 1 }
    guard comparison.operator == .lessThan, right.start == left.end + 1, close.start == right.end,
      lexer.byte(at: close.start) == UInt8(ascii: ">"), case .keyPath = comparison.left.kind,
      case .keyPath(let steps) = comparison.right.kind, steps.count == 1,
      Array("=!<>.".utf8).contains(lexer.byte(at: next)),
      next > close.start + 1 || lexer.byte(at: next) != UInt8(ascii: "=")
    else { return nil }
    return FormatRange(left.end, close.start + 1)
  }

  /// Reports a predicate that is compared with TRUE or FALSE, or a comparison that is compared.
  private mutating func rejectTruth(_ first: FormatPredicate, _ range: FormatRange, _ right: Term) {
    guard case .expression(let value) = right, case .constant(.bool(let truth)) = value.kind,
      ["=", "=="].contains(lexer.text(range))
    else {
      report(.chainedComparison(), at: range)
      return
    }
    let rest = FormatRange(first.range.end, value.range.end)
    let whole = FormatRange(first.range.start, value.range.end)
    let negated = "NOT (\(lexer.text(first.range)))"
    report(
      .truthCompared, at: range.union(value.range),
      fixIts: [truth ? .remove(rest, isSafe: true) : .write(negated, at: whole, isSafe: true)])
  }

  /// Returns the range between two operands, without the spaces around it.
  private func gap(_ left: FormatRange, _ right: FormatRange) -> FormatRange? {
    var (start, stop) = (left.end, right.start)
    while start < stop, Lexer.isBlank(lexer.byte(at: start)) { start += 1 }
    while stop > start, Lexer.isBlank(lexer.byte(at: stop - 1)) { stop -= 1 }
    return start < stop ? FormatRange(start, stop) : nil
  }

  /// Reports ANY, ALL, or NONE before a predicate in parentheses, and shows how to write it.
  mutating func rejectModifier(_ word: FormatRange, before predicate: FormatPredicate) {
    let name = lexer.text(word).uppercased()
    var fixIts: [FormatDiagnostic.FixIt] = []
    var isSingle = false
    let isParenthesized = lexer.byte(at: predicate.range.start) == UInt8(ascii: "(")
    if let both = rangeOfBoth(predicate, name), let subquery = subquery(of: both.predicate, in: both.range) {
      fixIts = [.write("\(subquery).@count > 0", at: word.union(both.range))]
    } else if case .comparison(let comparison) = predicate.kind, comparison.modifier == .direct, isParenthesized {
      isSingle = true
      let inner = lexer.text(inside(predicate.range))
      fixIts = [.titled("write \(name) \(inner)", at: predicate.range, with: inner)]
    } else if name != "ALL", isParenthesized, let subquery = subquery(of: predicate, in: inside(predicate.range)) {
      let sign = name == "NONE" ? "==" : ">"
      fixIts = [.write("\(subquery).@count \(sign) 0", at: word.union(predicate.range))]
    }
    report(.misplacedModifier(name, isSingle: isSingle), at: word, fixIts: fixIts)
  }

  /// Returns the predicate after ANY together with the next one, as in `ANY (a.b > 1) AND (a.b < 5)`, which are meant for the same
  /// element. Returns `nil` for anything else, and while reading ahead, because nested reading ahead takes exponential time.
  private func rangeOfBoth(
    _ first: FormatPredicate, _ modifier: String
  ) -> (predicate: FormatPredicate, range: FormatRange)? {
    guard modifier == "ANY" || modifier == "SOME", !lexer.diagnostics.isMuted, token.infix?.precedence == .and,
      case .comparison(let comparison) = first.kind, comparison.modifier == .direct, peek().kind == .symbol(.leftParen)
    else { return nil }
    var next = ahead
    guard case .predicate(let second) = next.parseTerm(.comparison), case .comparison = second.kind else { return nil }
    let range = first.range.union(second.range)
    return (FormatPredicate(part: .and([first, second]), range: range), range)
  }

  /// Returns the SUBQUERY for a predicate whose keys all begin with the same collection.
  private func subquery(of predicate: FormatPredicate, in range: FormatRange) -> String? {
    var keys = KeyPathStarts()
    keys.walk(predicate)
    guard !keys.isMixed, let collection = keys.collection else { return nil }
    var text = ""
    var position = range.start
    for start in keys.starts.sorted() where start >= position {
      // `#size` begins with other bytes than the key.
      guard lexer.text(FormatRange(start, start + collection.utf8.count)) == collection else { return nil }
      text += lexer.text(FormatRange(position, start)) + "$x"
      position = start + collection.utf8.count
    }
    text += lexer.text(FormatRange(position, range.end))
    guard text.utf8.count <= 120 else { return nil }
    return "SUBQUERY(\(collection), $x, \(text))"
  }

  /// Reports options in parentheses or quotes, as in `BEGINSWITH(c) "x"`, and skips them. Returns false for anything else.
  mutating func rejectOptionBrackets() -> Bool {
    // Fast path: the options of the language, which are letters in brackets.
    if token.kind == .symbol(.leftBracket), lexer.byte(at: token.range.end).isLetter { return false }
    var next = ahead
    let inner = next.token
    guard
      inner.kind == .word && token.kind == .symbol(.leftParen)
        || inner.kind == .string && token.kind == .symbol(.leftBracket)
    else { return false }
    let letters = lexer.bytes[inner.range.start..<inner.range.end].filter { !$0.isQuote }
    guard !letters.isEmpty, letters.count < 5, letters.allSatisfy({ Self.optionLetters.contains($0 | 0x20) }) else {
      return false
    }
    next.advance()
    guard next.token.kind == .symbol(.rightParen) || next.token.kind == .symbol(.rightBracket) else { return false }
    let range = token.range.union(next.token.range)
    switch next.peek().kind {
    case .string, .conversion, .word, .variable: break
    default: return false
    }
    let text = "[\(String(decoding: letters, as: UTF8.self))]"
    report(.optionBrackets(lexer.text(range)), at: range, fixIts: [.write(text, at: range, isSafe: true)])
    while token.range.start < range.end { advance() }
    return true
  }
}

/// The starts of the key paths of a predicate that begin with the same key.
private struct KeyPathStarts: TreeWalker {
  private(set) var collection: String?
  private(set) var starts: [Int] = []
  /// Whether the key paths begin with different keys, or one has a single key.
  private(set) var isMixed = false

  mutating func enter(_ predicate: FormatPredicate) {}
  mutating func enter(_ expression: FormatExpression) {
    guard case .keyPath(let steps) = expression.kind else { return }
    guard steps.count > 1, case .key(let key) = steps[0], collection == nil || collection == key.name else {
      isMixed = true
      return
    }
    collection = key.name
    starts.append(expression.range.start)
  }
}
