import PredicateSyntax

/// A key path to sort by, the direction, and how values compare.
///
/// nil comes first where the order ascends, and last where it descends, whatever the comparison.
public struct SortKey: Sendable, Hashable {
  /// The keys, separated by dots, as `%K` reads them: `length`, `details.closeDate`. `self` is the object itself. Where a
  /// property of the request has that name, its value is meant; groups and distinct rows have only such, and group keys.
  public var keyPath: String
  /// Whether the least value comes first.
  public var isAscending: Bool
  /// How two values compare.
  public var comparison: SortComparison

  /// Sorts by a key path.
  public init(_ keyPath: String, ascending isAscending: Bool = true, comparison: SortComparison = .default) {
    self.keyPath = keyPath
    self.isAscending = isAscending
    self.comparison = comparison
  }

  /// The least value first.
  public static func ascending(_ keyPath: String, _ comparison: SortComparison = .default) -> SortKey {
    SortKey(keyPath, comparison: comparison)
  }

  /// The greatest value first.
  public static func descending(_ keyPath: String, _ comparison: SortComparison = .default) -> SortKey {
    SortKey(keyPath, ascending: false, comparison: comparison)
  }

  /// The same key path and comparison in the other direction.
  public var reversed: SortKey { SortKey(keyPath, ascending: !isAscending, comparison: comparison) }
}

/// How a sort key compares two values.
public enum SortComparison: Sendable, Hashable {
  /// Strings by their Unicode scalars, numbers by value whatever their types, dates by time.
  case `default`
  /// Strings as `[c]` folds them; those equal so are equal. The same everywhere.
  case caseInsensitive
  /// Strings as people of the user's locale sort them, numbers within by value (`file2` before `file10`). It depends on the
  /// machine's locale, so it is done in memory.
  case localizedStandard
  /// As a function of the program's says, in memory.
  case function(SortFunction)
}

/// A function of the program's that compares two values, neither of them nil.
public final class SortFunction: Sendable, Hashable {
  /// What messages call it.
  public let name: String
  /// Whether the first value comes before the second where the order ascends; a strict weak order, as `sort(by:)` needs it.
  public let areInIncreasingOrder: @Sendable (FormatValue, FormatValue) -> Bool

  /// Names a function.
  public init(_ name: String, _ areInIncreasingOrder: @escaping @Sendable (FormatValue, FormatValue) -> Bool) {
    self.name = name
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  /// Whether both are the same function object.
  public static func == (left: SortFunction, right: SortFunction) -> Bool { left === right }

  /// Feeds the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
