import Foundation
import PredicateModel
import PredicateSyntax

/// Maps a Core Data model to the tables and columns of its SQLite store.
///
/// - A root entity and its descendants share the table `Z` + NAME and are distinguished by `Z_ENT`; the primary key is `Z_PK`.
/// - An attribute or a to-one relationship is the column `Z` + NAME.
/// - A to-many relationship whose inverse is to-one has the inverse's column as its foreign key.
/// - Many-to-many relationships have a link table; see `CoreDataLink`.
///
/// NAME is the name in uppercase.
struct CoreDataMapping {
  typealias Entity = CoreDataContents.Entity

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
  /// The number of to-many relationships with the same name and destination.
  private let rivals: [[String]: Int]
  /// The number of properties that map to each column, by table and name.
  private var claims: [[String]: Int] = [:]

  init(_ entities: [Entity], name: String, _ store: CoreDataStore?) throws(CoreDataModelError) {
    self.entities = entities
    self.store = store
    file = name
    var indexes: [String: Int] = [:]
    for (index, entity) in entities.enumerated() {
      guard indexes.updateValue(index, forKey: entity.name) == nil else {
        throw CoreDataModelError(name, line: entity.line, "there are two entities '\(entity.name)'")
      }
      guard Self.columnName(entity.name) != nil else {
        throw CoreDataModelError(
          name, line: entity.line, "the table of '\(entity.name)' is not known: its name is not ASCII"
        )
      }
    }
    self.indexes = indexes
    var parents: [[Int]] = []
    for index in entities.indices { parents.append(try Self.parents(of: index, entities, indexes, name)) }
    self.parents = parents
    var families = entities.indices.map { [$0] }
    for index in entities.indices {
      for parent in parents[index] { families[parent].append(index) }
    }
    self.families = families
    relationships = entities.map { entity in
      Dictionary(entity.relationships.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let toMany = entities.flatMap(\.relationships).filter(\.isToMany)
    rivals = Dictionary(toMany.map { ([$0.name, $0.destination], 1) }, uniquingKeysWith: +)
    for index in entities.indices { claimColumns(of: index) }
  }

  private static func parents(
    of index: Int, _ entities: [Entity], _ indexes: [String: Int], _ file: String
  ) throws(CoreDataModelError) -> [Int] {
    var parents: [Int] = []
    var child = index
    while let name = entities[child].parent {
      let line = entities[child].line
      guard let parent = indexes[name] else { throw CoreDataModelError(file, line: line, noEntity(name, entities)) }
      guard parent != index, parents.count < 100 else {
        let reason = parent == index || parents.contains(parent) ? "form a cycle" : "are more than 100"
        throw CoreDataModelError(file, line: line, "the parents of '\(entities[index].name)' \(reason)")
      }
      parents.append(parent)
      child = parent
    }
    return parents
  }

  private static func noEntity(_ name: String, _ entities: [Entity]) -> String {
    "there is no entity '\(name)'\(suggestion(for: name, among: entities.map(\.name)))"
  }

  // MARK: Entities

  mutating func mapped() throws(CoreDataModelError) -> [DataModel.Entity] {
    var result: [DataModel.Entity] = []
    for index in entities.indices { result.append(try mapped(index)) }
    return result
  }

  private mutating func mapped(_ index: Int) throws(CoreDataModelError) -> DataModel.Entity {
    let entity = entities[index]
    var result = DataModel.Entity(entity.name, table: table(of: index), primaryKey: "Z_PK", parent: entity.parent)
    if let columns = store?.columns, columns[result.table] == nil {
      throw CoreDataModelError(file, line: entity.line, "the store has no table '\(result.table)'")
    }
    if entity.parent != nil {
      // Selects the rows of the entity and its descendants.
      var numbers: [FormatValue] = []
      for other in families[index] {
        numbers.append(.integer(Int64(try number(of: other, because: "'\(entity.name)' shares a table with others"))))
      }
      result.condition = DataModel.FixedCondition("Z_ENT", in: numbers)
    }
    for attribute in entity.attributes {
      if let attribute = mapped(attribute, of: index) { result.attributes.append(attribute) }
    }
    for relationship in entity.relationships {
      if let relationship = try mapped(relationship, of: index) { result.relationships.append(relationship) }
    }
    return result
  }

  /// Returns the table of an entity's root.
  private func table(of index: Int) -> String {
    let root = parents[index].last ?? index
    return Self.columnName(entities[root].name) ?? ""
  }

  /// Returns `Z` + NAME, or nil if the uppercase name is uncertain.
  static func columnName(_ name: String) -> String? {
    name.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 } && !name.isEmpty ? "Z" + name.uppercased() : nil
  }

  func number(of index: Int, because reason: String) throws(CoreDataModelError) -> Int {
    let entity = entities[index]
    guard let store else {
      throw CoreDataModelError(
        file, line: entity.line, "\(reason), so the entity numbers in the store's Z_PRIMARYKEY are needed")
    }
    if let number = store.entityNumbers[entity.name] { return number }
    throw CoreDataModelError(file, line: entity.line, "the store's Z_PRIMARYKEY has no entity '\(entity.name)'")
  }

  // MARK: Columns

  private mutating func claimColumns(of index: Int) {
    let table = table(of: index)
    let entity = entities[index]
    let attributes = entity.attributes.filter { !$0.isTransient }.map(\.name)
    let relationships = entity.relationships.filter { !$0.isTransient && !$0.isToMany }.map(\.name)
    for name in attributes + relationships {
      if let column = Self.columnName(name) { claims[[table, column], default: 0] += 1 }
    }
  }

  /// Returns the column of a property, or the reason why it is uncertain.
  private func column(of name: String, in index: Int) -> Result<String, Uncertainty> {
    guard let column = Self.columnName(name) else {
      return .failure(Uncertainty("its name is not ASCII"))
    }
    let table = table(of: index)
    if isNumbered(column, in: table) {
      return .failure(Uncertainty("the store numbers the columns of several keys of this name in '\(table)'"))
    }
    if let columns = store?.columns, columns[table]?.contains(column) != true {
      return .failure(Uncertainty("the store's table '\(table)' has no column '\(column)'"))
    }
    return .success(column)
  }

  /// Returns whether several keys map to a column, or to its name without trailing digits: the store adds digits to such names.
  private func isNumbered(_ column: String, in table: String) -> Bool {
    var name = Substring(column)
    while claims[[table, String(name)], default: 0] <= 1 {
      guard let last = name.last, last.isASCII, last.isNumber else { return false }
      name.removeLast()
    }
    return true
  }

  struct Uncertainty: Error {
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private mutating func leaveOut(_ key: String, of index: Int, _ reason: String) {
    notes.append("\(entities[index].name).\(key) is omitted: \(reason)")
  }

  // MARK: Attributes

  private mutating func mapped(
    _ attribute: CoreDataContents.Attribute, of index: Int
  ) -> DataModel.Attribute? {
    if attribute.isTransient {
      leaveOut(attribute.name, of: index, "it is transient, so the store does not have it")
      return nil
    }
    guard let type = Self.types[attribute.type ?? ""] else {
      leaveOut(attribute.name, of: index, "it is not known how the type '\(attribute.type ?? "")' is stored")
      return nil
    }
    if attribute.mayLieOutside {
      leaveOut(attribute.name, of: index, "its larger values are in files outside the store")
      return nil
    }
    switch column(of: attribute.name, in: index) {
    case .failure(let uncertainty):
      leaveOut(attribute.name, of: index, uncertainty.reason)
      return nil
    case .success(let column):
      if let note = type.note { notes.append("\(entities[index].name).\(attribute.name): \(note)") }
      // Stores do not declare columns NOT NULL.
      return DataModel.Attribute(
        attribute.name, type.stored, column: column, isIndexed: entities[index].indexed.contains(attribute.name),
        collation: type.stored == .string ? .exact : .undeclared)
    }
  }

  // MARK: Relationships

  private mutating func mapped(
    _ relationship: CoreDataContents.Relationship, of index: Int
  ) throws(CoreDataModelError) -> DataModel.Relationship? {
    let name = relationship.name
    guard let destination = indexes[relationship.destination] else {
      throw CoreDataModelError(
        file, line: relationship.line, Self.noEntity(relationship.destination, entities))
    }
    if relationship.isTransient {
      leaveOut(name, of: index, "it is transient, so the store does not have it")
      return nil
    }
    if !relationship.isToMany {
      switch column(of: name, in: index) {
      case .success(let column):
        return .toOne(name, relationship.destination, column: column, isIndexed: true)
      case .failure(let uncertainty):
        leaveOut(name, of: index, uncertainty.reason)
        return nil
      }
    }
    guard let inverse = relationship.inverse else {
      leaveOut(name, of: index, "it has no inverse, and it is not known how it is stored")
      return nil
    }
    guard let (owner, other) = property(inverse, of: destination) else {
      throw CoreDataModelError(
        file, line: relationship.line,
        "'\(relationship.destination)' has no relationship '\(inverse)', the inverse of '\(name)'")
    }
    let leadsBack = owner == destination && indexes[other.destination] == index
    guard other.inverse == name, leadsBack || !other.isToMany else {
      leaveOut(name, of: index, "its inverse belongs to other entities, and it is not known how it is stored")
      return nil
    }
    if owner == index, inverse == name {
      leaveOut(name, of: index, "it is its own inverse, and it is not known how its pairs are stored")
      return nil
    }
    if other.isToMany {
      return try mapped((relationship, index), (other, owner))
    }
    switch column(of: inverse, in: owner) {
    case .success(let column):
      return .toMany(name, relationship.destination, foreignKey: column, isIndexed: true)
    case .failure(let uncertainty):
      leaveOut(name, of: index, "for its inverse, \(uncertainty.reason)")
      return nil
    }
  }

  /// Returns a relationship of an entity or its ancestors, and the entity that declares it.
  private func property(_ name: String, of index: Int) -> (owner: Int, CoreDataContents.Relationship)? {
    for entity in [index] + parents[index] {
      if let place = relationships[entity][name] { return (entity, entities[entity].relationships[place]) }
    }
    return nil
  }

  private mutating func mapped(
    _ side: CoreDataLink.Side, _ inverse: CoreDataLink.Side
  ) throws(CoreDataModelError) -> DataModel.Relationship? {
    let link = CoreDataLink(
      side, inverse, numbers: (try linkNumber(of: side), try linkNumber(of: inverse)),
      names: (entities[side.entity].name, entities[inverse.entity].name))
    switch link.table(columns: store?.columns, rivals: rivals) {
    case .success(let table):
      return DataModel.Relationship(
        side.relationship.name, to: side.relationship.destination, .linked(table), isIndexed: link.leads)
    case .failure(let uncertainty):
      leaveOut(side.relationship.name, of: side.entity, uncertainty.reason)
      return nil
    }
  }

  private func linkNumber(of side: CoreDataLink.Side) throws(CoreDataModelError) -> Int {
    try number(of: side.entity, because: "'\(side.relationship.name)' is a many-to-many relationship")
  }
}
