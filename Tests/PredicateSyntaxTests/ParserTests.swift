import PredicateSyntax
import Testing

@Suite("Parser")
struct ParserTests {
  @Test("AND binds tighter than OR")
  func precedence() throws {
    #expect(try FormatPredicate("a = 1 or b = 2 and c = 3").format == "a == 1 OR (b == 2 AND c == 3)")
  }
}
