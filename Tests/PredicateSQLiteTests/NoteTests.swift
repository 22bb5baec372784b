import Foundation
import PredicateFormat
import PredicateSQLite
import Testing

/// The notes about indexes, compared with SQLite's plans. `Tests/Engines/check-notes` compares more of them on more engines.
@Suite("Notes about indexes", .enabled(if: isSQLiteThere, needsSQLite))
struct NoteTests {
  private static func translator() throws -> SQLTranslator {
    let model = try PredicateModel([
      .init(
        "Person", table: "person",
        attributes: [
          .init("name", .string, isNullable: false, isIndexed: true, collation: .exact),
          .init("nick", .string, isIndexed: true, collation: .exact), .init("level", .integer32, isIndexed: true),
          .init("points", .integer64, isNullable: false, isIndexed: true), .init("age", .integer32),
        ],
        relationships: [
          .toOne("dept", "Dept", column: "dept_id", isEnforced: true, isIndexed: true),
          .toMany("tasks", "Task", foreignKey: "person_id", isIndexed: true),
        ]),
      .init(
        "Dept", table: "dept",
        attributes: [
          .init("name", .string, isNullable: false, isIndexed: true, collation: .exact),
          .init("town", .string, isIndexed: true, collation: .exact),
        ]),
      .init("Task", table: "task", attributes: [.init("priority", .integer32, isNullable: false, isIndexed: true)]),
    ])
    return try SQLTranslator(.sqlite, model: model, entity: "Person")
  }

  /// Returns tables whose indexes have the names that notes give to the columns.
  private static func database() throws -> SQLiteDatabaseConnection {
    let connection = try SQLiteDatabaseConnection()
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
    for sql in [
      "CREATE TABLE dept(id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT)",
      """
      CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, nick TEXT, level INTEGER, points INTEGER NOT NULL,
      age INTEGER, dept_id INTEGER REFERENCES dept(id))
      """,
      "CREATE TABLE task(id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL, priority INTEGER NOT NULL)",
      "\(numbers) INSERT INTO dept SELECT i, 'dept-' || i, nullif('town-' || i % 50, 'town-0') FROM n WHERE i <= 200",
      """
      \(numbers) INSERT INTO person SELECT i, 'name-' || i, nullif('nick-' || i % 900, 'nick-0'), nullif(i % 1000, 0), i,
      i % 90, nullif(i % 200, 0) FROM n
      """,
      "\(numbers) INSERT INTO task SELECT i, i, i % 1000 FROM n",
    ] {
      try connection.execute(sql)
    }
    for (table, column, key) in [
      ("Person", "name", "name"), ("Person", "nick", "nick"), ("Person", "level", "level"),
      ("Person", "points", "points"),
      ("Person", "dept", "dept_id"), ("Dept", "name", "name"), ("Dept", "town", "town"),
      ("Task", "priority", "priority"),
      ("Task", "person", "person_id"),
    ] {
      try connection.execute("CREATE INDEX \"\(table).\(column)\" ON \(table)(\(key))")
    }
    try connection.execute("ANALYZE")
    return connection
  }

  /// Predicates, sort keys, and the columns whose indexes the notes name.
  private static let cases: [(format: String, order: [String], columns: Set<String>)] = [
    ("name == 'name-7'", [], ["Person.name"]), ("name != 'name-7'", [], []),
    ("NOT name != 'name-7'", [], ["Person.name"]),
    ("name BEGINSWITH 'name-12'", [], ["Person.name"]), ("name LIKE 'name-1*7'", [], ["Person.name"]),
    ("name MATCHES 'name-1.*7'", [], ["Person.name"]), ("name CONTAINS '-7'", [], []),
    ("nick == nil", [], ["Person.nick"]), ("nick != nil", [], []), ("level > 995", [], ["Person.level"]),
    ("level IN {1, 2, 3}", [], ["Person.level"]), ("level BETWEEN {1, 3}", [], ["Person.level"]),
    ("level == age", [], []), ("level + 1 == 3", [], ["Person.level"]), ("level BETWEEN {age, 3}", [], []),
    ("age == 3", [], []),
    ("level == 1 OR level == 2", [], ["Person.level"]),
    ("level == 1 OR name == 'x'", [], ["Person.level", "Person.name"]),
    ("level == 1 OR age == 2", [], []), ("level == 1 AND age == 2", [], ["Person.level"]),
    ("TERNARY(level == 1, 1, 2) == 1", [], []), ("dept == nil", [], ["Person.dept"]),
    ("dept.name == nil", [], ["Person.dept"]), ("dept.name == 'dept-5'", [], ["Dept.name"]),
    ("dept.name == 'dept-5' OR dept.name == 'dept-6'", [], ["Dept.name"]), ("dept.town == nil", [], []),
    ("dept.name == 'dept-5' OR name == 'name-7'", [], ["Dept.name", "Person.name"]),
    ("ANY tasks.priority == 5", [], ["Task.priority"]), ("NONE tasks.priority == 5", [], []),
    ("tasks.@count > 2", [], []), ("TRUEPREDICATE", ["level"], ["Person.level"]), ("TRUEPREDICATE", ["age"], []),
    ("TRUEPREDICATE", ["dept.name"], []), ("level > 995", ["points"], ["Person.level", "Person.points"]),
    ("level > 995", ["dept.name"], ["Person.level"]), ("age == 3", ["points"], ["Person.points"]),
    ("age == 3", ["points", "level"], []),
    ("TRUEPREDICATE", ["points", "level"], ["Person.points"]),
  ]

  @Test("a plan uses an index that the notes name, and none that they exclude", arguments: cases)
  func plans(format: String, order: [String], columns: Set<String>) throws {
    let statement = try Self.translator().select(
      where: FormatPredicate(format), orderBy: order.map { .ascending($0) }, limit: order.isEmpty ? nil : 20)
    func column(_ note: SQLNote) -> String { String(note.message.prefix { $0 != ":" }) }
    let named = Set(statement.notes.filter { $0.kind == .index }.map(column))
    #expect(named == columns)
    let excluded = Set(statement.notes.filter { $0.message.contains("no index is used") }.map(column))
    let steps = try Self.database().rows(of: "EXPLAIN QUERY PLAN " + statement.text, statement.parameters)
    var used: Set<String> = []
    while let step = try steps.next() {
      guard case .string(let text)? = step.last else { continue }
      guard let index = text.range(of: "INDEX "), text.hasPrefix("SEARCH") || !order.isEmpty else { continue }
      used.insert(String(text[index.upperBound...].prefix { $0 != " " }))
    }
    #expect(columns.isEmpty || !used.isDisjoint(with: columns), "\(used)")
    #expect(used.isDisjoint(with: excluded.subtracting(named)), "\(used)")
  }
}
