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

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: FormatArgument {
    /// The constant, as the double of the same value.
    public var formatExpression: FormatExpression { FormatValue.double(Double(self)).formatExpression }
  }
#endif

extension Float: FormatArgument {
  /// The constant, as the double of the same value.
  public var formatExpression: FormatExpression { FormatValue.double(Double(self)).formatExpression }
}

extension Character: FormatArgument {
  /// The constant, a string of one character.
  public var formatExpression: FormatExpression { FormatValue.string(String(self)).formatExpression }
}

extension Duration: FormatArgument {
  /// The constant: the seconds, as a decimal number.
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension FormatArgument where Self: RawRepresentable, RawValue: FormatArgument {
  /// The raw value's constant: `extension Status: FormatArgument {}` makes an enumeration with raw values an argument.
  public var formatExpression: FormatExpression { rawValue.formatExpression }
}

/// What all integers of the standard library share as arguments.
private func integerExpression(_ value: some FixedWidthInteger) -> FormatExpression {
  if let signed = Int64(exactly: value) { return FormatValue.integer(signed).formatExpression }
  if let unsigned = UInt64(exactly: value) { return FormatValue.unsigned(unsigned).formatExpression }
  return FormatValue(decimalOf: value).formatExpression
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

extension Int128: FormatArgument {
  /// The constant; beyond 64 bits a decimal number.
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

extension UInt128: FormatArgument {
  /// The constant; beyond 64 bits a decimal number.
  public var formatExpression: FormatExpression { integerExpression(self) }
}

// MARK: What holds other values

extension Optional: FormatArgument where Wrapped: FormatArgument {
  /// The wrapped argument's, or the constant nil.
  public var formatExpression: FormatExpression {
    self?.formatExpression ?? FormatExpression(.constant(.null))
  }
}

// Collections take elements of several types, `[1, "a"]` and `[Any]`, so what an element is comes to light only here: one
// that is no argument makes the collection's expression an invalid one, which every initialiser and use reports.

extension Array: FormatArgument {
  /// A constant list where all elements are constants, else an aggregate; invalid where an element is no argument.
  public var formatExpression: FormatExpression { listExpression(map(argumentExpression)) }
}

extension Set: FormatArgument {
  /// A constant set. Elements that are no constants make it an aggregate; invalid where an element is no argument.
  public var formatExpression: FormatExpression {
    let list = listExpression(map(argumentExpression))
    return if case .constant(.list(let values)) = list.kind { FormatValue.set(values).formatExpression } else { list }
  }
}

extension Dictionary: FormatArgument where Key == String {
  /// A constant record; invalid where a value is no argument, or no constant.
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
  /// The list of the two bounds. A comparison by BETWEEN, IN or CONTAINS with it asks for what lies between them.
  public var formatExpression: FormatExpression { rangeExpression(lowerBound, upperBound, .closed) }
}

extension Range: FormatArgument {
  /// The list of the two bounds. A comparison by BETWEEN, IN or CONTAINS with it asks for what is not below the lower bound,
  /// and below the upper one.
  public var formatExpression: FormatExpression { rangeExpression(lowerBound, upperBound, .halfOpen) }
}

/// A constant list where all elements are constants, else an aggregate; the first invalid one where there is such.
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

/// The expression of a value whose type only the program knows; nil is the constant nil.
private func argumentExpression<Value>(_ value: Value) -> FormatExpression {
  if let argument = value as? any FormatArgument { return argument.formatExpression }
  if let optional = value as? any OptionalArgument {
    return optional.wrapped.map { argumentExpression($0) } ?? .constant(nil)
  }
  // The base may be what the cast did not look into.
  if Value.self == AnyHashable.self, let base = (value as? AnyHashable)?.base { return argumentExpression(base) }
  return foreignArgument("\(type(of: value as Any))")
}

private func foreignArgument(_ type: String) -> FormatExpression {
  FormatExpression(.invalid(Diagnostic(.foreignArgument(type: type), at: .none)))
}

/// Optionals of all types, nil or not.
private protocol OptionalArgument {
  var wrapped: Any? { get }
}

extension Optional: OptionalArgument {
  fileprivate var wrapped: Any? { self }
}
