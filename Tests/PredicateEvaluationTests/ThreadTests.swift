import EngineSupport
import Foundation
import PredicateEvaluation
import PredicateFormat
import PredicateSyntax
import Synchronization
import TestSupport
import Testing

/// Evaluation on several threads, and one predicate used by several threads.
@Suite("Threads")
struct ThreadTests {
  private static let threads = [Int.min, 0, 1, 2, 3, 7, 64, Int.max]

  @Test("parts consist of whole blocks, in order, and cover all rows")
  func parts() {
    for count in [0, 1, 63, 64, 65, 6400, 6401, 1_000_003] {
      for threads in Self.threads {
        for cost in [0, 1, 200, Parts.minimumWork, .max] {
          let ranges = Parts(of: count, threads: threads, cost: cost).ranges
          #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == count)
          #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
          #expect(
            ranges.allSatisfy { $0.lowerBound % 64 == 0 } && ranges.count <= max(1, min(threads, Parts.maximumParts)))
          #expect(ranges.count == 1 || !ranges.contains { $0.isEmpty })
        }
      }
    }
    #expect(Parts(of: 4000, threads: 8, cost: 3).ranges.count == 1, "too little work")
    #expect(Parts(of: 1_000_000, threads: 8, cost: 3).ranges.count == 8)
    let calls = Lock<[Int: Int]>([:])
    Parts(of: 1_000_000, threads: 8, cost: 3).forEach { part, rows in calls.withLock { $0[part] = rows.count } }
    #expect(calls.withLock { $0.count } == 8 && calls.withLock { $0.values.reduce(0, +) } == 1_000_000)
  }

  @Test("random predicates have the same answers and errors with any number of threads")
  func agreement() throws {
    let seed = testSeed("ThreadTests.agreement")
    var maker = RowMaker(random: SeededRandom(state: seed))
    let some = (0..<300).map { _ in maker.row() }
    // Enough rows for several parts of even the cheapest leaves; only some rows have errors.
    let rows = (0..<(isFullRun ? 40_000 : 20_000)).map { _ in maker.pick(some) }
    for _ in 0..<(isFullRun ? 150 : 10) {
      let text = maker.predicate(2)
      let predicate = try FormatPredicate(text)
      var options = EvaluationOptions(functions: RowMaker.functions)
      let (expected, error) = Self.answer { () throws(FormatError) in
        try rows.indices(matching: predicate, options: options)
      }
      for threads in [2, 7] {
        options.threads = threads
        let answer = Self.answer { () throws(FormatError) in try rows.indices(matching: predicate, options: options) }
        #expect(answer == (expected, error), "TEST_SEED=\(seed): \(text), \(threads) threads")
      }
      let counts = try [1, 3].map { threads in
        let options = EvaluationOptions(functions: RowMaker.functions, onError: .yieldNil, threads: threads)
        return try rows.count(matching: predicate, options: options)
      }
      #expect(counts[0] == counts[1], "TEST_SEED=\(seed): \(text)")
      if let expected {
        let filtered = try rows.filtered(by: predicate, options: options).map(\.i)
        #expect(filtered == expected.map { rows[$0].i }, "TEST_SEED=\(seed): \(text)")
      }
    }
  }

  private static func answer(
    _ body: () throws(FormatError) -> [Int]
  ) -> ([Int]?, [FormatDiagnostic]) {
    do throws(FormatError) { return (try body(), []) } catch { return (nil, error.diagnostics) }
  }

  @Test("the error of the lowest row is thrown, however the rows are divided")
  func lowestError() throws {
    struct Row: Sendable { let a: Int, b: Int }
    let predicate = try FormatPredicate("10 / a > 0 OR 100 / b > 500")
    for (a, b) in [(19_990, 7_000), (7_000, 19_990), (63, 64), (64, 63), (0, 19_999)] {
      let rows = (0..<20_000).map { Row(a: $0 == a ? 0 : -1, b: $0 == b ? 0 : 1) }
      let expected = #expect(throws: FormatError.self) { try rows.count(matching: predicate) }
      for threads in Self.threads {
        let error = #expect(throws: FormatError.self) {
          try rows.count(matching: predicate, options: EvaluationOptions(threads: threads))
        }
        #expect(error == expected, "\(threads) threads")
        #expect(
          try rows.filtered(by: predicate, options: EvaluationOptions(onError: .yieldNil, threads: threads)).isEmpty)
      }
    }
  }

  @Test("in every part, aggregates of the whole collection include all of it")
  func wholeAggregates() throws {
    struct Row: Sendable { let n: Int, m: Int? }
    let rows = (0..<50_000).map { Row(n: ($0 &* 7919) % 49_999, m: $0 == 40_000 ? nil : $0) }
    for text in ["n == max:(n)", "n - min:(n) < 10", "n > max:(n) - count:(m)", "n == max:(n) - min:(n) - 3"] {
      let predicate = try FormatPredicate(text)
      let expected = try rows.indices(matching: predicate)
      #expect(!expected.isEmpty)
      for threads in Self.threads {
        #expect(
          try rows.indices(matching: predicate, options: EvaluationOptions(threads: threads)) == expected,
          "\(text), \(threads) threads")
      }
    }
    // The sum of all overflows, but only a late row uses it.
    let large = (0..<50_000).map { Row(n: $0, m: Int.max) }
    let late = try FormatPredicate("n > 49990 AND sum:(m) > n")
    let expected = #expect(throws: FormatError.self) { try large.count(matching: late) }
    let error = #expect(throws: FormatError.self) {
      try large.count(matching: late, options: EvaluationOptions(threads: 4))
    }
    #expect(error == expected && error?.diagnostics.map(\.code) == [.overflow])
    #expect(
      try large.count(matching: FormatPredicate("n > 50000 AND sum:(m) > n"), options: EvaluationOptions(threads: 4))
        == 0)
  }

  @Test("a compiled predicate is used by several threads at once")
  func tasks() async throws {
    var maker = RowMaker(random: SeededRandom(state: 2))
    let rows = (0..<500).map { _ in maker.row() }
    let compiled = try CompiledPredicate<Person>(FormatPredicate("ANY kids.age > 2 AND s CONTAINS[cd] 'a'"))
    let expected = try compiled.indices(of: rows)
    try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<16 { group.addTask { try compiled.indices(of: rows) } }
      for try await found in group { #expect(found == expected) }
    }
  }

  @Test("one compiled predicate on many threads at once")
  func concurrentUse() throws {
    var maker = RowMaker(random: SeededRandom(state: 11))
    let rows = (0..<1_000).map { _ in maker.row() }
    let text = "(s LIKE[c] '*a*' OR s MATCHES 'c.*' OR ANY kids.age > 2 OR i == max:(i)) AND s CONTAINS[d] 'e'"
    let predicate = try CompiledPredicate(FormatPredicate(text), for: Person.self)
    let parallel = try CompiledPredicate(
      FormatPredicate(text), for: Person.self, options: EvaluationOptions(threads: 4))
    let expected = try predicate.indices(of: rows)
    #expect(!expected.isEmpty)
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 16) { thread in
      for _ in 0..<5 {
        let found = try? (thread % 2 == 0 ? predicate : parallel).indices(of: rows)
        let first = try? predicate.first(of: rows)?.i
        if found != expected || first != rows[expected[0]].i { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test("first stops at the first element that is true")
  func first() throws {
    let rows = (0..<1_000).map { 500 - $0 }
    #expect(try rows.first(matching: FormatPredicate("SELF < 490")) == 489)
    #expect(try rows.first(matching: FormatPredicate("SELF > 500")) == nil)
    #expect(try [Int]().first(matching: FormatPredicate("SELF > 500")) == nil)
    // If there are no objects, nothing is read, not even to determine field offsets of a class that has not been used before.
    final class Unread { let number = 1 }
    #expect(try [Unread]().first(matching: FormatPredicate("number == 1")) == nil)
    #expect(try PredicateColumns([Unread]()).first(matching: FormatPredicate("number == 1")) == nil)
    // An error after it is not thrown, in its block (0 is at 500, 12 before it) or a later one; one before it is.
    for (text, expected) in [("10 / SELF == 0 AND SELF == 12", 12), ("10 / SELF == 5", 2), ("10 / SELF == 0", 500)] {
      #expect(try rows.first(matching: FormatPredicate(text)) == expected)
    }
    let error = #expect(throws: FormatError.self) { try rows.first(matching: FormatPredicate("10 / SELF < 0")) }
    #expect(error?.diagnostics.map(\.code) == [.divisionByZero])
    #expect(
      try rows.first(matching: FormatPredicate("10 / SELF < 0"), options: EvaluationOptions(onError: .yieldNil)) == -1)
    #expect(throws: FormatError.self) { try rows.first(matching: FormatPredicate("text == 1")) }
    // Any sequence is accepted, and objects of classes that are not `Sendable`.
    #expect(try Set(rows).count(matching: FormatPredicate("SELF >= 490")) == 11)
    #expect(try rows.lazy.map { $0 * 2 }.first(matching: FormatPredicate("SELF < 490")) == 488)
    let kids = (0..<100).map { ClassKid(Kid(name: "\($0)", age: $0, score: nil, toys: [])) }
    #expect(try kids.first(matching: FormatPredicate("age > 70")) === kids[71])
    #expect(try kids.count(matching: FormatPredicate("age > 70")) == 29)
  }
}
