import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateSyntax

/// Reads the rows of a fetch batch by batch, on a thread of its own: SQLite may have to wait for a disk or another program,
/// and the threads that tasks share must not.
actor SQLiteReader<Item: Sendable> {
  /// What is read, and where.
  struct Plan: Sendable {
    var place: SQLiteConnection.Place
    var library: SQLiteLibrary?
    var fetch: StoreFetch
    /// What counts the items before; nil where nobody wants to know.
    var count: StoreFetch?
    var batchSize: Int?
    /// What a row becomes.
    var item: @Sendable ([FormatValue]) -> Item
    /// What all rows become, where that is not known row by row.
    var answer: @Sendable ([[FormatValue]]) throws(FormatError) -> [Item]
  }

  private enum State {
    case unopened
    case reading(SQLiteCursor)
    /// What is still to be handed over, where all of it had to be made first.
    case made(ArraySlice<Item>)
    case over
  }

  nonisolated let interrupt = SQLiteInterrupt()
  private let queue = QueueExecutor(label: "PredicateSQLite.SQLiteReader")
  private let plan: Plan
  private let batchSize: Int
  private var state = State.unopened
  /// It stays open for as long as `interrupt` has its address.
  private var connection: SQLiteConnection?
  /// A statement that stays at its first row: SQLite forgets an interrupt that comes while no statement runs, and heeds
  /// one for all that are started before the last one ends.
  private var pending: SQLiteCursor?
  private var progress = FetchProgress(0)

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(_ plan: Plan) {
    self.plan = plan
    batchSize = max(1, plan.batchSize ?? FetchProgress.defaultBatchSize)
  }

  deinit { interrupt.end() }

  /// The next batch; nil after the last one, and after an error.
  func next() throws -> FetchBatch<Item>? {
    do {
      try Task.checkCancellation()
      if case .unopened = state { state = try start() }
      let items = try SQLiteConnection.telling(plan.fetch.source) { try read() }
      if items.isEmpty {
        close()
        return nil
      }
      progress.completed += items.count
      return FetchBatch(items, progress: progress)
    } catch {
      close()
      // That of the interrupt, which only the cancellation sends.
      if Task.isCancelled { throw CancellationError() }
      throw error
    }
  }

  private func start() throws -> State {
    if !plan.fetch.needsAllRows { return .reading(try asking { try open($0) }) }
    let rows = try asking { try self.rows(of: self.open($0)) }
    // What follows is done in memory.
    disconnect()
    try Task.checkCancellation()
    return .made(ArraySlice(try plan.answer(rows)))
  }

  /// Opens the connection for one question, under the limits that the request carries.
  private func asking<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    let connection = try SQLiteConnection(plan.place, library: plan.library)
    self.connection = connection
    return try connection.asOne(plan.fetch.limits, source: plan.fetch.source) { try body(connection) }
  }

  /// Counts, and makes the statement ready.
  private func open(_ connection: SQLiteConnection) throws -> SQLiteCursor {
    let pending = try connection.rows(of: "VALUES (0)")
    _ = try pending.next()
    self.pending = pending
    interrupt.begin(connection.session)
    // One that came before has interrupted nothing.
    try Task.checkCancellation()
    if let count = plan.count {
      // Both statements see the same database.
      try connection.execute("BEGIN")
      let total = try count.count(rows(of: connection.rows(of: count.statement)))
      try connection.budget().expect(rows: total, of: count.statement.text)
      progress.total = total
    }
    return try connection.rows(of: plan.fetch.statement)
  }

  private func read() throws -> [Item] {
    switch state {
    case .reading(let cursor):
      var items: [Item] = []
      // The time between batches is the caller's.
      cursor.resume()
      defer { cursor.pause() }
      while items.count < batchSize, let row = try cursor.next() { items.append(plan.item(row)) }
      // One that came after the last step has interrupted nothing.
      try Task.checkCancellation()
      return items
    case .made(let rest):
      let items = Array(rest.prefix(batchSize))
      state = .made(rest.dropFirst(items.count))
      return items
    case .unopened, .over: return []
    }
  }

  private func rows(of cursor: SQLiteCursor) throws -> [[FormatValue]] {
    var rows: [[FormatValue]] = []
    while let row = try cursor.next() {
      try Task.checkCancellation()
      rows.append(row)
    }
    return rows
  }

  /// Ends the statement, and closes the connection, which nothing else refers to.
  private func close() {
    disconnect()
    state = .over
  }

  /// Lets go of the connection, but first takes its address from the interrupt.
  private func disconnect() {
    interrupt.end()
    pending = nil
    connection = nil
  }
}
