import PredicateSyntax

extension FormatValue {
  /// The representative of all values that equal this one in the language: 1, 1.0 and YES have the same key. `nil` for
  /// collections; see `EqualityKey`.
  package var equalityKey: FormatValue? {
    switch self {
    case .null, .integer, .unsigned, .string, .uuid, .data: return self
    case .object: return narrowNumber.map { Self.key(of: $0.value) } ?? self
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

/// A hashable key for `==` of the language. It applies inside collections too, where 1 also equals 1.0.
package enum EqualityKey: Hashable, Sendable {
  case single(FormatValue)
  case list([EqualityKey])
  case set(Set<EqualityKey>)
  case record([String: EqualityKey])

  @inline(never)
  package init(_ value: FormatValue) {
    switch value {
    case .list(let elements): self = .list(elements.map(EqualityKey.init))
    case .set(let elements): self = .set(Set(elements.map(EqualityKey.init)))
    case .record(let fields): self = .record(fields.mapValues(EqualityKey.init))
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .object:
      self = .single(value.equalityKey ?? value)
    }
  }
}
