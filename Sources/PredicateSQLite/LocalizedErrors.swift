import Foundation

// The texts of `localizedDescription`, which alerts, loggers and servers show.

extension SQLiteFault: LocalizedError {
  /// The message, without the statement.
  public var errorDescription: String? { message }
}

extension CoreDataModelFault: LocalizedError {
  /// The reason, with the file and line.
  public var errorDescription: String? { description }
}
