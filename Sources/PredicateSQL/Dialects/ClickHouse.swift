extension DialectTable {
  /// ClickHouse. Texts compare by bytes, which is the order of code points. Integers wrap around, so they are computed with 128
  /// bits. Doubles follow IEEE 754, so a result that is not finite becomes NULL. `SQLOperation` describes the operands.
  static let clickhouse: DialectTable = {
    var table = DialectTable([
      .like: "{0} LIKE {1}",
      .contains: "position({0}, {1}) > 0",
      .beginsWith: "startsWith({0}, {1})",
      .endsWith: "endsWith({0}, {1})",
      // The pattern is a group.
      .matches: "match({0}, concat('\\\\A', {1}, '\\\\z'))",
      .isASCII: "length({0}) = lengthUTF8({0})", .lowercaseASCII: "lower({0})",
      .utf16Length: "toInt64(lengthUTF8({0}) + countMatches({0}, '[\\\\x{{10000}}-\\\\x{{10FFFF}}]'))",
      .integer64: "toInt64({0})",
      .double: "toFloat64({0})",
      // Makes -0 0.
      .doubleKey: "({0} + 0)",
      .decimalDouble: "toFloat64(toString({0}))",
      .floorInteger: nil, .ceilingInteger: nil,
      .addIntegers: narrow("toInt128({0}) + toInt128({1})"),
      .subtractIntegers: narrow("toInt128({0}) - toInt128({1})"),
      .multiplyIntegers: narrow("toInt128({0}) * toInt128({1})"),
      .divideIntegers: narrow("intDiv(toInt128({0}), nullIf(toInt128({1}), 0))"),
      .modulusIntegers: narrow("toInt128({0}) % nullIf(toInt128({1}), 0)"),
      .absoluteInteger: narrow("abs(toInt128({0}))"),
      .addDoubles: finite("{0} + {1}"), .subtractDoubles: finite("{0} - {1}"),
      .multiplyDoubles: finite("{0} * {1}"), .divideDoubles: finite("{0} / nullIf({1}, 0)"),
      .squareRoot: finite("sqrt({0})"),
      .floor: finite("floor({0})"), .ceiling: finite("ceil({0})"),
      .truncate: finite("trunc({0})"),
      .nanToNull: "if(isNaN({0}), NULL, {0})",
      .isNaN: "isNaN({0})",
      .bitAnd: "bitAnd({0}, {1})", .bitOr: "bitOr({0}, {1})", .bitXor: "bitXor({0}, {1})", .bitNot: "bitNot({0})",
      .shiftLeft: "if({1} BETWEEN 0 AND 63, bitShiftLeft({0}, bitAnd({1}, 63)), NULL)",
      .shiftRight: "if({1} BETWEEN 0 AND 63, bitShiftRight({0}, bitAnd({1}, 63)), NULL)",
      .integerText: "toString({0})",
      .decimal: "toDecimal256({0}, {2})",
      .decimalParameter: "toDecimal256({0}, {2})",
      .integerToDecimal: "toDecimal256({0}, {1})",
      .dayDate: "toDateTime64({0}, 6, 'UTC')", .localDate: "toTimeZone({0}, {1})",
      .year: "toInt64(toYear({0}))", .month: "toInt64(toMonth({0}))", .day: "toInt64(toDayOfMonth({0}))",
      .hour: "toInt64(toHour({0}))",
      .referenceSeconds: "((toUnixTimestamp64Micro({0}) - 978307200000000) / 1e6)",
      .now: "((toUnixTimestamp64Micro(now64(6, 'UTC')) - 978307200000000) / 1e6)",
      .inIntegers: "{0} IN {1}", .inTexts: "{0} IN {1}", .inDoubles: "has({1}, {0})",
      .sumSmall: "toInt64(COALESCE(SUM({0}), 0))",
      .sumDoubles: finite("COALESCE(SUM({0}), 0)"),
      .sumLarge: narrow("COALESCE(SUM(toInt128({0})), 0)"),
      .totalSubquery: "COALESCE({0}, 0)",
      .integerLiteral: "toInt64({0})", .doubleLiteral: "toFloat64({1})", .decimalLiteral: "{1}",
      .escapedTextLiteral: "{0}", .hexadecimalTextLiteral: "unhex({0})",
      .timestampLiteral: "toDateTime64({0}, 6, 'UTC')", .uuidLiteral: "toUUID({0})", .bytesLiteral: "unhex({0})",
      .listLiteral: "[{0}]",
    ])
    table.quoting = DialectTable.Quoting("`", "`", doublesBackslash: true)
    table.placeholder = "{{p{0}:{1}}}"
    // A decimal is bound as text, which `decimalParameter` converts.
    table.parameterTypes = [
      .boolean: "Bool", .integer: "Int64", .double: "Float64", .decimal: "String", .text: "String",
      .timestamp: "DateTime64(6, 'UTC')", .uuid: "UUID", .bytes: "String",
    ]
    table.listType = "Array({0})"
    table.like = .sql(escape: "\\")
    table.patterns = .re2
    table.indexes = .none
    table.comparesNumbersExactly = true
    table.decimalSizes = [9, 18]
    table.ordersNaN = false
    table.ordersUUIDs = false
    table.nullsFirst = " NULLS FIRST"
    table.nullsLast = " NULLS LAST"
    // ClickHouse supports some correlated subqueries, but refuses others in ways that depend on the whole statement.
    table.correlation = .nothing
    table.alternatives = .memberships
    table.reachesOuterQueries = false
    table.joinsReductions = true
    table.changesRows = false
    table.sessionSettings = [
      DialectTable.SessionSetting(
        "SET join_use_nulls = 1", query: "SELECT getSetting('join_use_nulls')", value: "true"),
      // Without it, MIN of no rows is 0 if the column is not nullable.
      DialectTable.SessionSetting(
        "SET aggregate_functions_null_for_empty = 1",
        query: "SELECT getSetting('aggregate_functions_null_for_empty')", value: "true"),
      // A chain of `x = a OR x = b` of this length becomes IN, to which 0 and -0 are different.
      DialectTable.SessionSetting(
        "SET optimize_min_equality_disjunction_chain_length = 1000000",
        query: "SELECT getSetting('optimize_min_equality_disjunction_chain_length')", value: "1000000"),
    ]
    return table
  }()

  /// Returns a double, or NULL if it is not finite.
  private static func finite(_ text: String) -> String { "ifNotFinite(\(text), NULL)" }

  /// Returns an integer of 128 bits as one of 64, or NULL if it does not fit.
  private static func narrow(_ text: String) -> String { "accurateCastOrNull(\(text), 'Int64')" }
}
