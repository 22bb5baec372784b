import Foundation
import PredicateEvaluation
import PredicateInput
import PredicateSQL
import PredicateSyntax

/// An object of a data model's entity in memory. Predicates read it through the keys of the entity.
package final class ModelObject: EntityObject {
  package let identifier: FormatValue
  package let entityType: SwiftType
  /// The values of the entity's attributes, in the order of the model.
  let attributes: [FormatValue]
  /// The targets of the entity's relationships, in the order of the model. A to-one relationship has at most one.
  fileprivate(set) var related: [[ModelObject]] = []

  init(_ row: ObjectFile.Row, _ type: SwiftType) {
    identifier = row.identifier
    attributes = row.attributes
    entityType = type
  }
}

/// The objects in a file, connected by the relationships of the model. The objects of an entity and of a to-many relationship are
/// sorted by primary key.
package final class ObjectGraph {
  package let model: PredicateModel
  private let types: [EntityType<ModelObject>]
  private let objects: [[ModelObject]]
  private let byKey: [[FormatValue: ModelObject]]

  /// Creates the objects in a file.
  package init(_ file: ObjectFile) {
    let model = file.model
    self.model = model
    let types = model.entities.map { EntityType<ModelObject>($0.name) }
    self.types = types
    let objects = zip(model.entities, zip(file.rows, types)).map { entity, content in
      content.0.map { ModelObject($0, content.1.type) }
    }
    self.objects = objects
    byKey = objects.map { list in
      Dictionary(list.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    }
    for (index, entity) in model.entities.enumerated() { types[index].setKeys(keys(of: entity, types[index])) }
    connect(file)
  }

  deinit {
    // Breaks the reference cycles between objects.
    for object in objects.joined() { object.related = object.related.map { _ in [] } }
  }

  /// Returns the objects of an entity. The result is empty for an unknown entity.
  package func objects(of entity: String) -> [ModelObject] { model.index(ofEntity: entity).map { objects[$0] } ?? [] }

  /// Returns the object of an entity with a primary key.
  package func object(of entity: String, _ identifier: FormatValue) -> ModelObject? {
    model.index(ofEntity: entity).flatMap { byKey[$0][identifier] }
  }

  /// Returns the type that predicates use for the objects of an entity.
  package func type(of entity: String) -> SwiftType? { model.index(ofEntity: entity).map { types[$0].type } }

  // MARK: Keys

  private func keys(of entity: PredicateModel.Entity, _ type: EntityType<ModelObject>) -> [Field?] {
    var keys = entity.attributes.enumerated().map { slot, attribute in key(attribute, slot, type) }
    if entity.keyNames.count > entity.attributes.count + entity.relationships.count {
      keys.append(primaryKey(of: entity, type))
    }
    for (slot, relationship) in entity.relationships.enumerated() {
      guard let index = model.index(ofEntity: relationship.destination) else { continue }
      let name = relationship.name
      keys.append(
        relationship.isToMany
          ? type.objects(name, types[index]) { $0.related[slot] }
          : type.object(name, types[index]) { $0.related[slot].first })
    }
    return keys
  }

  private func primaryKey(of entity: PredicateModel.Entity, _ type: EntityType<ModelObject>) -> Field? {
    let name = entity.primaryKey
    return switch entity.primaryKeyType {
    case .integer16, .integer32, .integer64:
      type.value(name) { if case .integer(let value) = $0.identifier { value } else { nil } as Int64? }
    case .string: type.value(name) { if case .string(let value) = $0.identifier { value } else { nil } as String? }
    case .boolean, .float, .double, .decimal, .date, .uuid, .data: type.value(name) { $0.identifier }
    }
  }

  private func key(_ attribute: PredicateModel.Attribute, _ slot: Int, _ type: EntityType<ModelObject>) -> Field? {
    let name = attribute.name
    return switch attribute.type {
    case .boolean: type.value(name) { if case .bool(let value) = $0.attributes[slot] { value } else { nil } as Bool? }
    case .integer16, .integer32, .integer64:
      type.value(name) { if case .integer(let value) = $0.attributes[slot] { value } else { nil } as Int64? }
    case .float:
      type.value(name) { if case .double(let value) = $0.attributes[slot] { Float(value) } else { nil } as Float? }
    case .double:
      type.value(name) { if case .double(let value) = $0.attributes[slot] { value } else { nil } as Double? }
    case .decimal:
      type.value(name) {
        if case .decimal(let value) = $0.attributes[slot] { Decimal(value) } else { nil } as Decimal?
      }
    case .string:
      type.value(name) { if case .string(let value) = $0.attributes[slot] { value } else { nil } as String? }
    case .date:
      type.value(name) {
        if case .date(let seconds) = $0.attributes[slot] {
          Date(timeIntervalSinceReferenceDate: seconds)
        } else {
          nil
        } as Date?
      }
    case .uuid, .data: type.value(name) { $0.attributes[slot] }
    }
  }

  // MARK: Relationships

  private func connect(_ file: ObjectFile) {
    for (index, entity) in model.entities.enumerated() {
      let columns = entity.relationships.map { others(of: index, $0, file) }
      for (row, object) in objects[index].enumerated() { object.related = columns.map { $0(row) } }
    }
  }

  /// Returns a closure that returns the targets of a relationship for the object at an index.
  private func others(
    of index: Int, _ relationship: PredicateModel.Relationship, _ file: ObjectFile
  ) -> (Int) -> [ModelObject] {
    guard let destination = model.index(ofEntity: relationship.destination) else { return { _ in [] } }
    var many: [FormatValue: [ModelObject]] = [:]
    switch relationship.kind {
    case .toOne:
      let others = byKey[destination]
      return { row in file.rows[index][row].toOne[relationship.name].flatMap { others[$0] }.map { [$0] } ?? [] }
    case .toMany(let foreignKey):
      let entity = model.entities[destination]
      for inverse in entity.relationships {
        guard case .toOne(foreignKey, _, _) = inverse.kind else { continue }
        for (row, object) in zip(file.rows[destination], objects[destination]) {
          if let key = row.toOne[inverse.name] { many[key, default: []].append(object) }
        }
        break
      }
    case .linked(let link):
      let isForward = file.isForward(link)
      for pair in file.pairs[link.table] ?? [] {
        let (one, other) = isForward ? (pair.source, pair.destination) : (pair.destination, pair.source)
        if let object = byKey[destination][other] { many[one, default: []].append(object) }
      }
      for key in many.keys { many[key]?.sort { ObjectFile.precedes($0.identifier, $1.identifier) } }
    }
    let list = objects[index]
    return { row in many[list[row].identifier] ?? [] }
  }
}
