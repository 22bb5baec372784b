import PredicateCases
import PredicateFormat

/// The lines that Tests/Engines runs on an engine: tables, rows, statements and what they must find. JSON, one object a
/// line; Tests/SQLProof/README.md describes them.
package struct WorkFile {
  package private(set) var lines: [String] = []

  package init() {}

  /// The tables and their rows.
  package mutating func add(_ tables: ProofTables) { add(tables.filled) }

  /// The tables that a model describes, and their rows.
  package mutating func add(_ tables: ModelTables) {
    for statement in tables.statements { addSetup(statement) }
    for table in tables.tables {
      let kinds = tables.kinds(of: table)
      let rows = table.rows.map { row in JSONWriter.array(zip(row, kinds).map { Self.text($0, $1) }) }
      addInsert(tables.insertion(into: table), kinds, rows)
    }
  }

  /// A table whose names are attacks, and its row.
  package mutating func add(_ table: NamedTable) {
    for statement in table.setup { addSetup(statement) }
    let row = JSONWriter.array(zip(table.row, table.kinds).map { Self.text($0, $1) })
    addInsert(table.insertion, table.kinds, [row])
  }

  /// A statement that is executed as it is.
  package mutating func addSetup(_ sql: String) {
    lines.append(Self.line("setup", [("sql", JSONWriter.quoted(sql))]))
  }

  private mutating func addInsert(_ sql: String, _ kinds: [SQLParameter.Kind], _ rows: [String]) {
    lines.append(
      Self.line(
        "insert",
        [
          ("sql", JSONWriter.quoted(sql)), ("types", JSONWriter.array(kinds.map { JSONWriter.quoted($0.rawValue) })),
          ("rows", JSONWriter.array(rows)),
        ]))
  }

  /// A statement, and the primary keys that its first column must hold.
  ///
  /// - Parameters:
  ///   - isSuperset: whether it may hold more: the residual predicate is then for memory.
  ///   - excluded: of a superset, the keys that it must not hold: the residual predicate would not take them away.
  ///   - isOrdered: whether their order counts.
  ///   - check: of a statement that changes rows, the SELECT that shows what became of them; all is undone then.
  package mutating func addQuery(
    _ id: String, format: String, _ statement: SQLStatement, finds keys: [FormatValue], isSuperset: Bool = false,
    excluding excluded: [FormatValue] = [], isOrdered: Bool = false, check: String? = nil
  ) {
    var fields = [
      ("id", JSONWriter.quoted(id)), ("format", JSONWriter.quoted(format)), ("sql", JSONWriter.quoted(statement.text)),
      ("parameters", Self.text(statement.parameters)), ("ids", JSONWriter.array(keys.map(JSONWriter.text))),
    ]
    if isSuperset { fields.append(("superset", "true")) }
    if !excluded.isEmpty { fields.append(("excluded", JSONWriter.array(excluded.map(JSONWriter.text)))) }
    if isOrdered { fields.append(("ordered", "true")) }
    if let check { fields += [("exec", "true"), ("check", JSONWriter.quoted(check))] }
    lines.append(Self.line("query", fields))
  }

  /// A statement, and the rows that it must give, in their order: values as the columns store them. Where they are nil, the
  /// rows are kept, for what is left to do with them in memory.
  package mutating func addRows(
    _ id: String, format: String, _ statement: SQLStatement, _ types: EngineTypes, rows: [[FormatValue]]?
  ) {
    let kinds = statement.columns.map { types.kind($0.type) }
    var fields = [
      ("id", JSONWriter.quoted(id)), ("format", JSONWriter.quoted(format)), ("sql", JSONWriter.quoted(statement.text)),
      ("parameters", Self.text(statement.parameters)),
      ("columns", JSONWriter.array(kinds.map { JSONWriter.quoted($0.rawValue) })),
    ]
    if let rows {
      let texts = rows.map { row in JSONWriter.array(zip(row, kinds).map { Self.text($0, $1) }) }
      fields += [("rows", JSONWriter.array(texts)), ("ordered", "true")]
    } else {
      fields.append(("keep", "true"))
    }
    lines.append(Self.line("rows", fields))
  }

  /// A statement that may find rows or fail, but must change nothing.
  package mutating func addAttack(_ id: String, _ statement: SQLStatement) {
    lines.append(
      Self.line(
        "error",
        [
          ("id", JSONWriter.quoted(id)), ("sql", JSONWriter.quoted(statement.text)),
          ("parameters", Self.text(statement.parameters)),
        ]))
  }

  /// The lines as a text.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  // MARK: JSON

  private static func line(_ kind: String, _ fields: [(String, String)]) -> String {
    JSONWriter.object([("kind", JSONWriter.quoted(kind))] + fields)
  }

  private static func text(_ parameters: [SQLParameter]) -> String {
    JSONWriter.array(
      parameters.map { parameter in
        JSONWriter.object([
          ("kind", JSONWriter.quoted(parameter.kind.rawValue)), ("list", parameter.isList ? "true" : "false"),
          ("value", text(parameter.value, parameter.kind)),
        ])
      })
  }

  /// A value as its kind is read: a moment with its microseconds, and no digit more.
  private static func text(_ value: FormatValue, _ kind: SQLParameter.Kind) -> String {
    switch (kind, value) {
    case (_, .list(let elements)): JSONWriter.array(elements.map { text($0, kind) })
    case (.timestamp, .date(let seconds)):
      JSONWriter.object([("$date", JSONWriter.quoted(MomentText.text(seconds, fractionDigits: 6)))])
    default: JSONWriter.text(value)
    }
  }
}
