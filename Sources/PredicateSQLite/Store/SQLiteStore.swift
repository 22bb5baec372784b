import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateSyntax

/// The objects of a data model in a database of SQLite, asked by fetch requests: with the same answers, in the same order,
/// that an array of the objects gives by `fetchAll(_:)` and its like, with faults as nil.
///
/// A request names its entity. What SQL cannot say exactly, such as an order by the user's locale, is done in memory with the
/// rows that it finds. Each method throws `FormatError` with a wrong key, an impossible comparison or what the request
/// cannot ask, and `SQLiteFault` where the database fails.
///
/// One thread at a time may use a store, as its connection.
public final class SQLiteStore {
  /// The connection that is asked.
  public let connection: SQLiteConnection
  /// What the database holds.
  public let model: DataModel

  var statements = StatementCache()

  /// Makes a store of an open database.
  public init(_ connection: SQLiteConnection, model: DataModel) {
    self.connection = connection
    self.model = model
  }
}
