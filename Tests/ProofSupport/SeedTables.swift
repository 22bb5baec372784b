import PredicateFormat
import PredicateSQL
import PredicateInput

extension ModelTables {
  /// Creates the filled tables of a file of objects.
  package init(_ file: ObjectFile, on engine: ProofEngine) {
    self.init(file.model, on: engine)
    for (entity, rows) in zip(file.model.entities, file.rows) {
      for row in rows { add(fields(of: row, entity), to: entity.table) }
    }
    for link in links {
      for pair in file.pairs[link.table.table] ?? [] {
        add(
          [
            link.table.source: engine.stored(pair.source, as: link.source.primaryKeyType),
            link.table.destination: engine.stored(pair.destination, as: link.destination.primaryKeyType),
          ], to: link.table.table)
      }
    }
  }

  private func fields(of row: ObjectFile.Row, _ entity: PredicateModel.Entity) -> [String: FormatValue] {
    var fields: [String: FormatValue] = [:]
    if entity.keyAttributes.isEmpty {
      fields[entity.primaryKey] = engine.stored(row.identifier, as: entity.primaryKeyType)
    }
    for (attribute, value) in zip(entity.attributes, row.attributes) {
      for (column, value) in columns(of: attribute, for: value) { fields[column] = value }
    }
    for relationship in entity.relationships {
      guard case .toOne(let column, _, _) = relationship.kind, let key = row.toOne[relationship.name],
        let destination = model.entity(relationship.destination)
      else { continue }
      fields[column] = engine.stored(key, as: destination.primaryKeyType)
    }
    return fields
  }
}
