extension FormatExpression {
  /// Creates an expression by parsing an expression string, as `NSExpression(format:)` does, and filling in the arguments.
  ///
  /// - Throws: `FormatError` with every error in the text, or with the mismatches between conversions and arguments.
  public init(_ format: String, _ arguments: AnyFormatArgument?...) throws(FormatError) {
    self = try Self.template(format).binding(arguments)
  }

  /// Creates an expression by parsing an expression string and filling in an array of arguments.
  ///
  /// - Parameter limits: The limits for parsing and for each use of the expression.
  /// - Throws: The same errors as `init(_:_:)`.
  public init(
    _ format: String, arguments: [AnyFormatArgument?], limits: Limits = .default
  ) throws(FormatError) {
    self = try Self.template(format, limits: limits).binding(arguments)
  }

  /// Parses an expression string and leaves its conversions as placeholders.
  ///
  /// - Throws: `FormatError` with every error in the text.
  public static func template(_ format: String, limits: Limits = .default) throws(FormatError) -> FormatExpression {
    try parse(Array(format.utf8), source: format, limits)
  }

  /// Parses the bytes of an expression string.
  ///
  /// - Throws: `FormatError` with every error in the text, or with `invalid-utf8` if the bytes are not valid UTF-8.
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

  /// Parses an expression string without checking the limits on the size of the tree.
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

  /// The default limits of each use of the expression: the strictest under which any of its parts was parsed.
  public var limits: Limits { TreeSize(self).carried ?? .default }

  /// Returns a copy with tighter limits. For each limit, the stricter value applies.
  public func limited(to limits: Limits) -> FormatExpression {
    var copy = self
    copy.origin = origin?.limited(to: limits) ?? Origin("", limits)
    return copy
  }

  /// Returns a copy with the arguments filled in, in source order.
  ///
  /// - Throws: `FormatError` if the number or the types of the arguments do not match.
  public func binding(_ arguments: [AnyFormatArgument?]) throws(FormatError) -> FormatExpression {
    let limits = origin?.limits ?? .default
    let result = try bound(arguments, limits)
    if !arguments.isEmpty, let finding = TreeSize(result).finding(under: limits) {
      throw FormatError([finding], source: source)
    }
    return result
  }

  /// Returns a copy with the arguments filled in, without checking the limits on the size of the tree.
  package func bound(
    _ arguments: [AnyFormatArgument?], _ limits: Limits
  ) throws(FormatError) -> FormatExpression {
    var binder = ArgumentBinder(arguments, limit: limits.arguments)
    var result = binder.rewrite(self)
    binder.finish(at: source.utf8.count)
    if binder.faults.hasErrors { throw FormatError(binder.faults.diagnostics, source: source) }
    // If the whole expression is a conversion, its argument replaces it. Keep the text, and the stricter limits of both.
    if case .placeholder = kind {
      result.origin = Origin(
        source, result.origin?.limits?.stricter(limits) ?? limits, allowsDateStrings: allowsDateStrings)
    }
    return result
  }

  /// Returns a copy in which each variable `$NAME` that has a value in the dictionary is replaced by that value.
  public func substituting(_ variables: [String: AnyFormatArgument?]) -> FormatExpression {
    var substitution = VariableSubstitution(variables.mapValues(FormatExpression.constant))
    return substitution.rewrite(self)
  }

  /// The conversions that have no argument yet, in source order.
  public var conversions: [Conversion] {
    var census = TreeCensus()
    _ = census.rewrite(self)
    return census.conversions
  }

  /// The names of the variables that have no value yet, each once, in source order, without the dollar sign. Variables that a
  /// SUBQUERY declares or `:=` assigns are excluded.
  public var variables: [String] {
    var census = TreeCensus()
    _ = census.rewrite(self)
    return census.variables
  }

  /// The key paths of the expression, each once, in source order.
  public var keyPaths: [String] {
    var census = TreeCensus()
    _ = census.rewrite(self)
    return census.keyPaths
  }

  /// The canonical format: what Apple prints for the expression, unless that text has another meaning.
  ///
  /// It parses to an expression with an equal value, as the language compares values. Constants without a spelling print as text
  /// that does not parse; see `FormatPredicate.format`.
  public var format: String {
    var printer = Printer(.canonical)
    printer.print(self)
    return printer.text
  }

  /// A format that parses to an equal tree, as `FormatPredicate.losslessFormat` does.
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
