// Diagnostics for words that other languages have in place of operators, keys and options.

extension Parser {
  // MARK: Operators in words

  /// Operators of English, by their words.
  private static let phrases: [(words: String, operator: ComparisonOperator, isNegated: Bool)] = [
    ("BEGINS WITH", .beginsWith, false), ("STARTS WITH", .beginsWith, false), ("ENDS WITH", .endsWith, false),
    ("IS EQUAL TO", .equalTo, false), ("IS NOT EQUAL TO", .notEqualTo, false), ("EQUAL TO", .equalTo, false),
    ("EQUALS TO", .equalTo, false), ("IS GREATER THAN OR EQUAL TO", .greaterThanOrEqualTo, false),
    ("GREATER THAN OR EQUAL TO", .greaterThanOrEqualTo, false),
    ("IS LESS THAN OR EQUAL TO", .lessThanOrEqualTo, false), ("LESS THAN OR EQUAL TO", .lessThanOrEqualTo, false),
    ("IS GREATER THAN", .greaterThan, false), ("GREATER THAN", .greaterThan, false),
    ("IS LESS THAN", .lessThan, false), ("LESS THAN", .lessThan, false), ("IS IN", .in, false),
    ("IS NOT IN", .in, true), ("DOES NOT CONTAIN", .contains, true), ("DOES NOT MATCH", .matches, true),
    ("DOES NOT BEGIN WITH", .beginsWith, true), ("NOT BEGINS WITH", .beginsWith, true),
    ("NOT STARTS WITH", .beginsWith, true), ("NOT STARTSWITH", .beginsWith, true),
    ("NOT ENDS WITH", .endsWith, true), ("IS LIKE", .like, false), ("IS NOT LIKE", .like, true),
    ("IS BETWEEN", .between, false), ("IS NOT BETWEEN", .between, true), ("IS NOT CONTAINS", .contains, true),
    ("IS NOT MATCHES", .matches, true), ("IS NOT BEGINSWITH", .beginsWith, true),
    ("IS NOT ENDSWITH", .endsWith, true), ("IS NOT DISTINCT FROM", .equalTo, false),
    ("IS DISTINCT FROM", .notEqualTo, false), ("SIMILAR TO", .like, false),
  ]

  /// Whether the current token begins an operator of several words.
  var isPhrase: Bool { phrase != nil }

  private var phrase: (range: FormatRange, operator: ComparisonOperator, isNegated: Bool)? {
    for phrase in Self.phrases {
      var copy = self
      copy.lexer.diagnostics.isMuted = true
      var range = token.range
      let words = phrase.words.split(separator: " ")
      var matched = 0
      for word in words {
        guard lexer.text(copy.token.range).uppercased() == word else { break }
        range = token.range.union(copy.token.range)
        matched += 1
        copy.advance()
      }
      if matched == words.count { return (range, phrase.operator, phrase.isNegated) }
    }
    return nil
  }

  /// Returns the fix-its for `key:value` in place of a comparison.
  var colonFixIts: [FormatDiagnostic.FixIt] {
    guard token.kind == .selector else { return [] }
    let value = ahead
    switch value.token.kind {
    case .word, .string, .integer: break
    default: return []
    }
    guard value.peek().kind.endsPredicate else { return [] }
    return [.titled("write == for the colon", at: FormatRange(token.range.end - 1, token.range.end), with: " == ")]
  }

  /// Reports an operator of several words, such as `BEGINS WITH`, and advances to its last word. Returns the operator that is
  /// meant, or `nil` for anything else.
  ///
  /// - Parameter isModified: Whether ANY, ALL or NONE precedes the left operand. NOT would then belong before the modifier.
  mutating func rejectPhrase(after left: FormatExpression, isModified: Bool) -> ComparisonOperator? {
    guard let phrase else { return nil }
    let op = phrase.operator.spelling
    let text = phrase.isNegated ? "NOT \(lexer.text(left.range)) \(op)" : op
    let range = phrase.isNegated ? left.range.union(phrase.range) : phrase.range
    report(
      .foreignOperator(lexer.text(phrase.range)), at: phrase.range,
      fixIts: phrase.isNegated && isModified ? [] : [.suggest(text, at: range)])
    while token.range.end < phrase.range.end { advance() }
    return phrase.operator
  }

  /// The fix-it that replaces an SQL query by the condition of its WHERE.
  private var conditionFixIts: [FormatDiagnostic.FixIt] {
    var copy = lexer
    copy.diagnostics.isMuted = true
    var start: Int?
    while true {
      let token = copy.next()
      let word = token.kind == .word ? lexer.text(token.range).uppercased() : ""
      if let start, token.kind == .end || word != "WHERE" && Self.clauses.contains(word) {
        var condition = lexer.text(FormatRange(start, token.range.start))
        while condition.last?.isWhitespace == true { condition.removeLast() }
        guard !condition.isEmpty else { return [] }
        return [.write(condition, at: FormatRange(0, lexer.bytes.count))]
      }
      if token.kind == .end { return [] }
      if word == "WHERE" {
        var next = copy
        start = next.next().range.start
      }
    }
  }

  /// Reports an SQL query such as `SELECT * FROM words WHERE …` or `WHERE …`. Returns false for anything else.
  mutating func rejectQuery(from left: FormatExpression) -> Bool {
    let first = lexer.text(left.range).prefix { $0.isLetter }
    let clause = first.uppercased()
    // Other clause words may be keys.
    guard clause == "SELECT" || clause == "WHERE" else { return false }
    let range = FormatRange(left.range.start, left.range.start + first.utf8.count)
    let isWhere = clause == "WHERE" && left.range.end == range.end
    report(
      .sqlClause(clause), at: range,
      fixIts: isWhere ? [.remove(FormatRange(range.start, token.range.start), isSafe: true)] : conditionFixIts)
    stopReading()
    return true
  }

  /// Reports a query such as ``WHERE `name` is ?``, whose quotes would stop the parser before the clause is known.
  mutating func rejectQueryWithQuotes() {
    guard lexer.text(token.range).uppercased() == "WHERE" else { return }
    let rest = lexer.text(FormatRange(token.range.end, lexer.bytes.count)).replacing("`", with: "")
    var condition: [Substring] = []
    for word in rest.split(separator: " ") {
      switch word.uppercased() {
      case "IS": condition.append("==")
      case "NOT" where condition.last == "==": condition[condition.count - 1] = "!="
      case "?": condition.append("%@")
      default: condition.append(word)
      }
    }
    // A string may contain any of these words.
    let isPlain = !rest.utf8.contains { $0.isQuote }
    let text = isPlain ? condition.joined(separator: " ") : String(rest.drop { $0 == " " })
    let all = FormatRange(0, lexer.bytes.count)
    report(.sqlClause("WHERE"), fixIts: [.write(text, at: all)])
    stopReading()
  }

  /// Reports a comparison with a modifier and an operator in another language, as in `ALGUN name CONTIENE 'x'`. Returns false for
  /// anything else.
  mutating func rejectTranslation(after left: FormatExpression) -> Bool {
    let op = peek()
    guard token.kind == .word, op.kind == .word, case .keyPath(let steps) = left.kind, steps.count == 1 else {
      return false
    }
    let word = lexer.text(op.range)
    let right = ahead.peek()
    guard right.kind == .string || right.kind == .conversion,
      Self.nearestOperator(to: word.uppercased()) == nil
    else { return false }
    let example = "ANY \(lexer.text(token.range)) CONTAINS \(lexer.text(right.range))"
    report(.translatedOperator(word, example), at: op.range)
    advance()
    advance()
    return true
  }

  /// Reports several words in place of a key, as in `first name == "x"`. The first may be a misspelled ANY or NOT.
  mutating func rejectWordsInRow(_ left: FormatExpression) -> Bool {
    guard case .keyPath(let steps) = left.kind, steps.count == 1,
      left.range.end - left.range.start <= Message.longestQuotation
    else { return false }
    let first = lexer.text(left.range)
    let words = ["ANY", "ALL", "NONE", "SOME", "NOT"]
    let known = ["EVERY": "ALL", "EACH": "ALL", "EXISTS": "ANY", "NO": "NONE", "ONE": "ANY", "AN": "ANY"]
    let nearest = known[first.uppercased()] ?? (first.count > 2 ? nearestWord(to: first, among: words) : nil)
    if let nearest {
      report(.unknownModifier(first), at: left.range, fixIts: [.suggest(nearest, at: left.range)])
      return true
    }
    let range = left.range.union(token.range)
    let key = lexer.text(range).replacing(" ", with: "\\u0020")
    report(
      .wordsInRow(first, lexer.text(token.range)), at: token.range,
      fixIts: key == lexer.text(range) || first.uppercased() == "CASE"
        ? [] : [.titled("for one key, write \(key)", at: range, with: key)])
    return true
  }

  /// Whether the tokens up to the next comparison operator are words.
  var isRowOfWords: Bool {
    var copy = self
    copy.lexer.diagnostics.isMuted = true
    let mostWords = 8
    for _ in 0..<mostWords where copy.token.kind == .word { copy.advance() }
    return copy.token.infix?.precedence == .comparison && copy.token.kind != .selector
  }

  /// Reports a letter that is not a string option, such as `i`, which other languages use for `c`. Returns true if the brackets
  /// contain a list instead, after moving back to the opening bracket so that the caller can parse the list.
  mutating func rejectOption(at offset: Int, opened open: FormatRange, after options: StringOptions) -> Bool {
    if token.kind == .symbol(.comma) || peek().kind == .symbol(.comma), !isBeforeValueAfterBracket() {
      lexer.position = open.start
      token = lexer.next()
      return true
    }
    let scalar = lexer.scalar(at: offset)
    let found = scalar.map(Lexer.quoted) ?? "this byte"
    let range = FormatRange(offset, offset + (scalar.map(UTF8.width) ?? 1))
    let letter = lexer.byte(at: offset) | 0x20
    let rest = lexer.bytes.dropFirst(offset + 1).prefix(max(0, token.range.end - offset - 1))
    let hasCase = options.contains(.caseInsensitive) || rest.contains { $0 | 0x20 == UInt8(ascii: "c") }
    var fixIts: [FormatDiagnostic.FixIt] = []
    if letter == UInt8(ascii: "s"), hasCase, !options.contains(.diacriticInsensitive) {
      fixIts = [.suggest("d", at: range)]
    }
    if letter == UInt8(ascii: "i") {
      fixIts = [
        hasCase
          ? .titled("remove it: c already ignores case", at: range, with: "", isSafe: true)
          : .suggest("c", at: range)
      ]
    }
    report(.unknownOption(found), at: range, fixIts: fixIts)
    return false
  }

  /// Returns whether a value follows the closing bracket: `==[c,d] "x"` has options, but `==[c, d]` has a list.
  private func isBeforeValueAfterBracket() -> Bool {
    var copy = lexer
    // Options have fewer tokens.
    let mostTokens = 12
    for _ in 0..<mostTokens where copy.next().kind == .symbol(.rightBracket) {
      switch copy.next().kind {
      case .string, .integer, .double, .word, .conversion, .variable, .escapedWord: return true
      default: return false
      }
    }
    return false
  }
}
