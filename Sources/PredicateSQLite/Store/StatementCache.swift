/// A cache of recent statements, so that repeated requests do not prepare them again.
struct StatementCache {
  /// The maximum number of statements.
  private static let capacity = 32

  /// The cached statements, the most recently used one last.
  private var statements: [SQLitePreparedStatement] = []

  /// Returns the statement with a text, prepared if necessary.
  mutating func statement(
    _ text: String, on connection: SQLiteDatabaseConnection
  ) throws(SQLiteDatabaseError) -> SQLitePreparedStatement {
    let known = statements.lastIndex { $0.text == text }
    let statement: SQLitePreparedStatement
    if let known { statement = statements.remove(at: known) } else { statement = try connection.prepare(text) }
    statements.append(statement)
    if statements.count > Self.capacity { statements.removeFirst() }
    return statement
  }
}
