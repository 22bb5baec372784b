import PredicateFormat

/// An engine's syntax for names, parameters and types, as far as the tables of the proof need it.
package struct EngineTypes: Sendable {
  let dialect: DatabaseDialect
  private let quote: Unicode.Scalar
  private let types: Types

  /// The engine's names of column types.
  private struct Types: Sendable {
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

  package init(_ dialect: DatabaseDialect) {
    self.dialect = dialect
    switch dialect.name {
    case "postgresql":
      quote = "\""
      types = Types(
        double: "double precision", decimal: "numeric", bytes: "bytea", exactText: "text COLLATE \"C\"",
        text: "text", otherText: "text COLLATE \"und-x-icu\"")
    case "mariadb":
      quote = "`"
      types = Types(
        float: "FLOAT", timestamp: "DATETIME(6)", bytes: "VARBINARY(100)",
        exactText: "VARCHAR(190) COLLATE utf8mb4_nopad_bin", text: "VARCHAR(190)",
        otherText: "VARCHAR(190) COLLATE utf8mb4_general_ci")
    case "mysql":
      quote = "`"
      types = Types(
        float: "FLOAT", timestamp: "DATETIME(6)", bytes: "VARBINARY(100)",
        exactText: "VARCHAR(190) COLLATE utf8mb4_0900_bin", text: "VARCHAR(190)",
        otherText: "VARCHAR(190) COLLATE utf8mb4_general_ci")
    case "clickhouse":
      quote = "`"
      types = Types(
        float: "FLOAT", timestamp: "DateTime64(6, 'UTC')", day: "Date32", exactText: "VARCHAR", text: "VARCHAR",
        otherText: "VARCHAR")
    case "duckdb":
      quote = "\""
      types = Types(exactText: "VARCHAR", text: "VARCHAR", otherText: "VARCHAR COLLATE NOCASE")
    case "spark":
      quote = "`"
      types = Types(
        integer32: "INT", float: "FLOAT", timestamp: "TIMESTAMP_NTZ", bytes: "BINARY", exactText: "STRING",
        text: "STRING", otherText: "STRING COLLATE UTF8_LCASE")
    default:
      quote = "\""
      types = Types(
        integer16: "INTEGER", integer64: "INTEGER", double: "REAL", exactText: "TEXT COLLATE BINARY", text: "TEXT",
        otherText: "TEXT COLLATE NOCASE")
    }
  }

  /// Returns the quoted name of a table or column.
  package func quoted(_ name: String) -> String {
    var result = String.UnicodeScalarView([quote])
    for scalar in name.unicodeScalars {
      let isDoubled = scalar == quote || scalar == "\\" && dialect == .clickhouse
      result += isDoubled ? [scalar, scalar] : [scalar]
    }
    return String(result + [quote])
  }

  /// Returns parameters for values of the types: `?, $2`, or `({p1:Nullable(Int64)})`.
  func places(of types: [AttributeType]) -> String {
    let places = types.map { kind($0) }.enumerated().map { index, kind in place(index, kind) }
    return zip(places, types).map { place, type in
      switch type {
      case .date(.instant): "(\(place) AT TIME ZONE 'UTC')"
      case .date(.day) where dialect == .clickhouse: "toDate32(\(place))"
      default: place
      }
    }.joined(separator: ", ")
  }

  /// Returns SQL parameters that may be NULL: `?, ?`, `$1, $2` or `{p1:Nullable(Int64)}`.
  func places(_ kinds: [SQLParameter.Kind]) -> String {
    kinds.enumerated().map { index, kind in place(index, kind) }.joined(separator: ", ")
  }

  private func place(_ index: Int, _ kind: SQLParameter.Kind) -> String {
    switch dialect {
    case .postgresql: "$\(index + 1)"
    case .clickhouse: "{p\(index + 1):Nullable(\(dialect.table.parameterTypes[kind] ?? ""))}"
    default: "?"
    }
  }

  /// The end of a CREATE TABLE statement, after its columns.
  var tableEnd: String {
    switch dialect.name {
    case "mariadb": ") ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci"
    case "mysql": ") ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci"
    case "clickhouse": ") ENGINE = MergeTree ORDER BY tuple()"
    case "spark": ") USING parquet"
    default: ")"
    }
  }

  /// Whether tables have primary keys and indexes.
  var hasIndexes: Bool { dialect != .spark && dialect != .clickhouse }

  /// Returns the SQL type of a column.
  func column(_ type: AttributeType, _ collation: DataModel.TextCollation) -> String {
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
      case .undeclared, .converted: types.text
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
  func kind(_ type: AttributeType) -> SQLParameter.Kind {
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
  func stored(_ value: FormatValue, as type: AttributeType) -> FormatValue {
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
  private static func units(_ number: DecimalNumber, _ scale: Int) -> Int64 {
    var result = Int64(truncatingIfNeeded: number.significand)
    for _ in 0..<max(number.exponent + scale, 0) { result = result &* 10 }
    return number.isNegative ? 0 &- result : result
  }

  /// Returns the value that a stored value of a column represents.
  func meant(_ value: FormatValue, as type: AttributeType) -> FormatValue {
    if value.isNil { return .null }
    switch (type, value) {
    case (.boolean, .integer(let number)): return .bool(number != 0)
    case (.decimal(.scaledInteger(let scale)), .integer(let units)):
      return DecimalNumber("\(units)e-\(scale)").map(FormatValue.decimal) ?? value
    case (.date(.referenceSeconds), .double(let seconds)): return .date(seconds)
    case (.date(.unixSeconds), .double(let seconds)): return .date(seconds - 978_307_200)
    case (.date(.unixIntegerSeconds), .integer(let seconds)): return .date(Double(seconds - 978_307_200))
    case (.date(.unixMilliseconds), .integer(let millis)): return .date(Double(millis - 978_307_200_000) / 1_000)
    case (.date(.timestampText), .string(let text)):
      return Double.seconds(ofTimestamp: text).map(FormatValue.date) ?? value
    case (.date(.text), .string(let text)): return Double.seconds(ofDate: text).map(FormatValue.date) ?? value
    case (.uuid, .string(let text)): return FormatUUID(text).map(FormatValue.uuid) ?? value
    default: return value
    }
  }

  private static func bytes(_ uuid: FormatUUID) -> [UInt8] {
    [uuid.high, uuid.low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) } }
  }
}
