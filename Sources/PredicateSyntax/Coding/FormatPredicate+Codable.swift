extension FormatPredicate: Codable {
  /// Reads a tree as `encode(to:)` writes it, or a format string in its place.
  ///
  /// - Throws: `DecodingError`, with the path to what is wrong; a tree is no higher than a parsed one may be.
  public init(from decoder: any Decoder) throws {
    if let text = TreeReader.text(decoder) {
      self = try TreeReader.parsed(decoder) { () throws(FormatError) in try FormatPredicate.template(text) }
    } else {
      let fields = try TreeReader.document(decoder, "predicate")
      self = try TreeReader.predicate(fields.nested("predicate"), Limits.greatestHeight)
      origin = Origin()
    }
  }

  /// Writes the tree with its version: `{"version": 1, "predicate": {…}}`. Places in the text are left out.
  ///
  /// - Throws: `EncodingError` for a reference to an object, and for a tree that holds a fault.
  public func encode(to encoder: any Encoder) throws {
    var fields = try TreeWriter.document(encoder)
    var tree = fields.nested("predicate")
    try TreeWriter.write(self, to: &tree)
  }

  /// A predicate that is coded as one string, its lossless format: `try encoder.encode(predicate.text)`.
  public struct Text: Codable, Sendable, Hashable {
    /// The predicate.
    public var predicate: FormatPredicate

    /// Wraps a predicate.
    public init(_ predicate: FormatPredicate) { self.predicate = predicate }

    /// Reads a format string, or a tree in its place.
    ///
    /// - Throws: `DecodingError`, with the path to what is wrong.
    public init(from decoder: any Decoder) throws { predicate = try FormatPredicate(from: decoder) }

    /// Writes the lossless format.
    ///
    /// - Throws: `EncodingError` where the predicate has no spelling: infinities, records and objects as constants.
    public func encode(to encoder: any Encoder) throws {
      let text = predicate.losslessFormat
      guard (try? FormatPredicate.template(text)) != nil else { throw TreeWriter.unspelled(text, encoder) }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  /// The predicate for coding as one string.
  public var text: Text { Text(self) }
}

extension FormatExpression: Codable {
  /// Reads a tree as `encode(to:)` writes it, or a format string in its place.
  ///
  /// - Throws: `DecodingError`, with the path to what is wrong.
  public init(from decoder: any Decoder) throws {
    if let text = TreeReader.text(decoder) {
      self = try TreeReader.parsed(decoder) { () throws(FormatError) in try FormatExpression.template(text) }
    } else {
      let fields = try TreeReader.document(decoder, "expression")
      self = try TreeReader.expression(fields.nested("expression"), Limits.greatestHeight)
    }
  }

  /// Writes the tree with its version: `{"version": 1, "expression": {…}}`.
  ///
  /// - Throws: as `FormatPredicate.encode(to:)`.
  public func encode(to encoder: any Encoder) throws {
    var fields = try TreeWriter.document(encoder)
    var tree = fields.nested("expression")
    try TreeWriter.write(self, to: &tree)
  }

  /// An expression that is coded as one string, its lossless format.
  public struct Text: Codable, Sendable, Hashable {
    /// The expression.
    public var expression: FormatExpression

    /// Wraps an expression.
    public init(_ expression: FormatExpression) { self.expression = expression }

    /// Reads a format string, or a tree in its place.
    ///
    /// - Throws: `DecodingError`, with the path to what is wrong.
    public init(from decoder: any Decoder) throws { expression = try FormatExpression(from: decoder) }

    /// Writes the lossless format.
    ///
    /// - Throws: `EncodingError` where the expression has no spelling.
    public func encode(to encoder: any Encoder) throws {
      let text = expression.losslessFormat
      guard (try? FormatExpression.template(text)) != nil else { throw TreeWriter.unspelled(text, encoder) }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  /// The expression for coding as one string.
  public var text: Text { Text(self) }
}
