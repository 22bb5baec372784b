import PredicateSyntax

/// What knows the keys of objects: Swift types, a data model.
package protocol KeySource {
  /// The key of that name.
  func key(_ name: String, of type: ObjectType) -> KeyLookup
}

/// What a key source says of a name.
package enum KeyLookup: Sendable {
  case found(type: ValueType, isNullable: Bool)
  /// The key is there, but cannot be read, for a reason.
  case unreadable(reason: String)
  /// There is no such key; these are known.
  case absent(known: [String])
}
