#if !hasFeature(Embedded)
import PredicateSyntax

extension DatabaseDialect: Decodable {
  /// The file version that can be read.
  public static let fileVersion = 1

  /// Decodes a dialect in the format of Grammar/Guides/AddingADialect.md.
  ///
  /// - Throws: `DecodingError` with the coding path of an invalid field, an unknown name or an invalid template.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldName.self)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(
      ["version", "name", "base", "operations", "limits"] + TableFields.names.map { FieldName($0) })
    var (table, limits) = (DialectTable(), SQLLimits.generous)
    if let base = try fields.decodeIfPresent(String.self, forKey: "base") {
      guard let dialect = DatabaseDialect.named(base) else {
        let known = DatabaseDialect.all.map(\.name)
        throw fields.error("unknown dialect '\(base)'\(suggestion(for: base, among: known))", at: "base")
      }
      (table, limits) = (dialect.table, dialect.limits)
    }
    try table.readOperations(fields)
    try TableFields.read(fields, into: &table)
    if fields.contains("limits") {
      let numbers = try fields.nestedContainer(keyedBy: FieldName.self, forKey: "limits")
      try numbers.expectOnly(["length", "parameters", "columns", "parametersPerList"])
      limits.length = try numbers.decodeIfPresent(Int.self, forKey: "length") ?? limits.length
      limits.parameters = try numbers.decodeIfPresent(Int.self, forKey: "parameters") ?? limits.parameters
      limits.columns = try numbers.decodeIfPresent(Int.self, forKey: "columns") ?? limits.columns
      let perList = try numbers.decodeIfPresent(Int.self, forKey: "parametersPerList")
      limits.parametersPerList = perList ?? limits.parametersPerList
    }
    do {
      try self.init(name: fields.nonempty("name"), table: table, limits: limits)
    } catch let error as DialectError {
      throw fields.error("\(error)", at: error.operation == nil ? nil : "operations")
    }
  }
}

extension DialectTable {
  /// Reads the spellings of operations. A null value removes the spelling of the base.
  fileprivate mutating func readOperations(_ fields: KeyedDecodingContainer<FieldName>) throws {
    guard fields.contains("operations") else { return }
    let spellings = try fields.nestedContainer(keyedBy: FieldName.self, forKey: "operations")
    try spellings.expectOnly(SQLOperation.allCases.map { FieldName($0.name) })
    for operation in SQLOperation.allCases where spellings.contains(FieldName(operation.name)) {
      operations[operation] = try spellings.decodeIfPresent(String.self, forKey: FieldName(operation.name))
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
      ("holdsInfinity", \.holdsInfinity), ("ordersNaN", \.ordersNaN),
      ("holdsAllUUIDs", \.holdsAllUUIDs), ("ordersUUIDs", \.ordersUUIDs),
      ("reachesOuterQueries", \.reachesOuterQueries),
      ("runsExistsForEachRow", \.runsExistsForEachRow), ("joinsReductions", \.joinsReductions),
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
      ("parserStack", \.parserStack), ("greatestJoin", \.greatestJoin),
    ]
  }
  static let others = [
    "noLimit", "quoting", "parameterTypes", "storage", "like", "patterns", "indexes", "correlation",
    "decimalSizes", "sessionSettings",
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

  static func read(_ fields: KeyedDecodingContainer<FieldName>, into table: inout DialectTable) throws {
    for (name, property) in flags where fields.contains(FieldName(name)) {
      table[keyPath: property] = try fields.decode(Bool.self, forKey: FieldName(name))
    }
    for (name, property) in texts where fields.contains(FieldName(name)) {
      table[keyPath: property] = try fields.decode(String.self, forKey: FieldName(name))
    }
    for (name, property) in numbers where fields.contains(FieldName(name)) {
      table[keyPath: property] = try fields.decodeIfPresent(Int.self, forKey: FieldName(name))
    }
    if fields.contains("noLimit") { table.noLimit = try fields.decodeIfPresent(String.self, forKey: "noLimit") }
    if fields.contains("decimalSizes") { table.decimalSizes = try fields.decode([Int].self, forKey: "decimalSizes") }
    if fields.contains("quoting") { table.quoting = try quoting(fields) }
    if fields.contains("parameterTypes") { table.parameterTypes = try parameterTypes(fields) }
    if fields.contains("storage") { table.storage = try storage(fields) }
    if fields.contains("like") { table.like = try like(fields) }
    if fields.contains("patterns") {
      table.patterns = try fields.decodeNil(forKey: "patterns") ? nil : fields.name(PatternFlavor.self, of: "patterns")
    }
    if fields.contains("indexes") {
      table.indexes = try fields.name(DialectTable.IndexUse.self, of: "indexes")
    }
    if fields.contains("correlation") {
      table.correlation = try fields.name(DialectTable.Correlation.self, of: "correlation")
    }
    if fields.contains("sessionSettings") { table.sessionSettings = try settings(fields) }
  }

  /// Reads the quotes of names.
  private static func quoting(_ fields: KeyedDecodingContainer<FieldName>) throws -> DialectTable.Quoting {
    let parts = try fields.nestedContainer(keyedBy: FieldName.self, forKey: "quoting")
    try parts.expectOnly(["opening", "closing", "doublesBackslash"])
    return DialectTable.Quoting(
      try scalar(parts, "opening"), try scalar(parts, "closing"),
      doublesBackslash: try parts.decodeIfPresent(Bool.self, forKey: "doublesBackslash") ?? false)
  }

  /// Reads a text of one ASCII character.
  private static func scalar(_ fields: KeyedDecodingContainer<FieldName>, _ name: FieldName) throws -> Unicode.Scalar {
    let text = try fields.decode(String.self, forKey: name).unicodeScalars
    guard let scalar = text.first, text.count == 1, scalar.isASCII else {
      throw fields.error("expected one ASCII character", at: name)
    }
    return scalar
  }

  private static func parameterTypes(
    _ fields: KeyedDecodingContainer<FieldName>
  ) throws -> [SQLParameter.Kind: String] {
    let types = try fields.nestedContainer(keyedBy: FieldName.self, forKey: "parameterTypes")
    try types.expectOnly(SQLParameter.Kind.allCases.map { FieldName($0.rawValue) })
    var result: [SQLParameter.Kind: String] = [:]
    for kind in SQLParameter.Kind.allCases {
      result[kind] = try types.decodeIfPresent(String.self, forKey: FieldName(kind.rawValue))
    }
    return result
  }

  private static func storage(_ fields: KeyedDecodingContainer<FieldName>) throws -> DialectTable.Storage {
    var result: DialectTable.Storage = []
    for text in try fields.decode([String].self, forKey: "storage") {
      guard let name = StorageName(rawValue: text) else {
        let known = StorageName.allCases.map(\.rawValue).joined(separator: ", ")
        throw fields.error("'\(text)' is not one of \(known)", at: "storage")
      }
      result.insert(name.storage)
    }
    return result
  }

  /// Reads `"glob"`, or an object with the escape character of `%` and `_`.
  private static func like(_ fields: KeyedDecodingContainer<FieldName>) throws -> DialectTable.LikeSyntax {
    if (try? fields.decode(String.self, forKey: "like")) == "glob" { return .glob }
    let parts = try fields.nestedContainer(keyedBy: FieldName.self, forKey: "like")
    try parts.expectOnly(["escape"])
    return .sql(escape: try scalar(parts, "escape"))
  }

  private static func settings(
    _ fields: KeyedDecodingContainer<FieldName>
  ) throws -> [DialectTable.SessionSetting] {
    var list = try fields.nestedUnkeyedContainer(forKey: "sessionSettings")
    var result: [DialectTable.SessionSetting] = []
    while !list.isAtEnd {
      let parts = try list.nestedContainer(keyedBy: FieldName.self)
      try parts.expectOnly(["statement", "query", "value"])
      result.append(
        DialectTable.SessionSetting(
          try parts.decodeIfPresent(String.self, forKey: "statement"),
          query: try parts.decode(String.self, forKey: "query"), value: try parts.decode(String.self, forKey: "value")))
    }
    return result
  }
}
#endif
