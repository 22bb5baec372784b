import Foundation
import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

/// Statements end when they exceed their limits or when their task is cancelled.
@Suite("Limits of statements", .enabled(if: isSQLiteThere, needsSQLite))
struct LimitTests {
  /// An endless statement.
  private static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  /// Returns a store with many rows, all in one table.
  private static func store(_ connection: SQLiteDatabaseConnection) throws -> SQLiteStore {
    try connection.execute("CREATE TABLE thing(id INTEGER PRIMARY KEY, number INTEGER)")
    try connection.execute(
      """
      INSERT INTO thing WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i, i FROM n
      """)
    let model = try PredicateModel([.init("Thing", table: "thing", attributes: [.init("number", .integer64)])])
    return SQLiteStore(connection, model: model)
  }

  @Test("steps of an endless statement, and of a cursor with all of its rows")
  func steps() throws {
    let connection = try SQLiteDatabaseConnection()
    connection.limits.steps = 50_000
    let error = #expect(throws: SQLiteDatabaseError.self) { try connection.execute(Self.endless) }
    #expect(error?.code == 9)
    #expect(error?.finding?.code == .tooManySteps)
    #expect(error?.message == "the evaluation was stopped after 50000 steps")
    #expect(error?.statement == Self.endless)
    // The next statement starts from zero, and a shorter one is not affected.
    #expect(try value("1 + 1", on: connection) == .integer(2))

    connection.limits.steps = nil
    let store = try Self.store(connection)
    connection.limits.steps = 50_000
    let cursor = try connection.rows(of: "SELECT * FROM thing")
    var rows = 0
    #expect(throws: SQLiteDatabaseError.self) { while try cursor.next() != nil { rows += 1 } }
    #expect(rows > 1_000 && rows < 20_000)
    #expect(try store.fetchAll(PredicateFetchRequest(of: "Thing", limit: 5)).count == 5)
    let all = PredicateFetchRequest(try FormatPredicate("number > 0"), of: "Thing")
    #expect(codes { _ = try store.fetchAll(all) } == [.tooManySteps])
    connection.limits.steps = 10_000_000
    #expect(try store.fetchCount(all) == 20_000)
  }

  @Test("a change that takes too many steps changes nothing; the statements of one change are counted together")
  func changes() throws {
    let store = try Self.store(try SQLiteDatabaseConnection())
    let half = PredicateFetchRequest(
      try FormatPredicate("number > 0"), of: "Thing", sortKeys: [.ascending("number")], limit: 15_000)
    for steps in [10_000, 100_000, 400_000] {
      store.connection.limits.steps = steps
      #expect(codes { try store.update(["number": 0], where: half) } == [.tooManySteps], "\(steps)")
      #expect(codes { try store.delete(where: half) } == [.tooManySteps], "\(steps)")
      store.connection.limits.steps = nil
      #expect(try value("count(*) FROM thing WHERE number = id", on: store.connection) == .integer(20_000), "\(steps)")
    }
    #expect(try store.update(["number": 0], where: half) == 15_000)
  }

  @Test("time")
  func time() throws {
    let connection = try SQLiteDatabaseConnection()
    // The statement never ends: on a slow machine it reaches the limit after fewer steps.
    connection.limits.duration = .milliseconds(20)
    let error = #expect(throws: SQLiteDatabaseError.self) { try connection.execute(Self.endless) }
    #expect(error?.finding?.code == .tooSlow)
    connection.limits.duration = nil
    #expect(try value("1 + 1", on: connection) == .integer(2))
  }

  @Test("searched text counts, although a call is one operation to SQLite")
  func searches() throws {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE thing(id INTEGER PRIMARY KEY, text TEXT)")
    let text = SQLParameter(.string(String(repeating: "aA", count: 500)), .text)
    for _ in 0..<20 { try connection.execute("INSERT INTO thing(text) VALUES (?)", [text]) }
    let model = try PredicateModel([.init("Thing", table: "thing", attributes: [.init("text", .string)])])
    let store = SQLiteStore(connection, model: model)
    // So few operations that the time is never checked.
    connection.limits.duration = .zero
    #expect(try store.fetchCount(PredicateFetchRequest(try FormatPredicate("text != ''"), of: "Thing")) == 20)
    // With so many wildcards, this package decides whether the text matches the pattern.
    let slow = "*" + String(repeating: "a", count: 100) + "b" + String(repeating: "*c", count: 9)
    for again in [
      try FormatPredicate("text MATCHES[c] %@", #"(.+)\1\1\1c"#),
      try FormatPredicate("text LIKE[cd] %@", slow),
    ] {
      #expect(codes { _ = try store.fetchCount(PredicateFetchRequest(again, of: "Thing")) } == [.tooSlow], "\(again)")
    }
  }

  @Test("a cancelled task")
  func cancelled() async throws {
    let task = Task {
      let connection = try SQLiteDatabaseConnection()
      withUnsafeCurrentTask { $0?.cancel() }
      try connection.transaction {
        try connection.execute("CREATE TABLE t(x)")
        try connection.execute(Self.endless)
      }
    }
    let error = await #expect(throws: SQLiteDatabaseError.self) { try await task.value }
    #expect(error?.finding?.code == .cancelled)
  }

  @Test("a cancelled task still rolls back its transaction")
  func cancelledTransaction() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("undo-\(UUID().uuidString).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    nonisolated(unsafe) let connection = try SQLiteDatabaseConnection(.readWrite(path))
    try connection.execute("CREATE TABLE t(x)")
    let task = Task {
      #expect(throws: CancellationError.self) {
        try connection.transaction {
          try connection.execute("INSERT INTO t VALUES (1)")
          withUnsafeCurrentTask { $0?.cancel() }
          throw CancellationError()
        }
      }
    }
    _ = await task.value
    // The lock is released before the first connection does anything else.
    let other = try SQLiteDatabaseConnection(.readWrite(path))
    other.limits.lockWait = .zero
    #expect(throws: Never.self) { try other.execute("INSERT INTO t VALUES (2)") }
    try connection.execute("INSERT INTO t VALUES (3)")
  }

  // MARK: Limits of predicates

  @Test("a predicate's own limits apply to its cost in a database")
  func carried() throws {
    let store = try Self.store(try SQLiteDatabaseConnection())
    func request(_ format: String, _ limits: PredicateLimits) throws -> PredicateFetchRequest {
      PredicateFetchRequest(try FormatPredicate.template(utf8: Array(format.utf8), limits: limits), of: "Thing")
    }
    let some = try request("number > 0", PredicateLimits(steps: 50_000))
    #expect(codes { _ = try store.fetchAll(some) } == [.tooManySteps])
    #expect(
      codes { _ = try store.fetchCount(try request("number * number < 0", PredicateLimits(steps: 50_000))) } == [
        .tooManySteps
      ])
    #expect(codes { try store.delete(where: some) } == [.tooManySteps])
    #expect(
      codes { _ = try store.fetchAll(try request("number > 0", PredicateLimits(rows: 19_999))) } == [.tooManyRows])
    #expect(try store.fetchAll(try request("number > 0", PredicateLimits(rows: 20_000))).count == 20_000)
    let slow = try request("SUBQUERY({1, 2}, $x, $x < number).@count == 5", PredicateLimits(duration: .zero))
    #expect(throws: FormatError.self) { try store.fetchAll(slow) }
    #expect(codes { _ = try store.fetchAll(try request("number > 0", PredicateLimits(duration: .zero))) } == [.tooSlow])
    // Without limits of its own, its cost is not limited.
    #expect(try store.fetchCount(PredicateFetchRequest(try FormatPredicate("number > 0"), of: "Thing")) == 20_000)
  }

  @Test("a regular expression that is given up, or is too long, is reported as in memory, and never as no match")
  func patterns() throws {
    let store = try Town.store()
    try store.connection.execute(
      "UPDATE shop SET name = ? WHERE id = 4", [text(String(repeating: "a", count: 40) + "!")])
    func request(_ format: String, _ limits: PredicateLimits = .default) throws -> PredicateFetchRequest {
      PredicateFetchRequest(try FormatPredicate.template(utf8: Array(format.utf8), limits: limits), of: "Shop")
    }
    let runaway = #"name MATCHES "(a|a)*b""#
    for format in [runaway, "NOT \(runaway)"] {
      #expect(codes { _ = try store.fetchCount(try request(format)) } == [.patternLimit])
      #expect(
        codes { _ = try store.fetchAll(try request(format, PredicateLimits(matchSteps: 100_000))) } == [.patternLimit])
    }
    #expect(
      codes { _ = try store.fetchAll(try request("name MATCHES kind", PredicateLimits(patternLength: 2))) } == [
        .patternTooLong
      ])
    #expect(codes { _ = try store.fetchAll(try request("name MATCHES kind", PredicateLimits(patternLength: 4))) } == [])
    // An invalid pattern is reported before the database is queried, with its position in the text.
    #expect(codes { _ = try store.fetchAll(try request("name MATCHES '('")) } == [.badPattern])
    let invalid = try request("name MATCHES 'a' OR NOT name MATCHES[c] '('")
    let error = #expect(throws: FormatError.self) { _ = try store.fetchAll(invalid) }
    #expect(error?.diagnostics.map(\.range.start) == [40])
    #expect(codes { _ = try store.delete(where: invalid) } == [.badPattern])
  }

  @Test(
    "a statement with the maximum number of bound values is run, one with more is refused before",
    .enabled(if: isFullRun, "the stage full runs it"))
  func parameters() throws {
    let store = try Self.store(try SQLiteDatabaseConnection())
    let translator = try SQLTranslator(.sqlite, model: store.model, entity: "Thing")
    func comparisons(_ count: Int) throws -> FormatPredicate {
      // Equalities would be one list.
      let ranges = (1...count / 2).map { "number BETWEEN {\($0), \($0)}" }
      return try FormatPredicate((ranges + (count % 2 == 0 ? [] : ["number == 0"])).joined(separator: " OR "))
    }
    let most = try translator.count(where: comparisons(32_766))
    #expect(most.parameters.count == 32_766)
    #expect(try store.connection.rows(of: most).next() == [.integer(16_383)])
    #expect(codes { _ = try translator.count(where: comparisons(32_767)) } == [.tooManyParameters])
    #expect(try store.fetchCount(PredicateFetchRequest(comparisons(2_000), of: "Thing")) == 1_000)
  }

  @Test("rows count: those of a cursor, those of a count, and those that are changed")
  func rows() throws {
    let store = try Self.store(try SQLiteDatabaseConnection())
    func request(_ rows: Int) throws -> PredicateFetchRequest {
      PredicateFetchRequest(
        try FormatPredicate.template(utf8: Array("number > 0".utf8), limits: PredicateLimits(rows: rows)), of: "Thing")
    }
    let (few, enough) = (try request(19_999), try request(20_000))
    #expect(codes { _ = try store.fetchCount(few) } == [.tooManyRows])
    #expect(codes { try store.update(["number": 0], where: few) } == [.tooManyRows])
    #expect(codes { try store.delete(where: few) } == [.tooManyRows])
    #expect(try store.fetchCount(enough) == 20_000)
    // A page has no more rows than are permitted.
    #expect(try store.fetchCount(few.with { $0.limit = 5 }) == 5)
    #expect(try store.fetchAll(few.with { $0.limit = 5 }).count == 5)

    let connection = store.connection
    connection.limits.rows = 3
    let cursor = try connection.rows(of: "SELECT id FROM thing")
    for id in 1...3 { #expect(try cursor.next() == [.integer(Int64(id))]) }
    let error = #expect(throws: SQLiteDatabaseError.self) { try cursor.next() }
    #expect(error?.finding?.code == .tooManyRows)
    #expect(error?.message == "4 objects to evaluate; the limit is 3")
    #expect(try cursor.next() == nil)
    #expect(throws: SQLiteDatabaseError.self) { try connection.execute("UPDATE thing SET number = 1") }
    #expect(try connection.execute("UPDATE thing SET number = 1 WHERE id < 4") == 3)
  }

  @Test("the part of a request that runs in memory has the limits that the predicate carries")
  func remainder() throws {
    let store = try Self.store(try SQLiteDatabaseConnection())
    let random = SortFunction("random") { left, right in left.hashValue < right.hashValue }
    for (steps, isEnough) in [(200_000, false), (10_000_000, true)] {
      let request = PredicateFetchRequest(
        try FormatPredicate.template(utf8: Array("number > 0".utf8), limits: PredicateLimits(steps: steps)), of: "Thing"
      )
      // The statement alone takes fewer steps.
      #expect(try store.fetchAll(request).count == 20_000)
      let sorted = request.sorted(by: SortKey("number", comparison: .function(random)))
      #expect(codes { _ = try store.fetchAll(sorted) } == (isEnough ? [] : [.tooManySteps]), "\(steps)")
      #expect(codes { _ = try store.fetchIdentifiers(sorted) } == (isEnough ? [] : [.tooManySteps]), "\(steps)")
    }
  }

  @Test("a statement of a predicate has the limits that the predicate carries")
  func statements() throws {
    let store = try Self.store(try SQLiteDatabaseConnection())
    let predicate = try FormatPredicate.template(utf8: Array("number > 0".utf8), limits: PredicateLimits(rows: 9))
    let translator = try SQLTranslator(.sqlite, model: store.model, entity: "Thing")
    let cursor = try store.connection.rows(of: translator.select(where: predicate))
    for _ in 0..<9 { #expect(try cursor.next() != nil) }
    let error = #expect(throws: SQLiteDatabaseError.self) { try cursor.next() }
    #expect(error?.finding?.code == .tooManyRows)
    let deletion = try translator.delete(where: predicate)
    let refused = #expect(throws: SQLiteDatabaseError.self) { try store.connection.run(deletion) }
    #expect(refused?.finding?.code == .tooManyRows)
  }

  @Test("batches have the limits that the predicate carries, and the time between them does not count")
  func batches() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("batches-\(UUID().uuidString).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let model = try Self.store(try SQLiteDatabaseConnection(.readWrite(path))).model
    func count(_ limits: PredicateLimits, pause: Duration = .zero, isCounted: Bool = false) async throws -> Int {
      let predicate = try FormatPredicate.template(utf8: Array("number > 0".utf8), limits: limits)
      let request = PredicateFetchRequest(predicate, of: "Thing").with { $0.batchSize = 10_000 }
      var count = 0
      for try await batch in try SQLiteStore.batches(
        of: request, in: .readOnly(path), model: model, isCounted: isCounted)
      {
        count += batch.items.count
        if pause > .zero { try await Task.sleep(for: pause) }
      }
      return count
    }
    #expect(try await count(PredicateLimits(rows: 20_000)) == 20_000)
    for (limits, code) in [
      (PredicateLimits(rows: 19_999), FormatDiagnostic.Code.tooManyRows),
      (PredicateLimits(steps: 50_000), .tooManySteps),
      (PredicateLimits(duration: .zero), .tooSlow),
    ] {
      for isCounted in [false, true] {
        let error = await #expect(throws: FormatError.self) { try await count(limits, isCounted: isCounted) }
        #expect(error?.diagnostics.map(\.code) == [code])
      }
    }
  }

  @Test("the time of a pause is added to the duration of a statement, once")
  func pauses() {
    let budget = StatementBudget(SQLiteLimits(duration: .seconds(3_600)))
    let start = ContinuousClock.now
    budget.pause(at: start)
    budget.pause(at: start + .seconds(1_000))
    budget.resume(at: start + .seconds(5_000))
    budget.resume(at: start + .seconds(9_000))
    #expect(budget.allowsMore(at: start + .seconds(8_500)) && budget.stop == nil)
    #expect(!budget.allowsMore(at: start + .seconds(8_700)) && budget.stop?.code == .tooSlow)
    let unpaused = StatementBudget(SQLiteLimits(duration: .seconds(3_600)))
    #expect(!unpaused.allowsMore(at: start + .seconds(3_700)))
    let endless = StatementBudget(SQLiteLimits())
    endless.pause(at: start)
    endless.resume(at: start + .seconds(5_000))
    #expect(endless.allowsMore(at: start + .seconds(1_000_000)))
  }

  // MARK: Locks

  /// Runs a closure on a database that another connection has locked.
  private func onLocked(_ body: (SQLiteStore) throws -> Void) throws {
    try withFile { path in
      let store = try Town.store(path)
      let other = try SQLiteDatabaseConnection(.readWrite(path))
      try other.execute("BEGIN EXCLUSIVE")
      try body(store)
      try other.execute("ROLLBACK")
      #expect(try store.update(["sales": 1], where: try Town.request()) == 10)
    }
  }

  @Test("the wait for a lock lasts as long as specified")
  func lock() throws {
    try onLocked { store in
      store.connection.limits.lockWait = .milliseconds(30)
      let start = ContinuousClock.now
      let error = #expect(throws: SQLiteDatabaseError.self) {
        try store.update(["sales": 1], where: try Town.request())
      }
      #expect(error?.reason == .busy)
      #expect(error?.message == "database is locked")
      // Only the minimum is checked: a slow machine waits longer.
      #expect(ContinuousClock.now - start >= .milliseconds(30))
      #expect(throws: SQLiteDatabaseError.self) { try store.fetchAll(try Town.request()) }
    }
  }

  @Test("the wait for a lock while a connection opens lasts as long as specified")
  func lockAtOpening() throws {
    try onLocked { store in
      let path = try #require(try store.connection.rows(of: "PRAGMA database_list").next()?.last?.stringValue)
      // Minutes, if the limit did not apply.
      for limits in [SQLiteLimits(lockWait: .zero), SQLiteLimits(lockWait: .milliseconds(30))] {
        let start = ContinuousClock.now
        let error = #expect(throws: SQLiteDatabaseError.self) {
          try SQLiteDatabaseConnection(.readOnly(path), limits: limits)
        }
        #expect(error?.reason == .busy)
        #expect(ContinuousClock.now - start >= limits.lockWait)
        // The default is five seconds.
        #expect(ContinuousClock.now - start < .seconds(4))
      }
    }
  }

  @Test("the wait for a lock is no longer than the duration of the statement")
  func lockDuration() throws {
    try onLocked { store in
      store.connection.limits = SQLiteLimits(duration: .milliseconds(30), lockWait: .seconds(600))
      let error = #expect(throws: (any Error).self) { try store.update(["sales": 1], where: try Town.request()) }
      // The database is locked until this error is thrown, however slow the machine is. Later statements have no limit of time.
      #expect((error as? FormatError)?.diagnostics.map(\.code) == [.tooSlow])
      store.connection.limits = SQLiteLimits()
    }
  }

  @Test("a cancelled task does not wait for a lock")
  func lockCancelled() async throws {
    let task = Task {
      try onLocked { store in
        store.connection.limits.lockWait = .seconds(600)
        withUnsafeCurrentTask { $0?.cancel() }
        let error = #expect(throws: (any Error).self) { try store.update(["sales": 1], where: try Town.request()) }
        #expect((error as? FormatError)?.diagnostics.map(\.code) == [.cancelled])
      }
    }
    try await task.value
  }

  @Test("a lock that is released in time")
  func lockInTime() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("lock-\(UUID().uuidString).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try Town.store(path)
    // The other thread may be arbitrarily late: the wait ends when it releases the lock.
    store.connection.limits.lockWait = .seconds(600)
    nonisolated(unsafe) let other = try SQLiteDatabaseConnection(.readWrite(path))
    try other.execute("BEGIN EXCLUSIVE")
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.05)
      _ = try? other.execute("ROLLBACK")
    }
    #expect(try store.fetchCount(try Town.request()) == 10)
  }
}
