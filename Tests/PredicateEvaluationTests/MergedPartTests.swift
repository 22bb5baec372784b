import Foundation
import PredicateEvaluation
import PredicateFormat
import PredicateSemantics
import Synchronization
import TestSupport
import Testing

/// Comparisons of one key with constants, joined by AND or OR, are evaluated together.
@Suite("Merged parts")
struct MergedPartTests {
  private struct Item: Sendable {
    var count: Int
    var rank: Int?
    var ratio: Double
    var share: Float
    var price: Decimal?
    var isNew: Bool
    var name: String?
    var added: Date
    var seen: Date?
    var mixed: FormatValue
  }

  // MARK: Number of leaves

  /// Returns the number of comparisons that are compiled.
  private func leaves<Row>(_ format: String, _: Row.Type) throws -> Int {
    let count = Mutex(0)
    let plan: PlannedComparison.Planner = { comparison in
      count.withLock { $0 += 1 }
      return PlannedComparison(comparison)
    }
    _ = try CompiledPredicate<Row>(try FormatPredicate(format), as: SwiftType.of(Row.self), plan: plan)
    return count.withLock { $0 }
  }

  private func chain(_ parts: Range<Int>, _ word: String, _ part: (Int) -> String) -> String {
    parts.map(part).joined(separator: " \(word) ")
  }

  @Test(
    "the number of compiled comparisons is that of the different keys, however many equalities and bounds there are")
  func numberOfLeaves() throws {
    for count in [3, 1_000] {
      let all = 0..<count
      let cases: [(String, Int)] = [
        (chain(all, "OR") { "name == 'a\($0)'" }, 1),
        (chain(all, "OR") { "'a\($0)' ==[cd] name" }, 1),
        (chain(all, "OR") { "(name == 'a\($0)' OR count == \($0))" }, 2),
        (chain(all, "AND") { "name != 'a\($0)'" }, 1),
        (chain(all, "AND") { "NOT (count == \($0) OR ratio == \($0).5)" }, 2),
        ("NOT (" + chain(all, "OR") { "count == \($0)" } + ")", 1),
        (chain(all, "AND") { "count > \($0)" }, 1),
        (chain(all, "AND") { "count > \($0) AND \($0 + 5) >= count AND ratio < \($0).25" }, 2),
        (chain(all, "OR") { "count > \($0)" }, 1),
        (chain(all, "AND") { "name > 'a\($0)'" }, 1),
        (chain(all, "OR") { _ in "name CONTAINS 'a'" }, 1),
        (chain(all, "AND") { "count != \($0) AND name BEGINSWITH 'a'" }, 2),
        (chain(all, "OR") { "name == 'a\($0)' OR name ==[c] 'a\($0)'" }, 2),
      ]
      for (format, expected) in cases { #expect(try leaves(format, Item.self) == expected, "\(format.prefix(80))") }
      let records: [(String, Int)] = [
        (chain(all, "OR") { "name == 'a\($0)'" }, 1), (chain(all, "AND") { "name != 'a\($0)'" }, 1),
        // The first comparison has the error of a value of another kind.
        (chain(all, "AND") { "count > \($0)" }, 3),
        // Reading the second key may fail, so the first key is tested before and after it.
        (chain(all, "OR") { "(name == 'a\($0)' OR count == \($0))" }, 3),
      ]
      for (format, expected) in records {
        #expect(try leaves(format, [String: FormatValue].self) == expected, "\(format.prefix(80))")
      }
    }
  }

  @Test("parts that are not the same stay apart")
  func differentParts() throws {
    for format in [
      "name == 'a' OR name == nil", "count == 1 AND count == 2", "count != 1 OR count != 2", "count > 1 OR count == 1",
      "name ==[c] 'a' OR name ==[d] 'a'", "name LIKE 'a*' OR name LIKE 'b*'", "count < 1 OR rank < 1",
    ] {
      #expect(try leaves(format, Item.self) == 2, "\(format)")
    }
    let rows = (0..<100).map { [$0] }
    let random = try FormatPredicate("SELF[0] > random(100) OR SELF[0] > random(100)")
    #expect(throws: Never.self) { try rows.filtered(by: random) }
  }

  // MARK: Errors

  @Test("the error is that of the first comparison, as written")
  func errors() throws {
    for (format, offset, other) in [
      ("a > 3 AND a > 4", 0, "a > 3"), ("b == 1 AND a > 3 AND a > 4 AND a < 9.5", 11, "a > 3"),
      ("3 > a OR 9 > a", 0, "3 > a"), ("a < 3.5 OR a < 4 OR a < 5", 0, "a < 3.5"),
    ] {
      let rows: [[String: FormatValue]] = [["a": "text", "b": 1]]
      let expected = #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate(other)) }
      let error = #expect(throws: FormatError.self) { try rows.filtered(by: FormatPredicate(format)) }
      #expect(error?.diagnostics.first?.message == expected?.diagnostics.first?.message, "\(format)")
      #expect(error?.diagnostics.first?.range.start == offset, "\(format)")
    }
  }

  @Test("a comparison is not evaluated before a part that may fail")
  func order() throws {
    let rows: [[String: FormatValue]] = [["a": 2, "b": "text"]]
    for format in [
      "a == 1 OR b > 1 OR a == 2", "a != 1 AND b > 1 AND a != 2", "a == 1 OR b.c == 1 OR a == 2",
      "a == 1 OR 1 / (a - 2) == 1 OR a == 2", "a == 1 OR (c == 1 AND b > 1) OR b > 1 OR a == 2",
    ] {
      #expect(throws: FormatError.self, "\(format)") { try rows.filtered(by: FormatPredicate(format)) }
    }
    #expect(try rows.filtered(by: FormatPredicate("a == 1 OR a == 2 OR b > 1")).count == 1)
    // Not even equality can read a function.
    let values: [[String: Any]] = [["a": 2, "b": { 1 } as () -> Int]]
    #expect(throws: FormatError.self) { try values.filtered(by: FormatPredicate("b == 'x'")) }
    #expect(throws: FormatError.self) { try values.filtered(by: FormatPredicate("a == 1 OR b == 'x' OR a == 2")) }
  }

  // MARK: Random chains

  private static let texts = ["a", "A", "b", "\u{E9}", "e\u{301}", "\u{C9}", "", "ss", "\u{DF}", "\u{301}", "\u{FF41}"]

  private static let literals =
    texts.map { "'\($0)'" } + [
      "0", "1", "2", "-1", "1.0", "0.1", "1.5", "2.5", "0.1000000000000000055511151231257827", "16777217", "16777216.0",
      "9007199254740993", "9007199254740992.0", "18446744073709551615", "1e300", "YES", "NO", "nil", "(0.1 + 0.2)",
      "0.3",
      "CAST(0, 'NSDate')", "CAST(1, 'NSDate')", "0.1 + 0", "-0.0", "{1, 2}",
    ]

  private static let values: [FormatValue] =
    texts.map { .string($0) } + [
      .null, .integer(0), .integer(1), .integer(2), .integer(-1), .double(1), .double(0.1), .double(1.5), .double(.nan),
      .double(-0.0), .double(16_777_216), .double(.infinity), .unsigned(.max), .integer(9_007_199_254_740_993),
      .double(9_007_199_254_740_992), .double(1e300), .bool(true), .bool(false), .date(0), .date(1), .list([]),
      .list([1, 2]), .record(["x": 1]), .double(0.1 + 0.2),
    ]
    + ["0.1", "0.3", "1.5", "0.1000000000000000055511151231257827"].compactMap { text in
      FormatDecimal(text).map { .decimal($0) }
    }

  /// A part of a random predicate: a comparison, or parts joined by a word.
  private indirect enum Tree {
    case comparison(FormatPredicate, text: String)
    case joined([Tree], isAnd: Bool)
    case not(Tree)

    var text: String {
      switch self {
      case .comparison(_, let text): text
      case .joined(let parts, let isAnd): "(" + parts.map(\.text).joined(separator: isAnd ? " AND " : " OR ") + ")"
      case .not(let part): "NOT (\(part.text))"
      }
    }

    /// Returns the value part by part, or throws the first error.
    func isTrue<Row>(_ row: Row) throws(FormatError) -> Bool {
      switch self {
      case .comparison(let predicate, _): return try predicate.evaluate(with: row)
      case .joined(let parts, let isAnd):
        for part in parts where try part.isTrue(row) != isAnd { return !isAnd }
        return isAnd
      case .not(let part): return try !part.isTrue(row)
      }
    }
  }

  private func tree(_ keys: [String], _ depth: Int, _ random: inout SeededRandom) throws -> Tree {
    if depth == 0 || Int.random(in: 0..<3, using: &random) == 0 {
      let key = keys.randomElement(using: &random) ?? "a"
      let literal = Self.literals.randomElement(using: &random) ?? "1"
      let operators = ["==", "==", "==", "!=", "!=", "<", "<=", ">", ">="]
      let name = operators.randomElement(using: &random) ?? "=="
      let options = ["", "", "", "[c]", "[cd]", "[n]"].randomElement(using: &random) ?? ""
      let sides = Bool.random(using: &random) ? (key, literal) : (literal, key)
      let text = "\(sides.0) \(name)\(options) \(sides.1)"
      return .comparison(try FormatPredicate(text), text: text)
    }
    if Int.random(in: 0..<6, using: &random) == 0 { return .not(try tree(keys, depth - 1, &random)) }
    let count = Int.random(in: 2...6, using: &random)
    return .joined(
      try (0..<count).map { _ in try tree(keys, depth - 1, &random) }, isAnd: Bool.random(using: &random))
  }

  /// The answer for a row, or the message of its error.
  private func outcome(_ body: () throws(FormatError) -> Bool) -> String {
    do throws(FormatError) { return try body() ? "true" : "false" } catch {
      return error.diagnostics.first?.message ?? ""
    }
  }

  @Test("random chains have the answer, or the error, of their parts one after the other")
  func randomChains() throws {
    let seed = testSeed("MergedPartTests.randomChains")
    var random = SeededRandom(state: seed)
    var compared = 0
    while compared < (isFullRun ? 4_000 : 400) {
      let tree = try tree(["a", "b", "c.x"], 3, &random)
      let predicate = try FormatPredicate(tree.text)
      // The check rejects kinds that do not fit.
      guard (try? [[String: FormatValue]]().filtered(by: predicate)) != nil else { continue }
      compared += 1
      for _ in 0..<8 {
        var row: [String: FormatValue] = [:]
        for key in ["a", "b", "c"] { row[key] = Self.values.randomElement(using: &random) }
        let expected = outcome { () throws(FormatError) in try tree.isTrue(row) }
        let found = outcome { () throws(FormatError) in try predicate.evaluate(with: row) }
        #expect(found == expected, "TEST_SEED=\(seed) \(tree.text) \(row)")
      }
    }
  }

  @Test("random chains on typed rows: one by one, together and in columns")
  func typedChains() throws {
    let seed = testSeed("MergedPartTests.typedChains")
    var random = SeededRandom(state: seed)
    let keys = ["count", "rank", "ratio", "share", "price", "isNew", "name", "added", "seen", "mixed", "name.length"]
    var rows: [Item] = []
    for _ in 0..<70 {
      let number = [0, 1, 2, -1, 16_777_217].randomElement(using: &random) ?? 0
      let real = [0, 0.1, 1.5, 2.5, -0.0, .nan, 1e300, 16_777_216].randomElement(using: &random) ?? 0
      let seconds = Double.random(in: 0..<2, using: &random).rounded(.down)
      rows.append(
        Item(
          count: number, rank: Bool.random(using: &random) ? number : nil, ratio: real, share: Float(real),
          price: [nil, 0, 1, Decimal(string: "0.1"), Decimal(string: "1.5")].randomElement(using: &random) ?? nil,
          isNew: Bool.random(using: &random), name: Self.texts.randomElement(using: &random),
          added: Date(timeIntervalSinceReferenceDate: seconds),
          seen: Bool.random(using: &random) ? Date(timeIntervalSinceReferenceDate: seconds) : nil,
          mixed: Self.values.randomElement(using: &random) ?? .null))
    }
    let columns = PredicateColumns(rows)
    var compared = 0
    while compared < (isFullRun ? 2_000 : 200) {
      let tree = try tree(keys.shuffled(using: &random).dropLast(9), 3, &random)
      let predicate = try FormatPredicate(tree.text)
      // The check rejects kinds that do not fit.
      guard (try? [Item]().filtered(by: predicate)) != nil else { continue }
      compared += 1
      let outcomes = rows.map { row in outcome { () throws(FormatError) in try tree.isTrue(row) } }
      for (row, expected) in zip(rows, outcomes) {
        let found = outcome { () throws(FormatError) in try predicate.evaluate(with: row) }
        #expect(found == expected, "TEST_SEED=\(seed) \(tree.text) \(row)")
      }
      guard outcomes.allSatisfy({ $0 == "true" || $0 == "false" }) else { continue }
      let expected = outcomes.indices.filter { outcomes[$0] == "true" }
      #expect(try rows.indices(matching: predicate) == expected, "TEST_SEED=\(seed) \(tree.text)")
      #expect(try columns.indices(matching: predicate) == expected, "TEST_SEED=\(seed) \(tree.text)")
    }
  }
}
