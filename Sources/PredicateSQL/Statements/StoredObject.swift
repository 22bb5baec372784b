import PredicateSyntax

/// An object of the program that a database keeps too: what `SELF == %@` and `boss IN %@` ask of SQL is its primary key.
/// In memory the same predicate compares references.
public protocol StoredObject: AnyObject {
  /// The entity that the object is of.
  var entityName: String { get }
  /// The primary key: an integer, a string or a UUID.
  var primaryKey: FormatValue { get }
}

/// A reference to an object by its entity and primary key alone, for predicates that only become SQL. In memory it is no
/// object of any collection, so nothing is equal to it.
public final class StoredReference: StoredObject, FormatArgument, Sendable {
  /// The entity that the object is of.
  public let entityName: String
  /// The primary key.
  public let primaryKey: FormatValue

  /// Refers to the object of an entity with a primary key.
  public init(_ entityName: String, _ primaryKey: FormatValue) {
    self.entityName = entityName
    self.primaryKey = primaryKey
  }

  /// The constant reference.
  public var formatExpression: FormatExpression { FormatObject(self).formatExpression }
}
