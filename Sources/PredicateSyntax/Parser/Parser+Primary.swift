extension Parser {
  /// Postfix ::= Primary ( "." Step | "[" Index "]" )*
  mutating func parsePostfix() -> Term {
    let start = token.range.start
    let primary = parsePrimary()
    guard token.kind == .symbol(.dot) || token.kind == .symbol(.leftBracket) else { return primary }
    if case .predicate(let predicate) = primary, token.kind == .symbol(.dot), rejectKeyOfPredicate(predicate) {
      return .predicate(predicate)
    }
    var base = expression(from: primary)
    while true {
      if token.kind == .symbol(.dot) {
        base = parseKeys(after: base, from: start)
      } else if token.kind == .symbol(.leftBracket) {
        base = parseIndex(of: base, from: start)
      } else {
        return .expression(base)
      }
    }
  }

  /// Parses the keys after a value. Keys after a key path extend it.
  private mutating func parseKeys(after base: FormatExpression, from start: Int) -> FormatExpression {
    switch base.kind {
    case .keyPath(let keys): parseKeys(root: nil, after: keys, from: start)
    case .keys(let keys): parseKeys(root: keys.root, after: keys.steps, from: start)
    case .evaluatedObject: parseKeys(root: nil, after: [], from: start)
    default: parseKeys(root: base, after: [], from: start)
    }
  }

  /// Parses the steps of a key path. Consecutive steps become one node, so that a long path takes linear time.
  ///
  /// Step ::= Key | "FIRST" | "LAST" | "SIZE" | Variable | KeyConversion
  private mutating func parseKeys(
    root: FormatExpression?, after first: consuming [FormatExpression.KeyStep], from start: Int
  ) -> FormatExpression {
    var steps = consume first
    while eat(.dot) {
      switch token.kind {
      case .word where lexer.isBeforeParenthesis, .keyword where lexer.isBeforeParenthesis,
        .operatorWord where lexer.isBeforeParenthesis, .selector:
        return rejectCall(from: start)
      case .word, .escapedWord, .atWord: steps.append(.key(lexer.key(of: token)))
      // These words have a meaning only in an index. After a dot, they are ordinary keys.
      case .keyword(.first), .keyword(.last), .keyword(.size): steps.append(.key(.named(lexer.text(token.range))))
      case .variable: steps.append(.variable(lexer.name(of: token)))
      case .conversion where lexer.text(token.range) == "%K":
        if let conversion = Conversion("%K") { steps.append(.placeholder(conversion)) }
      case .keyword(.and) where isNumber(root), .keyword(.or) where isNumber(root): return rejectPoint(from: start)
      case .keyword, .operatorWord:
        reportReservedWord()
        steps.append(.key(.named(lexer.text(token.range))))
      case .end, .integer, .double, .string, .conversion, .symbol, .foreignOperator, .invalid:
        let result = FormatExpression(.invalid(rejectKey()), range: range(from: start))
        if isKeyLike { advance() }
        return result
      }
      advance()
    }
    return built(.keys(of: root, steps), from: start)
  }

  /// Whether the current token was probably meant as a key, although it cannot be one.
  private var isKeyLike: Bool { token.kind == .string || token.kind == .conversion }

  /// Index ::= "FIRST" | "LAST" | "SIZE" | Expression
  private mutating func parseIndex(of base: FormatExpression, from start: Int) -> FormatExpression {
    let open = token.range
    advance()
    let index: FormatExpression.Index
    switch token.kind {
    case .keyword(.first):
      index = .first
      advance()
    case .keyword(.last):
      index = .last
      advance()
    case .keyword(.size):
      index = .size
      advance()
    default: index = .value(parseExpression(.assignment))
    }
    close(.rightBracket, opened: open)
    return built(.index(.init(of: base, at: index)), from: start)
  }

  /// Consumes a closing bracket or reports that it is missing.
  private mutating func close(_ symbol: Token.Symbol, opened open: FormatRange) {
    if eat(symbol) { return }
    if hasErrorInComparison { return skipToEnd(of: open) }
    if rejectMisspelledKeywordCall(opened: open) || rejectMissingComma(opened: open) || rejectClause()
      || rejectDecimalComma()
    {
      return skipToEnd(of: open)
    }
    rejectUnclosed(symbol, opened: open)
  }

  private mutating func rejectUnclosed(_ symbol: Token.Symbol, opened open: FormatRange) {
    // The point of `2.@count` has been read as a part of the number.
    let isPoint = token.kind == .atWord && token.range.start == end && lexer.byte(at: end - 1) == UInt8(ascii: ".")
    reportAndSkip(
      .unclosed(lexer.text(open), found: isPoint ? "'.\(lexer.text(token.range))'" : describe(token)),
      at: isPoint ? FormatRange(end - 1, token.range.end) : nil,
      labels: [FormatDiagnostic.Label(range: open, text: "'\(lexer.text(open))' opened")],
      fixIts: closingFixIts(at: isPoint ? end - 1 : nil))
    _ = eat(symbol)
  }

  /// Parses a primary. Each form has its own function, because recursive functions should need little stack space.
  ///
  /// Primary ::= Literal | "SELF" | "ANYKEY" | Variable | Conversion | Key | Call | KeywordCall | Aggregate
  ///   | "(" Expression ")"
  /// Truth ::= "TRUEPREDICATE" | "FALSEPREDICATE" | Comparison | "(" Predicate ")"
  private mutating func parsePrimary() -> Term {
    if token.kind != .symbol(.leftParen) { countLeaf() }
    return switch token.kind {
    case .integer(let value): parseConstant(.number(value))
    case .double(let value): parseDouble(value)
    case .string: parseString()
    case .variable: parseVariable()
    case .conversion: .expression(parseConversion())
    case .word, .escapedWord: parseWord()
    case .atWord: parseKey()
    case .selector: parseSelector()
    case .symbol(.leftBrace): parseAggregate()
    case .symbol(.leftParen): parseParenthesized()
    case .keyword(let keyword): parseKeyword(keyword)
    case .operatorWord: rejectMisplacedWord()
    case .end, .symbol, .foreignOperator, .invalid: rejectPrimary()
    }
  }

  private mutating func parseString() -> Term {
    let token = token
    let value = parseConstant(.string(lexer.string(of: token)))
    rejectSuffix()
    return value
  }

  private mutating func parseVariable() -> Term { takeToken(as: .variable(lexer.name(of: token))) }

  private mutating func parseWord() -> Term {
    lexer.isBeforeParenthesis ? .expression(parseCall()) : parseKey()
  }

  /// Parses `FETCH(…)`, Core Data's fetch request expression, as a call of a function that is not predefined.
  private mutating func parseFetch() -> Term {
    lexer.isBeforeParenthesis ? .expression(parseCall()) : parseReservedWordAsKey()
  }

  private mutating func parseSelector() -> Term {
    lexer.isBeforeParenthesis ? .expression(parseCall()) : rejectPrimary()
  }

  /// Aggregate ::= "{" List? "}"
  private mutating func parseAggregate() -> Term {
    let start = token.range.start
    let elements = parseList(.rightBrace)
    return .expression(built(.aggregate(elements), from: start))
  }

  private mutating func parseParenthesized() -> Term {
    let open = token.range
    advance()
    comparisonStart = end
    let term = parseTerm(.or)
    if token.kind != .symbol(.rightParen), let list = rejectInParentheses(term, opened: open) { return list }
    close(.rightParen, opened: open)
    return parenthesized(term, range(from: open.start))
  }

  /// Parses a number with a point or an exponent. It is a double, or a decimal if the double would print as another number. A
  /// number too small for a double is zero.
  private mutating func parseDouble(_ value: Double) -> Term {
    // A double preserves 15 digits, so a text of 15 bytes never needs a decimal.
    guard token.range.end - token.range.start > 15, let exact = DecimalNumber(lexer.text(token.range)), exact.isLiteral
    else { return parseConstant(.double(value)) }
    return parseConstant(.decimal(exact))
  }

  private mutating func parseConstant(_ value: consuming FormatValue) -> Term { takeToken(as: .constant(value)) }

  /// Consumes a token and returns the expression that it is.
  private mutating func takeToken(as kind: consuming FormatExpression.Kind) -> Term {
    let range = token.range
    advance()
    return .expression(FormatExpression(kind, range: range))
  }

  /// Key ::= Identifier | EscapedKey | AtKey | ParenthesizedKey
  private mutating func parseKey() -> Term {
    let range = token.range
    let step = FormatExpression.KeyStep.key(lexer.key(of: token))
    advance()
    guard token.kind == .symbol(.dot) else {
      return .expression(FormatExpression(.keyPath([step]), range: range))
    }
    var steps: [FormatExpression.KeyStep] = []
    // Most paths need no more capacity.
    steps.reserveCapacity(3)
    steps.append(step)
    return .expression(parseKeys(root: nil, after: consume steps, from: range.start))
  }

  /// Returns a term whose range includes its parentheses, which have no node.
  private func parenthesized(_ term: Term, _ range: FormatRange) -> Term {
    switch term {
    case .predicate(let predicate): .predicate(FormatPredicate(part: predicate.kind, range: range))
    case .expression(let expression): .expression(FormatExpression(expression.kind, range: range))
    }
  }

  private mutating func parseConversion() -> FormatExpression {
    let range = token.range
    let text = lexer.text(range)
    advance()
    if text == "%%" { return FormatExpression(.constant(.string("%")), range: range) }
    guard let conversion = Conversion(text) else {
      return FormatExpression(.invalid(report(.unknownConversion(text), at: range)), range: range)
    }
    if conversion.kind == .keyPath {
      return FormatExpression(.keyPath([.placeholder(conversion)]), range: range)
    }
    return FormatExpression(.placeholder(conversion), range: range)
  }

  // MARK: Keywords

  /// Literal ::= Number | String | "NULL" | "NIL" | "TRUE" | "YES" | "FALSE" | "NO"
  private mutating func parseKeyword(_ keyword: Keyword) -> Term {
    switch keyword {
    case .null, .nil: parseConstant(.null)
    case .true, .yes: parseConstant(.bool(true))
    case .false, .no: parseConstant(.bool(false))
    case .self: takeToken(as: .evaluatedObject)
    case .anyKey: takeToken(as: .anyKey)
    case .truePredicate: parseTruth(true)
    case .falsePredicate: parseTruth(false)
    case .caseInsensitive, .ci: rejectUnsupportedWord()
    // In `first name == "x"`, the words are one key, and the next one is reported.
    case .first, .last, .size: peek().kind == .word ? parseKey() : parseReservedWordAsKey()
    case .subquery: parseSubquery()
    case .ternary: parseTernary()
    case .cast: parseCast()
    case .function: parseFunction()
    case .fetch: parseFetch()
    case .and, .or, .not, .any, .some, .all, .none, .union, .intersect, .minus: rejectMisplacedWord()
    }
  }

  /// Reports a word that cannot begin an expression. If an operator follows, the word is treated as a key.
  private mutating func rejectMisplacedWord() -> Term {
    peek().infix?.precedence != nil || peek().kind == .symbol(.dot) ? parseReservedWordAsKey() : rejectPrimary()
  }

  private mutating func parseTruth(_ value: Bool) -> Term {
    let range = token.range
    advance()
    return .predicate(FormatPredicate(part: .constant(value), range: range))
  }

  private mutating func rejectUnsupportedWord() -> Term {
    takeToken(as: .invalid(report(.unsupportedWord(lexer.text(token.range)))))
  }

  private mutating func parseReservedWordAsKey() -> Term {
    reportReservedWord()
    return parseKey()
  }

  private mutating func reportReservedWord() {
    let word = lexer.text(token.range)
    let isKey = peek().kind != .word
    report(.reservedWord(word), fixIts: isKey ? [.write("#\(word)", at: token.range)] : [])
  }

  /// Consumes a keyword and its opening parenthesis.
  ///
  /// KeywordCall ::= Cast | Function | Ternary | Subquery
  ///
  /// - Returns: The start of the keyword and the range of the parenthesis, or `nil` if no parenthesis follows.
  private mutating func openKeywordCall() -> (start: Int, open: FormatRange)? {
    guard lexer.isBeforeParenthesis else { return nil }
    let start = token.range.start
    advance()
    let open = token.range
    advance()
    return (start, open)
  }

  private mutating func closeKeywordCall(
    _ kind: consuming FormatExpression.Kind, _ opened: (start: Int, open: FormatRange)
  ) -> Term {
    close(.rightParen, opened: opened.open)
    return .expression(built(kind, from: opened.start))
  }

  /// Ternary ::= "TERNARY" "(" Predicate "," Expression "," Expression ")"
  private mutating func parseTernary() -> Term {
    guard let opened = openKeywordCall() else { return parseReservedWordAsKey() }
    let condition = predicate(from: parseTerm(.or))
    expectComma(in: .ternary)
    let then = parseExpression(.assignment)
    expectComma(in: .ternary)
    return closeKeywordCall(.conditional(.init(condition, then, parseExpression(.assignment))), opened)
  }

  /// Subquery ::= "SUBQUERY" "(" Expression "," Variable "," Predicate ")"
  private mutating func parseSubquery() -> Term {
    guard let opened = openKeywordCall() else { return parseReservedWordAsKey() }
    let collection = parseExpression(.assignment)
    expectComma(in: .subquery)
    let variable = parseSubqueryVariable()
    expectComma(in: .subquery)
    return closeKeywordCall(.subquery(.init(collection, variable: variable, predicate(from: parseTerm(.or)))), opened)
  }

  /// Cast ::= "CAST" "(" Expression "," String ")"
  private mutating func parseCast() -> Term {
    guard let opened = openKeywordCall() else { return parseReservedWordAsKey() }
    let value = parseExpression(.assignment)
    expectComma(in: .cast)
    return closeKeywordCall(.cast(.init(value, type: parseStringLiteral(of: .cast))), opened)
  }

  /// Function ::= "FUNCTION" "(" Expression "," String ( "," Expression )* ")"
  private mutating func parseFunction() -> Term {
    guard let opened = openKeywordCall() else { return parseReservedWordAsKey() }
    let target = parseExpression(.assignment)
    expectComma(in: .function)
    let selector = parseStringLiteral(of: .function)
    var arguments: [FormatExpression] = []
    while eat(.comma) { arguments.append(parseExpression(.assignment)) }
    return closeKeywordCall(.targetFunction(.init(target, selector: selector, arguments)), opened)
  }

  private mutating func expectComma(in call: Keyword) {
    if !eat(.comma) { reportAndSkip(.expectedComma(of: call.rawValue, found: describe(token))) }
  }

  private mutating func parseSubqueryVariable() -> String {
    guard token.kind == .variable else {
      let isName = token.kind == .word && peek().kind == .symbol(.comma)
      let name = isName ? "$\(lexer.text(token.range))" : "$x"
      // If a program has replaced this variable with an empty string, others are probably missing too.
      let isMissing = token.kind == .symbol(.comma)
      let range = isMissing ? FormatRange(token.range.start, token.range.start) : token.range
      var fixIts: [FormatDiagnostic.FixIt] = isName || isMissing ? [.write(name, at: range)] : []
      if isMissing, case let next = ahead, next.token.kind == .variable, next.peek().kind == .symbol(.comma) {
        fixIts = [.remove(token.range)]
      }
      reportAndSkip(.expectedVariable(found: describe(token)), fixIts: fixIts)
      if isMissing { stopReading() }
      return ""
    }
    let name = lexer.name(of: token)
    advance()
    return name
  }

  private mutating func parseStringLiteral(of call: Keyword) -> String {
    guard token.kind == .string else {
      let fixIts: [FormatDiagnostic.FixIt] =
        token.kind == .word || token.kind == .selector
        ? [.titled("write it as a string", at: token.range, with: "\"\(lexer.text(token.range))\"")] : []
      reportAndSkip(.expectedString(of: call.rawValue, found: describe(token)), fixIts: fixIts)
      return ""
    }
    let token = token
    let text = lexer.string(of: token)
    advance()
    return text
  }

  // MARK: Lists

  /// Parses the expressions of an aggregate or a call, and the closing bracket.
  ///
  /// List ::= Expression ( "," Expression )*
  private mutating func parseList(_ closing: Token.Symbol) -> [FormatExpression] {
    let open = token.range
    advance()
    var elements: [FormatExpression] = []
    if eat(closing) { return elements }
    // Most lists need no more capacity.
    elements.reserveCapacity(4)
    repeat { elements.append(parseExpression(.assignment)) } while eat(.comma)
    close(closing, opened: open)
    return elements
  }

  /// Parses a call. A word is short for the selector that begins with it: `sum(x)` is `sum:(x)`, and `now()` is `now()`. Unknown
  /// names are accepted here and reported when the predicate is checked.
  ///
  /// Call ::= ( Identifier | EscapedKey | Selector | "FETCH" ) "(" List? ")"
  private mutating func parseCall() -> FormatExpression {
    let start = token.range.start
    var name = token.kind == .keyword(.fetch) ? Keyword.fetch.rawValue : lexer.name(of: token)
    let isShort = token.kind == .word || token.kind == .escapedWord
    advance()
    let arguments = parseList(.rightParen)
    if isShort { name = FormatExpression.Call.selector(ofWord: name, arguments: arguments.count) }
    return built(Self.call(of: name, arguments), from: start)
  }

  /// Returns a call. For the two selectors with a syntax of their own, returns the node of that syntax: `a[i]` or `CAST(a, "…")`.
  private static func call(of selector: String, _ arguments: [FormatExpression]) -> FormatExpression.Kind {
    let call = FormatExpression.Call(selector, arguments)
    guard arguments.count == 2 else { return .function(call) }
    switch (selector, arguments[1].kind) {
    case (FormatExpression.Call.indexSelector, _): return .index(.init(of: arguments[0], at: .value(arguments[1])))
    case (FormatExpression.Call.castSelector, .constant(.string(let type))):
      return .cast(.init(arguments[0], type: type))
    default: return .function(call)
    }
  }
}
