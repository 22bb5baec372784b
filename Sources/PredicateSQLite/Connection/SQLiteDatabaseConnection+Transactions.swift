import PredicateSyntax

/// The state of the transactions that a connection has begun itself.
struct TransactionState {
  /// Whether one is open, as far as this connection knows.
  var isOpen = false
  /// The statements that still have to undo a failed change, because SQLite was out of memory or interrupted. No other
  /// statement runs before them.
  var undoing: [String] = []
  /// Whether these statements, or the end of a transaction, are running.
  var isEnding = false
}

extension SQLiteDatabaseConnection {
  /// Runs a closure in a transaction. If the closure throws, the database is unchanged.
  ///
  /// If SQLite rolls back automatically, as it does if the disk is full, the closure cannot run further statements. If the
  /// rollback itself fails, the connection repeats it before it does anything else.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    transactions.isOpen = true
    defer { transactions.isOpen = false }
    return try finish("COMMIT", undoing: ["ROLLBACK"], body)
  }

  /// Runs a closure like `transaction(_:)`. Inside a transaction of the program, the closure becomes a part of it, and the
  /// transaction stays open.
  func atomically<Result>(_ body: () throws -> Result) throws -> Result {
    // A pending rollback must not count as a transaction of the program.
    try checkTransaction()
    if !session.isInTransaction { return try transaction(body) }
    try execute("SAVEPOINT predicate_change")
    return try finish(
      "RELEASE predicate_change", undoing: ["ROLLBACK TO predicate_change", "RELEASE predicate_change"], body)
  }

  private func finish<Result>(_ end: String, undoing: [String], _ body: () throws -> Result) throws -> Result {
    do {
      let result = try body()
      try execute(end)
      return result
    } catch {
      transactions.undoing = undoing
      // Throws the first error. If undoing fails again, the next statement throws that error.
      try? undo()
      throw error
    }
  }

  /// Undoes failed changes.
  private func undo() throws(SQLiteDatabaseError) {
    transactions.isEnding = true
    defer { transactions.isEnding = false }
    while let statement = transactions.undoing.first {
      // After an automatic rollback there is nothing left to undo.
      if session.isInTransaction { try execute(statement) }
      transactions.undoing.removeFirst()
    }
    // After a disk error SQLite leaves the journal to the next reader, so read now.
    if !session.isInTransaction { _ = try? execute("PRAGMA schema_version") }
  }

  /// Ensures that a statement runs in the transaction that it belongs to. Called before a statement is prepared or run.
  ///
  /// - Throws: `SQLiteDatabaseError` if a failed change cannot be undone, or if SQLite has rolled back an open transaction, because later
  ///   changes would persist without the earlier ones.
  func checkTransaction() throws(SQLiteDatabaseError) {
    if transactions.isEnding { return }
    if !transactions.undoing.isEmpty {
      do throws(SQLiteDatabaseError) { try undo() } catch {
        var undoError = error
        undoError.message = "a change that failed cannot be undone: \(error.message)"
        throw undoError
      }
    }
    if transactions.isOpen, !session.isInTransaction {
      throw SQLiteDatabaseError("the transaction is over: SQLite has rolled it back", code: Int(SQLiteCode.aborted))
    }
  }
}
