import PredicateSyntax

/// The number of values that one translation may still lower.
///
/// Some operators lower an operand twice, as `IN` does on a relationship. Without this limit, a translation of nested ones would
/// take exponential time. It is a class, so that the count stays when `Lowering` is set back after an attempt.
final class LoweringWork {
  private var left = 10_000

  /// The number of times that a translation may lower each node of its predicate, in addition to the first 10,000 values.
  private static let timesPerNode = 64

  /// Permits the values of a predicate with this number of nodes.
  func permit(nodes: Int) { left += Self.timesPerNode * nodes }

  /// Counts a value. Returns `false` if it is one too many.
  func takesOne() -> Bool {
    left -= 1
    return left >= 0
  }
}
