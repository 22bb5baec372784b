#if !hasFeature(Embedded)
extension FormatPredicate: Codable {
  /// Decodes a tree as `encode(to:)` writes it, or a format string in its place. If the `userInfo` of the decoder contains that of
  /// a profile (`PredicateProfile.userInfo`), the profile must permit the predicate.
  ///
  /// - Throws: `DecodingError` with the coding path of the problem. Trees are limited to the height of parsed ones.
  public init(from decoder: any Decoder) throws {
    let rules = DecoderRules.of(decoder)
    self = try decoder.read { value throws(FieldError) in try FormatPredicate(value, rules: rules) }
  }

  /// Reads a tree, or a format string in its place.
  ///
  /// - Parameter checkingKeys: Whether the rules check the predicate. Otherwise only their limits apply to parsing.
  package init(
    _ value: FormatValue, at path: [FieldError.Step] = [], rules: (any TreeRules)?, checkingKeys: Bool = true
  ) throws(FieldError) {
    var predicate: FormatPredicate
    if case .string(let text) = value {
      predicate = try .parsed(text, at: path, rules)
    } else {
      let fields = try TreeReader.document(value, at: path, "predicate")
      predicate = try TreeReader.predicate(fields.fields(of: "predicate"), PredicateLimits.greatestHeight)
      predicate.origin = Origin()
    }
    self = checkingKeys ? try predicate.checked(by: rules, at: path) : predicate
  }

  /// Encodes the tree with its version: `{"version": 1, "predicate": {…}}`. Source ranges are omitted.
  ///
  /// - Throws: `EncodingError` if the tree contains a reference to an object or an invalid node.
  public func encode(to encoder: any Encoder) throws {
    var fields = try TreeWriter.document(encoder)
    var tree = fields.nested("predicate")
    try TreeWriter.write(self, to: &tree)
  }

  /// A predicate that is encoded as a string in the lossless format: `try encoder.encode(predicate.text)`.
  public struct Text: Codable, Sendable, Hashable {
    /// The predicate.
    public var predicate: FormatPredicate

    /// Creates a wrapper for a predicate.
    public init(_ predicate: FormatPredicate) { self.predicate = predicate }

    /// Decodes a format string, or a tree in its place.
    ///
    /// - Throws: `DecodingError` with the coding path of the problem.
    public init(from decoder: any Decoder) throws { predicate = try FormatPredicate(from: decoder) }

    /// Encodes the lossless format.
    ///
    /// - Throws: `EncodingError` if the predicate contains a constant without a spelling, such as infinity or an object.
    public func encode(to encoder: any Encoder) throws { try predicate.encodeText(to: encoder) }
  }

  /// The predicate in a form that is encoded as a string.
  public var text: Text { Text(self) }
}

extension FormatExpression: Codable {
  /// Decodes a tree as `encode(to:)` writes it, or a format string in its place.
  ///
  /// - Throws: `DecodingError` with the coding path of the problem.
  public init(from decoder: any Decoder) throws {
    let rules = DecoderRules.of(decoder)
    self = try decoder.read { value throws(FieldError) in try FormatExpression(value, rules: rules) }
  }

  /// Reads a tree, or a format string in its place.
  package init(
    _ value: FormatValue, at path: [FieldError.Step] = [], rules: (any TreeRules)?
  ) throws(FieldError) {
    let expression: FormatExpression
    if case .string(let text) = value {
      expression = try .parsed(text, at: path, rules)
    } else {
      let fields = try TreeReader.document(value, at: path, "expression")
      expression = try TreeReader.expression(fields.fields(of: "expression"), PredicateLimits.greatestHeight)
    }
    self = try expression.checked(by: rules, at: path)
  }

  /// Encodes the tree with its version: `{"version": 1, "expression": {…}}`.
  ///
  /// - Throws: The same errors as `FormatPredicate.encode(to:)`.
  public func encode(to encoder: any Encoder) throws {
    var fields = try TreeWriter.document(encoder)
    var tree = fields.nested("expression")
    try TreeWriter.write(self, to: &tree)
  }

  /// An expression that is encoded as a string in the lossless format.
  public struct Text: Codable, Sendable, Hashable {
    /// The expression.
    public var expression: FormatExpression

    /// Creates a wrapper for an expression.
    public init(_ expression: FormatExpression) { self.expression = expression }

    /// Decodes a format string, or a tree in its place.
    ///
    /// - Throws: `DecodingError` with the coding path of the problem.
    public init(from decoder: any Decoder) throws { expression = try FormatExpression(from: decoder) }

    /// Encodes the lossless format.
    ///
    /// - Throws: `EncodingError` if the expression contains a constant without a spelling.
    public func encode(to encoder: any Encoder) throws { try expression.encodeText(to: encoder) }
  }

  /// The expression in a form that is encoded as a string.
  public var text: Text { Text(self) }
}

extension FormatTree {
  /// Parses the format string in place of a tree.
  fileprivate static func parsed(
    _ text: String, at path: [FieldError.Step], _ rules: (any TreeRules)?
  ) throws(FieldError) -> Self {
    do throws(FormatError) {
      return try parsed(Array(text.utf8), source: text, rules?.parsingLimits ?? .default)
    } catch { throw FieldError(path, "the format string is not valid", error) }
  }

  /// Encodes the lossless format.
  ///
  /// - Throws: `EncodingError` if the tree contains a constant without a spelling.
  func encodeText(to encoder: any Encoder) throws {
    let text = printed(isLossless: true)
    guard (try? Self.parsed(Array(text.utf8), source: text, .default)) != nil else {
      throw TreeWriter.unspelled(text, encoder)
    }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
#endif
