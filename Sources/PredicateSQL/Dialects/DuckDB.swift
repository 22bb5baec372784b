extension DialectTable {
  /// DuckDB. Doubles follow IEEE; integer overflow is an error, which TRY turns into NULL.
  static let duckdb: DialectTable = {
    var table = DialectTable([
      .exactText: "({0} COLLATE \"C\")",
      .contains: "contains({0}, {1})",
      .beginsWith: "starts_with({0}, {1})",
      .endsWith: "ends_with({0}, {1})",
      .matches: "regexp_full_match({0}, {1}, 's')",
      .isASCII: "strlen({0}) = length({0})", .lowercaseASCII: "lower({0})",
      .naming: "list_transform([struct_pack({1})], lambda v: {0})[1]", .namedOperand: "{1} := {0}",
      .utf16Length: """
      CASE WHEN strlen({0}) = length({0}) THEN length({0}) \
      ELSE length({0}) + length(regexp_replace({0}, '[\\x01-\\x{{FFFF}}]', '', 'g')) END
      """,
      .addIntegers: "TRY_CAST(CAST({0} AS HUGEINT) + CAST({1} AS HUGEINT) AS BIGINT)",
      .subtractIntegers: "TRY_CAST(CAST({0} AS HUGEINT) - CAST({1} AS HUGEINT) AS BIGINT)",
      .multiplyIntegers: "TRY_CAST(CAST({0} AS HUGEINT) * CAST({1} AS HUGEINT) AS BIGINT)",
      .divideIntegers: "TRY_CAST(CAST({0} AS HUGEINT) // NULLIF(CAST({1} AS HUGEINT), 0) AS BIGINT)",
      .modulusIntegers: "CAST(CAST({0} AS HUGEINT) % NULLIF(CAST({1} AS HUGEINT), 0) AS BIGINT)",
      .absoluteInteger: "TRY_CAST(abs(CAST({0} AS HUGEINT)) AS BIGINT)",
      .addDoubles: finite("{0} + {1}"), .subtractDoubles: finite("{0} - {1}"),
      .multiplyDoubles: finite("{0} * {1}"), .divideDoubles: finite("{0} / NULLIF({1}, 0)"),
      .modulusDoubles: finite("{0} % NULLIF({1}, 0)"),
      .squareRoot: finite("CASE WHEN {0} >= 0 THEN sqrt({0}) END"),
      .floor: finite("floor({0})"), .ceiling: finite("ceil({0})"), .truncate: finite("trunc({0})"),
      .nanToNull: "NULLIF({0}, CAST('nan' AS DOUBLE))",
      .isNaN: "isnan({0})",
      .bitXor: "xor({0}, {1})",
      // << fails if a bit is lost, so the bits that remain are multiplied, and the highest one becomes the sign.
      .shiftLeft: """
      CASE WHEN {1} BETWEEN 0 AND 63 THEN CAST(((CAST({0} AS HUGEINT) \
      & (CAST(18446744073709551615 AS HUGEINT) >> CAST({1} AS HUGEINT))) * (CAST(1 AS HUGEINT) << CAST({1} AS HUGEINT)) \
      + 9223372036854775808) % 18446744073709551616 - 9223372036854775808 AS BIGINT) END
      """,
      .shiftRight: "CASE WHEN {1} BETWEEN 0 AND 63 THEN {0} >> {1} END",
      .integerText: "CAST({0} AS VARCHAR)",
      .decimalParameter: "CAST({0} AS DECIMAL({1}, {2}))",
      .integerToDecimal: "CAST({0} AS DECIMAL(38, {1}))",
      .instant: "({0} AT TIME ZONE 'UTC')", .dayDate: "{0}::TIMESTAMP", .textDate: "rtrim({0}, 'Z')::TIMESTAMP",
      .secondsDate: "(TIMESTAMP '2001-01-01' + to_seconds(floor({0})::BIGINT))",
      .localDate: "({0} AT TIME ZONE 'UTC' AT TIME ZONE {1})",
      .year: "year({0})", .month: "month({0})", .day: "day({0})", .hour: "hour({0})",
      .referenceSeconds: "((epoch_us({0}) - 978307200000000) / 1e6::DOUBLE)",
      .now: "((epoch_us(get_current_timestamp()) - 978307200000000) / 1e6::DOUBLE)",
      .inIntegers: "{0} IN (SELECT unnest({1}))", .inTexts: "{0} IN (SELECT unnest({1}))",
      .inDoubles: "{0} IN (SELECT unnest({1}))", .inValues: "{0} IN (SELECT unnest({1}))",
      .sumSmall: "CAST(COALESCE(SUM({0}), 0) AS BIGINT)",
      .sumDoubles: finite("COALESCE(SUM({0}), 0)"),
      .sumLarge: "TRY_CAST(COALESCE(SUM({0}), 0) AS BIGINT)",
      .integerLiteral: "{0}::BIGINT", .doubleLiteral: "{1}::DOUBLE", .hexadecimalTextLiteral: "decode(unhex({0}))",
      .timestampLiteral: "{0}::TIMESTAMP", .uuidLiteral: "{0}::UUID", .bytesLiteral: "unhex({0})",
      .listLiteral: "[{0}]",
    ])
    table.patterns = .re2
    table.indexes = .lookups
    table.decimalSizes = [18]
    table.nullsFirst = " NULLS FIRST"
    table.nullsLast = " NULLS LAST"
    // From 1.5.1 on, this optimizer finds wrong rows if a table is joined with itself (duckdb/duckdb#25819).
    table.sessionSettings = [
      DialectTable.SessionSetting(
        "SET disabled_optimizers = 'common_subplan'", query: "SELECT current_setting('disabled_optimizers')",
        value: "common_subplan")
    ]
    return table
  }()

  private static func finite(_ text: String) -> String {
    "CASE WHEN isfinite(\(text)) THEN \(text) END"
  }
}
