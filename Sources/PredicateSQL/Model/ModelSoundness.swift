import PredicateSemantics
import PredicateSyntax

/// Validates the entities of a model, and completes subentities with inherited keys.
struct ModelSoundness {
  /// The maximum number of keys of all entities together, including inherited ones.
  static let maximumKeys = 1_000_000

  private let entities: [PredicateModel.Entity]
  private(set) var indexes: [String: Int] = [:]

  init(_ entities: [PredicateModel.Entity]) { self.entities = entities }

  /// Returns the entities with their inherited keys.
  mutating func completed() throws(PredicateModelError) -> [PredicateModel.Entity] {
    for (index, entity) in entities.enumerated() {
      guard indexes.updateValue(index, forKey: entity.name) == nil else {
        throw PredicateModelError("entities[\(index)].name", "there are two entities '\(entity.name)'")
      }
    }
    var result: [PredicateModel.Entity] = []
    var keys = 0
    for index in entities.indices {
      let parents = try parents(of: index)
      keys += ([index] + parents).reduce(0) { $0 + entities[$1].attributes.count + entities[$1].relationships.count }
      guard keys <= Self.maximumKeys else {
        throw PredicateModelError("entities", "they have more than \(Self.maximumKeys) keys, including inherited ones")
      }
      result.append(withInherited(index, parents))
      try check(entities[index], inherited: parents, at: "entities[\(index)]")
    }
    return result
  }

  /// Returns the ancestors of an entity, nearest first.
  private func parents(of index: Int) throws(PredicateModelError) -> [Int] {
    var parents: [Int] = []
    var child = index
    while let name = entities[child].parent {
      let path = "entities[\(child)].parent"
      guard let parent = indexes[name] else { throw PredicateModelError(path, noEntity(name)) }
      guard parent != index else { throw PredicateModelError(path, "'\(name)' is its own parent") }
      let limit = PredicateModel.maximumParents
      guard parents.count < limit else {
        throw PredicateModelError(path, "there are more than \(limit) parents above '\(entities[index].name)'")
      }
      parents.append(parent)
      child = parent
    }
    if let parent = parents.first { try checkStorage(of: index, in: parent) }
    return parents
  }

  private func checkStorage(of index: Int, in parent: Int) throws(PredicateModelError) {
    let (entity, above, path) = (entities[index], entities[parent], "entities[\(index)]")
    guard entity.sharesTable(with: above) else {
      throw PredicateModelError("\(path).table", "an entity uses the table of its parent, '\(above.table)'")
    }
    guard entity.primaryKey == above.primaryKey, entity.primaryKeyType == above.primaryKeyType,
      entity.keyAttributes == above.keyAttributes
    else {
      let key = above.keyAttributes.isEmpty ? above.primaryKey : above.keyAttributes.joined(separator: ", ")
      throw PredicateModelError("\(path).primaryKey", "an entity uses the primary key of its parent, '\(key)'")
    }
  }

  /// Returns the entity with its inherited keys, starting with those of the topmost ancestor.
  private func withInherited(_ index: Int, _ parents: [Int]) -> PredicateModel.Entity {
    var entity = entities[index]
    let line = parents.reversed() + [index]
    entity.attributes = line.flatMap { entities[$0].attributes }
    entity.relationships = line.flatMap { entities[$0].relationships }
    return entity
  }

  private func noEntity(_ name: String) -> String {
    "unknown entity '\(name)'\(suggestion(for: name, among: entities.map { $0.name }))"
  }

  /// Checks what an entity declares itself. Its parents are checked separately.
  private func check(
    _ entity: PredicateModel.Entity, inherited parents: [Int], at path: String
  ) throws(PredicateModelError) {
    switch entity.primaryKeyType {
    case .integer16, .integer32, .integer64, .string, .uuid: break
    case .boolean, .float, .double, .decimal, .date, .data:
      throw PredicateModelError("\(path).primaryKey", "a primary key is an integer, a string or a UUID")
    }
    if let condition = entity.condition { try check(condition, at: "\(path).condition") }
    for (name, path) in names(of: entity, at: path) {
      if name.isEmpty { throw PredicateModelError(path, "the name is empty") }
      if name.unicodeScalars.contains("\0") { throw PredicateModelError(path, "the name contains U+0000") }
    }
    var keys: Set<String> = []
    for parent in parents {
      keys.formUnion(entities[parent].attributes.map { $0.name })
      keys.formUnion(entities[parent].relationships.map { $0.name })
    }
    for (index, attribute) in entity.attributes.enumerated() {
      let attributePath = "\(path).attributes[\(index)]"
      guard keys.insert(attribute.name).inserted else {
        throw PredicateModelError("\(attributePath).name", "the key '\(attribute.name)' is duplicated")
      }
      try check(attribute, at: attributePath)
    }
    if parents.isEmpty { try checkKeyAttributes(of: entity, at: path) }
    for (index, relationship) in entity.relationships.enumerated() {
      let relationshipPath = "\(path).relationships[\(index)]"
      guard keys.insert(relationship.name).inserted else {
        throw PredicateModelError("\(relationshipPath).name", "the key '\(relationship.name)' is duplicated")
      }
      guard let destination = indexes[relationship.destination] else {
        throw PredicateModelError("\(relationshipPath).destination", noEntity(relationship.destination))
      }
      try checkKeys(of: relationship, from: entity, to: entities[destination], at: relationshipPath)
      if case .linked(let link) = relationship.kind, link.source == link.destination {
        throw PredicateModelError("\(relationshipPath).linkTable", "its two columns are the same, '\(link.source)'")
      }
    }
  }

  /// Checks that the attributes of a key exist and have values with an order.
  private func checkKeyAttributes(of entity: PredicateModel.Entity, at path: String) throws(PredicateModelError) {
    for (index, name) in entity.keyAttributes.enumerated() {
      let path = "\(path).primaryKey[\(index)]"
      guard let attribute = entity.attributes.first(where: { $0.name == name }) else {
        throw PredicateModelError(path, "\(entity.name) has no attribute '\(name)'")
      }
      guard !entity.keyAttributes[..<index].contains(name) else {
        throw PredicateModelError(path, "the attribute '\(name)' is repeated")
      }
      if attribute.isNullable { throw PredicateModelError(path, "the attribute '\(name)' is nullable") }
      guard attribute.type.canBeInKey else {
        throw PredicateModelError(path, "a \(attribute.type.fileName) such as '\(name)' cannot identify an object")
      }
    }
  }

  /// Checks that a relationship leads by a key of one column.
  private func checkKeys(
    of relationship: PredicateModel.Relationship, from owner: PredicateModel.Entity,
    to destination: PredicateModel.Entity,
    at path: String
  ) throws(PredicateModelError) {
    var referenced: [PredicateModel.Entity] = []
    switch relationship.kind {
    case .toOne: referenced = [destination]
    case .toMany: referenced = [owner]
    case .linked: referenced = [owner, destination]
    }
    for entity in referenced where !entity.keyAttributes.isEmpty {
      throw PredicateModelError(
        path, "a relationship needs a primary key of one column, and \(entity.name) has several")
    }
  }

  private func check(_ condition: PredicateModel.FixedCondition, at path: String) throws(PredicateModelError) {
    guard let first = condition.values.first else { throw PredicateModelError("\(path).values", "it has no values") }
    for (index, value) in condition.values.enumerated() {
      switch (first, value) {
      case (.integer, .integer), (.string, .string): break
      default:
        throw PredicateModelError("\(path).values[\(index)]", "a fixed condition has only integers, or only strings")
      }
      if case .string(let text) = value, text.utf8.contains(0) {
        throw PredicateModelError("\(path).values[\(index)]", "the value contains U+0000")
      }
    }
  }

  private func check(_ attribute: PredicateModel.Attribute, at path: String) throws(PredicateModelError) {
    switch attribute.type {
    case .decimal(.native(let precision, let scale)):
      guard (1...38).contains(precision) else {
        throw PredicateModelError("\(path).precision", "a decimal has 1 to 38 digits")
      }
      guard (0...precision).contains(scale) else {
        throw PredicateModelError(
          "\(path).scale", "a decimal of \(precision) digits has 0 to \(precision) after the point")
      }
    case .decimal(.scaledInteger(let scale)):
      guard (0...18).contains(scale) else {
        throw PredicateModelError("\(path).scale", "a scaled integer has 0 to 18 digits after the point")
      }
    case .boolean, .integer16, .integer32, .integer64, .float, .double, .string, .date, .uuid, .data: break
    }
    for (index, folded) in attribute.folded.enumerated() {
      let foldedPath = "\(path).folded[\(index)]"
      guard attribute.type.isText, folded.options.folds,
        folded.options.isSubset(of: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive])
      else {
        throw PredicateModelError("\(foldedPath).options", "a string is folded by the options c, d and w")
      }
      guard folded.column != attribute.column else {
        throw PredicateModelError("\(foldedPath).column", "it is the column of the text itself")
      }
    }
  }

  /// Returns every name that an entity declares, with its path.
  private func names(of entity: PredicateModel.Entity, at path: String) -> [(String, String)] {
    var result = [
      (entity.name, "\(path).name"), (entity.table, "\(path).table"), (entity.primaryKey, "\(path).primaryKey"),
    ]
    if let schema = entity.schema { result.append((schema, "\(path).schema")) }
    if let condition = entity.condition { result.append((condition.column, "\(path).condition.column")) }
    for (index, attribute) in entity.attributes.enumerated() {
      let attributePath = "\(path).attributes[\(index)]"
      result += [(attribute.name, "\(attributePath).name"), (attribute.column, "\(attributePath).column")]
      if case .enumeration(let name) = attribute.columnType {
        result.append((name, "\(attributePath).columnType.enumeration"))
      }
      for (number, folded) in attribute.folded.enumerated() {
        result.append((folded.column, "\(attributePath).folded[\(number)].column"))
      }
    }
    for (index, relationship) in entity.relationships.enumerated() {
      let relationshipPath = "\(path).relationships[\(index)]"
      result.append((relationship.name, "\(relationshipPath).name"))
      switch relationship.kind {
      case .toOne(let column, _, _): result.append((column, "\(relationshipPath).column"))
      case .toMany(let column): result.append((column, "\(relationshipPath).foreignKey"))
      case .linked(let link):
        result += [
          (link.table, "\(relationshipPath).linkTable.table"), (link.source, "\(relationshipPath).linkTable.source"),
          (link.destination, "\(relationshipPath).linkTable.destination"),
        ]
        if let schema = link.schema { result.append((schema, "\(relationshipPath).linkTable.schema")) }
      }
    }
    return result
  }
}

extension PredicateModel.AttributeType {
  /// Whether values of this type can be part of a primary key of several columns.
  package var canBeInKey: Bool {
    switch self {
    case .boolean, .integer16, .integer32, .integer64, .string, .date, .uuid: true
    case .float, .double, .decimal, .data: false
    }
  }
}
