import PredicateSyntax

extension FormatValue {
  /// A value whose structural equality is `==` of the language on this value: 1, 1.0 and YES have the same key. `nil` for
  /// collections, which `EqualityKey` includes.
  package var equalityKey: FormatValue? {
    switch self {
    case .null, .integer, .unsigned, .string, .uuid, .data, .object: return self
    case .bool(let value): return .integer(value ? 1 : 0)
    case .double(let value): return Self.key(of: value)
    case .decimal(let value):
      if value.exponent >= 0, let whole = Int64(value.description) { return .integer(whole) }
      if value.exponent >= 0, let whole = UInt64(value.description) { return .unsigned(whole) }
      let near = value.doubleValue
      return FormatValue.compare(value, near) == 0 ? Self.key(of: near) : self
    case .date(let seconds): return seconds.isNaN ? .null : .date(seconds + 0)  // -0 + 0 is 0
    case .list, .set, .record: return nil
    }
  }

  private static func key(of value: Double) -> FormatValue {
    if value.isNaN { return .null }
    if let whole = Int64(exactly: value) { return .integer(whole) }
    if let whole = UInt64(exactly: value) { return .unsigned(whole) }
    return .double(value)
  }
}

/// A set of constants for lookup by hashing, so that the length of a list does not affect the cost of a row.
package struct ConstantSet: Sendable {
  private let keys: Set<FormatValue>

  /// Creates a set, or returns `nil` if an element is a collection, which has no key.
  package init?(_ elements: [FormatValue]) {
    var keys: Set<FormatValue> = []
    for element in elements {
      guard let key = element.equalityKey else { return nil }
      keys.insert(key)
    }
    self.keys = keys
  }

  /// Returns whether an element equals the value. No list contains nil.
  package func contains(_ value: FormatValue) -> Bool {
    guard let key = value.equalityKey else { return false }
    if case .null = key { return false }
    return keys.contains(key)
  }
}

/// A hashable key for `==` of the language. It applies inside collections too, where 1 also equals 1.0.
package enum EqualityKey: Hashable {
  case single(FormatValue)
  case list([EqualityKey])
  case set(Set<EqualityKey>)
  case record([String: EqualityKey])

  package init(_ value: FormatValue) {
    switch value {
    case .list(let elements): self = .list(elements.map(EqualityKey.init))
    case .set(let elements): self = .set(Set(elements.map(EqualityKey.init)))
    case .record(let fields): self = .record(fields.mapValues(EqualityKey.init))
    default: self = .single(value.equalityKey ?? value)
    }
  }
}
