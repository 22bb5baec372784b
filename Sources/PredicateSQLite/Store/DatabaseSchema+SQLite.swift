import PredicateSQL
import PredicateSyntax

extension DatabaseSchema {
  /// Makes a model of the tables of an SQLite database, for queries without a model that is written by hand. Does not change the
  /// database.
  ///
  ///     let schema = try DatabaseSchema(of: connection)
  ///     let tables = SQLiteStore(connection, model: schema.model)
  ///
  /// A column of SQLite can contain values of any type, so the type of an attribute is that of the values in the column. If there are
  /// none, it follows from the declared type. A column with values of several types is left out, because SQLite compares them in
  /// another way than a predicate does.
  ///
  /// - Parameter entity: The name of the table that will be queried. The values of tables that no foreign keys connect with it are
  ///   not read. Without a name, all tables are read.
  /// - Throws: `SQLiteDatabaseError` if the file is not a database.
  public init(of connection: SQLiteDatabaseConnection, entity: String? = nil) throws(SQLiteDatabaseError) {
    let names = try connection.values(
      of:
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = ? AND name NOT LIKE 'sqlite!_%' ESCAPE '!' "
        + "ORDER BY name", "table"
    ).compactMap(\.first?.text)
    let connected = try entity.map { (name) throws(SQLiteDatabaseError) in
      try Self.tables(connectedWith: name, among: names, connection)
    }
    var notes: [String] = []
    var tables: [Table] = []
    var taken: Set<String> = []
    for name in names {
      guard !name.isEmpty, taken.insert(name).inserted else {
        notes.append("\(name) is left out, because its name is taken")
        continue
      }
      let readsValues = connected?.contains(name.lowercasedASCII) ?? true
      if let table = try Table(name, connection, readsValues: readsValues, &notes) { tables.append(table) }
    }
    do { try self.init(tables, notes: notes) } catch {
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

extension DatabaseSchema.Table {
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
    /// The form of the dates in the column, if all its texts are dates in this form.
    var dates: PredicateModel.AttributeType.DateStorage?
  }

  /// Returns nil if the table has no column that identifies its rows.
  fileprivate init?(
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
    let kind = try connection.values(
      of: "SELECT wr OR strict FROM pragma_table_list WHERE schema = 'main' AND name = ?", name)
    let keys = columns.filter { $0.last != .integer(0) }.compactMap(\.first?.text)
    let text = try connection.values(of: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", name)
    // SQLite does not say which column has a collation.
    let hasCollation = text.first?.first?.text?.uppercased().contains("COLLATE") ?? true
    let hasNull = Set(zip(names, contents).filter(\.1.hasNull).map(\.0))
    var attributes: [PredicateModel.Attribute] = []
    var taken: Set<String> = []
    for (row, var contents) in zip(columns, contents) {
      guard row.count == 4, let column = row[0].text else { continue }
      guard DatabaseSchema.isKey(column), taken.insert(column).inserted else {
        notes.append("\(name).\(column) is left out, because its name cannot be a key")
        continue
      }
      let declared = row[1].text?.uppercased() ?? ""
      let isOfDates = ["DATE", "TIME"].contains(where: declared.contains)
      if contents.hasTexts, isOfDates { contents.dates = try Self.formOfDates(in: column, of: name, connection) }
      guard let type = Self.type(of: contents, declared: declared) else {
        let reason = contents.hasNulCharacters ? "texts with U+0000" : "values of several types"
        notes.append("\(name).\(column) is left out, because it has \(reason)")
        continue
      }
      if contents.hasTexts, isOfDates, type == .string {
        let reason = "its texts are not dates in one form, or two of them are the same date"
        notes.append("\(name).\(column) is a string, because \(reason)")
      }
      // SQLite permits NULL in the columns of other primary keys.
      let isInKey =
        row[3] != .integer(0) && (kind.first?.first == .integer(1) || keys.count == 1 && declared == "INTEGER")
      let isText = ["CHAR", "CLOB", "TEXT"].contains(where: declared.contains) && !declared.contains("INT")
      attributes.append(
        PredicateModel.Attribute(
          column, type, isNullable: row[2] != .integer(1) && !isInKey || contents.hasNull,
          isIndexed: indexed.contains(column.lowercasedASCII), collation: isText && !hasCollation ? .exact : .other))
    }
    let key = keys.count == 1 && !hasNull.contains(keys[0]) ? attributes.first { $0.name == keys[0] } : nil
    if let word = names.first(where: { ["true", "false"].contains($0.lowercasedASCII) }) {
      notes.append("\(name) is left out, because SQLite reads \(word.uppercased()) as its column '\(word)'")
      return nil
    }
    var identity: (column: String, type: PredicateModel.AttributeType)?
    if let key, [.integer64, .string].contains(key.type) {
      identity = (key.name, key.type)
    } else {
      identity = try Self.rowid(of: name, besides: names, connection).map { ($0, .integer64) }
    }
    var foreignKeys: [Int64: [DatabaseSchema.ForeignKey]] = [:]
    for row in try connection.values(of: "SELECT id, \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?)", name)
    {
      guard row.count == 4, case .integer(let id) = row[0], let column = row[1].text, let table = row[2].text else {
        continue
      }
      foreignKeys[id, default: []].append(
        DatabaseSchema.ForeignKey(column, table: table, target: row[3].text))
    }
    let ordered = foreignKeys.sorted { $0.key > $1.key }.map(\.value)
    for key in ordered where key.count > 1 {
      let columns = key.map(\.column).joined(separator: ", ")
      notes.append("\(name).(\(columns)) does not become a relationship, because it has several columns")
    }
    self.init(
      name, attributes: attributes, identity: identity, primaryKey: keys,
      foreignKeys: ordered.compactMap { $0.count == 1 ? $0[0] : nil })
    if readsValues, keys.count == 2 { hasLoosePairs = try Self.hasLoosePairs(in: name, keys, connection) }
    if identity == nil, keys.count > 1 { keyAttributes = self.attributes(ofKey: keys) }
    if identity == nil, keyAttributes.isEmpty {
      notes.append("\(name) is left out, because it has no columns that identify its rows")
    }
  }

  /// Returns whether a key of a table is NULL or violates a foreign key, which SQLite checks only if a program asks for it.
  private static func hasLoosePairs(
    in table: String, _ keys: [String], _ connection: SQLiteDatabaseConnection
  ) throws(SQLiteDatabaseError) -> Bool {
    let nulls = keys.map { "\($0.quotedName) IS NULL" }.joined(separator: " OR ")
    let found = try connection.rows(of: "SELECT 1 FROM \(table.quotedName) WHERE \(nulls) LIMIT 1")
    if try found.next() != nil { return true }
    // The check is an error if a foreign key leads to a column that is not unique.
    guard let violations = try? connection.values(of: "SELECT 1 FROM pragma_foreign_key_check(?) LIMIT 1", table) else {
      return true
    }
    return !violations.isEmpty
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

  /// Returns the form of the dates in a column of texts, or nil if there is a text in another form, or if two texts are the same date.
  private static func formOfDates(
    in column: String, of table: String, _ connection: SQLiteDatabaseConnection
  ) throws(SQLiteDatabaseError) -> PredicateModel.AttributeType.DateStorage? {
    let text = column.quotedName
    // The modifier makes SQLite compute the day: without it, 2014-02-30 remains as it is.
    let isDate =
      "date(substr(\(text), 1, 10), '+0 days') IS substr(\(text), 1, 10) AND \(text) >= '0001'"
    let isTime = "time(substr(\(text), 12, 8)) IS NOT NULL"
    let isWhole = "\(text) GLOB '????-??-?? ??:??' OR \(text) GLOB '????-??-?? ??:??:??'"
    let hasFraction =
      "\(text) GLOB '????-??-?? ??:??:??.?*' AND length(\(text)) <= 26 AND substr(\(text), 21) NOT GLOB '*[^0-9]*'"
    let isTimestamp = "length(\(text)) = 10 OR ((\(isWhole) OR \(hasFraction)) AND \(isTime))"
    let isText = "\(text) GLOB '????-??-??T??:??:??.[0-9][0-9][0-9]Z' AND \(isTime)"
    let micros = "substr(substr(\(text), 21) || '000000', 1, 6)"
    let rows = try connection.rows(
      of: "SELECT min(\(isDate) AND (\(isTimestamp))), min(\(isDate) AND \(isText)), count(DISTINCT \(text)), "
        + "count(DISTINCT strftime('%s', substr(\(text), 1, 19)) || \(micros)) FROM \(table.quotedName)"
        + " WHERE \(text) IS NOT NULL")
    guard let found = try rows.next(), found.count == 4 else { return nil }
    if found[1] == .integer(1) { return .text }
    return found[0] == .integer(1) && found[2] == found[3] ? .timestampText : nil
  }

  /// Returns the type of a column, or nil if its values have several types, or are texts with U+0000.
  private static func type(of contents: Contents, declared: String) -> PredicateModel.AttributeType? {
    let isBoolean = declared.hasPrefix("BOOL") && !contents.hasOtherIntegers
    switch (contents.hasIntegers || contents.hasReals, contents.hasTexts, contents.hasBytes) {
    case (true, false, false):
      if contents.hasReals { return contents.hasLargeIntegers ? nil : .double }
      return isBoolean ? .boolean(.integer) : .integer64
    case (false, true, false): return contents.hasNulCharacters ? nil : contents.dates.map { .date($0) } ?? .string
    case (false, false, true): return .data
    case (false, false, false): break
    default: return nil
    }
    // Without values, the rules of https://www.sqlite.org/datatype3.html, section 3.1.
    if declared.contains("INT") { return .integer64 }
    if ["DATE", "TIMESTAMP"].contains(where: declared.contains) { return .date(.timestampText) }
    if ["CHAR", "CLOB", "TEXT", "TIME"].contains(where: declared.contains) { return .string }
    if declared.isEmpty || declared.contains("BLOB") { return .data }
    return isBoolean ? .boolean(.integer) : .double
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
  /// The name as an identifier of SQL.
  var quotedName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
