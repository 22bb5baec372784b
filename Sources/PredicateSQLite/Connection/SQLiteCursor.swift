import PredicateSyntax

/// The rows of a query. Each row is read on demand, so their number is not limited by memory.
public final class SQLiteCursor {
  /// The names of the columns.
  public let names: [String]
  /// The types of the columns, if they are known.
  public let columns: [SQLResultColumn]?

  private let statement: SQLitePreparedStatement
  private let run: Int
  private let budget: StatementBudget
  private var trace: SQLiteTrace
  private var isFinished = false

  init(
    _ statement: SQLitePreparedStatement, _ run: Int, _ columns: [SQLResultColumn]?, _ budget: StatementBudget,
    _ trace: SQLiteTrace
  ) throws(SQLiteDatabaseError) {
    let handle = statement.handle
    var names: [String] = []
    for index in 0..<handle.columnCount { names.append(try handle.columnName(index)) }
    self.names = names
    self.columns = columns
    self.statement = statement
    self.run = run
    self.budget = budget
    self.trace = trace
    if let columns, columns.count != names.count {
      throw SQLiteDatabaseError("the rows have \(names.count) columns, not \(columns.count)", statement: statement.text)
    }
    do throws(SQLiteDatabaseError) { try handle.bind(trace.parameters, budget) } catch {
      end(error)
      throw error
    }
  }

  deinit { end(nil) }

  /// Stops the clock of the limits until `resume()`, because the caller's time is not part of the statement's.
  func pause() { budget.pause() }

  func resume() { budget.resume() }

  /// Returns the values of the next row, or nil after the last one.
  ///
  /// - Throws: `SQLiteDatabaseError` if the statement fails, exceeds a limit or was run again, or if a value is not of the type
  ///   of its column. No rows follow an error.
  public func next() throws(SQLiteDatabaseError) -> [FormatValue]? {
    if isFinished { return nil }
    guard run == statement.runNumber else {
      throw SQLiteDatabaseError(
        "the statement was run again before all of its rows were read", statement: statement.text)
    }
    let clock = ContinuousClock()
    let start = clock.now
    do throws(SQLiteDatabaseError) {
      try statement.connection.checkTransaction()
      let isRow = try statement.handle.step(budget)
      trace.time += clock.now - start
      guard isRow else {
        end(nil)
        return nil
      }
      trace.rows += 1
      try budget.expect(rows: trace.rows, of: statement.text)
      return try values()
    } catch {
      end(error)
      throw error
    }
  }

  private func values() throws(SQLiteDatabaseError) -> [FormatValue] {
    var values: [FormatValue] = []
    values.reserveCapacity(names.count)
    for index in names.indices {
      let stored = try statement.handle.column(index)
      guard let columns else {
        values.append(stored)
        continue
      }
      guard let value = columns[index].type.value(ofStored: stored) else {
        throw SQLiteDatabaseError(
          "the column '\(names[index])' contains \(stored.valueType.description) that is not a value of its type: "
            + stored.formatExpression.format, statement: statement.text)
      }
      values.append(value)
    }
    return values
  }

  /// Ends the query and traces it, once.
  private func end(_ error: SQLiteDatabaseError?) {
    if isFinished { return }
    isFinished = true
    if run == statement.runNumber { statement.handle.reset() }
    trace.error = error
    statement.connection.trace?(trace)
  }
}
