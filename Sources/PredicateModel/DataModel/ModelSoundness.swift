import PredicateSyntax

/// Checks that the entities of a model fit together, and gives subentities what their parents have.
struct ModelSoundness {
  private let entities: [DataModel.Entity]
  private(set) var indexes: [String: Int] = [:]

  init(_ entities: [DataModel.Entity]) { self.entities = entities }

  /// The entities with what they inherit.
  mutating func completed() throws(DataModelFault) -> [DataModel.Entity] {
    for (index, entity) in entities.enumerated() {
      guard indexes.updateValue(index, forKey: entity.name) == nil else {
        throw DataModelFault("entities[\(index)].name", "there are two entities '\(entity.name)'")
      }
    }
    var result: [DataModel.Entity] = []
    for index in entities.indices { result.append(try withInherited(index)) }
    for (index, entity) in result.enumerated() { try check(entity, at: "entities[\(index)]") }
    return result
  }

  /// The entity with the keys of its parents, the topmost parent's first.
  private func withInherited(_ index: Int) throws(DataModelFault) -> DataModel.Entity {
    var entity = entities[index]
    var seen: Set<String> = [entity.name]
    var parent = entity.parent
    while let name = parent {
      let path = "entities[\(index)].parent"
      guard let above = indexes[name] else { throw DataModelFault(path, noEntity(name)) }
      guard seen.insert(name).inserted else { throw DataModelFault(path, "'\(name)' is its own parent") }
      guard entities[above].table == entity.table else {
        throw DataModelFault(path, "'\(name)' lies in another table, '\(entities[above].table)'")
      }
      guard entities[above].primaryKey == entity.primaryKey else {
        throw DataModelFault(path, "'\(name)' has another primary key, '\(entities[above].primaryKey)'")
      }
      entity.attributes = entities[above].attributes + entity.attributes
      entity.relationships = entities[above].relationships + entity.relationships
      parent = entities[above].parent
    }
    return entity
  }

  private func noEntity(_ name: String) -> String {
    "there is no entity '\(name)'\(suggestion(for: name, among: entities.map(\.name)))"
  }

  private func check(_ entity: DataModel.Entity, at path: String) throws(DataModelFault) {
    switch entity.primaryKeyType {
    case .integer16, .integer32, .integer64, .string, .uuid: break
    default: throw DataModelFault("\(path).primaryKeyType", "a primary key is an integer, a string or a UUID")
    }
    if let condition = entity.condition {
      guard !condition.values.isEmpty else { throw DataModelFault("\(path).condition", "it names no value") }
      for value in condition.values {
        switch value {
        case .integer, .string: break
        default: throw DataModelFault("\(path).condition", "a fixed condition holds integers or strings")
        }
      }
    }
    for (name, place) in names(of: entity, at: path) where name.isEmpty {
      throw DataModelFault(place, "the name is empty")
    }
    var keys: Set<String> = []
    for (index, attribute) in entity.attributes.enumerated() {
      let place = "\(path).attributes[\(index)]"
      guard keys.insert(attribute.name).inserted else {
        throw DataModelFault("\(place).name", "the key '\(attribute.name)' stands twice")
      }
      try check(attribute, at: place)
    }
    for (index, relationship) in entity.relationships.enumerated() {
      let place = "\(path).relationships[\(index)]"
      guard keys.insert(relationship.name).inserted else {
        throw DataModelFault("\(place).name", "the key '\(relationship.name)' stands twice")
      }
      guard indexes[relationship.destination] != nil else {
        throw DataModelFault("\(place).destination", noEntity(relationship.destination))
      }
    }
  }

  private func check(_ attribute: DataModel.Attribute, at path: String) throws(DataModelFault) {
    switch attribute.type {
    case .decimal(.native(let precision, let scale)):
      guard (1...38).contains(precision), (0...precision).contains(scale) else {
        throw DataModelFault("\(path).type", "a decimal has 1 to 38 digits, of which the scale stands after the point")
      }
    case .decimal(.scaledInteger(let scale)):
      guard (0...18).contains(scale) else {
        throw DataModelFault("\(path).type", "a scaled integer has 0 to 18 digits after the point")
      }
    default: break
    }
    for (index, folded) in attribute.folded.enumerated() {
      guard attribute.type.isText, folded.options.folds,
        folded.options.isSubset(of: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive])
      else {
        throw DataModelFault("\(path).folded[\(index)]", "a string is folded by options of c, d and w")
      }
    }
  }

  /// Every name that SQL will hold, and where it stands.
  private func names(of entity: DataModel.Entity, at path: String) -> [(String, String)] {
    var result = [
      (entity.name, "\(path).name"), (entity.table, "\(path).table"), (entity.primaryKey, "\(path).primaryKey"),
    ]
    if let condition = entity.condition { result.append((condition.column, "\(path).condition")) }
    for (index, attribute) in entity.attributes.enumerated() {
      let place = "\(path).attributes[\(index)]"
      result += [(attribute.name, "\(place).name"), (attribute.column, "\(place).column")]
      for (number, folded) in attribute.folded.enumerated() {
        result.append((folded.column, "\(place).folded[\(number)]"))
      }
    }
    for (index, relationship) in entity.relationships.enumerated() {
      let place = "\(path).relationships[\(index)]"
      result.append((relationship.name, "\(place).name"))
      switch relationship.kind {
      case .toOne(let column, _, _): result.append((column, "\(place).column"))
      case .toMany(let column): result.append((column, "\(place).foreignKey"))
      case .linked(let link):
        result += [link.table, link.source, link.destination].map { ($0, "\(place).linkTable") }
      }
    }
    return result
  }
}
