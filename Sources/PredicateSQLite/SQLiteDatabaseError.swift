import Foundation
import PredicateSyntax

/// An error of SQLite, or one found before SQLite was called.
public struct SQLiteDatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's extended result code, such as 787 for a violated foreign key; nil if SQLite was not called.
  public var code: Int?
  /// The description of the error.
  public var message: String
  /// The statement, if there is one.
  public var statement: String?
  /// The diagnostic of evaluation in memory for the same error, such as an exceeded limit (`too-many-rows`, `too-many-steps`,
  /// `too-slow`, `cancelled`, `pattern-limit`); nil if the database failed. A store throws it as a `FormatError`.
  public var finding: FormatDiagnostic?

  /// Creates an error.
  public init(_ message: String, code: Int? = nil, statement: String? = nil) {
    self.code = code
    self.message = message.cleaned
    self.statement = statement
  }

  /// Creates the error of a statement that a limit or the cancellation of its task has ended.
  init(_ stop: Message, code: Int? = nil, statement: String) {
    self.init(stop.text, code: code, statement: statement)
    finding = FormatDiagnostic(stop, at: .none)
  }

  /// The cause of the failure, for programs that handle it; nil for a mistake in a statement, or if SQLite was not called.
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
    case outOfMemory = 7
    case readOnly = 8
    /// The statement was interrupted from outside.
    case interrupted = 9
    /// An error of the disk or of the file access.
    case diskError = 10
    /// The content of the file is no longer a valid database.
    case damaged = 11
    /// The disk is full, or the database has reached its maximum number of pages.
    case full = 13
    case cannotOpen = 14
    /// Another connection changed the tables more often than SQLite retries.
    case schemaChanged = 17
    /// A value or a statement exceeds SQLite's limit or `SQLiteLimits.valueLength`.
    case tooBig = 18
    /// A change violates a constraint of a table.
    case constraint = 19
    /// The file is not an SQLite database.
    case notADatabase = 26
  }

  /// The complete error as text.
  public var description: String {
    let code = code.map { " (SQLite's code \($0))" } ?? ""
    return message.cleaned + code + (statement.map { "\nin: \($0.cleaned)" } ?? "")
  }
}

extension SQLiteDatabaseError: LocalizedError {
  /// The message, without the statement.
  public var errorDescription: String? { message }
}
