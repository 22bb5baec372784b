import PredicateFormat
import PredicateSQLite
import Testing

/// Compares aggregates of all objects, in an array and in a table.
@Suite("Aggregates on SQLite", .enabled(if: isSQLiteThere, needsSQLite))
struct AggregateTests {
  private static let columns = ["number", "name"]
  private static let rows: [[FormatValue]] = [
    [.integer(7), .string("b")], [.null, .string("é")], [.integer(-2), .null], [.integer(7), .string("a")],
  ]

  private static func table(_ rows: [[FormatValue]]) throws -> SQLiteDatabaseConnection {
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE thing(id INTEGER PRIMARY KEY, number INTEGER, name TEXT)")
    try connection.prepare("INSERT INTO thing(number, name) VALUES (?, ?)").run(
      each: rows.map { [SQLParameter($0[0], .integer), SQLParameter($0[1], .text)] })
    return connection
  }

  @Test(
    "collection operators of the whole collection, and aggregate functions",
    arguments: [
      "@count", "@sum.number", "@avg.number", "@min.number", "@max.number", "@min.name", "@max.name",
      "@sum.name.length",
      "count:(number)", "sum:(number)", "average:(number)", "min:(number)", "max:(name)", "max:(number) - min:(number)",
    ])
  func values(format: String) throws {
    let model = try PredicateModel([
      .init("Thing", table: "thing", attributes: [.init("number", .integer32), .init("name", .string)])
    ])
    let expression = try FormatExpression(format)
    for rows in [Self.rows, Array(Self.rows.prefix(2)), []] {
      let records = rows.map { FormatValue.record(Dictionary(uniqueKeysWithValues: zip(Self.columns, $0))) }
      let request = PredicateFetchRequest(properties: [FetchProperty("value", expression)])
      let inMemory =
        format.hasPrefix("@")
        ? try expression.value(with: records, options: EvaluationOptions(onError: .yieldNil))
        : try records.queryAttributes(request, options: EvaluationOptions(onError: .yieldNil)).first?["value"]
      #expect(
        try records.queryAttributes(request, options: EvaluationOptions(onError: .yieldNil)).first?["value"] == inMemory
      )
      let statement = try SQLTranslator(.sqlite, model: model, entity: "Thing").fetch(request, .rows).statement
      #expect(statement.columns.map(\.name) == ["value"])
      let cursor = try Self.table(rows).rows(of: statement)
      #expect(try cursor.next() == [inMemory ?? .null], "\(format) of \(rows.count) rows: \(statement.text)")
      #expect(try cursor.next() == nil)
    }
  }
}
