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
      if case .unopened = state { state = try open() }
      let items = try read()
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

  private func open() throws -> State {
    let connection = try SQLiteConnection(plan.place, library: plan.library)
    interrupt.begin(connection.session)
    try Task.checkCancellation()
    if let count = plan.count {
      // Both statements see the same database.
      try connection.execute("BEGIN")
      progress.total = try count.count(rows(of: connection.rows(of: count.statement)))
    }
    let cursor = try connection.rows(of: plan.fetch.statement)
    return plan.fetch.needsAllRows ? .made(ArraySlice(try plan.answer(rows(of: cursor)))) : .reading(cursor)
  }

  private func read() throws -> [Item] {
    switch state {
    case .reading(let cursor):
      var items: [Item] = []
      while items.count < batchSize, let row = try cursor.next() { items.append(plan.item(row)) }
      // One that came before the first row has interrupted nothing.
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

  /// Ends the statement and closes the connection, which nothing else refers to.
  private func close() {
    interrupt.end()
    state = .over
  }
}
