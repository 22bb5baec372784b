import PredicateSyntax

/// What one column of a row holds: a key, or an expression with a name, and the type of its values.
public struct FetchProperty: Sendable, Hashable {
  /// The key of the value in a row.
  public var name: String
  /// What is computed.
  public var expression: FormatExpression
  /// What values become; as they are where it is nil. That comes last: the order, groups and distinct rows are of the values
  /// before.
  public var type: FetchType?

  /// Names an expression: `FetchProperty("average", FormatExpression("average:(length)"), type: .double)`.
  public init(_ name: String, _ expression: FormatExpression, type: FetchType? = nil) {
    self.name = name
    self.expression = expression
    self.type = type
  }

  /// The value at a key path through single objects, named as the path where no other name is given.
  public static func key(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    FetchProperty(name ?? keyPath, .keyPath(keyPath), type: type)
  }

  /// The mean of the values at a key path, nil left out: `average(age)`, or another name.
  public static func average(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("average:", of: keyPath, name ?? "average(\(keyPath))", type)
  }

  /// How many values at a key path are not nil: `count(friends)`, or another name. Of a to-many relationship it is the
  /// number of each object's own, and so a column of objects' rows and not an aggregate.
  public static func count(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("count:", of: keyPath, name ?? "count(\(keyPath))", type)
  }

  /// The sum of the values at a key path: `sum(age)`, or another name.
  public static func sum(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("sum:", of: keyPath, name ?? "sum(\(keyPath))", type)
  }

  /// The least of the values at a key path: `min(age)`, or another name.
  public static func minimum(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("min:", of: keyPath, name ?? "min(\(keyPath))", type)
  }

  /// The greatest of the values at a key path: `max(age)`, or another name.
  public static func maximum(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("max:", of: keyPath, name ?? "max(\(keyPath))", type)
  }

  private static func aggregate(
    _ selector: String, of keyPath: String, _ name: String, _ type: FetchType?
  ) -> FetchProperty {
    FetchProperty(name, .function(selector, .keyPath(keyPath)), type: type)
  }
}

extension FetchProperty: ExpressibleByStringLiteral {
  /// The value at a key path.
  public init(stringLiteral keyPath: String) { self = .key(keyPath) }
}

/// What the values of a property become.
public enum FetchType: String, Sendable, Hashable, CaseIterable, Codable {
  /// A boolean; of an integer 0 or 1 too.
  case boolean
  /// An integer; of another number where it is whole, of a boolean 0 or 1.
  case integer
  /// The nearest double of any number.
  case double
  /// A decimal number; of a double that of its shortest text.
  case decimal
  /// Values of these kinds as they are.
  case string, date, uuid, data

  /// The value as the type has it; nil where it has none such, which a row then holds as nil. `.null` stays `.null`.
  public func value(of value: FormatValue) -> FormatValue? {
    switch (self, value.settled) {
    case (_, .null): return .null
    case (.boolean, .bool), (.integer, .integer), (.integer, .unsigned), (.double, .double), (.decimal, .decimal),
      (.string, .string), (.date, .date), (.uuid, .uuid), (.data, .data):
      return value
    case (.boolean, .integer(let number)): return number == 0 || number == 1 ? .bool(number == 1) : nil
    case (.integer, .bool(let value)): return .integer(value ? 1 : 0)
    case (.integer, .double), (.integer, .decimal):
      switch value.equalityKey {
      case .integer?, .unsigned?: return value.equalityKey
      default: return nil
      }
    case (.double, .integer(let number)): return .double(Double(number))
    case (.double, .unsigned(let number)): return .double(Double(number))
    case (.double, .decimal(let number)): return .double(number.doubleValue)
    case (.decimal, .integer(let number)): return .decimal(DecimalNumber(number))
    case (.decimal, .unsigned(let number)): return DecimalNumber(String(number)).map(FormatValue.decimal)
    case (.decimal, .double(let number)): return DecimalNumber(shortest: number).map(FormatValue.decimal)
    default: return nil
    }
  }

  /// Whether values of a type may have a value of this one.
  func takes(_ type: ValueType) -> Bool {
    switch self {
    case .boolean: [.bool, .integer, .any, .null].contains(type)
    case .integer, .double, .decimal:
      type.family == .number && !(self != .integer && type == .bool) || type.family == .unknown
    case .string: [.string, .any, .null].contains(type)
    case .date: [.date, .any, .null].contains(type)
    case .uuid: [.uuid, .any, .null].contains(type)
    case .data: [.data, .any, .null].contains(type)
    }
  }

  /// What messages call a value of the type.
  package var noun: String {
    switch self {
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .double: "a number"
    case .decimal: "a decimal number"
    case .string: "a string"
    case .date: "a date"
    case .uuid: "a UUID"
    case .data: "data"
    }
  }
}
