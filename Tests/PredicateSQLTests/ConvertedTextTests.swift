import PredicateFormat
import PredicateSQL
import Testing

/// Columns of enumerations and other types that are converted to text. Corpus/SQL/spellings.jsonl has their comparisons.
@Suite struct ConvertedTextTests {
  private static let model = Result {
    try PredicateModel([
      PredicateModel.Entity(
        "Film",
        attributes: [
          PredicateModel.Attribute("title", .string),
          PredicateModel.Attribute("rating", .string, columnType: .enumeration("mpaa_rating")),
        ])
    ])
  }

  @Test("a converted column is selected and grouped as text")
  func select() throws {
    let translator = try SQLTranslator(.postgresql, model: Self.model.get(), entity: "Film")
    let columns = try translator.select(["rating"], where: FormatPredicate("title == 'a'"))
    #expect(
      columns.text == #"SELECT CAST(t0."rating" AS text) AS "rating" FROM "Film" AS t0 WHERE t0."title" = $1::text"#)
  }

  @Test("a converted column is not changed, because its type has no name in the model")
  func changes() throws {
    let rating = FormatExpression.constant("PG")
    let predicate = try FormatPredicate("title == 'a'")
    for dialect in [DatabaseDialect.postgresql, .mariadb, .mysql] {
      let translator = try SQLTranslator(dialect, model: Self.model.get(), entity: "Film")
      let error = #expect(throws: FormatError.self) { try translator.update(["rating": rating], where: predicate) }
      #expect(error?.diagnostics.first?.message.hasSuffix("its column has a type of its own") == true)
    }
    let translator = try SQLTranslator(.sqlite, model: Self.model.get(), entity: "Film")
    #expect(throws: Never.self) { try translator.update(["rating": rating], where: predicate) }
  }
}
