import PredicateSyntax

/// A key path to sort by, the direction, and how values compare.
///
/// nil sorts first in ascending order and last in descending order, for every comparison.
public struct SortKey: Sendable, Hashable {
  /// The keys, separated by dots, in the syntax of `%K`: `length`, `details.closeDate`. `self` is the object itself. A
  /// property of the request with this name takes precedence. Groups and distinct rows only have properties and group keys.
  public var keyPath: String
  /// Whether the least value sorts first.
  public var isAscending: Bool
  /// The comparison of two values.
  public var comparison: SortComparison
  /// The rules of the profile that permitted the key.
  var rules = KeyRules()

  /// Creates a sort key.
  public init(_ keyPath: String, ascending isAscending: Bool = true, comparison: SortComparison = .default) {
    self.keyPath = keyPath
    self.isAscending = isAscending
    self.comparison = comparison
  }

  /// Returns a key that sorts the least value first.
  public static func ascending(_ keyPath: String, _ comparison: SortComparison = .default) -> SortKey {
    SortKey(keyPath, comparison: comparison)
  }

  /// Returns a key that sorts the greatest value first.
  public static func descending(_ keyPath: String, _ comparison: SortComparison = .default) -> SortKey {
    SortKey(keyPath, ascending: false, comparison: comparison)
  }

  /// A key with the same key path and comparison in the opposite direction.
  public var reversed: SortKey {
    var key = self
    key.isAscending.toggle()
    return key
  }
}

/// The comparison that a sort key uses.
public enum SortComparison: Sendable, Hashable {
  /// Compares strings by their Unicode scalars, numbers by value regardless of type, and dates by time.
  case `default`
  /// Compares strings as `[c]` folds them. The result is the same on every platform.
  case caseInsensitive
  /// Compares strings by the rules of the user's locale, with embedded numbers by value (`file2` before `file10`). The
  /// comparison runs in memory, because it depends on the locale of the machine.
  case localizedStandard
  /// Compares values in memory with a custom function.
  case function(SortFunction)
}

/// A custom function that compares two values, neither of them nil.
public final class SortFunction: Sendable, Hashable {
  /// The name of the function in messages.
  public let name: String
  /// Returns whether the first value sorts before the second in ascending order. It must be a strict weak ordering, as for
  /// `sort(by:)`.
  public let areInIncreasingOrder: @Sendable (FormatValue, FormatValue) -> Bool

  /// Creates a named function.
  public init(_ name: String, _ areInIncreasingOrder: @escaping @Sendable (FormatValue, FormatValue) -> Bool) {
    self.name = name
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  /// Returns whether both are the same object.
  public static func == (left: SortFunction, right: SortFunction) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
