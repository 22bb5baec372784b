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
  ///   - options: The options. The values of variables are those of expressions in the keys.
  /// - Returns: All elements, in sorted order.
  /// - Throws: `FormatError` for an unknown key; unless errors yield nil, also for the first element whose sort key cannot be
  ///   evaluated.
  public func sorted(by keys: [SortKey]) throws(FormatError) -> [Element] {
    try Array(self).fetchAll(PredicateFetchRequest(sortKeys: keys))
  }
}

/// A sort key of the elements of a sequence, whose type gives the root of the key path: `.ascending(\.length)`.
public struct ElementSortKey<Element>: Sendable {
  let key: SortKey

  /// Returns a key that sorts the least value of a property first.
  ///
  /// - Throws: `FormatError` if the property has no name at run time. See `AnyKeyPath.formatExpression`.
  public static func ascending(
    _ keyPath: PartialKeyPath<Element>, _ comparison: SortComparison = .default
  ) throws(FormatError) -> Self {
    Self(key: try .ascending(keyPath, comparison))
  }

  /// Returns a key that sorts the greatest value of a property first.
  ///
  /// - Throws: `FormatError` if the property has no name at run time. See `AnyKeyPath.formatExpression`.
  public static func descending(
    _ keyPath: PartialKeyPath<Element>, _ comparison: SortComparison = .default
  ) throws(FormatError) -> Self {
    Self(key: try .descending(keyPath, comparison))
  }
}

extension Sequence {
  /// Returns the elements sorted by properties.
  ///
  ///     let sorted = try words.sorted(by: .descending(\.length), .ascending(\.text))
  ///
  /// A key-path literal of a property of a class slows the access to this property in the closures of the whole module.
  ///
  /// - Parameters:
  ///   - first: The most significant key.
  ///   - others: The keys that order elements whose previous keys are equal.
  /// - Returns: All elements, in sorted order.
  /// - Throws: `FormatError` for a property without a name, or for the first element whose sort key cannot be evaluated.
  public func sorted(
    by first: ElementSortKey<Element>, _ others: ElementSortKey<Element>...
  ) throws(FormatError) -> [Element] {
    try sorted(by: ([first] + others).map(\.key))
  }
}
