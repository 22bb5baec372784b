import PredicateSyntax

extension PredicateModel {
  /// A relationship to other objects.
  public struct Relationship: Sendable, Hashable {
    /// The storage of a relationship.
    public enum Kind: Sendable, Hashable {
      /// One object or nil. A column of this entity's table contains the primary key of the other object. With `isEnforced`,
      /// every value of the column is the key of an existing object (a foreign key constraint). Without it, a key without an
      /// object reads as nil.
      case toOne(column: String, isNullable: Bool, isEnforced: Bool)
      /// Any number of objects. A column of the other entity's table contains the primary key of this object.
      case toMany(foreignKey: String)
      /// Any number of objects in both directions, with a table of pairs of primary keys.
      case linked(LinkTable)
    }

    /// The key of the relationship in predicates.
    public var name: String
    /// The entity of the related objects.
    public var destination: String
    /// The storage of the relationship.
    public var kind: Kind
    /// Whether the column of the relationship is the first of an index: the column of this entity for a to-one relationship,
    /// and that of the other entity or the source column of the link table for a to-many relationship.
    public var isIndexed: Bool

    /// Creates a relationship.
    public init(_ name: String, to destination: String, _ kind: Kind, isIndexed: Bool = false) {
      self.name = name
      self.destination = destination
      self.kind = kind
      self.isIndexed = isIndexed
    }

    /// Returns a to-one relationship with a column of this entity's table.
    public static func toOne(
      _ name: String, _ destination: String, column: String, isNullable: Bool = true, isEnforced: Bool = false,
      isIndexed: Bool = false
    ) -> Relationship {
      Relationship(
        name, to: destination, .toOne(column: column, isNullable: isNullable, isEnforced: isEnforced),
        isIndexed: isIndexed)
    }

    /// Returns a to-many relationship with a column of the other entity's table.
    public static func toMany(
      _ name: String, _ destination: String, foreignKey: String, isIndexed: Bool = false
    ) -> Relationship {
      Relationship(name, to: destination, .toMany(foreignKey: foreignKey), isIndexed: isIndexed)
    }

    /// Returns a to-many relationship with a link table.
    public static func toMany(
      _ name: String, _ destination: String, linkTable: String, source: String, destination column: String,
      isIndexed: Bool = false
    ) -> Relationship {
      Relationship(
        name, to: destination, .linked(LinkTable(linkTable, source: source, destination: column)), isIndexed: isIndexed)
    }

    /// Whether the relationship is to-many.
    public var isToMany: Bool {
      if case .toOne = kind { false } else { true }
    }
  }

  /// A table of pairs of primary keys without duplicates.
  public struct LinkTable: Sendable, Hashable {
    /// The name of the table.
    public var table: String
    /// The schema of the table, or nil if the engine finds the table by its name alone.
    public var schema: String?
    /// The column with the keys of the objects that have the relationship.
    public var source: String
    /// The column with the keys of the related objects.
    public var destination: String

    /// Creates a link table.
    public init(_ table: String, schema: String? = nil, source: String, destination: String) {
      self.table = table
      self.schema = schema
      self.source = source
      self.destination = destination
    }
  }
}
