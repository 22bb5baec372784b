import Foundation
import PredicateSyntax

/// An error that SQLite reported, or that this library found before or after it called SQLite.
public struct SQLiteDatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's extended result code, such as 787 for a violated foreign key, or a code of this library's functions from 0xC901 on;
  /// nil if this library found the error.
  public var code: Int?
  /// The description of the error.
  public var message: String { didSet { message = message.cleaned } }
  /// The statement, if there is one.
  public var statement: String?
  /// The diagnostic of evaluation in memory for the same error, such as an exceeded limit or an invalid pattern (`too-many-rows`,
  /// `too-many-steps`, `too-slow`, `cancelled`, `pattern-limit`); nil if the database failed. `SQLiteStore` and `SQLiteReader`
  /// throw a `FormatError` with this diagnostic instead.
  public var finding: FormatDiagnostic?

  /// Creates an error.
  public init(_ message: String, code: Int? = nil, statement: String? = nil) {
    self.code = code
    self.message = message.cleaned
    self.statement = statement
  }

  /// Creates the error for a statement that ended because of a limit or a cancelled task.
  init(_ stop: Message, code: Int? = nil, statement: String) {
    self.init(stop.text, code: code, statement: statement)
    finding = FormatDiagnostic(stop, at: .none)
  }

  /// The cause of the failure, for programs that handle it; nil for all other codes, such as that of a mistake in a statement.
  public var reason: Reason? { code.flatMap { Reason(rawValue: $0 & 0xFF) } }

  /// The cause of a failure, by SQLite's primary result codes. Only codes about the database or the machine are included.
  public enum Reason: Int, Sendable, Hashable, CaseIterable {
    /// The system does not permit the access.
    case forbidden = 3
    /// SQLite has rolled back the transaction in which the rows were read.
    case aborted = 4
    /// Another connection had a lock for longer than the time limit for locks.
    case busy = 5
    /// A statement of the same connection has a lock.
    case locked = 6
    /// Memory could not be allocated.
    case outOfMemory = 7
    /// A statement changes a database or a connection that only permits reading.
    case readOnly = 8
    /// The statement was interrupted. If `finding` is not nil, a limit or a cancelled task interrupted it.
    case interrupted = 9
    /// An error of the disk or of the file access.
    case diskError = 10
    /// The content of the file is no longer a valid database.
    case damaged = 11
    /// The disk is full, or the database has reached its maximum number of pages.
    case full = 13
    /// The file of the database cannot be opened.
    case cannotOpen = 14
    /// Another connection changed the tables more often than SQLite retries.
    case schemaChanged = 17
    /// A value or a statement exceeds SQLite's limit or `SQLiteLimits.valueLength`.
    case tooBig = 18
    /// A change violates a constraint.
    case constraint = 19
    /// The file is not an SQLite database.
    case notADatabase = 26
  }

  /// The complete error as text.
  public var description: String {
    let code = code.map { " (code \($0))" } ?? ""
    return message + code + (statement.map { "\nin: \($0.cleaned)" } ?? "")
  }
}

extension SQLiteDatabaseError: LocalizedError {
  /// The message, without the statement.
  public var errorDescription: String? { message }
}
