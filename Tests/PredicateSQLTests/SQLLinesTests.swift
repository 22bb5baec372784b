import PredicateFormat
import PredicateSQL
import Testing

/// The line breaks of statements for human readers.
@Suite("Lines of a statement")
struct SQLLinesTests {
  private let translator: SQLTranslator

  init() throws {
    let model = try PredicateModel([
      .init(
        "Word", table: "t FROM (u) AND \"",
        attributes: [.init("text", .string, isIndexed: true), .init("n", .integer32), .init("key", .integer64)],
        relationships: [.toMany("parts", "Word", foreignKey: "key")])
    ])
    translator = try SQLTranslator(.postgresql, model: model, entity: "Word")
  }

  private func lines(_ statement: TranslatedStatement) throws -> [String] {
    try statement.text(of: .postgresql, inLines: true, withLiterals: false).split(separator: "\n").map(String.init)
  }

  private func lines(_ format: String) throws -> [String] {
    try lines(translator.select(where: FormatPredicate(format)))
  }

  private let table = "FROM \"t FROM (u) AND \"\"\" AS"

  @Test("each clause begins a line, and names in quotes are not changed")
  func clauses() throws {
    let request = PredicateFetchRequest(
      try FormatPredicate("n > 1"), limit: 3, isDistinct: true, properties: ["n"])
    #expect(
      try lines(translator.fetch(request, .rows).statement) == [
        "SELECT g.c0 AS \"n\"", "FROM (", "  SELECT DISTINCT t0.\"n\" AS c0", "  \(table) t0",
        "  WHERE t0.\"n\" > $1::int8", ") AS g", "ORDER BY g.c0 NULLS FIRST", "LIMIT 3",
      ])
  }

  @Test("operands of AND and OR begin lines, but not within CASE")
  func operands() throws {
    #expect(
      try lines("TERNARY(n > 1 AND key > 2, 1, 2) == 1 AND key > 3") == [
        "SELECT t0.\"id\" AS \"id\"", "\(table) t0",
        "WHERE CASE WHEN t0.\"n\" > $1::int8 AND t0.\"key\" > $2::int8 THEN $3::int8 ELSE $4::int8 END = $5::int8",
        "  AND t0.\"key\" > $6::int8",
      ])
  }

  @Test("long groups and queries are indented, and short ones are not")
  func groups() throws {
    #expect(
      try lines("n == 1 OR n == nil AND key > 2 OR key > 3 AND n > 5") == [
        "SELECT t0.\"id\" AS \"id\"", "\(table) t0", "WHERE (", "  t0.\"n\" = $1::int8",
        "  OR (t0.\"n\" IS NULL AND t0.\"key\" > $2::int8)", "  OR (t0.\"key\" > $3::int8 AND t0.\"n\" > $4::int8)",
        ")",
      ])
    #expect(
      try lines("n == 1 OR n > 2") == [
        "SELECT t0.\"id\" AS \"id\"", "\(table) t0", "WHERE (t0.\"n\" = $1::int8 OR t0.\"n\" > $2::int8)",
      ])
    #expect(
      try lines("ANY parts.text == 'a' OR text == 'b'") == [
        "SELECT t0.\"id\" AS \"id\"", "\(table) t0", "WHERE t0.\"id\" IN (", "  SELECT t1.\"key\"", "  \(table) t1",
        "  WHERE t1.\"text\" = $1::text", "  UNION ALL", "  SELECT t2.\"id\"", "  \(table) t2",
        "  WHERE t2.\"text\" = $2::text", ")",
      ])
  }
}
