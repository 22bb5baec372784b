import PredicateCoreData
import PredicateSyntax

extension CoreDataStore {
  /// Reads the description from an open store, without changing it.
  ///
  /// - Throws: `SQLiteDatabaseError` if the database is not a Core Data store, because it has no table `Z_PRIMARYKEY`.
  public init(_ connection: SQLiteDatabaseConnection) throws(SQLiteDatabaseError) {
    var entityNumbers: [String: Int] = [:]
    let entities = try connection.rows(of: "SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")
    while let row = try entities.next() {
      guard row.count == 2, case .string(let name) = row[0], case .integer(let number) = row[1],
        let number = Int(exactly: number)
      else { continue }
      entityNumbers[name] = number
    }
    var columns: [String: Set<String>] = [:]
    let tables = try connection.rows(
      of: "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'")
    while let row = try tables.next() {
      guard row.count == 2, case .string(let table) = row[0], case .string(let column) = row[1] else { continue }
      columns[table, default: []].insert(column)
    }
    self.init(entityNumbers: entityNumbers, columns: columns)
  }
}
