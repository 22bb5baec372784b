import Foundation
import PredicateFetching
import PredicateFormat
import PredicateSQL
import Synchronization
import TestSupport
import Testing

/// Each `Sendable` value is used by many threads at once, including its first use. Under the thread sanitizer (`Tests/sanitize
/// thread`), this shows that they share nothing unguarded.
@Suite("Sharing between threads")
struct SharingTests {
  private struct Row: Sendable {
    let text: String, length: Int, weight: Double?, tags: [String], isGood: Bool
  }

  private static let rows: [Row] = (0..<3_000).map { number in
    Row(
      text: number % 7 == 0 ? "caf\u{E9} \(number)" : "word \(number)", length: number % 11,
      weight: number % 5 == 0 ? nil : Double(number),
      tags: number % 3 == 0 ? ["a", "b"] : ["c"], isGood: number % 2 == 0)
  }

  private static let texts = [
    "text CONTAINS[cd] 'CAFE'", "length > 7 AND weight != nil", "text MATCHES[c] 'W.*[0-9]5'", "ANY tags == 'a'",
    "isGood == YES",
    "length IN {1, 2, 3}", "text LIKE '*1*'", "weight > average:(weight)", "text IN {'word 1', 'word 2'}",
    "length == max:(length)",
    "text ==[l] 'word 8'", "length * 2 > 9", "SUBQUERY(tags, $t, $t == 'b').@count == 1", "text.length > 8",
  ]

  /// Calls `body` on many threads at once, and returns the number of calls with an unexpected result.
  private func failures(_ body: @Sendable @escaping (Int) throws -> Bool) -> Int {
    let failures = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 24) { thread in
      if (try? body(thread)) != true { failures.add(1, ordering: .relaxed) }
    }
    return failures.load(ordering: .relaxed)
  }

  @Test("one predicate, parsed once, compiled by each thread")
  func predicates() throws {
    for text in Self.texts {
      let predicate = try FormatPredicate(text)
      let expected = try Self.rows.indices(matching: predicate)
      #expect(
        failures { _ in try Self.rows.indices(matching: predicate) == expected && predicate.format.count > 3 } == 0,
        "\(text)")
    }
  }

  @Test("one columns value, with several columns that threads use for the first time")
  func columns() throws {
    let predicates = try Self.texts.map { try FormatPredicate($0) }
    let expected = try predicates.map { try Self.rows.indices(matching: $0) }
    for _ in 0..<5 {
      let columns = PredicateColumns(Self.rows)
      #expect(
        failures { thread in
          // Each thread begins with another predicate, so that several threads request each column for the first time.
          for step in predicates.indices {
            let index = (thread + step) % predicates.count
            let found = try columns.indices(
              matching: predicates[index], options: EvaluationOptions(threads: thread % 3))
            if found != expected[index] { return false }
          }
          return columns.memory > 0 && !"\(columns)".isEmpty
        } == 0)
    }
  }

  @Test("one compiled predicate, one compiled expression, one compiled fetch")
  func compiled() throws {
    let predicates = try (0..<4).map {
      try CompiledPredicate<Row>(
        FormatPredicate(Self.texts.joined(separator: " OR ")), options: EvaluationOptions(threads: $0))
    }
    let expression = try CompiledExpression<Row>(
      FormatExpression("length + 5"), options: EvaluationOptions(onError: .yieldNil))
    let request = PredicateFetchRequest(
      try FormatPredicate("length > 2"), sortKeys: [SortKey("text", comparison: .caseInsensitive), SortKey("weight")],
      limit: 50)
    let fetch = try CompiledFetch<Row>(request)
    let grouped = PredicateFetchRequest().grouped(by: "length").selecting(
      "length", .count("text", as: "n"), .average("weight"))
    let groups = try CompiledFetch<Row>(grouped)
    let count = try predicates[0].count(of: Self.rows)
    let values = try expression.values(of: Self.rows)
    let objects = try fetch.objects(of: Self.rows).map(\.text)
    let rows = try groups.rows(of: Self.rows)
    #expect(
      failures { thread in
        try predicates[thread % 4].count(of: Self.rows) == count
          && expression.values(of: Self.rows) == values
          && fetch.objects(of: Self.rows).map(\.text) == objects && groups.rows(of: Self.rows) == rows
      } == 0)
  }

  @Test("functions of the program, called by many threads")
  func functions() throws {
    let calls = Atomic(0)
    let functions: PredicateFunctions = [
      .function("twice:") { (number: Int) in
        calls.add(1, ordering: .relaxed)
        return number * 2
      },
      .function("shout:") { (text: String) in text.uppercased() },
    ]
    let predicates = try (0..<4).map {
      try CompiledPredicate<Row>(
        FormatPredicate("twice(length) > 9 AND shout(text) CONTAINS '5'"),
        options: EvaluationOptions(functions: functions, threads: $0))
    }
    let expected = try predicates[0].count(of: Self.rows)
    #expect(failures { try predicates[$0 % 4].count(of: Self.rows) == expected } == 0)
    #expect(calls.load(ordering: .relaxed) >= 25 * Self.rows.count)
  }

  @Test("profiles, statements and models, made and used by many threads")
  func statements() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["text", "length"])
    let model = try PredicateModel([
      PredicateModel.Entity("Row", attributes: [.init("text", .string), .init("length", .integer64)])
    ])
    let translators = try DatabaseDialect.all.map { try SQLTranslator($0, model: model, entity: "Row") }
    let statement = try translators[0].select(where: FormatPredicate("length > 3 AND text == 'a'"))
    #expect(
      failures { thread in
        let predicate = try FormatPredicate("length > 3 AND text == %@", profile: profile, arguments: ["a"])
        let made = try translators[thread % translators.count].select(where: predicate)
        if (try? FormatPredicate("other == 1", profile: profile)) != nil { return false }
        return made.parameters.count == 2 && statement.text.count > 10 && statement.hashValue == statement.hashValue
      } == 0)
  }

  // MARK: First use

  private struct First<A: Sendable, B: Sendable>: Sendable { let a: A, b: B, next: [B] }
  private final class FirstObject<A: Sendable>: Sendable {
    let a: A
    let value: FormatValue
    init(_ a: A) { (self.a, value) = (a, .record(["k": .integer(1)])) }
  }

  private func meet<Value: Sendable>(_ value: Value, _ text: String) throws -> Int {
    let predicate = try FormatPredicate(text)
    return failures { thread in
      if thread % 2 == 0 { return try [value, value].count(matching: predicate) == 2 }
      return try PredicateColumns([value, value]).count(matching: predicate) == 2
    }
  }

  @Test("types that no thread has used before: structs, classes, generic ones, registered keys")
  func firstUse() throws {
    #expect(try meet(First(a: 1, b: "x", next: ["y"]), "a == 1 AND b == 'x' AND ANY next == 'y'") == 0)
    #expect(try meet(First(a: Int8(1), b: 2.5, next: [0.5]), "a == 1 AND b > 2 AND next.@count == 1") == 0)
    #expect(try meet(FirstObject(UInt16(7)), "a == 7 AND value.k == 1") == 0)
    #expect(try meet(FirstObject(First(a: true, b: Date.distantPast, next: [])), "a.a == YES AND a.b < now()") == 0)
    struct Registered: PredicateKeyed, Sendable {
      let text: String
      static var predicateKeys: [PredicateKey<Registered>] { [.key("shout") { $0.text.uppercased() }] }
    }
    #expect(try meet(Registered(text: "a"), "shout == 'A' AND text == 'a'") == 0)
    // All threads share the reason why a value cannot be read.
    struct Holder: @unchecked Sendable { let value: Any }
    let holder = Holder(value: ObjectIdentifier(Holder.self))
    let predicate = try FormatPredicate("value == nil")
    #expect(failures { _ in (try? [holder].count(matching: predicate)) == nil } == 0)
  }
}
