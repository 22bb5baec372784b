import Foundation
import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

/// Files that are not databases, or are damaged, and databases that change while they are read.
@Suite("Database files", .enabled(if: isSQLiteThere, needsSQLite))
struct DatabaseFileTests {
  /// Reads and changes everything in the town at a path.
  private static func useAll(_ path: String) throws {
    let store = SQLiteStore(try SQLiteDatabaseConnection(.readWrite(path)), model: try Town.model())
    for entity in ["Shop", "Keeper", "Ware"] { _ = try store.fetchAll(PredicateFetchRequest(of: entity)) }
    _ = try store.fetchCount(try Town.request("ANY wares.price > 3 OR keeper.name LIKE[cd] '*a*'"))
    try store.update(["sales": 1], where: try Town.request("kind == 'tea'"))
    try store.delete(where: try Town.request("sales > 0", .ascending("name", .localizedStandard)) { $0.limit = 3 })
  }

  private static func error(_ path: String) -> SQLiteDatabaseError? {
    #expect(throws: SQLiteDatabaseError.self, "\(path)") { try useAll(path) }
  }

  /// Returns the town as a file, with rows that fill several pages.
  private static func make(_ path: String) throws -> Data {
    let store = try Town.store(path)
    try store.connection.transaction {
      for id in 100..<400 {
        try store.connection.execute("INSERT INTO keeper VALUES (\(id), 'keeper number \(id)', 'Ulm')")
      }
    }
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test("the error for a file that cannot be opened gives the reason")
  func unopened() throws {
    try withFile { path in
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      for (location, message): (SQLiteDatabaseConnection.Location, String) in [
        (.readOnly(folder), "'\(folder)': this is a folder; expected a file"),
        (.readWrite(folder), "'\(folder)': this is a folder; expected a file"),
        (.readOnly(path), "'\(path)': the file does not exist"),
        (.readWrite(path + "/db"), "'\(path)/db': the file cannot be created"),
      ] {
        let error = #expect(throws: SQLiteDatabaseError.self) { try SQLiteDatabaseConnection(location) }
        #expect(error?.message == message)
      }
    }
  }

  @Test("a pipe is not opened")
  func pipe() throws {
    #if !os(Windows)
    try withFile { path in
      #expect(mkfifo(path, 0o600) == 0)
      for location in [SQLiteDatabaseConnection.Location.readOnly(path), .readWrite(path)] {
        let error = #expect(throws: SQLiteDatabaseError.self) { try SQLiteDatabaseConnection(location) }
        #expect(error?.message == "'\(path)': this is a pipe; expected a regular file")
      }
    }
    #endif
  }

  @Test("a database whose writer crashed says that it must be opened once for writing")
  func hotJournal() throws {
    try withFile { path in
      let store = try Town.store(path)
      let connection = store.connection
      // So that the change is in the file, and not only in memory, before it is complete.
      try connection.execute("PRAGMA cache_size = 1")
      try connection.execute("BEGIN")
      for id in 100..<2000 {
        try connection.execute("INSERT INTO keeper VALUES (\(id), 'keeper number \(id)', 'Ulm')")
      }
      // What a crash leaves: the changed file and its journal.
      let copy = path + "-copy"
      for end in ["", "-journal"] { try FileManager.default.copyItem(atPath: path + end, toPath: copy + end) }
      try connection.execute("ROLLBACK")
      let error = #expect(throws: SQLiteDatabaseError.self) { try SQLiteDatabaseConnection(.readOnly(copy)) }
      #expect(error?.code == 776 && error?.reason == .readOnly)
      #expect(
        error?.message == "attempt to write a readonly database; a program that changed the database ended before the "
          + "change was complete: open the database once for writing, and SQLite takes the change back")
      _ = try SQLiteDatabaseConnection(.readWrite(copy))
      let mended = SQLiteStore(try SQLiteDatabaseConnection(.readOnly(copy)), model: try Town.model())
      #expect(
        try mended.fetchCount(PredicateFetchRequest(of: "Keeper"))
          == store.fetchCount(PredicateFetchRequest(of: "Keeper")))
    }
  }

  @Test("file names that SQLite would interpret as something else")
  func names() throws {
    try withFile { path in
      _ = try Self.make(path)
      for name in [":memory:", "file::memory:", "file:\(path)", "file:\(path)?mode=ro"] {
        let error = #expect(throws: SQLiteDatabaseError.self, "\(name)") {
          try SQLiteDatabaseConnection(.readOnly(name))
        }
        #expect(error?.message == "'./\(name)': the file does not exist")
      }
    }
  }

  @Test("a file without read permission", .enabled(if: geteuid() != 0, "the superuser may read every file"))
  func forbidden() throws {
    try withFile { path in
      _ = try Self.make(path)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      let error = #expect(throws: SQLiteDatabaseError.self) { try SQLiteDatabaseConnection(.readOnly(path)) }
      #expect(error?.message == "'\(path)': the file is not readable")
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
      #expect(Self.error(path)?.reason == .readOnly)
    }
  }

  @Test("files that are not databases, or are truncated")
  func cutOff() throws {
    try withFile { path in
      let whole = try Self.make(path)
      let url = URL(fileURLWithPath: path)
      #expect(whole.count > 3 * 4_096)
      func reason(_ data: Data) throws -> SQLiteDatabaseError.Reason? {
        try data.write(to: url)
        return Self.error(path)?.reason
      }
      #expect(try reason(Data("no database, but long enough to be looked at by its head".utf8)) == .notADatabase)
      #expect(try reason(Data([0x1F, 0x8B]) + whole) == .notADatabase)
      #expect(try reason(Data(repeating: 0, count: 16) + whole.dropFirst(16)) == .notADatabase)
      // An empty file is an empty database.
      try Data().write(to: url)
      #expect(Self.error(path)?.message == "no such table: shop")
      for count in [4_096, 5_000, whole.count / 2, whole.count - 4_096] {
        #expect(try reason(whole.prefix(count)) == .damaged, "\(count)")
      }
    }
  }

  @Test("files with a damaged page")
  func damaged() throws {
    try withFile { path in
      let whole = try Self.make(path)
      for page in 1..<whole.count / 4_096 {
        var data = whole
        data.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(repeating: 0xFF, count: 4_096))
        try data.write(to: URL(fileURLWithPath: path))
        #expect(Self.error(path)?.reason == .damaged, "page \(page)")
      }
    }
  }

  @Test("files damaged anywhere give rows or an error, and never a crash")
  func damagedAnywhere() throws {
    let seed = testSeed("DatabaseFileTests.damagedAnywhere")
    var random = SeededRandom(state: seed)
    try withFile { path in
      let whole = try Self.make(path)
      var errors = 0
      for _ in 0..<150 {
        var data = whole
        for _ in 0..<Int.random(in: 1...40, using: &random) {
          data[Int.random(in: 16..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        try data.write(to: URL(fileURLWithPath: path))
        try? FileManager.default.removeItem(atPath: path + "-journal")
        do { try Self.useAll(path) } catch {
          #expect(error is SQLiteDatabaseError, "TEST_SEED=\(seed): \(error)")
          errors += 1
        }
      }
      #expect(errors > 10, "TEST_SEED=\(seed)")
    }
  }

  @Test("files that are truncated while they are read")
  func cutOffWhileRead() throws {
    try withFile { path in
      _ = try Self.make(path)
      let connection = try SQLiteDatabaseConnection(.readOnly(path))
      try connection.execute("PRAGMA cache_size = 1")
      let cursor = try connection.rows(of: "SELECT * FROM keeper")
      _ = try cursor.next()
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: 4_096)
      let error = #expect(throws: SQLiteDatabaseError.self) { while try cursor.next() != nil {} }
      #expect(error?.reason == .diskError || error?.reason == .damaged)
      // There is nothing after the error.
      #expect(try cursor.next() == nil)
    }
  }

  @Test("in a full file, a change is undone")
  func full() throws {
    try withFile { path in
      _ = try Self.make(path)
      let store = SQLiteStore(try SQLiteDatabaseConnection(.readWrite(path)), model: try Town.model())
      let names = try store.fetchAll(PredicateFetchRequest(of: "Keeper"))
      try store.connection.execute("PRAGMA max_page_count = 1")
      let long = String(repeating: "x", count: 3_000)
      let error = #expect(throws: SQLiteDatabaseError.self) {
        try store.update(["name": long], where: PredicateFetchRequest(of: "Keeper"))
      }
      #expect(error?.reason == .full)
      #expect(error?.message == "database or disk is full")
      #expect(try store.fetchAll(PredicateFetchRequest(of: "Keeper")) == names)
      // Changes that fit still succeed.
      #expect(try store.update(["name": "x"], where: PredicateFetchRequest(of: "Keeper")) == 303)
    }
  }

  @Test("tables that change while a statement is cached")
  func schema() throws {
    try withFile { path in
      let store = try Town.store(path)
      let request = try Town.request("sales > 3", .ascending("name"))
      let before = try store.fetchIdentifiers(request)
      let other = try SQLiteDatabaseConnection(.readWrite(path))
      try other.execute("ALTER TABLE shop ADD COLUMN more TEXT")
      try other.execute("CREATE INDEX by_sales ON shop(sales)")
      #expect(try store.fetchIdentifiers(request) == before)
      try other.execute("ALTER TABLE shop RENAME COLUMN sales TO sold")
      let error = #expect(throws: SQLiteDatabaseError.self) { try store.fetchIdentifiers(request) }
      #expect(error?.message.contains("no such column") == true)
      try other.execute("DROP TABLE shop")
      #expect(throws: SQLiteDatabaseError.self) { try store.fetchCount(request) }
      #expect(throws: SQLiteDatabaseError.self) { try store.delete(where: request) }
    }
  }

  @Test(
    "files with a write-ahead log, in a read-only folder",
    .enabled(if: geteuid() != 0, "the superuser may write in every folder"))
  func log() throws {
    try withFile { path in
      do {
        let connection = try Town.store(path).connection
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("PRAGMA wal_autocheckpoint = 0")
        try connection.execute("UPDATE shop SET sales = 1")
        // The state in which a killed program leaves the file.
        for ending in ["", "-wal"] {
          try FileManager.default.copyItem(atPath: path + ending, toPath: path + ".left" + ending)
        }
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder) }
      #expect(throws: SQLiteDatabaseError.self) {
        try SQLiteDatabaseConnection(.readOnly(path + ".left")).rows(of: "SELECT * FROM shop").next()
      }
    }
  }

  @Test("rows that contradict the model are an error when they are read, with the column")
  func misfits() throws {
    let store = try Town.store()
    for (column, value, message) in [
      ("name", "CAST(x'61ff' AS TEXT)", "the column 'name' contains text that is not UTF-8"),
      (
        "name", "x'6162'", "the column 'name' contains data that is not a value of its type: CAST(\"YWI=\", \"NSData\")"
      ),
      ("sales", "'many'", "the column 'sales' contains a string that is not a value of its type: \"many\""),
      ("sales", "1.5", "the column 'sales' contains a number that is not a value of its type: 1.5"),
      ("rating", "'high'", "the column 'rating' contains a string that is not a value of its type: \"high\""),
      (
        "founded", "x'00'",
        "the column 'founded' contains data that is not a value of its type: CAST(\"AA==\", \"NSData\")"
      ),
      ("is_open", "'yes'", "the column 'isOpen' contains a string that is not a value of its type: \"yes\""),
    ] {
      try store.connection.execute("PRAGMA ignore_check_constraints = ON")
      try store.connection.execute("SAVEPOINT s")
      try store.connection.execute("UPDATE shop SET \(column) = \(value) WHERE id = 4")
      let error = #expect(throws: SQLiteDatabaseError.self) { try store.fetchAll(try Town.request()) }
      #expect(error?.message == message)
      try store.connection.execute("ROLLBACK TO s")
      try store.connection.execute("RELEASE s")
    }
    // Extreme values are the same as in memory.
    for (column, value) in [
      ("sales", "9223372036854775807"), ("rating", "9e999"), ("rating", "-9e999"), ("rating", "-0.0"),
    ] {
      try store.connection.execute("UPDATE shop SET \(column) = \(value) WHERE id = 4")
      #expect(try store.fetchCount(try Town.request("\(column) == \(column)")) == 10)
    }
  }
}
