import PredicateFetching
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// Reads the rows of a fetch in batches, on a thread of its own. SQLite may wait for a disk or another program, which must not
/// block the threads that tasks share.
///
/// Safety: The lock prevents the handle from being closed meanwhile.
actor SQLiteReader<Item: Sendable> {
  private enum State {
    case unopened
    case reading(SQLiteCursor)
    /// The remaining items, if all of them had to be computed first.
    case computed(ArraySlice<Item>)
    case finished
  }

  /// The address of the open connection, which any thread can interrupt. The lock keeps the connection open during the interrupt.
  /// The address is a number, because a pointer is not `Sendable`.
  private let openHandle = Lock<(interface: SQLiteInterface, handle: UInt)?>(nil)
  private let queue = QueueExecutor(label: "PredicateSQLite.SQLiteReader")
  private let plan: SQLiteBatches<Item>
  private let batchSize: Int
  private var state = State.unopened
  /// The connection. It must stay open as long as `openHandle` has its address.
  private var connection: SQLiteDatabaseConnection?
  /// A statement that stays at its first row. SQLite ignores an interrupt while no statement is running, but applies one to
  /// every statement that starts before the last running one ends.
  private var pending: SQLiteCursor?
  private var progress = FetchProgress(0)

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

  init(_ plan: SQLiteBatches<Item>) {
    self.plan = plan
    batchSize = max(1, plan.batchSize ?? FetchProgress.defaultBatchSize)
  }

  deinit { openHandle.withLock { $0 = nil } }

  /// Interrupts the running statements, if any, with an error of code 9.
  nonisolated func interrupt() {
    openHandle.withLock { if let open = $0 { unsafe open.interface.interrupt(OpaquePointer(bitPattern: open.handle)) } }
  }

  /// Returns the next batch, or nil after the last one and after an error.
  func next() throws -> FetchBatch<Item>? {
    do {
      try Task.checkCancellation()
      if case .unopened = state { state = try start() }
      let items = try SQLiteDatabaseConnection.withFindings(plan.fetch.source) { try read() }
      if items.isEmpty {
        close()
        return nil
      }
      progress.completed += items.count
      return FetchBatch(items, progress: progress)
    } catch {
      close()
      // The error comes from the interrupt, which only cancellation sends.
      if Task.isCancelled { throw CancellationError() }
      throw error
    }
  }

  private func start() throws -> State {
    if !plan.fetch.needsAllRows { return .reading(try connecting { try open($0) }) }
    let rows = try connecting { try self.rows(of: self.open($0)) }
    // The rest is done in memory.
    disconnect()
    try Task.checkCancellation()
    return .computed(ArraySlice(try plan.answer(rows)))
  }

  /// Opens the connection and runs a closure under the limits that the request carries.
  private func connecting<Result>(_ body: (SQLiteDatabaseConnection) throws -> Result) throws -> Result {
    let connection = try SQLiteDatabaseConnection(plan.location, library: plan.library)
    self.connection = connection
    return try connection.withCommonBudget(plan.fetch.statement.limits, source: plan.fetch.source) {
      try body(connection)
    }
  }

  /// Counts the items if requested and prepares the statement.
  private func open(_ connection: SQLiteDatabaseConnection) throws -> SQLiteCursor {
    let pending = try connection.rows(of: "VALUES (0)")
    _ = try pending.next()
    self.pending = pending
    let handle = unsafe UInt(bitPattern: connection.session.handle)
    openHandle.withLock { [interface = connection.session.interface] in $0 = (interface, handle) }
    // A cancellation before this point has not interrupted anything.
    try Task.checkCancellation()
    if let count = plan.count {
      // The transaction shows both statements the same database.
      try connection.execute("BEGIN")
      let total = try count.count(rows(of: connection.rows(of: count.statement)))
      try connection.budget().expect(rows: total, of: count.statement.text)
      progress.total = total
    }
    try connection.checkForms(of: plan.model, rows: SQLiteStore.checkedRows)
    return try connection.rows(of: plan.fetch.statement)
  }

  private func read() throws -> [Item] {
    switch state {
    case .reading(let cursor):
      var items: [Item] = []
      // The time between batches is not part of the statement's.
      cursor.resume()
      defer { cursor.pause() }
      while items.count < batchSize, let row = try cursor.next() { items.append(plan.item(row)) }
      // A cancellation after the last step has not interrupted anything.
      try Task.checkCancellation()
      return items
    case .computed(let rest):
      let items = Array(rest.prefix(batchSize))
      state = .computed(rest.dropFirst(items.count))
      return items
    case .unopened, .finished: return []
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

  /// Ends the statement and closes the connection, because this is the only reference to it.
  private func close() {
    disconnect()
    state = .finished
  }

  /// Releases the connection after removing its address from the interrupt.
  private func disconnect() {
    openHandle.withLock { $0 = nil }
    pending = nil
    connection = nil
  }
}
