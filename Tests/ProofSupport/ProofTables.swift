import PredicateFormat
import PredicateModel
import TestSupport

/// A table of the proof, with its rows.
package struct ProofTable: Sendable {
  package var name: String
  package var columns: [Column] = []
  package var rows: [[FormatValue]] = []

  /// A column.
  package struct Column: Sendable {
    package var name: String
    package var type: AttributeType
    var collation = DataModel.TextCollation.exact
    package var isNullable = true
    var isIndexed = false
    var isKey = false
  }
}

/// The tables that a model describes, filled with the data. Each column is found in the model, so nothing here knows what
/// a person is.
package struct ProofTables {
  package private(set) var tables: [ProofTable] = []
  private let model: DataModel
  private let data: ProofData
  private let engine: EngineTypes

  package init(_ model: DataModel, _ data: ProofData, for dialect: SQLDialect) {
    (self.model, self.data) = (model, data)
    engine = EngineTypes(dialect)
    var names: [String] = []
    for entity in model.entities where !names.contains(entity.table) { names.append(entity.table) }
    tables = names.map { name in objectTable(name, model.entities.filter { $0.table == name }) }
    tables += linkTables()
  }

  // MARK: Tables of objects

  private func objectTable(_ name: String, _ entities: [DataModel.Entity]) -> ProofTable {
    var table = ProofTable(name: name)
    for entity in entities {
      for column in columns(of: entity) where !table.columns.contains(where: { $0.name == column.name }) {
        table.columns.append(column)
      }
    }
    for entity in entities {
      for object in data.objects(of: entity.name) where object.entityName == entity.name {
        let fields = fields(of: object, entity)
        table.rows.append(table.columns.map { fields[$0.name] ?? .null })
      }
    }
    if name == "people" { addOutsiders(&table) }
    return table
  }

  private func columns(of entity: DataModel.Entity) -> [ProofTable.Column] {
    var columns = [
      ProofTable.Column(name: entity.primaryKey, type: entity.primaryKeyType, isNullable: false, isKey: true)
    ]
    if let condition = entity.condition {
      columns.append(ProofTable.Column(name: condition.column, type: .integer32, isNullable: false))
    }
    for attribute in entity.attributes {
      columns.append(
        ProofTable.Column(
          name: attribute.column, type: attribute.type, collation: attribute.collation,
          isNullable: attribute.isNullable || entity.parent != nil, isIndexed: attribute.isIndexed))
      for folded in attribute.folded {
        columns.append(
          ProofTable.Column(
            name: folded.column, type: .string, collation: folded.collation, isIndexed: folded.isIndexed))
      }
    }
    for relationship in entity.relationships {
      guard case .toOne(let column, let isNullable, _) = relationship.kind else { continue }
      let key = model.entity(relationship.destination)?.primaryKeyType ?? .integer64
      columns.append(
        ProofTable.Column(name: column, type: key, isNullable: isNullable, isIndexed: relationship.isIndexed))
    }
    return columns
  }

  /// What the columns of an object's row hold.
  private func fields(of object: any StoredObject, _ entity: DataModel.Entity) -> [String: FormatValue] {
    let values = properties(of: object)
    var fields = [entity.primaryKey: engine.stored(object.primaryKey, as: entity.primaryKeyType)]
    if let condition = entity.condition { fields[condition.column] = condition.values[0] }
    for attribute in entity.attributes {
      let value = values[attribute.name] ?? .null
      fields[attribute.column] = engine.stored(value, as: attribute.type)
      guard case .string(let text) = value else { continue }
      for column in attribute.folded { fields[column.column] = .string(folded(text, column.options)) }
    }
    for relationship in entity.relationships {
      guard case .toOne(let column, _, _) = relationship.kind,
        let destination = model.entity(relationship.destination)
      else { continue }
      let dangling = data.danglingKeys[ObjectIdentifier(object)]?[relationship.name]
      guard let key = other(relationship.name, of: object)?.primaryKey ?? dangling else { continue }
      fields[column] = engine.stored(key, as: destination.primaryKeyType)
    }
    return fields
  }

  /// The object that a property refers to.
  private func other(_ name: String, of object: any StoredObject) -> (any StoredObject)? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children where child.label == name { return child.value as? any StoredObject }
      mirror = current.superclassMirror
    }
    return nil
  }

  /// Rows of the same table that look like persons, with bosses and departments, and are none.
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

  // MARK: Tables of pairs

  private func linkTables() -> [ProofTable] {
    var result: [ProofTable] = []
    for entity in model.entities where entity.parent == nil {
      for relationship in entity.relationships {
        guard case .linked(let link) = relationship.kind, !result.contains(where: { $0.name == link.table }),
          let destination = model.entity(relationship.destination)
        else { continue }
        result.append(linkTable(link, entity, destination, key: relationship.name))
      }
    }
    return result
  }

  private func linkTable(
    _ link: DataModel.LinkTable, _ entity: DataModel.Entity, _ destination: DataModel.Entity, key: String
  ) -> ProofTable {
    var table = ProofTable(
      name: link.table,
      columns: [
        ProofTable.Column(name: link.source, type: entity.primaryKeyType, isNullable: false, isIndexed: true),
        ProofTable.Column(name: link.destination, type: destination.primaryKeyType, isNullable: false, isIndexed: true),
      ])
    for object in data.objects(of: entity.name) {
      for case let other as any StoredObject in others(key, of: object) {
        table.rows.append([
          engine.stored(object.primaryKey, as: entity.primaryKeyType),
          engine.stored(other.primaryKey, as: destination.primaryKeyType),
        ])
      }
    }
    if entity.table == "people" {
      // The outsiders have tags too.
      for (index, id) in data.outsiders.enumerated() {
        table.rows.append([.integer(Int64(id)), table.rows[index * 3 % table.rows.count][1]])
      }
    }
    return table
  }

  /// The objects of a collection.
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

  // MARK: Statements

  /// The statements that make the tables and their indexes.
  package var statements: [String] {
    var result: [String] = []
    for (number, table) in tables.enumerated() {
      let columns = table.columns.map { column in
        let key = column.isKey && engine.hasIndexes ? " PRIMARY KEY" : ""
        let null = column.isNullable ? "" : " NOT NULL"
        return "\(engine.quoted(column.name)) \(engine.column(column.type, column.collation))\(null)\(key)"
      }
      let head = "CREATE TABLE \(engine.quoted(table.name)) ("
      result.append(head + columns.joined(separator: ", ") + engine.tableEnd)
      guard engine.hasIndexes else { continue }
      for (place, column) in table.columns.enumerated() where column.isIndexed {
        let columns = "(\(engine.quoted(column.name)))"
        result.append("CREATE INDEX proof_\(number)_\(place) ON \(engine.quoted(table.name)) \(columns)")
      }
    }
    return result
  }

  /// The INSERT of a row.
  package func insertion(into table: ProofTable) -> String {
    let columns = table.columns.map { engine.quoted($0.name) }.joined(separator: ", ")
    return "INSERT INTO \(engine.quoted(table.name)) (\(columns)) VALUES (\(engine.places(table.columns.count)))"
  }

  /// How the values of a table's columns are bound.
  package func kinds(of table: ProofTable) -> [SQLParameter.Kind] { table.columns.map { engine.kind($0.type) } }
}
