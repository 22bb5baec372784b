extension DialectTable {
  /// Spark SQL. Integers have `try_` functions; doubles follow IEEE.
  static let spark: DialectTable = {
    var table = DialectTable([
      .nullSafeEqual: "{0} <=> {1}",
      .nullSafeDistinct: "NOT ({0} <=> {1})",
      .exactText: "({0} COLLATE UTF8_BINARY)",
      .contains: "contains({0}, {1})",
      .beginsWith: "startswith({0}, {1})",
      .endsWith: "endswith({0}, {1})",
      .matches: "{0} RLIKE {1}",
      .naming: "transform(array(struct({1})), v -> {0})[0]",
      .utf16Length: "CAST(octet_length(encode({0}, 'UTF-16BE')) DIV 2 AS BIGINT)",
      .addIntegers: "try_add({0}, {1})", .subtractIntegers: "try_subtract({0}, {1})",
      .multiplyIntegers: "try_multiply({0}, {1})",
      .divideIntegers: """
      CASE WHEN {0} = -9223372036854775807L - 1L AND {1} = -1 THEN NULL ELSE {0} DIV NULLIF({1}, 0) END
      """,
      .modulusIntegers: "({0} % NULLIF({1}, 0))",
      .absoluteInteger: "CASE WHEN {0} <> -9223372036854775807L - 1L THEN abs({0}) END",
      .addDoubles: finite("{0} + {1}"), .subtractDoubles: finite("{0} - {1}"),
      .multiplyDoubles: finite("{0} * {1}"), .divideDoubles: finite("{0} / NULLIF({1}, 0D)"),
      .modulusDoubles: finite("{0} % NULLIF({1}, 0D)"),
      .squareRoot: finite("CASE WHEN {0} >= 0 THEN sqrt({0}) END"),
      .floor: integral("floor({0})"), .ceiling: integral("ceil({0})"), .truncate: integral("CAST({0} AS BIGINT)"),
      .nanToNull: "NULLIF({0}, double('NaN'))",
      .isNaN: "isnan({0})",
      .bitXor: "({0} ^ {1})",
      .shiftLeft: "CASE WHEN {1} BETWEEN 0 AND 63 THEN shiftleft({0}, CAST({1} AS INT)) END",
      .shiftRight: "CASE WHEN {1} BETWEEN 0 AND 63 THEN shiftright({0}, CAST({1} AS INT)) END",
      .integerText: "CAST({0} AS STRING)",
      .decimalParameter: "CAST({0} AS DECIMAL({1}, {2}))",
      .integerToDecimal: "CAST({0} AS DECIMAL(38, {1}))",
      .dayDate: "CAST({0} AS TIMESTAMP)", .textDate: "CAST({0} AS TIMESTAMP)",
      .secondsDate: "timestamp_seconds(CAST(floor({0}) AS BIGINT) + 978307200L)",
      .localDate: "from_utc_timestamp({0}, {1})",
      .year: "CAST(year({0}) AS BIGINT)", .month: "CAST(month({0}) AS BIGINT)", .day: "CAST(day({0}) AS BIGINT)",
      .hour: "CAST(hour({0}) AS BIGINT)",
      .referenceSeconds: "((unix_micros(CAST({0} AS TIMESTAMP)) - 978307200000000L) / 1e6D)",
      .now: "((unix_micros(current_timestamp()) - 978307200000000L) / 1e6D)",
      .inIntegers: "array_contains({1}, {0})", .inTexts: "array_contains({1}, {0})",
      .inDoubles: "array_contains({1}, {0})", .inValues: "array_contains({1}, {0})",
      .sumDoubles: finite("COALESCE(SUM({0}), 0D)"),
      .sumLarge: "TRY_CAST(COALESCE(SUM(CAST({0} AS DECIMAL(38, 0))), 0) AS BIGINT)",
      .integerLiteral: "CAST({0} AS BIGINT)", .escapedTextLiteral: "{0}",
      .hexadecimalTextLiteral: "decode(X{0}, 'UTF-8')", .timestampLiteral: "CAST({0} AS TIMESTAMP_NTZ)",
      .uuidLiteral: nil, .listLiteral: "array({0})",
    ])
    table.quoting = .backticks
    table.storage = [.nativeDecimal, .nativeDate, .nativeBoolean]
    table.patterns = .java
    table.indexes = .none
    // Spark's `abs` rounds decimals to the 34 digits of IEEE 754's decimal128.
    table.absoluteDigits = 34
    table.alternatives = .memberships
    table.reachesOuterQueries = false
    table.joinsReductions = true
    // Spark 4.3 does not find the columns of such aggregates.
    table.ordersAggregatesAfterHaving = false
    table.changesRows = false
    table.greatestLimit = Int(Int32.max)
    table.sessionSettings = [
      DialectTable.SessionSetting(
        "SET spark.sql.ansi.enabled = true", query: "SET spark.sql.ansi.enabled", value: "true"),
      DialectTable.SessionSetting(
        "SET spark.sql.session.timeZone = UTC", query: "SET spark.sql.session.timeZone", value: "UTC"),
    ]
    return table
  }()

  /// Returns the template of a function that rounds to a 64-bit integer. Doubles from 2^52 on are integers already.
  private static func integral(_ text: String) -> String {
    finite("CASE WHEN abs({0}) < 4503599627370496D THEN CAST(\(text) AS DOUBLE) ELSE {0} END")
  }

  private static func finite(_ text: String) -> String {
    "NULLIF(NULLIF(NULLIF(\(text), double('Infinity')), double('-Infinity')), double('NaN'))"
  }
}
