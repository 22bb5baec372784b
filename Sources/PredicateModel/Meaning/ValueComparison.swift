import PredicateSyntax

/// What `==` and `<` of the language say of two values (Rationale 4.1 to 4.8).
package enum ValueOrder {
  /// `left == right`: never a fault; values of unlike kinds are unequal.
  ///
  /// Strings compare by their folded scalars, numbers exactly across kinds, lists element by element in order, sets in
  /// any order; a list never equals a set. NaN reads as nil. Options are for two strings: they do not reach into
  /// collections.
  package static func equal(_ left: FormatValue, _ right: FormatValue, _ options: StringOptions = []) -> Bool {
    let left = left.settled
    let right = right.settled
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
    default: return NumberOrder.compare(left, right) == 0
    }
  }

  /// -1, 0 or 1 where both sides have an order with each other; nil where they have none. Neither side is nil or NaN.
  package static func order(_ left: FormatValue, _ right: FormatValue, _ options: StringOptions = []) -> Int? {
    switch (left, right) {
    case (.string(let l), .string(let r)): return textOrder(l, r, options)
    case (.date(let l), .date(let r)): return l < r ? -1 : l == r ? 0 : 1
    default: return NumberOrder.compare(left, right)
    }
  }

  /// Whether a value equals an element; membership ignores options.
  package static func contains(_ elements: [FormatValue], _ value: FormatValue) -> Bool {
    elements.contains { equal($0, value) }
  }

  /// Each of the values once, in the order of their first places.
  package static func distinct(_ values: [FormatValue]) -> [FormatValue] {
    var seen = ValueLookup([])
    return values.filter { seen.insert($0) }
  }
}

/// `==` of the language, without options.
package func languageEqual(_ left: FormatValue, _ right: FormatValue) -> Bool { ValueOrder.equal(left, right) }

extension FormatValue {
  /// The value as the language reads it: NaN is nil.
  package var settled: FormatValue {
    switch self {
    case .double(let value) where value.isNaN, .date(let value) where value.isNaN: .null
    default: self
    }
  }

  /// Whether the value reads as nil.
  package var isNull: Bool {
    if case .null = settled { true } else { false }
  }

  /// The elements of a collection: of a list, a set, or the values of a record. Nil for all else.
  package var elements: [FormatValue]? {
    switch self {
    case .list(let values), .set(let values): values
    case .record(let fields): Array(fields.values)
    default: nil
    }
  }

  /// Whether the value has elements.
  package var isCollection: Bool {
    switch self {
    case .list, .set, .record: true
    default: false
    }
  }

  /// The type that the value has.
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

  /// A constant beside a decimal: a double is the decimal that its shortest text names (`price == 0.1`).
  package func besideDecimal() -> FormatValue {
    if case .double(let value) = self, let decimal = DecimalNumber(shortest: value) { .decimal(decimal) } else { self }
  }

  /// A constant beside a double: a decimal is the nearest double, unless that is infinite.
  package func besideDouble() -> FormatValue {
    if case .decimal(let value) = self, value.doubleValue.isFinite { .double(value.doubleValue) } else { self }
  }

  /// A constant beside a value that is none: a number is read as the kind of number that the other is.
  package func beside(_ other: FormatValue) -> FormatValue {
    switch other {
    case .decimal: besideDecimal()
    case .double: besideDouble()
    default: self
    }
  }
}
