import PredicateSyntax

/// A column of a row: a key or a named expression, and the type of its values.
public struct FetchProperty: Sendable, Hashable {
  /// The key of the value in a row.
  public var name: String
  /// The expression that computes the value.
  public var expression: FormatExpression
  /// The type to convert values to, or `nil` to leave them unchanged. Conversion happens last: sorting, grouping and distinct
  /// rows use the original values.
  public var type: FetchType?

  /// Creates a named expression: `FetchProperty("average", try FormatExpression("average:(length)"), type: .double)`.
  public init(_ name: String, _ expression: FormatExpression, type: FetchType? = nil) {
    self.name = name
    self.expression = expression
    self.type = type
  }

  /// Returns a property for the value at a key path of to-one keys. The name defaults to the key path.
  public static func key(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    FetchProperty(name ?? keyPath, .keyPath(keyPath), type: type)
  }

  /// Returns a property for the mean of the values at a key path, ignoring nil. Without values it is an error.
  /// The name defaults to `average(age)`.
  public static func average(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("average", of: keyPath, as: name, type)
  }

  /// Returns a property for the number of values at a key path that are not nil. The name defaults to `count(friends)`. For a
  /// to-many relationship, it counts the elements of the relationship, so it is a column of object rows and not an aggregate.
  public static func count(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("count", of: keyPath, as: name, type)
  }

  /// Returns a property for the sum of the values at a key path, ignoring nil. It is 0 without values. The name
  /// defaults to `sum(age)`.
  public static func sum(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("sum", of: keyPath, as: name, type)
  }

  /// Returns a property for the least value at a key path, ignoring nil. Without values it is an error. The
  /// name defaults to `min(age)`.
  public static func minimum(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("min", of: keyPath, as: name, type)
  }

  /// Returns a property for the greatest value at a key path, ignoring nil. Without values it is an error. The
  /// name defaults to `max(age)`.
  public static func maximum(_ keyPath: String, as name: String? = nil, type: FetchType? = nil) -> FetchProperty {
    aggregate("max", of: keyPath, as: name, type)
  }

  private static func aggregate(
    _ function: String, of keyPath: String, as name: String?, _ type: FetchType?
  ) -> FetchProperty {
    FetchProperty(name ?? "\(function)(\(keyPath))", .function("\(function):", .keyPath(keyPath)), type: type)
  }
}

extension FetchProperty: ExpressibleByStringLiteral {
  /// Creates a property for the value at a key path.
  public init(stringLiteral keyPath: String) { self = .key(keyPath) }
}

/// The type that the values of a property are converted to.
public enum FetchType: String, Sendable, Hashable, CaseIterable {
  /// A Boolean. The integers 0 and 1 convert too.
  case boolean
  /// An integer. Other numbers convert if they are whole, and Booleans convert to 0 or 1.
  case integer
  /// A double. Other numbers convert to the nearest double.
  case double
  /// A decimal number. A double converts to the decimal of its shortest text.
  case decimal
  /// A type whose values are never converted.
  case string, date, uuid, data

  /// Returns the value converted to this type, or `nil` if it cannot be converted. A row contains nil in that case. `.null`
  /// stays `.null`.
  public func value(of value: FormatValue) -> FormatValue? {
    switch (self, value.nanAsNil) {
    case (_, .null): return .null
    case (.boolean, .bool), (.integer, .integer), (.integer, .unsigned), (.double, .double), (.decimal, .decimal),
      (.string, .string), (.date, .date), (.uuid, .uuid), (.data, .data):
      return value
    case (.boolean, .integer(let number)): return number == 0 || number == 1 ? .bool(number == 1) : nil
    case (.integer, .bool(let value)): return .integer(value ? 1 : 0)
    case (.integer, .double), (.integer, .decimal):
      return value.equalityKey.flatMap { $0.valueType == .integer ? $0 : nil }
    case (.decimal, .double(let number)): return FormatDecimal(shortest: number).map(FormatValue.decimal)
    case (.double, _): return value.doubleValue.map(FormatValue.double)
    case (.decimal, _): return value.exactDecimal.map(FormatValue.decimal)
    case (.boolean, _), (.integer, _), (.string, _), (.date, _), (.uuid, _), (.data, _): return nil
    }
  }

  /// Returns whether a value of the given type may convert to this type.
  func takes(_ type: ValueType) -> Bool {
    switch self {
    case .boolean: [.bool, .integer, .any, .null].contains(type)
    case .integer, .double, .decimal:
      type.family == .number && !(self != .integer && type == .bool) || type.family == .unknown
    case .string, .date, .uuid, .data: [valueType, .any, .null].contains(type)
    }
  }

  /// The noun for a value of the type in messages.
  package var noun: String { valueType.description }

  private var valueType: ValueType {
    switch self {
    case .boolean: .bool
    case .integer: .integer
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    }
  }
}
