extension Parser {
  /// Parses a prefix and any infix operators that bind at least as tightly as `minimum`. This function covers all levels of the
  /// grammar from Or to Power.
  ///
  /// Predicate ::= Or
  /// Expression ::= Assignment
  mutating func parseTerm(_ minimum: Precedence) -> Term {
    defer { leave() }
    guard enter() else {
      let error = rejectDepth()
      return .expression(FormatExpression(.invalid(error), range: error.range))
    }
    let left = parsePrefix()
    return parseOperators(minimum, after: left)
  }

  private mutating func parseOperators(_ minimum: Precedence, after first: consuming Term) -> Term {
    var left = first
    while true {
      if let precedence = token.infix?.precedence, precedence >= minimum {
        left = parseInfix(precedence, after: consume left)
      } else if minimum <= .comparison, isMisspelledOperator(), case .expression(let expression) = left {
        left = .predicate(parseMisspelledComparison(after: expression))
      } else {
        return left
      }
      if lexer.diagnostics.isStopped { return left }
    }
  }

  /// Parses an infix operator and its right operand. It is not inlined, because it would enlarge the stack frame of every level.
  @inline(never)
  private mutating func parseInfix(_ precedence: Precedence, after left: consuming Term) -> Term {
    let start = left.range.start
    switch InfixOperator.infix(of: token, in: lexer) {
    case nil: return left
    case .or, .and: return .predicate(parseCompound(precedence, after: left))
    case .comparison(let comparison):
      switch consume left {
      case .predicate(let left): return .predicate(rejectSecondComparison(after: left))
      case .expression(let left): return .predicate(parseComparison(comparison, .direct, after: left, from: start))
      }
    case .assignment: return .expression(parseAssignment(to: left))
    case .setOperation(let infix):
      let (left, right) = parseOperands(precedence, after: left)
      return .expression(built(.setOperation(.init(left, infix, right)), from: start))
    case .arithmetic(let infix):
      let (left, right) = parseOperands(precedence, after: left)
      return .expression(built(.function(.init(infix.selector, [left, right])), from: start))
    }
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
  ) -> (FormatExpression, FormatExpression) {
    let left = expression(from: left)
    advance()
    return (left, parseExpression(precedence.tighter))
  }

  /// Builds an expression. Stops parsing if the tree is too high: chains such as `a + a + …` grow without nesting in the text.
  mutating func built(_ kind: consuming FormatExpression.Kind, from start: Int) -> FormatExpression {
    let expression = FormatExpression(kind, range: range(from: start))
    // The given kind is never invalid itself, so the tree is too high.
    if case .invalid = expression.kind {
      lexer.diagnostics.stop(.tooHigh(limit: Limits.greatestHeight), at: FormatRange(end, end))
      advance()
    }
    return expression
  }

  /// Builds a predicate likewise. NONE and the keys of a SUBQUERY have more levels in the tree than in the text.
  private mutating func built(_ kind: consuming FormatPredicate.Kind, from start: Int) -> FormatPredicate {
    let predicate = FormatPredicate(part: kind, range: range(from: start))
    if case .kind(.invalid) = predicate.storage {
      lexer.diagnostics.stop(.tooHigh(limit: Limits.greatestHeight), at: FormatRange(end, end))
      advance()
    }
    return predicate
  }

  /// Parses a chain of one operator into a single node, however long the chain is. Parentheses preserve nested nodes.
  ///
  /// Or ::= And ( ( "OR" | "||" ) And )*
  /// And ::= Not ( ( "AND" | "&&" ) Not )*
  private mutating func parseCompound(_ precedence: Precedence, after left: consuming Term) -> FormatPredicate {
    let start = left.range.start
    var parts: [FormatPredicate] = []
    // Most chains need no more capacity.
    parts.reserveCapacity(4)
    parts.append(predicate(from: left))
    while token.infix?.precedence == precedence {
      advance()
      comparisonStart = end
      let term = parseTerm(precedence.tighter)
      switch consume term {
      case .predicate(let part): parts.append(part)
      case .expression(let part):
        parts.append(rejectPart(part, after: parts))
        synchronize()
      }
    }
    let kind: FormatPredicate.Kind = precedence == .and ? .and(parts) : .or(parts)
    return built(kind, from: start)
  }

  /// Reports an expression in place of a predicate in a chain.
  private mutating func rejectPart(_ part: FormatExpression, after parts: [FormatPredicate]) -> FormatPredicate {
    rejectBetweenAnd(part, after: parts) ?? rejectLoneValue(part, after: parts) ?? predicate(from: .expression(part))
  }

  /// Assignment ::= Variable ":=" Assignment | SetOperation
  private mutating func parseAssignment(to left: consuming Term) -> FormatExpression {
    let target = expression(from: left)
    // The range of a variable in parentheses begins with the parenthesis.
    if case .variable(let name) = target.kind, lexer.byte(at: target.range.start) == UInt8(ascii: "$") {
      advance()
      let value = parseExpression(.assignment)
      return built(.assignment(.init(name, value)), from: target.range.start)
    }
    let error = report(.assignmentTarget, fixIts: isChain ? [] : [.suggest("==", at: token.range)])
    advance()
    _ = parseExpression(.assignment)
    return FormatExpression(.invalid(error), range: range(from: target.range.start))
  }

  /// Whether a comparison operator follows the value after the current token. False while reading ahead, because nested reading
  /// ahead takes exponential time.
  private var isChain: Bool {
    if lexer.diagnostics.isMuted { return false }
    var next = ahead
    _ = next.parseExpression(.assignment)
    return next.token.infix?.precedence == .comparison
  }

  // MARK: Prefixes

  /// Parses a prefix. NOT and the modifiers build predicates; the caller reports them if none is allowed there.
  ///
  /// Prefix ::= ( "-" | "~" ) Prefix | Postfix
  private mutating func parsePrefix() -> Term {
    switch token.kind {
    case .keyword(.not), .symbol(.bang): .predicate(parseNot())
    case .keyword(.any), .keyword(.some): parseModifierOrKey(.any)
    case .keyword(.all): parseModifierOrKey(.all)
    case .keyword(.none): parseModifierOrKey(.any, isNegated: true)
    case .symbol(.minus): .expression(parseMinus())
    case .symbol(.tilde): .expression(parseComplement())
    case .end, .word, .keyword, .operatorWord, .escapedWord, .atWord, .selector, .variable, .integer, .double, .string,
      .conversion, .symbol, .foreignOperator, .invalid:
      parsePostfix()
    }
  }

  /// Parses a comparison with a modifier, or a key that has the name of one.
  private mutating func parseModifierOrKey(
    _ modifier: FormatPredicate.Comparison.Modifier, isNegated: Bool = false
  ) -> Term {
    let next = peek()
    // `any == 1` probably means a key. `parsePostfix` reports how to write it.
    let isOperator = next.infix?.precedence == .comparison && !isBeforeCall()
    if isOperator || next.kind == .symbol(.dot) { return parsePostfix() }
    // Python's None.
    if next.kind.endsPredicate, isAfterOperator(token.range.start), lexer.text(token.range) == "None" {
      let range = token.range
      let error = report(.expectedExpression(found: describe(token)), fixIts: [.write("nil", at: range)])
      advance()
      return .expression(FormatExpression(.invalid(error), range: range))
    }
    return .predicate(parseModified(modifier, isNegated: isNegated))
  }

  /// Returns whether the next token begins a call: in `ANY max:(x) > 1`, `max:` is not an operator.
  private func isBeforeCall() -> Bool {
    var copy = lexer
    return copy.next().kind == .selector && copy.next().kind == .symbol(.leftParen)
  }

  /// Not ::= ( "NOT" | "!" ) Not | Truth
  private mutating func parseNot() -> FormatPredicate {
    let start = token.range.start
    advance()
    let part = predicate(from: parseTerm(.comparison))
    return built(.not(part), from: start)
  }

  private mutating func parseMinus() -> FormatExpression {
    let start = token.range.start
    advance()
    return negated(parseExpression(.prefix), from: start)
  }

  private mutating func parseComplement() -> FormatExpression {
    let start = token.range.start
    advance()
    let operand = parseExpression(.prefix)
    return built(.function(.init(ArithmeticOperator.complement.selector, [operand])), from: start)
  }

  /// Returns the negation of an operand: `-1` is a constant, but any other `-x` is `0 - x`, because there is no negation operator.
  private mutating func negated(_ operand: FormatExpression, from start: Int) -> FormatExpression {
    let range = range(from: start)
    switch operand.kind {
    case .constant(.integer(let value)):
      // The opposite of `Int64.min` is greater than `Int64.max`.
      let opposite: FormatValue = value == .min ? .unsigned(value.magnitude) : .integer(-value)
      return FormatExpression(.constant(opposite), range: range)
    case .constant(.unsigned(let value)) where value == Int64.min.magnitude:
      return FormatExpression(.constant(.integer(.min)), range: range)
    case .constant(.unsigned(let value)):
      return FormatExpression(.invalid(report(.integerOutOfRange("-\(value)"), at: range)), range: range)
    case .constant(.double(let value)): return FormatExpression(.constant(.double(-value)), range: range)
    case .constant(.decimal(let value)): return FormatExpression(.constant(.decimal(value.negated)), range: range)
    case .invalid: return operand
    default:
      let zero = FormatExpression(.constant(.integer(0)), range: range)
      return built(.function(.init(ArithmeticOperator.subtract.selector, [zero, operand])), from: start)
    }
  }

  /// Parses a comparison, beginning with its modifier.
  ///
  /// Modifier ::= "ANY" | "SOME" | "ALL" | "NONE"
  private mutating func parseModified(
    _ modifier: FormatPredicate.Comparison.Modifier, isNegated: Bool
  ) -> FormatPredicate {
    let word = token
    let start = token.range.start
    advance()
    let term = parseTerm(.assignment)
    guard case .expression(let left) = term else {
      let predicate = predicate(from: term)
      rejectModifier(word.range, before: predicate)
      return predicate
    }
    let result: FormatPredicate
    if case .comparison(let comparison)? = InfixOperator.infix(of: token, in: lexer) {
      result = parseComparison(comparison, modifier, after: left, from: isNegated ? left.range.start : start)
    } else if isMisspelledOperator() {
      result = parseMisspelledComparison(after: left, isModified: true)
    } else {
      return rejectLoneModifier(word.range, before: left)
    }
    // NONE is stored and printed as NOT ANY.
    return isNegated ? built(.not(result), from: start) : result
  }

  // MARK: Comparisons

  /// Comparison ::= Modifier? Expression Operator Expression
  mutating func parseComparison(
    _ comparison: ComparisonOperator, _ modifier: FormatPredicate.Comparison.Modifier,
    after left: consuming FormatExpression, from start: Int
  ) -> FormatPredicate {
    let op = token.range
    advance()
    if comparison == .matches, let pattern = rejectRegularExpression() {
      return FormatPredicate(.invalid(pattern), range: range(from: start))
    }
    var options = parseOptions(of: comparison)
    if token.kind == .operatorWord, let second = rejectSecondOperator(after: op) { options = parseOptions(of: second) }
    if token.kind == .end { rejectMissingRightSide(after: op) }
    let right = rejectUnquotedText(after: op, comparison) ?? parseExpression(.assignment)
    let kind = FormatPredicate.Kind.comparison(
      FormatPredicate.Comparison(left, comparison, right, modifier: modifier, options: options))
    return built(kind, from: start)
  }

  /// Parses string options. No expression begins with `[`, so after an operator it always opens options. Whitespace is allowed.
  ///
  /// Options ::= "[" OptionLetter+ "]"
  /// OptionLetter ::= "c" | "d" | "l" | "n" | "w"
  private mutating func parseOptions(of comparison: ComparisonOperator) -> StringOptions {
    switch token.kind {
    case .symbol(.leftBracket): if rejectOptionBrackets() || isBracketedList { return [] }
    case .symbol(.leftParen):
      _ = rejectOptionBrackets()
      return []
    default: return []
    }
    let open = token.range
    advance()
    var options: StringOptions = []
    let start = token.range.start
    while token.kind != .symbol(.rightBracket) {
      let isOtherBracket = token.kind == .symbol(.rightBrace) || token.kind == .symbol(.rightParen)
      if isOtherBracket || token.kind == .end || token.kind == .string {
        report(
          .unclosed("[", found: describe(token)), labels: [FormatDiagnostic.Label(range: open, text: "opened")],
          fixIts: isOtherBracket ? [.write("]", at: token.range)] : [])
        if isOtherBracket { break }
        return options
      }
      if !addOptions(to: &options, opened: open) { return [] }
      advance()
    }
    if token.range.start == start { report(.emptyOptions, at: FormatRange(open.start, token.range.end)) }
    advance()
    if !comparison.takesOptions {
      report(.optionsNotAllowed(comparison.spelling), at: FormatRange(open.start, end))
      return []
    }
    return options
  }

  /// Adds the options of the current token's letters. If a letter is not an option, reports it and skips to the closing bracket,
  /// because the rest is part of the same mistake.
  ///
  /// - Returns: `false` if the brackets do not contain options, which has been reported.
  private mutating func addOptions(to options: inout StringOptions, opened open: FormatRange) -> Bool {
    for position in token.range.start..<token.range.end {
      if let index = Self.optionLetters.firstIndex(of: lexer.bytes[position] | 0x20) {
        options.insert(StringOptions.letters[index].option)
        continue
      }
      if rejectOption(at: position, opened: open, after: options) { return false }
      while token.kind != .end, peek().kind != .symbol(.rightBracket), peek().kind != .end { advance() }
      return true
    }
    return true
  }

  /// Reports a chained comparison such as `a < b < c` and parses the rest to find further errors.
  private mutating func rejectSecondComparison(after predicate: FormatPredicate) -> FormatPredicate {
    let op = token.range
    let error = FormatDiagnostic(.chainedComparison(), at: op)
    // An error in the rest follows from this one.
    let right = muted { parser in
      parser.advance()
      _ = parser.parseOptions(of: .equalTo)
      return parser.parseTerm(.assignment)
    }
    if case .invalid = predicate.kind {} else { rejectChain(predicate, op, right) }
    return FormatPredicate(.invalid(error), range: range(from: predicate.range.start))
  }

  // MARK: Misspelled operators

  /// Returns whether the current token is in the position of an operator and the next one could begin a right side. The function is
  /// mutating because a call of a function that is not mutating copies the parser.
  private mutating func isMisspelledOperator() -> Bool {
    switch token.kind {
    case .foreignOperator: return true
    case .keyword(.not), .symbol(.bang):
      let next = peek()
      return next.infix?.precedence == .comparison || next.kind == .keyword(.null) || next.kind == .keyword(.nil)
        || isPhrase
    case .word: return !peek().kind.endsOperand
    case .end, .keyword, .operatorWord, .escapedWord, .atWord, .selector, .variable, .integer, .double, .string,
      .conversion, .symbol, .invalid:
      return false
    }
  }
}
