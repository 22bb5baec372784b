import PredicateSyntax

/// A statement that is ready to be run, again and again, with other values.
///
/// It runs once at a time: another run ends a cursor that still reads rows.
public final class SQLitePreparedStatement {
  /// The text.
  public var text: String { handle.text }

  let connection: SQLiteConnection
  let handle: PreparedHandle
  /// Counts the runs, so that a cursor of an earlier one knows that it is over.
  private(set) var run = 0

  init(_ sql: String, on connection: SQLiteConnection, _ budget: StatementBudget) throws(SQLiteFault) {
    self.connection = connection
    handle = try PreparedHandle(sql, on: connection.session, budget)
  }

  /// Runs the statement to its end.
  ///
  /// - Returns: how many rows it changed.
  @discardableResult
  public func run(_ parameters: [SQLParameter] = []) throws(SQLiteFault) -> Int {
    try run(each: CollectionOfOne(parameters))
  }

  /// Runs the statement once with each of the lists of values; a log has one line for all.
  ///
  /// - Returns: how many rows it changed in all.
  @discardableResult
  public func run(each values: some Sequence<[SQLParameter]>) throws(SQLiteFault) -> Int {
    try run(each: values, connection.budget())
  }

  func run(
    each values: some Sequence<[SQLParameter]>, _ budget: StatementBudget
  ) throws(SQLiteFault) -> Int {
    var trace = try begin()
    let clock = ContinuousClock()
    let start = clock.now
    defer {
      handle.reset()
      trace.time = clock.now - start
      connection.trace?(trace)
    }
    do throws(SQLiteFault) {
      for parameters in values {
        trace.parameters = parameters
        trace.runs += 1
        handle.reset()
        try handle.bind(parameters, budget)
        let changed = try handle.finish(budget)
        trace.rows += changed
        try budget.expect(rows: changed, of: text)
      }
      return trace.rows
    } catch {
      trace.fault = error
      throw error
    }
  }

  /// The rows that the statement finds, one after the other.
  ///
  /// - Parameter columns: what the values are; nil for values by the kind in which SQLite keeps them.
  public func rows(
    _ parameters: [SQLParameter] = [], columns: [SQLColumn]? = nil
  ) throws(SQLiteFault) -> SQLiteCursor {
    try rows(parameters, columns: columns, connection.budget())
  }

  func rows(
    _ parameters: [SQLParameter], columns: [SQLColumn]?, _ budget: StatementBudget
  ) throws(SQLiteFault) -> SQLiteCursor {
    var trace = try begin()
    trace.parameters = parameters
    trace.runs = 1
    return try SQLiteCursor(self, run, columns, budget, trace)
  }

  private func begin() throws(SQLiteFault) -> SQLiteTrace {
    try connection.checkTransaction()
    handle.reset()
    run += 1
    return SQLiteTrace(statement: text, parameters: [], runs: 0, time: .zero, rows: 0)
  }
}
