extension Parser {
  // MARK: Keys and indexes

  /// Parses a value of one token or a key path, and what follows it.
  ///
  /// Postfix ::= Primary ( "." Step | "[" Index "]" )*
  mutating func parsePostfix() throws(Misfit) -> Term {
    let start = token.range.start
    var term = try parseToken()
    if isStep { try parseSteps(after: &term, from: start) }
    return term
  }

  /// Returns a value that begins at an offset, and parses the keys after it.
  private mutating func parsePostfix(
    of value: consuming FormatExpression.Kind, from start: Int, word: WordRange = .none
  ) throws(Misfit) -> Term {
    var term = Term.expression(try built(value, from: start, word: word))
    if isStep { try parseSteps(after: &term, from: start) }
    return term
  }

  /// Whether keys or an index follow.
  private var isStep: Bool {
    switch token.kind {
    case .symbol(.dot), .symbol(.leftBracket): true
    default: false
    }
  }

  @inline(never)
  private mutating func parseSteps(after term: inout Term, from start: Int) throws(Misfit) {
    var base = try expression(from: term)
    while isStep {
      base =
        token.kind == .symbol(.dot) ? try parseKeys(after: base, from: start) : try parseIndex(of: base, from: start)
    }
    term = .expression(base)
  }

  /// Parses the keys after a value. Keys after a key path extend it.
  private mutating func parseKeys(after base: FormatExpression, from start: Int) throws(Misfit) -> FormatExpression {
    switch base.kind {
    case .keyPath(let keys): try parseKeys(root: nil, after: keys, from: start)
    case .keys(let keys): try parseKeys(root: keys.root, after: keys.steps, from: start)
    case .evaluatedObject: try parseKeys(root: nil, after: [], from: start)
    default: try parseKeys(root: base, after: [], from: start)
    }
  }

  /// Parses the steps of a key path. Consecutive steps become one node, so that a long path takes linear time.
  ///
  /// Step ::= Key | "FIRST" | "LAST" | "SIZE" | Variable | KeyConversion
  private mutating func parseKeys(
    root: FormatExpression?, after first: consuming [FormatExpression.KeyStep], from start: Int
  ) throws(Misfit) -> FormatExpression {
    var steps = consume first
    while eat(.dot) {
      if isCall { throw misfit(.key) }
      let kind: FormatExpression.KeyStep.Kind
      switch token.kind {
      case .word, .escapedWord, .atWord: kind = .key(lexer.key(of: token))
      // These words have a meaning only in an index. After a dot, they are ordinary keys.
      case .keyword(.first), .keyword(.last), .keyword(.size): kind = .key(.named(lexer.text(token.range)))
      case .variable: kind = .variable(lexer.name(of: token))
      case .conversion where lexer.text(token.range) == "%K": kind = .placeholder(.keyPath)
      default: throw misfit(.key)
      }
      steps.append(.init(kind, range: token.range))
      advance()
    }
    return try built(.keys(of: root, steps), from: start)
  }

  /// Index ::= "FIRST" | "LAST" | "SIZE" | Expression
  private mutating func parseIndex(of base: FormatExpression, from start: Int) throws(Misfit) -> FormatExpression {
    let open = index
    advance()
    let content = try parseIndex()
    try close(.rightBracket, opened: open)
    return try built(.index(.init(of: base, at: content)), from: start, word: word(from: tokens[open].range.start))
  }

  private mutating func parseIndex() throws(Misfit) -> FormatExpression.Index {
    switch token.kind {
    case .keyword(.first): return take(.first)
    case .keyword(.last): return take(.last)
    case .keyword(.size): return take(.size)
    default: return .value(try parseExpression())
    }
  }

  private mutating func take(_ index: FormatExpression.Index) -> FormatExpression.Index {
    advance()
    return index
  }

  /// Consumes a closing bracket.
  private mutating func close(_ symbol: Token.Symbol, opened open: Int) throws(Misfit) {
    if !eat(symbol) { throw misfit(.closing(open, after: nil)) }
  }

  // MARK: Values

  /// Parses a value of one token, or a key path.
  ///
  /// Primary ::= Literal | "SELF" | "ANYKEY" | Variable | Conversion | Key | Call | KeywordCall | Aggregate
  ///   | "(" Expression ")"
  /// Truth ::= "TRUEPREDICATE" | "FALSEPREDICATE" | Comparison | Choice | "(" Predicate ")"
  private mutating func parseToken() throws(Misfit) -> Term {
    switch token.kind {
    case .integer, .double: parseNumber()
    case .string: parseString()
    case .variable: parseVariable()
    case .conversion: try parseConversion()
    case .word, .escapedWord, .atWord: try parseKey()
    case .keyword: try parseLiteral()
    case .selector, .operatorWord, .end, .symbol, .invalid: throw misfit(.value)
    }
  }

  private mutating func parseVariable() -> Term { takeToken(as: .variable(lexer.name(of: token))) }

  private mutating func parseString() -> Term {
    let value = lexer.string(of: token)
    return takeToken(as: .constant(.string(value)))
  }

  /// Aggregate ::= "{" List? "}"
  mutating func parseAggregate() throws(Misfit) -> Term {
    let start = token.range.start
    let elements = try parseList(.rightBrace)
    return try parsePostfix(of: .aggregate(elements), from: start)
  }

  /// Parses a term in parentheses, and keys after it.
  mutating func parseParenthesized() throws(Misfit) -> Term {
    let (open, outer) = (index, comparisonStart)
    advance()
    var term = parseCompound(in: open)
    comparisonStart = outer
    try close(open, after: &term)
    return term
  }

  /// Consumes the closing parenthesis of a term, and keys after it. The range of the term includes its parentheses, which have no
  /// node.
  @inline(never)
  private mutating func close(_ open: Int, after term: inout Term) throws(Misfit) {
    let start = tokens[open].range.start
    if !eat(.rightParen) { throw misfit(.closing(open, after: term)) }
    let range = range(from: start)
    switch term {
    case .predicate(let part): term = .predicate(FormatPredicate(part: part.kind, range: range, word: part.word))
    case .expression(let value): term = .expression(FormatExpression(value.kind, range: range, word: value.word))
    case .failed: term = .failed(range)
    }
    if isStep { try parseSteps(after: &term, from: start) }
  }

  /// Parses a number. One with a point or an exponent is a double, or a decimal if the double would print as another number. A
  /// number too small for a double is zero.
  private mutating func parseNumber() -> Term {
    switch token.kind {
    case .integer(let value): return takeToken(as: .constant(.number(value)))
    case .double(let value):
      // A double preserves 15 digits, so a text of 15 bytes never needs a decimal.
      guard token.range.end - token.range.start > 15, let exact = FormatDecimal.rounding(lexer.text(token.range)),
        exact.number.isLiteral
      else { return takeToken(as: .constant(.double(value))) }
      return takeToken(as: .constant(.decimal(exact.number)))
    default: return takeToken(as: .evaluatedObject)
    }
  }

  /// Consumes a token and returns the expression that it is.
  private mutating func takeToken(as kind: consuming FormatExpression.Kind) -> Term {
    let range = token.range
    advance()
    return .expression(FormatExpression(kind, range: range))
  }

  /// Key ::= Identifier | EscapedKey | AtKey | ParenthesizedKey
  private mutating func parseKey() throws(Misfit) -> Term {
    let range = token.range
    let step = FormatExpression.KeyStep(.key(lexer.key(of: token)), range: range)
    advance()
    guard token.kind == .symbol(.dot) else {
      return .expression(FormatExpression(.keyPath([step]), range: range))
    }
    var steps: [FormatExpression.KeyStep] = []
    // Most paths need no more capacity.
    steps.reserveCapacity(3)
    steps.append(step)
    return .expression(try parseKeys(root: nil, after: consume steps, from: range.start))
  }

  private mutating func parseConversion() throws(Misfit) -> Term {
    let text = lexer.text(token.range)
    if text == "%%" { return takeToken(as: .constant(.string("%"))) }
    guard let conversion = FormatConversion(text) else { throw misfit(.conversion) }
    return takeToken(
      as: conversion.kind == .keyPath
        ? .keyPath([.init(.placeholder(conversion), range: token.range)]) : .placeholder(conversion))
  }

  // MARK: Keywords

  /// Literal ::= Number | String | "NULL" | "NIL" | "TRUE" | "YES" | "FALSE" | "NO"
  private mutating func parseLiteral() throws(Misfit) -> Term {
    guard case .keyword(let keyword) = token.kind else { throw misfit(.value) }
    switch keyword {
    case .null, .nil: return takeToken(as: .constant(.null))
    case .true, .yes: return takeToken(as: .constant(.bool(true)))
    case .false, .no: return takeToken(as: .constant(.bool(false)))
    case .self: return takeToken(as: .evaluatedObject)
    case .anyKey: return takeToken(as: .anyKey)
    case .truePredicate: return parseTruth(true)
    case .falsePredicate: return parseTruth(false)
    case .subquery, .ternary, .cast, .function, .fetch, .first, .last, .size: throw misfit(.unreserved)
    case .caseInsensitive, .ci, .and, .or, .not, .any, .some, .all, .none, .union, .intersect, .minus:
      throw misfit(.value)
    }
  }

  private mutating func parseTruth(_ value: Bool) -> Term {
    let range = token.range
    advance()
    return .predicate(FormatPredicate(part: .constant(value), range: range))
  }

  /// Consumes a keyword and its opening parenthesis.
  ///
  /// KeywordCall ::= Cast | Function | Ternary | Subquery
  ///
  /// - Returns: The index of the keyword.
  private mutating func openKeywordCall() -> Int {
    let keyword = index
    advance()
    advance()
    return keyword
  }

  private mutating func closeKeywordCall(
    _ kind: consuming FormatExpression.Kind, of keyword: Int
  ) throws(Misfit) -> Term {
    try close(.rightParen, opened: keyword + 1)
    return try parsePostfix(of: kind, from: tokens[keyword].range.start, word: WordRange(tokens[keyword].range))
  }

  /// Parses a predicate inside a call.
  private mutating func parseCondition() throws(Misfit) -> FormatPredicate {
    let outer = comparisonStart
    let condition = try parsePredicate()
    comparisonStart = outer
    return condition
  }

  /// Ternary ::= "TERNARY" "(" Predicate "," Branch "," Branch ")"
  mutating func parseTernary() throws(Misfit) -> Term {
    let keyword = openKeywordCall()
    let condition = try parseCondition()
    try expectComma(in: .ternary)
    let then = try parseBranch()
    try expectComma(in: .ternary)
    return try closeKeywordCall(.conditional(.init(condition, then, try parseBranch())), of: keyword)
  }

  /// Subquery ::= "SUBQUERY" "(" Expression "," Variable "," Predicate ")"
  mutating func parseSubquery() throws(Misfit) -> Term {
    let keyword = openKeywordCall()
    let collection = try parseExpression()
    let variable = try parseVariableOfSubquery()
    let condition = try parseCondition()
    return try closeKeywordCall(.subquery(.init(collection, variable: variable, condition)), of: keyword)
  }

  private mutating func parseVariableOfSubquery() throws(Misfit) -> String {
    try expectComma(in: .subquery)
    guard token.kind == .variable else { throw misfit(.variable) }
    let variable = lexer.name(of: token)
    advance()
    try expectComma(in: .subquery)
    return variable
  }

  /// Cast ::= "CAST" "(" Expression "," String ")"
  mutating func parseCast() throws(Misfit) -> Term {
    let keyword = openKeywordCall()
    let value = try parseExpression()
    try expectComma(in: .cast)
    return try closeKeywordCall(.cast(.init(value, type: try parseStringLiteral(of: .cast))), of: keyword)
  }

  /// Function ::= "FUNCTION" "(" Expression "," String ( "," Expression )* ")"
  mutating func parseFunction() throws(Misfit) -> Term {
    let keyword = openKeywordCall()
    let target = try parseExpression()
    try expectComma(in: .function)
    let selector = try parseStringLiteral(of: .function)
    var arguments: [FormatExpression] = []
    while eat(.comma) { arguments.append(try parseExpression()) }
    return try closeKeywordCall(.targetFunction(.init(target, selector: selector, arguments)), of: keyword)
  }

  private mutating func expectComma(in call: Keyword) throws(Misfit) {
    if !eat(.comma) { throw misfit(.comma(call)) }
  }

  private mutating func parseStringLiteral(of call: Keyword) throws(Misfit) -> String {
    guard token.kind == .string else { throw misfit(.string(call)) }
    let text = lexer.string(of: token)
    advance()
    return text
  }

  // MARK: Lists

  /// Parses the expressions of an aggregate or a call, and the closing bracket.
  ///
  /// List ::= Expression ( "," Expression )*
  private mutating func parseList(_ closing: Token.Symbol) throws(Misfit) -> [FormatExpression] {
    let open = index
    advance()
    var elements: [FormatExpression] = []
    if eat(closing) { return elements }
    // Most lists need no more capacity.
    elements.reserveCapacity(4)
    repeat { elements.append(try parseExpression()) } while eat(.comma)
    try close(closing, opened: open)
    return elements
  }

  /// Parses a call. A word is short for the selector that begins with it: `sum(x)` is `sum:(x)`, and `now()` is `now()`. Unknown
  /// names are accepted here and reported when the predicate is checked.
  ///
  /// Call ::= ( Identifier | EscapedKey | Selector | "FETCH" ) "(" List? ")"
  mutating func parseCall() throws(Misfit) -> Term {
    let word = token.range
    var name = token.kind == .keyword(.fetch) ? Keyword.fetch.rawValue : lexer.name(of: token)
    let isShort = token.kind == .word || token.kind == .escapedWord
    advance()
    let arguments = try parseList(.rightParen)
    if isShort { name = FormatExpression.Call.selector(ofWord: name, arguments: arguments.count) }
    return try parsePostfix(of: Self.call(of: name, arguments), from: word.start, word: WordRange(word))
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
