import PredicateSyntax

/// What knows the keys of objects: Swift types, a data model.
package protocol KeySource {
  /// The key of that name.
  func key(_ name: String, of type: ObjectType) -> KeyLookup
  /// Which range the type is, nil of all others. The bounds of a range are its keys `lowerBound` and `upperBound`.
  func range(_ type: ObjectType) -> RangeShape?
}

extension KeySource {
  package func range(_: ObjectType) -> RangeShape? { nil }
}

/// Which bounds a range has, and whether the upper one belongs to it.
package enum RangeShape: Sendable {
  case closed, halfOpen, from, through, upTo

  var hasLower: Bool { self != .through && self != .upTo }
  /// The comparison with the upper bound, where there is one.
  var upper: ComparisonOperator? {
    switch self {
    case .closed, .through: .lessThanOrEqualTo
    case .halfOpen, .upTo: .lessThan
    case .from: nil
    }
  }
}

/// What a key source says of a name.
package enum KeyLookup: Sendable {
  case found(type: ValueType, isNullable: Bool)
  /// The key is there, but cannot be read, for a reason. Of an optional one it can be told whether it is nil.
  case unreadable(reason: String, isOptional: Bool = false)
  /// There is no such key; these are known. A Swift type may compute one that it does not name.
  case absent(known: [String], mayBeComputed: Bool = false)
}
