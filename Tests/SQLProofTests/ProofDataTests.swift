import PredicateFormat
import PredicateSQLite
import ProofSupport
import Testing

/// The basis of the proof: the model, the classes and the tables agree.
@Suite struct ProofDataTests {
  /// SQLite returns the value of each attribute as the object has it.
  @Test func stored() throws {
    let sqlite = try SQLiteProof(seed: 3)
    let (model, data) = (sqlite.proof.model, sqlite.proof.data)
    for entity in ["Person", "Manager", "Department", "Office", "Task", "Tag"] {
      let entity = try #require(model.entity(entity))
      let key = SQLResultColumn("id", entity.primaryKeyType, isNullable: false)
      let columns = [key] + entity.attributes.map { SQLResultColumn($0.name, $0.type, isNullable: $0.isNullable) }
      let names = [entity.primaryKey] + entity.attributes.map(\.column)
      let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
      let rows = try sqlite.connection.prepare("SELECT \(list) FROM \"\(entity.table)\"").rows(columns: columns)
      var found: [FormatValue: [FormatValue]] = [:]
      while let row = try rows.next() { found[row[0]] = Array(row.dropFirst()) }
      let objects = data.objects(of: entity.name)
      #expect(!objects.isEmpty)
      for object in objects {
        let values = properties(of: object)
        let row = try #require(found[object.primaryKey])
        for (attribute, value) in zip(entity.attributes, row) {
          let expected = try #require(values[attribute.name])
          #expect(
            same(value, expected), "\(entity.name).\(attribute.name) of \(object.primaryKey): \(value), \(expected)")
        }
      }
    }
  }

  /// NaN is stored as NULL, which reads the same. Minus zero may lose its sign, which no test depends on.
  private func same(_ stored: FormatValue, _ value: FormatValue) -> Bool {
    if case .double(let number) = value, number.isNaN { return stored == .null }
    if case (.double(0), .double(0)) = (stored, value) { return true }
    return stored == value
  }

  /// On every engine, objects of the data have every key of the model, and the keys that must be nil in some objects are.
  @Test(arguments: DatabaseDialect.all.map(\.name)) func keys(_ name: String) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    let model = try ProofModel.model(for: dialect)
    let data = ProofData(seed: 5, for: dialect)
    for entity in model.entities where entity.name != "Outsider" {
      let objects = data.objects(of: entity.name)
      for attribute in entity.attributes {
        let values = objects.map { properties(of: $0)[attribute.name] }
        #expect(!values.contains(nil), "\(entity.name).\(attribute.name)")
        #expect(attribute.isNullable || !values.contains(.null), "\(entity.name).\(attribute.name)")
      }
    }
    let tables = ProofTables(model, data, on: ProofEngine(dialect))
    for table in tables.tables {
      for (index, column) in table.columns.enumerated() where !column.isNullable {
        #expect(!table.rows.contains { $0[index] == .null }, "\(dialect.name): \(table.name).\(column.name)")
      }
    }
    var file = WorkFile(ProofEngine(dialect))
    file.add(tables)
    #expect(file.lines.count >= tables.tables.count * 2)
  }

  /// The shortest failing predicate is found, and it still fails.
  @Test func shrinking() throws {
    let predicate = try FormatPredicate(
      "(level > 1 AND (name == 'a' OR SUBQUERY(tasks, $x, $x.priority == 3 AND $x.isDone == YES).@count > 2)) OR code == 'b'"
    )
    let shortest = shrunk(predicate) { $0.format.contains("priority") }
    #expect(shortest.format == "SUBQUERY(tasks, $x, $x.priority == 3).@count > 2")
  }
}
