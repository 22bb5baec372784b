import PredicateSyntax

extension PredicateFetchRequest: Codable {
  /// The fields of a request, all of which may be absent.
  static let fieldNames: [FieldName] = [
    "entity", "predicate", "sort", "limit", "offset", "batchSize", "distinct", "properties", "groupBy", "having",
  ]

  /// Reads a request, as Grammar/FetchRequests.md describes it.
  ///
  /// - Throws: `DecodingError`, with the path to what is wrong. Whether the request makes sense (a limit below zero, an
  ///   aggregate beside a key that is no group key) is found where it is run.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    try fields.expectOnly(Self.fieldNames)
    self.init(
      try fields.decodeIfPresent(FormatPredicate.self, forKey: "predicate"),
      of: try fields.nonemptyIfPresent("entity"),
      sortKeys: try fields.decodeIfPresent([SortKey].self, forKey: "sort") ?? [],
      limit: try fields.integerIfPresent("limit"),
      offset: try fields.integerIfPresent("offset") ?? 0,
      batchSize: try fields.integerIfPresent("batchSize"),
      isDistinct: try fields.decodeIfPresent(Bool.self, forKey: "distinct") ?? false,
      properties: try fields.decodeIfPresent([FetchProperty].self, forKey: "properties") ?? [],
      groupKeys: try fields.decodeIfPresent([KeyPathText].self, forKey: "groupBy")?.map(\.text) ?? [],
      having: try fields.decodeIfPresent(FormatPredicate.self, forKey: "having"))
  }

  /// Writes the request; what is usual is left out. Predicates and expressions are strings where these parse to equal
  /// trees, else trees.
  ///
  /// - Throws: `EncodingError` for a sort key that compares by a function of the program's.
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

extension SortKey: Codable {
  /// The comparisons that a file can name.
  private enum ComparisonName: String, CaseIterable {
    case `default`, caseInsensitive, localizedStandard

    var comparison: SortComparison {
      switch self {
      case .default: .default
      case .caseInsensitive: .caseInsensitive
      case .localizedStandard: .localizedStandard
      }
    }
  }

  /// Reads `"age"`, or `{"key": "age", "ascending": false, "comparison": "caseInsensitive"}`.
  ///
  /// - Throws: `DecodingError`, with the path to what is wrong.
  public init(from decoder: any Decoder) throws {
    if let keyPath = try decoder.nonemptyText() {
      self.init(keyPath)
      return
    }
    let fields = try decoder.fields("a key path, or an object with a 'key'")
    try fields.expectOnly(["key", "ascending", "comparison"])
    self.init(
      try fields.nonempty("key"), ascending: try fields.decodeIfPresent(Bool.self, forKey: "ascending") ?? true,
      comparison: try fields.has("comparison")
        ? try fields.name(ComparisonName.self, of: "comparison").comparison : .default)
  }

  /// Writes the key path alone where it ascends by the default comparison, else an object.
  ///
  /// - Throws: `EncodingError` for a comparison by a function of the program's.
  public func encode(to encoder: any Encoder) throws {
    if isAscending, comparison == .default {
      var container = encoder.singleValueContainer()
      return try container.encode(keyPath)
    }
    var fields = encoder.container(keyedBy: FieldName.self)
    try fields.encode(keyPath, forKey: "key")
    if !isAscending { try fields.encode(false, forKey: "ascending") }
    if comparison == .default { return }
    if case .function(let function) = comparison {
      let field: FieldName = "comparison"
      throw EncodingError.invalidValue(
        function,
        EncodingError.Context(
          codingPath: fields.codingPath + [field],
          debugDescription:
            "the sort key '\(keyPath)' compares by the function '\(function.name)', which no file can hold"
        ))
    }
    let name = ComparisonName.allCases.first { $0.comparison == comparison } ?? .default
    try fields.encode(name.rawValue, forKey: "comparison")
  }
}

extension FetchProperty: Codable {
  /// Reads `"age"`, a key of that name, or `{"name": "average", "expression": "average:(age)", "type": "double"}`.
  ///
  /// - Throws: `DecodingError`, with the path to what is wrong.
  public init(from decoder: any Decoder) throws {
    if let keyPath = try decoder.nonemptyText() {
      self = .key(keyPath)
      return
    }
    let fields = try decoder.fields("a key path, or an object with a 'name' and an 'expression'")
    try fields.expectOnly(["name", "expression", "type"])
    self.init(
      try fields.nonempty("name"), try fields.decode(FormatExpression.self, forKey: "expression"),
      type: try fields.has("type") ? try fields.name(FetchType.self, of: "type") : nil)
  }

  /// Writes the key path alone where the property is a key of that name and of no type, else an object.
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

/// A key path as a file has it, which is never empty.
private struct KeyPathText: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    text = try decoder.nonemptyText() ?? decoder.singleValueContainer().decode(String.self)
  }
}

extension Decoder {
  /// The string that stands here; nil where something else does.
  fileprivate func nonemptyText() throws -> String? {
    guard let text = try? singleValueContainer().decode(String.self) else { return nil }
    guard text.isEmpty else { return text }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "the key path is empty"))
  }

  /// The fields of an object; `expected` is what may stand here.
  fileprivate func fields(_ expected: String) throws -> KeyedDecodingContainer<FieldName> {
    if let fields = try? container(keyedBy: FieldName.self) { return fields }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "expected \(expected)"))
  }
}

extension KeyedDecodingContainer<FieldName> {
  fileprivate func nonemptyIfPresent(_ field: FieldName) throws -> String? {
    try has(field) ? nonempty(field) : nil
  }

  /// Whether a field is there, and not null.
  fileprivate func has(_ field: FieldName) throws -> Bool { try contains(field) && !decodeNil(forKey: field) }

  /// An integer. (What is too large or has a fraction is told here, since decoders differ in what they say of it.)
  fileprivate func integerIfPresent(_ field: FieldName) throws -> Int? {
    guard try has(field) else { return nil }
    if let number = try? decode(Int.self, forKey: field) { return number }
    throw fault("expected an integer", at: field)
  }
}

extension KeyedEncodingContainer<FieldName> {
  /// The text where it parses to an equal tree, else the tree.
  fileprivate mutating func encode(_ predicate: FormatPredicate, of field: FieldName) throws {
    if (try? FormatPredicate.template(predicate.losslessFormat)) == predicate {
      try encode(predicate.text, forKey: field)
    } else {
      try encode(predicate, forKey: field)
    }
  }
}
