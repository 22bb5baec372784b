import PredicateSyntax

/// An open connection as SQLite hands it out, whoever opened it, and what is asked of it without more ado.
///
/// Statements refer to it, so one that is ours is closed after the last of them is freed.
final class Session {
  let interface: SQLiteInterface
  let handle: OpaquePointer
  /// What looks after its statements; nil for a connection that is not ours.
  let watch: StatementWatch?

  /// - Parameter isOurs: whether the connection is closed with this object.
  init(interface: SQLiteInterface, handle: OpaquePointer, isOurs: Bool = false) {
    self.interface = interface
    self.handle = handle
    watch = isOurs ? StatementWatch() : nil
    watch?.attach(to: handle, interface)
    if let watch { Self.watches.withLock { $0[UInt(bitPattern: handle)] = Watched(watch) } }
  }

  deinit {
    if watch == nil { return }
    _ = Self.watches.withLock { $0.removeValue(forKey: UInt(bitPattern: handle)) }
    _ = interface.close(handle)
  }

  /// What looks after the open connections, by their addresses: a function that is called knows no more than that.
  private static let watches = Lock<[UInt: Watched]>([:])

  /// A watch that another object keeps. It is read by the thread that its connection runs on, alone.
  private struct Watched: @unchecked Sendable {
    weak var watch: StatementWatch?
    init(_ watch: StatementWatch) { self.watch = watch }
  }

  /// What the statement may take that runs on a connection; nil where that is not ours.
  static func budget(of handle: OpaquePointer?) -> StatementBudget? {
    let watch = watches.withLock { $0[UInt(bitPattern: handle)] }
    return watch?.watch?.budget
  }

  /// Calls SQLite on behalf of a statement, which may take no more than the budget.
  ///
  /// - Throws: why it was ended, where it was.
  func run(_ budget: StatementBudget, of statement: String, _ call: () -> Int32) throws(SQLiteFault) -> Int32 {
    let result = watch?.run(budget, call) ?? call()
    if result & 0xFF == SQLiteCode.interrupted || result & 0xFF == SQLiteCode.busy, let stop = budget.stop {
      throw SQLiteFault(stop, code: Int(result), statement: statement)
    }
    try expectFitting(result, budget, of: statement)
    return result
  }

  /// Throws a fault that names the limit, where a value is longer than it.
  func expectFitting(_ result: Int32, _ budget: StatementBudget, of statement: String) throws(SQLiteFault) {
    guard watch != nil, result & 0xFF == SQLiteCode.tooBig else { return }
    throw SQLiteFault(
      "a value or a row is longer than the limit valueLength of \(budget.limits.valueLength) bytes, or the statement is "
        + "too long", code: Int(result), statement: statement)
  }

  /// Throws the connection's last error unless the result says that all is well.
  func check(_ result: Int32, of statement: String?) throws(SQLiteFault) {
    if result != SQLiteCode.ok { throw fault(result, of: statement) }
  }

  /// The fault of a call that gave a result: with the connection's last error, where that is the same one. (A call that runs
  /// out of memory, or is refused before it begins, leaves the error of the call before.)
  func fault(_ result: Int32, of statement: String?) -> SQLiteFault {
    let extended = interface.errorCode(handle)
    let isLast = extended & 0xFF == result & 0xFF
    let message = isLast ? interface.errorMessage(handle) : interface.errorText(result)
    var fault = SQLiteFault(
      message.map { String(cString: $0) } ?? "SQLite says no more", code: Int(isLast ? extended : result),
      statement: statement)
    if isLast { fault.finding = FunctionFault.finding(code: extended, message: fault.message) }
    return fault
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { interface.isAutomatic(handle) == 0 }

  /// The most bytes of a statement's text.
  private static let longestStatement: Int32 = 16 * 1024 * 1024
  /// The most operations of a compiled statement. Views that call each other can come to any number; SQLite says of more that
  /// it is out of memory.
  private static let mostOperations: Int32 = 2_000_000

  /// Has SQLite take nothing in the file on trust, before anything is read of it: what its schema calls must be harmless,
  /// pages are looked at before they are used, and the file is never mapped into memory, where another program could change it.
  func defend() throws(SQLiteFault) {
    _ = interface.limit(handle, SQLiteCode.statementLength, Self.longestStatement)
    _ = interface.limit(handle, SQLiteCode.operations, Self.mostOperations)
    try check(interface.set(SQLiteCode.defensive, true, of: handle), of: nil)
    for pragma in ["trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0"] {
      let statement = try PreparedHandle("PRAGMA \(pragma)", on: self)
      while try statement.step(StatementBudget(SQLiteLimits())) {}
    }
  }

  /// Makes sure that the database holds its text in UTF-8: in UTF-16 text is ordered by other bytes than code points.
  func checkEncoding() throws(SQLiteFault) {
    let pragma = "PRAGMA encoding"
    let statement = try PreparedHandle(pragma, on: self)
    guard try statement.step(StatementBudget(SQLiteLimits())) else {
      throw SQLiteFault("the database does not tell its encoding", statement: pragma)
    }
    let encoding = try statement.column(0)
    guard encoding == .string("UTF-8") else {
      throw SQLiteFault("the database is encoded in \(encoding.formatExpression.format); it must be UTF-8")
    }
  }
}
