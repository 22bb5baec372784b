import PredicateSyntax
import Testing

/// The structure of trees. What formats print and mean is in Corpus.
@Suite("Parser")
struct ParserTests {
  private func key(_ name: String) -> FormatExpression { .keyPath(name) }

  @Test("AND binds tighter than OR")
  func precedence() throws {
    let (a, b, c) = (try FormatPredicate("a = 1"), try FormatPredicate("b = 2"), try FormatPredicate("c = 3"))
    #expect(
      try FormatPredicate("a = 1 or b = 2 and c = 3") == FormatPredicate(.or([a, FormatPredicate(.and([b, c]))])))
  }

  @Test("chains are one node, parentheses keep theirs")
  func chains() throws {
    let a = try FormatPredicate("a = 1")
    #expect(try FormatPredicate("a = 1 AND a = 1 && a = 1") == FormatPredicate(.and([a, a, a])))
    #expect(
      try FormatPredicate("(a = 1 AND a = 1) AND a = 1") == FormatPredicate(.and([FormatPredicate(.and([a, a])), a])))
  }

  @Test("trees built in Swift equal the parsed ones")
  func builtByHand() throws {
    let built =
      FormatPredicate(key("length"), .equalTo, .constant(20))
      && FormatPredicate(key("text"), .endsWith, .constant("ing"))
    #expect(try built == FormatPredicate("length == 20 AND text ENDSWITH 'ing'"))
    let between = FormatPredicate(key("length"), .between, .aggregate([.constant(20), .constant(25)]))
    #expect(try between == FormatPredicate("length BETWEEN {20, 25}"))
    let any = FormatPredicate(
      key("words.text"), .contains, .constant("z"), modifier: .any, options: [.caseInsensitive])
    #expect(try any == FormatPredicate("ANY words.text CONTAINS[c] 'z'"))
    #expect(try !any == FormatPredicate("NONE words.text CONTAINS[c] 'z'"))
    #expect(
      try (built || any) == FormatPredicate("(length == 20 AND text ENDSWITH 'ing') OR ANY words.text CONTAINS[c] 'z'"))
    let deep = FormatPredicate(
      .subquery(key("words"), variable: "x", FormatPredicate(.constant(1), .equalTo, .constant(1))), .equalTo,
      .constant(nil))
    #expect(try deep == FormatPredicate("SUBQUERY(words, $x, 1 == 1) == nil"))
  }

  @Test("a = b and b = a differ, layout does not matter")
  func equality() throws {
    #expect(try FormatPredicate("a = b") != FormatPredicate("b = a"))
    #expect(try FormatPredicate(" a  =  b ") == FormatPredicate("a==b"))
    #expect(try FormatPredicate("a == 1") != FormatPredicate("a == 1.0"))
  }

  @Test("trees built in Swift above the height limit are errors, not crashes")
  func handBuiltHeight() throws {
    var predicate = try FormatPredicate("a = 1")
    for _ in 0..<10_000 { predicate = !predicate }
    #expect(predicate.height <= PredicateLimits.default.height)
    var expression = FormatExpression.keyPath("a")
    for _ in 0..<10_000 { expression = .function("abs:", expression) }
    #expect(expression.height <= PredicateLimits.default.height)
    // A chain of && is one node, however long it is.
    var chain = try FormatPredicate("a = 1")
    for _ in 0..<1_000 { chain = chain && FormatPredicate(true) }
    #expect(chain.height == 3)
  }

  @Test("all errors of a text are reported at once")
  func recovery() {
    let text = "a CONTAIN 'x' AND b == AND size == 1 OR c =="
    let error = #expect(throws: FormatError.self) { try FormatPredicate.template(text) }
    #expect(
      error?.diagnostics.map(\.code) == [.unknownOperator, .expectedExpression, .reservedWord, .expectedExpression])
    // After unexpected text, parsing resumes at the next AND or OR.
    let stray = #expect(throws: FormatError.self) { try FormatPredicate.template("(a == 1) b AND c == OR d ==") }
    #expect(stray?.diagnostics.count == 3)
    #expect(stray?.diagnostics.dropFirst().map(\.code) == [.expectedExpression, .expectedExpression])
  }

  @Test("of equally similar words the first is suggested")
  func nearest() {
    #expect(nearestWord(to: "cat", among: ["dog", "bat", "hat"]) == "bat")
    #expect(nearestWord(to: "cat", among: ["hat", "bat"]) == "hat")
    #expect(nearestWord(to: "cats", among: ["hat", "bats"]) == "bats")
  }
}
