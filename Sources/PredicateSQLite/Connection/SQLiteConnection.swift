import Foundation
import PredicateSyntax

/// An open database, with the functions that statements for SQLite call. It closes when nothing refers to it any more.
///
/// The file need not be trusted: SQLite is asked to be defensive, its schema may call harmless functions alone, and what is
/// read is bounded (`limits`). What a view of the file computes for a row is one thing to wait for.
///
/// One thread at a time may use a connection, its statements and its cursors.
public final class SQLiteConnection {
  /// Where a database is.
  public enum Place: Sendable, Hashable {
    /// In memory, for as long as the connection is open.
    case memory
    /// A file that is there, to be read.
    case readOnly(String)
    /// A file, which is made where it is not there.
    case readWrite(String)
  }

  /// The library that runs the statements.
  public let library: SQLiteLibrary
  /// Called after each statement; nil where nobody wants to know.
  public var trace: ((SQLiteTrace) -> Void)?
  /// What each statement may cost. Whatever is set, one also ends where the task that waits for it is cancelled
  /// (`cancelled`).
  public var limits = SQLiteLimits()

  let session: Session
  /// What became of the transactions that this connection has begun itself.
  var transactions = TransactionState()
  /// What the statements of one question may take together; nil where each is a question of its own.
  private var question: StatementBudget?

  /// Opens a database.
  ///
  /// - Parameter library: the library to run it; that of the machine where it is nil.
  /// - Throws: a fault where there is no library, the file cannot be opened or is no database, or its text is not UTF-8.
  public init(_ place: Place = .memory, library: SQLiteLibrary? = nil) throws(SQLiteFault) {
    let library = if let library { library } else { try SQLiteLibrary.system() }
    self.library = library
    let (path, flags) = try Self.opening(place)
    var handle: OpaquePointer?
    let result = path.withCString { library.interface.open($0, &handle, flags | SQLiteCode.fullMutex, nil) }
    guard let handle else { throw SQLiteFault("SQLite has no memory to open '\(path)'", code: Int(result)) }
    session = Session(interface: library.interface, handle: handle, isOurs: true)
    do throws(SQLiteFault) {
      try session.check(result, of: nil)
      try session.defend()
      // The first look into the file, too.
      try library.registerFunctions(on: session)
    } catch { throw Self.openingFault(error, place, path) }
  }

  private static func opening(_ place: Place) throws(SQLiteFault) -> (path: String, flags: Int32) {
    switch place {
    case .memory: (":memory:", SQLiteCode.readWrite | SQLiteCode.create | SQLiteCode.memory)
    case .readOnly(let path): (try file(path), SQLiteCode.readOnly)
    case .readWrite(let path): (try file(path), SQLiteCode.readWrite | SQLiteCode.create)
    }
  }

  /// The path of a file, so that SQLite reads it as nothing else.
  private static func file(_ path: String) throws(SQLiteFault) -> String {
    if path.isEmpty || path.utf8.contains(0) {
      throw SQLiteFault("a path to a database cannot be empty or hold U+0000")
    }
    return path.hasPrefix(":") || path.hasPrefix("file:") ? "./" + path : path
  }

  /// SQLite says of all files that it cannot open the same; what is wrong can mostly be seen.
  private static func openingFault(_ fault: SQLiteFault, _ place: Place, _ path: String) -> SQLiteFault {
    var fault = fault
    // What was asked of it is none of the caller's statements.
    fault.statement = nil
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if isFolder.boolValue {
      fault.message = "this is a folder; expected a file"
    } else if fault.reason == .cannotOpen {
      if isThere, !FileManager.default.isReadableFile(atPath: path) {
        fault.message = "the file may not be read"
      } else if !isThere, case .readOnly = place {
        fault.message = "there is no such file"
      } else if !isThere {
        fault.message = "the file cannot be made"
      }
    }
    if isFolder.boolValue || fault.reason == .cannotOpen { fault.message = "'\(path.cleaned)': \(fault.message)" }
    return fault
  }

  // MARK: Statements

  /// What a statement that begins now may take, where it is of a predicate under the limits that this carries.
  func budget(_ predicateLimits: Limits = .default) -> StatementBudget {
    if transactions.isEnding { return StatementBudget(SQLiteLimits(lockWait: limits.lockWait), isCancellable: false) }
    return question ?? StatementBudget(limits, predicateLimits)
  }

  /// Runs the statements of one question, which together may take what the connection's limits and the predicate's allow.
  ///
  /// - Throws: what ended them, as evaluation in memory does, where it is that.
  package func asOne<Result>(_ predicateLimits: Limits, source: String, _ body: () throws -> Result) throws -> Result {
    let outer = question
    question = outer ?? StatementBudget(limits, predicateLimits)
    defer { question = outer }
    return try Self.telling(source, body)
  }

  /// Runs something, and throws what ended it as evaluation in memory does, where it is that.
  static func telling<Result>(_ source: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let fault as SQLiteFault {
      guard let finding = fault.finding else { throw fault }
      throw FormatError([finding], source: source)
    }
  }

  /// Prepares a statement to be run more than once. The text holds one statement.
  public func prepare(_ sql: String) throws(SQLiteFault) -> SQLitePreparedStatement {
    try prepare(sql, budget())
  }

  private func prepare(_ sql: String, _ budget: StatementBudget) throws(SQLiteFault) -> SQLitePreparedStatement {
    try checkTransaction()
    return try SQLitePreparedStatement(sql, on: self, budget)
  }

  /// Runs a statement of the program's own, such as CREATE TABLE; rows that it gives are passed over.
  ///
  /// - Returns: how many rows it changed.
  @discardableResult
  public func execute(_ sql: String, _ parameters: [SQLParameter] = []) throws(SQLiteFault) -> Int {
    try prepare(sql).run(parameters)
  }

  /// Runs a statement that changes rows.
  ///
  /// - Returns: how many rows it changed.
  @discardableResult
  public func run(_ statement: SQLStatement) throws(SQLiteFault) -> Int {
    let budget = budget(statement.limits)
    return try prepare(statement.text, budget).run(each: CollectionOfOne(statement.parameters), budget)
  }

  /// The rows that a statement finds, one after the other; its residual predicate is the caller's to apply.
  public func rows(of statement: SQLStatement) throws(SQLiteFault) -> SQLiteCursor {
    let budget = budget(statement.limits)
    return try prepare(statement.text, budget).rows(statement.parameters, columns: statement.columns, budget)
  }

  /// The rows that a query of the program's own finds, values by the kind in which SQLite keeps them.
  public func rows(of sql: String, _ parameters: [SQLParameter] = []) throws(SQLiteFault) -> SQLiteCursor {
    try prepare(sql).rows(parameters)
  }
}

/// What a statement did, for a log.
public struct SQLiteTrace: Sendable {
  /// Its text.
  public var statement: String
  /// The values that were bound; those of the last run where it was run over many.
  public var parameters: [SQLParameter]
  /// How many times it was run with other values.
  public var runs: Int
  /// The time that SQLite took, without that of the program between rows.
  public var time: Duration
  /// How many rows were read, or changed.
  public var rows: Int
  /// Why it ended, where it failed.
  public var fault: SQLiteFault?
}
