/// A type whose values may fill `%@`, `%K`, `%d` and the other conversions of a format string.
public protocol FormatArgument {
  /// The expression that takes the conversion's place: a constant for values, itself for an expression.
  var formatExpression: FormatExpression { get }
}

extension FormatArgument {
  /// The constant value, or nil for an expression that is not constant.
  package var formatValue: FormatValue? {
    if case .constant(let value) = formatExpression.kind { value } else { nil }
  }
}

extension FormatExpression: FormatArgument {
  /// Itself.
  public var formatExpression: FormatExpression { self }
}

extension FormatValue: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { FormatExpression(.constant(self)) }
}

extension FormatObject: FormatArgument {
  /// The constant reference.
  public var formatExpression: FormatExpression { FormatValue.object(self).formatExpression }
}

extension Bool: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { FormatValue.bool(self).formatExpression }
}

extension String: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { FormatValue.string(self).formatExpression }
}

extension Substring: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { FormatValue.string(String(self)).formatExpression }
}

extension Double: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { FormatValue.double(self).formatExpression }
}

extension Float: FormatArgument {
  /// The constant, as the double of the same value.
  public var formatExpression: FormatExpression { FormatValue.double(Double(self)).formatExpression }
}

/// What all integers of the standard library share as arguments.
private func integerExpression(_ value: some FixedWidthInteger) -> FormatExpression {
  if let signed = Int64(exactly: value) { return FormatValue.integer(signed).formatExpression }
  return FormatValue.unsigned(UInt64(truncatingIfNeeded: value)).formatExpression
}

extension Int: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Int8: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Int16: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Int32: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Int64: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt8: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt16: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt32: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt64: FormatArgument {
  /// The constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Optional: FormatArgument where Wrapped: FormatArgument {
  /// The wrapped argument's, or the constant nil.
  public var formatExpression: FormatExpression {
    self?.formatExpression ?? FormatExpression(.constant(.null))
  }
}

extension Array: FormatArgument where Element: FormatArgument {
  /// A constant list where all elements are constants, else an aggregate.
  public var formatExpression: FormatExpression { listExpression(map(\.formatExpression)) }
}

extension Set: FormatArgument where Element: FormatArgument {
  /// A constant set. Elements that are no constants make it an aggregate.
  public var formatExpression: FormatExpression {
    let expressions = map(\.formatExpression)
    guard case .constant(.list(let values)) = listExpression(expressions).kind else { return .aggregate(expressions) }
    return FormatValue.set(values).formatExpression
  }
}

extension Dictionary: FormatArgument where Key == String, Value: FormatArgument {
  /// A constant record; values that are no constants read as nil.
  public var formatExpression: FormatExpression {
    FormatValue.record(mapValues { $0.formatValue ?? .null }).formatExpression
  }
}

/// A constant list where all elements are constants, else an aggregate.
private func listExpression(_ elements: [FormatExpression]) -> FormatExpression {
  var values: [FormatValue] = []
  for element in elements {
    guard case .constant(let value) = element.kind else { return .aggregate(elements) }
    values.append(value)
  }
  return FormatValue.list(values).formatExpression
}
