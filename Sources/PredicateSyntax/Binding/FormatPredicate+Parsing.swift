extension FormatPredicate {
  /// Creates a predicate by parsing a format string and filling in the arguments, in order.
  ///
  /// - Parameters:
  ///   - format: A predicate in Cocoa's format-string language.
  ///   - arguments: One argument for each conversion (`%@`, `%K`, `%d`, …) outside quotes. `nil` is the constant nil.
  /// - Throws: `FormatError` with every error in the text, or with the mismatches between conversions and arguments.
  public init(_ format: String, _ arguments: AnyFormatArgument?...) throws(FormatError) {
    try self.init(format, arguments: arguments)
  }

  /// Creates a predicate by parsing a format string and filling in an array of arguments.
  ///
  /// - Parameter limits: The limits for parsing and for each use of the predicate.
  /// - Throws: The same errors as `init(_:_:)`.
  public init(
    _ format: String, arguments: [AnyFormatArgument?], limits: Limits = .default
  ) throws(FormatError) {
    let template = try Self.template(format, limits: limits)
    // Fast path: most format strings have no conversions.
    self = arguments.isEmpty && !mayHoldConversion(format) ? template : try template.binding(arguments)
  }

  /// Parses a format string and leaves its conversions as placeholders for `binding(_:)` to fill.
  ///
  /// - Throws: `FormatError` with every error in the text.
  public static func template(_ format: String, limits: Limits = .default) throws(FormatError) -> FormatPredicate {
    try parse(Array(format.utf8), source: format, limits)
  }

  /// Parses the bytes of a format string.
  ///
  /// - Throws: `FormatError` with every error in the text, or with `invalid-utf8` if the bytes are not valid UTF-8.
  public static func template(utf8 bytes: [UInt8], limits: Limits = .default) throws(FormatError) -> FormatPredicate {
    try parse(bytes, source: SourceText.string(of: bytes, limits: limits), limits)
  }

  private static func parse(_ bytes: [UInt8], source: String, _ limits: Limits) throws(FormatError) -> FormatPredicate {
    let predicate = try unchecked(bytes, source: source, limits)
    if limits.mayBind(bytes: bytes.count), let finding = TreeSize(predicate).finding(under: limits) {
      throw FormatError([finding], source: source)
    }
    return predicate
  }

  /// Parses a format string without checking the limits on the size of the tree.
  package static func unchecked(utf8 bytes: [UInt8], _ limits: Limits) throws(FormatError) -> FormatPredicate {
    try unchecked(bytes, source: SourceText.string(of: bytes, limits: limits), limits)
  }

  private static func unchecked(
    _ bytes: [UInt8], source: String, _ limits: Limits
  ) throws(FormatError) -> FormatPredicate {
    var parser = Parser(bytes, limits: limits)
    var predicate = parser.parsePredicateFormat()
    if parser.lexer.faults.hasErrors { throw FormatError(parser.lexer.faults.diagnostics, source: source) }
    predicate.origin = Origin(source, limits)
    return predicate
  }

  /// The default limits of each use of the predicate: the strictest under which any of its parts was parsed.
  public var limits: Limits { TreeSize(self).carried ?? .default }

  /// Returns a copy with tighter limits. For each limit, the stricter value applies.
  public func limited(to limits: Limits) -> FormatPredicate {
    var copy = self
    copy.origin = origin?.limited(to: limits) ?? Origin("", limits)
    return copy
  }

  /// Returns a copy with the arguments filled in, in source order.
  ///
  /// - Throws: `FormatError` if the number or the types of the arguments do not match.
  public func binding(_ arguments: [AnyFormatArgument?]) throws(FormatError) -> FormatPredicate {
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
  ) throws(FormatError) -> FormatPredicate {
    var binder = ArgumentBinder(arguments, limit: limits.arguments)
    let result = binder.rewrite(self)
    binder.finish(at: source.utf8.count)
    if binder.faults.hasErrors { throw FormatError(binder.faults.diagnostics, source: source) }
    return result
  }

  /// Returns a copy in which each variable `$NAME` that has a value in the dictionary is replaced by that value. The keys omit the
  /// dollar sign. Other variables are unchanged.
  public func substituting(_ variables: [String: AnyFormatArgument?]) -> FormatPredicate {
    var substitution = VariableSubstitution(variables.mapValues(FormatExpression.constant))
    return substitution.rewrite(self)
  }

  /// The conversions that have no argument yet, in source order.
  public var conversions: [Conversion] { census.conversions }

  /// The names of the variables that have no value yet, each once, in source order, without the dollar sign. Variables that a
  /// SUBQUERY declares or `:=` assigns are excluded.
  public var variables: [String] { census.variables }

  /// The key paths of the predicate, each once, in source order.
  public var keyPaths: [String] { census.keyPaths }

  private var census: TreeCensus {
    var census = TreeCensus()
    _ = census.rewrite(self)
    return census
  }

  /// The canonical format: what Apple's `predicateFormat` prints, unless that text has another meaning.
  ///
  /// It parses to a predicate with the same meaning, so it can be stored and parsed again. Constants and keys without a spelling,
  /// such as an infinite double, a record, an object, or an empty key, print as text that does not parse. (So may a tree of more
  /// than 45 levels if its parentheses exceed the height limit; the lossless format needs fewer.) Constants that no comparison
  /// can distinguish print alike: `1.0` and `YES` print as `1`.
  public var format: String {
    var printer = Printer(.canonical)
    printer.print(self)
    return printer.text
  }

  /// A format that parses to an equal tree, if the tree was parsed. It is `format`, except that `1.0`, `YES`, and unusual keys are
  /// preserved. A date, decimal, UUID or data of an argument has no literal, so it prints and parses as its CAST.
  public var losslessFormat: String {
    var printer = Printer(.lossless, height: height)
    printer.print(self)
    return printer.text
  }
}

extension FormatPredicate: CustomStringConvertible {
  /// The canonical format.
  public var description: String { format }
}

/// Returns whether a format string contains the `%` that begins every conversion.
func mayHoldConversion(_ format: String) -> Bool { format.utf8.contains(UInt8(ascii: "%")) }
