import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateSyntax

/// The objects of a data model in a database of SQLite, asked by fetch requests: with the same answers, in the same order,
/// that an array of the objects gives by `fetchAll(_:)` and its like, with faults as nil.
///
/// One thread at a time may use a store, as its connection.
public final class SQLiteStore {
  /// The connection that is asked.
  public let connection: SQLiteConnection
  /// What the database holds.
  public let model: DataModel

  /// Makes a store of an open database.
  public init(_ connection: SQLiteConnection, model: DataModel) {
    self.connection = connection
    self.model = model
  }
}

/// An object of a database: its attributes as they were when it was read.
public struct FetchedObject: Sendable, Hashable {
  /// The entity that it is of.
  public var entity: String
  /// Its primary key.
  public var identifier: FormatValue
  /// Its attributes, by name.
  public var attributes: [String: FormatValue]

  /// The value of an attribute; nil where it is nil, or the entity has none of that name.
  public subscript(name: String) -> FormatValue { attributes[name] ?? .null }
}
