import PredicateSyntax

// The meaning of `==` and `<` in the language (Rationale 4.1 to 4.8).

extension FormatValue {
  /// Returns `left == right`. It never fails: values of different kinds are unequal.
  ///
  /// Strings compare by their folded scalars, numbers exactly across types, lists element by element, and sets in any order.
  /// A list never equals a set. NaN reads as nil. Options only apply to two strings, not to the elements of collections.
  package static func equal(_ left: FormatValue, _ right: FormatValue, _ options: FormatStringOptions = []) -> Bool {
    let left = left.nanAsNil
    let right = right.nanAsNil
    switch (left, right) {
    case (.null, .null): return true
    case (.string(let l), .string(let r)): return textTest(.equal, l, r, options)
    case (.date(let l), .date(let r)): return l == r
    case (.uuid(let l), .uuid(let r)): return l == r
    case (.data(let l), .data(let r)): return l == r
    case (.object(let l), .object(let r)): return l == r
    case (.list(let l), .list(let r)): return l.count == r.count && zip(l, r).allSatisfy { equal($0, $1) }
    case (.set, .set): return EqualityKey(left) == EqualityKey(right)
    case (.record(let l), .record(let r)):
      return l.count == r.count && l.allSatisfy { key, value in r[key].map { equal(value, $0) } ?? false }
    default: return compare(left, right) == 0
    }
  }

  /// Returns -1, 0 or 1, or `nil` if the operands have no common order. Neither operand may be nil or NaN.
  package static func order(_ left: FormatValue, _ right: FormatValue, _ options: FormatStringOptions = []) -> Int? {
    switch (left, right) {
    case (.string(let l), .string(let r)): return textOrder(l, r, options)
    case (.date(let l), .date(let r)): return l < r ? -1 : l == r ? 0 : 1
    default: return compare(left, right)
    }
  }

  /// Returns whether an element equals the value. Membership ignores options.
  package static func contains(_ elements: [FormatValue], _ value: FormatValue) -> Bool {
    elements.contains { equal($0, value) }
  }

  /// Returns the values without duplicates, in the order of their first occurrences.
  package static func distinct(_ values: [FormatValue]) -> [FormatValue] {
    var seen: Set<EqualityKey> = []
    return values.filter { seen.insert(EqualityKey($0)).inserted }
  }
}

extension FormatValue {
  /// The value with NaN replaced by nil.
  package var nanAsNil: FormatValue {
    switch self {
    case .double(let value) where value.isNaN, .date(let value) where value.isNaN: .null
    default: self
    }
  }

  /// Whether the value is nil or NaN.
  package var isNull: Bool {
    if case .null = nanAsNil { true } else { false }
  }

  /// The elements of a list or a set, or the values of a record in the order of its keys. `nil` for other values.
  package var elements: [FormatValue]? {
    switch self {
    case .list(let values), .set(let values): values
    case .record(let fields): fields.inByteOrder.map { $0.value }
    default: nil
    }
  }

  package var isCollection: Bool {
    switch self {
    case .list, .set, .record: true
    default: false
    }
  }

  package var valueType: ValueType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer, .unsigned: .integer
    case .double(let value): value.isNaN ? .null : .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    case .list: .list(.any)
    case .set: .set(.any)
    case .record: .record
    case .object(let object): .object(ObjectType(name: "\(type(of: object.object))", identifier: -1))
    }
  }

  /// Returns a constant as the operand of an operation with a decimal. A double becomes the decimal of its shortest text
  /// (`price == 0.1`).
  package func asDecimalOperand() -> FormatValue {
    if case .double(let value) = self, let decimal = FormatDecimal(shortest: value) { .decimal(decimal) } else { self }
  }

  /// Returns a constant as the operand of an operation with a double. A decimal becomes the nearest double, unless that is
  /// infinite.
  package func asDoubleOperand() -> FormatValue {
    if case .decimal(let value) = self, value.doubleValue.isFinite { .double(value.doubleValue) } else { self }
  }

  /// Returns a constant as the operand of an operation with a value that is not constant. Next to a decimal or a double, a number
  /// is converted to that type.
  package func asOperand(with other: FormatValue) -> FormatValue {
    switch other {
    case .decimal: asDecimalOperand()
    case .double: asDoubleOperand()
    default: self
    }
  }
}
