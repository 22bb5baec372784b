/// A type whose values can be arguments for `%@`, `%K`, `%d`, and the other conversions of a format string.
public protocol FormatArgument {
  /// The expression that replaces the conversion: a constant for a value, or the expression itself.
  var formatExpression: FormatExpression { get }
}

extension FormatArgument {
  /// The constant value, or `nil` if the expression is not a constant.
  package var formatValue: FormatValue? {
    if case .constant(let value) = formatExpression.kind { value } else { nil }
  }
}

extension FormatExpression: FormatArgument {
  /// The expression itself.
  public var formatExpression: FormatExpression { self }
}

extension FormatValue: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { FormatExpression(.constant(self)) }
}

extension FormatObject: FormatArgument {
  /// The reference as a constant.
  public var formatExpression: FormatExpression { FormatValue.object(self).formatExpression }
}

extension Bool: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { FormatValue.bool(self).formatExpression }
}

extension String: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { FormatValue.string(self).formatExpression }
}

extension Substring: FormatArgument {
  /// The value as a constant string.
  public var formatExpression: FormatExpression { FormatValue.string(String(self)).formatExpression }
}

extension Double: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { FormatValue.double(self).formatExpression }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: FormatArgument {
    /// The value as a constant double.
    public var formatExpression: FormatExpression { FormatValue.double(Double(self)).formatExpression }
  }
#endif

extension Float: FormatArgument {
  /// The value as a constant double.
  public var formatExpression: FormatExpression { FormatValue.double(Double(self)).formatExpression }
}

extension Character: FormatArgument {
  /// The value as a constant string.
  public var formatExpression: FormatExpression { FormatValue.string(String(self)).formatExpression }
}

extension Duration: FormatArgument {
  /// The number of seconds as a constant decimal.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension FormatArgument where Self: RawRepresentable, RawValue: FormatArgument {
  /// The raw value as a constant. `extension Status: FormatArgument {}` makes an enumeration with raw values an argument.
  public var formatExpression: FormatExpression { rawValue.formatExpression }
}

private func integerExpression(_ value: some FixedWidthInteger) -> FormatExpression {
  if let signed = Int64(exactly: value) { return FormatValue.integer(signed).formatExpression }
  if let unsigned = UInt64(exactly: value) { return FormatValue.unsigned(unsigned).formatExpression }
  return FormatValue(decimalOf: value).formatExpression
}

extension Int: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Int8: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Int16: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Int32: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Int64: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension Int128: FormatArgument {
  /// The value as a constant, which is a decimal beyond 64 bits.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt8: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt16: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt32: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt64: FormatArgument {
  /// The value as a constant.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

extension UInt128: FormatArgument {
  /// The value as a constant, which is a decimal beyond 64 bits.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

// MARK: Containers

extension Optional: FormatArgument where Wrapped: FormatArgument {
  /// The expression of the wrapped argument, or the constant nil.
  public var formatExpression: FormatExpression {
    self?.formatExpression ?? FormatExpression(.constant(.null))
  }
}

// Collections accept elements of several types, as in `[1, "a"]` and `[Any]`, so elements are checked only here. An element that
// is not an argument makes the whole expression invalid, which every initializer and use reports.

extension Array: FormatArgument {
  /// A constant list if all elements are constants, otherwise an aggregate. Invalid if an element is not an argument.
  public var formatExpression: FormatExpression { listExpression(map(argumentExpression)) }
}

extension Set: FormatArgument {
  /// A constant set if all elements are constants, otherwise an aggregate. Invalid if an element is not an argument.
  public var formatExpression: FormatExpression {
    let list = listExpression(map(argumentExpression))
    return if case .constant(.list(let values)) = list.kind { FormatValue.set(values).formatExpression } else { list }
  }
}

extension Dictionary: FormatArgument where Key == String {
  /// A constant record. Invalid if a value is not an argument or not a constant.
  public var formatExpression: FormatExpression {
    var record: [String: FormatValue] = [:]
    for (key, value) in self {
      let expression = argumentExpression(value)
      switch expression.kind {
      case .constant(let constant): record[key] = constant
      case .invalid: return expression
      default: return foreignArgument("\(Value.self) in a dictionary")
      }
    }
    return FormatValue.record(record).formatExpression
  }
}

extension ClosedRange: FormatArgument {
  /// The list of both bounds. With it, BETWEEN, IN, and CONTAINS test whether a value lies between them.
  public var formatExpression: FormatExpression { rangeExpression(lowerBound, upperBound, .closed) }
}

extension Range: FormatArgument {
  /// The list of both bounds. With it, BETWEEN, IN, and CONTAINS test whether a value is at least the lower and below the upper.
  public var formatExpression: FormatExpression { rangeExpression(lowerBound, upperBound, .halfOpen) }
}

/// Returns a constant list if all elements are constants, otherwise an aggregate, or the first invalid element if there is one.
private func listExpression(_ elements: [FormatExpression]) -> FormatExpression {
  var values: [FormatValue] = []
  values.reserveCapacity(elements.count)
  for element in elements {
    guard case .constant(let value) = element.kind else {
      return elements.first { if case .invalid = $0.kind { true } else { false } } ?? .aggregate(elements)
    }
    values.append(value)
  }
  return FormatValue.list(values).formatExpression
}

private func rangeExpression(_ lower: Any, _ upper: Any, _ range: FormatExpression.RangeKind) -> FormatExpression {
  var list = listExpression([argumentExpression(lower), argumentExpression(upper)])
  list.rangeKind = range
  return list
}

/// Returns the expression of a value whose type is known only at run time. `nil` becomes the constant nil.
private func argumentExpression<Value>(_ value: Value) -> FormatExpression {
  if let argument = value as? any FormatArgument { return argument.formatExpression }
  if let optional = value as? any OptionalArgument {
    return optional.wrapped.map { argumentExpression($0) } ?? .constant(nil)
  }
  // The cast may not have looked into the base.
  if Value.self == AnyHashable.self, let base = (value as? AnyHashable)?.base { return argumentExpression(base) }
  return foreignArgument("\(type(of: value as Any))")
}

private func foreignArgument(_ type: String) -> FormatExpression {
  FormatExpression(.invalid(Diagnostic(.foreignArgument(type: type), at: .none)))
}

/// An optional of any type.
private protocol OptionalArgument {
  var wrapped: Any? { get }
}

extension Optional: OptionalArgument {
  fileprivate var wrapped: Any? { self }
}
