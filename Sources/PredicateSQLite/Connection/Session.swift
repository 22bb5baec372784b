import PredicateSyntax

/// An open connection of SQLite, regardless of who opened it, with basic calls on it.
///
/// Statements refer to it, so a connection of this library closes after its last statement is freed.
///
/// Safety: The handle is passed on unchanged, and the connection closes after its last statement is freed.
@safe final class Session {
  let interface: SQLiteInterface
  let handle: OpaquePointer
  /// The watch over the statements; nil for a connection of the program.
  let watch: StatementWatch?
  /// The limits of the statements that open a connection.
  private let openingLimits: SQLiteLimits

  /// - Parameters:
  ///   - ownsHandle: Whether the connection closes with this object.
  ///   - lockWait: The maximum wait for a lock while the connection opens.
  init(
    interface: SQLiteInterface, handle: OpaquePointer, ownsHandle: Bool = false,
    lockWait: Duration = SQLiteLimits().lockWait
  ) {
    self.interface = interface
    unsafe self.handle = handle
    openingLimits = SQLiteLimits(lockWait: lockWait)
    watch = ownsHandle ? StatementWatch(openingLimits) : nil
    unsafe watch?.attach(to: handle, interface)
    if let watch { Self.watches.withLock { $0[UInt(bitPattern: handle)] = watch } }
  }

  deinit {
    if watch == nil { return }
    _ = Self.watches.withLock { unsafe $0.removeValue(forKey: UInt(bitPattern: handle)) }
    _ = unsafe interface.close(handle)
  }

  /// The watches of the open connections, by address, because a registered function gets only the address.
  private static let watches = Lock<[UInt: StatementWatch]>([:])

  /// Returns the budget of the statement that runs on a connection, or nil if the connection is the program's.
  static func budget(of handle: OpaquePointer?) -> StatementBudget? {
    watches.withLock { $0[UInt(bitPattern: handle)] }?.budget
  }

  /// Calls SQLite for a statement with a budget.
  ///
  /// - Throws: The reason, if the call was ended.
  func run(_ budget: StatementBudget, of statement: String, _ call: () -> Int32) throws(SQLiteDatabaseError) -> Int32 {
    let result = watch?.run(budget, call) ?? call()
    if result & 0xFF == SQLiteInterface.interrupted || result & 0xFF == SQLiteInterface.busy, let stop = budget.stop {
      throw SQLiteDatabaseError(stop, code: Int(result), statement: statement)
    }
    try expectFitting(result, budget, of: statement)
    return result
  }

  /// Throws an error that names the limit if a value exceeds it.
  func expectFitting(_ result: Int32, _ budget: StatementBudget, of statement: String) throws(SQLiteDatabaseError) {
    guard watch != nil, result & 0xFF == SQLiteInterface.tooBig else { return }
    throw SQLiteDatabaseError(
      "a value or a row is longer than the limit valueLength of \(budget.limits.valueLength) bytes, or the statement is "
        + "too long", code: Int(result), statement: statement)
  }

  /// Throws the connection's last error unless the result is a success.
  func check(_ result: Int32, of statement: String?) throws(SQLiteDatabaseError) {
    if result != SQLiteInterface.ok { throw error(result, of: statement) }
  }

  /// Returns the error of a result, with the connection's last error if it has the same code. (A call that runs out of memory,
  /// or that fails before it begins, does not replace the previous error.)
  func error(_ result: Int32, of statement: String?) -> SQLiteDatabaseError {
    let extended = unsafe interface.errorCode(handle)
    let isLast = extended & 0xFF == result & 0xFF
    let message = unsafe isLast ? interface.errorMessage(handle) : interface.errorText(result)
    var error = unsafe SQLiteDatabaseError(
      message.map { unsafe String(cString: $0) } ?? "SQLite gives no message", code: Int(isLast ? extended : result),
      statement: statement)
    if isLast { error.finding = FunctionError.finding(code: extended, message: error.message) }
    if Self.unfinished.contains(Int(extended)), isLast {
      error.message +=
        "; a program that changed the database ended before the change was complete: open the database once for "
        + "writing, and SQLite takes the change back"
    }
    return error
  }

  /// SQLite's extended codes for a database that is opened only for reading, although the journal or the log of a writer that
  /// crashed must be applied first: `SQLITE_READONLY_ROLLBACK` and `SQLITE_READONLY_RECOVERY`.
  private static let unfinished = [776, 264]

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe interface.isAutomatic(handle) == 0 }

  /// The maximum number of bytes of a statement's text.
  private static let longestStatement: Int32 = 16 * 1024 * 1024
  /// The maximum number of operations of a compiled statement. Views that use each other could exceed any number; SQLite then
  /// reports that it is out of memory.
  private static let mostOperations: Int32 = 2_000_000

  /// Makes SQLite distrust the file before anything is read: its schema may call only harmless functions, pages are checked
  /// before use, and the file is never mapped into memory, where another program could change it.
  func defend() throws(SQLiteDatabaseError) {
    _ = unsafe interface.limit(handle, SQLiteInterface.statementLength, Self.longestStatement)
    _ = unsafe interface.limit(handle, SQLiteInterface.operations, Self.mostOperations)
    try unsafe check(interface.set(SQLiteInterface.defensive, true, of: handle), of: nil)
    for pragma in ["trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"] {
      let statement = try PreparedHandle("PRAGMA \(pragma)", on: self, StatementBudget(openingLimits))
      while try statement.step(StatementBudget(openingLimits)) {}
    }
  }

  /// Ensures that the database has the settings of the dialect: it stores text as UTF-8, because UTF-16 text is not ordered by
  /// code points.
  func checkSettings() throws(SQLiteDatabaseError) {
    for setting in DatabaseDialect.sqlite.table.sessionSettings {
      let statement = try PreparedHandle(setting.query, on: self, StatementBudget(openingLimits))
      guard try statement.step(StatementBudget(openingLimits)) else {
        throw SQLiteDatabaseError("the database does not report its settings", statement: setting.query)
      }
      let value = try statement.column(0)
      guard value == .string(setting.value) else {
        throw SQLiteDatabaseError(
          "\(setting.query) is \(value.formatExpression.format); it must be \(setting.value)")
      }
    }
  }
}
