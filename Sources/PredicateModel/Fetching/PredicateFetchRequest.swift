import PredicateSyntax

/// What to fetch, as data: which objects, in which order, and what to compute of all of them together.
///
/// The same request runs over an array of Swift values and, as SQL, over a database, with the same answer. It names no
/// type: it fits whatever has the keys that it names.
public struct PredicateFetchRequest: Sendable, Hashable {
  /// The objects that are meant; all of them where it is nil.
  public var predicate: FormatPredicate?
  /// The order of the objects: later keys decide where the ones before are equal. Objects equal in all keys keep their
  /// order.
  public var sortKeys: [SortKey]
  /// A value of all the objects together, such as `average:(length)`, for fetches of rows.
  public var aggregate: NamedExpression?

  /// Makes a request; without parameters it is for all objects as they stand.
  public init(_ predicate: FormatPredicate? = nil, sortKeys: [SortKey] = [], aggregate: NamedExpression? = nil) {
    self.predicate = predicate
    self.sortKeys = sortKeys
    self.aggregate = aggregate
  }
}

/// A key path to sort by, and the direction.
///
/// Strings sort by their Unicode scalars, numbers by value whatever their types, dates by time. nil comes first where
/// the order ascends, and last where it descends.
public struct SortKey: Sendable, Hashable {
  /// The keys, separated by dots, as `%K` reads them: `length`, `details.closeDate`. `self` is the object itself.
  public var keyPath: String
  /// Whether the least value comes first.
  public var isAscending: Bool

  /// Sorts by a key path.
  public init(_ keyPath: String, ascending isAscending: Bool = true) {
    self.keyPath = keyPath
    self.isAscending = isAscending
  }

  /// The least value first.
  public static func ascending(_ keyPath: String) -> SortKey { SortKey(keyPath) }

  /// The greatest value first.
  public static func descending(_ keyPath: String) -> SortKey { SortKey(keyPath, ascending: false) }

  /// The same key path in the other direction.
  public var reversed: SortKey { SortKey(keyPath, ascending: !isAscending) }
}

/// An expression, and the name of its value in a row.
public struct NamedExpression: Sendable, Hashable {
  /// The key of the value.
  public var name: String
  /// What is computed.
  public var expression: FormatExpression

  /// Names an expression.
  public init(_ name: String, _ expression: FormatExpression) {
    self.name = name
    self.expression = expression
  }
}
