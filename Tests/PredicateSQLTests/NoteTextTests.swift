import PredicateFormat
import PredicateSQL
import Testing

/// The notes of each dialect about indexes. `Tests/Engines/check-notes` compares them with the plans of the engines.
@Suite("Texts of notes about indexes")
struct NoteTextTests {
  private static let cases: [(dialect: DatabaseDialect, format: String, order: [SortKey], notes: [String])] = [
    (.sqlite, "level > 5", [], ["index Person.level: its index can be used"]),
    (.sqlite, "level != 5", [], ["scan Person.level: an index rarely helps to exclude values"]),
    (.sqlite, "age > 5", [], ["missing-index Person.age: an index on the column could be used"]),
    (.sqlite, "age == level", [], ["scan == compares two values of each row: no index is used"]),
    (.sqlite, "dept.town == nil", [], ["scan Dept.town: the object may be nil: no index is used"]),
    (
      .sqlite, "level == 1 OR age == 2", [],
      [
        "scan Person.level: no index is used, because other parts of OR do not have one",
        "missing-index Person.age: an index on the column could be used if each part of OR had one",
      ]
    ),
    (
      .sqlite, "TERNARY(level == 1, 1, 2) == 1", [],
      [
        "scan Person.level: a condition of TERNARY uses no index",
        "scan == compares a computed value: no index is used",
      ]
    ),
    (.sqlite, "TRUEPREDICATE", [.ascending("level")], ["index Person.level: its index can be used for the order"]),
    (
      .sqlite, "TRUEPREDICATE", [.ascending("age")],
      ["missing-index Person.age: an index on the column could be used for the order"]
    ),
    (
      .sqlite, "TRUEPREDICATE", [.ascending("dept.name")], ["scan rows are sorted: no index is used for the order"]
    ),
    (.sqlite, "level > 5", [.ascending("dept.name")], ["index Person.level: its index can be used"]),
    (.sqlite, "level > 5", [.ascending("age")], ["index Person.level: its index can be used"]),
    (
      .postgresql, "TRUEPREDICATE", [.descending("level")],
      ["missing-index Person.level: an index on the column with NULLS FIRST could be used for the order"]
    ),
    (
      .postgresql, "TRUEPREDICATE", [.ascending("points")], ["index Person.points: its index can be used for the order"]
    ),
    (.mariadb, "TRUEPREDICATE", [.ascending("level")], ["index Person.level: its index can be used for the order"]),
    (
      .mariadb, "TRUEPREDICATE", [.descending("level")],
      ["scan Person.level: rows are sorted: no index is used for an order of several terms"]
    ),
    (.mariadb, "points > 5", [.descending("level")], ["index Person.points: its index can be used"]),
    (.duckdb, "level == 5", [.ascending("points")], ["index Person.level: its index can be used"]),
    (
      .duckdb, "level IN {5, 6}", [],
      ["scan Person.level: an index is certain to be used only for equality, as the only condition on the table"]
    ),
    (.spark, "level == 5", [.ascending("points")], ["scan Person.level: the engine has no indexes"]),
  ]

  @Test("notes", arguments: cases)
  func notes(dialect: DatabaseDialect, format: String, order: [SortKey], notes: [String]) throws {
    let model = try PredicateModel([
      .init(
        "Person",
        attributes: [
          .init("level", .integer32, isIndexed: true), .init("points", .integer64, isNullable: false, isIndexed: true),
          .init("age", .integer32),
        ], relationships: [.toOne("dept", "Dept", column: "dept_id", isEnforced: true)]),
      .init("Dept", attributes: [.init("name", .string, isNullable: false), .init("town", .string, isIndexed: true)]),
    ])
    let statement = try SQLTranslator(dialect, model: model, entity: "Person").select(
      where: FormatPredicate(format), orderBy: order, limit: order.isEmpty ? nil : 20)
    #expect(statement.notes.map { "\($0.kind.rawValue) \($0.message)" } == notes)
  }
}
