extension FormatPredicate {
  /// Creates a predicate by parsing a format string and filling in the arguments, in order.
  ///
  ///     let predicate = try FormatPredicate("%K BETWEEN %@ AND title CONTAINS[c] %@", "year", 1960...1980, "of")
  ///     // predicate.format == "year BETWEEN {1960, 1980} AND title CONTAINS[c] \"of\""
  ///
  /// - Parameters:
  ///   - format: A predicate in Cocoa's format-string language.
  ///   - arguments: One argument for each conversion (`%@`, `%K`, `%d`, …) outside quotes. `nil` is the constant nil.
  /// - Throws: `FormatError` with every error in the text, or with the mismatches between conversions and arguments.
  public init(_ format: String, _ arguments: AnyFormatArgument?...) throws(FormatError) {
    self = try Self.parsed(format, arguments)
  }

  /// Creates a predicate by parsing a format string and filling in an array of arguments.
  ///
  /// - Parameter limits: The limits for parsing and for each use of the predicate.
  /// - Throws: The same errors as `init(_:_:)`.
  public init(_ format: String, arguments: [AnyFormatArgument?], limits: PredicateLimits = .default) throws(FormatError)
  {
    self = try Self.parsed(format, arguments, limits)
  }

  /// Parses a format string and leaves its conversions as placeholders for `binding(_:)` to fill.
  ///
  /// - Throws: `FormatError` with every error in the text.
  public static func template(_ format: String, limits: PredicateLimits = .default) throws(FormatError)
    -> FormatPredicate
  {
    try parsed(Array(format.utf8), source: format, limits)
  }

  /// Parses the bytes of a format string.
  ///
  /// - Throws: `FormatError` with every error in the text, or with `invalid-utf8` if the bytes are not valid UTF-8.
  public static func template(utf8 bytes: [UInt8], limits: PredicateLimits = .default) throws(FormatError)
    -> FormatPredicate
  {
    try parsed(bytes, source: String(format: bytes, limits: limits), limits)
  }

  /// The default limits of each use of the predicate: the strictest under which any of its parts was parsed.
  public var limits: PredicateLimits { carriedLimits }

  /// Returns a copy with tighter limits. For each limit, the stricter value applies.
  public func limited(to limits: PredicateLimits) -> FormatPredicate { withLimits(limits) }

  /// Returns a copy with the arguments filled in, in source order.
  ///
  /// - Throws: `FormatError` if the number or the types of the arguments do not match.
  public func binding(_ arguments: [AnyFormatArgument?]) throws(FormatError) -> FormatPredicate {
    try filled(with: arguments)
  }

  /// Returns a copy in which each variable `$NAME` that has a value in the dictionary is replaced by that value. The keys omit the
  /// dollar sign. Other variables are unchanged.
  public func substituting(_ variables: [String: AnyFormatArgument?]) -> FormatPredicate {
    withVariables(variables.mapValues(FormatExpression.constant))
  }

  /// The conversions that have no argument yet, in source order.
  public var conversions: [FormatConversion] { census.conversions }

  /// The names of the variables that have no value yet, each once, in source order, without the dollar sign. Variables that a
  /// SUBQUERY declares or `:=` assigns are excluded.
  public var variables: [String] { census.variables }

  /// The key paths of the predicate, each once, in source order.
  public var keyPaths: [String] { census.keyPaths }

  /// The canonical format: what Apple's `predicateFormat` prints, unless that text has another meaning.
  ///
  /// It parses to a predicate with the same meaning, so it can be stored and parsed again. Constants and keys without a spelling,
  /// such as an infinite double, a record, an object, or an empty key, print as text that does not parse. (So may a tree of more
  /// than 45 levels if its parentheses exceed the height limit; the lossless format needs fewer.) Constants that no comparison
  /// can distinguish print alike: `1.0` and `YES` print as `1`.
  public var format: String { printed(isLossless: false) }

  /// A format that parses to an equal tree, if the tree was parsed. It is `format`, except that `1.0`, `YES`, and unusual keys are
  /// preserved. A date, decimal, UUID or data of an argument has no literal, so it prints and parses as its CAST.
  public var losslessFormat: String { printed(isLossless: true) }
}

extension FormatPredicate: CustomStringConvertible {
  /// The canonical format.
  public var description: String { format }
}
