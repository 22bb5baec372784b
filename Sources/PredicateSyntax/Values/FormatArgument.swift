/// A type whose values can be arguments for `%@`, `%K`, `%d`, and the other conversions of a format string.
public protocol FormatArgument {
  /// The expression that replaces the conversion: a constant for a value, or the expression itself.
  var formatExpression: FormatExpression { get }
}

#if hasFeature(Embedded)
/// An argument. Embedded Swift has no values of a protocol type, so it is an expression: `FormatExpression.constant("ing")`.
public typealias AnyFormatArgument = FormatExpression
#else
/// An argument of any type.
public typealias AnyFormatArgument = any FormatArgument
#endif

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
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { FormatValue.bool(self).formatExpression }
}

extension String: FormatArgument {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { FormatValue.string(self).formatExpression }
}

extension Substring: FormatArgument {
  /// The value as a constant string.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { FormatValue.string(String(self)).formatExpression }
}

extension Double: FormatArgument {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { FormatValue.double(self).formatExpression }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: FormatArgument {
  /// The value as a constant double.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { FormatValue.double(Double(self)).formatExpression }
}
#endif

extension Float: FormatArgument {
  /// The value as a constant double.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { FormatValue.double(Double(self)).formatExpression }
}

extension Character: FormatArgument {
  /// The value as a constant string.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { FormatValue.string(String(self)).formatExpression }
}

extension Duration: FormatArgument {
  /// The number of seconds as a constant decimal.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { FormatValue(self).formatExpression }
}

extension FormatArgument where Self: RawRepresentable, RawValue: FormatArgument {
  /// The raw value as a constant. `extension Status: FormatArgument {}` makes an enumeration with raw values an argument.
  public var formatExpression: FormatExpression { rawValue.formatExpression }
}

extension FormatArgument where Self: FixedWidthInteger {
  /// The value as a constant, which is a decimal beyond 64 bits.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression {
    if let signed = Int64(exactly: self) { return FormatValue.integer(signed).formatExpression }
    if let unsigned = UInt64(exactly: self) { return FormatValue.unsigned(unsigned).formatExpression }
    return FormatValue(decimalOf: self).formatExpression
  }
}

extension Int: FormatArgument {}
extension Int8: FormatArgument {}
extension Int16: FormatArgument {}
extension Int32: FormatArgument {}
extension Int64: FormatArgument {}
extension Int128: FormatArgument {}
extension UInt: FormatArgument {}
extension UInt8: FormatArgument {}
extension UInt16: FormatArgument {}
extension UInt32: FormatArgument {}
extension UInt64: FormatArgument {}
extension UInt128: FormatArgument {}

// MARK: Containers

extension Optional: FormatArgument where Wrapped: FormatArgument {
  /// The expression of the wrapped argument, or the constant nil.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression {
    self?.formatExpression ?? FormatExpression(.constant(.null))
  }
}
