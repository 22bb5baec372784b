import PredicateSyntax

/// A prepared statement, which can be run several times with different values.
///
/// It supports one run at a time: a new run ends a cursor that still reads rows.
public final class SQLitePreparedStatement {
  /// The text of the statement.
  public var text: String { handle.text }

  let connection: SQLiteDatabaseConnection
  let handle: PreparedHandle
  /// The number of runs, so that a cursor of an earlier run can detect a newer one.
  private(set) var runNumber = 0

  init(_ sql: String, on connection: SQLiteDatabaseConnection, _ budget: StatementBudget) throws(SQLiteDatabaseError) {
    self.connection = connection
    handle = try PreparedHandle(sql, on: connection.session, budget)
  }

  /// Runs the statement to its end.
  ///
  /// - Returns: The number of changed rows.
  /// - Throws: `SQLiteDatabaseError` if the statement does not take these values, exceeds a limit or fails.
  @discardableResult
  public func run(_ parameters: [SQLParameter] = []) throws(SQLiteDatabaseError) -> Int {
    try run(each: CollectionOfOne(parameters))
  }

  /// Runs the statement once with each list of values. A log has one record for all runs.
  ///
  /// - Returns: The total number of changed rows.
  /// - Throws: `SQLiteDatabaseError` if the statement does not take some values, exceeds a limit or fails. Changes of earlier runs remain.
  @discardableResult
  public func run(each values: some Sequence<[SQLParameter]>) throws(SQLiteDatabaseError) -> Int {
    try run(each: values, connection.budget())
  }

  func run(
    each values: some Sequence<[SQLParameter]>, _ budget: StatementBudget
  ) throws(SQLiteDatabaseError) -> Int {
    var trace = try begin()
    let clock = ContinuousClock()
    let start = clock.now
    defer {
      handle.reset()
      trace.time = clock.now - start
      connection.trace?(trace)
    }
    do throws(SQLiteDatabaseError) {
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
      trace.error = error
      throw error
    }
  }

  /// Returns a cursor over the rows of the statement.
  ///
  /// - Parameter columns: The types of the values, or nil for values in SQLite's storage classes.
  /// - Throws: `SQLiteDatabaseError` if the statement does not take these values or has another number of columns.
  public func rows(
    _ parameters: [SQLParameter] = [], columns: [SQLResultColumn]? = nil
  ) throws(SQLiteDatabaseError) -> SQLiteCursor {
    try rows(parameters, columns: columns, connection.budget())
  }

  package func rows(
    _ parameters: [SQLParameter], columns: [SQLResultColumn]?, _ budget: StatementBudget
  ) throws(SQLiteDatabaseError) -> SQLiteCursor {
    var trace = try begin()
    trace.parameters = parameters
    trace.runs = 1
    return try SQLiteCursor(self, runNumber, columns, budget, trace)
  }

  /// Begins a run, and returns the record of it for a log.
  private func begin() throws(SQLiteDatabaseError) -> SQLiteTrace {
    try connection.checkTransaction()
    handle.reset()
    runNumber += 1
    return SQLiteTrace(statement: text, parameters: [], runs: 0, time: .zero, rows: 0)
  }
}
