import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

extension Sequence {
  /// Returns the elements sorted by the given keys. The sort is stable. nil sorts first in ascending order.
  ///
  ///     let sorted = try words.sorted(by: .descending("length"), .ascending("text"))
  ///
  /// - Parameters:
  ///   - first: The most significant key.
  ///   - others: The keys that order elements whose previous keys are equal.
  /// - Returns: All elements, in sorted order.
  /// - Throws: `FormatError` for an unknown key, or for the first element whose sort key cannot be evaluated.
  public func sorted(by first: SortKey, _ others: SortKey...) throws(FormatError) -> [Element] {
    try sorted(by: [first] + others)
  }

  /// Returns the elements sorted by the given keys. The sort is stable. nil sorts first in ascending order. Without keys, the order
  /// does not change.
  ///
  /// - Parameters:
  ///   - keys: The sort keys, in order of significance.
  ///   - onError: Whether a sort key that cannot be evaluated throws an error or counts as nil.
  /// - Returns: All elements, in sorted order.
  /// - Throws: `FormatError` for an unknown key; if `onError` is `throw`, also for the first element whose sort key cannot be
  ///   evaluated.
  public func sorted(by keys: [SortKey], onError: ErrorHandling = .throw) throws(FormatError) -> [Element] {
    try Array(self).fetchAll(PredicateFetchRequest(sortKeys: keys), onError: onError)
  }
}
