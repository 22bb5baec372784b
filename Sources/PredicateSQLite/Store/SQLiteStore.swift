import PredicateFetching
import PredicateSQL
import PredicateSyntax

/// A database of SQLite with the objects of a data model, queried by fetch requests.
///
/// The results and their order are those of `fetchAll(_:)` and similar methods on an array of the objects, with errors as nil.
/// A request names its entity. What SQL cannot express exactly, such as an order by the user's locale, is done in memory on the
/// rows that SQL finds. Each method throws `FormatError` if a key, a comparison or the request is invalid, and `SQLiteDatabaseError` if
/// the database fails.
///
/// Only one thread at a time may use a store, as with its connection.
public final class SQLiteStore {
  /// The connection to the database.
  public let connection: SQLiteDatabaseConnection
  /// The data model of the database.
  public let model: PredicateModel

  /// The maximum number of statements that are kept.
  private static let mostStatements = 32

  /// The number of rows of each table whose values a store checks before its first statement. See
  /// `SQLiteDatabaseConnection.checkForms(of:rows:)`.
  public static let checkedRows = 100

  /// Whether the forms of the first rows are those of the model.
  private var isChecked = false
  /// The recent statements, the most recently used one last, so that repeated requests do not prepare them again.
  private var statements: [SQLitePreparedStatement] = []

  /// Creates a store for an open database.
  public init(_ connection: SQLiteDatabaseConnection, model: PredicateModel) {
    self.connection = connection
    self.model = model
  }

  /// Checks the first rows of the tables, once.
  func checkForms() throws(SQLiteDatabaseError) {
    if isChecked { return }
    try connection.checkForms(of: model, rows: Self.checkedRows)
    isChecked = true
  }

  /// Returns the statement with a text, prepared if necessary.
  package func statement(_ text: String) throws(SQLiteDatabaseError) -> SQLitePreparedStatement {
    let known = statements.lastIndex { $0.text == text }
    let statement: SQLitePreparedStatement
    if let known { statement = statements.remove(at: known) } else { statement = try connection.prepare(text) }
    statements.append(statement)
    if statements.count > Self.mostStatements { statements.removeFirst() }
    return statement
  }
}
