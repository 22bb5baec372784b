import PredicateSQL
import PredicateSyntax

/// A data model that is made from the tables of an SQLite database, for queries without a model that is written by hand.
///
///     let schema = try SQLiteSchema(of: connection)
///     let tables = SQLiteStore(connection, model: schema.model)
///
/// Each table is an entity with an attribute for each column. A column of SQLite can contain values of any type, so the type of an
/// attribute is that of the values in the column. If there are none, it follows from the declared type. A column with values of
/// several types is left out, because SQLite compares them in another way than a predicate does.
///
/// A foreign key of one column is a relationship to one in its table, named like the column without `_id`, `Id` or `ID`, and a
/// relationship to many in the other table, named like the first table. A name that is taken gets the other table's name or the
/// column's name in addition.
public struct SQLiteSchema: Sendable {
  /// The entities.
  public let model: DataModel
  /// What was left out, one sentence each.
  public let notes: [String]

  /// Reads the schema of a database, and the types of the values in its tables, without changing it.
  ///
  /// - Parameter entity: The name of the table that will be queried. The values of tables that no foreign keys connect with it are
  ///   not read. Without a name, all tables are read.
  /// - Throws: `SQLiteDatabaseError` if the file is not a database.
  public init(of connection: SQLiteDatabaseConnection, entity: String? = nil) throws(SQLiteDatabaseError) {
    let names = try connection.values(
      of: "SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite!_%' ESCAPE '!' "
        + "AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name", "table"
    ).compactMap(\.first?.text)
    let connected = try entity.map { (name) throws(SQLiteDatabaseError) in
      try Self.tables(connectedWith: name, among: names, connection)
    }
    var notes: [String] = []
    var tables: [SchemaTable] = []
    var taken: Set<String> = []
    for name in names {
      guard !name.isEmpty, taken.insert(name).inserted else {
        notes.append("\(name) is left out, because its name is taken")
        continue
      }
      let readsValues = connected?.contains(name.lowercasedASCII) ?? true
      if let table = try SchemaTable(name, connection, readsValues: readsValues, &notes) { tables.append(table) }
    }
    SchemaTable.relate(&tables, &notes)
    self.notes = notes
    do { model = try DataModel(tables.map(\.entity)) } catch {
      throw SQLiteDatabaseError("the schema is not a data model: \(error)")
    }
  }

  /// Returns the names in lowercase of a table and of those that foreign keys connect with it in any number of steps.
  private static func tables(
    connectedWith name: String, among names: [String], _ connection: SQLiteDatabaseConnection
  ) throws(SQLiteDatabaseError) -> Set<String> {
    var neighbors: [String: Set<String>] = [:]
    for source in names.map(\.lowercasedASCII) {
      for row in try connection.values(of: "SELECT \"table\" FROM pragma_foreign_key_list(?)", source) {
        guard let destination = row.first?.text?.lowercasedASCII else { continue }
        neighbors[source, default: []].insert(destination)
        neighbors[destination, default: []].insert(source)
      }
    }
    var connected: Set = [name.lowercasedASCII]
    var new = connected
    while !new.isEmpty {
      new = Set(new.flatMap { neighbors[$0] ?? [] }).subtracting(connected)
      connected.formUnion(new)
    }
    return connected
  }
}

/// A table and the entity that is made from it.
private struct SchemaTable {
  var entity: DataModel.Entity
  private let foreignKeys: [ForeignKey]
  /// The primary key of the table, if it is one column.
  private let declaredKey: String?

  /// A foreign key of one column.
  private struct ForeignKey {
    var column: String
    var table: String
    /// The column of the other table, or nil for its primary key.
    var target: String?
  }

  /// The types of the values in a column.
  private struct Contents {
    var hasIntegers = false
    var hasReals = false
    var hasTexts = false
    var hasBytes = false
    var hasNull = false
    /// Whether there are integers other than 0 and 1, integers that a double cannot represent, and texts with U+0000.
    var hasOtherIntegers = false
    var hasLargeIntegers = false
    var hasNulCharacters = false
  }

  /// Returns nil if the table has no column that identifies its rows.
  init?(
    _ name: String, _ connection: SQLiteDatabaseConnection, readsValues: Bool, _ notes: inout [String]
  ) throws(SQLiteDatabaseError) {
    let columns = try connection.values(
      of: "SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1", name)
    let names = columns.compactMap(\.first?.text)
    let contents =
      readsValues
      ? try Self.contents(of: names, in: name, connection) : Array(repeating: Contents(), count: names.count)
    let indexed = Set(
      try connection.values(
        of: "SELECT i.name FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS i "
          + "WHERE i.seqno = 0 AND l.partial = 0", name
      ).compactMap { $0.first?.text?.lowercasedASCII })
    let text = try connection.values(of: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", name)
    // SQLite does not say which column has a collation.
    let hasCollation = text.first?.first?.text?.uppercased().contains("COLLATE") ?? true
    var attributes: [DataModel.Attribute] = []
    var taken: Set<String> = []
    for (row, contents) in zip(columns, contents) {
      guard row.count == 4, let column = row[0].text else { continue }
      guard Self.isKey(column), taken.insert(column).inserted else {
        notes.append("\(name).\(column) is left out, because its name cannot be a key")
        continue
      }
      let declared = row[1].text?.uppercased() ?? ""
      guard let type = Self.type(of: contents, declared: declared) else {
        let reason = contents.hasNulCharacters ? "texts with U+0000" : "values of several types"
        notes.append("\(name).\(column) is left out, because it has \(reason)")
        continue
      }
      let isText = ["CHAR", "CLOB", "TEXT"].contains(where: declared.contains) && !declared.contains("INT")
      attributes.append(
        DataModel.Attribute(
          column, type, isNullable: row[2] != .integer(1) && row[3] != .integer(1) || contents.hasNull,
          isIndexed: indexed.contains(column.lowercasedASCII), collation: isText && !hasCollation ? .exact : .other))
    }
    let keys = columns.filter { $0.last != .integer(0) }.compactMap(\.first?.text)
    let key = keys.count == 1 ? attributes.first { $0.name == keys[0] && !$0.isNullable } : nil
    declaredKey = keys.count == 1 ? keys[0] : nil
    if let word = names.first(where: { ["true", "false"].contains($0.lowercasedASCII) }) {
      notes.append("\(name) is left out, because SQLite reads \(word.uppercased()) as its column '\(word)'")
      return nil
    }
    if let key, [.integer64, .string].contains(key.type) {
      entity = DataModel.Entity(name, primaryKey: key.name, primaryKeyType: key.type, attributes: attributes)
    } else if let rowid = try Self.rowid(of: name, besides: names, connection) {
      entity = DataModel.Entity(name, primaryKey: rowid, attributes: attributes)
    } else {
      notes.append("\(name) is left out, because it has no column that identifies its rows")
      return nil
    }
    var foreignKeys: [Int64: [ForeignKey]] = [:]
    for row in try connection.values(of: "SELECT id, \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?)", name)
    {
      guard row.count == 4, case .integer(let id) = row[0], let column = row[1].text, let table = row[2].text else {
        continue
      }
      foreignKeys[id, default: []].append(ForeignKey(column: column, table: table, target: row[3].text))
    }
    self.foreignKeys = foreignKeys.sorted { $0.key > $1.key }.compactMap { $0.value.count == 1 ? $0.value[0] : nil }
  }

  /// Returns whether a name can be a key of predicates.
  private static func isKey(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(".") && name.lowercasedASCII != "self"
  }

  /// Returns a name of the integer that identifies the rows of a table, or nil if the table has none.
  private static func rowid(
    of table: String, besides columns: [String], _ connection: SQLiteDatabaseConnection
  ) throws(SQLiteDatabaseError) -> String? {
    let taken = Set(columns.map(\.lowercasedASCII))
    guard let name = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }) else { return nil }
    // A table WITHOUT ROWID has no such column.
    let rows = try? connection.rows(of: "SELECT \(name) FROM \(table.quotedName) LIMIT 0")
    return rows == nil ? nil : name
  }

  /// Returns the types of the values in columns.
  private static func contents(
    of columns: [String], in table: String, _ connection: SQLiteDatabaseConnection
  ) throws(SQLiteDatabaseError) -> [Contents] {
    var contents: [Contents] = []
    // A statement has at most 2,000 results, and eight are those of one column.
    for start in stride(from: 0, to: columns.count, by: 100) {
      let part = columns[start..<min(start + 100, columns.count)]
      let tests = part.map(\.quotedName).flatMap { column in
        ["integer", "real", "text", "blob", "null"].map { "max(typeof(\(column)) = '\($0)')" }
          // The sum has no collation, which may be one that only an application knows.
          + [
            "max(typeof(\(column)) = 'integer' AND \(column) + 0 NOT IN (0, 1))",
            "max(typeof(\(column)) = 'integer' AND \(column) + 0 NOT BETWEEN -9007199254740992 AND 9007199254740992)",
            "max(typeof(\(column)) = 'text' AND instr(CAST(\(column) AS BLOB), x'00') > 0)",
          ]
      }
      let rows = try connection.rows(of: "SELECT \(tests.joined(separator: ", ")) FROM \(table.quotedName)")
      let found = try rows.next() ?? []
      for offset in stride(from: 0, to: found.count, by: 8) {
        let has = found[offset..<offset + 8].map { $0 == .integer(1) }
        contents.append(
          Contents(
            hasIntegers: has[0], hasReals: has[1], hasTexts: has[2], hasBytes: has[3], hasNull: has[4],
            hasOtherIntegers: has[5], hasLargeIntegers: has[6], hasNulCharacters: has[7]))
      }
    }
    return contents
  }

  /// Returns the type of a column, or nil if its values have several types, or are texts with U+0000.
  private static func type(of contents: Contents, declared: String) -> AttributeType? {
    let isBoolean = declared.hasPrefix("BOOL") && !contents.hasOtherIntegers
    switch (contents.hasIntegers || contents.hasReals, contents.hasTexts, contents.hasBytes) {
    case (true, false, false):
      if contents.hasReals { return contents.hasLargeIntegers ? nil : .double }
      return isBoolean ? .boolean(.integer) : .integer64
    case (false, true, false): return contents.hasNulCharacters ? nil : .string
    case (false, false, true): return .data
    case (false, false, false): break
    default: return nil
    }
    // Without values, the rules of https://www.sqlite.org/datatype3.html, section 3.1.
    if declared.contains("INT") { return .integer64 }
    if ["CHAR", "CLOB", "TEXT", "DATE", "TIME"].contains(where: declared.contains) { return .string }
    if declared.isEmpty || declared.contains("BLOB") { return .data }
    return isBoolean ? .boolean(.integer) : .double
  }

  /// Adds the relationships of foreign keys.
  static func relate(_ tables: inout [SchemaTable], _ notes: inout [String]) {
    let positions = Dictionary(tables.enumerated().map { ($1.entity.name.lowercasedASCII, $0) }) { first, _ in first }
    for source in tables.indices {
      for key in tables[source].foreignKeys {
        guard let destination = positions[key.table.lowercasedASCII] else { continue }
        let (from, to) = (tables[source].entity, tables[destination].entity)
        let column = from.attributes.first { $0.column.lowercasedASCII == key.column.lowercasedASCII }
        let target = key.target ?? tables[destination].declaredKey
        guard let column, target?.lowercasedASCII == to.primaryKey.lowercasedASCII, column.type == to.primaryKeyType
        else {
          notes.append(
            "\(from.name).\(key.column) is no relationship, because it does not contain the primary keys of \(to.name)")
          continue
        }
        let short = ["_id", "Id", "ID"].first { column.name.hasSuffix($0) && column.name.count > $0.count }
        let toOne = short.map { String(column.name.dropLast($0.count)) } ?? to.name
        tables[source].add(
          DataModel.Relationship.toOne(
            toOne, to.name, column: column.column, isNullable: column.isNullable, isIndexed: column.isIndexed),
          or: "\(to.name)_\(column.name)", &notes)
        tables[destination].add(
          DataModel.Relationship(
            from.name, to: from.name, .toMany(foreignKey: column.column), isIndexed: column.isIndexed),
          or: "\(from.name)_\(column.name)", &notes)
      }
    }
  }

  /// Adds a relationship under its name, or under another name if its name is taken.
  private mutating func add(_ relationship: DataModel.Relationship, or other: String, _ notes: inout [String]) {
    var relationship = relationship
    let names = Set(entity.keyNames)
    if names.contains(relationship.name) || !Self.isKey(relationship.name) { relationship.name = other }
    guard !names.contains(relationship.name), Self.isKey(relationship.name) else {
      let kind = if case .toOne = relationship.kind { "one" } else { "many" }
      notes.append("the relationship \(entity.name).\(other) to \(kind) is left out, because its name is taken")
      return
    }
    entity.relationships.append(relationship)
  }
}

extension SQLiteDatabaseConnection {
  /// Returns the rows of a query of the schema with the name of a table.
  fileprivate func values(of sql: String, _ table: String) throws(SQLiteDatabaseError) -> [[FormatValue]] {
    let rows = try rows(of: sql, [SQLParameter(.string(table), .text)])
    var values: [[FormatValue]] = []
    while let row = try rows.next() { values.append(row) }
    return values
  }
}

extension FormatValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension String {
  /// The text with lowercase letters of ASCII. SQLite ignores the case of no others in names.
  fileprivate var lowercasedASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// The name as an identifier of SQL.
  fileprivate var quotedName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
