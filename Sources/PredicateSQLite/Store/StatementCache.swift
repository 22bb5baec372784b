/// The statements that were run last, so that what is asked again and again is prepared once.
struct StatementCache {
  /// How many are kept.
  private static let capacity = 32

  /// The one used last stands at the end.
  private var statements: [SQLitePreparedStatement] = []

  /// The statement of a text.
  mutating func statement(
    _ text: String, on connection: SQLiteConnection
  ) throws(SQLiteFault) -> SQLitePreparedStatement {
    let known = statements.lastIndex { $0.text == text }
    let statement: SQLitePreparedStatement
    if let known { statement = statements.remove(at: known) } else { statement = try connection.prepare(text) }
    statements.append(statement)
    if statements.count > Self.capacity { statements.removeFirst() }
    return statement
  }
}
