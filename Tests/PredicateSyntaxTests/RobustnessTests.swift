import PredicateSyntax
import TestSupport
import Testing

/// Any bytes give a predicate or errors, also on a thread with a stack of 512 KB.
@Suite("Robustness")
struct RobustnessTests {
  private static let many = isFullRun ? 20_000 : 5_000

  private static let attacks: [(name: String, text: String)] = [
    ("parentheses", String(repeating: "(", count: 1_000_000)),
    ("parentheses to the limit", String(repeating: "(", count: 90) + "a = 1" + String(repeating: ")", count: 90)),
    ("braces", String(repeating: "{", count: 1_000_000)),
    ("NOT", String(repeating: "NOT ", count: 250_000) + "a = 1"),
    ("NOT to the limit", String(repeating: "NOT ", count: 90) + "a = 1"),
    ("minus", String(repeating: "-", count: 1_000_000)),
    ("sums", "a = 1" + String(repeating: " + 1", count: 250_000)),
    ("sums to the limit", "a = 1" + String(repeating: " + 1", count: 90)),
    ("indexes", "a" + String(repeating: "[0]", count: 250_000) + " = 1"),
    ("calls", String(repeating: "abs(", count: 250_000)),
    ("calls to the limit", String(repeating: "abs(", count: 45) + "1" + String(repeating: ")", count: 45) + " = 1"),
    ("subqueries", String(repeating: "SUBQUERY(a, $x, ", count: 100_000)),
    (
      "subqueries to the limit",
      String(repeating: "SUBQUERY(a, $x, ", count: 30) + "a = 1" + String(repeating: ").@count > 0", count: 30)
    ),
    ("ternaries", String(repeating: "TERNARY(a = 1, 1, ", count: 100_000)),
    ("chains", "a = 1" + String(repeating: " AND a = 1", count: 20_000)),
    ("paths", "a" + String(repeating: ".a", count: 100_000) + " = 1"),
    ("quotes", String(repeating: "'", count: 100_001)),
    ("modifiers", String(repeating: "ANY ", count: 100_000)),
    ("assignments", String(repeating: "$a := ", count: 100_000) + "1"),
    ("lists in parentheses", "a IN " + String(repeating: "(1, ", count: 100_000)),
    ("lists in brackets", "a IN " + String(repeating: "[1, ", count: 100_000)),
    ("calls after dots", String(repeating: "a.b(", count: 100_000)),
    ("casts", String(repeating: "CAST(", count: 100_000)),
    ("misspelt operators", String(repeating: "a foo (", count: many)),
    ("words in a row", String(repeating: "a b == (", count: many)),
    ("infix NOT", String(repeating: "a NOT BETWEEN 1 AND (", count: many)),
    ("missing AND", String(repeating: "(a == 1 ", count: many)),
    ("commas for AND", String(repeating: "(a == 1, b == 2, ", count: many)),
    (
      "commas for AND to the limit",
      String(repeating: "(a == 1, ", count: 90) + "b == 2" + String(repeating: ")", count: 90)
    ),
    ("misspelt subqueries", String(repeating: "SUBQERY(a, $x, $x == ", count: many)),
    ("lists without commas", String(repeating: "a IN {1 2 ", count: many)),
    ("comments", "a == 1" + String(repeating: " /* x */", count: many)),
    ("opened comments", "a == 1" + String(repeating: "/*", count: many)),
    ("slashes", "a == " + String(repeating: "/x/ ", count: many)),
    ("typographic quotes", "a == " + String(repeating: "“x” ", count: many)),
    ("opened typographic quotes", "a == " + String(repeating: "„x ", count: many)),
    ("quotes in strings", "a == " + String(repeating: "'x'y", count: many)),
    ("doubled quotes", "a == " + String(repeating: "'x'", count: many)),
    ("interpolations", "a == " + String(repeating: "\\(", count: many)),
    ("blanks left out", "a == 1" + String(repeating: "AND b == 1", count: many)),
    ("lone values", "a == 1" + String(repeating: " OR 2", count: many)),
    ("bounds joined by AND", "a BETWEEN 1" + String(repeating: " AND 2", count: many)),
    // Each mistake makes a hint search for a character that is not there. Without `Lexer.reach`, 24 KB take seconds.
    ("question marks", String(repeating: "? ", count: many)),
    ("opened templates", "a == " + String(repeating: "${", count: many)),
    ("opened angle brackets", "a IN {" + String(repeating: "<a, ", count: many)),
    ("dollars", String(repeating: "$", count: many)),
    ("numbers with letters", "a IN {" + String(repeating: "1a-", count: many)),
    ("patterns without quotes", "a IN {" + String(repeating: "*==*, ", count: many)),
    ("stars without blanks", "a IN {" + String(repeating: "*==", count: many)),
    ("Spotlight", "a IN {" + String(repeating: "* = kMDItem, ", count: many)),
    ("opened options", "a == b == (" + String(repeating: "a MATCHES [\"x\", ", count: many)),
    ("calls after a chain", "a == b == a" + String(repeating: ".b(x)", count: many)),
    ("modifiers on the right", "a == b == {" + String(repeating: "b == ANY c, ", count: many)),
  ]

  @Test("trees up to the height limit have a lossless print that parses to them")
  func highPrints() throws {
    let steps: [(open: String, close: String)] = [
      ("-", ""), ("~", ""), ("-~", ""), ("a ** -(", ")"), ("1 + b * (", ")"), ("from:subtract:(0, ", ")"),
      ("multiply:by:(2, ", ")"), ("a UNION (b UNION ", ")"), ("(", " INTERSECT b) MINUS c"), ("$x := ", ""),
      ("a[", "]"),
      ("{1, ", "}"), ("abs(-", ")"),
    ]
    for step in steps {
      for count in [1, 10, 22, 23, 24, 44, 45, 46, 47, 50, 60, 80, 97] {
        let text = String(repeating: step.open, count: count) + "k" + String(repeating: step.close, count: count)
        guard let parsed = try? FormatExpression.template(text) else { continue }
        let again = try? FormatExpression.template(parsed.losslessFormat)
        #expect(again == parsed, "\(count) of \(step.open): \(parsed.losslessFormat)")
      }
    }
    for step in [
      ("NOT ", ""), ("NOT (", ")"), ("a == 1 OR b == 2 AND (", ")"), ("a == 1 AND (b == 2 OR NOT ", ")"),
      ("NONE SUBQUERY(a, $x, ", ").@count == 1"),
    ] {
      for count in [1, 10, 22, 24, 31, 44, 46, 50, 60, 80, 97] {
        let text = String(repeating: step.0, count: count) + "k == 1" + String(repeating: step.1, count: count)
        guard let parsed = try? FormatPredicate.template(text) else { continue }
        let again = try? FormatPredicate.template(parsed.losslessFormat)
        #expect(again == parsed, "\(count) of \(step.0): \(parsed.losslessFormat)")
      }
    }
  }

  @Test("deep and long texts", arguments: attacks.indices)
  func attack(index: Int) {
    let text = Self.attacks[index].text
    onSmallStack {
      do throws(FormatError) {
        let predicate = try FormatPredicate.template(text)
        _ = predicate.format
        _ = predicate.hashValue
        _ = predicate == predicate
        _ = predicate.keyPaths
      } catch {
        for error in error.diagnostics { _ = error.rendered(in: text) }
      }
    }
  }

  @Test("a hint does not examine text that is far from the mistake")
  func reach() {
    func suggestsChoice(elements: Int) -> Bool {
      let text = "a ? {1" + String(repeating: ", 1", count: elements) + "} : 2"
      let error = #expect(throws: FormatError.self) { try FormatPredicate.template(text) }
      return error?.diagnostics.contains { $0.rendered(in: text).contains("TERNARY(") } == true
    }
    #expect(suggestsChoice(elements: 2))
    #expect(!suggestsChoice(elements: 300))
  }

  @Test("random bytes, and random words")
  func randomTexts() {
    let seed = testSeed("RobustnessTests.randomTexts")
    var random = SeededRandom(state: seed)
    let words = [
      "a", "b.c", "ANY", "ALL", "NONE", "NOT", "AND", "OR", "==", "=", "<", "IN", "CONTAINS[cd]", "BETWEEN", "(", ")",
      "{", "}", "[", "]", ",", ".", "'x'", "\"y\"", "1", "-2.5", "0x1F", "%@", "%K", "%d", "$v", "SELF", "nil", "TRUE",
      "@count", "SUBQUERY(", "TERNARY(", "CAST(", "FUNCTION(", "max(", "modulus:by:(", ":=", "UNION", "+", "-", "*",
      "**",
      "/", "/*", "//", "“", "`", "IS", "NULL", "foo", "1AND", "''", ";", "WHERE", ":x", "\\(", "#size", "é", "\\", "'",
      "TRUEPREDICATE", "[FIRST]", "~", "UTI-EQUALS", "is:", "?",
    ]
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try? FormatPredicate.template(utf8: bytes)
      let text = (0..<Int.random(in: 0..<20, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: " ")
      do throws(FormatError) {
        let predicate = try FormatPredicate.template(text)
        let again = try? FormatPredicate.template(predicate.losslessFormat)
        #expect(again == predicate, "TEST_SEED=\(seed): \(text) -> \(predicate.losslessFormat)")
      } catch {
        #expect(error.diagnostics.allSatisfy { $0.range.end <= text.utf8.count }, "TEST_SEED=\(seed): \(text)")
      }
    }
  }

  @Test("errors of limits have names and positions")
  func limits() {
    let long = #expect(throws: FormatError.self) {
      try FormatPredicate.template("a == 1 AND b == 2", limits: PredicateLimits(length: 10))
    }
    #expect(long?.diagnostics.map(\.code) == [.textTooLong])
    let high = #expect(throws: FormatError.self) {
      try FormatPredicate.template("((((a == 1))))", limits: PredicateLimits(height: 3))
    }
    #expect(high?.diagnostics.map(\.code) == [.tooHigh])
    let many = #expect(throws: FormatError.self) {
      try FormatPredicate.template("a == AND b == AND c == AND d ==", limits: PredicateLimits(errors: 2))
    }
    #expect(many?.diagnostics.map(\.code) == [.expectedExpression, .expectedExpression, .tooManyErrors])
    // Meaningless limits are strict ones.
    for odd in [
      PredicateLimits(length: -1), PredicateLimits(height: -1), PredicateLimits(height: 0), PredicateLimits(errors: -1),
      PredicateLimits(errors: 0),
    ] {
      let error = #expect(throws: FormatError.self) { try FormatPredicate.template("a == AND b ==", limits: odd) }
      #expect(error?.description.isEmpty == false)
    }
    let bytes = #expect(throws: FormatError.self) {
      try FormatPredicate.template(utf8: Array("a == '".utf8) + [0xC3, 0x28])
    }
    #expect(bytes?.diagnostics.map(\.code) == [.invalidUTF8])
    #expect(bytes?.diagnostics.first?.range.start == 6)
    let late = #expect(throws: FormatError.self) {
      try FormatPredicate.template(utf8: Array("a == 'é€😀".utf8) + [0xFF])
    }
    #expect(late?.diagnostics.map(\.range) == [FormatRange(15, 16)])
  }
}
