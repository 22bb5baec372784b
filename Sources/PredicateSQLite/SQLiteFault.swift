/// Why SQLite could not do what it was asked: its own error, or what was wrong before it was asked.
public struct SQLiteFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's extended result code, such as 787 for a foreign key that leads nowhere; nil where SQLite was not asked.
  public var code: Int?
  /// What is wrong.
  public var message: String
  /// The statement, where there is one.
  public var statement: String?

  /// Makes a fault.
  public init(_ message: String, code: Int? = nil, statement: String? = nil) {
    self.code = code
    self.message = message
    self.statement = statement
  }

  /// All of it, as a person reads it.
  public var description: String {
    let code = code.map { " (SQLite's code \($0))" } ?? ""
    return message + code + (statement.map { "\nin: \($0)" } ?? "")
  }
}
