import PredicateSyntax

extension SQLiteDatabaseConnection {
  /// Runs a closure in a transaction. If the closure throws, the database is unchanged.
  ///
  /// If SQLite rolls back automatically, as it does if the disk is full, the closure cannot run further statements. If the
  /// rollback itself fails, the connection repeats it before it does anything else.
  ///
  /// - Throws: The error of the closure, or `SQLiteDatabaseError` if the transaction cannot begin or be committed.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    isTransactionOpen = true
    defer { isTransactionOpen = false }
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
      pendingUndo = undoing
      // Throws the first error. If undoing fails again, the next statement throws that error.
      try? undo()
      throw error
    }
  }

  /// Undoes failed changes.
  private func undo() throws(SQLiteDatabaseError) {
    isUndoing = true
    defer { isUndoing = false }
    while let statement = pendingUndo.first {
      // After an automatic rollback there is nothing left to undo.
      if session.isInTransaction { try execute(statement) }
      pendingUndo.removeFirst()
    }
    // After a disk error SQLite leaves the journal to the next reader, so read now.
    if !session.isInTransaction { _ = try? execute("PRAGMA schema_version") }
  }

  /// Ensures that a statement runs in the transaction that it belongs to. Called before a statement is prepared or run.
  ///
  /// - Throws: `SQLiteDatabaseError` if a failed change cannot be undone, or if SQLite has rolled back an open transaction, because later
  ///   changes would persist without the earlier ones.
  func checkTransaction() throws(SQLiteDatabaseError) {
    if isUndoing { return }
    if !pendingUndo.isEmpty {
      do throws(SQLiteDatabaseError) { try undo() } catch {
        var undoError = error
        undoError.message = "a change that failed cannot be undone: \(error.message)"
        throw undoError
      }
    }
    if isTransactionOpen, !session.isInTransaction {
      throw SQLiteDatabaseError(
        "the transaction is over: SQLite has rolled it back", code: Int(SQLiteInterface.aborted))
    }
  }
}
