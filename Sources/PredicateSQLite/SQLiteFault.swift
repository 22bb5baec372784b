import PredicateSyntax

/// Why SQLite could not do what it was asked: its own error, or what was wrong before it was asked.
public struct SQLiteFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's extended result code, such as 787 for a foreign key that leads nowhere; nil where SQLite was not asked.
  public var code: Int?
  /// What is wrong.
  public var message: String
  /// The statement, where there is one.
  public var statement: String?
  /// What evaluation in memory would find in its place, such as a limit that is exceeded (`too-many-rows`, `too-many-steps`,
  /// `too-slow`, `cancelled`, `pattern-limit`); nil where the database itself failed. A store throws it as a `FormatError`.
  public var finding: Diagnostic?

  /// Makes a fault.
  public init(_ message: String, code: Int? = nil, statement: String? = nil) {
    self.code = code
    self.message = message.cleaned
    self.statement = statement
  }

  /// A statement that was ended by a limit, or since its task was cancelled.
  init(_ stop: Message, code: Int? = nil, statement: String) {
    self.init(stop.text, code: code, statement: statement)
    finding = Diagnostic(stop, at: .none)
  }

  /// What failed, for programs that act on it; nil for a mistake in a statement, and where SQLite was not asked.
  public var reason: Reason? { code.flatMap { Reason(rawValue: $0 & 0xFF) } }

  /// What failed, by SQLite's primary result codes: those that tell of the database or the machine, not of a statement.
  public enum Reason: Int, Sendable, Hashable, CaseIterable {
    /// The system forbids what was asked.
    case forbidden = 3
    /// SQLite has rolled the transaction back in which the rows were read.
    case aborted = 4
    /// Another connection holds a lock, and has not let go of it in the time that was waited.
    case busy = 5
    /// A statement of the same connection holds a lock.
    case locked = 6
    case outOfMemory = 7
    case readOnly = 8
    /// The statement was ended from outside.
    case interrupted = 9
    /// The disk, or the file under the database, does not answer as it should.
    case diskError = 10
    /// What the file holds is no longer a database.
    case damaged = 11
    /// The disk is full, or the database has as many pages as it may have.
    case full = 13
    case cannotOpen = 14
    /// Another connection has changed the tables, more often than SQLite tries again.
    case schemaChanged = 17
    /// A value or a statement is longer than SQLite takes, or than `SQLiteLimits.valueLength` lets it be.
    case tooBig = 18
    /// A constraint of a table speaks against a change.
    case constraint = 19
    /// The file is none of SQLite's.
    case notADatabase = 26
  }

  /// All of it, as a person reads it.
  public var description: String {
    let code = code.map { " (SQLite's code \($0))" } ?? ""
    return message.cleaned + code + (statement.map { "\nin: \($0.cleaned)" } ?? "")
  }
}
