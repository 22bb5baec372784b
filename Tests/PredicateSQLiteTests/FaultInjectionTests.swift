import Foundation
import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

/// Every SQLite call of an operation fails once, with each error that SQLite has for it. Then the database is in the state
/// before or after the operation, nothing is left open, and the connection is still usable.
@Suite("SQLite fails at every call", .serialized, .enabled(if: isSQLiteThere, needsSQLite))
struct FaultInjectionTests {
  /// Busy, out of memory, interrupted, disk error, damaged, full.
  private static let codes: [Int32] = [5, 7, 9, 10, 11, 13]
  /// After these, SQLite may have rolled back the transaction.
  private static let endingCodes: [Int32] = [7, 9, 10, 13]

  // MARK: Operations

  /// An operation on the town.
  struct Operation: Sendable, CustomStringConvertible {
    var description: String
    /// Whether it runs in a transaction of the program, which has already made a change.
    var isWithin = false
    /// Whether a call may fail after the change is complete.
    var goesOn = false
    var run: @Sendable (SQLiteStore) throws -> Void
  }

  static let operations: [Operation] = [
    Operation(description: "an update") {
      try $0.update(["sales": 5, "name": "x", "kind": nil], where: try Town.request("kind == 'tea' AND sales > 3"))
    },
    Operation(description: "an update of a page, ordered in memory") {
      let page = try Town.request("kind != 'cake'", .ascending("name", .localizedStandard)) {
        ($0.offset, $0.limit) = (1, 4)
      }
      try $0.update(["rating": 7.5, "sales": try FormatExpression("sales + 1")], where: page)
    },
    Operation(description: "a delete") { try $0.delete(where: try Town.request("ANY wares.name == 'cup'")) },
    Operation(description: "a delete through a table of pairs") {
      try $0.delete(where: PredicateFetchRequest(try FormatPredicate("ANY keepers.name == 'Ada'"), of: "Guild"))
    },
    Operation(description: "a delete of a page") {
      try $0.delete(where: try Town.request("sales < 50", .descending("sales")) { $0.limit = 3 })
    },
    Operation(description: "a delete while a cursor reads", goesOn: true) { store in
      let cursor = try store.connection.rows(of: "SELECT name FROM shop")
      _ = try cursor.next()
      try store.delete(where: try Town.request("sales > 10"))
      while try cursor.next() != nil {}
    },
    Operation(description: "a transaction of the program's") { store in
      try store.connection.transaction {
        try store.update(["sales": 1], where: try Town.request("kind == 'tea'"))
        try store.delete(where: try Town.request("kind == 'cake'"))
        try store.connection.execute("INSERT INTO keeper VALUES (9, ?, ?)", [text("Ida"), null])
      }
    },
    Operation(description: "a transaction that swallows errors") { store in
      try store.connection.transaction {
        // All changes or none, although the first error is ignored: a failure ends the transaction or is undone alone.
        var first: (any Error)?
        do { try store.update(["sales": 1], where: try Town.request("kind == 'tea'")) } catch { first = error }
        try store.delete(where: try Town.request("kind == 'cake'"))
        if let first { throw first }
      }
    },
    Operation(description: "an update within a transaction of the program's", isWithin: true) {
      try $0.update(["sales": 5], where: try Town.request("kind == 'tea'"))
    },
    Operation(description: "a delete of a page within a transaction of the program's", isWithin: true) {
      try $0.delete(where: try Town.request("sales < 50", .descending("sales")) { $0.limit = 3 })
    },
  ]

  // MARK: The database

  /// Returns the town, with guilds of keepers, on a library that fails.
  private static func store() throws -> SQLiteStore {
    let connection = try SQLiteDatabaseConnection(library: try FailingLibrary.library())
    try Town.fill(connection)
    try connection.execute("CREATE TABLE guild(id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    try connection.execute("CREATE TABLE membership(guild_id INTEGER, keeper_id INTEGER)")
    try connection.execute("INSERT INTO guild VALUES (1, 'bakers'), (2, 'potters'), (3, 'none')")
    try connection.execute("INSERT INTO membership VALUES (1, 1), (1, 2), (2, 1)")
    let guild = PredicateModel.Entity(
      "Guild", table: "guild", attributes: [.init("name", .string, isNullable: false)],
      relationships: [
        .toMany("keepers", "Keeper", linkTable: "membership", source: "guild_id", destination: "keeper_id")
      ])
    return SQLiteStore(connection, model: try PredicateModel(try Town.model().entities + [guild]))
  }

  /// Returns the contents of the database.
  private static func contents(_ connection: SQLiteDatabaseConnection) throws -> [[FormatValue]] {
    var contents: [[FormatValue]] = []
    for table in ["keeper", "shop", "ware", "guild", "membership"] {
      let rows = try connection.rows(of: "SELECT '\(table)', * FROM \(table) ORDER BY 1, 2, 3")
      while let row = try rows.next() { contents.append(row) }
    }
    return contents
  }

  private static let within = "UPDATE keeper SET city = 'Rom'"

  /// Returns the contents before and after an operation, in the program's transaction or without one.
  private static func frames(_ operation: Operation) throws -> (before: [[FormatValue]], after: [[FormatValue]]) {
    let store = try store()
    if operation.isWithin { try store.connection.execute(within) }
    let before = try contents(store.connection)
    try operation.run(store)
    return (before, try contents(store.connection))
  }

  // MARK: The tests

  /// Runs an operation with the given failures.
  ///
  /// - Returns: Whether a call failed.
  private static func attempt(
    _ operation: Operation, _ failure: FailingLibrary.Failure,
    _ frames: (before: [[FormatValue]], after: [[FormatValue]])
  ) throws -> Bool {
    var failed: FailingLibrary.Call?
    do {
      let store = try store()
      let connection = store.connection
      if operation.isWithin {
        try connection.execute("BEGIN")
        try connection.execute(within)
      }
      let error: (any Error)?
      (error, failed) = FailingLibrary.run(failure) { try operation.run(store) }
      let comment = Comment(rawValue: "\(operation): \(failure), \(failed?.rawValue ?? "none")")
      check(error, failure, failed, comment)

      let isEnded = failure.rollsBack && failed == .step
      if operation.isWithin, isEnded {
        // SQLite has ended the program's transaction. Nothing of it is left, and its own COMMIT reports this.
        #expect(throws: SQLiteDatabaseError.self, comment) { try connection.execute("COMMIT") }
        return failed != nil
      }
      let contents = try contents(connection)
      #expect(
        contents == (failed == nil ? frames.after : frames.before) || operation.goesOn && contents == frames.after,
        comment)
      if operation.isWithin {
        try connection.execute("COMMIT")
        #expect(try self.contents(connection) == contents, comment)
      } else if contents == frames.before {
        // No transaction is open, and the connection is still usable.
        #expect(throws: Never.self, comment) { try connection.transaction {} }
        #expect(throws: Never.self, comment) { try operation.run(store) }
        #expect(try self.contents(connection) == frames.after, comment)
      }
    }
    return failed != nil
  }

  /// Checks that an operation that failed does not report success, and that the error is the one that occurred.
  private static func check(
    _ error: (any Error)?, _ failure: FailingLibrary.Failure, _ failed: FailingLibrary.Call?, _ comment: Comment
  ) {
    guard let failed else { return #expect(error == nil, comment) }
    guard let error = error as? SQLiteDatabaseError else { return #expect(error is SQLiteDatabaseError, comment) }
    // For a column, the only error is lack of memory. If SQLite has ended a transaction, the error says so.
    let code = failed == .columnName || failed == .columnText ? 7 : failure.code
    // If several calls fail, an operation that ignores the first error reports that of the next.
    let next = failure.count > 1 ? failure.code : code
    #expect([code, failure.rollsBack ? 4 : code, next].contains(Int32((error.code ?? -1) & 0xFF)), comment)
    #expect(!error.message.contains("not an error"), comment)
  }

  /// Calls `attempt` with the failure of each call by each code, until the operation succeeds.
  ///
  /// - Returns: The number of failures.
  private static func forEachFailure(
    _ codes: [Int32], _ change: (inout FailingLibrary.Failure) -> Void,
    _ attempt: (FailingLibrary.Failure) throws -> Bool
  ) throws -> Int {
    var failures = 0
    for code in codes {
      var failure = FailingLibrary.Failure(first: 1, code: code)
      change(&failure)
      FailingLibrary.state.withLock { $0.closed = [] }
      while try attempt(failure) {
        failures += 1
        failure.first += 1
      }
      // No statement is left open.
      FailingLibrary.state.withLock { state in
        #expect(state.closed.count == failure.first && state.closed.allSatisfy { $0 == 0 })
      }
    }
    return failures
  }

  @Test("one call fails", arguments: operations)
  func once(operation: Operation) throws {
    let frames = try Self.frames(operation)
    #expect(frames.before != frames.after)
    let failures = try Self.forEachFailure(Self.codes, { _ in }) { try Self.attempt(operation, $0, frames) }
    // Ensures that the test does something.
    #expect(failures > 40)
  }

  @Test("a call fails, and SQLite rolls back the transaction", arguments: operations)
  func rolledBack(operation: Operation) throws {
    let frames = try Self.frames(operation)
    let failures = try Self.forEachFailure(Self.endingCodes, { $0.rollsBack = true }) {
      try Self.attempt(operation, $0, frames)
    }
    #expect(failures > 25)
  }

  @Test("the rollback fails too, once or until the operation ends", arguments: operations, [2, 3, 1_000_000])
  func rollback(operation: Operation, count: Int) throws {
    let frames = try Self.frames(operation)
    let failures = try Self.forEachFailure([7, 10], { $0.count = count }) { try Self.attempt(operation, $0, frames) }
    #expect(failures > 10)
  }

  // MARK: Reading

  @Test("what is read is correct, or an error")
  func reading() throws {
    let readings: [(SQLiteStore) throws -> AnyHashable] = [
      { try $0.fetchAll(try Town.request("sales > 3 AND name != 'x'", .ascending("rating"))) },
      { try $0.fetchAll(try Town.request("kind == nil", .ascending("name", .localizedStandard))) },
      { try $0.fetchCount(try Town.request("ANY wares.price > 3 AND name LIKE[cd] '*e*'")) },
      { try $0.queryAttributes(try Town.request().selecting("name").selecting("kind")) },
      { try $0.queryValue(.maximum("sales"), as: Int.self, for: try Town.request()) },
      { store in
        let cursor = try store.connection.rows(of: "SELECT * FROM shop")
        var rows = [cursor.names.map(FormatValue.string)]
        while let row = try cursor.next() { rows.append(row) }
        return rows
      },
    ]
    for (index, read) in readings.enumerated() {
      let wanted = try read(try Self.store())
      let failures = try Self.forEachFailure(Self.codes, { _ in }) { failure in
        let store = try Self.store()
        var got: AnyHashable?
        let (error, failed) = FailingLibrary.run(failure) { got = try read(store) }
        let comment = Comment(rawValue: "reading \(index): \(failure), \(failed?.rawValue ?? "none")")
        Self.check(error, failure, failed, comment)
        #expect(failed != nil || got == wanted, comment)
        // Again, with the same statements.
        #expect(try read(store) == wanted, comment)
        return failed != nil
      }
      #expect(failures > 15)
    }
  }

  @Test("a connection that cannot be opened is closed")
  func opening() throws {
    let failures = try Self.forEachFailure(Self.codes, { _ in }) { failure in
      let (error, failed) = FailingLibrary.run(failure) {
        _ = try SQLiteDatabaseConnection(library: FailingLibrary.library())
      }
      Self.check(error, failure, failed, "\(failure), \(failed?.rawValue ?? "none")")
      return failed != nil
    }
    #expect(failures > 50)
  }
}
