import PredicateSyntax

/// A source of the keys of objects: Swift types or a data model. A class, because embedded Swift has no other values of a
/// protocol type.
package protocol KeySource: AnyObject {
  /// Whether the objects may be `nil`, as those of `[Word?]`.
  var hasNullableObjects: Bool { get }
  /// Returns the key with the given name.
  func key(_ name: String, of type: ObjectType) -> KeyLookup
  /// Returns the shape of a range type, or `nil` for other types. The bounds of a range are its keys `lowerBound` and
  /// `upperBound`.
  func range(_ type: ObjectType) -> RangeShape?
}

extension KeySource {
  package var hasNullableObjects: Bool { false }
  package func range(_: ObjectType) -> RangeShape? { nil }
}

/// The bounds that a range has, and whether it includes the upper one.
package enum RangeShape: Sendable {
  case closed, halfOpen, from, through, upTo

  package var hasLower: Bool { self != .through && self != .upTo }
  /// The comparison with the upper bound, or `nil` if there is none.
  package var upper: FormatComparisonOperator? {
    switch self {
    case .closed, .through: .lessThanOrEqualTo
    case .halfOpen, .upTo: .lessThan
    case .from: nil
    }
  }
}

/// The result of looking up a key. `field` is the number by which the source knows a key that it has found.
package enum KeyLookup: Sendable {
  case found(type: ValueType, isNullable: Bool, field: Int = 0)
  /// The key exists but cannot be read. An optional one has a field, and can still be compared with nil.
  case unreadable(reason: String, field: Int? = nil)
  /// The type of the object is known only when the key is read, as that of an object in an argument.
  case dynamic
  /// There is no such key, only the known ones. A Swift type may have a computed property of this name.
  case absent(known: [String], mayBeComputed: Bool = false)
}
