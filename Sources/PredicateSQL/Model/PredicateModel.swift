import PredicateSyntax

/// A description of a database: entities with their attributes and relationships, and the tables and columns that store them.
///
///     let model = try PredicateModel([
///       PredicateModel.Entity(
///         "Book", table: "book",
///         attributes: [.init("title", .string, isNullable: false), .init("year", .integer32, isNullable: false)],
///         relationships: [.toOne("author", "Author", column: "author_id", isEnforced: true, isIndexed: true)]),
///       PredicateModel.Entity(
///         "Author", table: "author", attributes: [.init("name", .string, isNullable: false)],
///         relationships: [.toMany("books", "Book", foreignKey: "author_id", isIndexed: true)]),
///     ])
///
/// Predicates are checked against a model, and translated to SQL with it. Create a model in Swift, or read one from a file
/// (Grammar/Guides/DataModel.md). Either way it is validated once, so every model is consistent: the entities that it names exist,
/// and names are unique.
public struct PredicateModel: Sendable, Hashable {
  /// The maximum number of ancestors of an entity.
  package static let maximumParents = 100

  /// The entities in their given order. A subentity includes the attributes and relationships of its parents.
  public let entities: [Entity]
  /// The indices of the entities, by name.
  private let indexes: [String: Int]
  /// The keys of each entity.
  private let keys: [[String: Key]]

  /// Creates a model from entities.
  ///
  /// - Throws: `PredicateModelError` with the path of the first error.
  public init(_ entities: [Entity]) throws(PredicateModelError) {
    var soundness = ModelSoundness(entities)
    self.entities = try soundness.completed()
    indexes = soundness.indexes
    keys = self.entities.map { entity in
      // An attribute or a relationship of the same name takes precedence.
      var keys: [String: Key] = entity.keyAttributes.isEmpty ? [entity.primaryKey: .primaryKey] : [:]
      for (index, attribute) in entity.attributes.enumerated() { keys[attribute.name] = .attribute(index) }
      for (index, relationship) in entity.relationships.enumerated() { keys[relationship.name] = .relationship(index) }
      return keys
    }
  }

  /// Returns the entity with the given name, or `nil` if there is none.
  public func entity(_ name: String) -> Entity? { indexes[name].map { entities[$0] } }

  /// Returns the index of an entity in `entities`.
  package func index(ofEntity name: String) -> Int? { indexes[name] }

  /// A key of an entity: the index of an attribute or of a relationship, or the primary key, if neither has its name.
  package enum Key: Sendable, Hashable {
    case primaryKey, attribute(Int), relationship(Int)
  }

  /// Returns the key of the entity at `index`, or `nil` if it has no such key.
  package func key(_ name: String, ofEntity index: Int) -> Key? { keys[index][name] }

  /// Returns the attributes that an entity does not inherit. They follow the inherited ones.
  package func ownAttributes(of entity: Entity) -> ArraySlice<Attribute> {
    entity.attributes.dropFirst(parent(of: entity)?.attributes.count ?? 0)
  }

  /// Returns the relationships that an entity does not inherit. They follow the inherited ones.
  package func ownRelationships(of entity: Entity) -> ArraySlice<Relationship> {
    entity.relationships.dropFirst(parent(of: entity)?.relationships.count ?? 0)
  }

  private func parent(of entity: Entity) -> Entity? { entity.parent.flatMap(self.entity) }

  /// A kind of object, and the table that stores its objects, one in each row.
  public struct Entity: Sendable, Hashable {
    /// The name of the entity in requests and relationships.
    public var name: String
    /// The name of the table.
    public var table: String
    /// The schema of the table, or nil if the engine finds the table by its name alone.
    public var schema: String?
    /// The column that identifies an object. It is unique and never NULL. Its name is a key in predicates: `id == 1`.
    public var primaryKey: String
    /// The type of the primary key: an integer, a string or a UUID.
    public var primaryKeyType: PredicateModel.AttributeType
    /// The attributes that identify an object together: `["l_orderkey", "l_linenumber"]`. They are never nil. If there are any,
    /// the entity does not have the column `primaryKey`, and no relationship leads to its objects by their keys.
    public var keyAttributes: [String]
    /// The entity that this one inherits attributes and relationships from. Both must use the same table.
    public var parent: String?
    /// The condition for rows of the entity, if the table has others. A parent's condition includes its subentities.
    public var condition: FixedCondition?
    /// The attributes of the entity.
    public var attributes: [Attribute]
    /// The relationships to other objects.
    public var relationships: [Relationship]

    /// Creates an entity. The table defaults to its name, and the primary key to the integer column `id`.
    public init(
      _ name: String, table: String? = nil, schema: String? = nil, primaryKey: String = "id",
      primaryKeyType: PredicateModel.AttributeType = .integer64, keyAttributes: [String] = [], parent: String? = nil,
      condition: FixedCondition? = nil, attributes: [Attribute] = [], relationships: [Relationship] = []
    ) {
      self.name = name
      self.table = table ?? name
      self.schema = schema
      self.primaryKey = primaryKey
      self.primaryKeyType = primaryKeyType
      self.keyAttributes = keyAttributes
      self.parent = parent
      self.condition = condition
      self.attributes = attributes
      self.relationships = relationships
    }
  }

  /// A column with one of a few integers or strings, which lets several entities share a table.
  public struct FixedCondition: Sendable, Hashable {
    /// The name of the column.
    public var column: String
    /// The values of the column in rows of the entity: either integers or strings.
    public var values: [FormatValue]

    /// Creates a condition.
    public init(_ column: String, in values: [FormatValue]) {
      self.column = column
      self.values = values
    }
  }
}

extension PredicateModel.Entity {
  /// The names of the attributes, the relationships and the primary key.
  package var keyNames: [String] {
    let names = attributes.map { $0.name } + relationships.map { $0.name }
    return names.contains(primaryKey) || !keyAttributes.isEmpty ? names : names + [primaryKey]
  }

  /// Returns whether the objects of both entities are rows of the same table.
  func sharesTable(with other: PredicateModel.Entity) -> Bool { table == other.table && schema == other.schema }

  /// The primary key as an attribute.
  var primaryKeyAttribute: PredicateModel.Attribute {
    PredicateModel.Attribute(primaryKey, primaryKeyType, isNullable: false, isIndexed: true)
  }

  /// The columns that identify an object, as attributes.
  package var keyColumns: [PredicateModel.Attribute] {
    if keyAttributes.isEmpty { return [primaryKeyAttribute] }
    return keyAttributes.compactMap { name in attributes.first { $0.name == name } }
  }
}

/// An error in a data model.
public struct PredicateModelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the error: `entities[1].relationships[0].destination`. Indices do not count inherited parts.
  public var path: String
  /// A sentence that describes the error.
  public var reason: String

  /// Creates an error.
  public init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The path and the reason.
  public var description: String { (path.isEmpty ? reason : "\(path): \(reason)").cleaned }
}
