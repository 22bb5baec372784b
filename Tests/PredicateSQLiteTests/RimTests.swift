import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

/// Cases that random predicates rarely reach: the limits of what a column, a parser or a statement can represent.
@Suite("Boundaries of SQL", .enabled(if: isSQLiteThere, needsSQLite))
struct RimTests {
  private static func model() throws -> PredicateModel {
    try PredicateModel([
      .init(
        "Thing", table: "thing",
        attributes: [
          .init("number", .integer16), .init("large", .integer64), .init("real", .double),
          .init("isDone", .boolean(.native)),
          .init("day", .date(.text)), .init("moment", .date(.unixSeconds)), .init("other", .date(.referenceSeconds)),
        ],
        relationships: [
          .toOne("parent", "Thing", column: "parent_id"), .toMany("children", "Thing", foreignKey: "parent_id"),
        ])
    ])
  }

  private static func database() throws -> SQLiteDatabaseConnection {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute(
      """
      CREATE TABLE thing(id INTEGER PRIMARY KEY, number INTEGER, large INTEGER, real REAL, isDone INTEGER, day TEXT,
      moment REAL, other REAL, parent_id INTEGER)
      """)
    try connection.execute(
      """
      INSERT INTO thing VALUES (1, 9, 9007199254740993, 2.5, 1, '0001-01-01T00:00:00.000Z', 0.0, 0.0, NULL),
      (2, 3, 4, 7.0, 0, '9999-12-31T23:59:59.999Z', 1.0, 1.0, 1)
      """)
    return connection
  }

  private func translator(_ dialect: DatabaseDialect = .sqlite) throws -> SQLTranslator {
    try SQLTranslator(dialect, model: Self.model(), entity: "Thing")
  }

  private func identifiers(_ format: String, _ arguments: (any FormatArgument)?...) throws -> [FormatValue] {
    let predicate = try FormatPredicate(format, arguments: arguments)
    let rows = try Self.database().rows(of: translator().select(where: predicate))
    var identifiers: [FormatValue] = []
    while let row = try rows.next() { identifiers += row.prefix(1) }
    return identifiers
  }

  @Test("the years 1 and 9999 are in range for a text")
  func years() throws {
    #expect(try identifiers("day == %@", FormatValue.date(-63_113_904_000)) == [.integer(1)])
    #expect(try identifiers("day > %@", FormatValue.date(-63_113_904_000)) == [.integer(2)])
    #expect(try identifiers("day < %@", FormatValue.date(-63_100_000_000)) == [.integer(1)])
    #expect(try identifiers("day >= %@", FormatValue.date(252_423_993_599)) == [.integer(2)])
  }

  @Test("arithmetic at the ends of 64 bits, of constants and of columns", arguments: ["+", "-", "*"])
  func ends(sign: String) throws {
    let numbers: [Int64] = [.min, .min + 1, -2, -1, 0, 1, 2, .max - 1, .max]
    let translator = try translator()
    for a in numbers {
      for b in numbers {
        let connection = try Self.database()
        try connection.execute("UPDATE thing SET large = ?", [integer(a)])
        let (result, overflows) =
          switch sign {
          case "+": a.addingReportingOverflow(b)
          case "-": a.subtractingReportingOverflow(b)
          default: a.multipliedReportingOverflow(by: b)
          }
        for (left, right) in [("\(a)", "\(b)"), ("large", "\(b)"), ("\(a)", "parent.large"), ("large", "parent.large")]
        {
          try connection.execute("UPDATE thing SET large = ? WHERE id = 1", [integer(right == "parent.large" ? b : a)])
          let format = "(\(left)) \(sign) (\(right))"
          let comparison = overflows ? "\(format) >= -9223372036854775808" : "\(format) == \(result)"
          let rows = try connection.rows(
            of: translator.select(where: FormatPredicate("SELF.parent != nil AND \(comparison)")))
          #expect(try (rows.next() == nil) == overflows, "\(comparison) for \(a) and \(b)")
        }
      }
    }
  }

  @Test("TERNARY of an integer and a double can be compared, but not be an operand of arithmetic")
  func mixedConditional() throws {
    #expect(try identifiers("TERNARY(number > 5, 1, 2.5) == 2.5") == [.integer(2)])
    #expect(try identifiers("TERNARY(number > 5, 1, 2.5) == 1") == [.integer(1)])
    for format in [
      "TERNARY(number > 5, 1, 2.5) / 2 == 0", "CAST(TERNARY(number > 5, 1, 2.5), 'NSString') == '1'",
      "TERNARY(number > 5, large, real) == 9007199254740993",
    ] {
      #expect(throws: FormatError.self, "\(format)") { try identifiers(format) }
    }
  }

  @Test("a long list finds each of its texts, however JSON writes them")
  func longListOfTexts() throws {
    let controls = (1..<0x20 as Range<UInt8>).map { "a\(Unicode.Scalar($0))b" }
    let texts =
      controls + ["\"", "\\", "\\\"", "\\n", "\\u0041", "\u{7F}", "\u{2028}", "\u{E9}", "e\u{301}", "\u{1F600}", ""]
    let others = ["ab", "anb", "n", "A", "a\\nb", "\\\\", "'", "/", "null", "a\u{80}b"]
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE thing(id INTEGER PRIMARY KEY, text TEXT)")
    for value in texts + others { try connection.execute("INSERT INTO thing(text) VALUES (?)", [text(value)]) }
    let model = try PredicateModel([.init("Thing", table: "thing", attributes: [.init("text", .string)])])
    let statement = try SQLTranslator(.sqlite, model: model, entity: "Thing", limits: SQLLimits(parametersPerList: 1))
      .select(where: FormatPredicate("text IN %@", texts))
    #expect(statement.parameters.count == 1)
    let rows = try connection.rows(of: statement)
    var identifiers: [FormatValue] = []
    while let row = try rows.next() { identifiers += row.prefix(1) }
    #expect(identifiers == (1...texts.count).map { .integer(Int64($0)) })
  }

  @Test(
    "a list in one parameter finds each of its doubles, also those that no decimal fraction of 17 digits is exactly")
  func longListOfDoubles() throws {
    var random = SeededRandom(state: testSeed("RimTests.longListOfDoubles"))
    var numbers = [0.1, -0.2, 1e-12, 3.0, -0x1p63, 0x1p62, 0x1.fffffffffffffp62, 0x1.fffffffffffffp-20, 0x1p-124]
    for _ in 0..<2_000 {
      let exponent = Int.random(in: -70...60, using: &random)
      numbers.append(Double(sign: .plus, exponent: exponent, significand: .random(in: 1..<2, using: &random)))
      numbers.append((.random(in: -1e6...1e6, using: &random) * 100).rounded() / 100)
    }
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE thing(id INTEGER PRIMARY KEY, number REAL)")
    for number in numbers {
      try connection.execute("INSERT INTO thing(number) VALUES (?)", [SQLParameter(.double(number), .double)])
    }
    let others = numbers.flatMap { [$0.nextUp, $0.nextDown] }.filter { !numbers.contains($0) }
    for number in others.prefix(50) {
      try connection.execute("INSERT INTO thing(number) VALUES (?)", [SQLParameter(.double(number), .double)])
    }
    let model = try PredicateModel([.init("Thing", table: "thing", attributes: [.init("number", .double)])])
    let translator = try SQLTranslator(.sqlite, model: model, entity: "Thing")
    let statement = try translator.count(where: FormatPredicate("number IN %@", numbers))
    #expect(statement.parameters.count == 1)
    #expect(try connection.rows(of: statement).next() == [.integer(Int64(numbers.count))])
    // A number out of the range of such lists makes every value a parameter.
    for number in [0x1p-125, 0x1p64, -0x1p64, .infinity] {
      let statement = try translator.count(where: FormatPredicate("number IN %@", numbers.prefix(3) + [number]))
      #expect(statement.parameters.count == 4)
      #expect(try connection.rows(of: statement).next() == [.integer(3)])
    }
  }

  @Test("PostgreSQL has no cast of a boolean to 64 bits")
  func booleanAsNumber() throws {
    let statement = try translator(.postgresql).select(where: FormatPredicate("CAST(isDone, 'NSNumber') == 1"))
    #expect(statement.text.contains("CASE t0.\"isDone\" WHEN TRUE THEN 1 WHEN FALSE THEN 0 END"))
  }

  @Test("UPDATE assigns what the column can represent exactly")
  func changes() throws {
    let words = try translator()
    for (key, expression) in [
      ("number", "real * 2"), ("moment", "moment + 60"), ("moment", "other"), ("isDone", "number"),
    ] {
      #expect(throws: FormatError.self, "\(key) = \(expression)") {
        try words.update([key: FormatExpression(expression)])
      }
    }
    #expect(throws: FormatError.self) { try words.update([:]) }
    #expect(throws: FormatError.self) { try words.update(["number": 1, "number": 2]) }
    for (key, expression) in [
      ("number", "number + 1"), ("real", "number * 2"), ("other", "other + 60"), ("number", "isDone"),
    ] {
      try Self.database().run(words.update([key: FormatExpression(expression)]))
    }
  }

  @Test("MariaDB changes one column after the other, so a computed change must be the only one")
  func computedChanges() throws {
    let computed = try FormatExpression("number + 1")
    let read = try FormatExpression("number")
    for changes: KeyValuePairs<String, (any FormatArgument)?> in [
      ["number": computed, "large": read], ["number": 5, "large": read], ["large": read, "number": 5],
    ] {
      let error = #expect(throws: FormatError.self) { try translator(.mariadb).update(changes) }
      #expect(error?.diagnostics.map(\.code) == [.untranslatable])
      for dialect in [DatabaseDialect.sqlite, .postgresql, .duckdb] {
        #expect(try translator(dialect).update(changes).text.hasPrefix("UPDATE \"thing\" SET "), "\(dialect.name)")
      }
    }
    #expect(try translator(.mariadb).update(["number": computed]).text.hasPrefix("UPDATE `thing` SET `number` = "))
    #expect(try translator(.mariadb).update(["number": 5, "large": 6]).text.contains("`large` = ?"))
  }

  @Test("MariaDB finds the rows of a change in a separate query")
  func changedTable() throws {
    let statement = try translator(.mariadb).delete(where: FormatPredicate("number > 5"))
    #expect(
      statement.text
        == "DELETE FROM `thing` WHERE `id` IN (SELECT id FROM (SELECT t0.`id` AS id FROM `thing` AS t0 WHERE t0.`number` > ?) AS found)"
    )
  }

  @Test("a row of a group contains one value of it")
  func aggregates() throws {
    func fetch(_ formats: [String]) throws -> SQLFetch {
      let properties = try formats.map { FetchProperty($0, try FormatExpression($0)) }
      return try translator().fetch(PredicateFetchRequest(properties: properties), .rows)
    }
    for format in ["number", "max:(number) + number", "children.@count", "TERNARY(ANY children.number > 5, 1, 2)"] {
      #expect(throws: FormatError.self, "\(format)") { try fetch(["max:(number)", format]) }
    }
    #expect(try fetch(["max:(parent.number) - min:(number)"]).remainder == nil)
  }

  @Test("a column with a case-insensitive collation is compared exactly in a function")
  func collations() throws {
    let model = try PredicateModel([
      .init("Word", attributes: [.init("text", .string, collation: .other), .init("n", .integer16)])
    ])
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE Word(id INTEGER PRIMARY KEY, text TEXT COLLATE NOCASE, n INTEGER)")
    try connection.execute("INSERT INTO Word VALUES (1, 'a', 1), (2, 'A', 2), (3, 'b', 3)")
    let words = try SQLTranslator(.sqlite, model: model, entity: "Word")
    for format in [
      "text == 'a'", "noindex(text) == 'a'", "CAST(text, 'NSString') == 'a'", "noindex(text) IN {'a', 'B'}",
    ] {
      let rows = try connection.rows(of: words.select(where: FormatPredicate(format)))
      #expect(try rows.next() == [.integer(1)], "\(format)")
      #expect(try rows.next() == nil, "\(format)")
    }
  }

  @Test("a SELECT without key paths gives the primary key, and objects have no order")
  func selections() throws {
    #expect(try translator().select([]) == translator().select())
    #expect(throws: FormatError.self) { try translator().select(orderBy: [.ascending("parent")]) }
  }

  @Test("statements that are too deep for the parser are refused, and all others are prepared", arguments: 1...60)
  func towers(height: Int) throws {
    func nested(_ open: String, _ core: String, _ close: String) -> String {
      String(repeating: open, count: height) + core + String(repeating: close, count: height)
    }
    func chain(_ word: String, _ sign: String) -> String {
      Array(repeating: word, count: height + 1).joined(separator: sign)
    }
    var subquery = "$v\(height).number > 0"
    for level in stride(from: height, to: 0, by: -1) {
      subquery = "SUBQUERY(\(level == 1 ? "" : "$v\(level - 1).")children, $v\(level), \(subquery)).@count > 0"
    }
    let connection = try Self.database()
    for format in [
      nested("(number > 0 AND (large > 0 OR ", "number == 5", "))"),
      nested("TERNARY(number > 5, ", "large", ", 1)") + " == 1",
      nested("TERNARY(number > 5, large, ", "1", ")") + " == 1", nested("TERNARY(", "number", " > 5, 1, 2)") + " == 1",
      chain("number", "+") + " > 5", chain("large", "+") + " > 5", chain("large", "/") + " > 5",
      chain("real", "*") + " > 5",
      chain("real", "/") + " > 5", nested("-(", "large", ")") + " > 5", nested("abs(", "large", ")") + " > 5",
      nested("sqrt(", "real", ")") + " > 5", nested("(1 + (", "real", ") * 2)") + " > 5", subquery,
      chain("parent", ".") + ".number == nil", "ANY " + chain("children", ".") + ".number == 5",
      // Operators that wait for their right operands, and joins.
      nested("TERNARY(number == 1 OR large == ", "number", ", 1, 2)") + " == 1",
      nested("TERNARY(number == 1 OR large > 5 AND number + 2 * ", "number", " == 5, 1, 2)") + " == 1",
      nested("TERNARY(number > 5 OR NOT (ANY children.parent.parent.number == ", "1", "), 1, 2)") + " == 1",
      "TERNARY(number > 5, " + nested("abs(", "large", ")") + ", 1) BETWEEN {1, number}",
    ] {
      let statement: TranslatedStatement
      do { statement = try translator().select(where: FormatPredicate(format)) } catch is FormatError { continue }
      #expect(throws: Never.self, "\(height): \(format)") { try connection.rows(of: statement).next() }
    }
    // Statements that are not too deep are not refused.
    if height <= 8 { _ = try translator().select(where: FormatPredicate(subquery)) }
    if height <= 9 { _ = try translator().select(where: FormatPredicate(chain("real", "*") + " > 5")) }
  }
}
