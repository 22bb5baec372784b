extension DialectTable {
  /// MariaDB. Text compares by its collation, so the exact one is always named. Overflow is an error.
  static let mariadb: DialectTable = {
    var table = DialectTable([
      .nullSafeEqual: "{0} <=> {1}",
      .nullSafeDistinct: "NOT ({0} <=> {1})",
      .exactText: "{0} COLLATE utf8mb4_nopad_bin",
      .contains: "LOCATE({1}, {0}) > 0",
      .beginsWith: "LEFT({0}, CHAR_LENGTH({1})) = {1}",
      .endsWith: "RIGHT({0}, CHAR_LENGTH({1})) = {1}",
      // With an index on the column, LIKE reads a range of it that ends before the characters beyond U+FFFF.
      .like: "({0} LIKE {1} ESCAPE '|') IS TRUE",
      .matches: "{0} REGEXP {1}",
      .isASCII: "LENGTH({0}) = CHAR_LENGTH({0})", .lowercaseASCII: "LOWER({0})",
      .naming: "(SELECT {0} FROM JSON_TABLE(JSON_ARRAY({1}), '$' COLUMNS({2})) AS v)", .namedOperand: "{0}",
      .integerName: "{0} BIGINT PATH {1}", .doubleName: "{0} DOUBLE PATH {1}", .otherName: nil,
      .convertedText: "CONVERT({0} USING utf8mb4)",
      .characterValue: "{0}",
      .utf16Length: "(LENGTH(CONVERT({0} USING utf16)) DIV 2)",
      .integer64: "CAST({0} AS SIGNED)",
      // Columns may be unsigned, and drivers may bind integers as unsigned. Arithmetic with them would be unsigned too.
      .integerOperand: "CAST({0} AS SIGNED)",
      .wide: "CAST({0} AS DECIMAL(65, 0))",
      .fits: "{1} BETWEEN -9223372036854775808 AND 9223372036854775807",
      .divideIntegers: "({0} DIV NULLIF({1}, 0))",
      // The difference is 0, or NULL for NULL.
      .modulusIntegers: "CASE WHEN {1} = -1 THEN {0} - {0} ELSE {0} % NULLIF({1}, 0) END",
      // A sum overflows if half of it is at least 2^1023 in magnitude.
      .addDoubles: "CASE WHEN ABS({0} / 2e0 + {1} / 2e0) < 8.9884656743115795e307 THEN {0} + {1} END",
      .subtractDoubles: "CASE WHEN ABS({0} / 2e0 - {1} / 2e0) < 8.9884656743115795e307 THEN {0} - {1} END",
      // A product or quotient overflows if it is at least 2^1024. The guards divide by 2^512 (1.34e154) first, so that they do
      // not overflow themselves. A number over 1e120 divided by one below 1e-189 overflows in any case.
      .multiplyDoubles: """
      CASE WHEN ABS({0}) <= 1 OR ABS({1}) <= 1 THEN {0} * {1} \
      WHEN (ABS({0}) / 1.3407807929942597e154) * (ABS({1}) / 1.3407807929942597e154) < 1 THEN {0} * {1} END
      """,
      .divideDoubles: """
      CASE WHEN {1} = 0 THEN NULL WHEN ABS({1}) >= 1 OR ABS({0}) < ABS({1}) THEN {0} / {1} \
      WHEN ABS({0}) <= 1e120 THEN CASE WHEN ABS({0}) / (ABS({1}) * 1.3407807929942597e154) < 1.3407807929942597e154 \
      THEN {0} / {1} END WHEN ABS({1}) < 1e-189 THEN NULL \
      WHEN (ABS({0}) / 1.3407807929942597e154) / (ABS({1}) * 1.3407807929942597e154) < 1 THEN {0} / {1} END
      """,
      .modulusDoubles: "({0} % NULLIF({1}, 0))",
      .bitAnd: "CAST({0} & {1} AS SIGNED)", .bitOr: "CAST({0} | {1} AS SIGNED)",
      .bitXor: "CAST({0} ^ {1} AS SIGNED)", .bitNot: "CAST(~{0} AS SIGNED)",
      .shiftLeft: "CASE WHEN {1} BETWEEN 0 AND 63 THEN CAST({0} << {1} AS SIGNED) END",
      // Shifts are unsigned, so negative numbers are complemented before and after the shift.
      .shiftRight: """
      CASE WHEN {1} NOT BETWEEN 0 AND 63 THEN NULL WHEN {0} >= 0 THEN CAST({0} >> {1} AS SIGNED) \
      ELSE CAST(~(~{0} >> {1}) AS SIGNED) END
      """,
      .truncate: "TRUNCATE({0}, 0)",
      .ceiling: "CEILING({0})",
      .floorInteger: "CAST(FLOOR({0}) AS SIGNED)", .ceilingInteger: "CAST(CEILING({0}) AS SIGNED)",
      .integerText: "CAST({0} AS CHAR CHARACTER SET utf8mb4)",
      .decimalParameter: "CAST({0} AS DECIMAL({1}, {2}))",
      .integerToDecimal: "{0}",
      .textDate: "CAST(TRIM(TRAILING 'Z' FROM {0}) AS DATETIME(6))",
      .secondsDate: "(TIMESTAMP'2001-01-01 00:00:00' + INTERVAL FLOOR({0}) SECOND)",
      .year: "YEAR({0})", .month: "MONTH({0})", .day: "DAYOFMONTH({0})", .hour: "HOUR({0})",
      .referenceSeconds: "(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'2001-01-01 00:00:00', {0}) / 1e6)",
      .now: "(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'2001-01-01 00:00:00', UTC_TIMESTAMP(6)) / 1e6)",
      .inIntegers: "{0} IN (SELECT v FROM JSON_TABLE({1}, '$[*]' COLUMNS(v BIGINT PATH '$')) j)",
      .inTexts: """
      {0} IN (SELECT v COLLATE utf8mb4_nopad_bin FROM JSON_TABLE({1}, '$[*]' \
      COLUMNS(v VARCHAR({2}) CHARACTER SET utf8mb4 PATH '$')) j)
      """,
      // A double is three integers: see `JSONList`.
      .inDoubles: """
      {0} IN (SELECT CAST(n AS DOUBLE) / (1 << s) / (1 << t) FROM JSON_TABLE({1}, '$[*]' \
      COLUMNS(n BIGINT PATH '$[0]', s INT PATH '$[1]', t INT PATH '$[2]')) j)
      """,
      .sumSmall: "CAST(COALESCE(SUM({0}), 0) AS SIGNED)",
      .sumDoubles: "COALESCE(SUM({0}), 0e0)",
      .sumLarge: """
      CASE WHEN COALESCE(SUM({0}), 0) BETWEEN -9223372036854775808 AND 9223372036854775807 \
      THEN CAST(COALESCE(SUM({0}), 0) AS SIGNED) END
      """,
      .offset: "LIMIT 18446744073709551615 OFFSET {0}",
      .escapedTextLiteral: "{0}", .hexadecimalTextLiteral: "_utf8mb4 X{0}", .listLiteral: nil,
    ])
    table.quoting = .backticks
    table.bindsArrays = false
    table.storage = [.nativeDecimal, .nativeDate, .nativeUUID]
    table.patterns = .pcre2
    table.sortsWithinIndex = false
    // The planner would run a UNION for each row, but computes a derived table once.
    table.alternatives = .derivedUnion
    table.ordersUndeclaredText = false
    table.equatesUndeclaredText = false
    table.holdsInfinity = false
    table.holdsAllUUIDs = false
    table.ordersUUIDs = false
    // VARCHAR has at most 65,535 bytes, and a character has up to four.
    table.longestListText = 16_000
    table.comparesDecimalsExactly = true
    table.assignsInOrder = true
    table.hidesChangedTable = true
    table.greatestJoin = 61
    table.sessionSettings = [
      DialectTable.SessionSetting(
        "SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin", query: "SELECT @@collation_connection",
        value: "utf8mb4_nopad_bin")
    ]
    return table
  }()
}
