import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Findings that need only the text, in addition to `Corpus/Errors/warnings.jsonl`.
struct FindingsTests {
  @Test("trees of the maximum height, on a thread with a stack of 512 KB")
  func highTrees() {
    let texts = [
      String(repeating: "NOT ", count: 95) + "a LIKE 'x'",
      "a = 1" + String(repeating: " + 1", count: 95),
      String(repeating: "abs(", count: 90) + "1" + String(repeating: ")", count: 90) + " = 1",
      String(repeating: "SUBQUERY(a, $x, ", count: 30) + "a = 1" + String(repeating: ").@count > 0", count: 30),
      String(repeating: "TERNARY(a = 1 OR a = 1 AND b = ", count: 20) + "1" + String(repeating: ", 1, 2)", count: 20)
        + " = 1",
    ]
    for text in texts {
      onSmallStack {
        let predicate = try? FormatPredicate.template(text)
        #expect(predicate != nil, "\(text.prefix(40))")
        _ = predicate?.findings()
      }
    }
  }

  @Test("bound values and trees built in Swift get no warnings about spelling")
  func onlyWrittenText() throws {
    let bound = try FormatPredicate("a LIKE %@ AND b == %@ AND c MATCHES %@", "x", "%@", "\\d")
    #expect(bound.findings().isEmpty)
    let built = FormatPredicate(.keyPath("a"), .like, .constant("x"))
    #expect(built.findings().isEmpty)
    // Ranges that exist in no text.
    let odd = FormatExpression(.constant(.string("\\d %@")), range: FormatRange(-9, 3))
    #expect(odd.findings().isEmpty)
    #expect(FormatPredicate(odd, .equalTo, odd).findings().map(\.code) == [.constantComparison])
    #expect(try (bound && FormatPredicate("z LIKE 'x'")).findings().isEmpty)
    // A modifier without a place.
    let counted = FormatPredicate(.keyPath("pets.@count"), .greaterThan, .constant(1), modifier: .any)
    #expect(counted.findings().map(\.message) == ["ANY needs a collection, but @count gives a number"])
  }

  @Test("the maximum number of warnings hides no error, and a long text lists no more errors than the maximum")
  func crowded() throws {
    let warnings = String(repeating: "1 == 2 OR ", count: 60)
    let hidden = try FormatPredicate.template(warnings + "abs(1, 2) == 1").findings()
    #expect(hidden.count { $0.severity == .warning } == PredicateLimits.default.errors)
    #expect(hidden.last?.code == .wrongArgumentCount)
    let unknown = try FormatPredicate.template(String(repeating: "frob(a) == b OR ", count: 60) + "a == 1").findings()
    #expect(unknown.count { $0.code == .unknownFunction } == PredicateLimits.default.errors)
  }

  @Test("positions are those of the text, in order")
  func places() throws {
    let predicate = try FormatPredicate.template("frob(a) == 1 AND b LIKE 'x' AND c == '%@'")
    #expect(predicate.findings().map(\.range.start) == [0, 19, 37])
    let expression = try FormatExpression.template("uppercase('%@')")
    #expect(expression.findings().map(\.code) == [.quotedPlaceholder])
  }
}
