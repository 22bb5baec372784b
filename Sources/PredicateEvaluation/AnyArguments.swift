import PredicateSyntax

extension FormatPredicate {
  /// Creates a predicate from arguments of any type, such as an enum with raw values, or an array of them.
  ///
  ///     let pets = try FormatPredicate("kind IN %@ AND age > %d", [Kind.cat, .dog], 3)
  ///
  /// An enum with raw values is its raw value, and an object a reference. Other values are what `FormatValue(any:)` makes of them.
  ///
  /// - Throws: The same errors as `init(_:_:)`, or an error for an argument that cannot be read.
  @_disfavoredOverload
  public init(_ format: String, _ arguments: Any?...) throws(FormatError) {
    try self.init(format, anyArguments: arguments)
  }

  /// Creates a predicate from an array of arguments of any type.
  package init(_ format: String, anyArguments: [Any?]) throws(FormatError) {
    try self.init(format, arguments: anyArguments.map { FormatExpression(anyArgument: $0) })
  }
}

extension FormatExpression {
  /// Creates an expression from arguments of any type, such as an enum with raw values.
  ///
  /// - Throws: The same errors as `init(_:_:)`, or an error for an argument that cannot be read.
  @_disfavoredOverload
  public init(_ format: String, _ arguments: Any?...) throws(FormatError) {
    try self.init(format, anyArguments: arguments)
  }

  /// Creates an expression from an array of arguments of any type.
  package init(_ format: String, anyArguments: [Any?]) throws(FormatError) {
    try self.init(format, arguments: anyArguments.map { FormatExpression(anyArgument: $0) })
  }

  /// Creates the expression of an argument of any type. It is `.invalid` if the argument cannot be read.
  package init(anyArgument argument: Any?) {
    self = argumentExpression(argument)
    // A struct, or a collection of them, is read as a record.
    if case .invalid = kind, let argument, argument is any Collection || !(argument is any FormatArgument) {
      self.init(value: argument)
    }
  }

  /// Creates the constant of a value of any type. It is `.invalid` if the value or a value inside it cannot be read.
  init(value: Any) {
    do throws(FormatError) { self = try FormatValue(any: value).formatExpression } catch { self.init(failure: error) }
  }

  /// Creates an expression whose every use reports the first error.
  package init(failure error: FormatError) {
    self = error.diagnostics.first.map { FormatExpression(.invalid($0)) } ?? .constant(nil)
  }
}

extension FormatValue {
  /// Whether the value is an object or a value with keys.
  package var isRecordOrObject: Bool {
    switch self {
    case .record, .object: true
    default: false
    }
  }
}
