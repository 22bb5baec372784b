import PredicateFormat
import PredicateSQL

/// A table in which every name is an attack, with one row. Statements must find that row as in any other table.
package struct NamedTable {
  package let name: String
  /// The statements that create the tables.
  package let setup: [String]
  /// The INSERT statement of a row, the parameter kinds of its values, and the row.
  package let insertion: String
  package let kinds: [SQLParameter.Kind]
  package let row: [FormatValue]
  /// The queries, each of which finds the row with the key 1.
  package let queries: [(format: String, statement: TranslatedStatement)]

  /// Returns the tables, or none if the engine restricts names. Omits names with U+0000 or with a space at the end. No text has
  /// a character beyond 16 bits, which MariaDB does not accept.
  package static func all(on engine: ProofEngine) throws -> [NamedTable] {
    guard engine.acceptsAllNames else { return [] }
    var result: [NamedTable] = []
    for name in Attacks.texts where !name.unicodeScalars.contains("\u{0}") && name.last != " " {
      if let table = try NamedTable(name, on: engine) { result.append(table) }
    }
    return result
  }

  private init?(_ name: String, on engine: ProofEngine) throws {
    guard let model = Attacks.model(named: name, for: engine.dialect) else { return nil }
    self.name = name
    let thing = ["id \(name)", "kind \(name)", "text \(name)", "folded \(name)", "above \(name)"].map(engine.quoted)
    let (integer, text) = (engine.column(.integer64, .exact), engine.column(.string, .exact))
    let link = ["from \(name)", "to \(name)"].map(engine.quoted)
    let primary = engine.hasIndexes ? " PRIMARY KEY" : ""
    setup = [
      "CREATE TABLE \(engine.quoted(name)) (\(thing[0]) \(integer)\(primary), \(thing[1]) \(text), \(thing[2]) \(text), "
        + "\(thing[3]) \(text), \(thing[4]) \(integer))" + engine.tableEnd,
      "CREATE TABLE \(engine.quoted("link \(name)")) (\(link[0]) \(integer), \(link[1]) \(integer))" + engine.tableEnd,
    ]
    kinds = [.integer, .text, .text, .text, .integer]
    insertion =
      "INSERT INTO \(engine.quoted(name)) (\(thing.joined(separator: ", "))) VALUES (\(engine.places(kinds)))"
    row = [.integer(1), .string(name), .string("Abc"), .string("abc"), .integer(1)]
    let key = Attacks.key(of: name)
    let value = FormatValue.string(key)
    let formats: [(String, [FormatValue])] = [
      ("%K == 'Abc'", [value]), ("%K BEGINSWITH[c] 'A'", [value]), ("above.%K != %@", [value, value]),
      ("ANY below.%K == 'Abc'", [value]), ("others.@count == 0 AND %K > ''", [value]), ("max:(%K) == 'Abc'", [value]),
      ("SELF == %@", [.object(FormatObject(StoredReference("Thing", .integer(1))))]),
    ]
    let translator = try SQLTranslator(engine.dialect, model: model, entity: "Thing")
    queries = try formats.map { format, arguments in
      let predicate = try FormatPredicate(format, arguments: arguments)
      return (format, try translator.select(where: predicate, orderBy: [SortKey(key)], limit: 5))
    }
  }
}
