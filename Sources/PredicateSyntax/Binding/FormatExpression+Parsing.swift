extension FormatExpression {
  /// Creates an expression by parsing an expression string, as `NSExpression(format:)` does, and filling in the arguments.
  ///
  /// - Throws: `FormatError` with every error in the text, or with the mismatches between conversions and arguments.
  public init(_ format: String, _ arguments: AnyFormatArgument?...) throws(FormatError) {
    self = try Self.parsed(format, arguments)
  }

  /// Creates an expression by parsing an expression string and filling in an array of arguments.
  ///
  /// - Parameter limits: The limits for parsing and for each use of the expression.
  /// - Throws: The same errors as `init(_:_:)`.
  public init(_ format: String, arguments: [AnyFormatArgument?], limits: PredicateLimits = .default) throws(FormatError)
  {
    self = try Self.parsed(format, arguments, limits)
  }

  /// Parses an expression string and leaves its conversions as placeholders.
  ///
  /// - Throws: `FormatError` with every error in the text.
  public static func template(_ format: String, limits: PredicateLimits = .default) throws(FormatError)
    -> FormatExpression
  {
    try parsed(Array(format.utf8), source: format, limits)
  }

  /// Parses the bytes of an expression string.
  ///
  /// - Throws: `FormatError` with every error in the text, or with `invalid-utf8` if the bytes are not valid UTF-8.
  public static func template(utf8 bytes: [UInt8], limits: PredicateLimits = .default) throws(FormatError)
    -> FormatExpression
  {
    try parsed(bytes, source: String(format: bytes, limits: limits), limits)
  }

  /// The default limits of each use of the expression: the strictest under which any of its parts was parsed.
  public var limits: PredicateLimits { carriedLimits }

  /// Returns a copy with tighter limits. For each limit, the stricter value applies.
  public func limited(to limits: PredicateLimits) -> FormatExpression { withLimits(limits) }

  /// Returns a copy with the arguments filled in, in source order.
  ///
  /// - Throws: `FormatError` if the number or the types of the arguments do not match.
  public func binding(_ arguments: [AnyFormatArgument?]) throws(FormatError) -> FormatExpression {
    try filled(with: arguments)
  }

  /// Returns a copy in which each variable `$NAME` that has a value in the dictionary is replaced by that value.
  public func substituting(_ variables: [String: AnyFormatArgument?]) -> FormatExpression {
    withVariables(variables.mapValues(FormatExpression.constant))
  }

  /// The conversions that have no argument yet, in source order.
  public var conversions: [FormatConversion] { census.conversions }

  /// The names of the variables that have no value yet, each once, in source order, without the dollar sign. Variables that a
  /// SUBQUERY declares or `:=` assigns are excluded.
  public var variables: [String] { census.variables }

  /// The key paths of the expression, each once, in source order.
  public var keyPaths: [String] { census.keyPaths }

  /// The canonical format: what Apple prints for the expression, unless that text has another meaning.
  ///
  /// It parses to an expression with an equal value, as the language compares values. Constants without a spelling print as text
  /// that does not parse; see `FormatPredicate.format`.
  public var format: String { printed(isLossless: false) }

  /// A format that parses to an equal tree, as `FormatPredicate.losslessFormat` does.
  public var losslessFormat: String { printed(isLossless: true) }
}

extension FormatExpression: CustomStringConvertible {
  /// The canonical format.
  public var description: String { format }
}
