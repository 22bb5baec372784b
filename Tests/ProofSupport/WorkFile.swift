import PredicateFormat
import PredicateSQL
import PredicateInput

/// The lines that Tests/Engines runs on an engine: tables, rows, statements and expected results. Each line is a JSON object;
/// Tests/SQLProof/README.md describes them.
package struct WorkFile {
  package private(set) var lines: [String]

  /// Begins with the types of the engine and the session settings of its dialect.
  package init(_ engine: ProofEngine) {
    lines = [Self.line("engine", engine.line)]
    for setting in engine.dialect.table.sessionSettings {
      let fields = [
        ("statement", setting.statement.map(String.jsonString) ?? "null"),
        ("query", String.jsonString(setting.query)), ("value", String.jsonString(setting.value)),
      ]
      lines.append(Self.line("setting", fields))
    }
  }

  /// Adds the tables and their rows.
  package mutating func add(_ tables: ProofTables) { add(tables.filled) }

  /// Adds the tables of a model and their rows.
  package mutating func add(_ tables: ModelTables) {
    for statement in tables.statements { addSetup(statement) }
    for table in tables.tables {
      let kinds = tables.kinds(of: table)
      let rows = table.rows.map { row in String.jsonArray(zip(row, kinds).map { Self.text($0, $1) }) }
      addInsert(tables.insertion(into: table), kinds, rows)
    }
  }

  /// Adds a table whose names are attacks, and its row.
  package mutating func add(_ table: NamedTable) {
    for statement in table.setup { addSetup(statement) }
    let row = String.jsonArray(zip(table.row, table.kinds).map { Self.text($0, $1) })
    addInsert(table.insertion, table.kinds, [row])
  }

  /// Adds a statement that is executed unchanged.
  package mutating func addSetup(_ sql: String) {
    lines.append(Self.line("setup", [("sql", String.jsonString(sql))]))
  }

  private mutating func addInsert(_ sql: String, _ kinds: [SQLParameter.Kind], _ rows: [String]) {
    lines.append(
      Self.line(
        "insert",
        [
          ("sql", String.jsonString(sql)), ("types", String.jsonArray(kinds.map { String.jsonString($0.rawValue) })),
          ("rows", String.jsonArray(rows)),
        ]))
  }

  /// Adds a statement, and the primary keys that its first column must contain.
  ///
  /// - Parameters:
  ///   - isSuperset: Whether the result may contain more keys, because a residual predicate is left to memory.
  ///   - excluded: The keys that a superset must not contain, because the residual predicate would not remove them.
  ///   - isOrdered: Whether the order of the keys matters.
  ///   - check: For a statement that changes rows, the SELECT that shows the result. The change is then rolled back.
  package mutating func addQuery(
    _ id: String, format: String, _ statement: TranslatedStatement, finds keys: [FormatValue], isSuperset: Bool = false,
    excluding excluded: [FormatValue] = [], isOrdered: Bool = false, check: String? = nil
  ) {
    var fields = [
      ("id", String.jsonString(id)), ("format", String.jsonString(format)), ("sql", String.jsonString(statement.text)),
      ("parameters", Self.text(statement.parameters)), ("ids", String.jsonArray(keys.map { String(json: $0) })),
    ]
    if isSuperset { fields.append(("superset", "true")) }
    if !excluded.isEmpty { fields.append(("excluded", String.jsonArray(excluded.map { String(json: $0) }))) }
    if isOrdered { fields.append(("ordered", "true")) }
    if let check { fields += [("exec", "true"), ("check", String.jsonString(check))] }
    lines.append(Self.line("query", fields))
  }

  /// Adds a statement and its expected rows in order, with values as the columns store them. If the rows are nil, the runner
  /// keeps the rows that it finds, for the remainder in memory.
  package mutating func addRows(
    _ id: String, format: String, _ statement: TranslatedStatement, _ types: ProofEngine, rows: [[FormatValue]]?
  ) {
    let kinds = statement.columns.map { types.kind($0.type) }
    var fields = [
      ("id", String.jsonString(id)), ("format", String.jsonString(format)), ("sql", String.jsonString(statement.text)),
      ("parameters", Self.text(statement.parameters)),
      ("columns", String.jsonArray(kinds.map { String.jsonString($0.rawValue) })),
    ]
    if let rows {
      let texts = rows.map { row in String.jsonArray(zip(row, kinds).map { Self.text($0, $1) }) }
      fields += [("rows", String.jsonArray(texts)), ("ordered", "true")]
    } else {
      fields.append(("keep", "true"))
    }
    lines.append(Self.line("rows", fields))
  }

  /// Adds a statement that may find rows or fail, but must not change anything.
  package mutating func addAttack(_ id: String, _ statement: TranslatedStatement) {
    lines.append(
      Self.line(
        "error",
        [
          ("id", String.jsonString(id)), ("sql", String.jsonString(statement.text)),
          ("parameters", Self.text(statement.parameters)),
        ]))
  }

  /// The lines as text.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  // MARK: JSON

  private static func line(_ kind: String, _ fields: [(String, String)]) -> String {
    String.jsonObject([("kind", String.jsonString(kind))] + fields)
  }

  private static func text(_ parameters: [SQLParameter]) -> String {
    String.jsonArray(
      parameters.map { parameter in
        String.jsonObject([
          ("type", String.jsonString(parameter.kind.rawValue)), ("value", text(parameter.value, parameter.kind)),
        ])
      })
  }

  /// Returns a value as JSON for its parameter kind. A date has exactly six fraction digits.
  private static func text(_ value: FormatValue, _ kind: SQLParameter.Kind) -> String {
    switch (kind, value) {
    case (_, .list(let elements)): String.jsonArray(elements.map { text($0, kind) })
    case (.timestamp, .date(let seconds)):
      String.jsonObject([("$date", String.jsonString(MomentText.text(seconds, fractionDigits: 6)))])
    default: String(json: value)
    }
  }
}
