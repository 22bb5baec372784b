extension FormatValue {
  /// The Boolean, or `nil` for any other value.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number as an `Int`, or `nil` if the value is not a number, or not a whole number in the range of `Int`.
  public var intValue: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .unsigned(let value): Int(exactly: value)
    case .double(let value): Int(exactly: value)
    // The description of a decimal that is not whole has a point or an exponent.
    case .decimal(let value): Int(value.description)
    case .null, .bool, .string, .date, .uuid, .data, .list, .set, .record, .object: nil
    }
  }

  /// The double nearest to the number, which is infinite beyond the range of doubles, or `nil` for any other value.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.doubleValue
    case .null, .bool, .string, .date, .uuid, .data, .list, .set, .record, .object: nil
    }
  }

  /// The string, or `nil` for any other value.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements of the list or set, or `nil` for any other value.
  public var arrayValue: [FormatValue]? {
    switch self {
    case .list(let elements), .set(let elements): elements
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data, .record, .object: nil
    }
  }

  /// The keys and values of the record, or `nil` for any other value.
  public var dictionaryValue: [String: FormatValue]? { if case .record(let fields) = self { fields } else { nil } }

  /// Creates a decimal from an integer of at most 128 bits.
  package init(decimalOf value: some FixedWidthInteger) {
    self =
      UInt128(exactly: value.magnitude).map { .decimal(FormatDecimal(isNegative: value < 0, whole: $0)) } ?? .null
  }

  /// Creates a decimal from a duration, as its exact number of seconds.
  package init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let whole = Int128(seconds) * 1_000_000_000_000_000_000 + Int128(attoseconds)
    self = FormatDecimal(isNegative: whole < 0, whole: whole.magnitude).shifted(by: -18).map { .decimal($0) } ?? .null
  }
}

extension FormatValue: CustomStringConvertible {
  /// The value as it appears in a format string: `8.5`, `"a"`, `{1, 2}`. `true` and 1.0 print as `1`. A value without a literal
  /// prints as text that does not parse, and so do collections that are nested more than 100 levels deep.
  public var description: String {
    var printer = Printer(isLossless: false)
    let limit = PredicateLimits.greatestHeight
    printer.print(levels(atMost: limit) > limit ? cut(below: limit) : self)
    return printer.text
  }
}

// `FormatDecimal` declares the description.
extension FormatDecimal: CustomStringConvertible {}

extension FormatUUID: CustomStringConvertible {
  /// The form `8-4-4-4-12` in uppercase.
  public var description: String { text }
}

// MARK: Literals

extension FormatValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension FormatValue: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension FormatValue: ExpressibleByFloatLiteral {
  /// Creates a double.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension FormatValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension FormatValue: ExpressibleByArrayLiteral {
  /// Creates a list.
  public init(arrayLiteral elements: FormatValue...) { self = .list(elements) }
}

extension FormatValue: ExpressibleByDictionaryLiteral {
  /// Creates a record. If a key occurs several times, its last value is used.
  public init(dictionaryLiteral elements: (String, FormatValue)...) {
    var fields: [String: FormatValue] = [:]
    for (name, value) in elements { fields[name] = value }
    self = .record(fields)
  }
}
