import PredicateFormat
import PredicateSQL
import Testing

/// The spelling of a LIKE pattern for the engines: their wildcards, and escapes of characters that are wildcards only for them.
@Suite("Patterns of LIKE in SQL")
struct LikeSpellingTests {
  private func parameters(_ pattern: String, _ dialect: DatabaseDialect) throws -> [FormatValue] {
    let model = try PredicateModel([.init("Word", attributes: [.init("text", .string)])])
    let statement = try SQLTranslator(dialect, model: model, entity: "Word").select(
      where: FormatPredicate("text LIKE %@", pattern))
    return statement.parameters.map(\.value)
  }

  @Test(
    "patterns of several parts",
    arguments: [
      ("*a[b*c?", "*a[[]b*c?", "%a[b%c_"), ("*a|b*c?", "*a|b*c?", "%a||b%c_"), ("?a%b_*", "?a%b_*", "_a|%b|_%"),
      (#"a\*b?c\?"#, "a[*]b?c[?]", "a*b_c?"), (#"?\\*\\?"#, #"?\*\?"#, #"_\%\_"#),
      ("[a]?^]*-", "[[]a]?^]*-", "[a]_^]%-"),
      ("é?|[%*e\u{301}", "é?|[[]%*e\u{301}", "é_||[|%%e\u{301}"),
    ])
  func spelled(pattern: String, glob: String, like: String) throws {
    // The range of a literal prefix comes first.
    #expect(try parameters(pattern, .sqlite).last == .string(glob))
    for dialect in DatabaseDialect.all where dialect.table.like == .sql(escape: "|") {
      #expect(try parameters(pattern, dialect).last == .string(like), "\(dialect.name)")
    }
  }

  @Test(
    "patterns of one part are not patterns for the engine: nothing is escaped",
    arguments: DatabaseDialect.all.map(\.name))
  func plain(name: String) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    #expect(try parameters(#"a[|%_\*"#, dialect) == [.string("a[|%_*")])
    #expect(try parameters("*a[|%_*", dialect).first == .string("a[|%_"))
    #expect(try parameters("a|*", dialect) == [.string("a|"), .string("a}")])
  }
}
