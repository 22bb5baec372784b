extension FormatPredicate {
  /// Parses a format string and fills its conversions with the arguments, in order.
  ///
  /// - Parameters:
  ///   - format: a predicate in Cocoa's format-string language.
  ///   - arguments: one for each conversion (`%@`, `%K`, `%d` …) outside quotes. nil is the constant nil.
  /// - Throws: `FormatError` with every fault of the text, or with what does not fit between conversions and arguments.
  public init(_ format: String, _ arguments: (any FormatArgument)?...) throws(FormatError) {
    try self.init(format, arguments: arguments)
  }

  /// Parses a format string and fills its conversions from an array.
  ///
  /// - Parameter limits: what the text and each use of the predicate may cost.
  /// - Throws: as `init(_:_:)`.
  public init(
    _ format: String, arguments: [(any FormatArgument)?], limits: Limits = .default
  ) throws(FormatError) {
    let template = try Self.template(format, limits: limits)
    // Most texts have no conversions, and nothing to fill.
    self = arguments.isEmpty && !mayHoldConversion(format) ? template : try template.binding(arguments)
  }

  /// Parses a format string whose conversions stay placeholders until `binding(_:)` fills them.
  ///
  /// - Throws: `FormatError` with every fault of the text.
  public static func template(_ format: String, limits: Limits = .default) throws(FormatError) -> FormatPredicate {
    try parse(Array(format.utf8), source: format, limits)
  }

  /// Parses the bytes of a format string, whatever they are.
  ///
  /// - Throws: `FormatError` with every fault of the text; `invalid-utf8` where the bytes are no UTF-8.
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

  /// A template that was not yet held to the limits of trees.
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

  /// The limits that each use of the predicate keeps to where it is given no others: the strictest of those under which it
  /// and the parts that it was joined of were read.
  public var limits: Limits { TreeSize(self).carried ?? .default }

  /// A copy each use of which keeps to limits too: of each limit the stricter one holds.
  public func limited(to limits: Limits) -> FormatPredicate {
    var copy = self
    copy.origin = origin?.limited(to: limits) ?? Origin("", limits)
    return copy
  }

  /// A copy whose conversions are filled, in the order of the text.
  ///
  /// - Throws: `FormatError` where the number or the types of the arguments do not fit.
  public func binding(_ arguments: [(any FormatArgument)?]) throws(FormatError) -> FormatPredicate {
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
  ) throws(FormatError) -> FormatPredicate {
    var binder = ArgumentBinder(arguments, limit: limits.arguments)
    let result = binder.rewrite(self)
    binder.finish(at: source.utf8.count)
    if binder.faults.hasErrors { throw FormatError(binder.faults.diagnostics, source: source) }
    return result
  }

  /// A copy in which `$NAME` is replaced by the value that the dictionary holds for NAME (without the dollar sign).
  /// Variables that it does not hold stay.
  public func substituting(_ variables: [String: (any FormatArgument)?]) -> FormatPredicate {
    var substitution = VariableSubstitution(variables.mapValues(FormatExpression.constant))
    return substitution.rewrite(self)
  }

  /// The conversions that have no argument yet, in the order of the text.
  public var conversions: [Conversion] { census.conversions }

  /// The `$NAME` variables that have no value yet, each once, in the order of the text, without the dollar sign. Those that a
  /// SUBQUERY declares, or `:=` assigns, are its own.
  public var variables: [String] { census.variables }

  /// The key paths of the predicate, each once, in the order of the text.
  public var keyPaths: [String] { census.keyPaths }

  private var census: TreeCensus {
    var census = TreeCensus()
    _ = census.rewrite(self)
    return census
  }

  /// The canonical format: what Apple's `predicateFormat` prints, where that means the same.
  ///
  /// It parses to a predicate of the same meaning, so that it may be stored and read again. What the language cannot write,
  /// such as an infinite double, a record, an object or an empty key, prints as a text that does not parse, and never as
  /// something else. (So may a tree of more than 45 levels, whose parentheses come to more levels than are read; the lossless
  /// format then needs fewer.) Kinds of constants that no comparison tells apart print alike: `1.0` and `YES` as `1`.
  public var format: String {
    var printer = Printer(.canonical)
    printer.print(self)
    return printer.text
  }

  /// A format that parses to an equal tree: as `format`, but `1.0`, `YES` and odd keys keep what they are.
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

/// Whether a format string has the sign that every conversion begins with.
func mayHoldConversion(_ format: String) -> Bool { format.utf8.contains(UInt8(ascii: "%")) }
