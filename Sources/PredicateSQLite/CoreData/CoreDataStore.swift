import PredicateSyntax

/// The description of a Core Data SQLite store.
public struct CoreDataStore: Sendable, Hashable {
  /// The numbers of the entities, by name.
  public var entityNumbers: [String: Int]
  /// The columns of each table. If they are given, each column of the mapping is verified, and link tables are found by their
  /// columns instead of by the naming rule.
  public var columns: [String: Set<String>]?

  /// Creates a description from the results of the two queries.
  public init(entityNumbers: [String: Int], columns: [String: Set<String>]? = nil) {
    self.entityNumbers = entityNumbers
    self.columns = columns
  }

  /// Reads the description from an open store, without changing it.
  ///
  /// - Throws: `SQLiteFault` if the database is not a Core Data store, because it has no table `Z_PRIMARYKEY`.
  public init(_ connection: SQLiteConnection) throws(SQLiteFault) {
    entityNumbers = [:]
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
    self.columns = columns
  }
}
