import PredicateSyntax

/// What a database holds, and how: entities with their attributes and relationships, and the tables and columns that keep
/// them.
///
/// A predicate is checked against a model and translated to SQL with it. A model is made in Swift, or read from a file
/// (Grammar/DataModel.md); either way it is checked once, as a whole, and a model that exists is sound: every entity that
/// it names is there, no name stands twice.
public struct DataModel: Sendable, Hashable {
  /// The entities, in the order given. A subentity has the attributes and relationships of its parents too.
  public let entities: [Entity]
  /// Where each entity stands.
  private let indexes: [String: Int]
  /// The keys of each entity.
  private let keys: [[String: Key]]

  /// Makes a model of entities.
  ///
  /// - Throws: `DataModelFault` for the first thing that is not sound, with the path to it.
  public init(_ entities: [Entity]) throws(DataModelFault) {
    var soundness = ModelSoundness(entities)
    self.entities = try soundness.completed()
    indexes = soundness.indexes
    keys = self.entities.map { entity in
      var keys: [String: Key] = [:]
      for (index, attribute) in entity.attributes.enumerated() { keys[attribute.name] = .attribute(index) }
      for (index, relationship) in entity.relationships.enumerated() { keys[relationship.name] = .relationship(index) }
      return keys
    }
  }

  /// The entity of a name.
  public func entity(_ name: String) -> Entity? { indexes[name].map { entities[$0] } }

  /// Where the entity of a name stands in `entities`.
  package func index(ofEntity name: String) -> Int? { indexes[name] }

  /// What a key of an entity is: its place among the attributes or the relationships.
  package enum Key: Sendable, Hashable {
    case attribute(Int), relationship(Int)
  }

  /// What a key of the entity at `index` is; nil where it has no such key.
  package func key(_ name: String, ofEntity index: Int) -> Key? { keys[index][name] }

  /// The attributes that an entity does not have from its parents, whose attributes stand first.
  package func ownAttributes(of entity: Entity) -> ArraySlice<Attribute> {
    entity.attributes.dropFirst(parent(of: entity)?.attributes.count ?? 0)
  }

  /// The relationships that an entity does not have from its parents, whose relationships stand first.
  package func ownRelationships(of entity: Entity) -> ArraySlice<Relationship> {
    entity.relationships.dropFirst(parent(of: entity)?.relationships.count ?? 0)
  }

  private func parent(of entity: Entity) -> Entity? { entity.parent.flatMap(self.entity) }

  /// A kind of object, and the table that keeps its objects, one a row.
  public struct Entity: Sendable, Hashable {
    /// What predicates and relationships call it.
    public var name: String
    /// The table.
    public var table: String
    /// The column that tells objects apart: never NULL, and unique.
    public var primaryKey: String
    /// The type of that column: an integer, a string or a UUID.
    public var primaryKeyType: AttributeType
    /// The entity whose attributes and relationships this one has too. It must lie in the same table.
    public var parent: String?
    /// Which rows of the table are the entity's, where not all are: for a parent those of its subentities included.
    public var condition: FixedCondition?
    /// The values of an object.
    public var attributes: [Attribute]
    /// The other objects of an object.
    public var relationships: [Relationship]

    /// Describes an entity; the table has its name where no other is given, the primary key is the integer `id`.
    public init(
      _ name: String, table: String? = nil, primaryKey: String = "id", primaryKeyType: AttributeType = .integer64,
      parent: String? = nil, condition: FixedCondition? = nil, attributes: [Attribute] = [],
      relationships: [Relationship] = []
    ) {
      self.name = name
      self.table = table ?? name
      self.primaryKey = primaryKey
      self.primaryKeyType = primaryKeyType
      self.parent = parent
      self.condition = condition
      self.attributes = attributes
      self.relationships = relationships
    }
  }

  /// A column that holds one of a few integers or strings: how several entities share a table.
  public struct FixedCondition: Sendable, Hashable {
    /// The column.
    public var column: String
    /// What it holds for objects of the entity: integers, or strings.
    public var values: [FormatValue]

    /// Names the column and what it holds.
    public init(_ column: String, in values: [FormatValue]) {
      self.column = column
      self.values = values
    }
  }
}

/// Why something is no data model.
public struct DataModelFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where: `entities[1].relationships[0].destination`, counted without what is inherited.
  public var path: String
  /// What is wrong, as a sentence.
  public var reason: String

  /// Makes a fault.
  public init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Both, as a person reads them.
  public var description: String { (path.isEmpty ? reason : "\(path): \(reason)").cleaned }
}
