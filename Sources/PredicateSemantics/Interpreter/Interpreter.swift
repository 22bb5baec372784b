import PredicateSyntax

/// Evaluates a checked predicate or expression for rows, one at a time, as `Grammar/Rationale.md` defines the language.
///
/// The interpreter is written to be read, not to be fast. It has one file for each group of constructs:
///
/// - `Interpreter+Predicates`: AND, OR, NOT, comparisons, ANY and ALL.
/// - `Interpreter+Values`: constants, keys, lists, functions and TERNARY.
/// - `Interpreter+Collections`: key paths through collections, SUBQUERY, collection operators and aggregates.
/// - `ValueComparison`: the operators that compare two values.
/// - `ValueOperation`: functions, CAST, indexes and set operations, which compute a value from others.
/// - `Interpreter+Rows`: the rows that a format string matches.
/// - `SystemFunctions`: what the interpreter needs from the program that contains it.
///
/// The engines must give the same answers. They use `ValueComparison` and `ValueOperation` for everything that they have no
/// faster way for.
package final class Interpreter {
  /// An error with its position. It ends the evaluation.
  package struct Failure: Error {
    package let error: EvaluationError
    package let range: FormatRange

    package var diagnostic: FormatDiagnostic { FormatDiagnostic(error.message, at: range) }
  }

  let system: SystemFunctions
  let limits: PredicateLimits
  private let onError: EvaluationOptions.ErrorHandling
  /// All rows, which aggregates such as `max:(length)` range over.
  let rows: [FormatValue]
  /// The objects that the tree refers to, by their scopes: the row, and the current element of each collection around the node.
  var objects: [FormatValue] = [.null]
  /// The aggregates over all rows that have been computed.
  var aggregates: [Aggregate: FormatValue] = [:]
  private var stepsLeft: Int

  /// An aggregate over all rows at a position of the text.
  struct Aggregate: Hashable {
    let identity: String
    let range: FormatRange
  }

  /// Creates an interpreter.
  ///
  /// - Parameters:
  ///   - rows: All rows of the collection that is filtered.
  ///   - system: The functions that this module does not have.
  ///   - limits: The limits of the evaluation of all rows. The time is not limited.
  ///   - onError: Whether a value that cannot be computed is an error or nil.
  package init(
    rows: [FormatValue], system: SystemFunctions = .none, limits: PredicateLimits = .default,
    onError: EvaluationOptions.ErrorHandling = .throw
  ) {
    self.rows = rows
    self.system = system
    self.limits = limits
    self.onError = onError
    stepsLeft = limits.steps
  }

  /// Returns whether a predicate is true of a row.
  ///
  /// - Throws: The first error, in the order of evaluation.
  package func matches(_ row: FormatValue, _ predicate: ResolvedPredicate) throws(Failure) -> Bool {
    objects = [row]
    return try isTrue(predicate)
  }

  /// Returns the value of an expression for a row.
  ///
  /// - Throws: The first error, in the order of evaluation.
  package func value(of expression: ResolvedExpression, for row: FormatValue) throws(Failure) -> FormatValue {
    objects = [row]
    return try operand(expression).nanAsNil
  }

  /// Returns the value of an expression of constants, as it is.
  ///
  /// - Throws: The error of the expression, or of a function that this module does not have.
  static func value(ofConstant expression: ResolvedExpression) throws(Failure) -> FormatValue {
    try Interpreter(rows: []).operand(expression)
  }

  /// Checks the constant regular expressions of a tree, so that an invalid one is an error even if no row is compared with it.
  ///
  /// - Throws: The error of the first one that is not valid.
  @inline(never)
  package func check(_ node: ResolvedNode) throws(Failure) {
    if case .predicate(.comparison(let comparison)) = node, comparison.operator == .matches {
      do throws(EvaluationError) { _ = try ValueComparison(comparison, system, limits) } catch {
        throw Failure(error: error, range: comparison.right.range)
      }
    }
    for child in node.children { try check(child.node) }
  }

  // MARK: Errors and limits (Rationale 5.1, 7.3)

  /// Throws the error of a value that cannot be computed, or returns nil in its place, depending on `onError`. Some errors,
  /// such as those of limits, are always thrown.
  func failed(_ error: EvaluationError, at range: FormatRange) throws(Failure) -> FormatValue {
    guard onError == .throw || error.isAlwaysThrown else { return .null }
    throw Failure(error: error, range: range)
  }

  /// Takes steps of the evaluation.
  func take(_ steps: Int) throws(Failure) {
    if !spend(steps) { throw Failure(error: EvaluationError(.tooManySteps(limit: limits.steps)), range: .none) }
  }

  /// Takes the steps of visiting a value and everything in it.
  func take(through value: FormatValue) throws(Failure) {
    if !spend(through: value) { try take(0) }
  }

  /// Calls `body` with another object in a scope.
  func with<Result>(
    _ object: FormatValue, in scope: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    while objects.count <= scope { objects.append(.null) }
    let outer = objects[scope]
    objects[scope] = object
    defer { objects[scope] = outer }
    return try body()
  }
}

extension Interpreter: StepCounter {
  package func spend(_ steps: Int) -> Bool {
    stepsLeft -= steps
    return stepsLeft >= 0
  }
}
