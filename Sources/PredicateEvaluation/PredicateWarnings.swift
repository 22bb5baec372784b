import PredicateSyntax

/// Where the warnings go of predicates that are compiled on the way, by `filtered(by:)`, `fetchAll(_:)` and their like: that a
/// comparison is never true, for one, because a key is no string.
///
///     let log: PredicateWarnings.Handler = { predicate, warnings in logger.notice("\(predicate.source): \(warnings)") }
///     let found = try PredicateWarnings.handler.withValue(log) { try words.filtered(by: predicate) }
///
/// A server that sets it around a request can tell the stranger why there are no rows. Where nothing is set, warnings are found
/// in `CompiledPredicate.warnings` and by `findings(for:)` alone.
public enum PredicateWarnings {
  /// Takes a predicate and its warnings, of which there is at least one.
  public typealias Handler = @Sendable (FormatPredicate, [Diagnostic]) -> Void

  /// What is called in this task, and in those that it makes, each time that a predicate with warnings is compiled for a type.
  /// (`evaluate(with:)` compiles once a type.)
  public static let handler = TaskLocal<Handler?>(wrappedValue: nil)

  static func report(_ warnings: [Diagnostic], of predicate: FormatPredicate) {
    if !warnings.isEmpty { handler.get()?(predicate, warnings) }
  }
}
