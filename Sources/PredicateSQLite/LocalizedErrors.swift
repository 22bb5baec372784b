import Foundation

// The text of `localizedDescription`, which alerts, loggers and servers show.

extension SQLiteFault: LocalizedError {
  /// The message, without the statement.
  public var errorDescription: String? { message }
}
