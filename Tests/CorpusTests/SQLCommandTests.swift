import Foundation
import PredicateCases
import PredicateSQLite
import TestSupport
import Testing

@testable import predcheck

private let isSQLiteThere = (try? SQLiteLibrary.system()) != nil
private let needsSQLite: Comment = "libsqlite3 3.38 or newer is not there"
private let model = packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path

/// A call on the words of the word list's model.
private func words(_ command: String, _ format: String, _ more: String..., input: String = "") -> Run {
  let arguments = [command, format, "--model", model, "--entity", "Word"] + more
  return Run(bytes: arguments.map { Array($0.utf8) }, input: input)
}

/// Calls `body` with the path of a database of a few words.
private func withDatabase(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("predcheck-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("words.db").path
  let connection = try SQLiteConnection(.readWrite(path))
  for statement in [
    "CREATE TABLE word_category (id INTEGER PRIMARY KEY, first_letter TEXT NOT NULL)",
    "CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL, text_c TEXT NOT NULL, length INTEGER, category_id)",
    "INSERT INTO word_category VALUES (1, 'z'), (2, 'q')",
    """
    INSERT INTO word SELECT column1, column2, predicate_fold(column2, 'c'), length(column2), column3
    FROM (VALUES (1, 'zoo', 1), (2, 'Zap', 1), (3, 'qat', 2), (4, 'a"b', NULL))
    """,
  ] {
    try connection.execute(statement)
  }
  try body(path)
}

struct SQLCallTests {
  @Test("calls that cannot be used")
  func unusable() {
    let faults: [(Run, String)] = [
      (Run("sql", "--dialect", "spark"), "expected one format string, found 0"),
      (Run("sql", "a == 1", "--dialect", "sqlite"), "expected --model FILE"),
      (Run("sql", "a == 1", "--dialect", "sqlite", "--model", model), "expected --entity NAME"),
      (words("sql", "length == 1"), "expected --dialect NAME: sqlite, postgresql, mariadb, duckdb, spark"),
      (words("sql", "length == 1", "--dialect", "sqlit"), "did you mean sqlite?"),
      (words("sql", "length == 1", "--dialect", "spark", "--database", "x"), "a database of SQLite, not of spark"),
      (words("sql", "length == 1", "--residual", "--database", "x"), "it does not go with --database"),
      (words("sql", "length == %@", "--dialect", "sqlite"), "too-few-arguments"),
      (words("eval", "length == 1"), "--model goes with --database"),
      (words("eval", "length == 1", "--database", "x", "--data", "y"), "--data does not go with --database"),
      (words("eval", "length == 1", "--database", "x", "--explain"), "--explain does not go with --database"),
      (words("eval", "length == 1", "--database", "x", "--on-fault", "throw"), "--on-fault throw is for --data"),
      (Run("eval", "a == 1", "--database", "x"), "expected --model FILE"),
      (
        Run("sql", "a == 1", "--model", model, "--entity", "Wrod", "--dialect", "sqlite"),
        "the model has no entity 'Wrod'; did you mean Word?"
      ),
      (
        Run("sql", "a == 1", "--model", "/no/such/model", "--entity", "Word", "--dialect", "sqlite"),
        "/no/such/model: there is no such file"
      ),
    ]
    for (run, reason) in faults {
      #expect(run.status == .unusable, "\(reason)")
      #expect(run.errors.contains(reason), "\(run.errors)")
      #expect(run.output.isEmpty)
    }
  }

  @Test("formats that are none")
  func invalid() {
    let run = words("sql", "length ==", "--dialect", "duckdb")
    #expect(run.status == .no)
    #expect(run.errors.hasPrefix("error[expected-expression]"))
    #expect(words("sql", "length ==", "--dialect", "duckdb", "--json").output.hasPrefix(#"{"diagnostics": [{"code": "#))
  }
}
