import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Warnings that say "never" or "always", compared with the answers of random rows.
struct ClaimTests {
  private static let values: [FormatValue] = [
    .null, .integer(1), .integer(2), .integer(7), .double(1.5), .string(""), .string("1"), .string("x"), .bool(true),
    .list([]), .list([.integer(1), .integer(2)]), .list([.string("x")]), .list([.list([.integer(1)])]),
  ]

  private static func row(_ random: inout SeededRandom) -> FormatValue {
    func value(_ random: inout SeededRandom) -> FormatValue { values.randomElement(using: &random) ?? .null }
    func list(_ random: inout SeededRandom) -> FormatValue {
      .list((0..<Int.random(in: 0...2, using: &random)).map { _ in value(&random) })
    }
    let kids = (0..<Int.random(in: 0...2, using: &random)).map { _ in FormatValue.record(["a": value(&random)]) }
    return .record(["a": value(&random), "b": value(&random), "tags": list(&random), "kids": .list(kids)])
  }

  private static func comparison(_ random: inout SeededRandom) -> String {
    let keys = [
      "a", "b", "tags", "kids.a", "a.intValue", "tags.intValue", "{a, b}", "{a}", "SUBQUERY(tags, $x, $x == 1)",
    ]
    let others = [
      "nil", "1", "2", "1.5", "YES", "''", "'x'", "'1'", "'2'", "{}", "{1, 2}", "{1}", "{nil}", "{'x'}", "b", "{a, 1}",
      "{7, 1}", "'x*'", "@YES", "1 / 2",
    ]
    let operators = FormatComparisonOperator.table.filter { $0.kind != .program }.map(\.spelling)
    let modifier = ["", "", "ANY ", "ALL ", "NONE ", "NOT ", "NOT ANY "].randomElement(using: &random) ?? ""
    let key = keys.randomElement(using: &random) ?? "a"
    let other = others.randomElement(using: &random) ?? "1"
    let isExchanged = modifier.isEmpty && Int.random(in: 0..<6, using: &random) == 0
    let op = operators.randomElement(using: &random) ?? "=="
    return isExchanged ? "\(other) \(op) \(key)" : "\(modifier)\(key) \(op) \(other)"
  }

  /// A chain of comparisons of few keys with few values, which often contradict each other.
  private static func chain(_ random: inout SeededRandom) -> String {
    func part(_ random: inout SeededRandom) -> String {
      let modifier = ["", "", "", "ANY ", "ALL "].randomElement(using: &random) ?? ""
      let key = ["a", "b", "tags"].randomElement(using: &random) ?? "a"
      let op = ["==", "!=", "<", ">=", "=="].randomElement(using: &random) ?? "=="
      return "\(modifier)\(key) \(op) \(["1", "2", "'x'"].randomElement(using: &random) ?? "1")"
    }
    let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in
      Int.random(in: 0..<4, using: &random) == 0 ? "(\(part(&random)) OR \(part(&random)))" : part(&random)
    }
    return parts.joined(separator: Bool.random(using: &random) ? " AND " : " OR ")
  }

  /// Returns the predicates from the whole to the smallest one that contains a range.
  private static func path(to range: FormatRange, in predicate: FormatPredicate) -> [FormatPredicate] {
    let parts: [FormatPredicate]
    switch predicate.kind {
    case .and(let children), .or(let children): parts = children
    case .not(let child): parts = [child]
    case .comparison, .constant, .invalid: parts = []
    }
    let part = parts.first { $0.range.start <= range.start && range.end <= $0.range.end }
    return [predicate] + (part.map { path(to: range, in: $0) } ?? [])
  }

  /// Returns a predicate for which a warning claims an answer, and the answer.
  private static func claim(
    _ finding: FormatDiagnostic, in predicate: FormatPredicate
  ) -> (predicate: FormatPredicate, isTrue: Bool)? {
    let path = path(to: finding.range, in: predicate)
    guard let last = path.last, case .comparison(let comparison) = last.kind else { return nil }
    let parents = path.dropLast()
    switch finding.code {
    case .alwaysTrue: return parents.last.map { ($0, true) }
    case .neverTrue where finding.message.contains("cannot"):
      guard let chain = parents.last else { return nil }
      // One of several alternatives is never true together with the other parts.
      if case .or = chain.kind { return parents.dropLast().last.map { ($0 && last, false) } }
      return (chain, false)
    case .neverTrue:
      let isDifference = comparison.operator == .notEqualTo
      // A difference that is never false is true of any elements, and so is NOT.
      return isDifference && comparison.modifier != .direct ? nil : (last, isDifference)
    case .emptyList, .emptyNeedle:
      if finding.message.contains("always true") { return parents.last.map { ($0, true) } }
      if finding.message.contains("always false") { return (last, false) }
      // ALL is true without elements, and nil has none.
      guard comparison.modifier == .all, finding.message.contains("only without elements") else { return nil }
      let hasElements =
        FormatPredicate(comparison.left, .notEqualTo, .aggregate([]))
        && FormatPredicate(comparison.left, .notEqualTo, .constant(nil))
      return (last && hasElements, false)
    default: return nil
    }
  }

  @Test("a warning that says never or always is right for every row")
  func claims() throws {
    let seed = testSeed("ClaimTests.claims")
    var random = SeededRandom(state: seed)
    var claims = 0
    var codes: Set<FormatDiagnostic.Code> = []
    for index in 0..<(isFullRun ? 40_000 : 4_000) {
      let text = index % 3 == 0 ? Self.chain(&random) : Self.comparison(&random)
      let predicate = try FormatPredicate.template(text)
      for finding in predicate.findings() {
        guard let claim = Self.claim(finding, in: predicate) else { continue }
        claims += 1
        codes.insert(finding.code)
        for _ in 0..<12 {
          let row = Self.row(&random)
          guard let answer = try? claim.predicate.evaluate(with: row) else { continue }
          #expect(answer == claim.isTrue, "\(text): \(finding.message), \(row) TEST_SEED=\(seed)")
        }
      }
    }
    #expect(claims > 150)
    #expect(codes.isSuperset(of: [.neverTrue, .alwaysTrue, .emptyList, .emptyNeedle]))
  }
}
