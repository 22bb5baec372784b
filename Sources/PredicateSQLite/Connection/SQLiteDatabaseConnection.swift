import Foundation
import PredicateCoreData
import PredicateSyntax

// Safety: The handle is passed on unchanged.
/// An open database, with the functions that statements for SQLite call. It closes when the last reference to it ends.
///
/// The file does not have to be trusted: SQLite runs in defensive mode, the schema can call only harmless functions, and the
/// size of values is limited (`limits`). A limit may take effect only after a view has computed a whole row.
///
/// Only one thread at a time may use a connection, its statements and its cursors.
public final class SQLiteDatabaseConnection {
  /// The location of a database.
  public enum Location: Sendable, Hashable {
    /// In memory, as long as the connection is open.
    case memory
    /// An existing file, for reading only.
    case readOnly(String)
    /// A file, which is created if it does not exist.
    case readWrite(String)
  }

  /// The library that runs the statements.
  public let library: SQLiteLibrary
  /// A closure that is called after each statement, or nil.
  public var trace: ((SQLiteTrace) -> Void)?
  /// The limits of each statement. In addition, cancelling the calling task ends a statement (`cancelled`).
  public var limits: SQLiteLimits

  let session: Session
  /// Whether `transaction` is running. SQLite may have rolled its changes back already.
  var isTransactionOpen = false
  /// The statements that still have to undo a failed change, because SQLite was out of memory or interrupted. No other
  /// statement runs before them.
  var pendingUndo: [String] = []
  /// Whether these statements are running.
  var isUndoing = false
  /// The common budget of the statements of one request; nil if each statement has its own.
  private var requestBudget: StatementBudget?

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - library: The library of SQLite, or nil for the system's.
  ///   - limits: The limits of each statement. Of these, `lockWait` also applies to the opening, which reads the file.
  /// - Throws: `SQLiteDatabaseError` if there is no library, the file cannot be opened or is not a database, or its text is not UTF-8.
  public init(
    _ location: Location = .memory, library: SQLiteLibrary? = nil, limits: SQLiteLimits = SQLiteLimits()
  ) throws(SQLiteDatabaseError) {
    self.limits = limits
    let library = if let library { library } else { try SQLiteLibrary.system() }
    self.library = library
    let (path, flags) = try Self.openArguments(for: location)
    var handle: OpaquePointer?
    let result = unsafe path.withCString {
      unsafe library.interface.open($0, &handle, flags | SQLiteInterface.fullMutex, nil)
    }
    guard let handle = unsafe handle else {
      throw SQLiteDatabaseError("SQLite has no memory to open '\(path)'", code: Int(result))
    }
    session = unsafe Session(
      interface: library.interface, handle: handle, ownsHandle: true, lockWait: limits.lockWait)
    do throws(SQLiteDatabaseError) {
      try session.check(result, of: nil)
      try session.defend()
      // This also reads the file for the first time.
      try library.registerFunctions(on: session)
    } catch { throw Self.openingError(error, location, path) }
  }

  private static func openArguments(
    for location: Location
  ) throws(SQLiteDatabaseError) -> (path: String, flags: Int32) {
    switch location {
    case .memory: (":memory:", SQLiteInterface.readWrite | SQLiteInterface.create | SQLiteInterface.memory)
    case .readOnly(let path): (try file(path), SQLiteInterface.readOnly)
    case .readWrite(let path): (try file(path), SQLiteInterface.readWrite | SQLiteInterface.create)
    }
  }

  /// Returns a path that SQLite reads as a file name, and not as `:memory:` or a URI.
  private static func file(_ path: String) throws(SQLiteDatabaseError) -> String {
    if path.isEmpty || path.utf8.contains(0) {
      throw SQLiteDatabaseError("a path to a database cannot be empty or contain U+0000")
    }
    if let kind = irregularFile(at: path) {
      throw SQLiteDatabaseError("'\(path.cleaned)': this is \(kind); expected a regular file")
    }
    return path.hasPrefix(":") || path.hasPrefix("file:") ? "./" + path : path
  }

  /// Returns an error with a more specific message. SQLite has only one for all files that it cannot open.
  private static func openingError(
    _ error: SQLiteDatabaseError, _ location: Location, _ path: String
  ) -> SQLiteDatabaseError {
    var error = error
    // The statement is this library's own, and not the caller's.
    error.statement = nil
    var isFolder: ObjCBool = false
    let isThere = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard isFolder.boolValue || error.reason == .cannotOpen else { return error }
    if isFolder.boolValue {
      error.message = "this is a folder; expected a file"
    } else if !isThere {
      if case .readOnly = location {
        error.message = "the file does not exist"
      } else {
        error.message = "the file cannot be created"
      }
    } else if !FileManager.default.isReadableFile(atPath: path) {
      error.message = "the file is not readable"
    }
    error.message = "'\(path.cleaned)': \(error.message)"
    return error
  }

  // MARK: Statements

  /// Returns the budget for a statement: that of undoing, that of the running request, or a new one under the limits of the
  /// connection and those that its predicate carries.
  func budget(_ predicateLimits: PredicateLimits = .default) -> StatementBudget {
    if isUndoing { return StatementBudget(SQLiteLimits(lockWait: limits.lockWait), isCancellable: false) }
    return requestBudget ?? StatementBudget(limits, predicateLimits)
  }

  /// Runs the statements of one request under a common budget, from the limits of the connection and of the predicate. If another
  /// request is running, its budget applies.
  ///
  /// - Throws: The error of evaluation in memory, if a limit or a cancellation ended the statements.
  package func withCommonBudget<Result>(
    _ predicateLimits: PredicateLimits, source: WrittenText, _ body: () throws -> Result
  )
    throws
    -> Result
  {
    let outer = requestBudget
    requestBudget = outer ?? StatementBudget(limits, predicateLimits)
    defer { requestBudget = outer }
    return try Self.withFindings(source, body)
  }

  /// Runs a closure and converts an error with a finding to the error of evaluation in memory.
  static func withFindings<Result>(_ source: WrittenText, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as SQLiteDatabaseError {
      guard let finding = error.finding else { throw error }
      throw FormatError([finding], source: source)
    }
  }

  /// Prepares a text with one statement, to be run more than once.
  ///
  /// - Throws: `SQLiteDatabaseError` if the text is not exactly one valid statement.
  public func prepare(_ sql: String) throws(SQLiteDatabaseError) -> SQLitePreparedStatement {
    try prepare(sql, budget())
  }

  private func prepare(_ sql: String, _ budget: StatementBudget) throws(SQLiteDatabaseError) -> SQLitePreparedStatement
  {
    try checkTransaction()
    return try SQLitePreparedStatement(sql, on: self, budget)
  }

  /// Runs a statement of the program, such as CREATE TABLE, and ignores its rows.
  ///
  /// - Returns: The number of changed rows.
  /// - Throws: `SQLiteDatabaseError` if the statement is invalid, does not take these values, exceeds a limit or fails.
  @discardableResult
  public func execute(_ sql: String, _ parameters: [SQLParameter] = []) throws(SQLiteDatabaseError) -> Int {
    try prepare(sql).run(parameters)
  }

  /// Runs a statement that changes rows.
  ///
  /// - Returns: The number of changed rows.
  /// - Throws: `SQLiteDatabaseError` if the statement is invalid, exceeds a limit or fails.
  @discardableResult
  public func run(_ statement: TranslatedStatement) throws(SQLiteDatabaseError) -> Int {
    let budget = budget(statement.limits)
    return try prepare(statement.text, budget).run(each: CollectionOfOne(statement.parameters), budget)
  }

  /// Returns a cursor over the rows of a statement. The caller must apply the statement's residual predicate.
  ///
  /// - Throws: `SQLiteDatabaseError` if the statement is invalid for the database or exceeds a limit.
  public func rows(of statement: TranslatedStatement) throws(SQLiteDatabaseError) -> SQLiteCursor {
    let budget = budget(statement.limits)
    return try prepare(statement.text, budget).rows(statement.parameters, columns: statement.columns, budget)
  }

  /// Returns a cursor over the rows of a query of the program, with values in SQLite's storage classes.
  ///
  /// - Throws: `SQLiteDatabaseError` if the statement is invalid or does not take these values.
  public func rows(of sql: String, _ parameters: [SQLParameter] = []) throws(SQLiteDatabaseError) -> SQLiteCursor {
    try prepare(sql).rows(parameters)
  }
}

/// The record of a finished statement, for a log.
public struct SQLiteTrace: Sendable {
  /// The text of the statement.
  public var statement: String
  /// The bound values; those of the last run if there were several.
  public var parameters: [SQLParameter]
  /// The number of runs with different values.
  public var runs: Int
  /// The time that SQLite took, without the program's time between rows.
  public var time: Duration
  /// The number of rows that were read or changed.
  public var rows: Int
  /// The error that ended the statement, if it failed.
  public var error: SQLiteDatabaseError?
}
