import Foundation
import PredicateFormat
import PredicateSQL
import TestSupport
import Testing

/// Errors of predicates that have no text of their own: joined, built in code, decoded, or taken from a larger tree.
struct ErrorSourceTests {
  private struct Word {
    let text = "a"
    let length = 1
    let letters = ["a"]
  }

  private static let short = FormatPredicate(.keyPath("length"), .lessThan, .constant(3))
  private static func wrong(_ text: String = "txet == 'x'") throws -> FormatPredicate { try FormatPredicate(text) }

  /// Predicates with the line that errors in `txet` show. `nil` is the canonical format.
  private static let joined: [(name: String, line: String?, make: @Sendable () throws -> FormatPredicate)] = [
    ("&&", "txet == 'x'", { try FormatPredicate("length < 3") && wrong() }),
    ("|| on the left", "txet == 'x'", { try wrong() || short }),
    ("!", "txet == 'x'", { try !wrong() }), ("chain", "txet == 'x'", { try short && short && wrong() && short }),
    (
      "flattened first part", "length < 3 AND  txet=='x' AND length > 0",
      { try FormatPredicate("length < 3 AND  txet=='x' AND length > 0") && short }
    ),
    (
      "flattened alternatives", " length < 3 || txet=='x'",
      { try FormatPredicate(" length < 3 || txet=='x'") || short }
    ),
    (
      "precedence", "txet == 'x' or length > 3", { try FormatPredicate("txet == 'x' or length > 3") && short }
    ),
    ("argument", "txet == %@", { try !(short && FormatPredicate("txet == %@", "x")) }),
    (
      "expression", "txet.length + 1",
      { FormatPredicate(try FormatExpression("txet.length + 1"), .equalTo, .constant(1)) }
    ),
    ("lines", "  AND txet == 'x'", { try short || FormatPredicate("length < 3\n  AND txet == 'x'") }),
    ("flattened", "txet == 'x'", { try FormatPredicate("length < 3 AND length > 0") && wrong() && short }),
    (
      "nested", "text == 'b' OR txet == 'x'",
      { try (short && (short || wrong("text == 'b' OR txet == 'x'"))) || !short }
    ),
    (".and", "txet == 'x'", { FormatPredicate(.and([short, try wrong(), short])) }),
    (".or", "txet == 'x'", { FormatPredicate(.or([try wrong()])) }),
    (".not", "txet == 'x'", { FormatPredicate(.not(try wrong())) }),
    ("built", nil, { FormatPredicate(.keyPath("txet"), .equalTo, .constant("x")) }),
    (
      "built with a range", nil,
      { FormatPredicate(.keyPath("txet"), .in, .aggregate([.constant(1), .keyPath("length")])) }
    ),
    (
      "decoded", nil,
      { try JSONDecoder().decode(FormatPredicate.self, from: JSONEncoder().encode(short && wrong())) }
    ),
    ("substituted", "txet == 'x'", { try (FormatPredicate("length < $N") && wrong()).substituting(["N": 3]) }),
    ("limited", "txet == 'x'", { try (short && wrong()).limited(to: PredicateLimits(steps: 100)) }),
    (
      "part", nil,
      {
        guard case .and(let parts) = try FormatPredicate("length < 3 AND txet == 'x'").kind else { return short }
        return parts[1]
      }
    ),
    (
      "in a subquery", "txet == 'x'",
      { FormatPredicate(.subquery(.keyPath("letters"), variable: "x", try wrong()), .equalTo, .constant(1)) }
    ),
    (
      "constants", "txet == 'x'",
      { try FormatPredicate("%@ == 1", Date()) && FormatPredicate("%@ IN %@", 1, Set([1])) && wrong() }
    ),
  ]

  @Test("unknown keys", arguments: ErrorSourceTests.joined.map(\.name))
  func unknownKeys(name: String) throws {
    let test = try #require(Self.joined.first { $0.name == name })
    let predicate = try test.make()
    let line = test.line ?? predicate.format
    let model = try PredicateModel([.init("Word", attributes: [.init("text", .string), .init("length", .integer64)])])
    let errors = [
      #expect(throws: FormatError.self) { try [Word()].filtered(by: predicate) },
      #expect(throws: FormatError.self) { try predicate.evaluate(with: Word()) },
      #expect(throws: FormatError.self) { try [Word()].fetchAll(PredicateFetchRequest(predicate)) },
      #expect(throws: FormatError.self) { try predicate.sql(.sqlite, model: model, entity: "Word") },
      #expect(throws: FormatError.self) { try predicate.check(against: model, entity: "Word") },
    ]
    for error in errors {
      let error = try #require(error)
      let ranges = error.diagnostics.map { $0.range.range(in: error.source).map { error.source[$0] } ?? "" }
      #expect(ranges.contains("txet") || ranges.contains("letters"), "\(error)\n\(ranges)")
      if ranges.contains("txet") { #expect(error.description.contains(" | \(line)\n"), "\(error)") }
    }
  }

  @Test("errors of an evaluation")
  func evaluation() throws {
    let sum = try FormatPredicate("length > 0") && FormatPredicate("10 / (length - 1) > 2")
    let error = try #require(#expect(throws: FormatError.self) { try sum.evaluate(with: Word()) })
    #expect(error.source == "length > 0 AND 10 / (length - 1) > 2")
    #expect(
      error.diagnostics.first.flatMap { $0.range.range(in: error.source) }.map { error.source[$0] }
        == "10 / (length - 1)")
    let expression = FormatExpression.function("divide:by:", .constant(1), .keyPath("zero"))
    let other = try #require(#expect(throws: FormatError.self) { try expression.value(with: Word()) })
    #expect(other.source == "1 / zero" && other.diagnostics.first?.range == FormatRange(4, 8), "\(other)")
  }

  @Test("errors of limits, profiles, validators and arguments")
  func others() throws {
    let joined = try Self.short && FormatPredicate("text LIKE 'aaaa'")
    let long = try #require(
      #expect(throws: FormatError.self) {
        try joined.limited(to: PredicateLimits(patternLength: 3)).evaluate(with: Word())
      })
    #expect(long.source == "length < 3 AND text LIKE 'aaaa'")
    #expect(long.diagnostics.first?.range == FormatRange(25, 31), "\(long)")
    let findings = joined.findings(in: .untrusted.permitting(keys: ["length"]))
    #expect(findings.map { $0.range.range(in: joined.format).map { joined.format[$0] } } == ["text"])
    let template = try FormatPredicate.template("length == %@") && FormatPredicate.template("text == %@")
    let missing = try #require(#expect(throws: FormatError.self) { try template.binding([1]) })
    #expect(!missing.source.isEmpty && missing.diagnostics.allSatisfy { $0.range.end <= missing.source.utf8.count })
    let unbound = try #require(#expect(throws: FormatError.self) { try template.evaluate(with: Word()) })
    #expect(unbound.source == "length == %@ AND text == %@")
  }

  @Test("a diagnostic without a text shows no line")
  func withoutText() {
    let finding = FormatDiagnostic(code: .overflow, message: "m", range: FormatRange(2, 3))
    #expect(finding.rendered(in: "") == "error[overflow]: m")
  }

  @Test("extreme numbers of lines and columns")
  func extremes() {
    let finding = FormatDiagnostic(
      code: .overflow, message: "m", range: FormatRange(3, 4), labels: [.init(range: FormatRange(0, 1), text: "l")])
    for line in [Int.min, -1, 0, 1, .max - 1, .max] {
      for width in [Int.min, 0, 20, .max] {
        #expect(finding.rendered(in: "x\ny\nz", line: line, width: width).contains("m"))
      }
    }
    #expect(finding.rendered(in: "x\ny", line: .max).contains("format:\(Int.max):1"))
  }
}
