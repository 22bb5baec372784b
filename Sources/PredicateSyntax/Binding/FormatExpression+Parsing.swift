extension FormatExpression {
  /// Parses an expression string (as `NSExpression(format:)` takes) and fills its conversions with the arguments.
  ///
  /// - Throws: `FormatError` with every fault of the text, or with what does not fit between conversions and arguments.
  public init(_ format: String, _ arguments: (any FormatArgument)?...) throws(FormatError) {
    self = try Self.template(format).binding(arguments)
  }

  /// Parses an expression string and fills its conversions from an array.
  ///
  /// - Parameter limits: what the text and each use of the expression may cost.
  /// - Throws: as `init(_:_:)`.
  public init(
    _ format: String, arguments: [(any FormatArgument)?], limits: Limits = .default
  ) throws(FormatError) {
    self = try Self.template(format, limits: limits).binding(arguments)
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
    let expression = try unchecked(bytes, source: source, limits)
    if limits.mayBind(bytes: bytes.count), let finding = TreeSize(expression).finding(under: limits) {
      throw FormatError([finding], source: source)
    }
    return expression
  }

  /// A template that was not yet held to the limits of trees.
  package static func unchecked(utf8 bytes: [UInt8], _ limits: Limits) throws(FormatError) -> FormatExpression {
    try unchecked(bytes, source: SourceText.string(of: bytes, limits: limits), limits)
  }

  private static func unchecked(
    _ bytes: [UInt8], source: String, _ limits: Limits
  ) throws(FormatError) -> FormatExpression {
    var parser = Parser(bytes, limits: limits)
    var expression = parser.parseExpressionFormat()
    if parser.lexer.faults.hasErrors { throw FormatError(parser.lexer.faults.diagnostics, source: source) }
    expression.origin = Origin(source, limits)
    return expression
  }

  /// The limits that each use of the expression keeps to where it is given no others: the strictest of those under which it
  /// and the parts that it was joined of were read.
  public var limits: Limits { TreeSize(self).carried ?? .default }

  /// A copy each use of which keeps to limits too: of each limit the stricter one holds.
  public func limited(to limits: Limits) -> FormatExpression {
    var copy = self
    copy.origin = origin?.limited(to: limits) ?? Origin("", limits)
    return copy
  }

  /// A copy whose conversions are filled, in the order of the text.
  ///
  /// - Throws: `FormatError` where the number or the types of the arguments do not fit.
  public func binding(_ arguments: [(any FormatArgument)?]) throws(FormatError) -> FormatExpression {
    let limits = origin?.limits ?? .default
    let result = try bound(arguments, limits)
    if !arguments.isEmpty, let finding = TreeSize(result).finding(under: limits) {
      throw FormatError([finding], source: source)
    }
    return result
  }

  /// A copy whose conversions are filled, that was not yet held to the limits of trees.
  package func bound(
    _ arguments: [(any FormatArgument)?], _ limits: Limits
  ) throws(FormatError) -> FormatExpression {
    var binder = ArgumentBinder(arguments, limit: limits.arguments)
    var result = binder.rewrite(self)
    binder.finish(at: source.utf8.count)
    if binder.faults.hasErrors { throw FormatError(binder.faults.diagnostics, source: source) }
    // A conversion alone gives way to its argument; the text stays, and so do the limits of both.
    if case .placeholder = kind {
      result.origin = Origin(
        source, result.origin?.limits?.stricter(limits) ?? limits, allowsDateStrings: allowsDateStrings)
    }
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

  /// The canonical format: what Apple prints for an expression, where that means the same.
  ///
  /// It parses to an expression whose value is equal to this one's, as the language compares values. What the language cannot
  /// write prints as a text that does not parse; see `FormatPredicate.format`.
  public var format: String {
    var printer = Printer(.canonical)
    printer.print(self)
    return printer.text
  }

  /// A format that parses to an equal tree.
  public var losslessFormat: String {
    var printer = Printer(.lossless, height: height)
    printer.print(self)
    return printer.text
  }
}

extension FormatExpression: CustomStringConvertible {
  /// The canonical format.
  public var description: String { format }
}
