import Foundation
import PredicateSQL
import PredicateSyntax

/// Maps a Core Data model to the tables and columns of its SQLite store.
///
/// - A root entity and its descendants share the table `Z` + NAME and are distinguished by `Z_ENT`; the primary key is `Z_PK`.
/// - An attribute or a to-one relationship is the column `Z` + NAME.
/// - A to-many relationship whose inverse is to-one has the inverse's column as its foreign key.
/// - Many-to-many relationships have a link table; see `CoreDataMapping+Links.swift`.
///
/// NAME is the name in uppercase.
struct CoreDataMapping {
  typealias Entity = CoreDataContents.Entity

  /// The name of a key, and the index of the entity that declares it.
  typealias Key = (name: String, entity: Int)

  private struct Column: Hashable {
    let table: String
    let name: String
  }

  let entities: [Entity]
  let store: CoreDataStore?
  /// The omissions and their reasons.
  private(set) var notes: [String] = []

  private let file: String
  private let indexes: [String: Int]
  /// The ancestors of each entity, the nearest first.
  private let parents: [[Int]]
  /// Each entity with all its descendants.
  private let families: [[Int]]
  /// The index of each entity's own relationships, by name.
  private let relationships: [[String: Int]]
  /// The number of to-many relationships by name and destination.
  let toManyCounts: [String: [String: Int]]
  /// The table of each entity, which is that of its root entity.
  private let tables: [String]
  /// The number of properties that map to each column.
  private var propertyCounts: [Column: Int] = [:]

  init(_ entities: [Entity], name: String, _ store: CoreDataStore?) throws(CoreDataModelError) {
    self.entities = entities
    self.store = store
    file = name
    var indexes: [String: Int] = [:]
    var names: [String] = []
    for (index, entity) in entities.enumerated() {
      guard indexes.updateValue(index, forKey: entity.name) == nil else {
        throw CoreDataModelError(name, line: entity.line, "there are two entities '\(entity.name)'")
      }
      guard let table = Self.storedName(entity.name) else {
        throw CoreDataModelError(
          name, line: entity.line, "the table of '\(entity.name)' is not known: its name is not ASCII without spaces"
        )
      }
      names.append(table)
    }
    self.indexes = indexes
    var parents: [[Int]] = []
    for index in entities.indices { parents.append(try Self.parents(of: index, entities, indexes, name)) }
    self.parents = parents
    tables = entities.indices.map { names[parents[$0].last ?? $0] }
    var roots: [String: Int] = [:]
    for index in entities.indices where parents[index].isEmpty {
      guard let other = roots.updateValue(index, forKey: names[index]) else { continue }
      throw CoreDataModelError(
        name, line: entities[index].line,
        "'\(entities[index].name)' and '\(entities[other].name)' have the same table '\(names[index])'")
    }
    var families = entities.indices.map { [$0] }
    for index in entities.indices {
      for parent in parents[index] { families[parent].append(index) }
    }
    self.families = families
    relationships = entities.map { entity in
      Dictionary(entity.relationships.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    var counts: [String: [String: Int]] = [:]
    for relationship in entities.flatMap(\.relationships) where relationship.isToMany {
      counts[relationship.name, default: [:]][relationship.destination, default: 0] += 1
    }
    toManyCounts = counts
    for index in entities.indices { countColumns(of: index) }
  }

  private static func parents(
    of index: Int, _ entities: [Entity], _ indexes: [String: Int], _ file: String
  ) throws(CoreDataModelError) -> [Int] {
    var parents: [Int] = []
    var child = index
    while let name = entities[child].parent {
      guard let parent = indexes[name] else {
        throw CoreDataModelError(file, line: entities[child].line, noEntity(name, entities))
      }
      guard parent != index, parents.count < PredicateModel.maximumParents else {
        let isCycle = parent == index || parents.contains(parent)
        let reason = isCycle ? "form a cycle" : "are more than \(PredicateModel.maximumParents)"
        throw CoreDataModelError(file, line: entities[index].line, "the parents of '\(entities[index].name)' \(reason)")
      }
      parents.append(parent)
      child = parent
    }
    return parents
  }

  private static func noEntity(_ name: String, _ entities: [Entity]) -> String {
    "unknown entity '\(name)'\(suggestion(for: name, among: entities.map(\.name)))"
  }

  // MARK: Entities

  mutating func mapEntities() throws(CoreDataModelError) -> [PredicateModel.Entity] {
    var result: [PredicateModel.Entity] = []
    for index in entities.indices { result.append(try mapEntity(at: index)) }
    return result
  }

  private mutating func mapEntity(at index: Int) throws(CoreDataModelError) -> PredicateModel.Entity {
    let entity = entities[index]
    var result = PredicateModel.Entity(entity.name, table: tables[index], primaryKey: "Z_PK", parent: entity.parent)
    if let columns = store?.columns, columns[result.table] == nil {
      throw CoreDataModelError(file, line: entity.line, "the store has no table '\(result.table)'")
    }
    if entity.parent != nil {
      // The table has rows of other entities. The condition selects those of the entity and its descendants.
      var numbers: [FormatValue] = []
      for other in families[index] {
        numbers.append(
          .integer(Int64(try entityNumber(of: other, because: "'\(entity.name)' shares a table with others"))))
      }
      result.condition = PredicateModel.FixedCondition("Z_ENT", in: numbers)
    }
    for attribute in entity.attributes {
      if let attribute = mapAttribute(attribute, of: index) { result.attributes.append(attribute) }
    }
    for relationship in entity.relationships {
      if let relationship = try mapRelationship(relationship, of: index) { result.relationships.append(relationship) }
    }
    return result
  }

  /// Returns the name of a table or column, `Z` + NAME, or nil if it is uncertain.
  static func storedName(_ name: String) -> String? {
    name.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 } && !name.isEmpty ? "Z" + name.uppercased() : nil
  }

  func entityNumber(of index: Int, because reason: String) throws(CoreDataModelError) -> Int {
    let entity = entities[index]
    guard let store else {
      throw CoreDataModelError(
        file, line: entity.line, "\(reason), so the entity numbers in the store's Z_PRIMARYKEY are needed")
    }
    if let number = store.entityNumbers[entity.name] { return number }
    throw CoreDataModelError(file, line: entity.line, "the store's Z_PRIMARYKEY has no entity '\(entity.name)'")
  }

  // MARK: Columns

  private mutating func countColumns(of index: Int) {
    let entity = entities[index]
    let attributes = entity.attributes.filter { !$0.isYes("transient") }.map(\.givenName)
    let relationships = entity.relationships.filter { !$0.isTransient && !$0.isToMany }.map(\.name)
    for name in attributes + relationships {
      if let column = Self.storedName(name) {
        propertyCounts[Column(table: tables[index], name: column), default: 0] += 1
      }
    }
  }

  /// Returns the column of a property of an entity. If it is uncertain, omits the key that needs it, which is the property itself
  /// or its inverse.
  private mutating func columnOrOmit(_ name: String, of entity: Int, for key: Key) -> String? {
    guard let column = Self.storedName(name) else {
      let whose = (name, entity) == key ? "its" : "its inverse's"
      return omit(key, because: "\(whose) name is not ASCII without spaces")
    }
    let table = tables[entity]
    if isNumbered(column, in: table) {
      return omit(key, because: "the store numbers the columns of several keys with the name '\(name)' in '\(table)'")
    }
    if let columns = store?.columns, columns[table]?.contains(column) != true {
      return omit(key, because: "the store's table '\(table)' has no column '\(column)'")
    }
    return column
  }

  /// Returns whether several keys map to a column, or to its name without trailing digits, because the store adds digits to such
  /// names: `note` and `noTe` become `ZNOTE` and `ZNOTE1`.
  private func isNumbered(_ column: String, in table: String) -> Bool {
    var name = Substring(column)
    // No table has so many columns that a number has more digits.
    for _ in 0...9 {
      if propertyCounts[Column(table: table, name: String(name)), default: 0] > 1 { return true }
      guard let last = name.last, last.isASCII, last.isNumber else { return false }
      name.removeLast()
    }
    return false
  }

  /// Adds a note that the data model does not have a key, and returns nil. It is generic so that every caller can return the
  /// result.
  mutating func omit<Mapped>(_ key: Key, because reason: String) -> Mapped? {
    notes.append("\(entities[key.entity].name).\(key.name) is omitted: \(reason)")
    return nil
  }

  // MARK: Attributes

  private mutating func mapAttribute(_ attribute: CoreDataContents.Element, of index: Int) -> PredicateModel.Attribute?
  {
    let name = attribute.givenName
    let key = (name, index)
    if attribute.isYes("transient") { return omit(key, because: "it is transient, so the store does not have it") }
    let typeName = attribute["attributeType"] ?? ""
    guard let type = Self.types[typeName] else {
      return omit(key, because: "it is not known how the type '\(typeName)' is stored")
    }
    if attribute.isYes("allowsExternalBinaryDataStorage") {
      return omit(key, because: "its larger values are in files outside the store")
    }
    guard let column = columnOrOmit(name, of: index, for: key) else { return nil }
    if let note = type.note { notes.append("\(entities[index].name).\(name): \(note)") }
    // `isNullable` keeps its default, true: Core Data does not declare columns NOT NULL.
    return PredicateModel.Attribute(
      name, type.stored, column: column, isIndexed: entities[index].indexed.contains(name),
      collation: type.stored == .string ? .exact : .undeclared)
  }

  // MARK: Relationships

  private mutating func mapRelationship(
    _ relationship: CoreDataContents.Relationship, of index: Int
  ) throws(CoreDataModelError) -> PredicateModel.Relationship? {
    let name = relationship.name
    let key = (name, index)
    guard let destination = indexes[relationship.destination] else {
      throw CoreDataModelError(file, line: relationship.line, Self.noEntity(relationship.destination, entities))
    }
    if relationship.isTransient { return omit(key, because: "it is transient, so the store does not have it") }
    if !relationship.isToMany {
      // Core Data indexes the columns of to-one relationships.
      return columnOrOmit(name, of: index, for: key).map {
        .toOne(name, relationship.destination, column: $0, isIndexed: true)
      }
    }
    guard let inverse = relationship.inverse else {
      return omit(key, because: "it has no inverse, and it is not known how it is stored")
    }
    guard let (owner, other) = declaredRelationship(inverse, of: destination) else {
      throw CoreDataModelError(
        file, line: relationship.line,
        "'\(relationship.destination)' has no relationship '\(inverse)', the inverse of '\(name)'")
    }
    // The destination of a to-one inverse may be an ancestor of this entity. Their primary keys are those of the same table.
    let isInverse = indexes[other.destination].map { target in
      other.isToMany ? owner == destination && target == index : tables[target] == tables[index]
    }
    guard other.inverse == name, isInverse == true else {
      return omit(key, because: "its inverse belongs to other entities, and it is not known how it is stored")
    }
    if owner == index, inverse == name {
      return omit(key, because: "it is its own inverse, and it is not known how its pairs are stored")
    }
    if other.isToMany { return try mapManyToMany((relationship, index), (other, owner)) }
    return columnOrOmit(inverse, of: owner, for: key).map {
      .toMany(name, relationship.destination, foreignKey: $0, isIndexed: true)
    }
  }

  /// Returns a relationship of an entity or its ancestors, and the entity that declares it.
  private func declaredRelationship(_ name: String, of index: Int) -> (owner: Int, CoreDataContents.Relationship)? {
    for entity in [index] + parents[index] {
      if let own = relationships[entity][name] { return (entity, entities[entity].relationships[own]) }
    }
    return nil
  }
}
