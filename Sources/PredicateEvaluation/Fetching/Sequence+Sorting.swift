import PredicateModel
import PredicateSyntax

extension Sequence {
  /// The elements in the order of sort keys; those that all of them leave equal keep their order.
  ///
  ///     try words.sorted(by: .descending("length"), .ascending("text"))
  ///
  /// - Parameters:
  ///   - first: the key that decides first.
  ///   - others: the keys that decide where those before leave elements equal.
  /// - Throws: `FormatError` with a wrong key, or with the fault of the first element that has one.
  public func sorted(by first: SortKey, _ others: SortKey...) throws(FormatError) -> [Element] {
    try sorted(by: [first] + others)
  }

  /// The elements in the order of sort keys; those that all of them leave equal, and all where there are no keys, keep
  /// their order.
  ///
  /// - Parameters:
  ///   - keys: the keys, the first deciding first.
  ///   - onFault: what a value that cannot be computed does.
  /// - Throws: as `sorted(by:_:)`.
  public func sorted(by keys: [SortKey], onFault: FaultHandling = .throw) throws(FormatError) -> [Element] {
    try Array(self).fetchAll(PredicateFetchRequest(sortKeys: keys), onFault: onFault)
  }
}
