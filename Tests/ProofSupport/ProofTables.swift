import PredicateFormat
import PredicateSQL
import TestSupport

/// The tables of a model, filled with the data. The columns come from the model, so this code is independent of the classes.
package struct ProofTables {
  /// The tables with their rows.
  package private(set) var filled: ModelTables
  private let data: ProofData

  package var tables: [ProofTable] { filled.tables }

  package init(_ model: PredicateModel, _ data: ProofData, on engine: ProofEngine) {
    self.data = data
    filled = ModelTables(model, on: engine)
    for entity in model.entities {
      for object in data.objects(of: entity.name) where object.entityName == entity.name {
        filled.add(fields(of: object, entity), to: entity.table)
      }
    }
    if let index = filled.tables.firstIndex(where: { $0.name == "people" }) { addOutsiders(&filled.tables[index]) }
    for link in filled.links { addPairs(link) }
  }

  // MARK: Tables of objects

  /// Returns the values of an object's columns.
  private func fields(of object: any StoredObject, _ entity: PredicateModel.Entity) -> [String: FormatValue] {
    let values = properties(of: object)
    var fields = [entity.primaryKey: filled.engine.stored(object.primaryKey, as: entity.primaryKeyType)]
    if let condition = entity.condition { fields[condition.column] = condition.values[0] }
    for attribute in entity.attributes {
      for (column, value) in filled.columns(of: attribute, for: values[attribute.name] ?? .null) {
        fields[column] = value
      }
    }
    for relationship in entity.relationships {
      guard case .toOne(let column, _, _) = relationship.kind,
        let destination = filled.model.entity(relationship.destination)
      else { continue }
      let dangling = data.danglingKeys[ObjectIdentifier(object)]?[relationship.name]
      guard let key = other(relationship.name, of: object)?.primaryKey ?? dangling else { continue }
      fields[column] = filled.engine.stored(key, as: destination.primaryKeyType)
    }
    return fields
  }

  /// Returns the object that a property refers to.
  private func other(_ name: String, of object: any StoredObject) -> (any StoredObject)? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children where child.label == name { return child.value as? any StoredObject }
      mirror = current.superclassMirror
    }
    return nil
  }

  /// Adds rows to the same table that look like persons, with bosses and departments, but are not persons.
  private func addOutsiders(_ table: inout ProofTable) {
    var random = SeededRandom(state: data.seed)
    for id in data.outsiders {
      var row = random.pick(table.rows)
      for (index, column) in table.columns.enumerated() {
        if column.isKey { row[index] = .integer(Int64(id)) }
        if column.name == "kind" { row[index] = .integer(3) }
      }
      table.rows.append(row)
    }
  }

  // MARK: Link tables

  private mutating func addPairs(_ link: ModelTables.Link) {
    guard let tableIndex = filled.tables.firstIndex(where: { $0.name == link.table.table }) else { return }
    var rows: [[FormatValue]] = []
    for object in data.objects(of: link.source.name) {
      for case let other as any StoredObject in others(link.relationship, of: object) {
        rows.append([
          filled.engine.stored(object.primaryKey, as: link.source.primaryKeyType),
          filled.engine.stored(other.primaryKey, as: link.destination.primaryKeyType),
        ])
      }
    }
    if link.source.table == "people" {
      // The outsiders have tags too.
      for (index, id) in data.outsiders.enumerated() {
        rows.append([.integer(Int64(id)), rows[index * 3 % rows.count][1]])
      }
    }
    filled.tables[tableIndex].rows = rows
  }

  /// Returns the objects of a collection.
  private func others(_ name: String, of object: any StoredObject) -> [Any] {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children where child.label == name {
        return Mirror(reflecting: child.value).children.map(\.value)
      }
      mirror = current.superclassMirror
    }
    return []
  }

  /// The statements that create the tables and their indexes.
  package var statements: [String] { filled.statements }

  /// Returns the INSERT statement for a row.
  package func insertion(into table: ProofTable) -> String { filled.insertion(into: table) }

  /// Returns the parameter kinds of a table's columns.
  package func kinds(of table: ProofTable) -> [SQLParameter.Kind] { filled.kinds(of: table) }
}
