import PredicateSQL
import Testing

/// Dialects that a program makes.
@Suite("Dialects of a program") struct OwnDialectTests {
  static let model: DataModel? = try? DataModel([
    .init(
      "Row", table: "row",
      attributes: [
        .init("big", .integer64, column: "big_\(String(repeating: "x", count: 90))"), .init("real", .double),
      ])
  ])

  private func error(
    _ operations: [SQLOperation: String?] = [:], change: (inout DialectTable) -> Void = { _ in }
  ) -> String? {
    var table = DialectTable(operations)
    change(&table)
    do {
      _ = try DatabaseDialect(name: "own", table: table)
      return nil
    } catch { return error.description }
  }

  @Test("an error of a table names the operation or the property, and the position")
  func errors() {
    #expect(error() == nil)
    #expect(error([.contains: "strpos({0}, {1}) > 0"]) == nil)
    #expect(
      error([.contains: "strpos({0}, {2}) > 0"])
        == "dialect 'own': contains: there is no operand {2}; the number of operands is 2 (after 12 bytes)")
    #expect(
      error([.matches: "{0} ~ '{1}'"])
        == "dialect 'own': matches: operand {1} is within quotes; braces of the text are '{{' and '}}' (after 7 bytes)")
    #expect(
      error([.contains: "f({0}"]) == nil
        && error([.contains: "f('{0)"])
          == "dialect 'own': contains: a brace that is part of the SQL must be doubled (after 3 bytes)"
    )
    #expect(
      error([.contains: "f('a"]) == "dialect 'own': contains: the quote is not closed (after 2 bytes)")
    #expect(error { $0.placeholder = "${2}" }?.hasPrefix("dialect 'own': placeholder: there is no operand {2}") == true)
    #expect(error([.integer64: nil])?.contains("integer64") == true)
  }

  @Test("what the table lacks is refused, and a long column is not named")
  func translation() throws {
    let model = try #require(Self.model)
    let exact = try DatabaseDialect(name: "own", table: DialectTable())
    let column = "t0.\"big_\(String(repeating: "x", count: 90))\""
    let text = try FormatPredicate("big == real").sql(exact, model: model, entity: "Row").text
    #expect(text.contains("\(column) = CAST(floor(t0.\"real\") AS BIGINT)"), "\(text)")
    let other = try DatabaseDialect(
      name: "own", table: DialectTable([.floorInteger: nil, .ceilingInteger: nil]))
    let error = #expect(throws: FormatError.self) {
      try FormatPredicate("big == real").sql(other, model: model, entity: "Row")
    }
    #expect(error?.diagnostics.first?.message.contains("it has no such operation") == true)
  }
}
