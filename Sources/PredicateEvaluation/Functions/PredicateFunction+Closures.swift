import PredicateModel
import PredicateSyntax

extension PredicateFunction {
  /// A function that a format string calls by its selector, from a closure on Swift values.
  ///
  ///     .function("shout:") { (text: String) in text.uppercased() }
  ///     .function("distance:to:") { (a: Double, b: Double) in abs(a - b) }
  ///
  /// `shout:(name)`, `shout(name)` and `FUNCTION(name, "shout:")` all call the first: the target of FUNCTION is the first
  /// argument, and where it is nil so is the value. A nil where the closure takes no optional is a fault, and so is what
  /// the closure throws.
  public static func function<each Parameter: PredicateFunctionValue, Result: PredicateFunctionValue>(
    _ selector: String, _ body: @escaping @Sendable (repeat each Parameter) throws -> Result
  ) -> PredicateFunction {
    var kinds: [Kind] = []
    for kind in repeat (each Parameter).functionKind { kinds.append(kind) }
    return PredicateFunction(selector, takes: kinds, gives: Result.functionKind) { values in
      var arguments = Arguments(values)
      return try body(repeat try arguments.next((each Parameter).self)).functionValue
    }
  }

  /// What an operator does that only programs evaluate, from a closure on Swift values: `TOKENMATCHES`, `BOUNDEDBY`,
  /// `UTI-EQUALS`, `UTI-CONFORMS-TO` and custom selectors.
  ///
  ///     .comparison(.custom("isKindOfClass:")) { (object: FormatValue, name: String) in … }
  ///
  /// Of nil it is false, unless the closure takes an optional there.
  public static func comparison<Left: PredicateFunctionValue, Right: PredicateFunctionValue>(
    _ comparison: ComparisonOperator, _ body: @escaping @Sendable (Left, Right) throws -> Bool
  ) -> PredicateFunction {
    self.comparison(comparison) { (left: Left, right: Right, _: StringOptions) in try body(left, right) }
  }

  /// The same with the string options of the comparison, which `TOKENMATCHES[cd]` may have.
  public static func comparison<Left: PredicateFunctionValue, Right: PredicateFunctionValue>(
    _ comparison: ComparisonOperator, _ body: @escaping @Sendable (Left, Right, StringOptions) throws -> Bool
  ) -> PredicateFunction {
    PredicateFunction(comparison, between: Left.functionKind, and: Right.functionKind) { left, right, options in
      var arguments = Arguments([left, right])
      return try body(arguments.next(Left.self), arguments.next(Right.self), options)
    }
  }

  /// The arguments of one call, in order.
  private struct Arguments {
    private var values: IndexingIterator<[FormatValue]>

    init(_ values: [FormatValue]) { self.values = values.makeIterator() }

    mutating func next<Value: PredicateFunctionValue>(_: Value.Type) throws -> Value {
      let value = values.next() ?? .null
      if let argument = Value(functionValue: value) { return argument }
      throw UnfitArgument(value: value, type: "\(Value.self)")
    }
  }

  /// A value of the right kind that its Swift type cannot hold, such as a list with an element of another type.
  private struct UnfitArgument: Error, CustomStringConvertible {
    let value: FormatValue
    let type: String

    var description: String { "\(value.formatExpression.format) is no \(type)" }
  }
}
