import Foundation
import PredicateFormat
import PredicateSQLite
import PredicateSyntax
import TestSupport
import Testing

/// The system's library, with an action that runs before the statement that reads rows in order is prepared.
private enum Meanwhile {
  /// The action, or nil after it ran.
  static let action = Lock<(@Sendable () -> Void)?>(nil)

  private typealias Prepare =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<OpaquePointer?>?,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Int32

  nonisolated(unsafe) private static let file = SQLiteLibrary.names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first

  private static let prepare: Prepare = { handle, text, count, statement, tail in
    if let text, String(cString: text).contains("ORDER BY") {
      let action = action.withLock { action in
        defer { action = nil }
        return action
      }
      action?()
    }
    guard let original = dlsym(file, "sqlite3_prepare_v2") else { return 1 }
    return unsafeBitCast(original, to: Prepare.self)(handle, text, count, statement, tail)
  }

  static func library() throws -> SQLiteLibrary {
    try SQLiteLibrary { name in
      name == "sqlite3_prepare_v2" ? unsafeBitCast(prepare, to: UnsafeMutableRawPointer.self) : dlsym(file, name)
    }
  }
}

/// Fetches from a database, batch by batch.
@Suite("Batches of SQLite", .enabled(if: isSQLiteThere, needsSQLite))
struct StoreBatchTests {
  /// Calls `body` with a file that contains the town.
  private func withTown(
    isolation: isolated (any Actor)? = #isolation, _ body: (String, SQLiteStore) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("predicate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("town.db").path
    try await body(path, try Town.store(path))
  }

  /// Replaces a table by a view with the given number of rows, one of which has a `sales` that cannot be computed.
  private func makeView(_ store: SQLiteStore, rows: Int, errorAt error: Int) throws {
    let connection = store.connection
    try connection.execute("DROP TABLE shop")
    try connection.execute("CREATE TABLE number(id INTEGER PRIMARY KEY)")
    try connection.execute(
      """
      INSERT INTO number
      WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < \(rows)) SELECT id FROM n
      """)
    try connection.execute(
      """
      CREATE VIEW shop AS SELECT id, 'n' AS name, NULL AS kind, NULL AS rating, 1 AS is_open, NULL AS founded, \
      NULL AS keeper_id, CASE WHEN id = \(error) THEN abs(-9223372036854775807 - 1) ELSE 1 END AS sales FROM number
      """)
  }

  @Test(
    "objects and rows equal those of a fetch at once, also if sorted in memory", arguments: [1, 3, 10, 11, nil])
  func same(size: Int?) async throws {
    try await withTown { path, store in
      for request in [
        try Town.request(), try Town.request("sales > 5", .descending("name")), try Town.request("sales > 100"),
        try Town.request(nil, .ascending("name", .localizedStandard)) { ($0.offset, $0.limit) = (1, 7) },
        try Town.request("sales >= $N", .ascending("kind")) { ($0.offset, $0.limit) = (2, 4) },
      ] {
        let request = request.with { $0.batchSize = size }
        let variables: [String: (any FormatArgument)?] = ["N": 0]
        for isCounted in [false, true] {
          var objects: [FetchedObject] = []
          var last: FetchBatch<FetchedObject>?
          for try await batch in try SQLiteStore.batches(
            of: request, in: .readOnly(path), model: store.model, variables: variables, isCounted: isCounted)
          {
            if let last { #expect(last.items.count == size) }
            objects += batch.items
            #expect(batch.progress.completed == objects.count)
            #expect((batch.progress.total != nil) == isCounted)
            last = batch
          }
          #expect(objects == (try store.fetchAll(request, variables: variables)))
          if isCounted, let last { #expect(last.progress.fraction == 1) }
        }
        let rows = request.selecting("name", "keeper.city")
        var found: [[String: FormatValue]] = []
        for try await batch in try SQLiteStore.rowBatches(
          of: rows, in: .readOnly(path), model: store.model, variables: variables)
        { found += batch.items }
        #expect(found == (try store.queryAttributes(rows, variables: variables)))
      }
    }
  }

  @Test("the count and the rows are from one state of the database, whatever others write meanwhile")
  func snapshot() async throws {
    try await withTown { path, store in
      try store.connection.execute("PRAGMA journal_mode = WAL")
      Meanwhile.action.withLock {
        $0 = { _ = try? SQLiteDatabaseConnection(.readWrite(path)).execute("DELETE FROM shop WHERE id > 5") }
      }
      let batches = try SQLiteStore.batches(
        of: try Town.request(nil, .ascending("name")), in: .readOnly(path), model: store.model, isCounted: true,
        library: try Meanwhile.library())
      var counts: [Int] = []
      var totals: [Int?] = []
      for try await batch in batches {
        counts.append(batch.items.count)
        totals.append(batch.progress.total)
      }
      #expect(counts == [10] && totals == [10])
      // The other connection has written, and later readers see it.
      #expect(try store.fetchCount(Town.request()) == 5)
    }
  }

  @Test("sums of doubles by group, and values of a type")
  func groups() async throws {
    try await withTown { path, store in
      for type in [FetchType.decimal, .double] {
        let request = try Town.request(nil, .descending("sum")).selecting("kind", .sum("rating", as: "sum", type: type))
          .grouped(by: "kind").with { ($0.offset, $0.batchSize) = (1, 2) }
        var found: [[String: FormatValue]] = []
        for try await batch in try SQLiteStore.rowBatches(of: request, in: .readOnly(path), model: store.model) {
          found += batch.items
        }
        #expect(found.count == 3)
        #expect(found == (try Town.shops.queryAttributes(request)))
      }
    }
  }

  @Test("a row is not read before its batch is requested, and an error in the middle ends the sequence")
  func middle() async throws {
    try await withTown { path, store in
      try makeView(store, rows: 10_000, errorAt: 2_500)
      let batches = try SQLiteStore.batches(
        of: try Town.request { $0.batchSize = 1_000 }, in: .readOnly(path), model: store.model)
      var iterator = batches.makeAsyncIterator()
      #expect(try await iterator.next()?.items.last?.identifier == .integer(1_000))
      #expect(try await iterator.next()?.progress == FetchProgress(2_000))
      let error = await #expect(throws: FormatError.self) { try await iterator.next() }
      #expect(error?.diagnostics.map(\.code) == [.overflow])
      #expect(try await iterator.next() == nil)
      // The connection is closed: there is no reader.
      try store.connection.execute("INSERT INTO number VALUES (0)")
      // The sequence starts again, with its own connection.
      var again = batches.makeAsyncIterator()
      #expect(try await again.next()?.items.first?.identifier == .integer(0))
    }
  }

  @Test("the connection is closed when the loop is left, and after the last batch")
  func closed() async throws {
    try await withTown { path, store in
      try store.connection.execute("PRAGMA busy_timeout = 0")
      let batches = try SQLiteStore.batches(
        of: try Town.request { $0.batchSize = 4 }, in: .readOnly(path), model: store.model)
      let insertion = "INSERT INTO keeper(name) VALUES ('new')"
      for try await batch in batches {
        #expect(batch.items.count == 4)
        // It is still reading, so other connections cannot write.
        #expect(throws: SQLiteDatabaseError.self) { try store.connection.execute(insertion) }
        break
      }
      // The reader closes on its own thread, at once or much later on a slow machine.
      try store.connection.execute("PRAGMA busy_timeout = 600000")
      try store.connection.execute(insertion)
      var iterator = batches.makeAsyncIterator()
      while try await iterator.next() != nil {}
      try store.connection.execute(insertion)
      #expect(try await iterator.next() == nil)
    }
  }

  @Test("a cancelled task ends the statement, even during a row that never ends")
  func cancellation() async throws {
    try await withTown { path, store in
      try store.connection.execute("DROP TABLE keeper")
      try store.connection.execute(
        """
        CREATE VIEW keeper AS
        WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 'n' AS name, CASE WHEN id < 0 THEN 'x' END AS city FROM n
        """)
      let request = PredicateFetchRequest(try FormatPredicate("city == 'x'"), of: "Keeper")
      for isCounted in [false, true] {
        let batches = try SQLiteStore.batches(
          of: request, in: .readOnly(path), model: store.model, isCounted: isCounted)
        let task = Task { for try await _ in batches {} }
        // The row never ends, so the error is the same whenever the task is cancelled.
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      // Also between two batches, and before the first.
      let shops = try SQLiteStore.batches(
        of: try Town.request { $0.batchSize = 1 }, in: .readOnly(path), model: store.model)
      for count in 0...1 {
        let task = Task {
          if count == 0 { withUnsafeCurrentTask { $0?.cancel() } }
          for try await _ in shops { withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      try store.connection.execute("DELETE FROM shop")
    }
  }

  @Test("the reading is not done on the caller's thread")
  @MainActor func threads() async throws {
    try await withTown { path, store in
      let order = SortFunction("noting") { left, right in !isOnMainQueue() && left.hashValue < right.hashValue }
      let request = try Town.request(nil, .ascending("name", .function(order)))
      var isSorted = false
      for try await batch in try SQLiteStore.batches(of: request, in: .readOnly(path), model: store.model) {
        let hashes = batch.items.map { $0["name"].hashValue }
        isSorted = hashes == hashes.sorted()
        #expect(isOnMainQueue())
      }
      #expect(isSorted)
    }
  }

  @Test("errors of a request are thrown at once, those of the database by the first batch")
  func errors() async throws {
    let model = try Town.model()
    let file = SQLiteDatabaseConnection.Location.readOnly("/no/such/place.db")
    #expect(
      codes { _ = try SQLiteStore.batches(of: PredicateFetchRequest(), in: file, model: model) } == [.invalidRequest])
    #expect(
      codes { _ = try SQLiteStore.rowBatches(of: try Town.request(), in: file, model: model) } == [.invalidRequest])
    var iterator = try SQLiteStore.batches(of: try Town.request(), in: file, model: model).makeAsyncIterator()
    await #expect(throws: SQLiteDatabaseError.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }
}
