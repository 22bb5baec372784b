import Foundation
import PredicateSemantics

/// The keys of a Core Data model and their types, for checks. Nothing of the store is needed.
final class CoreDataKeys: KeySource, Sendable {
  /// The keys of each entity with those of its parents.
  private let keys: [[String: KeyLookup]]

  /// The types of attributes. Values of other types, such as transformable ones, may be anything.
  private static let types: [String: ValueType] = [
    "Integer 16": .integer, "Integer 32": .integer, "Integer 64": .integer, "Float": .double, "Double": .double,
    "Decimal": .decimal, "String": .string, "Boolean": .bool, "Date": .date, "Binary": .data, "UUID": .uuid,
  ]

  init(_ entities: [CoreDataContents.Entity]) {
    let indexes = Dictionary(entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let own = entities.map { Self.keys(of: $0, entities, indexes) }
    keys = entities.indices.map { index in
      var keys = own[index]
      var visited: Set<Int> = [index]
      var child = index
      while let parent = entities[child].parent.flatMap({ indexes[$0] }), visited.insert(parent).inserted {
        keys.merge(own[parent]) { first, _ in first }
        child = parent
      }
      return keys
    }
  }

  private static func keys(
    of entity: CoreDataContents.Entity, _ entities: [CoreDataContents.Entity], _ indexes: [String: Int]
  ) -> [String: KeyLookup] {
    var keys: [String: KeyLookup] = [:]
    for name in entity.fetchedProperties { keys[name] = .found(type: .any, isNullable: true) }
    for attribute in entity.attributes {
      let type = types[attribute.attributes["attributeType"] ?? ""] ?? .any
      keys[attribute.givenName] = .found(type: type, isNullable: true)
    }
    for relationship in entity.relationships {
      let destination = indexes[relationship.destination].map { index in
        ValueType.object(ObjectType(name: entities[index].name, identifier: index))
      }
      let object = destination ?? .any
      let type: ValueType =
        !relationship.isToMany ? object : relationship.isOrdered ? .list(object) : .set(object)
      keys[relationship.name] = .found(type: type, isNullable: !relationship.isToMany)
    }
    return keys
  }

  func key(_ name: String, of type: ObjectType) -> KeyLookup {
    guard keys.indices.contains(type.identifier) else { return .absent(known: []) }
    return keys[type.identifier][name] ?? .absent(known: keys[type.identifier].keys.sorted())
  }
}

extension KeyModel {
  /// Reads the keys of a Core Data model: a package `.xcdatamodeld` (its current version), a model `.xcdatamodel`, or its `contents`
  /// file.
  ///
  /// - Throws: An error if the file cannot be read or is not a model.
  package init(coreDataModel url: URL) throws(CoreDataModelError) {
    let file = try CoreDataContents.bytes(of: url)
    try self.init(coreDataContents: file.bytes, name: file.name)
  }

  /// Reads the keys in the bytes of a `contents` file.
  package init(coreDataContents bytes: [UInt8], name: String) throws(CoreDataModelError) {
    let entities = try CoreDataContents(bytes, name: name).entities
    self.init(entities: entities.map(\.name), keys: CoreDataKeys(entities))
  }
}
