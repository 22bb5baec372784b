import PredicateFormat
import PredicateSQLite
import Testing

/// The code of Grammar/Guides/UsingTheLibrary.md that runs statements on SQLite; `ReadmeTests` compares the lines.
@Suite("Grammar/Guides/UsingTheLibrary.md", .enabled(if: isSQLiteThere, needsSQLite))
struct UsingTheLibraryTests {
  @Test("the rows of a statement")
  func rows() throws {
    let text = DataModel.Attribute("text", .string, isNullable: false, isIndexed: true)
    let length = DataModel.Attribute("length", .integer16, isNullable: false)
    let model = try DataModel([DataModel.Entity("Word", table: "word", attributes: [text, length])])
    try withFile { path in
      let writer = try SQLiteDatabaseConnection(.readWrite(path))
      try writer.execute("CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT NOT NULL, length INTEGER NOT NULL)")
      try writer.execute("INSERT INTO word(text, length) VALUES ('Qi', 2), ('aa', 2), ('qis', 3)")
      let connection = try SQLiteDatabaseConnection(.readOnly(path))
      let predicate = try FormatPredicate("text MATCHES[c] %@", "qi.*")
      let rows = try connection.rows(of: predicate.sql(.sqlite, model: model, entity: "Word"))
      var found: [[FormatValue]] = []
      while let row = try rows.next() {
        found.append(row)
      }
      #expect(found == [[.integer(1)], [.integer(3)]])
    }
  }
}
