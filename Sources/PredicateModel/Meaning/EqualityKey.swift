import PredicateSyntax

extension FormatValue {
  /// A value of which structural equality is what `==` of the language is of this one: 1, 1.0 and YES have the same key.
  /// nil for collections: `EqualityKey` is of those too.
  package var equalityKey: FormatValue? {
    switch self {
    case .null, .integer, .unsigned, .string, .uuid, .data, .object: return self
    case .bool(let value): return .integer(value ? 1 : 0)
    case .double(let value): return Self.key(of: value)
    case .decimal(let value):
      if value.exponent >= 0, let whole = Int64(value.description) { return .integer(whole) }
      if value.exponent >= 0, let whole = UInt64(value.description) { return .unsigned(whole) }
      let near = value.doubleValue
      return NumberOrder.compare(value, near) == 0 ? Self.key(of: near) : self
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

/// Constant elements that values are looked up among by hashing, so that a long list costs a row no more than a short one.
package struct ConstantSet: Sendable {
  private let keys: Set<FormatValue>

  /// Nil where an element is a collection, which has no key.
  package init?(_ elements: [FormatValue]) {
    var keys: Set<FormatValue> = []
    for element in elements {
      guard let key = element.equalityKey else { return nil }
      keys.insert(key)
    }
    self.keys = keys
  }

  /// Whether an element equals the value. nil is in no list.
  package func contains(_ value: FormatValue) -> Bool {
    guard let key = value.equalityKey else { return false }
    if case .null = key { return false }
    return keys.contains(key)
  }
}

/// What `==` of the language compares of a value, to be hashed; in collections too, since there 1 equals 1.0 as well.
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

/// Values that others are looked up among, by hashing.
package struct ValueLookup {
  private var keys: Set<EqualityKey>

  package init(_ values: [FormatValue]) { keys = Set(values.map(EqualityKey.init)) }

  /// Adds a value. Whether none was equal to it.
  @discardableResult mutating func insert(_ value: FormatValue) -> Bool { keys.insert(EqualityKey(value)).inserted }

  /// Whether a value equals one of them; nil too.
  package func contains(_ value: FormatValue) -> Bool { keys.contains(EqualityKey(value)) }
}
