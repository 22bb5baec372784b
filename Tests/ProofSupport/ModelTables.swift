import PredicateFormat
import PredicateSQL

/// A table of a model, with its rows.
package struct ProofTable: Sendable {
  package var name: String
  package var columns: [Column] = []
  package var rows: [[FormatValue]] = []

  /// A column of a table.
  package struct Column: Sendable {
    package var name: String
    package var type: PredicateModel.AttributeType
    var collation = PredicateModel.TextCollation.exact
    package var isNullable = true
    var isIndexed = false
    var isKey = false
  }
}

/// The tables of a model, and the statements that create them on an engine. The owner of the objects adds the rows.
package struct ModelTables: Sendable {
  /// The tables of objects, followed by link tables.
  package var tables: [ProofTable] = []
  let model: PredicateModel
  let engine: ProofEngine

  /// Creates the tables without rows.
  package init(_ model: PredicateModel, on engine: ProofEngine) {
    self.model = model
    self.engine = engine
    for entity in model.entities {
      let index = tables.firstIndex { $0.name == entity.table } ?? tables.count
      if index == tables.count { tables.append(ProofTable(name: entity.table)) }
      for column in columns(of: entity) where !tables[index].columns.contains(where: { $0.name == column.name }) {
        tables[index].columns.append(column)
      }
    }
    for link in links { tables.append(linkTable(link)) }
  }

  private func columns(of entity: PredicateModel.Entity) -> [ProofTable.Column] {
    var columns: [ProofTable.Column] = []
    if entity.keyAttributes.isEmpty {
      columns.append(
        ProofTable.Column(name: entity.primaryKey, type: entity.primaryKeyType, isNullable: false, isKey: true))
    }
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

  // MARK: Link tables

  /// A link table, as seen from the first relationship that uses it.
  struct Link {
    var table: PredicateModel.LinkTable
    var relationship: String
    var source: PredicateModel.Entity
    var destination: PredicateModel.Entity
  }

  /// The distinct link tables.
  var links: [Link] {
    var result: [Link] = []
    for entity in model.entities where entity.parent == nil {
      for relationship in entity.relationships {
        guard case .linked(let table) = relationship.kind, !result.contains(where: { $0.table.table == table.table }),
          let destination = model.entity(relationship.destination)
        else { continue }
        result.append(
          Link(table: table, relationship: relationship.name, source: entity, destination: destination))
      }
    }
    return result
  }

  private func linkTable(_ link: Link) -> ProofTable {
    ProofTable(
      name: link.table.table,
      columns: [
        ProofTable.Column(
          name: link.table.source, type: link.source.primaryKeyType, isNullable: false, isIndexed: true),
        ProofTable.Column(
          name: link.table.destination, type: link.destination.primaryKeyType, isNullable: false, isIndexed: true),
      ])
  }

  /// Appends a row to a table. Columns without a value are NULL.
  mutating func add(_ fields: [String: FormatValue], to name: String) {
    guard let index = tables.firstIndex(where: { $0.name == name }) else { return }
    tables[index].rows.append(tables[index].columns.map { fields[$0.name] ?? .null })
  }

  /// Returns the values of an attribute's columns, which are its own and those of its folded texts.
  func columns(of attribute: PredicateModel.Attribute, for value: FormatValue) -> [(String, FormatValue)] {
    var columns = [(attribute.column, engine.stored(value, as: attribute.type))]
    guard case .string(let text) = value else { return columns }
    for column in attribute.folded { columns.append((column.column, .string(folded(text, column.options)))) }
    return columns
  }

  // MARK: Statements

  /// The statements that create the tables and their indexes.
  package var statements: [String] {
    var result: [String] = []
    for (number, table) in tables.enumerated() {
      let columns = table.columns.map { column in
        let key = column.isKey && engine.hasIndexes ? " PRIMARY KEY" : ""
        let null = column.isNullable ? "" : " NOT NULL"
        return "\(engine.quoted(column.name)) \(engine.column(column.type, column.collation))\(null)\(key)"
      }
      let head = "CREATE TABLE \(engine.quoted(table.name)) ("
      result.append(head + columns.joined(separator: ", ") + ")" + engine.tableEnd)
      guard engine.hasIndexes else { continue }
      for (index, column) in table.columns.enumerated() where column.isIndexed {
        let columns = "(\(engine.quoted(column.name)))"
        result.append("CREATE INDEX proof_\(number)_\(index) ON \(engine.quoted(table.name)) \(columns)")
      }
    }
    return result
  }

  /// Returns the INSERT statement for a row.
  package func insertion(into table: ProofTable) -> String {
    let columns = table.columns.map { engine.quoted($0.name) }.joined(separator: ", ")
    return
      "INSERT INTO \(engine.quoted(table.name)) (\(columns)) VALUES (\(engine.places(of: table.columns.map(\.type))))"
  }

  /// Returns the parameter kinds of a table's columns.
  package func kinds(of table: ProofTable) -> [SQLParameter.Kind] { table.columns.map { engine.kind($0.type) } }
}
