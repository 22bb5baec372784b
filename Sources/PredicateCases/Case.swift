import PredicateInput
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// One case of a case file: a format string or an expression, and its assertions.
package struct Case: Sendable {
  /// The error that a case expects.
  package struct ExpectedError: Sendable, Hashable {
    /// The stage that reports the error.
    package var stage: FormatDiagnostic.Code.Stage
    /// The UTF-8 offset of the error, if the case specifies it.
    package var offset: Int?
    /// The stable code of the error, if the case specifies it.
    package var code: String?
    /// The SQL dialect for which translation fails. `nil` if evaluation fails.
    package var dialect: DatabaseDialect?
  }

  /// The name, in the form `suite/name`.
  package var id: String
  /// The case file. `line` is the line of the case in it.
  package var file: String
  package var line: Int
  /// Whether the text is an expression string. Otherwise it is a format string.
  package var isExpression = false
  package var text: String
  /// The arguments for the conversions, or `nil` if the case tests the template.
  package var arguments: [FormatValue]?
  /// The profile for the text: the name of a shipped profile, or the path of a file.
  package var profile: String?
  /// The limits for parsing and evaluating the text, if the case specifies any.
  package var limits: PredicateLimits?
  /// The permitted keys, which replace those of the profile.
  package var keys: [String]?
  package var variables: [String: FormatValue] = [:]
  package var functions = PredicateFunctions.none
  package var canonical: String?
  package var error: ExpectedError?
  /// The value of SELF. If the case does not specify it, SELF is nil.
  package var object: FormatValue?
  package var result: Bool?
  /// The expected value of the expression. `.null` is an assertion, `nil` is none.
  package var value: FormatValue?
  /// The rows that the case filters, or the path of their file.
  package var objects: [FormatValue]?
  package var data: String?
  /// The format of the file, if the case specifies it.
  package var type: RowKind?
  package var matches: [Int]?
  package var count: Int?
  /// The expected values of a key of the matching rows, in order.
  package var values: (key: String, list: [FormatValue])?
  package var specifiers: [String]?
  /// The codes of the expected warnings about the text, in order.
  package var warnings: [String]?
  package var isDubious = false
  /// The file of the data model for checking the predicate, and the entity of the rows.
  package var model: (path: String, entity: String)?
  /// The expected SQL, by dialect.
  package var sql: [DatabaseDialect: String] = [:]
  /// The fetch request of the case. Its predicate is then `text`.
  package var fetch: FetchCase?
  /// The fields that have no meaning in this case, with suggestions.
  var unknownFields: [String] = []

  private var hasRows: Bool { objects != nil || data != nil }

  /// Whether the case is evaluated, because it expects a value or an evaluation error, or has rows.
  var isEvaluated: Bool {
    result != nil || value != nil || hasRows || (error?.stage == .evaluate && error?.dialect == nil)
  }

  /// Whether the case makes an assertion. A profile asserts that it permits the text.
  var assertsSomething: Bool {
    canonical != nil || error != nil || result != nil || value != nil || matches != nil || count != nil || values != nil
      || specifiers != nil || warnings != nil || !sql.isEmpty || profile != nil || fetch?.identifiers != nil
      || fetch?.rows != nil
  }
}

extension Case {
  /// Returns the fields of a case: an object with an `id` and a `format`, an `expression` or a `fetch`. Returns `nil` for
  /// other values.
  static func fields(of value: FormatValue) -> [String: FormatValue]? {
    guard case .record(let fields) = value, case .string? = fields["id"] else { return nil }
    if case .record? = fields["fetch"] { return fields }
    if case .string? = fields["format"] { return fields }
    if case .string? = fields["expression"] { return fields }
    return nil
  }

  /// Reads the fields of a case. A known field of the wrong type is an error. Other fields are added to `unknownFields`.
  init(_ fields: [String: FormatValue], file: String, line: Int) throws(InputError) {
    let fields = CaseFields(try RepeatedText.expanding(fields, file: file, line: line), file: file, line: line)
    guard let id = try fields.string("id") else { throw fields.error("a case needs an 'id'") }
    self.id = id
    self.file = file
    self.line = line
    if let request = try fields.record("fetch") {
      let fetch = try FetchCase(fields, request, file: file, line: line)
      self.fetch = fetch
      text = fetch.predicateText
    } else if let format = try fields.string("format") {
      text = format
    } else if let expression = try fields.string("expression") {
      isExpression = true
      text = expression
    } else {
      throw fields.error("a case needs a 'format', an 'expression' or a 'fetch'")
    }
    arguments = try fields.list("arguments")
    profile = try fields.string("profile").map { name in
      PredicateProfile.named(name) == nil ? Self.path(of: name, nextTo: file) : name
    }
    limits = try fields.limits("limits")
    keys = try fields.strings("keys")
    variables = try fields.record("variables") ?? [:]
    if let names = try fields.strings("functions") {
      guard let functions = PredicateFunctions(ofCase: names) else {
        throw fields.error("'functions' names an unknown function")
      }
      self.functions = functions
    }
    canonical = try fields.string("canonical")
    if let record = try fields.record("error") {
      let expected = CaseFields(record, file: file, line: line)
      error = try ExpectedError(expected)
      unknownFields += expected.unread
    }
    object = fields.value("object")
    result = try fields.bool("result")
    value = fields.value("value")
    objects = try fields.list("objects")
    if objects == nil, let name = try fields.string("data") {
      data = Self.path(of: name, nextTo: file)
      type = try fields.rowKind("type")
    }
    matches = try fields.integers("matches")
    count = try fields.integer("count")
    if let record = try fields.record("values") {
      let expected = CaseFields(record, file: file, line: line)
      guard let key = try expected.string("key"), let list = try expected.list("list") else {
        throw fields.error("'values' needs a 'key' and a 'list'")
      }
      values = (key, list)
      unknownFields += expected.unread
    }
    specifiers = try fields.strings("specifiers")
    warnings = try fields.strings("warnings")
    isDubious = try fields.bool("dubious") ?? false
    model = try Self.model(fields, entity: fetch?.request.entity, file: file)
    for (name, text) in try fields.stringsByName("sql") ?? [:] { sql[try fields.dialect(named: name)] = text }
    try expectConsistency(fields)
    // These fields are for human readers.
    for name in ["source", "note"] { _ = fields.value(name) }
    unknownFields += fields.unread
    if object != nil, !isEvaluated { unknownFields.append("'object'") }
  }

  /// - Throws: `InputError` if a field needs another one, or excludes it.
  private func expectConsistency(_ fields: CaseFields) throws(InputError) {
    if !sql.isEmpty || error?.dialect != nil, model == nil { throw fields.error("SQL needs a 'model'") }
    if model != nil, isExpression { throw fields.error("a 'model' is for a 'format'") }
    if fetch != nil, result != nil || matches != nil || object != nil || hasRows {
      throw fields.error("a 'fetch' has the objects of its 'store', and no 'result' or 'matches'")
    }
    if keys != nil, profile == nil { throw fields.error("'keys' needs a 'profile'") }
    if limits != nil, profile != nil { throw fields.error("a case with a 'profile' has its limits, and no 'limits'") }
    if !hasRows, fetch == nil, matches != nil || count != nil || values != nil {
      throw fields.error("'matches', 'count' and 'values' need 'objects' or 'data'")
    }
  }

  private static func model(
    _ fields: CaseFields, entity: String?, file: String
  ) throws(InputError) -> (path: String, entity: String)? {
    let named = try fields.string("entity")
    switch (try fields.string("model"), entity ?? named) {
    case (let name?, let entity?): return (path(of: name, nextTo: file), entity)
    case (nil, nil): return nil
    default: throw fields.error("'model' and 'entity' must be used together")
    }
  }

  static func path(of name: String, nextTo file: String) -> String {
    guard !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
    return file[...slash] + name
  }
}

extension Case.ExpectedError {
  fileprivate init(_ fields: CaseFields) throws(InputError) {
    guard let name = try fields.string("stage"), let stage = FormatDiagnostic.Code.Stage(rawValue: name) else {
      throw fields.error("'error' needs a 'stage': parse, bind or evaluate")
    }
    self.stage = stage
    offset = try fields.integer("offset")
    code = try fields.string("code")
    dialect = try fields.string("dialect").map { name throws(InputError) in try fields.dialect(named: name) }
    if dialect != nil, stage != .evaluate { throw fields.error("the stage of a 'dialect' is evaluate") }
  }
}
