extension DialectTable {
  /// PostgreSQL. Every parameter has a type. Overflow and underflow are errors, so they are tested for beforehand.
  static let postgresql: DialectTable = {
    var table = DialectTable([
      .exactText: "{0} COLLATE \"C\"",
      .contains: "strpos({0}, {1}) > 0",
      .beginsWith: "starts_with({0}, {1})",
      .endsWith: "right({0}, length({1})) = {1}",
      .matches: "{0} ~ {1}",
      .isASCII: "octet_length({0}) = length({0})", .lowercaseASCII: "lower({0} COLLATE \"C\")",
      // OFFSET keeps the planner from inlining the operands.
      .naming: "(SELECT {0} FROM (SELECT {1} OFFSET 0) AS v)",
      .convertedText: "CAST({0} AS text)",
      .characterValue: "CAST({0} AS bpchar)",
      .enumerationValue:
        "(SELECT label FROM unnest(enum_range(CAST(NULL AS {1}))) AS label WHERE CAST(label AS text) = {0})",
      .utf16Length: """
      CASE WHEN octet_length({0}) = length({0}) THEN length({0}) \
      ELSE length({0}) + length(regexp_replace({0}, '[\\u0001-\\uFFFF]', '', 'g')) END
      """,
      .integer64: "({0})::int8",
      .double: "({0})::float8",
      .wide: "({0})::numeric",
      .fits: "{1} BETWEEN -9223372036854775808 AND 9223372036854775807",
      .divideIntegers: "({0} / NULLIF({1}, 0))",
      .modulusIntegers: "({0} % NULLIF({1}, 0))",
      .addDoubles: sum("+"),
      .subtractDoubles: sum("-"),
      .multiplyDoubles: product,
      .divideDoubles: quotient,
      .squareRoot: finite("CASE WHEN {0} >= 0 THEN sqrt({0}) END"),
      .floor: finite("floor({0})"), .ceiling: finite("ceil({0})"), .truncate: finite("trunc({0})"),
      .nanToNull: "NULLIF({0}, 'NaN'::float8)",
      .isNaN: "{0} = 'NaN'::float8",
      .bitXor: "({0} # {1})",
      .shiftLeft: "CASE WHEN {1} BETWEEN 0 AND 63 THEN {0} << ({1})::int4 END",
      .shiftRight: "CASE WHEN {1} BETWEEN 0 AND 63 THEN {0} >> ({1})::int4 END",
      .integerText: "({0})::text",
      .decimal: "({0})::numeric",
      .integerToDecimal: "({0})::numeric",
      .instant: "({0} AT TIME ZONE 'UTC')", .dayDate: "{0}::timestamp",
      .textDate: "rtrim({0}, 'Z')::timestamp",
      .secondsDate: "(TIMESTAMP '2001-01-01' + floor({0}) * INTERVAL '1 second')",
      .localDate: "({0} AT TIME ZONE 'UTC' AT TIME ZONE {1})",
      .year: "EXTRACT(YEAR FROM {0})::bigint", .month: "EXTRACT(MONTH FROM {0})::bigint",
      .day: "EXTRACT(DAY FROM {0})::bigint", .hour: "EXTRACT(HOUR FROM {0})::bigint",
      // EXTRACT computes with numeric, which takes several times as long. date_part rounds to a double, which becomes the whole number
      // of microseconds again while there are fewer than 2^31 seconds.
      .referenceSeconds: """
      CASE WHEN {0} BETWEEN TIMESTAMP '1902-01-01' AND TIMESTAMP '2038-01-01' \
      THEN (round(date_part('epoch', {0}) * 1e6::float8) - 978307200000000::float8) / 1e6::float8 \
      ELSE (EXTRACT(EPOCH FROM {0}) - 978307200)::float8 END
      """,
      .now: "(EXTRACT(EPOCH FROM clock_timestamp()) - 978307200)::float8",
      .inIntegers: "{0} = ANY({1})", .inTexts: "{0} = ANY({1})",
      .inDoubles: "{0} = ANY({1})", .inValues: "{0} = ANY({1})",
      // ANY compares each row with each value if the types differ or the plan is made for all lists. A subquery is hashed.
      .inScan: "{0} IN (SELECT unnest({1}))",
      .sumSmall: "COALESCE(SUM({0}), 0)::int8",
      .sumDoubles: "NULLIF(" + finite("COALESCE(SUM({0}), 0)") + ", 'NaN'::float8)",
      .sumLarge: """
      CASE WHEN COALESCE(SUM({0}), 0) BETWEEN -9223372036854775808 AND 9223372036854775807 \
      THEN COALESCE(SUM({0}), 0)::int8 END
      """,
      .integerLiteral: "{0}::int8", .doubleLiteral: "{1}::float8", .decimalLiteral: "{1}::numeric",
      // E does not depend on standard_conforming_strings.
      .textLiteral: "{0}::text", .escapedTextLiteral: "E{0}::text",
      .hexadecimalTextLiteral: "convert_from(decode({0}, 'hex'), 'UTF8')",
      .timestampLiteral: "{0}::timestamp", .uuidLiteral: "{0}::uuid", .bytesLiteral: "decode({0}, 'hex')",
    ])
    table.placeholder = "${0}::{1}"
    table.parameterTypes = [
      .boolean: "boolean", .integer: "int8", .double: "float8", .decimal: "numeric", .text: "text",
      .timestamp: "timestamp", .uuid: "uuid", .bytes: "bytea",
    ]
    table.patterns = .postgresql
    table.ordersUndeclaredText = false
    table.nullSafeEqualUsesIndex = false
    table.comparesDecimalsExactly = true
    table.secondsTo2001 = "978307200::float8"
    table.nullsFirst = " NULLS FIRST"
    table.nullsLast = " NULLS LAST"
    table.sessionSettings = [
      DialectTable.SessionSetting(nil, query: "SHOW server_encoding", value: "UTF8")
    ]
    return table
  }()

  /// Computes a result at once if a condition holds, which it does for nearly all values. For the others, a, b and their
  /// magnitudes x and y are named. OFFSET keeps the planner from inlining them: it would compute parts of constants, with errors.
  private static func fast(_ result: String, if condition: String, otherwise cases: String) -> String {
    """
    CASE WHEN \(condition) THEN \(result) ELSE \
    (SELECT CASE WHEN x = 'Infinity' OR a IS NULL OR b IS NULL THEN NULL \(cases) END FROM \
    (SELECT a, b, abs(a) AS x, abs(b) AS y FROM (SELECT {0} AS a, {1} AS b OFFSET 0) o OFFSET 0) v) END
    """
  }

  /// The condition that a product and a quotient are neither too large nor too small.
  private static let isModerate = "abs({0}) BETWEEN 1e-150 AND 1e150 AND abs({1}) BETWEEN 1e-150 AND 1e150"

  /// A sum overflows if half of it is at least 2^1023 in magnitude. A term below 1e290 does not matter for that, and halving it
  /// could underflow.
  private static func sum(_ sign: String) -> String {
    fast(
      "{0} \(sign) {1}", if: "abs({0}) <= 8e307 AND abs({1}) <= 8e307",
      otherwise: """
        WHEN y = 'Infinity' THEN NULL WHEN x < 1e290 OR y < 1e290 THEN a \(sign) b \
        WHEN abs(a * 0.5 \(sign) b * 0.5) < 8.9884656743115795e307::float8 THEN a \(sign) b
        """)
  }

  /// Returns an expression with infinity as NULL. It must be infinite for infinite operands only, and never an error.
  private static func finite(_ text: String) -> String {
    "NULLIF(NULLIF(\(text), 'Infinity'::float8), '-Infinity'::float8)"
  }

  private static let big = "1.3407807929942597e154::float8"  // 2^512
  private static let small = "7.458340731200207e-155::float8"  // 2^-512

  /// A product with a test of the magnitudes m ≥ n. Scaling by powers of 2 changes no digit, and the scaled test itself neither
  /// overflows nor underflows.
  private static let product = fast(
    "{0} * {1}", if: isModerate,
    otherwise: """
      WHEN y = 'Infinity' THEN NULL WHEN x = 0 OR y = 0 THEN 0 \
      WHEN x < 1 AND y < 1 THEN CASE WHEN GREATEST(x, y) < 1e-161 THEN 0 \
      WHEN (x * \(big)) * (y * \(big)) > 4.440892098500626e-16::float8 THEN a * b ELSE 0 END \
      WHEN x < 1 OR y < 1 THEN a * b \
      WHEN LEAST(x, y) >= \(big) THEN NULL \
      WHEN (GREATEST(x, y) * \(small)) * LEAST(x, y) < \(big) THEN a * b
      """)

  /// A quotient with a test of the same kind.
  private static let quotient = fast(
    "{0} / {1}", if: isModerate,
    otherwise: """
      WHEN y = 0 THEN NULL WHEN x = 0 OR y = 'Infinity' THEN 0 \
      WHEN y < 1 THEN CASE WHEN x < y THEN a / b \
      WHEN x <= 1e120 THEN CASE WHEN x / (y * \(big)) < \(big) THEN a / b END \
      WHEN y < 1e-189 THEN NULL \
      WHEN (x * \(small)) / (y * \(big)) < 1 THEN a / b END \
      WHEN x >= 1 THEN a / b \
      WHEN (x * \(big)) / (y * \(small)) > 4.440892098500626e-16::float8 THEN a / b ELSE 0
      """)
}
