import PredicateSemantics
import PredicateSyntax

extension PredicateFunction {
  /// Creates a function that a format string calls by its selector.
  ///
  ///     let shout = PredicateFunction.function("shout:") { (text: String) in text.uppercased() }
  ///     let distance = PredicateFunction.function("distance:to:") { (a: Double, b: Double) in abs(a - b) }
  ///
  /// `shout:(name)`, `shout(name)` and `FUNCTION(name, "shout:")` all call the first function. The target of FUNCTION is the
  /// first argument. If the target is nil, the result is nil. Passing nil to a parameter that is not optional is an error. If the
  /// closure throws, the evaluation fails.
  public static func function<each Parameter: PredicateFunctionValue, Result: PredicateFunctionValue>(
    _ selector: String, _ body: @escaping @Sendable (repeat each Parameter) throws -> Result
  ) -> PredicateFunction {
    var kinds: [Kind] = []
    for kind in repeat (each Parameter).functionConversion.kind { kinds.append(kind) }
    let result = Result.functionConversion
    return PredicateFunction(selector, takes: kinds, gives: result.kind) { values in
      var rest = values[...]
      return result.value(try body(repeat try argument((each Parameter).self, rest.popFirst())))
    }
  }

  /// Creates the implementation of an operator that has no built-in one: `TOKENMATCHES`, `BOUNDEDBY`, `UTI-EQUALS`,
  /// `UTI-CONFORMS-TO` or a custom selector.
  ///
  ///     let isLike = PredicateFunction.comparison(.custom("isAnagramOf:")) { (a: String, b: String) in
  ///       a.sorted() == b.sorted()
  ///     }
  ///
  /// If an operand is nil and the closure's parameter is not optional, the comparison is false.
  public static func comparison<Left: PredicateFunctionValue, Right: PredicateFunctionValue>(
    _ comparison: FormatComparisonOperator, _ body: @escaping @Sendable (Left, Right) throws -> Bool
  ) -> PredicateFunction {
    self.comparison(comparison) { (left: Left, right: Right, _: FormatStringOptions) in try body(left, right) }
  }

  /// Creates the implementation of an operator with string options, as in `TOKENMATCHES[cd]`.
  public static func comparison<Left: PredicateFunctionValue, Right: PredicateFunctionValue>(
    _ comparison: FormatComparisonOperator,
    _ body: @escaping @Sendable (Left, Right, FormatStringOptions) throws -> Bool
  ) -> PredicateFunction {
    PredicateFunction(comparison, between: Left.functionConversion.kind, and: Right.functionConversion.kind) {
      left, right, options in
      try body(argument(Left.self, left), argument(Right.self, right), options)
    }
  }

  /// Returns an argument as an instance of the type of its parameter.
  private static func argument<Value: PredicateFunctionValue>(_: Value.Type, _ value: FormatValue?) throws -> Value {
    let value = value ?? .null
    if let argument = Value.functionConversion.instance(value) { return argument }
    throw UnfitArgument(value: value, type: "\(Value.self)")
  }

  /// The error for a value of the right kind that the Swift type cannot represent, such as a list with an element of another type.
  private struct UnfitArgument: Error, CustomStringConvertible {
    let value: FormatValue
    let type: String

    var description: String { "\(value.formatExpression.format) is not of the type \(type)" }
  }
}
