import PredicateSyntax

extension ProfileChecker {
  mutating func check(_ expression: FormatExpression) {
    switch expression.kind {
    case .constant, .evaluatedObject, .variable, .anyKey, .placeholder, .invalid: checkLeaf(expression)
    case .keyPath, .keys: checkKeyPath(expression)
    case .index: checkIndex(expression)
    case .aggregate: checkAggregate(expression)
    case .function: checkFunction(expression)
    case .cast: checkCast(expression)
    case .targetFunction: checkTargetFunction(expression)
    case .conditional: checkTernary(expression)
    case .subquery: checkSubquery(expression)
    case .setOperation: checkSetOperation(expression)
    case .assignment: checkAssignment(expression)
    }
  }

  private mutating func expect(_ construct: ProfileConstruct, at range: SourceRange) {
    expect(construct.rawValue, .constructs, at: range)
  }

  private mutating func checkLeaf(_ expression: FormatExpression) {
    switch expression.kind {
    case .constant(let value): check(value, at: expression.range, levels: Limits.greatestHeight)
    case .evaluatedObject: checkSelf(at: expression.range)
    case .variable(let name):
      if !isDeclared(name) { expect(name, .variables, at: expression.range) }
    case .anyKey: expect(.anyKey, at: expression.range)
    case .placeholder(let conversion): expect(conversion.text, .conversions, at: expression.range)
    case .invalid(let fault): report(fault)
    default: break
    }
  }

  /// Checks SELF on its own, the entire object. A list of keys must contain it.
  private mutating func checkSelf(at range: SourceRange) {
    expect(.evaluatedObject, at: range)
    if profile.permits("SELF", .constructs) { expect("SELF", .keys, at: range) }
  }

  func isDeclared(_ variable: String) -> Bool { scopes.declares(variable) }

  // MARK: Constants

  private mutating func check(_ value: FormatValue, at range: SourceRange, levels: Int) {
    expect(ProfileLiteral(value).rawValue, .literals, at: range)
    switch value {
    case .string(let text): expect(text.utf8.count, atMost: .textLength, at: range)
    case .list(let elements), .set(let elements): check(elements, at: range, levels: levels)
    case .record(let fields): check(Array(fields.values), at: range, levels: levels)
    default: break
    }
  }

  private mutating func check(_ elements: [FormatValue], at range: SourceRange, levels: Int) {
    expect(elements.count, atMost: .elements, at: range)
    guard levels > 0 else { return report(Diagnostic(.tooHigh(limit: Limits.greatestHeight), at: range)) }
    for element in elements { check(element, at: range, levels: levels - 1) }
  }

  private mutating func checkAggregate(_ expression: FormatExpression) {
    guard case .aggregate(let elements) = expression.kind else { return }
    expect(ProfileLiteral.list.rawValue, .literals, at: expression.range)
    expect(elements.count, atMost: .elements, at: expression.range)
    for element in elements { check(element) }
  }

  // MARK: Functions

  private mutating func checkFunction(_ expression: FormatExpression) {
    guard case .function(let selector, let arguments) = expression.kind else { return }
    if let symbol = ArithmeticOperator(selector: selector)?.rawValue {
      expect(symbol, .arithmetic, at: places.infix(symbol, of: expression, arguments))
    } else {
      expect(selector, .functions, at: places.word(at: expression.range) ?? expression.range)
    }
    if KeyRoots.isElementFunction(selector, arguments) {
      checkElement(arguments[1], of: arguments[0], at: expression.range)
    }
    for argument in arguments { check(argument) }
  }

  private mutating func checkTargetFunction(_ expression: FormatExpression) {
    guard case .targetFunction(let target, let selector, let arguments) = expression.kind else { return }
    expect(.targetFunction, at: places.word(at: expression.range) ?? expression.range)
    if profile.permits(ProfileConstruct.targetFunction.rawValue, .constructs) {
      expect(selector, .functions, at: expression.range)
    }
    check(target)
    for argument in arguments { check(argument) }
  }

  private mutating func checkCast(_ expression: FormatExpression) {
    guard case .cast(let value, let type) = expression.kind else { return }
    expect(.cast, at: places.word(at: expression.range) ?? expression.range)
    if profile.permits(ProfileConstruct.cast.rawValue, .constructs) { expect(type, .casts, at: expression.range) }
    check(value)
  }

  // MARK: Other forms

  private mutating func checkTernary(_ expression: FormatExpression) {
    guard case .conditional(let condition, let then, let otherwise) = expression.kind else { return }
    expect(.ternary, at: places.word(at: expression.range) ?? expression.range)
    check(condition)
    check(then)
    check(otherwise)
  }

  private mutating func checkSubquery(_ expression: FormatExpression) {
    guard case .subquery(let collection, let variable, let predicate) = expression.kind else { return }
    let place = places.word(at: expression.range) ?? expression.range
    expect(.subquery, at: place)
    check(collection)
    scopes.enter(variable, elementsOf: roots(of: collection))
    expect(scopes.depth, atMost: .subqueryDepth, at: place)
    check(predicate)
    scopes.leave()
  }

  private mutating func checkSetOperation(_ expression: FormatExpression) {
    guard case .setOperation(let operation, let left, let right) = expression.kind else { return }
    expect(operation.rawValue, .constructs, at: places.between(left.range, right.range) ?? expression.range)
    check(left)
    check(right)
  }

  private mutating func checkAssignment(_ expression: FormatExpression) {
    guard case .assignment(let variable, let value) = expression.kind else { return }
    expect(.assignment, at: expression.range)
    if !isDeclared(variable) { expect(variable, .variables, at: expression.range) }
    check(value)
  }

  private mutating func checkIndex(_ expression: FormatExpression) {
    guard case .index(let base, let index) = expression.kind else { return }
    let place = places.after(base.range, in: expression.range)
    check(base)
    switch index {
    case .first: expect(.first, at: place)
    case .last: expect(.last, at: place)
    case .size: expect(.size, at: place)
    case .value(let value):
      expect(.index, at: place)
      checkElement(value, of: base, at: expression.range)
      check(value)
    }
  }
}
