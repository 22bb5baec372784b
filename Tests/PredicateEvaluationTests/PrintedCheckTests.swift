import Foundation
import PredicateFormat
import TestSupport
import Testing

/// A format that the check accepts has a canonical form that the check accepts, with the same answers.
///
/// `PRINTED_CHECKS` sets the number of formats. Format n of a seed is the first of seed + n.
struct PrintedCheckTests {
  /// Writes formats whose constants are numbers of all kinds, where they have a common type or none.
  private struct Writer {
    var random: SeededRandom

    mutating func pick(_ texts: [String]) -> String { texts[Int.random(in: 0..<texts.count, using: &random)] }

    mutating func value(_ depth: Int) -> String {
      if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 {
        return pick([
          "a", "b", "c", "1", "0", "YES", "NO", "5.", "1.0", "2.5", "1e-400", "0.0", "-0.0", "1e22",
          "18446744073709551615",
          "0.12345678901234567890123", "9223372036854775808", "nil", "'x'", "''", "{}", "{1}", "{1, YES}", "{1.0, 2}",
        ])
      }
      let (one, other) = (value(depth - 1), value(depth - 1))
      return pick([
        "TERNARY(\(comparison(0)), \(one), \(other))", "TERNARY(\(comparison(0)), \(one), \(other))",
        "{\(one), \(other)}",
        "{\(one), \(other)}", "\(one) UNION \(other)", "\(one)[FIRST]", "(\(one)).length", "(\(one)).@max.self",
        "\(one) + \(other)", "max:(\(one))", "CAST(\(one), 'NSNumber')", "SUBQUERY(\(one), $x, $x == \(other))",
      ])
    }

    mutating func comparison(_ depth: Int) -> String {
      let name = pick(["==", "!=", "<", ">=", "LIKE", "BEGINSWITH", "CONTAINS", "IN", "MATCHES", "BETWEEN"])
      return "\(pick(["", "", "", "ANY ", "ALL ", "NONE "]))\(value(depth)) \(name) \(value(depth))"
    }
  }

  private static let rows = [
    FormatValue.record(["a": .integer(1), "b": .bool(true), "c": "x"]),
    .record(["a": .double(2.5), "b": .integer(0), "c": .list([.integer(1), .bool(false)])]), .record([:]),
  ]

  /// Returns the errors of the check, or the answers for rows.
  private func outcome(_ predicate: FormatPredicate) -> (errors: [FormatDiagnostic], answers: [String]) {
    let errors = predicate.findings(for: FormatValue.self).filter { $0.severity == .error }
    guard errors.isEmpty else { return (errors, []) }
    let answers = Self.rows.map { row in
      (try? predicate.evaluate(with: row, options: EvaluationOptions(onError: .yieldNil))).map { "\($0)" } ?? "error"
    }
    return ([], answers)
  }

  @Test("random formats")
  func random() throws {
    let seed = testSeed("PrintedCheckTests.random")
    let count = ProcessInfo.processInfo.environment["PRINTED_CHECKS"].flatMap(Int.init) ?? (isFullRun ? 50_000 : 5_000)
    var (accepted, failures) = (0, 0)
    for number in 0..<UInt64(count) where failures < 10 {
      var writer = Writer(random: SeededRandom(state: seed &+ number))
      let text = writer.comparison(Int.random(in: 0...3, using: &writer.random))
      guard let predicate = try? FormatPredicate.template(text) else { continue }
      let before = outcome(predicate)
      guard before.errors.isEmpty else { continue }
      accepted += 1
      for print in [predicate.format, predicate.losslessFormat] {
        let again = outcome(try FormatPredicate.template(print))
        if again.errors.isEmpty, again.answers == before.answers { continue }
        failures += 1
        Issue.record("TEST_SEED=\(seed &+ number): \(text)\n\(print)\n\(again) \(before)")
      }
    }
    #expect(accepted > count / 20, "\(accepted) of \(count)")
  }

  @Test(
    "numbers of several kinds keep them",
    arguments: [
      ("a LIKE TERNARY(b == 1, 1, YES)", "a LIKE TERNARY(b == 1, 1, YES)"),
      ("TERNARY(b == 1, 5., 0) < \"a\"", "TERNARY(b == 1, 5.0, 0) < \"a\""),
      ("ANY {1, YES} LIKE a", "ANY {1, YES} LIKE a"), ("TERNARY(b == 1, YES, NO) == a", "TERNARY(b == 1, 1, 0) == a"),
      ("ANY {1.0, 2.0} == a", "ANY {1, 2} == a"), ("{1, YES} == a", "{1, 1} == a"),
    ])
  func kinds(text: String, print: String) throws { #expect(try FormatPredicate(text).format == print) }
}
