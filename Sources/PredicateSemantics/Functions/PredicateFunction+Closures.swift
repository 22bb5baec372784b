#if !hasFeature(Embedded)  // Which has no closures that throw any error.
import PredicateSyntax

extension PredicateFunction {
  /// Creates a function that a format string calls by its selector: `shout:(name)`, `distance:to:(a, b)`, or
  /// `FUNCTION(name, "shout:")`, whose first argument is the target.
  ///
  /// - Parameters:
  ///   - selector: The name, with a colon for each parameter or without colons. `shout(x)` is short for `shout:(x)`. The
  ///     target of FUNCTION may be an additional parameter: `raised:` in `FUNCTION(2, "raised:", 3)`.
  ///   - parameters: The kind of each parameter. Passing nil for a kind without nil is an error.
  ///   - result: The kind of the result, which may always be nil too.
  ///   - body: The closure that computes the result. An error that it throws becomes an evaluation error.
  public init(
    _ selector: String, takes parameters: [Kind], gives result: Kind,
    _ body: @escaping @Sendable ([FormatValue]) throws -> FormatValue
  ) {
    self.init(reporting: .selector(selector), parameters, result) { values, _ in try body(values) }
  }

  /// Creates a function for an operator without a built-in evaluation: `UTI-CONFORMS-TO`, `a isKindOfClass: b`.
  ///
  /// - Parameters:
  ///   - comparison: The operator, such as `.utiConformsTo` or `.custom("isKindOfClass:")`.
  ///   - left: The kind of the left operand. If it excludes nil, the comparison is false for nil.
  ///   - right: The kind of the right operand, with the same rule for nil.
  ///   - body: Returns whether the comparison is true, given both operands and the options, as in `TOKENMATCHES[cd]`.
  public init(
    _ comparison: FormatComparisonOperator, between left: Kind, and right: Kind,
    _ body: @escaping @Sendable (FormatValue, FormatValue, FormatStringOptions) throws -> Bool
  ) {
    self.init(reporting: .comparison(comparison), [left, right], .bool) { values, options in
      .bool(try body(values[0], values[1], options))
    }
  }

  /// Creates a function whose errors become evaluation errors.
  private init(
    reporting name: Name, _ parameters: [Kind], _ result: Kind,
    _ body: @escaping @Sendable ([FormatValue], FormatStringOptions) throws -> FormatValue
  ) {
    self.init(name, parameters, result) { values, options throws(EvaluationError) in
      do { return try body(values, options) } catch {
        throw EvaluationError(.functionFailed(name.spelling, reason: "\(error)"))
      }
    }
  }
}
#endif
