import PredicateSemantics
import PredicateSyntax

extension Sequence {
  /// Returns the elements sorted by the given keys. The sort is stable.
  ///
  ///     let sorted = try words.sorted(by: .descending("length"), .ascending("text"))
  ///
  /// - Parameters:
  ///   - first: The most significant key.
  ///   - others: The keys that order elements whose previous keys are equal.
  /// - Throws: `FormatError` for an unknown key, or for the first element whose evaluation fails.
  public func sorted(by first: SortKey, _ others: SortKey...) throws(FormatError) -> [Element] {
    try sorted(by: [first] + others)
  }

  /// Returns the elements sorted by the given keys. The sort is stable. Without keys, the order does not change.
  ///
  /// - Parameters:
  ///   - keys: The sort keys, in order of significance.
  ///   - onError: What happens if a value cannot be computed.
  /// - Throws: The errors of `sorted(by:_:)`.
  public func sorted(by keys: [SortKey], onError: ErrorHandling = .throw) throws(FormatError) -> [Element] {
    try Array(self).fetchAll(PredicateFetchRequest(sortKeys: keys), onError: onError)
  }
}
