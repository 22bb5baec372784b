extension FormatExpression {
  /// Parses an expression string (as `NSExpression(format:)` takes) and fills its conversions with the arguments.
  ///
  /// - Throws: `FormatError` with every fault of the text, or with what does not fit between conversions and arguments.
  public init(_ format: String, _ arguments: (any FormatArgument)?...) throws(FormatError) {
    self = try Self.template(format).binding(arguments, source: format)
  }

  /// Parses an expression string and fills its conversions from an array.
  ///
  /// - Throws: as `init(_:_:)`.
  public init(_ format: String, arguments: [(any FormatArgument)?]) throws(FormatError) {
    self = try Self.template(format).binding(arguments, source: format)
  }

  /// Parses an expression string whose conversions stay placeholders.
  ///
  /// - Throws: `FormatError` with every fault of the text.
  public static func template(_ format: String, limits: Limits = .default) throws(FormatError) -> FormatExpression {
    try parse(Array(format.utf8), source: format, limits)
  }

  /// Parses the bytes of an expression string, whatever they are.
  ///
  /// - Throws: `FormatError` with every fault of the text.
  public static func template(utf8 bytes: [UInt8], limits: Limits = .default) throws(FormatError) -> FormatExpression {
    try parse(bytes, source: SourceText.string(of: bytes, limits: limits), limits)
  }

  private static func parse(_ bytes: [UInt8], source: String, _ limits: Limits) throws(FormatError) -> FormatExpression
  {
    var parser = Parser(bytes, limits: limits)
    let expression = parser.parseExpressionFormat()
    if parser.lexer.faults.hasErrors { throw FormatError(parser.lexer.faults.diagnostics, source: source) }
    return expression
  }

  /// A copy whose conversions are filled, in the order of the text.
  ///
  /// - Parameter source: the text that the expression was parsed from, for the error.
  /// - Throws: `FormatError` where the number or the types of the arguments do not fit.
  public func binding(
    _ arguments: [(any FormatArgument)?], source: String = ""
  ) throws(FormatError) -> FormatExpression {
    var binder = ArgumentBinder(arguments)
    let result = binder.rewrite(self)
    binder.finish(at: source.utf8.count)
    if binder.faults.hasErrors { throw FormatError(binder.faults.diagnostics, source: source) }
    return result
  }

  /// A copy in which `$NAME` is replaced by the value that the dictionary holds for NAME.
  public func substituting(_ variables: [String: (any FormatArgument)?]) -> FormatExpression {
    var substitution = VariableSubstitution(variables.mapValues(FormatExpression.constant))
    return substitution.rewrite(self)
  }

  /// The conversions that have no argument yet, in the order of the text.
  public var conversions: [Conversion] {
    var census = TreeCensus()
    _ = census.rewrite(self)
    return census.conversions
  }

  /// The `$NAME` variables that have no value yet, each once, in the order of the text, without the dollar sign. Those that a
  /// SUBQUERY declares, or `:=` assigns, are its own.
  public var variables: [String] {
    var census = TreeCensus()
    _ = census.rewrite(self)
    return census.variables
  }

  /// The key paths of the expression, each once, in the order of the text.
  public var keyPaths: [String] {
    var census = TreeCensus()
    _ = census.rewrite(self)
    return census.keyPaths
  }

  /// The canonical format: what Apple prints for an expression.
  public var format: String {
    var printer = Printer(.canonical)
    printer.print(self)
    return printer.text
  }

  /// A format that parses to an equal tree.
  public var losslessFormat: String {
    var printer = Printer(.lossless)
    printer.print(self)
    return printer.text
  }
}

extension FormatExpression: CustomStringConvertible {
  /// The canonical format.
  public var description: String { format }
}
