import CommandSupport
import Foundation
import PredicateFormat
import PredicateInput
import PredicateSQLite
import TestSupport
import Testing
import wordlist

private let isSQLiteThere = (try? SQLiteLibrary.system()) != nil
private let needsSQLite: Comment = "libsqlite3 3.38 or newer is not there"

/// Calls `body` with a temporary folder that is removed afterward.
private func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("words-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

@Suite("The SQLite store", .enabled(if: isSQLiteThere, needsSQLite))
struct SQLiteStoreTests {
  @Test("the statistics of the whole list are the same as in memory", .enabled(if: isListThere))
  func wholeList() throws {
    let expected = try packageText("Tests/WordListTests/Golden/wordlist.txt")
    let run = Run("--store", "sqlite")
    #expect(run.status == .fine)
    #expect(run.errors.isEmpty)
    // Compares bytes, because equal strings may be encoded differently.
    #expect(Data(run.output.utf8) == Data(expected.utf8))
  }

  @Test(
    "the statistics of small and unusual lists are the same as in memory",
    arguments: ["", "a", "zoo apple\nzap Zebra\n", "é e\u{301} É straße ß İ ı Σ ς zoo's z\"z z;z 😀 qiviut QIVIUT"])
  func smallLists(text: String) throws {
    try withFolder { folder in
      let words = folder.appendingPathComponent("words.txt")
      try Data(text.utf8).write(to: words)
      let memory = Run("--words", words.path)
      let sqlite = Run("--words", words.path, "--store", "sqlite")
      #expect(memory.status == .fine)
      #expect(sqlite.status == .fine)
      #expect(sqlite.errors.isEmpty)
      #expect(sqlite.lines == memory.lines)
    }
  }

  @Test("a named database is kept, its old words are deleted, and other tables are unchanged")
  func namedDatabase() throws {
    try withFolder { folder in
      let words = folder.appendingPathComponent("words.txt")
      let database = folder.appendingPathComponent("words.db").path
      for (text, count) in [("zoo apple zap", 3), ("qat", 1)] {
        try Data(text.utf8).write(to: words)
        let run = Run("--words", words.path, "--store", "sqlite", "--database", database)
        #expect(run.lines.first == "Word Count: \(count)")
        let connection = try SQLiteDatabaseConnection(.readWrite(database))
        try connection.execute("CREATE TABLE IF NOT EXISTS other(x)")
        #expect(try connection.rows(of: "SELECT count(*) FROM word").next() == [.integer(Int64(count))])
        #expect(try connection.rows(of: "SELECT count(*) FROM other").next() == [.integer(0)])
      }
      // A database with another program's table must not be modified.
      let foreign = folder.appendingPathComponent("foreign.db").path
      do {
        let connection = try SQLiteDatabaseConnection(.readWrite(foreign))
        try connection.execute("CREATE TABLE word(spelling)")
        try connection.execute("INSERT INTO word VALUES ('kept')")
      }
      let run = Run("--words", words.path, "--store", "sqlite", "--database", foreign)
      #expect(run.status == .unusable)
      #expect(run.errors.contains("the database cannot be used"))
      let connection = try SQLiteDatabaseConnection(.readOnly(foreign))
      #expect(try connection.rows(of: "SELECT spelling FROM word").next() == [.string("kept")])
      #expect(try connection.rows(of: "SELECT name FROM sqlite_schema WHERE name = 'word_category'").next() == nil)
    }
  }

  @Test("invalid database files are errors")
  func unusable() throws {
    for path in ["/no/such/folder/words.db", packageRoot.appendingPathComponent("README.md").path] {
      let run = Run("--store", "sqlite", "--database", path)
      #expect(run.status == .unusable)
      #expect(run.lines.isEmpty)
      #expect(run.errors.contains("the database cannot be used"))
    }
  }

  @Test("the log shows statements with time and rows, then also values, then also requests")
  func log() throws {
    try withFolder { folder in
      let words = folder.appendingPathComponent("words.txt")
      try Data("zoo zyzzyvas".utf8).write(to: words)
      let logs = (0...3).map { Run("--words", words.path, "--store", "sqlite", "--log-sql", "\($0)").errorLines }
      #expect(logs[0].isEmpty)
      let select = #"sql: SELECT t0."text" AS "text" FROM "word" AS t0 WHERE t0."text" = ? ORDER BY t0."text", t0."id""#
      let values = #"     values: "zyzzyvas""#
      let request = #"request: entity Word; result text; predicate text == "zyzzyvas"; sorted by text ascending"#
      for (level, log) in logs.enumerated().dropFirst() {
        #expect(log.contains(select))
        #expect(log.contains { $0.hasSuffix(" s, 1 row") })
        #expect(log.contains(values) == (level >= 2))
        #expect(log.contains(request) == (level >= 3))
        // Loading logs one line per table.
        #expect(log.filter { $0.hasPrefix("sql: INSERT INTO word ") }.count == 1)
        #expect(log.contains { $0.hasSuffix(" s, 2 rows") })
      }
      #expect(logs[2].contains { $0.hasPrefix("     2 runs, last values: 1, \"zyzzyvas\", 8") })
    }
  }

  @Test("the model written in Swift equals the model in the file")
  func model() throws {
    let file = try PredicateModel.read(packageRoot.appendingPathComponent("Corpus/SQL/Models/wordlist.json").path)
    #expect(try WordDatabase.model() == file)
  }
}
