import PredicateSyntax

/// How a predicate, an expression or a fetch request is evaluated.
///
///     let template = try FormatPredicate("price < $MOST")
///     let cheap = try books.filtered(by: template, options: EvaluationOptions(variables: ["MOST": 10]))
///
/// The methods of arrays take the options with each call. `CompiledPredicate`, `CompiledExpression` and `CompiledFetch` take them
/// when they compile.
public struct EvaluationOptions: Sendable {
  /// The values of `$NAME` variables, by name without the dollar sign. A constant is `FormatExpression.constant(10)`.
  public var variables: [String: FormatExpression]
  /// The functions that may be called in addition to the built-in ones.
  public var functions: PredicateFunctions
  /// What happens if a value cannot be computed.
  public var onError: EvaluationOptions.ErrorHandling
  /// The limits for each evaluation. If `nil`, the limits of the predicate, the expression or the request apply.
  public var limits: PredicateLimits?
  /// The maximum number of threads that test elements. Values below 1 mean 1. The results do not depend on it.
  ///
  /// For small amounts of work fewer threads are used. Elements of a type that is not `Sendable`, rows of fetch requests and
  /// single values use one thread.
  public var threads: Int

  /// Creates options. Each has the value that most calls need.
  public init(
    variables: [String: AnyFormatArgument?] = [:], functions: PredicateFunctions = .none,
    onError: EvaluationOptions.ErrorHandling = .throw, limits: PredicateLimits? = nil, threads: Int = 1
  ) {
    self.variables = variables.mapValues(FormatExpression.constant)
    self.functions = functions
    self.onError = onError
    self.limits = limits
    self.threads = threads
  }
}
