import PredicateSQL
import PredicateSemantics
import PredicateSyntax

extension SQLiteDatabaseConnection {
  /// The result code of SQLite for a statement with an unknown name.
  private static let unknownName = 1

  /// Checks that the first rows of a model's tables have values in the forms that the model states, such as dates as text in the
  /// format of `DateStorage.text`. SQLite compares values in other forms without an error, and finds wrong rows. A store checks
  /// `SQLiteStore.checkedRows` rows before its first statement.
  ///
  /// - Parameters:
  ///   - model: The data model of the database.
  ///   - rows: The maximum number of rows of each table.
  /// - Throws: `SQLiteDatabaseError` that names the first column with a value in another form.
  public func checkForms(of model: PredicateModel, rows: Int) throws(SQLiteDatabaseError) {
    // A view may take long, and a program may describe tables that it does not use.
    var tables: [String: Set<String>] = [:]
    for entity in model.entities {
      let schema = entity.schema ?? "main"
      if tables[schema] == nil { tables[schema] = try self.tables(in: schema) }
      if tables[schema]?.contains(entity.table.lowercasedASCII) == true { try checkForms(of: entity, rows: rows) }
    }
  }

  /// Returns the names of the tables in a schema, in lowercase. A database that is not attached has none.
  private func tables(in schema: String) throws(SQLiteDatabaseError) -> Set<String> {
    let schemas = try self.rows(of: "SELECT name FROM pragma_database_list")
    var isAttached = false
    while let row = try schemas.next() {
      if case .string(let name)? = row.first, name.lowercasedASCII == schema.lowercasedASCII { isAttached = true }
    }
    if !isAttached { return [] }
    let tables = try self.rows(of: "SELECT name FROM \(schema.quotedName).sqlite_master WHERE type = 'table'")
    var names: Set<String> = []
    while let row = try tables.next() {
      if case .string(let name)? = row.first { names.insert(name.lowercasedASCII) }
    }
    return names
  }

  private func checkForms(of entity: PredicateModel.Entity, rows: Int) throws(SQLiteDatabaseError) {
    let checked = entity.attributes.compactMap { attribute in attribute.type.form.map { (attribute, form: $0) } }
    if checked.isEmpty { return }
    let columns = checked.map(\.0.column.quotedName).joined(separator: ", ")
    let found: SQLiteCursor
    do {
      let schema = entity.schema ?? "main"
      found = try self.rows(
        of: "SELECT \(columns) FROM \(schema.quotedName).\(entity.table.quotedName) LIMIT \(rows)")
    } catch {
      // A program may describe columns that it does not use.
      guard error.code == Self.unknownName else { throw error }
      return
    }
    while let row = try found.next() {
      for ((attribute, form), value) in zip(checked, row) where !attribute.type.isForm(of: value) {
        throw SQLiteDatabaseError(
          "\(entity.table).\(attribute.column) contains \(value.formatExpression.format), which is not in the form of "
            + "\(form); change the type or the storage of \(entity.name).\(attribute.name) in the model")
      }
    }
  }
}

extension PredicateModel.AttributeType {
  /// The form of the values in words, or `nil` if columns of the type contain them in one form only.
  fileprivate var form: String? {
    switch self {
    case .date(let storage): "a date stored as \"\(storage.rawValue)\""
    case .uuid(let storage): "a UUID stored as \"\(storage.rawValue)\""
    case .boolean, .integer16, .integer32, .integer64, .float, .double, .decimal, .string, .data: nil
    }
  }

  /// Returns whether a stored value has the form of the type.
  fileprivate func isForm(of stored: FormatValue) -> Bool {
    if stored.isNull { return true }
    guard let value = value(ofStored: stored) else { return false }
    if case .date(let storage) = self, case .date(let seconds) = value, [.text, .timestampText].contains(storage) {
      guard Double.years1To9999.contains(seconds) else { return false }
    }
    switch (self, value, stored) {
    case (.date(.text), .date(let seconds), .string(let text)):
      return Double.dateText(milliseconds: Int64((seconds * 1_000).rounded())) == text
    case (.uuid(.bytes), _, _): return stored.valueType == .data
    case (.uuid(.upperText), .uuid(let uuid), _): return stored == .string(uuid.text)
    case (.uuid(.lowerText), .uuid(let uuid), _): return stored == .string(uuid.text.lowercased())
    default: return true
    }
  }
}
