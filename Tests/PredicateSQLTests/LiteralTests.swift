import PredicateSQL
import PredicateSyntax
import Testing

/// Values as literals. The proof with literals runs them on the engines.
@Suite("Literals")
struct LiteralTests {
  /// The literals of a value by dialect.
  private struct Row: Sendable {
    let parameter: SQLParameter
    let literals: KeyValuePairs<String, String?>
  }

  private static let rows: [Row] = [
    Row(
      parameter: SQLParameter(.integer(-5), .integer),
      literals: [
        "sqlite": "(-5)", "postgresql": "(-5)::int8", "mariadb": "(-5)", "mysql": "(-5)", "duckdb": "(-5)::BIGINT",
        "clickhouse": "toInt64((-5))", "spark": "CAST((-5) AS BIGINT)",
      ]),
    Row(
      parameter: SQLParameter(.integer(.min), .integer),
      literals: ["sqlite": "(-9223372036854775808)", "postgresql": "(-9223372036854775808)::int8"]),
    Row(
      parameter: SQLParameter(.double(-0.5), .double),
      literals: [
        "sqlite": "(-0.5)", "postgresql": "'-0.5'::float8", "mariadb": "CAST('-0.5' AS DOUBLE)",
        "duckdb": "'-0.5'::DOUBLE", "clickhouse": "toFloat64('-0.5')", "spark": "CAST('-0.5' AS DOUBLE)",
      ]),
    Row(
      parameter: SQLParameter(.double(.infinity), .double),
      literals: [
        "sqlite": "9e999", "postgresql": "'Infinity'::float8", "mariadb": nil, "mysql": nil,
        "duckdb": "'Infinity'::DOUBLE", "clickhouse": "toFloat64('Infinity')", "spark": "CAST('Infinity' AS DOUBLE)",
      ]),
    Row(
      parameter: SQLParameter(.double(-.infinity), .double),
      literals: ["sqlite": "(-9e999)", "postgresql": "'-Infinity'::float8"]),
    Row(
      parameter: SQLParameter(.double(.nan), .double),
      literals: ["sqlite": nil, "postgresql": "'NaN'::float8", "mariadb": nil, "duckdb": "'NaN'::DOUBLE"]),
    Row(
      parameter: SQLParameter(.decimal(FormatDecimal("-12.050") ?? FormatDecimal(0)), .decimal),
      literals: [
        "sqlite": "(-12.05)", "postgresql": "'-12.05'::numeric", "mariadb": "(-12.05)", "clickhouse": "'-12.05'",
      ]),
    Row(
      parameter: SQLParameter(.bool(true), .boolean),
      literals: ["sqlite": "1", "postgresql": "TRUE", "duckdb": "TRUE"]),
    Row(parameter: SQLParameter(.bool(false), .boolean), literals: ["sqlite": "0", "clickhouse": "FALSE"]),
    Row(
      parameter: SQLParameter(.string(#"it's -- a\b ?"#), .text),
      literals: [
        "sqlite": #"'it''s -- a\b ?'"#, "postgresql": #"E'it''s -- a\\b ?'::text"#,
        "mariadb": #"'it''s -- a\\b ?'"#, "mysql": #"'it''s -- a\\b ?'"#, "duckdb": #"'it''s -- a\b ?'"#,
        "clickhouse": #"'it''s -- a\\b ?'"#, "spark": #"'it''s -- a\\b ?'"#,
      ]),
    Row(
      parameter: SQLParameter(.string("é日\u{1F600}"), .text),
      literals: ["sqlite": "'é日\u{1F600}'", "postgresql": "'é日\u{1F600}'::text"]),
    Row(
      parameter: SQLParameter(.string("a\u{0}\n'"), .text),
      literals: [
        "sqlite": "CAST(X'61000a27' AS TEXT)", "postgresql": "convert_from(decode('61000a27', 'hex'), 'UTF8')",
        "mariadb": "_utf8mb4 X'61000a27'", "duckdb": "decode(unhex('61000a27'))", "clickhouse": "unhex('61000a27')",
        "spark": "decode(X'61000a27', 'UTF-8')",
      ]),
    Row(parameter: SQLParameter(.string("${a}"), .text), literals: ["spark": "decode(X'247b617d', 'UTF-8')"]),
    Row(parameter: SQLParameter(.string("${"), .text), literals: ["sqlite": "CAST(X'247b' AS TEXT)"]),
    Row(parameter: SQLParameter(.string("$ {}"), .text), literals: ["spark": "'$ {}'"]),
    Row(
      parameter: SQLParameter(.date(-0.25), .timestamp),
      literals: [
        "sqlite": nil, "postgresql": "'2000-12-31 23:59:59.750000'::timestamp",
        "mariadb": "TIMESTAMP'2000-12-31 23:59:59.750000'", "duckdb": "'2000-12-31 23:59:59.750000'::TIMESTAMP",
        "clickhouse": "toDateTime64('2000-12-31 23:59:59.750000', 6, 'UTC')",
        "spark": "CAST('2000-12-31 23:59:59.750000' AS TIMESTAMP_NTZ)",
      ]),
    Row(parameter: SQLParameter(.date(1e300), .timestamp), literals: ["postgresql": nil]),
    Row(parameter: SQLParameter(.date(1e12), .timestamp), literals: ["postgresql": nil]),
    Row(
      parameter: SQLParameter(.uuid(FormatUUID(high: 1, low: 10)), .uuid),
      literals: [
        "sqlite": nil, "postgresql": "'00000000-0000-0001-0000-00000000000A'::uuid",
        "mariadb": "CAST('00000000-0000-0001-0000-00000000000A' AS UUID)", "mysql": nil,
        "duckdb": "'00000000-0000-0001-0000-00000000000A'::UUID",
        "clickhouse": "toUUID('00000000-0000-0001-0000-00000000000A')", "spark": nil,
      ]),
    Row(
      parameter: SQLParameter(.data([0, 0xAB, 0x27]), .bytes),
      literals: [
        "sqlite": "X'00ab27'", "postgresql": "decode('00ab27', 'hex')", "mariadb": "X'00ab27'",
        "duckdb": "unhex('00ab27')", "clickhouse": "unhex('00ab27')", "spark": "X'00ab27'",
      ]),
    Row(
      parameter: SQLParameter(.list([.integer(1), .integer(-2)]), .integer, isList: true),
      literals: [
        "sqlite": nil, "postgresql": "ARRAY[1::int8, (-2)::int8]", "mariadb": nil,
        "duckdb": "[1::BIGINT, (-2)::BIGINT]", "clickhouse": "[toInt64(1), toInt64((-2))]",
        "spark": "array(CAST(1 AS BIGINT), CAST((-2) AS BIGINT))",
      ]),
    Row(parameter: SQLParameter(.list([.null]), .integer, isList: true), literals: ["postgresql": nil]),
    Row(parameter: SQLParameter(.null, .integer), literals: ["sqlite": nil]),
  ]

  @Test("of each kind of value")
  func values() throws {
    for row in Self.rows {
      for (name, literal) in row.literals {
        let dialect = try #require(DatabaseDialect.named(name))
        #expect(row.parameter.literal(dialect) == literal, "\(name): \(row.parameter.value)")
      }
    }
  }

  @Test("a decimal has no exponent")
  func decimals() throws {
    let small = "0." + String(repeating: "0", count: 39) + "1"
    for (text, digits) in [("0", "0"), ("1e3", "1000"), ("12e-1", "1.2"), ("5e-3", "0.005"), ("1e-40", small)] {
      #expect(SQLParameter(.decimal(try #require(FormatDecimal(text))), .decimal).literal(.mariadb) == digits)
    }
  }

  @Test("a double with many digits is an exact quotient or product on SQLite")
  func doubles() {
    func literal(_ number: Double) -> String? { SQLParameter(.double(number), .double).literal(.sqlite) }
    #expect(literal(0) == "0.0")
    #expect(literal(-0.0) == "(-0.0)")
    #expect(literal(1234.5678) == "1234.5678")
    #expect(literal(0.1 + 0.2) == "(1351079888211149 / 562949953421312.0 / 8.0)")
    #expect(literal(-0.00001)?.hasPrefix("(-5902958103587057 / 562949953421312.0 / ") == true)
    #expect(literal(0x1p60) == "(1 * 562949953421312.0 * 2048.0)")
    #expect(literal(1e308)?.contains(" * 562949953421312.0 * ") == true)
    #expect(literal(.leastNonzeroMagnitude)?.hasPrefix("(1 / 562949953421312.0 / ") == true)
  }

  @Test("an error names the parameter that has no literal")
  func refusal() throws {
    let model = try PredicateModel([
      PredicateModel.Entity("T", table: "t", attributes: [PredicateModel.Attribute("d", .double, isNullable: false)])
    ])
    let predicate = try FormatPredicate("d > 1 AND d == %@", 2.5)
    var statement = try predicate.sql(.mariadb, model: model, entity: "T")
    statement.parameters[1].value = .double(.infinity)
    do throws(FormatError) {
      _ = try statement.text(of: .mariadb, inLines: false, withLiterals: true)
      Issue.record("no error")
    } catch {
      #expect(error.diagnostics.first?.message.contains("parameter 2") == true, "\(error)")
    }
  }
}
