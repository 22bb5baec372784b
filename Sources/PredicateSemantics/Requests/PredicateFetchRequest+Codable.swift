#if !hasFeature(Embedded)
import PredicateSyntax

extension PredicateFetchRequest: Codable {
  /// Decodes a request in the format of Grammar/Guides/FetchRequests.md.
  ///
  /// If the `userInfo` of the decoder contains that of a profile (`PredicateProfile.userInfo`), the profile must permit the request,
  /// as in `validated(by:of:)`.
  ///
  /// - Throws: `DecodingError` with the coding path of the invalid field. Whether the request makes sense is checked when it
  ///   runs: a negative limit, for example, or an aggregate next to a key that is not a group key.
  public init(from decoder: any Decoder) throws {
    let rules = DecoderRules.of(decoder)
    self = try decoder.read { value throws(FieldError) in try PredicateFetchRequest(value, rules: rules) }
  }

  /// Encodes the request, omitting default values. Predicates and expressions become strings if the strings parse to equal
  /// trees, and trees otherwise.
  ///
  /// - Throws: `EncodingError` if a sort key uses a custom comparison function.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encodeIfPresent(entity, forKey: "entity")
    if let predicate { try fields.encode(predicate, of: "predicate") }
    if !sortKeys.isEmpty { try fields.encode(sortKeys, forKey: "sort") }
    if !after.isEmpty {
      var values = fields.nestedUnkeyedContainer(forKey: "after")
      for value in after { try values.encode(value) }
    }
    try fields.encodeIfPresent(limit, forKey: "limit")
    if offset != 0 { try fields.encode(offset, forKey: "offset") }
    try fields.encodeIfPresent(batchSize, forKey: "batchSize")
    if isDistinct { try fields.encode(true, forKey: "distinct") }
    if !properties.isEmpty { try fields.encode(properties, forKey: "properties") }
    if !groupKeys.isEmpty { try fields.encode(groupKeys, forKey: "groupBy") }
    if let having { try fields.encode(having, of: "having") }
  }
}

extension SortKey: Codable {
  /// Decodes `"age"` or `{"key": "age", "ascending": false, "comparison": "caseInsensitive"}`.
  ///
  /// If the `userInfo` of the decoder contains that of a profile, the profile must permit the key and the comparison.
  ///
  /// - Throws: `DecodingError` with the coding path of the invalid value.
  public init(from decoder: any Decoder) throws {
    let rules = DecoderRules.of(decoder)
    self = try decoder.read { value throws(FieldError) in
      let key = try SortKey(value, at: [])
      return try PredicateFetchRequest(sortKeys: [key]).checkedAsPart(by: rules).sortKeys.first ?? key
    }
  }

  /// Encodes only the key path if the key is ascending with the default comparison, and an object otherwise.
  ///
  /// - Throws: `EncodingError` if the comparison is a custom function.
  public func encode(to encoder: any Encoder) throws {
    if isAscending, comparison == .default {
      var container = encoder.singleValueContainer()
      return try container.encode(keyPath)
    }
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(keyPath, forKey: "key")
    if !isAscending { try fields.encode(false, forKey: "ascending") }
    if comparison == .default { return }
    try fields.encodeIfPresent(comparison.fileName, forKey: "comparison")
    if case .function(let function) = comparison {
      let field: FieldName = "comparison"
      throw EncodingError.invalidValue(
        function,
        EncodingError.Context(
          codingPath: fields.codingPath + [field],
          debugDescription:
            "the sort key '\(keyPath)' compares by the function '\(function.name)', which cannot be written"
        ))
    }
  }
}

extension FetchType: Codable {}

extension FetchProperty: Codable {
  /// Decodes `"age"`, a key of that name, or `{"name": "average", "expression": "average:(age)", "type": "double"}`.
  ///
  /// If the `userInfo` of the decoder contains that of a profile, the profile must permit the expression and the length of the name.
  ///
  /// - Throws: `DecodingError` with the coding path of the invalid value.
  public init(from decoder: any Decoder) throws {
    let rules = DecoderRules.of(decoder)
    self = try decoder.read { value throws(FieldError) in
      let property = try FetchProperty(value, at: [], rules: rules)
      return try PredicateFetchRequest(properties: [property]).checkedAsPart(by: rules).properties.first ?? property
    }
  }

  /// Encodes only the key path if the property is a key of that name without a type, and an object otherwise.
  ///
  /// - Throws: The errors of `FormatExpression.encode(to:)`, and those of the encoder.
  public func encode(to encoder: any Encoder) throws {
    if type == nil, expression == .keyPath(name) {
      var container = encoder.singleValueContainer()
      return try container.encode(name)
    }
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(name, forKey: "name")
    if (try? FormatExpression.template(expression.losslessFormat)) == expression {
      try fields.encode(expression.text, forKey: "expression")
    } else {
      try fields.encode(expression, forKey: "expression")
    }
    if let type { try fields.encode(type.rawValue, forKey: "type") }
  }
}

extension UnkeyedEncodingContainer {
  /// Encodes a value as one of JSON if it reads as the same value, and as a constant of a tree otherwise.
  fileprivate mutating func encode(_ value: FormatValue) throws {
    switch value {
    case .null: try encodeNil()
    case .bool(let value): try encode(value)
    case .integer(let value): try encode(value)
    case .string(let value): try encode(value)
    case .unsigned, .double, .decimal, .date, .uuid, .data, .list, .set, .record, .object:
      try encode(FormatExpression(.constant(value)))
    }
  }
}

extension KeyedEncodingContainer<FieldName> {
  /// Encodes the predicate as text if the text parses to an equal tree, and as a tree otherwise.
  fileprivate mutating func encode(_ predicate: FormatPredicate, of field: FieldName) throws {
    if (try? FormatPredicate.template(predicate.losslessFormat)) == predicate {
      try encode(predicate.text, forKey: field)
    } else {
      try encode(predicate, forKey: field)
    }
  }
}
#endif
