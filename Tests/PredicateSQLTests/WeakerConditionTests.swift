import PredicateFormat
import PredicateSQL
import Testing

/// The conditions of statements with a residual predicate.
@Suite struct WeakerConditionTests {
  private static let model = Result {
    try PredicateModel([
      PredicateModel.Entity(
        "Book",
        attributes: [
          PredicateModel.Attribute("title", .string), PredicateModel.Attribute("code", .string, isNullable: false),
          PredicateModel.Attribute("year", .integer64), PredicateModel.Attribute("price", .double),
        ],
        relationships: [.toMany("parts", "Part", foreignKey: "book")]),
      PredicateModel.Entity("Part", attributes: [PredicateModel.Attribute("name", .string)]),
    ])
  }

  private static let beyondASCII = #""[\\x{1}-\\x{7F}]*[^\\x{1}-\\x{7F}][\\x{1}-\\x{10FFFF}]*""#

  /// A predicate that PostgreSQL cannot express, and the predicate whose statement it has, with the rest in the residual.
  @Test(
    "a refused conjunct leaves the condition of what can be translated",
    arguments: [
      ("title CONTAINS[c] 'café'", "title CONTAINS[c] 'caf'"),
      ("title ENDSWITH[c] 'le café'", "title CONTAINS[c] 'le caf'"),
      ("title CONTAINS[c] 'é'", "title != nil"),
      ("title LIKE[c] 'a?bcd*é'", "title CONTAINS[c] 'bcd'"),
      ("title LIKE[c] 'a?bcd*é' AND year == 2", "title CONTAINS[c] 'bcd' AND year == 2"),
      ("(year > 3 AND title CONTAINS[c] code) OR price > 2", "year > 3 OR price > 2"),
      ("title <[c] 'X'", "title < 'x' OR title MATCHES \(beyondASCII)"),
      ("title <=[cd] 'é'", "title <= 'e' OR title MATCHES \(beyondASCII)"),
      ("title >[w] 'x_y'", "title > 'x_y' OR title MATCHES \(beyondASCII)"),
      ("title >[c] 'x-y'", "title >= 'X-Y' OR title MATCHES \(beyondASCII)"),
      ("title >=[c] 'x_y'", "title >= 'XA' OR title MATCHES \(beyondASCII)"),
      ("NOT (year > 3 OR NOT title CONTAINS[c] 'café')", "NOT year > 3 AND title CONTAINS[c] 'caf'"),
      ("title CONTAINS[c] 'é' OR title CONTAINS[c] 'ab'", "title != nil OR title CONTAINS[c] 'ab'"),
      ("ANY parts.name CONTAINS[c] 'café'", "ANY parts.name CONTAINS[c] 'caf'"),
      // Weaker parts of these would find fewer objects, or are not looked for.
      ("SUBQUERY(parts, $x, $x.name CONTAINS[c] 'café').@count > 0", "TRUEPREDICATE"),
      ("NOT title CONTAINS[c] 'café'", "TRUEPREDICATE"),
      ("NOT title <[c] 'x'", "TRUEPREDICATE"),
      ("title <[cl] 'x'", "TRUEPREDICATE"),
      ("title CONTAINS[c] code", "TRUEPREDICATE"),
      ("year > 3 OR title CONTAINS[c] code", "TRUEPREDICATE"),
      ("SUBQUERY(parts, $x, $x.name CONTAINS[c] 'café').@count < 3", "TRUEPREDICATE"),
      ("TERNARY(title CONTAINS[c] 'café', 1, 2) == 2", "TRUEPREDICATE"),
    ])
  func weaker(_ format: String, _ weaker: String) throws {
    var translator = try SQLTranslator(.postgresql, model: Self.model.get(), entity: "Book", allowsResidual: true)
    let statement = try translator.select(where: FormatPredicate(format))
    #expect(statement.residual != nil)
    translator.allowsResidual = false
    let other = try translator.select(where: FormatPredicate(weaker))
    #expect(statement.text == other.text)
    #expect(statement.parameters == other.parameters)
    #expect(throws: FormatError.self) { try translator.select(where: FormatPredicate(format)) }
  }
}
