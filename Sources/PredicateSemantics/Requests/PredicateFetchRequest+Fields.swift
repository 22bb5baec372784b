#if !hasFeature(Embedded)
import PredicateSyntax

// Reads requests in the format of Grammar/Guides/FetchRequests.md.

extension PredicateFetchRequest {
  /// Reads a request, which the rules must permit.
  package init(
    _ value: FormatValue, at path: [FieldError.Step] = [], rules: (any TreeRules)? = nil
  ) throws(FieldError) {
    let fields = try Fields(
      value, at: path,
      only: [
        "entity", "predicate", "sort", "after", "limit", "offset", "batchSize", "distinct", "properties", "groupBy",
        "having",
      ])
    var keys: [SortKey] = []
    for (index, value) in (try fields.readIfPresent("sort", .list) ?? []).enumerated() {
      keys.append(try SortKey(value, at: fields.path(of: "sort") + [.element(index)]))
    }
    var after: [FormatValue] = []
    for (index, value) in (try fields.readIfPresent("after", .list) ?? []).enumerated() {
      after.append(try writtenValue(value, at: fields.path(of: "after") + [.element(index)]))
    }
    var properties: [FetchProperty] = []
    for (index, value) in (try fields.readIfPresent("properties", .list) ?? []).enumerated() {
      properties.append(
        try FetchProperty(value, at: fields.path(of: "properties") + [.element(index)], rules: rules))
    }
    let groupKeys = try fields.elements(of: "groupBy", .text)
    if let index = groupKeys.firstIndex(of: "") { throw fields.error("groupBy", "the key path is empty", at: index) }
    self.init(
      try Self.predicate("predicate", fields, rules),
      of: fields.has("entity") ? try fields.nonempty("entity") : nil,
      sortKeys: keys,
      after: after,
      limit: try fields.readIfPresent("limit", .integer),
      offset: try fields.readIfPresent("offset", .integer) ?? 0,
      batchSize: try fields.readIfPresent("batchSize", .integer),
      isDistinct: try fields.readIfPresent("distinct", .flag) ?? false,
      properties: properties,
      groupKeys: groupKeys,
      // Its keys are names of properties, which the profile does not know.
      having: try Self.predicate("having", fields, rules, checkingKeys: false))
    self = try checked(by: rules) { refusal in
      let steps = [FieldError.Step.field(refusal.field)] + (refusal.index.map { [.element($0)] } ?? [])
      return FieldError(path + steps, "\(refusal.error)")
    }
  }

  private static func predicate(
    _ name: String, _ fields: Fields, _ rules: (any TreeRules)?, checkingKeys: Bool = true
  ) throws(FieldError) -> FormatPredicate? {
    guard fields.has(name) else { return nil }
    return try FormatPredicate(
      fields.read(name, .any), at: fields.path(of: name), rules: rules, checkingKeys: checkingKeys)
  }

  /// Returns the request with the rules of a profile, if there is one.
  private func checked(
    by rules: (any TreeRules)?, failure: (RequestCheck.Refusal) -> FieldError
  ) throws(FieldError) -> PredicateFetchRequest {
    guard let profile = rules as? PredicateProfile else { return self }
    let check = RequestCheck(self, profile, { $0.profileFindings(profile) }, { $0.profileFindings(profile) })
    guard let refusal = check.refusal(entity: nil) else { return following(profile, nil) }
    throw failure(refusal)
  }

  /// Returns the request of a single part with the rules of a profile, if there is one.
  func checkedAsPart(by rules: (any TreeRules)?) throws(FieldError) -> PredicateFetchRequest {
    try checked(by: rules) { FieldError([], "\($0.errorOfPart)") }
  }
}

/// Returns the key path that a value is, or nil if it is not text.
private func writtenKeyPath(_ value: FormatValue, at path: [FieldError.Step]) throws(FieldError) -> String? {
  guard case .string(let text) = value else { return nil }
  if text.isEmpty { throw FieldError(path, "the key path is empty") }
  return text
}

/// Returns a value of a sort key: a value of JSON, or the constant that a tree is.
private func writtenValue(_ value: FormatValue, at path: [FieldError.Step]) throws(FieldError) -> FormatValue {
  switch value {
  case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data: return value
  case .record:
    let constant = try FormatExpression(value, at: path, rules: nil)
    if case .constant(let value) = constant.kind { return value }
  case .list, .set, .object: break
  }
  throw FieldError(
    path, "expected a value of the sort key: a string, a number, true, false, null, or a tree that is a constant")
}

extension SortComparison {
  /// The comparisons that have a name in a file.
  static let named: [SortComparison] = [.default, .caseInsensitive, .localizedStandard]

  /// The name in a file, or `nil` for a function.
  var fileName: String? {
    switch self {
    case .default: "default"
    case .caseInsensitive: "caseInsensitive"
    case .localizedStandard: "localizedStandard"
    case .function: nil
    }
  }
}

extension SortKey {
  /// Reads a sort key of a request, which may be the name of a property of the request.
  init(_ value: FormatValue, at path: [FieldError.Step]) throws(FieldError) {
    if let keyPath = try writtenKeyPath(value, at: path) {
      self.init(keyPath)
      return
    }
    let fields = try Fields(
      value, at: path, only: ["key", "ascending", "comparison"], expected: "a key path, or an object with a 'key'")
    self.init(
      try fields.nonempty("key"), ascending: try fields.readIfPresent("ascending", .flag) ?? true,
      comparison: fields.has("comparison")
        ? try fields.value(of: "comparison", among: SortComparison.named) { $0.fileName } : .default)
  }
}

extension FetchProperty {
  init(_ value: FormatValue, at path: [FieldError.Step], rules: (any TreeRules)?) throws(FieldError) {
    if let keyPath = try writtenKeyPath(value, at: path) {
      self.init(keyPath, try FormatExpression.keyPath(keyPath).checked(by: rules, at: path))
      return
    }
    let fields = try Fields(
      value, at: path, only: ["name", "expression", "type"],
      expected: "a key path, or an object with a 'name' and an 'expression'")
    self.init(
      try fields.nonempty("name"),
      try FormatExpression(fields.read("expression", .any), at: fields.path(of: "expression"), rules: rules),
      type: fields.has("type") ? try fields.name("type", of: FetchType.self) : nil)
  }
}
#endif
