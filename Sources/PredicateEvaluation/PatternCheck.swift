import PredicateSemantics
import PredicateSyntax

extension FormatPredicate {
  /// Checks the regular expressions of MATCHES that are constants. A store calls it before it runs a statement, because a database
  /// without rows evaluates no pattern, and another engine may accept it.
  ///
  /// - Throws: `FormatError` with a diagnostic for each constant that is not a regular expression or exceeds the predicate's
  ///   limit. Evaluation in memory throws the same diagnostic.
  package func checkPatterns() throws(FormatError) {
    var check = PatternCheck(limits: limits)
    let located = located
    check.walk(located)
    if !check.errors.isEmpty { throw FormatError(check.errors, source: located.writtenText) }
  }
}

/// Collects the errors of constant patterns.
private struct PatternCheck: TreeWalker {
  let limits: PredicateLimits
  private(set) var errors: [FormatDiagnostic] = []

  init(limits: PredicateLimits) { self.limits = limits }

  mutating func enter(_ predicate: FormatPredicate) {
    guard case .comparison(let comparison) = predicate.kind, comparison.operator == .matches,
      case .constant(.string(let text)) = comparison.right.kind
    else { return }
    do throws(EvaluationError) {
      _ = try Pattern(text, comparison.options.resolved, limits)
    } catch {
      errors.append(FormatDiagnostic(error.message, at: comparison.right.range))
    }
  }
}
