#if !hasFeature(Embedded)
import PredicateSyntax

extension PredicateFetchRequest: Codable {
  /// The fields of a request. All are optional.
  static let fieldNames: [FieldName] = [
    "entity", "predicate", "sort", "limit", "offset", "batchSize", "distinct", "properties", "groupBy", "having",
  ]

  /// Decodes a request in the format of Grammar/Guides/FetchRequests.md.
  ///
  /// If the `userInfo` of the decoder contains that of a profile (`PredicateProfile.userInfo`), the profile must permit the request,
  /// as in `validated(by:of:)`.
  ///
  /// - Throws: `DecodingError` with the coding path of the invalid field. Whether the request makes sense is checked when it
  ///   runs: a negative limit, for example, or an aggregate next to a key that is not a group key.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    try fields.expectOnly(Self.fieldNames)
    self.init(
      try fields.decodeIfPresent(FormatPredicate.self, forKey: "predicate"),
      of: try fields.has("entity") ? try fields.nonempty("entity") : nil,
      sortKeys: try fields.sortKeys,
      limit: try fields.integerIfPresent("limit"),
      offset: try fields.integerIfPresent("offset") ?? 0,
      batchSize: try fields.integerIfPresent("batchSize"),
      isDistinct: try fields.decodeIfPresent(Bool.self, forKey: "distinct") ?? false,
      properties: try fields.decodeIfPresent([FetchProperty].self, forKey: "properties") ?? [],
      groupKeys: try fields.keyPathsIfPresent("groupBy") ?? [],
      // Its keys are names of properties, which the profile does not know.
      having: try fields.has("having")
        ? try FormatPredicate(from: fields.superDecoder(forKey: "having"), checkingKeys: false) : nil)
    self = try checked(by: decoder) { refusal in
      fields.error(
        "\(refusal.error)", below: [FieldName(refusal.field)] + (refusal.index.map { [IndexInList($0)] } ?? []))
    }
  }

  /// Returns the request with the rules of the profile of a decoder, if it has one. A part on its own is checked as the only part of a
  /// request.
  ///
  /// - Parameter failure: Returns the error for a part that the profile does not permit. By default, it is at the decoder's path.
  fileprivate func checked(
    by decoder: any Decoder, failure: ((RequestCheck.Refusal) -> DecodingError)? = nil
  ) throws -> PredicateFetchRequest {
    guard let profile = DecoderRules.of(decoder) as? PredicateProfile else { return self }
    let check = RequestCheck(self, profile, { $0.profileFindings(profile) }, { $0.profileFindings(profile) })
    guard let refusal = check.refusal(entity: nil) else { return following(profile, nil) }
    if let failure { throw failure(refusal) }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(refusal.errorOfPart)".cleaned))
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
    try fields.encodeIfPresent(limit, forKey: "limit")
    if offset != 0 { try fields.encode(offset, forKey: "offset") }
    try fields.encodeIfPresent(batchSize, forKey: "batchSize")
    if isDistinct { try fields.encode(true, forKey: "distinct") }
    if !properties.isEmpty { try fields.encode(properties, forKey: "properties") }
    if !groupKeys.isEmpty { try fields.encode(groupKeys, forKey: "groupBy") }
    if let having { try fields.encode(having, of: "having") }
  }
}

extension SortComparison {
  /// The comparisons that have a name in a file.
  fileprivate static let named: [SortComparison] = [.default, .caseInsensitive, .localizedStandard]

  /// The name in a file, or `nil` for a function.
  fileprivate var fileName: String? {
    switch self {
    case .default: "default"
    case .caseInsensitive: "caseInsensitive"
    case .localizedStandard: "localizedStandard"
    case .function: nil
    }
  }
}

extension SortKey: Codable {
  /// Decodes `"age"` or `{"key": "age", "ascending": false, "comparison": "caseInsensitive"}`.
  ///
  /// If the `userInfo` of the decoder contains that of a profile, the profile must permit the key and the comparison.
  ///
  /// - Throws: `DecodingError` with the coding path of the invalid value.
  public init(from decoder: any Decoder) throws {
    try self.init(unchecked: decoder)
    if let key = try PredicateFetchRequest(sortKeys: [self]).checked(by: decoder).sortKeys.first { self = key }
  }

  /// Decodes a sort key of a request, which may be the name of a property of the request.
  fileprivate init(unchecked decoder: any Decoder) throws {
    if let keyPath = try decoder.nonemptyText() {
      self.init(keyPath)
      return
    }
    let fields = try decoder.fields("a key path, or an object with a 'key'")
    try fields.expectOnly(["key", "ascending", "comparison"])
    self.init(
      try fields.nonempty("key"), ascending: try fields.decodeIfPresent(Bool.self, forKey: "ascending") ?? true,
      comparison: try fields.has("comparison")
        ? try fields.value(of: "comparison", among: SortComparison.named) { $0.fileName } : .default)
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
    try self.init(unchecked: decoder)
    if let property = try PredicateFetchRequest(properties: [self]).checked(by: decoder).properties.first {
      self = property
    }
  }

  private init(unchecked decoder: any Decoder) throws {
    if let keyPath = try decoder.nonemptyText() {
      self.init(keyPath, try DecoderRules.checked(FormatExpression.keyPath(keyPath), decoder))
      return
    }
    let fields = try decoder.fields("a key path, or an object with a 'name' and an 'expression'")
    try fields.expectOnly(["name", "expression", "type"])
    self.init(
      try fields.nonempty("name"), try fields.decode(FormatExpression.self, forKey: "expression"),
      type: try fields.has("type") ? try fields.name(FetchType.self, of: "type") : nil)
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

// MARK: Parts of fields

extension Decoder {
  /// Returns the string, which must not be empty, or `nil` if the value is not a string.
  fileprivate func nonemptyText() throws -> String? {
    guard let text = try? singleValueContainer().decode(String.self) else { return nil }
    guard text.isEmpty else { return text }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "the key path is empty"))
  }

  /// Returns the fields of an object; `expected` describes the valid values in the error message.
  fileprivate func fields(_ expected: String) throws -> KeyedDecodingContainer<FieldName> {
    if let fields = try? container(keyedBy: FieldName.self) { return fields }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "expected \(expected)"))
  }
}

extension KeyedDecodingContainer<FieldName> {
  /// The sort keys of a request, which checks them.
  fileprivate var sortKeys: [SortKey] {
    get throws {
      guard try has("sort") else { return [] }
      var list = try nestedUnkeyedContainer(forKey: "sort")
      var keys: [SortKey] = []
      while !list.isAtEnd { keys.append(try SortKey(unchecked: list.superDecoder())) }
      return keys
    }
  }

  fileprivate func keyPathsIfPresent(_ field: FieldName) throws -> [String]? {
    let keyPaths = try decodeIfPresent([String].self, forKey: field)
    guard let index = keyPaths?.firstIndex(of: "") else { return keyPaths }
    throw error("the key path is empty", below: [field, IndexInList(index)])
  }

  /// Returns whether a field is present and not null.
  fileprivate func has(_ field: FieldName) throws -> Bool { try contains(field) && !decodeNil(forKey: field) }

  /// Returns an integer. Reports out-of-range and fractional numbers itself, because the messages of decoders differ.
  fileprivate func integerIfPresent(_ field: FieldName) throws -> Int? {
    guard try has(field) else { return nil }
    if let number = try? decode(Int.self, forKey: field) { return number }
    throw error("expected an integer", at: field)
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
