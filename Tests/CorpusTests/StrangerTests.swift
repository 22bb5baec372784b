import Foundation
import PredicateFormat
import TestSupport
import Testing

/// For any text, `untrusted` permits only what its table in Grammar/Guides/Profiles.md lists.
///
/// `STRANGER_SENTENCES` sets the number of texts. Text n of a seed is the first of seed + n.
struct StrangerTests {
  /// Writes texts of parts of the language, permitted or not: sentences of a grammar that is larger than the profile's.
  private struct Writer {
    var random: SeededRandom

    mutating func pick(_ texts: [String]) -> String { texts[Int.random(in: 0..<texts.count, using: &random)] }

    mutating func value(_ depth: Int) -> String {
      if depth == 0 { return leaf() }
      let (a, b) = (value(depth - 1), value(depth - 1))
      return pick([
        leaf(), leaf(), leaf(), "\(a) \(pick(["+", "-", "*", "/", "**", "&", "|", "^", "<<", ">>"])) \(b)", "(\(a))",
        "\(pick(["abs:", "floor:", "max:", "sqrt:", "length:", "score:", "uppercase:", "random:", "canonical:"]))(\(a))",
        "{\(a), \(b)}", "CAST(\(a), \"\(pick(["NSNumber", "NSDate", "NSString", "Class", "UUID"]))\")",
        "FUNCTION(\(a), \"delete\")", "TERNARY(\(predicate(depth - 1)), \(a), \(b))", "\(a)[\(b)]", "~\(a)", "-\(a)",
        "SUBQUERY(\(a), $x, \(predicate(depth - 1))).@count", "SUBQUERY(\(a), $x, $x.\(key()) == \(b))", "$v := \(a)",
        "\(a)[\(pick(["FIRST", "LAST", "SIZE"]))]", "(\(a)).\(key())", "\(a) UNION \(b)", "indexed:by:(\(a), \(b))",
      ])
    }

    mutating func key() -> String {
      pick([
        "name", "kids", "age", "secret", "@count", "@max.age", "@allValues", "@sum.secret", "$x", "name.length",
        "class",
      ])
    }

    mutating func leaf() -> String {
      pick([
        "name", "kids", "kids.age", "kids.@count", "kids.@max.age", "secret", "kids.secret", "SELF", "SELF.\(key())",
        "$x", "$x.\(key())", "\(key())", "1", "2.5", "'a'", "nil", "YES", "%@", "%K", "%d", "$v", "now()", "ANYKEY",
        "@count",
        "name.\(key())",
      ])
    }

    mutating func predicate(_ depth: Int) -> String {
      if depth > 0, Bool.random(using: &random) {
        return pick([
          "\(predicate(depth - 1)) AND \(predicate(depth - 1))", "NOT \(predicate(depth - 1))",
          "(\(predicate(depth - 1)) OR \(predicate(depth - 1)))", "TRUEPREDICATE",
        ])
      }
      let modifier = pick(["", "", "", "ANY ", "ALL ", "NONE "])
      let comparison = pick([
        "==", "!=", "<", ">=", "IN", "CONTAINS[cd]", "LIKE", "MATCHES", "BEGINSWITH[l]", "BETWEEN", "isKindOfClass:",
        "UTI-CONFORMS-TO", "TOKENMATCHES[c]",
      ])
      return "\(modifier)\(value(depth)) \(comparison) \(value(depth))"
    }
  }

  /// Finds forbidden nodes independently of the profile's own walk: every node is taken literally.
  private struct Forbidden: PredicateValidator, Error {
    func validate(_ expression: FormatExpression) throws {
      switch expression.kind {
      case .evaluatedObject, .targetFunction, .conditional, .setOperation, .assignment, .anyKey, .placeholder, .invalid:
        throw self
      case .function(let call):
        let permitted = [
          "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "bitwiseAnd:with:", "bitwiseOr:with:",
          "modulus:by:",
          "floor:", "ceiling:", "trunc:", "abs:", "now", "uppercase:", "lowercase:", "length:",
        ]
        if !permitted.contains(call.selector) { throw self }
      case .cast(let cast):
        if !["NSNumber", "NSDecimalNumber", "NSDate", "UUID"].contains(cast.type) { throw self }
      case .index(let element): if case .value = element.index { throw self }
      case .variable(let name): if name != "x" { throw self }
      default: break
      }
    }
    func validate(_ comparisonOperator: FormatComparisonOperator) throws {
      switch comparisonOperator {
      case .custom, .tokenMatches, .boundedBy, .utiEquals, .utiConformsTo: throw self
      default: break
      }
    }
    func validate(_ keyPath: ValidatedKeyPath) throws {
      // Keys of a constant read only what the text contains. The answers show that nothing else is read below values.
      let listed = ["name", "kids.age", "name.length"]
      if keyPath.scope == .evaluatedObject, !listed.contains(keyPath.path) { throw self }
    }
  }

  /// An object with fields that must not be read.
  private static let row = FormatValue.record([
    "name": .string("a"), "secret": .string("s"), "class": .string("c"),
    "kids": .list([.record(["age": .integer(1), "secret": .string("s")])]),
  ])

  @Test("accepted text contains nothing forbidden, and its answer depends only on listed keys")
  func accepted() throws {
    let seed = testSeed("StrangerTests.accepted")
    let count = ProcessInfo.processInfo.environment["STRANGER_SENTENCES"].flatMap(Int.init) ?? (isFullRun ? 5_000 : 500)
    let profile = PredicateProfile.untrusted.permitting(keys: ["name", "kids.age", "name.length"])
    var accepted = 0
    for number in 0..<UInt64(count) {
      var writer = Writer(random: SeededRandom(state: seed &+ number))
      let depth = Int.random(in: 0...2, using: &writer.random)
      let text = writer.predicate(depth)
      guard let predicate = try? FormatPredicate(text, profile: profile) else { continue }
      accepted += 1
      #expect(predicate.findings(by: Forbidden()).isEmpty, "TEST_SEED=\(seed &+ number): \(text)")
      let (one, other) = (answer(predicate, Self.row), answer(predicate, Self.otherRow))
      #expect(one == other, "TEST_SEED=\(seed &+ number): \(text)")
    }
    #expect(accepted > count / 50, "TEST_SEED=\(seed): \(accepted) of \(count)")
  }

  /// The same in all listed keys.
  private static let otherRow = FormatValue.record([
    "name": .string("a"), "secret": .integer(7), "more": .list([]),
    "kids": .list([.record(["age": .integer(1), "class": .string("t")])]),
  ])

  /// Returns the answer or the error as text; for `now()`, only that there is an answer.
  private func answer(_ predicate: FormatPredicate, _ row: FormatValue) -> String {
    if predicate.format.contains("now()") { return "" }
    do throws(FormatError) {
      return "\(try predicate.evaluate(with: row))"
    } catch {
      return error.diagnostics.map(\.message).joined()
    }
  }
}
