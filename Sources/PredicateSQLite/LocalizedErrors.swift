import Foundation

// What alerts, loggers and servers show of an error: `localizedDescription`.

extension SQLiteFault: LocalizedError {
  /// What is wrong, without the statement.
  public var errorDescription: String? { message }
}

extension CoreDataModelFault: LocalizedError {
  /// What is wrong, and where.
  public var errorDescription: String? { description }
}
