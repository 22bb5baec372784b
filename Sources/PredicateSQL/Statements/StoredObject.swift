import PredicateSyntax

/// An object that is also stored in a database. In SQL, `SELF == %@` and `boss IN %@` compare its primary key; in memory the
/// same predicate compares references.
public protocol StoredObject: AnyObject {
  /// The name of the object's entity.
  var entityName: String { get }
  /// The primary key: an integer, a string or a UUID.
  var primaryKey: FormatValue { get }
}

/// A reference to an object by its entity and primary key only, for predicates that are only translated to SQL. In memory it is
/// not equal to any object.
public final class StoredReference: StoredObject, FormatArgument, Sendable {
  /// The name of the object's entity.
  public let entityName: String
  /// The primary key.
  public let primaryKey: FormatValue

  /// Creates a reference to the object of an entity with a primary key.
  public init(_ entityName: String, _ primaryKey: FormatValue) {
    self.entityName = entityName
    self.primaryKey = primaryKey
  }

  /// The reference as a constant.
  public var formatExpression: FormatExpression { FormatObject(self).formatExpression }
}

extension FormatObject {
  /// The object, if it is stored in a database.
  var stored: (any StoredObject)? {
    #if hasFeature(Embedded)  // Which has no casts to a protocol.
    object as? StoredReference
    #else
    object as? any StoredObject
    #endif
  }
}
