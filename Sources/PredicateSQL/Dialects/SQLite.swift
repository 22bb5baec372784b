extension DialectTable {
  /// SQLite. Numbers compare exactly without a cast; registered functions do what SQL cannot.
  static let sqlite: DialectTable = {
    var table = DialectTable([
      .nullSafeEqual: "{0} IS {1}",
      .nullSafeDistinct: "{0} IS NOT {1}",
      // The sign keeps the column from converting texts to numbers, as one declared DATETIME does.
      .exactText: "+{0} COLLATE BINARY",
      .contains: "instr({0}, {1}) > 0",
      .beginsWith: "substr({0}, 1, length({1})) = {1}",
      .endsWith: "substr({0}, -length({1})) = {1}",
      .like: "{0} GLOB {1}",
      .likeVariable: "predicate_like({0}, {1}, {2})",
      .matchesRegistered: "predicate_matches({0}, {1}, {2})",
      .fold: "predicate_fold({0}, {1})",
      // LIMIT next to WHERE keeps the planner from inlining the operands.
      .naming: "(SELECT {0} FROM (SELECT {1} LIMIT 1) AS v WHERE 1)",
      .utf16Length: "predicate_length({0})",
      .integer64: "{0}",
      .double: "CAST({0} AS REAL)",
      .floorInteger: nil, .ceilingInteger: nil,
      // An integer that overflows becomes a REAL, and so does everything computed from it.
      .fits: "typeof({0}) = 'integer'",
      .divideIntegers: "({0} / NULLIF({1}, 0))",
      .modulusIntegers: "({0} % NULLIF({1}, 0))",
      // 9e999 is infinity; SQLite turns NaN into NULL.
      .addDoubles: "NULLIF(NULLIF({0} + {1}, 9e999), -9e999)",
      .subtractDoubles: "NULLIF(NULLIF({0} - {1}, 9e999), -9e999)",
      .multiplyDoubles: "NULLIF(NULLIF({0} * {1}, 9e999), -9e999)",
      .divideDoubles: "NULLIF(NULLIF({0} / NULLIF({1}, 0.0), 9e999), -9e999)",
      .modulusDoubles: "predicate_call('modulus:by:', {0}, {1})",
      .bitXor: "(({0} | {1}) - ({0} & {1}))",
      .shiftLeft: "CASE WHEN {1} BETWEEN 0 AND 63 THEN {0} << {1} END",
      .shiftRight: "CASE WHEN {1} BETWEEN 0 AND 63 THEN {0} >> {1} END",
      .squareRoot: "predicate_call('sqrt:', {0})",
      .floor: "predicate_call('floor:', {0})",
      .ceiling: "predicate_call('ceiling:', {0})",
      .truncate: "predicate_call('trunc:', {0})",
      .call: "predicate_call({0})",
      .castRegistered: "predicate_cast({0}, {1})",
      .integerText: "CAST({0} AS TEXT)",
      .decimal: nil,
      .units: "predicate_units({0})",
      .unitDouble: "predicate_unit_double({0}, {1})",
      // The date of `year` and of the other parts is a text of 19 characters. strftime would round a fraction of a second.
      .textDate: "substr({0}, 1, 19)",
      .textSeconds: """
      (((CAST(strftime('%s', substr({0}, 1, 19)) AS INTEGER) - 978307200) * 1000000 \
      + CAST(substr(rtrim(substr({0}, 21), 'Z') || '000000', 1, 6) AS INTEGER)) / 1e6)
      """,
      .secondsDate: """
      datetime(CAST({0} AS INTEGER) - ({0} < CAST({0} AS INTEGER)) + 978307200, 'unixepoch')
      """,
      .localDate: "predicate_local({0}, {1})",
      .year: "CAST(strftime('%Y', {0}) AS INTEGER)", .month: "CAST(strftime('%m', {0}) AS INTEGER)",
      .day: "CAST(strftime('%d', {0}) AS INTEGER)", .hour: "CAST(strftime('%H', {0}) AS INTEGER)",
      .now: "((julianday('now') - 2451910.5) * 86400.0)",
      .inIntegers: "{0} IN (SELECT value FROM json_each({1}))",
      .inTexts: "{0} IN (SELECT value FROM json_each({1}))",
      .inDoubles: """
      {0} IN (SELECT CAST(json_extract(value, '$[0]') AS REAL) / (1 << json_extract(value, '$[1]')) \
      / (1 << json_extract(value, '$[2]')) FROM json_each({1}))
      """,
      // SUM fails if an intermediate sum does not fit, so it sums the halves separately.
      .sumLarge: """
      CASE WHEN COUNT({0}) = 0 THEN 0 \
      WHEN typeof((SUM({0} >> 32) + (SUM({0} & 4294967295) >> 32)) * 4294967296 \
      + (SUM({0} & 4294967295) & 4294967295)) = 'integer' \
      THEN (SUM({0} >> 32) + (SUM({0} & 4294967295) >> 32)) * 4294967296 \
      + (SUM({0} & 4294967295) & 4294967295) END
      """,
      // A sum of infinities of both signs is NULL.
      .sumDoubles: "CASE WHEN COUNT({0}) = 0 THEN 0.0 ELSE NULLIF(NULLIF(SUM({0}), 9e999), -9e999) END",
      .sumUnits: """
      predicate_units(COALESCE((SUM({0} >> 32) + (SUM({0} & 4294967295) >> 32)) * 4294967296 \
      + (SUM({0} & 4294967295) & 4294967295), 0))
      """,
      .offset: "LIMIT -1 OFFSET {0}",
      .doubleLiteral: "{0}", .hexadecimalTextLiteral: "CAST(X{0} AS TEXT)", .timestampLiteral: nil, .uuidLiteral: nil,
      .listLiteral: nil,
    ])
    table.true = "1"
    table.false = "0"
    table.bindsArrays = false
    table.storage = []
    table.like = .glob
    table.comparesNumbersExactly = true
    table.secondsTo2001 = "978307200.0"
    table.runsExistsForEachRow = true
    table.alternatives = .memberships
    table.overflowBecomesDouble = true
    table.copiesOperands = true
    table.greatestJoin = 64
    table.sessionSettings = [DialectTable.SessionSetting(nil, query: "PRAGMA encoding", value: "UTF-8")]
    return table
  }()
}
