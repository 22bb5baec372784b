import PredicateSyntax

extension ProfileChecker {
  mutating func enter(_ expression: FormatExpression) {
    let range = expression.range
    let word = expression.word.range ?? range
    switch expression.kind {
    case .constant(let value): check(value, at: range, levels: PredicateLimits.greatestHeight)
    case .evaluatedObject: checkSelf(at: range)
    case .variable(let name): expect(variable: name, at: range)
    case .keyPath, .keys, .index: break
    case .aggregate(let elements):
      expect(ValueKind.list.rawValue, .literals, at: range)
      expect(elements.count, atMost: .elements, at: range)
    case .function(let call): check(call, at: word, in: range)
    case .cast(let cast):
      expect(.cast, at: word)
      if profile.permits(ProfileConstruct.cast.rawValue, .constructs) { expect(cast.type, .casts, at: range) }
    case .targetFunction(let call):
      expect(.targetFunction, at: word)
      if profile.permits(ProfileConstruct.targetFunction.rawValue, .constructs) {
        expect(call.selector, .functions, at: range)
      }
    case .conditional(let choice):
      // A predicate that is a branch has no word of its own; the choice around it is reported.
      if range == .none || range != choice.condition.range { expect(.ternary, at: word) }
    case .subquery:
      expect(.subquery, at: word)
      expect(scopes.depth + 1, atMost: .subqueryDepth, at: word)
    case .setOperation(let operation): expect(operation.operator.rawValue, .constructs, at: word)
    case .assignment(let assignment):
      expect(.assignment, at: range)
      expect(variable: assignment.variable, at: range)
    case .anyKey: expect(.anyKey, at: range)
    case .placeholder(let conversion): expect(conversion.text, .conversions, at: range)
    case .invalid(let error): report(error)
    }
  }

  /// Checks keys and indexes. They are checked here and not in `enter`, so that errors of the expression that they are
  /// read from come first.
  mutating func leave(_ expression: FormatExpression) {
    switch expression.kind {
    case .keyPath(let steps): check(steps, of: expression)
    case .keys(let keys): check(keys.steps, of: expression)
    case .index(let element): check(element, of: expression)
    default: break
    }
  }

  mutating func enterScope(of subquery: FormatExpression.Subquery) {
    scopes.enter(subquery.variable, roots(of: subquery.collection))
  }

  mutating func leaveScope(of subquery: FormatExpression.Subquery) { scopes.leave() }

  private mutating func expect(_ construct: ProfileConstruct, at range: FormatRange) {
    expect(construct.rawValue, .constructs, at: range)
  }

  /// Checks a variable. A variable that an enclosing SUBQUERY declares need not be listed.
  mutating func expect(variable: String, at range: FormatRange) {
    if scopes[variable] == nil { expect(variable, .variables, at: range) }
  }

  /// Checks SELF on its own, the entire object. If the profile lists keys, SELF must be one of them.
  private mutating func checkSelf(at range: FormatRange) {
    expect(.evaluatedObject, at: range)
    if profile.permits(ProfileConstruct.evaluatedObject.rawValue, .constructs) { expect("SELF", .keys, at: range) }
  }

  // MARK: Constants

  private mutating func check(_ value: FormatValue, at range: FormatRange, levels: Int) {
    expect(value.kind.rawValue, .literals, at: range)
    switch value {
    case .string(let text): expect(text.utf8.count, atMost: .textLength, at: range)
    case .list(let elements), .set(let elements): check(elements, at: range, levels: levels)
    case .record(let fields): check(Array(fields.values), at: range, levels: levels)
    case .null, .bool, .integer, .unsigned, .double, .decimal, .date, .uuid, .data, .object: break
    }
  }

  private mutating func check(_ elements: [FormatValue], at range: FormatRange, levels: Int) {
    expect(elements.count, atMost: .elements, at: range)
    guard levels > 0 else {
      return report(FormatDiagnostic(.tooHigh(limit: PredicateLimits.greatestHeight), at: range))
    }
    for element in elements { check(element, at: range, levels: levels - 1) }
  }

  // MARK: Functions and indexes

  private mutating func check(_ call: FormatExpression.Call, at word: FormatRange, in range: FormatRange) {
    if let symbol = ArithmeticOperator(selector: call.selector)?.rawValue {
      expect(symbol, .arithmetic, at: word)
    } else {
      expect(call.selector, .functions, at: word)
    }
    if KeyRoots.isElementFunction(call) { checkElement(call.arguments[1], of: call.arguments[0], at: range) }
  }

  private mutating func check(_ element: FormatExpression.Element, of expression: FormatExpression) {
    let brackets = expression.word.range ?? expression.range
    switch element.index {
    case .first: expect(.first, at: brackets)
    case .last: expect(.last, at: brackets)
    case .size: expect(.size, at: brackets)
    case .value(let index):
      expect(.index, at: brackets)
      checkElement(index, of: element.collection, at: expression.range)
    }
  }
}
