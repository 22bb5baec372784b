import PredicateSyntax

// Calls and operators that only registered functions evaluate: names that are not predefined, FUNCTION, and some operators.

extension Checker {
  /// Returns `shout:(name)`: a call of a registered function, or of a predefined one that only stores and programs evaluate.
  mutating func programCall(
    _ selector: String, _ operands: [ResolvedExpression], at range: FormatRange
  ) -> ResolvedExpression {
    if let function = functions.named(selector) {
      return call(function, operands, countedAs: function.spelling, isSentToTarget: false, at: range)
    }
    if PredefinedFunction.named(selector) == nil {
      return refused(Self.unknownFunction(selector, among: functions), at: range)
    }
    return refused(.notRegistered(selector, as: ".function(\"\(selector)\")", nearest: nil), at: range)
  }

  /// Returns `FUNCTION(target, "selector:", …)`: a call of the registered function with the target and the arguments.
  mutating func targetCall(
    _ selector: String, _ operands: [ResolvedExpression], at range: FormatRange
  ) -> ResolvedExpression {
    guard let function = functions.named(selector) else { return refused(notCallable(selector), at: range) }
    return call(function, operands, countedAs: Self.nameOfTargetFunction(selector), isSentToTarget: true, at: range)
  }

  /// Returns the name of the function in messages about the number of arguments.
  static func nameOfTargetFunction(_ selector: String) -> String { "FUNCTION \"\(selector)\" with its target" }

  private func notCallable(_ selector: String) -> Message {
    let name = "FUNCTION \"\(selector)\""
    if PredefinedFunction.named(selector)?.isOfPrograms == false {
      return .notEvaluated(name, reason: "\(selector) is predefined; call it by its name, \(selector)(…)")
    }
    return .notRegistered(
      name, as: ".function(\"\(selector)\")", nearest: nearestWord(to: selector, among: functions.selectors))
  }

  /// Resolves `left UTI-CONFORMS-TO right` and similar operators to a call of the registered function, compared with true.
  mutating func programComparison(
    _ left: ResolvedExpression, _ name: FormatComparisonOperator, _ options: FormatStringOptions,
    _ right: ResolvedExpression,
    at range: FormatRange
  ) -> ResolvedPredicate {
    guard var function = functions.evaluating(name) else {
      var nearest: String?
      if case .custom(let selector) = name { nearest = nearestWord(to: selector, among: functions.customOperators) }
      report(.notRegistered(name.spelling, as: ".comparison(.\(name))", nearest: nearest), at: range)
      return .constant(false)
    }
    guard takesAll(function, [left, right]) else { return .constant(false) }
    function.options = options
    let value = ResolvedExpression(.registered(function, [left, right]), type: .bool, isNullable: true, range: range)
    return .comparison(
      ResolvedComparison(
        left: value, operator: .equal, options: [], right: constant(.bool(true), at: range), spelled: name,
        range: range))
  }

  private mutating func call(
    _ function: PredicateFunction, _ operands: [ResolvedExpression], countedAs name: String, isSentToTarget: Bool,
    at range: FormatRange
  ) -> ResolvedExpression {
    guard function.parameters.count == operands.count else {
      return refused(.wrongArgumentCount(name, expected: function.parameters.count, found: operands.count), at: range)
    }
    guard takesAll(function, operands) else { return unknown(at: range) }
    var function = function
    function.isSentToTarget = isSentToTarget
    return ResolvedExpression(
      .registered(function, operands), type: function.result.valueType, isNullable: true, range: range)
  }

  /// Returns whether the function accepts operands of these types. Reports an error if it does not.
  private mutating func takesAll(_ function: PredicateFunction, _ operands: [ResolvedExpression]) -> Bool {
    for (operand, kind) in zip(operands, function.parameters) where !kind.takes(operand.type) {
      report(
        .wrongOperand(of: function.spelling, expected: kind.description, found: operand.type.description),
        at: operand.range)
      return false
    }
    return true
  }
}
