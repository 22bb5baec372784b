#if !hasFeature(Embedded)
import PredicateSyntax

extension DatabaseDialect: Decodable {
  /// The file version that can be read.
  public static let fileVersion = 1

  /// Decodes a dialect in the format of Grammar/Guides/AddingADialect.md.
  ///
  /// - Throws: `DecodingError` with the coding path of an invalid field, an unknown name or an invalid template.
  public init(from decoder: any Decoder) throws { self = try decoder.read(DatabaseDialect.init) }

  /// Reads a dialect.
  package init(_ value: FormatValue) throws(FieldError) {
    let fields = try Fields(value)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(["version", "name", "base", "operations", "limits"] + TableFields.names)
    var (table, limits) = (DialectTable(), SQLLimits.generous)
    if let base = try fields.readIfPresent("base", .text) {
      guard let dialect = DatabaseDialect.named(base) else {
        let known = DatabaseDialect.all.map(\.name)
        throw fields.error("base", "unknown dialect '\(base)'\(suggestion(for: base, among: known))")
      }
      (table, limits) = (dialect.table, dialect.limits)
    }
    try table.readOperations(fields)
    try TableFields.read(fields, into: &table)
    if fields.has("limits") {
      let numbers = try fields.fields(
        of: "limits", only: ["length", "parameters", "columns", "parametersPerList", "depth"])
      func limit(_ name: String, atLeast least: Int = 1) throws(FieldError) -> Int? {
        guard let limit = try numbers.readIfPresent(name, .integer) else { return nil }
        guard limit >= least else {
          throw numbers.error(name, "expected an integer of at least \(least), found \(limit)")
        }
        return limit
      }
      limits.length = try limit("length") ?? limits.length
      limits.parameters = try limit("parameters") ?? limits.parameters
      limits.columns = try limit("columns") ?? limits.columns
      limits.parametersPerList = try limit("parametersPerList", atLeast: 0) ?? limits.parametersPerList
      limits.depth = try limit("depth") ?? limits.depth
    }
    let name = try fields.nonempty("name")
    do throws(DialectError) { try self.init(name: name, table: table, limits: limits) } catch {
      throw FieldError(error.operation == nil ? [] : fields.path(of: "operations"), "\(error)")
    }
  }
}

extension DialectTable {
  /// Reads the spellings of operations. A null value removes the spelling of the base.
  fileprivate mutating func readOperations(_ fields: Fields) throws(FieldError) {
    guard fields.has("operations") else { return }
    let spellings = try fields.fields(of: "operations", only: SQLOperation.allCases.map(\.name))
    for operation in SQLOperation.allCases where spellings.values[operation.name] != nil {
      operations[operation] = try spellings.readIfPresent(operation.name, .text)
    }
  }
}

/// The fields of a file that are properties of a table, by the names of the properties.
private enum TableFields {
  // Key paths are not `Sendable`, so these cannot be stored.

  static var flags: [(String, WritableKeyPath<DialectTable, Bool>)] {
    [
      ("bindsArrays", \.bindsArrays), ("ordersUndeclaredText", \.ordersUndeclaredText),
      ("equatesUndeclaredText", \.equatesUndeclaredText), ("nullSafeEqualUsesIndex", \.nullSafeEqualUsesIndex),
      ("comparesNumbersExactly", \.comparesNumbersExactly), ("comparesDecimalsExactly", \.comparesDecimalsExactly),
      ("joinsDecimalsExactly", \.joinsDecimalsExactly), ("findsNullBesideRanges", \.findsNullBesideRanges),
      ("holdsInfinity", \.holdsInfinity), ("ordersNaN", \.ordersNaN),
      ("holdsAllUUIDs", \.holdsAllUUIDs), ("ordersUUIDs", \.ordersUUIDs),
      ("reachesOuterQueries", \.reachesOuterQueries), ("overflowBecomesDouble", \.overflowBecomesDouble),
      ("copiesOperands", \.copiesOperands),
      ("runsExistsForEachRow", \.runsExistsForEachRow), ("joinsReductions", \.joinsReductions),
      ("ordersAggregatesAfterHaving", \.ordersAggregatesAfterHaving),
      ("changesRows", \.changesRows), ("assignsInOrder", \.assignsInOrder),
      ("hidesChangedTable", \.hidesChangedTable), ("sortsWithinIndex", \.sortsWithinIndex),
    ]
  }
  static var texts: [(String, WritableKeyPath<DialectTable, String>)] {
    [
      ("true", \.true), ("false", \.false), ("placeholder", \.placeholder), ("listType", \.listType),
      ("secondsTo2001", \.secondsTo2001), ("nullsFirst", \.nullsFirst), ("nullsLast", \.nullsLast),
    ]
  }
  static var numbers: [(String, WritableKeyPath<DialectTable, Int?>)] {
    [
      ("longestListText", \.longestListText), ("absoluteDigits", \.absoluteDigits), ("greatestLimit", \.greatestLimit),
      ("greatestJoin", \.greatestJoin), ("greatestScale", \.greatestScale),
    ]
  }
  static let others = [
    "quoting", "parameterTypes", "storage", "like", "patterns", "indexes", "correlation",
    "alternatives", "decimalSizes", "sessionSettings",
  ]
  static var names: [String] { flags.map(\.0) + texts.map(\.0) + numbers.map(\.0) + others }

  /// The values of the field `storage`.
  private enum StorageName: String, CaseIterable {
    case boolean, decimal, date, uuid

    var storage: DialectTable.Storage {
      switch self {
      case .boolean: .nativeBoolean
      case .decimal: .nativeDecimal
      case .date: .nativeDate
      case .uuid: .nativeUUID
      }
    }
  }

  static func read(_ fields: Fields, into table: inout DialectTable) throws(FieldError) {
    for (name, property) in flags where fields.values[name] != nil {
      table[keyPath: property] = try fields.read(name, .flag)
    }
    for (name, property) in texts where fields.values[name] != nil {
      table[keyPath: property] = try fields.read(name, .text)
    }
    for (name, property) in numbers where fields.values[name] != nil {
      table[keyPath: property] = try fields.readIfPresent(name, .integer)
    }
    if fields.has("decimalSizes") { table.decimalSizes = try fields.elements(of: "decimalSizes", .integer) }
    if fields.has("quoting") { table.quoting = try quoting(fields) }
    if fields.has("parameterTypes") { table.parameterTypes = try parameterTypes(fields) }
    if fields.has("storage") { table.storage = try storage(fields) }
    if fields.has("like") { table.like = try like(fields) }
    if fields.values["patterns"] != nil {
      table.patterns = fields.isNull("patterns") ? nil : try fields.name("patterns", of: SQLPatternFlavor.self)
    }
    if fields.has("indexes") {
      table.indexes = try fields.name("indexes", of: DialectTable.IndexUse.self)
    }
    if fields.has("correlation") {
      table.correlation = try fields.name("correlation", of: DialectTable.Correlation.self)
    }
    if fields.has("alternatives") {
      table.alternatives = try fields.name("alternatives", of: DialectTable.Alternatives.self)
    }
    if fields.has("sessionSettings") { table.sessionSettings = try settings(fields) }
  }

  /// Reads the quotes of names.
  private static func quoting(_ fields: Fields) throws(FieldError) -> DialectTable.Quoting {
    let parts = try fields.fields(of: "quoting", only: ["opening", "closing", "doublesBackslash"])
    return DialectTable.Quoting(
      try scalar(parts, "opening"), try scalar(parts, "closing"),
      doublesBackslash: try parts.readIfPresent("doublesBackslash", .flag) ?? false)
  }

  /// Reads a text of one ASCII character.
  private static func scalar(_ fields: Fields, _ name: String) throws(FieldError) -> Unicode.Scalar {
    let text = try fields.read(name, .text).unicodeScalars
    guard let scalar = text.first, text.count == 1, scalar.isASCII else {
      throw fields.error(name, "expected one ASCII character")
    }
    return scalar
  }

  private static func parameterTypes(
    _ fields: Fields
  ) throws(FieldError) -> [SQLParameter.Kind: String] {
    let types = try fields.fields(of: "parameterTypes", only: SQLParameter.Kind.allCases.map(\.rawValue))
    var result: [SQLParameter.Kind: String] = [:]
    for kind in SQLParameter.Kind.allCases {
      result[kind] = try types.readIfPresent(kind.rawValue, .text)
    }
    return result
  }

  private static func storage(_ fields: Fields) throws(FieldError) -> DialectTable.Storage {
    var result: DialectTable.Storage = []
    for text in try fields.elements(of: "storage", .text) {
      guard let name = StorageName(rawValue: text) else {
        let known = StorageName.allCases.map(\.rawValue).joined(separator: ", ")
        throw fields.error("storage", "'\(text)' is not one of \(known)")
      }
      result.insert(name.storage)
    }
    return result
  }

  /// Reads `"glob"`, or an object with the escape character of `%` and `_`.
  private static func like(_ fields: Fields) throws(FieldError) -> DialectTable.LikeSyntax {
    if fields.values["like"] == .string("glob") { return .glob }
    let parts = try fields.fields(of: "like", only: ["escape"])
    return .sql(escape: try scalar(parts, "escape"))
  }

  private static func settings(
    _ fields: Fields
  ) throws(FieldError) -> [DialectTable.SessionSetting] {
    try fields.objects(of: "sessionSettings", only: ["statement", "query", "value"]) { parts throws(FieldError) in
      DialectTable.SessionSetting(
        try parts.readIfPresent("statement", .text), query: try parts.read("query", .text),
        value: try parts.read("value", .text))
    }
  }
}
#endif
