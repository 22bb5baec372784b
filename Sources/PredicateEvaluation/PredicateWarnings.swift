import PredicateSyntax

/// A handler for the warnings of predicates that `filtered(by:)`, `fetchAll(_:)` and similar calls compile: for example, that a
/// comparison is never true because the key is not a string. `filtered(by:)`, `count(matching:)` and the like also report keys
/// that none of the given dictionaries or records has.
///
///     let log = PredicateWarnings { predicate, warnings in logger.notice("\(predicate.source): \(warnings)") }
///     let found = try PredicateWarnings.$handler.withValue(log) { try words.filtered(by: predicate) }
///
/// A server that sets the handler during a request can tell the client why no rows were found. Without a handler, warnings are
/// reported by `CompiledPredicate.warnings` and `findings(for:)` only.
public struct PredicateWarnings: Sendable {
  // A task-local value of a function type crashes in optimized builds of Swift 6.3. A structure around it does not.
  private let body: @Sendable (FormatPredicate, [FormatDiagnostic]) -> Void

  /// The handler of the current task and its child tasks. It is called each time a predicate with warnings is compiled for a type.
  /// (`evaluate(with:)` compiles once for each type.)
  @TaskLocal public static var handler: PredicateWarnings?

  /// Creates a handler.
  ///
  /// - Parameter body: Takes a predicate and its warnings, at least one.
  public init(_ body: @escaping @Sendable (FormatPredicate, [FormatDiagnostic]) -> Void) { self.body = body }

  static func report(_ warnings: [FormatDiagnostic], of predicate: FormatPredicate) {
    if !warnings.isEmpty { handler?.body(predicate, warnings) }
  }
}
