extension Parser {
  // MARK: Compounds

  /// Parses a compound or another term up to a closing parenthesis, whose opening one has the index `open`, or to the end of the text.
  mutating func parseCompound(in open: Int?) -> Term {
    var term = parseCompound()
    if !isEndOfGroup(open) { reportRest(of: open, after: &term) }
    return term
  }

  /// Reports text after a compound, and parses the compounds in it.
  @inline(never)
  private mutating func reportRest(of open: Int?, after term: inout Term) {
    let range = term.range
    while !isEndOfGroup(open) {
      if !recover(from: open.map { .closing($0, after: term) } ?? .end(of: term)) {
        term = .failed(range)
        if isEndOfGroup(open) { return }
        // Go on after a connective to find further errors.
        advance()
      }
      term = token.kind == .end ? .failed(range) : parseCompound()
    }
    if case .expression(let value) = term { recover(from: .missingOperator(after: value)) }
    term = .failed(range)
  }

  /// Whether the token ends the part of the text in parentheses, or the text.
  private func isEndOfGroup(_ open: Int?) -> Bool {
    token.kind == .end || open != nil && token.kind == .symbol(.rightParen)
  }

  /// Parses a chain of predicates, or a term of another kind if there is no AND or OR. A chain of one operator is a single node,
  /// however long it is. Errors in a part are reported, and parsing goes on after the part.
  ///
  /// Predicate ::= Or
  /// Or ::= And ( ( "OR" | "||" ) And )*
  /// And ::= Not ( ( "AND" | "&&" ) Not )*
  private mutating func parseCompound() -> Term {
    let first = parsePart()
    return token.infix?.isConnective == true ? parseChain(after: first) : first
  }

  @inline(never)
  private mutating func parseChain(after first: Term) -> Term {
    let start = first.range.start
    var alternatives: [FormatPredicate] = []
    var parts: [FormatPredicate] = []
    // Most chains need no more capacity.
    parts.reserveCapacity(4)
    var hasFailed = false
    // The first AND of the current parts, and the first OR.
    var (and, or) = (WordRange.none, WordRange.none)
    append(first, to: &parts, &hasFailed)
    while let precedence = token.infix?.precedence, precedence <= .and {
      if precedence == .or {
        if alternatives.isEmpty { or = WordRange(token.range) }
        alternatives.append(joined(&parts, .and, and, from: start))
      } else if parts.count == 1 {
        and = WordRange(token.range)
      }
      advance()
      append(parsePart(), to: &parts, &hasFailed)
    }
    alternatives.append(joined(&parts, .and, and, from: start))
    let result = joined(&alternatives, .or, or, from: start)
    return hasFailed || diagnostics.isStopped ? .failed(range(from: start)) : .predicate(result)
  }

  /// Parses a comparison or another part of a chain. Reports its error, if it has one.
  private mutating func parsePart() -> Term {
    comparisonStart = index
    do throws(Misfit) { return try parseTerm(.comparison) } catch { return parsePart(after: error) }
  }

  /// Reports the error of a part, and parses another part if one follows.
  @inline(never)
  private mutating func parsePart(after misfit: Misfit) -> Term {
    let start = tokens[misfit.start].range.start
    var misfit = misfit
    while recover(from: misfit) {
      comparisonStart = index
      do throws(Misfit) { return try parseTerm(.comparison) } catch { misfit = error }
    }
    return .failed(range(from: start))
  }

  /// Appends a part of a chain. Reports a value in place of a predicate.
  private mutating func append(_ term: consuming Term, to parts: inout [FormatPredicate], _ hasFailed: inout Bool) {
    switch predicate(from: consume term) {
    case .predicate(let predicate): parts.append(predicate)
    case .expression(let value):
      recover(from: .missingOperator(after: value))
      hasFailed = true
    case .failed: hasFailed = true
    }
  }

  /// Returns the chain of parts, and empties the list. One part is its own chain.
  private mutating func joined(
    _ parts: inout [FormatPredicate], _ op: Precedence, _ word: WordRange, from start: Int
  ) -> FormatPredicate {
    defer { parts = [] }
    if let only = parts.first, parts.count == 1 { return only }
    let from = parts.first?.range.start ?? start
    do throws(Misfit) { return try built(op == .and ? .and(parts) : .or(parts), from: from, word: word) } catch {
      recover(from: error)
      return FormatPredicate(part: .constant(true))
    }
  }

  /// Parses a predicate.
  mutating func parsePredicate() throws(Misfit) -> FormatPredicate {
    switch predicate(from: parseCompound()) {
    case .predicate(let predicate): return predicate
    case .expression(let value):
      recover(from: .missingOperator(after: value))
      return FormatPredicate(part: .constant(true), range: value.range)
    case .failed(let range): return FormatPredicate(part: .constant(true), range: range)
    }
  }

  /// Parses a branch of TERNARY. A predicate is the choice between YES and NO that it makes.
  ///
  /// Branch ::= Expression | Predicate
  mutating func parseBranch() throws(Misfit) -> FormatExpression {
    let outer = comparisonStart
    let term = parseCompound()
    comparisonStart = outer
    guard case .predicate(let predicate) = term else { return try expression(from: term) }
    let range = predicate.range
    let (yes, no) = (FormatValue.bool(true), FormatValue.bool(false))
    let choice = FormatExpression.Conditional(
      predicate, FormatExpression(.constant(yes), range: range), FormatExpression(.constant(no), range: range))
    return try built(.conditional(choice), from: range.start)
  }

  /// Returns a term where a predicate is needed. A choice between predicates is the predicate that it chooses: it is compared with
  /// YES.
  ///
  /// Choice ::= "TERNARY" "(" Predicate "," ( Predicate "," Branch | Expression "," Predicate ) ")"
  mutating func predicate(from term: consuming Term) -> Term {
    guard case .expression(let value) = term, case .conditional(let choice) = value.kind, choice.choosesPredicates
    else { return term }
    let yes = FormatExpression(.constant(.bool(true)), range: value.range)
    do throws(Misfit) {
      return .predicate(try built(.comparison(.init(value, .equalTo, yes)), from: value.range.start))
    } catch {
      recover(from: error)
      return .failed(value.range)
    }
  }

  // MARK: Terms

  /// Parses a prefix and any infix operators that bind at least as tightly as `minimum`. This function covers all levels of the
  /// grammar from Comparison to Power.
  ///
  /// Expression ::= Assignment
  mutating func parseTerm(_ minimum: Precedence) throws(Misfit) -> Term {
    defer { leave() }
    try enter()
    var left = try parsePrefix()
    while let precedence = token.infix?.precedence, precedence >= minimum {
      left = try parseInfix(precedence, after: consume left)
    }
    return left
  }

  /// Parses an infix operator and its right operand. It is not inlined, because it would enlarge the stack frame of every level.
  @inline(never)
  private mutating func parseInfix(_ precedence: Precedence, after left: consuming Term) throws(Misfit) -> Term {
    switch token.infix {
    case nil, .or, .and: left
    case .comparison, .selector: try parseComparison(after: left)
    case .assignment: try parseAssignment(to: left)
    case .setOperation(let infix): try parseSetOperation(infix, after: left)
    case .arithmetic(let infix): try parseArithmetic(infix, precedence, after: left)
    }
  }

  private mutating func parseComparison(after left: consuming Term) throws(Misfit) -> Term {
    guard let comparison = InfixOperator.comparison(of: token, in: lexer) else { return left }
    let start = left.range.start
    switch consume left {
    case .predicate(let left): throw misfit(.endOfComparison(left))
    case .expression(let left): return .predicate(try parseComparison(comparison, .direct, after: left, from: start))
    case .failed:
      _ = try parseComparison(comparison, .direct, after: FormatExpression(.evaluatedObject), from: start)
      return .failed(range(from: start))
    }
  }

  private mutating func parseSetOperation(
    _ infix: FormatExpression.SetOperator, after left: consuming Term
  ) throws(Misfit) -> Term {
    let start = left.range.start
    let word = WordRange(token.range)
    let (left, right) = try parseOperands(.setOperation, after: left)
    return .expression(try built(.setOperation(.init(left, infix, right)), from: start, word: word))
  }

  private mutating func parseArithmetic(
    _ infix: ArithmeticOperator, _ precedence: Precedence, after left: consuming Term
  ) throws(Misfit) -> Term {
    let start = left.range.start
    let word = WordRange(token.range)
    let (left, right) = try parseOperands(precedence, after: left)
    return .expression(try built(.function(.init(infix.selector, [left, right])), from: start, word: word))
  }

  /// Parses the right operand of a left-associative operator and returns both operands.
  ///
  /// SetOperation ::= BitOr ( ( "UNION" | "INTERSECT" | "MINUS" ) BitOr )*
  /// BitOr ::= BitXor ( "|" BitXor )*
  /// BitXor ::= BitAnd ( "^" BitAnd )*
  /// BitAnd ::= Shift ( "&" Shift )*
  /// Shift ::= Additive ( ( "<<" | ">>" ) Additive )*
  /// Additive ::= Multiplicative ( ( "+" | "-" ) Multiplicative )*
  /// Multiplicative ::= Power ( ( "*" | "/" ) Power )*
  /// Power ::= Prefix ( "**" Prefix )*
  private mutating func parseOperands(
    _ precedence: Precedence, after left: consuming Term
  ) throws(Misfit) -> (FormatExpression, FormatExpression) {
    let left = try expression(from: left)
    advance()
    return (left, try parseExpression(precedence.tighter))
  }

  mutating func parseExpression(_ minimum: Precedence = .assignment) throws(Misfit) -> FormatExpression {
    try expression(from: try parseTerm(minimum))
  }

  mutating func expression(from term: consuming Term) throws(Misfit) -> FormatExpression {
    switch term {
    case .expression(let expression): return expression
    case .predicate(let predicate): throw misfit(.predicate(predicate.range))
    case .failed(let range): return FormatExpression(.evaluatedObject, range: range)
    }
  }

  /// Builds an expression. Throws if the tree is too high: chains such as `a + a + …` grow without nesting in the text.
  mutating func built(
    _ kind: consuming FormatExpression.Kind, from start: Int, word: WordRange = .none
  ) throws(Misfit) -> FormatExpression {
    let expression = FormatExpression(kind, range: range(from: start), word: word)
    if case .invalid = expression.kind { throw tooHigh }
    return expression
  }

  /// Builds a predicate likewise. NONE and the keys of a SUBQUERY have more levels in the tree than in the text.
  private mutating func built(
    _ kind: consuming FormatPredicate.Kind, from start: Int, word: WordRange = .none
  ) throws(Misfit) -> FormatPredicate {
    let predicate = FormatPredicate(part: kind, range: range(from: start), word: word)
    if case .kind(.invalid) = predicate.storage { throw tooHigh }
    return predicate
  }

  private var tooHigh: Misfit {
    misfit(.limit(.tooHigh(limit: PredicateLimits.greatestHeight), at: FormatRange(end, end)))
  }

  /// Assignment ::= Variable ":=" Assignment | SetOperation
  private mutating func parseAssignment(to left: consuming Term) throws(Misfit) -> Term {
    let target = try expression(from: left)
    // The range of a variable in parentheses begins with the parenthesis.
    guard case .variable(let name) = target.kind, lexer.byte(at: target.range.start) == UInt8(ascii: "$") else {
      throw misfit(.assignmentTarget)
    }
    advance()
    let value = try parseExpression()
    return .expression(try built(.assignment(.init(name, value)), from: target.range.start))
  }

  // MARK: Prefixes

  /// Parses a prefix. NOT and the modifiers build predicates.
  ///
  /// Prefix ::= ( "-" | "~" ) Prefix | Postfix
  private mutating func parsePrefix() throws(Misfit) -> Term {
    switch try countedForm() {
    case .not: try parseNot()
    case .modified: try parseModified()
    case .sign: try parseSign()
    case .parentheses: try parseParenthesized()
    case .aggregate: try parseAggregate()
    case .subquery: try parseSubquery()
    case .ternary: try parseTernary()
    case .cast: try parseCast()
    case .function: try parseFunction()
    case .call: try parseCall()
    case .token: try parsePostfix()
    }
  }

  /// The forms of a prefix. Each has its own function, because recursive functions should need little stack space.
  private enum Form {
    case not, modified, sign, parentheses, aggregate, subquery, ternary, cast, function, call, token
  }

  /// Returns the form that begins at the current token. Counts it if it is a value.
  private mutating func countedForm() throws(Misfit) -> Form {
    switch token.kind {
    case .keyword(.not), .symbol(.bang): return .not
    case .keyword(.any), .keyword(.some), .keyword(.all), .keyword(.none): return .modified
    case .symbol(.minus), .symbol(.tilde): return .sign
    case .symbol(.leftParen): return .parentheses
    default: try countLeaf()
    }
    switch token.kind {
    case .symbol(.leftBrace): return .aggregate
    case .keyword(.subquery) where isCall: return .subquery
    case .keyword(.ternary) where isCall: return .ternary
    case .keyword(.cast) where isCall: return .cast
    case .keyword(.function) where isCall: return .function
    case .keyword(.fetch) where isCall, .word where isCall, .escapedWord where isCall, .selector where isCall:
      return .call
    default: return .token
    }
  }

  /// Not ::= ( "NOT" | "!" ) Not | Truth
  private mutating func parseNot() throws(Misfit) -> Term {
    let word = token.range
    advance()
    switch predicate(from: try parseTerm(.comparison)) {
    case .predicate(let part): return .predicate(try built(.not(part), from: word.start, word: WordRange(word)))
    case .expression(let value): throw misfit(.missingOperator(after: value))
    case .failed: return .failed(range(from: word.start))
    }
  }

  private mutating func parseSign() throws(Misfit) -> Term {
    let (sign, isMinus) = (token.range, token.kind == .symbol(.minus))
    advance()
    let operand = try parseExpression(.prefix)
    if isMinus { return .expression(try negated(operand, sign)) }
    let call = FormatExpression.Call(ArithmeticOperator.complement.selector, [operand])
    return .expression(try built(.function(call), from: sign.start, word: WordRange(sign)))
  }

  /// Returns the negation of an operand: `-1` is a constant, but any other `-x` is `0 - x`, because there is no negation operator.
  private mutating func negated(_ operand: FormatExpression, _ sign: FormatRange) throws(Misfit) -> FormatExpression {
    let range = range(from: sign.start)
    switch operand.kind {
    case .constant(.integer(let value)):
      // The opposite of `Int64.min` is greater than `Int64.max`.
      let opposite: FormatValue = value == .min ? .unsigned(value.magnitude) : .integer(-value)
      return FormatExpression(.constant(opposite), range: range)
    case .constant(.unsigned(let value)) where value == Int64.min.magnitude:
      return FormatExpression(.constant(.integer(.min)), range: range)
    case .constant(.unsigned(let value)): throw misfit(.integerInRange(range, "-\(value)"))
    case .constant(.double(let value)): return FormatExpression(.constant(.double(-value)), range: range)
    case .constant(.decimal(let value)): return FormatExpression(.constant(.decimal(value.negated)), range: range)
    default:
      let zero = FormatExpression(.constant(.integer(0)), range: range)
      let call = FormatExpression.Call(ArithmeticOperator.subtract.selector, [zero, operand])
      return try built(.function(call), from: sign.start, word: WordRange(sign))
    }
  }

  // MARK: Comparisons

  /// Parses a comparison, beginning with its modifier.
  ///
  /// Modifier ::= "ANY" | "SOME" | "ALL" | "NONE"
  private mutating func parseModified() throws(Misfit) -> Term {
    let word = index
    advance()
    let term = try parseTerm(.assignment)
    return .predicate(try parseComparison(word, after: term))
  }

  @inline(never)
  private mutating func parseComparison(_ word: Int, after term: Term) throws(Misfit) -> FormatPredicate {
    let isNegated = tokens[word].kind == .keyword(.none)
    let modifier: FormatPredicate.Comparison.Modifier = tokens[word].kind == .keyword(.all) ? .all : .any
    let left: FormatExpression
    switch term {
    case .expression(let expression): left = expression
    case .predicate(let predicate): throw misfit(.single(predicate, modifier: word))
    case .failed(let range): left = FormatExpression(.evaluatedObject, range: range)
    }
    guard let comparison = InfixOperator.comparison(of: token, in: lexer) else {
      throw misfit(.modifiedOperator(after: left, modifier: word))
    }
    let range = tokens[word].range
    let start = isNegated ? left.range.start : range.start
    let result = try parseComparison(comparison, modifier, range, after: left, from: start)
    // NONE is stored and printed as NOT ANY.
    return isNegated ? try built(.not(result), from: range.start, word: WordRange(range)) : result
  }

  /// Comparison ::= Modifier? Expression Operator Expression
  private mutating func parseComparison(
    _ comparison: FormatComparisonOperator, _ modifier: FormatPredicate.Comparison.Modifier, _ word: FormatRange? = nil,
    after left: consuming FormatExpression, from start: Int
  ) throws(Misfit) -> FormatPredicate {
    let first = index
    advance()
    let options = try parseOptions(of: comparison)
    let afterOptions = index
    let right = try parseExpression()
    let places = places(first, afterOptions, modifier: word)
    let kind = FormatPredicate.Kind.comparison(.init(left, comparison, right, modifier, options, at: places))
    return try built(kind, from: start)
  }

  /// Returns the positions of the operator at an index, of its options before another one, and of its modifier.
  @inline(never)
  private func places(_ first: Int, _ afterOptions: Int, modifier: FormatRange?) -> ComparisonPlaces {
    let options = FormatRange(near: tokens[first + 1].range.start, tokens[afterOptions - 1].range.end)
    return ComparisonPlaces(
      operator: tokens[first].range, options: afterOptions - first > 1 ? options : nil, modifier: modifier)
  }

  /// Parses string options. No expression begins with `[`, so after an operator it always opens options. Whitespace is allowed.
  ///
  /// Options ::= "[" OptionLetter+ "]"
  /// OptionLetter ::= "c" | "d" | "l" | "n" | "w"
  private mutating func parseOptions(of comparison: FormatComparisonOperator) throws(Misfit) -> FormatStringOptions {
    guard token.kind == .symbol(.leftBracket) else { return [] }
    let open = index
    var options: FormatStringOptions = []
    advance()
    repeat {
      for position in token.range.start..<max(token.range.end, token.range.start + 1) {
        guard
          let letter = FormatStringOptions.letters.first(where: {
            $0.letter.asciiValue == lexer.byte(at: position) | 0x20
          })
        else { throw misfit(.option(at: position, open: open)) }
        options.insert(letter.option)
      }
      advance()
    } while token.kind != .symbol(.rightBracket)
    if !comparison.takesOptions { throw misfit(.noOptions(open: open)) }
    advance()
    return options
  }
}
