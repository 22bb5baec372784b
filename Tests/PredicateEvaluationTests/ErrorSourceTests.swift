import Foundation
import PredicateFormat
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

  private static let joined: [(name: String, make: @Sendable () throws -> FormatPredicate)] = [
    ("&&", { try FormatPredicate("length < 3") && wrong() }), ("|| on the left", { try wrong() || short }),
    ("!", { try !wrong() }), ("chain", { try short && short && wrong() && short }),
    ("flattened", { try FormatPredicate("length < 3 AND length > 0") && wrong() && short }),
    ("nested", { try (short && (short || wrong("text == 'b' OR txet == 'x'"))) || !short }),
    (".and", { FormatPredicate(.and([short, try wrong(), short])) }), (".or", { FormatPredicate(.or([try wrong()])) }),
    (".not", { FormatPredicate(.not(try wrong())) }),
    ("built", { FormatPredicate(.keyPath("txet"), .equalTo, .constant("x")) }),
    ("built with a range", { FormatPredicate(.keyPath("txet"), .in, .aggregate([.constant(1), .keyPath("length")])) }),
    (
      "decoded",
      { try JSONDecoder().decode(FormatPredicate.self, from: JSONEncoder().encode(short && wrong())) }
    ),
    ("substituted", { try (FormatPredicate("length < $N") && wrong()).substituting(["N": 3]) }),
    ("limited", { try (short && wrong()).limited(to: Limits(steps: 100)) }),
    (
      "part",
      {
        guard case .and(let parts) = try FormatPredicate("length < 3 AND txet == 'x'").kind else { return short }
        return parts[1]
      }
    ),
    (
      "in a subquery",
      { FormatPredicate(.subquery(.keyPath("letters"), variable: "x", try wrong()), .equalTo, .constant(1)) }
    ),
    ("constants", { try FormatPredicate("%@ == 1", Date()) && FormatPredicate("%@ IN %@", 1, Set([1])) && wrong() }),
  ]

  @Test("unknown keys", arguments: ErrorSourceTests.joined.map(\.name))
  func unknownKeys(name: String) throws {
    let predicate = try #require(Self.joined.first { $0.name == name }).make()
    let model = try DataModel([.init("Word", attributes: [.init("text", .string), .init("length", .integer64)])])
    let errors = [
      #expect(throws: FormatError.self) { try [Word()].filtered(by: predicate) },
      #expect(throws: FormatError.self) { try predicate.evaluate(with: Word()) },
      #expect(throws: FormatError.self) { try [Word()].fetchAll(PredicateFetchRequest(predicate)) },
      #expect(throws: FormatError.self) { try predicate.sql(.sqlite, model: model, entity: "Word") },
      #expect(throws: FormatError.self) { try predicate.check(against: model, entity: "Word") },
    ]
    for error in errors {
      let error = try #require(error)
      #expect(error.source == predicate.format || name == "part" && !error.source.isEmpty, "\(error)")
      let ranges = error.diagnostics.map { $0.range.range(in: error.source).map { error.source[$0] } ?? "" }
      #expect(ranges.contains("txet") || ranges.contains("letters"), "\(error)\n\(ranges)")
      #expect(!error.description.contains("|\n1 | \n"), "\(error)")
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
        try joined.limited(to: Limits(patternLength: 3)).evaluate(with: Word())
      })
    #expect(long.source == joined.format && long.diagnostics.first?.range == FormatRange(25, 31), "\(long)")
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
