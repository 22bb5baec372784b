import PredicateFormat
import PredicateSQL

/// An engine of the proof: its dialect, and its syntax as far as the tables of the proof need it.
package struct ProofEngine: Sendable {
  package let dialect: DatabaseDialect
  private let types: Types
  /// What follows the columns of a CREATE TABLE statement.
  let tableEnd: String
  /// The type `{0}` of a parameter that may be NULL.
  private let nullableType: String
  /// Whether tables and columns can have any name.
  let acceptsAllNames: Bool

  /// The engine's names of column types.
  struct Types: Sendable {
    var boolean = "BOOLEAN"
    var integer16 = "SMALLINT"
    var integer32 = "INTEGER"
    var integer64 = "BIGINT"
    var float = "REAL"
    var double = "DOUBLE"
    var decimal = "DECIMAL"
    var timestamp = "TIMESTAMP"
    var day = "DATE"
    var uuid = "UUID"
    var bytes = "BLOB"
    var exactText: String
    var text: String
    /// The text type with a collation that does not compare code points.
    var otherText: String
  }

  init(
    _ dialect: DatabaseDialect, _ types: Types, tableEnd: String = "", nullableType: String = "{0}",
    acceptsAllNames: Bool = true
  ) {
    self.dialect = dialect
    self.types = types
    self.tableEnd = tableEnd
    self.nullableType = nullableType
    self.acceptsAllNames = acceptsAllNames
  }

  /// SQLite, in this process.
  package static let sqlite = ProofEngine(.sqlite)

  /// The engine of a dialect of the library.
  package init(_ dialect: DatabaseDialect) {
    switch dialect.name {
    case "postgresql":
      self.init(
        dialect,
        Types(
          double: "double precision", decimal: "numeric", bytes: "bytea", exactText: "text COLLATE \"C\"",
          text: "text", otherText: "text COLLATE \"und-x-icu\""))
    case "mariadb", "mysql":
      let collation = dialect == .mysql ? "utf8mb4_0900_bin" : "utf8mb4_nopad_bin"
      self.init(
        dialect,
        Types(
          float: "FLOAT", timestamp: "DATETIME(6)", bytes: "VARBINARY(100)",
          exactText: "VARCHAR(190) COLLATE \(collation)", text: "VARCHAR(190)",
          otherText: "VARCHAR(190) COLLATE utf8mb4_general_ci"),
        tableEnd: " ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci")
    case "clickhouse":
      self.init(
        dialect,
        Types(
          float: "FLOAT", timestamp: "DateTime64(6, 'UTC')", day: "Date32", exactText: "VARCHAR",
          text: "VARCHAR", otherText: "VARCHAR"),
        tableEnd: " ENGINE = MergeTree ORDER BY tuple()", nullableType: "Nullable({0})")
    case "duckdb":
      self.init(dialect, Types(exactText: "VARCHAR", text: "VARCHAR", otherText: "VARCHAR COLLATE NOCASE"))
    case "spark":
      // Names of tables are names of folders.
      self.init(
        dialect,
        Types(
          integer32: "INT", float: "FLOAT", timestamp: "TIMESTAMP_NTZ", bytes: "BINARY", exactText: "STRING",
          text: "STRING", otherText: "STRING COLLATE UTF8_LCASE"),
        tableEnd: " USING parquet", acceptsAllNames: false)
    default:
      self.init(
        dialect,
        Types(
          integer16: "INTEGER", integer64: "INTEGER", double: "REAL", exactText: "TEXT COLLATE BINARY", text: "TEXT",
          otherText: "TEXT COLLATE NOCASE"))
    }
  }

  /// Returns the quoted name of a table or column.
  package func quoted(_ name: String) -> String {
    let quoting = dialect.table.quoting
    var result = String.UnicodeScalarView([quoting.opening])
    for scalar in name.unicodeScalars {
      let isDoubled = scalar == quoting.closing || scalar == "\\" && quoting.doublesBackslash
      result += isDoubled ? [scalar, scalar] : [scalar]
    }
    return String(result + [quoting.closing])
  }

  /// Returns parameters for values of the types: `?, $2::text`, or `(? AT TIME ZONE 'UTC')`.
  func places(of types: [PredicateModel.AttributeType]) -> String {
    types.enumerated().map { index, type in
      let place = place(index, kind(type))
      return switch type {
      case .date(.instant): "(\(place) AT TIME ZONE 'UTC')"
      case .date(.day) where dialect == .clickhouse: "toDate32(\(place))"
      default: place
      }
    }.joined(separator: ", ")
  }

  /// Returns SQL parameters that may be NULL: `?, ?`, `$1::int8, $2::text` or `{p1:Nullable(Int64)}`.
  func places(_ kinds: [SQLParameter.Kind]) -> String {
    kinds.enumerated().map { index, kind in place(index, kind) }.joined(separator: ", ")
  }

  private func place(_ index: Int, _ kind: SQLParameter.Kind) -> String {
    place(kind).replacing("{0}", with: "\(index + 1)").replacing("{{", with: "{").replacing("}}", with: "}")
  }

  /// Returns the template of an SQL parameter that may be NULL. Its number is `{0}`.
  private func place(_ kind: SQLParameter.Kind) -> String {
    let type = dialect.table.parameterTypes[kind] ?? ""
    return dialect.table.placeholder.replacing("{1}", with: nullableType.replacing("{0}", with: type))
  }

  /// Whether tables have primary keys and indexes.
  var hasIndexes: Bool { dialect.table.indexes != .none }

  /// The line of a work file with the types and parameters of the engine.
  var line: [(String, String)] {
    let columns = SQLParameter.Kind.allCases.compactMap { kind in column(kind).map { (kind, $0) } }
    func object(_ texts: [(SQLParameter.Kind, String)]) -> String {
      String.jsonObject(texts.map { ($0.rawValue, String.jsonString($1)) })
    }
    return [
      ("columns", object(columns)), ("places", object(columns.map { ($0.0, place($0.0)) })),
      ("end", String.jsonString(tableEnd)),
    ]
  }

  /// Returns the SQL type of a column whose values are of a kind, or nil if the engine does not have the type.
  private func column(_ kind: SQLParameter.Kind) -> String? {
    let storage = dialect.table.storage
    return switch kind {
    case .boolean: types.boolean
    case .integer: types.integer64
    case .double: types.double
    case .decimal: storage.contains(.nativeDecimal) ? "\(types.decimal)(18, 4)" : nil
    case .text: types.exactText
    case .timestamp: storage.contains(.nativeDate) ? types.timestamp : nil
    case .uuid: storage.contains(.nativeUUID) ? types.uuid : nil
    case .bytes: types.bytes
    }
  }

  /// Returns the SQL type of a column.
  func column(_ type: PredicateModel.AttributeType, _ collation: PredicateModel.TextCollation) -> String {
    switch type {
    case .boolean(.native): types.boolean
    case .boolean(.integer), .integer32: types.integer32
    case .integer16: types.integer16
    case .integer64, .decimal(.scaledInteger), .date(.unixIntegerSeconds), .date(.unixMilliseconds): types.integer64
    case .float: types.float
    case .double, .date(.referenceSeconds), .date(.unixSeconds): types.double
    case .decimal(.native(let precision, let scale)): "\(types.decimal)(\(precision), \(scale))"
    case .string:
      switch collation {
      case .exact: types.exactText
      case .undeclared: types.text
      case .other: types.otherText
      }
    case .date(.native): types.timestamp
    case .date(.instant): "TIMESTAMP WITH TIME ZONE"
    case .date(.day): types.day
    case .date(.text), .date(.timestampText), .uuid(.upperText), .uuid(.lowerText): types.exactText
    case .uuid(.native): types.uuid
    case .uuid(.bytes), .data: types.bytes
    }
  }

  // MARK: Values

  /// Returns the parameter kind for values of a type.
  func kind(_ type: PredicateModel.AttributeType) -> SQLParameter.Kind {
    switch type {
    case .boolean(.native): .boolean
    case .boolean(.integer), .integer16, .integer32, .integer64, .decimal(.scaledInteger), .date(.unixIntegerSeconds),
      .date(.unixMilliseconds):
      .integer
    case .float, .double, .date(.referenceSeconds), .date(.unixSeconds): .double
    case .decimal(.native): .decimal
    case .string, .date(.text), .date(.timestampText), .uuid(.upperText), .uuid(.lowerText): .text
    case .date(.native), .date(.instant), .date(.day): .timestamp
    case .uuid(.native): .uuid
    case .uuid(.bytes), .data: .bytes
    }
  }

  /// Returns the value as a column of the type stores it.
  func stored(_ value: FormatValue, as type: PredicateModel.AttributeType) -> FormatValue {
    switch (type, value) {
    case (.boolean(.integer), .bool(let value)): .integer(value ? 1 : 0)
    // NaN reads as nil. Engines without NaN store NULL.
    case (_, .double(let number)) where number.isNaN && dialect.table.operations[.isNaN] == nil: .null
    case (.decimal(.scaledInteger(let scale)), .decimal(let number)): .integer(Self.units(number, scale))
    case (.date(.referenceSeconds), .date(let seconds)): .double(seconds)
    case (.date(.unixSeconds), .date(let seconds)): .double(seconds + 978_307_200)
    case (.date(.text), .date(let seconds)): .string(MomentText.text(seconds, fractionDigits: 3))
    case (.date(.unixIntegerSeconds), .date(let seconds)): .integer(Int64(seconds) + 978_307_200)
    case (.date(.unixMilliseconds), .date(let seconds)): .integer(Int64((seconds * 1_000).rounded()) + 978_307_200_000)
    case (.date(.timestampText), .date(let seconds)): .string(MomentText.timestamp(seconds))
    case (.uuid(.bytes), .uuid(let uuid)): .data(Self.bytes(uuid))
    case (.uuid(.upperText), .uuid(let uuid)): .string(uuid.text)
    case (.uuid(.lowerText), .uuid(let uuid)): .string(uuid.text.lowercased())
    default: value
    }
  }

  /// Returns a number in units of 10^-scale.
  private static func units(_ number: FormatDecimal, _ scale: Int) -> Int64 {
    var result = Int64(truncatingIfNeeded: number.significand)
    for _ in 0..<max(number.exponent + scale, 0) { result = result &* 10 }
    return number.isNegative ? 0 &- result : result
  }

  /// Returns the value that a stored value of a column represents.
  func meant(_ value: FormatValue, as type: PredicateModel.AttributeType) -> FormatValue {
    if value.isNil { return .null }
    switch (type, value) {
    case (.boolean, .integer(let number)): return .bool(number != 0)
    case (.decimal(.scaledInteger(let scale)), .integer(let units)):
      return FormatDecimal("\(units)e-\(scale)").map(FormatValue.decimal) ?? value
    case (.date(.referenceSeconds), .double(let seconds)): return .date(seconds)
    case (.date(.unixSeconds), .double(let seconds)): return .date(seconds - 978_307_200)
    case (.date(.unixIntegerSeconds), .integer(let seconds)): return .date(Double(seconds - 978_307_200))
    case (.date(.unixMilliseconds), .integer(let millis)): return .date(Double(millis - 978_307_200_000) / 1_000)
    case (.date(.timestampText), .string(let text)):
      return Double.seconds(ofTimestamp: text).map(FormatValue.date) ?? value
    case (.date(.text), .string(let text)): return Double.seconds(ofDate: text).map(FormatValue.date) ?? value
    case (.uuid, .data(let bytes)): return Self.uuid(bytes).map(FormatValue.uuid) ?? value
    case (.uuid, .string(let text)): return FormatUUID(text).map(FormatValue.uuid) ?? value
    default: return value
    }
  }

  /// Returns the UUID of 16 bytes, the first of which is the highest.
  private static func uuid(_ bytes: [UInt8]) -> FormatUUID? {
    guard bytes.count == 16 else { return nil }
    func half(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return FormatUUID(high: half(bytes[..<8]), low: half(bytes[8...]))
  }

  private static func bytes(_ uuid: FormatUUID) -> [UInt8] {
    [uuid.high, uuid.low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) } }
  }
}
