import PredicateFormat
import PredicateSQLite
import ProofSupport
import TestSupport
import Testing

/// Returns an in-memory database with the objects of the system in a folder of Corpus/Seeds.
func seedStore(_ folder: String) throws -> SQLiteStore {
  let systems = try SeedSystem.all(below: packageRoot.appendingPathComponent("Corpus/Seeds/\(folder)").path)
  return try seedStore(of: #require(systems.first))
}

/// Returns an in-memory database with the objects of a system.
func seedStore(of system: SeedSystem) throws -> SQLiteStore {
  let connection = try SQLiteDatabaseConnection(.memory)
  let tables = ModelTables(system.file, on: .sqlite)
  for statement in tables.statements { try connection.execute(statement) }
  try connection.transaction {
    for table in tables.tables {
      let kinds = tables.kinds(of: table)
      let rows = table.rows.map { row in zip(row, kinds).map { SQLParameter($0, $1) } }
      try connection.prepare(tables.insertion(into: table)).run(each: rows)
    }
  }
  return SQLiteStore(connection, model: system.file.model)
}
