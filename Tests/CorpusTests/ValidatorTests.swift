import PredicateCases
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// The rules of a program: every node is validated once, in the order of the text, and every refusal is reported.
struct ValidatorTests {
  /// Records the calls.
  private final class Recorder: PredicateValidator {
    var questions: [String] = []
    var predicates = 0
    var expressions = 0

    func validate(_ predicate: FormatPredicate) {
      predicates += 1
      questions.append("predicate \(predicate.format)")
    }
    func validate(_ expression: FormatExpression) {
      expressions += 1
      questions.append("expression \(expression.format)")
    }
    func validate(_ comparisonOperator: FormatComparisonOperator) {
      questions.append("operator \(comparisonOperator.spelling)")
    }
    func validate(_ keyPath: ValidatedKeyPath) { questions.append("key path \(keyPath.path) from \(keyPath.scope)") }
  }

  private func questions(_ text: String, _ arguments: [FormatValue]? = nil) throws -> [String] {
    let recorder = Recorder()
    var predicate = try FormatPredicate.template(text)
    if let arguments { predicate = try predicate.binding(arguments) }
    #expect(predicate.findings(by: recorder).isEmpty)
    return recorder.questions
  }

  @Test("the four methods are called in the order of the text")
  func order() throws {
    #expect(
      try questions("NOT a + 1 > b.c AND x IN %@", [.list([.integer(1)])]) == [
        "predicate (NOT a + 1 > b.c) AND x IN {1}", "predicate NOT a + 1 > b.c", "predicate a + 1 > b.c",
        "expression a + 1", "expression a", "key path a from evaluatedObject", "expression 1", "operator >",
        "expression b.c", "key path b.c from evaluatedObject", "predicate x IN {1}", "expression x",
        "key path x from evaluatedObject", "operator IN", "expression {1}",
      ])
  }

  @Test("a validator without methods permits everything")
  func silence() throws {
    struct Silent: PredicateValidator {}
    let predicate = try FormatPredicate("NOT a + 1 > b.c AND x IN {1}")
    #expect(predicate.findings(by: Silent()).isEmpty)
    #expect(throws: Never.self) { try predicate.validate(with: Silent()) }
  }

  @Test(
    "a key path is passed in full, wherever it begins",
    arguments: [
      (
        "SUBQUERY(parts, $p, $p.cost > 5).@count > 0",
        ["parts from evaluatedObject", "parts.cost from variable(\"p\")"]
      ),
      (
        "SUBQUERY(a.b, $x, SUBQUERY($x.c, $y, $y.d == $x.e).@count > 0).@count > 0",
        [
          "a.b from evaluatedObject", "a.b.c from variable(\"x\")", "a.b.c.d from variable(\"y\")",
          "a.b.e from variable(\"x\")",
        ]
      ),
      ("parts.@sum.cost > 5", ["parts.cost from evaluatedObject"]),
      ("@count > 5", []),
      ("a.@allValues.b == 1", ["a.@allValues.b from evaluatedObject"]),
      ("@secret == 1", ["@secret from evaluatedObject"]),
      (
        "TERNARY(ok == 1, parts, tags).cost > 5",
        [
          "ok from evaluatedObject", "parts from evaluatedObject", "tags from evaluatedObject", "parts.cost from value",
          "tags.cost from value",
        ]
      ),
      ("parts[\"cost\"] > 5", ["parts from evaluatedObject", "parts.cost from value"]),
      ("parts[0].cost > 5", ["parts from evaluatedObject", "parts.cost from value"]),
      ("indexed:by:(parts, \"cost\") > 5", ["parts from evaluatedObject", "parts.cost from value"]),
      ("a[b] > 5", ["a from evaluatedObject", "b from evaluatedObject", "a[b] from value"]),
      ("a.$k > 5", ["a.$k from evaluatedObject"]),
      ("$v.name > 5", ["$v.name from variable(\"v\")"]),
      ("\"abc\".length == 3", ["length from value"]),
      ("%K == 1", ["%K from evaluatedObject"]),
    ])
  func keyPaths(text: String, expected: [String]) throws {
    let found = try questions(text).filter { $0.hasPrefix("key path ") }.map { String($0.dropFirst(9)) }
    #expect(found == expected)
  }

  /// Counts the nodes in a different way than the walk does.
  private struct Count {
    var predicates = 0
    var expressions = 0

    mutating func add(_ predicate: FormatPredicate) {
      predicates += 1
      switch predicate.kind {
      case .comparison(let comparison): for side in [comparison.left, comparison.right] { add(side) }
      case .and(let parts), .or(let parts): for part in parts { add(part) }
      case .not(let part): add(part)
      case .constant, .invalid: break
      }
    }

    private mutating func add(_ expression: FormatExpression) {
      expressions += 1
      for child in expression.kind.children { add(child) }
      if let predicate = expression.kind.childPredicate { add(predicate) }
    }
  }

  @Test("every node of every format of the corpus is validated once", arguments: caseFiles())
  func everyNode(file: String) throws {
    for subject in try Case.all(inFile: file) where !subject.isExpression && subject.text.utf8.count < 10_000 {
      guard let parsed = try? FormatPredicate.template(subject.text) else { continue }
      for predicate in [parsed, try? parsed.binding(subject.arguments ?? [])].compactMap({ $0 }) {
        var count = Count()
        count.add(predicate)
        let recorder = Recorder()
        #expect(predicate.findings(by: recorder).isEmpty)
        #expect(recorder.predicates == count.predicates, "\(subject.id)")
        #expect(recorder.expressions == count.expressions, "\(subject.id)")
      }
    }
  }

  /// The rules of a shop.
  private struct Rules: PredicateValidator {
    struct Refusal: Error, CustomStringConvertible {
      let description: String
    }
    func validate(_ predicate: FormatPredicate) throws {
      if case .not = predicate.kind { throw Refusal(description: "say what you want") }
    }
    func validate(_ expression: FormatExpression) throws {
      if case .constant(.string(let text)) = expression.kind, text.count < 3 { throw Refusal(description: "too short") }
    }
    func validate(_ comparisonOperator: FormatComparisonOperator) throws {
      if comparisonOperator == .like { throw Refusal(description: "too slow") }
    }
    func validate(_ keyPath: ValidatedKeyPath) throws {
      if keyPath.path == "parts.cost" { throw Refusal(description: "the cost is ours") }
    }
  }

  @Test("all refusals are reported, each with its position")
  func refusals() throws {
    let text = "NOT name LIKE[c] %@ AND SUBQUERY(parts, $p, $p.cost > 5 AND $p.name == 'bolt').@count > 0"
    let predicate = try FormatPredicate(text, "ab")
    let error = #expect(throws: FormatError.self) { try predicate.validate(with: Rules()) }
    let found = try #require(error)
    #expect(found.diagnostics.map(\.code) == Array(repeating: .refusedByValidator, count: 4))
    #expect(found.diagnostics.map(\.range.start) == [0, 9, 17, 44])
    #expect(try goldenDifference(found.description + "\n", from: "validator.txt") == nil)
    let harmless = try FormatPredicate("name BEGINSWITH 'bolt'")
    #expect(throws: Never.self) { try harmless.validate(with: Rules()) }
    let expression = try FormatExpression("parts.@sum.cost")
    #expect(expression.findings(by: Rules()).map(\.code) == [.refusedByValidator])
    #expect(throws: FormatError.self) { try expression.validate(with: Rules()) }
    #expect(throws: Never.self) { try FormatExpression("name").validate(with: Rules()) }
  }

  @Test("with a validator and a profile, both report, in the order of the text")
  func besideProfile() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["name", "parts.cost"])
    func codes(_ text: String) -> [FormatDiagnostic.Code] {
      do throws(FormatError) {
        _ = try FormatPredicate(text, profile: profile, validator: Rules())
        return []
      } catch {
        return error.diagnostics.map(\.code)
      }
    }
    #expect(codes("name == 'abc'") == [])
    #expect(codes("secret == 1 AND ANY parts.cost > 5") == [.keyNotPermitted, .refusedByValidator])
    #expect(throws: FormatError.self) { try FormatExpression("parts.cost", profile: profile, validator: Rules()) }
    #expect(throws: Never.self) { try FormatExpression("name", profile: profile, validator: Rules()) }
  }

  @Test("at most the maximum number of errors is listed, and then validation stops")
  func many() throws {
    let text = Array(repeating: "name LIKE 'abc'", count: 200).joined(separator: " OR ")
    let findings = try FormatPredicate(text).findings(by: Rules())
    #expect(findings.count == PredicateLimits.default.errors + 1)
    #expect(findings.last?.code == .tooManyErrors)
  }

  @Test("the highest trees, on a small stack")
  func height() {
    let outcome = onSmallStack {
      let not = String(repeating: "NOT ", count: 97) + "a == 1"
      let calls = String(repeating: "abs:(", count: 97) + "a" + String(repeating: ")", count: 97) + " == 1"
      let subqueries = (1...24).reduce("$v24 == 1") { inner, level in
        "SUBQUERY({$v\(24 - level)}, $v\(25 - level), \(inner)).@count == 1"
      }
      return [not, calls, subqueries].map { text in
        guard let predicate = try? FormatPredicate.template(text) else { return "not parsed" }
        return "\(predicate.findings(by: Rules()).count)"
      }
    }
    #expect(outcome == ["51", "0", "0"])
  }
}
