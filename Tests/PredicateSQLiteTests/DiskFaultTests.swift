import Foundation
import PredicateFormat
import PredicateSQLite
import Testing

/// Every disk call of a change fails, in the middle of the change. Then the file contains the old contents or the whole change:
/// for this connection, for another one, and for one that finds the file as a killed program leaves it.
@Suite("The disk fails under SQLite", .serialized, .enabled(if: isSQLiteThere, needsSQLite))
struct DiskFaultTests {
  private typealias Contents = [[FormatValue]]

  private static func contents(_ connection: SQLiteDatabaseConnection) throws -> Contents {
    var contents: Contents = []
    for table in ["keeper", "shop", "ware"] {
      let rows = try connection.rows(of: "SELECT * FROM \(table) ORDER BY id")
      while let row = try rows.next() { contents.append(row) }
    }
    return contents
  }

  private static let changes: [@Sendable (SQLiteStore) throws -> Void] = [
    { try $0.update(["name": String(repeating: "new", count: 2_000)], where: try Town.request("sales > 0")) },
    { try $0.delete(where: try Town.request("sales < 50", .descending("sales")) { $0.limit = 6 }) },
    { store in
      try store.connection.transaction {
        try store.update(["sales": 1], where: try Town.request("kind == 'tea'"))
        try store.delete(where: PredicateFetchRequest(of: "Ware"))
      }
    },
  ]

  @Test(
    "one call fails, or all from one on", arguments: ["DELETE", "WAL", "TRUNCATE"],
    [(FailingDisk.Kind.broken, 1), (.broken, .max), (.full, 1), (.full, .max)])
  func changing(journal: String, failure: (kind: FailingDisk.Kind, count: Int)) throws {
    let template = try withFile { path in
      _ = try Town.store(path).connection.execute("PRAGMA journal_mode = \(journal)")
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    for change in Self.changes {
      let frames = try withFile { path in
        try template.write(to: URL(fileURLWithPath: path))
        let store = SQLiteStore(try SQLiteDatabaseConnection(.readWrite(path)), model: try Town.model())
        let before = try Self.contents(store.connection)
        try change(store)
        return (before: before, after: try Self.contents(store.connection))
      }
      var first = 1
      while try attempt(
        change, template, "\(journal), \(failure.kind)", failure.kind, first: first, count: failure.count, frames)
      { first += 1 }
      // Ensures that the test does something.
      #expect(first > 3)
    }
  }

  /// - Returns: Whether a call failed.
  private func attempt(
    _ change: (SQLiteStore) throws -> Void, _ template: Data, _ name: String, _ kind: FailingDisk.Kind, first: Int,
    count: Int, _ frames: (before: Contents, after: Contents)
  ) throws -> Bool {
    try withFile { path in
      try template.write(to: URL(fileURLWithPath: path))
      let connection = try SQLiteDatabaseConnection(.readWrite(path), library: try FailingDisk.library())
      // A small cache, so that pages are written before the end.
      try connection.execute("PRAGMA cache_size = 3")
      let store = SQLiteStore(connection, model: try Town.model())
      let left = URL(fileURLWithPath: path + ".left")
      var isWhole = false
      let (error, failed) = FailingDisk.run(kind, first: first, count: count == .max ? 1_000_000 : 1) {
        defer { isWhole = copy(path, to: left.path) }
        try change(store)
      }
      let comment = Comment(
        rawValue: "\(name), call \(first)\(count > 1 ? " and on" : ""), \(failed?.rawValue ?? "none")")

      // The file as it is for a program that starts after this one was killed.
      #expect(isWhole)
      let leftOver = try SQLiteDatabaseConnection(.readWrite(left.path))
      try leftOver.execute("PRAGMA synchronous = OFF")
      let found = try Self.contents(leftOver)
      #expect(found == frames.before || found == frames.after, comment)
      #expect(try leftOver.rows(of: "PRAGMA integrity_check").next() == [.string("ok")], comment)
      // SQLite can do without some calls. Otherwise, the error is the one that occurred.
      if let error {
        let reasons: [SQLiteDatabaseError.Reason] = kind == .full ? [.full] : [.diskError, .cannotOpen]
        #expect((error as? SQLiteDatabaseError)?.reason.map(reasons.contains) == true, "\(comment): \(error)")
      } else {
        #expect(found == frames.after, comment)
      }

      // The connection is still usable, and another one sees the same.
      let contents = try Self.contents(connection)
      #expect(error == nil ? contents == frames.after : contents == frames.before || contents == frames.after, comment)
      try connection.transaction { try connection.execute("INSERT INTO keeper VALUES (9, 'Ida', NULL)") }
      let other = try Self.contents(try SQLiteDatabaseConnection(.readWrite(path)))
      #expect(other.count == contents.count + 1, comment)
      return failed != nil
    }
  }

  /// Copies a database with all of its files, in their current state.
  private func copy(_ path: String, to other: String) -> Bool {
    for ending in ["", "-journal", "-wal"] where FileManager.default.fileExists(atPath: path + ending) {
      do { try FileManager.default.copyItem(atPath: path + ending, toPath: other + ending) } catch { return false }
    }
    return true
  }
}
