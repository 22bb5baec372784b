import EngineSupport
import Foundation
import PredicateEvaluation
import PredicateFormat
import PredicateSemantics
import TestSupport
import Testing

/// A join finds the same elements as a loop over the collection, with the same errors.
@Suite("Joins")
struct JoinTests {
  final class Node: @unchecked Sendable {
    let key: Int
    let small: Int8?
    let name: String
    let other: String?
    let divisor: Int
    var nodes: [Node] = []
    var optionalNodes: [Node]?
    var values: [Value] = []
    var distinct: Set<Int> = []

    init(_ maker: inout RowMaker) {
      key = Int.random(in: 0..<150, using: &maker.random)
      small = maker.chance(20) ? nil : Int8.random(in: -60..<60, using: &maker.random)
      name = maker.pick(RowMaker.texts) + maker.pick(["", "1", "2", "x and a long end"])
      other = maker.chance(20) ? nil : maker.pick(RowMaker.texts)
      divisor = maker.chance(1) ? 0 : Int.random(in: 1..<9, using: &maker.random)
    }
  }

  struct Value: Sendable {
    let key: Int
    let small: Int8?
    let name: String
    let other: String?
    let divisor: Int
  }

  private static let formats = [
    "SUBQUERY(C, $x, $x.key == key).@count > 1",
    "SUBQUERY(C, $x, key == $x.key).@count == 0",
    "SUBQUERY(C, $x, $x.small == small).@count > 2",
    "SUBQUERY(C, $x, $x.key == small).@count > 0",
    "SUBQUERY(C, $x, $x.name == name).@count > 3",
    "SUBQUERY(C, $x, $x.other == name).@count > 3",
    "SUBQUERY(C, $x, $x.other ==[c] other).@count > 20",
    "SUBQUERY(C, $x, $x.name ==[cd] name AND $x.key != key).@count > 5",
    "SUBQUERY(C, $x, $x.divisor > 4 AND $x.name BEGINSWITH 'a' AND $x.small == small).@sum.key > 100",
    // Errors before and after the equality, and in the part that decides.
    "SUBQUERY(C, $x, $x.key == key AND 10 / $x.divisor > 1).@count > 0",
    "SUBQUERY(C, $x, 10 / $x.divisor > 1 AND $x.key == key).@count > 0",
    "SUBQUERY(C, $x, $x.key == key / divisor).@count > 0",
    "SUBQUERY(C, $x, $x.key == key OR $x.small == small).@count > 4",
    "SUBQUERY(C, $x, NOT ($x.key != key)).@count > 1",
    "ANY C.key == key",
    "ANY C.other == other",
    "ALL C.key != key",
    "NONE C.name ==[c] name",
    "ALL C.divisor != 1",
    "key IN C.key",
    "NOT small IN C.small",
    "other IN C.other",
    "name IN[c] C.other",
    "key IN C.small",
    "SUBQUERY(C, $x, $x.key < 30 AND SUBQUERY(C, $y, $y.key == $x.key AND $y.name == name).@count > 0).@count > 1",
    "SUBQUERY(C, $x, $x.key < 20 AND $x.small == small AND ANY C.key == $x.key).@count > 1",
  ]

  @Test(
    "random data, compared with loops over collections", arguments: ["nodes", "optionalNodes", "values", "distinct"])
  func agreement(collection: String) throws {
    let seed = testSeed("JoinTests.agreement \(collection)")
    var maker = RowMaker(random: SeededRandom(state: seed))
    let all = (0..<160).map { _ in Node(&maker) }
    // Some collections are searched often, some once; some are short.
    let parts = [all, Array(all.prefix(150)), Array(all.suffix(129)), Array(all.prefix(20)), []]
    let values = parts.map {
      $0.map { Value(key: $0.key, small: $0.small, name: $0.name, other: $0.other, divisor: $0.divisor) }
    }
    for node in all {
      let part = Int.random(in: parts.indices, using: &maker.random)
      (node.nodes, node.values) =
        maker.chance(5) ? (Array(parts[part].reversed()), values[part]) : (parts[part], values[part])
      node.optionalNodes = maker.chance(10) ? nil : node.nodes
      node.distinct = Set(node.nodes.map(\.key))
    }
    defer { for node in all { (node.nodes, node.optionalNodes) = ([], nil) } }
    var formats = Self.formats
    if collection == "distinct" {
      // A set is copied when it is iterated, so no table can be kept for it.
      formats = ["SUBQUERY(C, $x, $x == key).@count > 0", "ANY C == key", "key IN C"]
    }
    for format in formats {
      let text = format.replacingOccurrences(of: "C", with: collection)
      let predicate = try FormatPredicate(text)
      for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
        let expected = outcome(all, predicate, onError, PlannedComparison.byDefinition)
        #expect(outcome(all, predicate, onError, PlannedComparison.init) == expected, "TEST_SEED=\(seed): \(text)")
        let inThreads = outcome(all, predicate, onError, PlannedComparison.init, threads: 3)
        #expect(inThreads == expected, "TEST_SEED=\(seed): \(text), 3 threads")
      }
    }
  }

  private func outcome(
    _ nodes: [Node], _ predicate: FormatPredicate, _ onError: EvaluationOptions.ErrorHandling,
    _ plan: @escaping PlannedComparison.Planner, threads: Int = 1
  ) -> String {
    do throws(FormatError) {
      let compiled = try CompiledPredicate<Node>(
        predicate, as: SwiftType.of(Node.self), EvaluationOptions(onError: onError, threads: threads), plan: plan)
      return "\(try compiled.indices(of: nodes))"
    } catch {
      return error.description
    }
  }

  struct Maker: Sendable, PredicateKeyed {
    let key: Int
    let wanted: Int
    struct Part: Sendable { let items: [Value] }

    /// Parts of equal size, allocated again for each row, so that an address may be reused.
    static var predicateKeys: [PredicateKey<Maker>] {
      [
        .key("parts") { maker in
          [Part(items: (0..<200).map { Value(key: maker.key * 200 + $0, small: 1, name: "", other: nil, divisor: 1) })]
        }
      ]
    }
  }

  @Test("a value that a registered key makes is searched by a loop, because its address may be reused")
  func madeAnew() throws {
    let rows = (0..<200).map { Maker(key: $0, wanted: $0 * 200 + 5) }
    for text in [
      "SUBQUERY(parts, $x, ANY $x.items.key == wanted).@count > 0",
      "SUBQUERY(parts, $x, SUBQUERY($x.items, $y, $y.key == wanted).@count > 0).@count > 0",
      "ANY parts.items.key == wanted",
    ] {
      #expect(try rows.count(matching: FormatPredicate(text)) == 200, "\(text)")
    }
    let last = try FormatPredicate("SUBQUERY(parts, $x, ALL $x.items.key != wanted).@count > 0")
    #expect(try rows.count(matching: last) == 0)
  }

  @Test("an error before the equality is an error in every row, however often the collection was searched before")
  func errorBefore() throws {
    struct Row: Sendable { let key: Int, divisor: Int, others: [Value] }
    let others = (0..<200).map { Value(key: $0, small: 1, name: "", other: nil, divisor: 1) }
    // No element has the keys of the rows. Only in the last row, the part before the equality fails.
    let rows = (0..<300).map { Row(key: 1_000 + $0, divisor: $0 == 299 ? 0 : 1, others: others) }
    for (text, isError) in [
      ("SUBQUERY(others, $x, $x.key / divisor >= 0 AND $x.key == key).@count > 0", true),
      ("SUBQUERY(others, $x, $x.small == 1 AND 1 / divisor > 0 AND key == $x.key).@count > 0", true),
      ("SUBQUERY(others, $x, $x.key == key AND $x.key / divisor >= 0).@count > 0", false),
    ] {
      let predicate = try FormatPredicate(text)
      #expect(try rows.dropLast().count(matching: predicate) == 0, "\(text)")
      if isError {
        let error = #expect(throws: FormatError.self, "\(text)") { try rows.count(matching: predicate) }
        #expect(error?.diagnostics.map(\.code) == [.divisionByZero])
      } else {
        #expect(try rows.count(matching: predicate) == 0, "\(text)")
      }
    }
  }

  @Test("joining many rows with many elements takes steps in proportion to their sum")
  func growth() throws {
    let count = isFullRun ? 100_000 : 30_000
    struct Row: Sendable { let key: Int, name: String, others: [Value] }
    let others = (0..<count).map { Value(key: $0, small: nil, name: "n\($0)", other: nil, divisor: 1) }
    let rows = (0..<count).map { Row(key: $0 * 2, name: "n\($0 * 3)", others: others) }
    for (text, expected) in [
      ("SUBQUERY(others, $x, $x.key == key).@count > 0", count / 2), ("ANY others.name == name", (count + 2) / 3),
      ("key IN others.key", count / 2),
    ] {
      // A loop over all elements for each row would take `count` times as many steps.
      let predicate = try FormatPredicate(text).limited(to: PredicateLimits(steps: 16 * count))
      #expect(try rows.count(matching: predicate) == expected)
    }
  }

  @Test("a table gives the rows with a hash, block by block; it is made if a collection is searched often")
  func tables() {
    let hashes = (0..<300).map { UInt32($0 % 100 == 5 ? 77 : $0 % 2 == 0 ? 141 : 9) }
    let table = JoinTable(hashes)
    for hash in [UInt32(77), 141, 9, 5] {
      var rows: [Int] = []
      table.forEach(hash) { first, lanes in
        rows += (0..<64).filter { lanes >> UInt64($0) & 1 == 1 }.map { first + $0 }
        return true
      }
      #expect(rows == hashes.indices.filter { hashes[$0] == hash })
    }
    var blocks: [Int] = []
    table.forEach(141) { first, _ in
      blocks.append(first)
      return blocks.count < 2
    }
    #expect(blocks == [0, 64])
    var tables = JoinTables()
    func isMade(_ join: Int, _ count: Int) -> Bool {
      tables.table(JoinTable.Identity(join: join, address: 4096, count: count), scansBefore: 3) { table } != nil
    }
    #expect((0..<3).allSatisfy { _ in !isMade(1, 300) } && isMade(1, 300) && isMade(1, 300))
    #expect(!isMade(2, 300) && !isMade(1, 299))
    #expect((0..<100).allSatisfy { _ in !isMade(1, JoinTables.minimumRows - 1) }, "short ones are searched by a loop")
    // Long arrays in turn, each of which starts at a page boundary.
    var turns = JoinTables()
    var made = 0
    for _ in 0...3 {
      for array in 0..<16 {
        let identity = JoinTable.Identity(join: 1, address: UInt(array * 200 + 7) << 12 | 32, count: 300)
        if turns.table(identity, scansBefore: 3, { table }) != nil { made += 1 }
      }
    }
    #expect(made == 16)
    for join in 0..<JoinTables.maximumTables { for _ in 0...3 { _ = isMade(join + 10, 300) } }
    #expect(isMade(10, 300) && isMade(1, 300) && (0..<100).allSatisfy { _ in !isMade(5, 300) }, "only these")
  }
}
