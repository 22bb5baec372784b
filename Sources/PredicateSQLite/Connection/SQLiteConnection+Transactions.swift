import PredicateSyntax

/// What became of the transactions that a connection has begun itself.
struct TransactionState {
  /// Whether one is open, as far as this connection knows.
  var isOpen = false
  /// The statements that have still to undo a change that failed: SQLite could not run them, for want of memory or since it
  /// is interrupted. Nothing else runs before they have.
  var undoing: [String] = []
  /// Whether they, or the end of a transaction, run now.
  var isEnding = false
}

extension SQLiteConnection {
  /// Runs the statements of a closure all or none: where it throws, the database is as before.
  ///
  /// Where SQLite rolls the transaction back by itself, as it does when the disk is full, no further statement of the closure
  /// is run; and where even the rollback fails, it is made up for before the connection does anything else.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    transactions.isOpen = true
    defer { transactions.isOpen = false }
    return try finish("COMMIT", undoing: ["ROLLBACK"], body)
  }

  /// Runs the statements of a closure all or none, as `transaction(_:)`; within a transaction of the program's, which
  /// stays open, as a part of it.
  func atomically<Result>(_ body: () throws -> Result) throws -> Result {
    // What is still to be undone is none of the program's transactions.
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
      // The first error is the one to tell; a second is told by the next statement, where undoing fails once more.
      try? undo()
      throw error
    }
  }

  /// Undoes what is left to be undone.
  private func undo() throws(SQLiteFault) {
    transactions.isEnding = true
    defer { transactions.isEnding = false }
    while let statement = transactions.undoing.first {
      // Where SQLite has rolled back by itself, nothing is left of it.
      if session.isInTransaction { try execute(statement) }
      transactions.undoing.removeFirst()
    }
    // After an error of the disk SQLite leaves the journal to whoever reads next, which had better be now.
    if !session.isInTransaction { _ = try? execute("PRAGMA schema_version") }
  }

  /// Makes sure that a statement runs in the transaction that it belongs to, before it is prepared or run.
  ///
  /// - Throws: a fault where a change that failed cannot be undone, or SQLite has rolled an open transaction back by itself:
  ///   what followed would be kept, though all or nothing was promised.
  func checkTransaction() throws(SQLiteFault) {
    if transactions.isEnding { return }
    if !transactions.undoing.isEmpty {
      do throws(SQLiteFault) { try undo() } catch {
        var fault = error
        fault.message = "a change that failed cannot be undone: \(error.message)"
        throw fault
      }
    }
    if transactions.isOpen, !session.isInTransaction {
      throw SQLiteFault("the transaction is over: SQLite has rolled it back", code: Int(SQLiteCode.aborted))
    }
  }
}
