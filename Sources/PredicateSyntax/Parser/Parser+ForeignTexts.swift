// Diagnostics for texts without quotes, and for searches of other programs. In valid text, they examine only the right operands of
// operators on strings.

extension Parser {
  // MARK: Texts without quotes

  /// Reports a text without quotes after an operator for text, as in `LIKE Tom?` and `ENDSWITH .txt`, and skips it. Returns `nil`
  /// for anything else.
  mutating func rejectUnquotedText(after op: FormatRange, _ comparison: ComparisonOperator) -> FormatExpression? {
    guard token.kind == .word || token.kind == .symbol(.dot), comparison.takesString else { return nil }
    let start = token.range.start
    var stop = token.range.end
    let parts = Array("?*.".utf8)
    while lexer.byte(at: stop).isWordByte || parts.contains(lexer.byte(at: stop)) { stop += 1 }
    let range = FormatRange(start, stop)
    let last = lexer.byte(at: stop - 1)
    let isPattern = token.kind == .word && (last == UInt8(ascii: "?") || last == UInt8(ascii: "*"))
    let isSuffix = token.kind == .symbol(.dot) && lexer.byte(at: start + 1).isWordByte
    guard isPattern || isSuffix, !lexer.text(range).contains("??"), isAtEndOfOperand(stop) else { return nil }
    let text = "\"\(lexer.text(range))\""
    return reportValue(.textWithoutQuotes(lexer.text(op).uppercased()), at: range, fixIts: [.write(text, at: range)])
  }

  /// Whether an operand ends at a position: at the end of the text, before a bracket, or before AND and OR.
  private func isAtEndOfOperand(_ position: Int) -> Bool {
    var copy = lexer
    copy.diagnostics.isMuted = true
    copy.position = position
    let next = copy.next()
    switch next.kind {
    case .end, .symbol(.rightParen), .symbol(.rightBrace), .symbol(.comma): return true
    default: return next.infix.map { $0.precedence < .comparison } ?? false
    }
  }

  /// Reports a `*` that is not a multiplication: in a pattern without quotes (`*text*`, `%@*`), in `count(*)`, or as a key
  /// (`* == 1`). Returns `nil` for anything else.
  mutating func rejectWildcard() -> FormatExpression? {
    let star = UInt8(ascii: "*")
    if token.kind == .symbol(.star) {
      let start = token.range.start
      let stop = lexer.ahead(token.range.end).prefix { !Lexer.isBlank($0) && $0 != UInt8(ascii: ")") }.endIndex
      let range = FormatRange(start, stop)
      if lexer.byteAhead == UInt8(ascii: ")"), lexer.byte(at: end - 1) == UInt8(ascii: "(") {
        return FormatExpression(.invalid(reportAndSkip(.countOfAll)), range: range)
      }
      if peek().infix?.precedence == .comparison {
        if let query = rejectSpotlightQuery() { return query }
        return FormatExpression(.invalid(reportAndSkip(.everyKey, at: token.range)), range: token.range)
      }
      guard stop > start + 1 else { return nil }
      let isPlain =
        stop - start < Lexer.reach
        && lexer.bytes[start..<stop].allSatisfy { $0.isWordByte || $0 == star || $0 >= 0x80 }
      let quoted = "\"\(lexer.text(range))\""
      let op = equalSign(before: start)
      let text = op == nil ? quoted : "LIKE \(quoted)"
      let isApart = op.map { Lexer.isBlank(lexer.byte(at: $0.start - 1)) } ?? true
      return FormatExpression(
        .invalid(
          reportAndSkip(
            .wildcardOutsideString, at: range,
            fixIts: isPlain
              ? [.titled("write \(text)", at: op?.union(range) ?? range, with: isApart ? text : " " + text)] : [])),
        range: range)
    }
    let before = lexer.endOfText(before: end - 1)
    guard before > 0, lexer.byte(at: end - 1) == star, lexer.byte(at: before - 1) == UInt8(ascii: "@") else {
      return nil
    }
    let range = FormatRange(before, end)
    let error = reportAndSkip(.wildcardOutsideString, at: range, fixIts: [.remove(range)])
    return FormatExpression(.invalid(error), range: range)
  }

  /// Returns the `=` or `==` before a position, or `nil` if another operator is there.
  private func equalSign(before position: Int) -> FormatRange? {
    let stop = lexer.endOfText(before: position)
    var start = stop
    while Array("=<>!~".utf8).contains(lexer.byte(at: start - 1)) { start -= 1 }
    let range = FormatRange(start, stop)
    return ["=", "=="].contains(lexer.text(range)) && start > 0 ? range : nil
  }

  /// Reports the second bound of `BETWEEN 1, 2`. Returns false for anything else.
  mutating func rejectBounds(of predicate: FormatPredicate) -> Bool {
    var last = predicate
    while true {
      switch last.kind {
      case .and(let parts), .or(let parts):
        guard let part = parts.last else { return false }
        last = part
        continue
      case .not(let part):
        last = part
        continue
      case .comparison(let comparison):
        let (low, high) = (comparison.right, peek())
        guard comparison.operator == .between, token.kind == .symbol(.comma), low.range.end == end else { return false }
        if case .aggregate = low.kind { return false }
        switch high.kind {
        case .integer, .double, .string, .conversion, .word, .variable: break
        default: return false
        }
        let range = low.range.union(high.range)
        let text = "{\(lexer.text(low.range)), \(lexer.text(high.range))}"
        report(.boundsWithoutBraces, at: range, fixIts: [.write(text, at: range)])
        return true
      case .constant, .invalid: return false
      }
    }
  }

  // MARK: Searches of other programs

  /// Reports a search such as `kind:app name:mail`, and stops parsing. Returns `nil` for anything else.
  mutating func rejectSearch() -> FormatExpression? {
    let start = token.range.start
    let next = lexer.byte(at: token.range.end)
    guard token.kind == .selector, next.isWordByte || next == UInt8(ascii: "\""),
      (0..<start).allSatisfy({ Lexer.isBlank(lexer.byte(at: $0)) || lexer.byte(at: $0) == UInt8(ascii: "(") }),
      let condition = conditionOfSearch
    else { return nil }
    let all = FormatRange(0, lexer.bytes.count)
    let error = report(.searchWords, at: FormatRange(start, all.end), fixIts: [.write(condition, at: all)])
    stopReading()
    return FormatExpression(.invalid(error), range: all)
  }

  /// The condition that a search of several words means. Returns `nil` if the text is not such a search.
  private var conditionOfSearch: String? {
    var copy = lexer
    copy.diagnostics.isMuted = true
    copy.position = 0
    var text = ""
    var terms = 0
    // Whether the last token ended a term, which AND joins to the next one.
    var isAfterTerm = false
    while true {
      let token = copy.next()
      let word = lexer.text(token.range)
      switch token.kind {
      case .end: return terms > 1 ? text : nil
      case .symbol(.leftParen):
        text += isAfterTerm ? " AND (" : "("
        isAfterTerm = false
      case .symbol(.rightParen):
        text += ")"
        isAfterTerm = true
      case .keyword(.and), .keyword(.or):
        text += " \(word.uppercased()) "
        isAfterTerm = false
      case .word, .string, .selector:
        if isAfterTerm { text += " AND " }
        if token.kind == .selector {
          let value = copy.next()
          guard value.range.start == token.range.end, word.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 else {
            return nil
          }
          switch value.kind {
          case .integer, .double, .string: text += "\(word.dropLast()) == \(lexer.text(value.range))"
          case .word: text += "\(word.dropLast()) == \"\(lexer.text(value.range))\""
          default: return nil
          }
        } else {
          text += "name CONTAINS[cd] " + (token.kind == .string ? word : "\"\(word)\"")
        }
        isAfterTerm = true
        terms += 1
      default: return nil
      }
    }
  }

  /// Reports a query of Spotlight with the key `*`, as in `* = "text*"cdw || kMDItemTextContent = text* cdw`, and stops parsing.
  /// Returns `nil` for anything else.
  mutating func rejectSpotlightQuery() -> FormatExpression? {
    let all = FormatRange(0, lexer.bytes.count)
    guard all.end <= Lexer.reach, lexer.text(all).contains("kMDItem"), let condition = conditionOfSpotlight else {
      return nil
    }
    let range = token.range
    let error = report(.spotlightQuery, at: range, fixIts: [.write(condition, at: all)])
    stopReading()
    return FormatExpression(.invalid(error), range: range)
  }

  /// The condition of a query of Spotlight: texts get quotes, the options go after the operator, and `*` becomes the key of the
  /// name. Returns `nil` if the text is not such a query.
  private var conditionOfSpotlight: String? {
    var text = ""
    var index = 0
    func skip(_ isPart: (UInt8) -> Bool) -> Substring {
      let start = index
      while index < lexer.bytes.count, isPart(lexer.byte(at: index)) { index += 1 }
      return lexer.text(FormatRange(start, index))[...]
    }
    let signs = Array("()&| ".utf8)
    while true {
      text += skip(signs.contains)
      if index == lexer.bytes.count { return text.isEmpty ? nil : text }
      let key = skip { $0.isWordByte || $0 == UInt8(ascii: "*") }
      _ = skip(Lexer.isBlank)
      let op = skip { $0 == UInt8(ascii: "=") }
      _ = skip(Lexer.isBlank)
      let quote = skip { $0 == UInt8(ascii: "\"") }
      let isQuoted = !quote.isEmpty
      let value = skip { byte in
        isQuoted
          ? byte != UInt8(ascii: "\"")
          : byte.isWordByte || byte >= 0x80 || Array("*.-".utf8).contains(byte)
      }
      if isQuoted { _ = skip { $0 == UInt8(ascii: "\"") } }
      guard key == "*" || key.hasPrefix("kMDItem"), op == "=" || op == "==", !value.isEmpty else { return nil }
      let blanks = skip(Lexer.isBlank)
      let options = skip(Self.spotlightOptions.contains)
      let known = options.filter { $0 == "c" || $0 == "d" }
      text += "\(key == "*" ? "kMDItemFSName" : key) \(value.utf8.contains(UInt8(ascii: "*")) ? "LIKE" : "==")"
      text += (known.isEmpty ? "" : "[\(known)]") + " \"\(value)\"" + (options.isEmpty ? blanks : "")
      if index < lexer.bytes.count, !signs.contains(lexer.byte(at: index)) { return nil }
    }
  }
}

extension ComparisonOperator {
  /// Whether the right operand is probably a string.
  var takesString: Bool { kind == .text || kind == .contains || kind == .matches }
}
