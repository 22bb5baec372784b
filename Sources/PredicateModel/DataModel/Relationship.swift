import PredicateSyntax

extension DataModel {
  /// Other objects of an object.
  public struct Relationship: Sendable, Hashable {
    /// How the objects are found.
    public enum Kind: Sendable, Hashable {
      /// One object or nil: this entity's table has a column with the primary key of the other one. With `isEnforced`
      /// every value of the column is known to be the key of an object that is there (a foreign key that the database
      /// holds); without, a key that leads nowhere reads as nil.
      case toOne(column: String, isNullable: Bool, isEnforced: Bool)
      /// Any number: the other entity's table has a column with the primary key of this one.
      case toMany(foreignKey: String)
      /// Any number, both ways: a table of pairs of primary keys.
      case linked(LinkTable)
    }

    /// The key that predicates call it by.
    public var name: String
    /// The entity of the other objects.
    public var destination: String
    /// How they are found.
    public var kind: Kind
    /// Whether the column that leads there leads an index: this entity's for one object, the other's or the link table's
    /// source column for many.
    public var isIndexed: Bool

    /// Describes a relationship.
    public init(_ name: String, to destination: String, _ kind: Kind, isIndexed: Bool = false) {
      self.name = name
      self.destination = destination
      self.kind = kind
      self.isIndexed = isIndexed
    }

    /// One object, found by a column of this entity's table.
    public static func toOne(
      _ name: String, _ destination: String, column: String, isNullable: Bool = true, isEnforced: Bool = false,
      isIndexed: Bool = false
    ) -> Relationship {
      Relationship(
        name, to: destination, .toOne(column: column, isNullable: isNullable, isEnforced: isEnforced),
        isIndexed: isIndexed)
    }

    /// Many objects, found by a column of their table.
    public static func toMany(
      _ name: String, _ destination: String, foreignKey: String, isIndexed: Bool = false
    ) -> Relationship {
      Relationship(name, to: destination, .toMany(foreignKey: foreignKey), isIndexed: isIndexed)
    }

    /// Many objects, found by a table of pairs.
    public static func toMany(
      _ name: String, _ destination: String, linkTable: String, source: String, destination column: String,
      isIndexed: Bool = false
    ) -> Relationship {
      Relationship(
        name, to: destination, .linked(LinkTable(linkTable, source: source, destination: column)), isIndexed: isIndexed)
    }

    /// Whether it leads to any number of objects.
    public var isToMany: Bool {
      if case .toOne = kind { false } else { true }
    }
  }

  /// A table of pairs of primary keys, each pair once.
  public struct LinkTable: Sendable, Hashable {
    /// The table.
    public var table: String
    /// The column with the keys of the objects that have the relationship.
    public var source: String
    /// The column with the keys of the objects that it leads to.
    public var destination: String

    /// Names the table and its columns.
    public init(_ table: String, source: String, destination: String) {
      self.table = table
      self.source = source
      self.destination = destination
    }
  }
}
