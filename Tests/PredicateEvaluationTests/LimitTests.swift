import EngineSupport
import Foundation
import PredicateFetching
import PredicateFormat
import PredicateSQL
import PredicateSemantics
import Synchronization
import TestSupport
import Testing

/// Limits of an evaluation: the answer is the same as without limits, or an error.
@Suite("Limits of evaluation")
struct LimitTests {
  private typealias Answer = Result<[Int], FormatError>

  private static func answer(_ body: () throws(FormatError) -> [Int]) -> Answer { Result(catching: body) }

  /// Whether an answer within limits is that without limits, or reports too few steps.
  private static func isSound(_ limited: Answer, _ free: Answer) -> Bool {
    if case .failure(let error) = limited, error.diagnostics.map(\.code) == [.tooManySteps] { return true }
    return limited == free
  }

  @Test("random predicates within random limits give the same answer or error, or too many steps, on every path")
  func soundness() throws {
    let seed = testSeed("LimitTests.soundness")
    var maker = RowMaker(random: SeededRandom(state: seed))
    let rows = (0..<300).map { _ in maker.row() }
    let records = rows.map(\.record)
    let columns = PredicateColumns(rows)
    var ended = 0
    for _ in 0..<(isFullRun ? 1_500 : 150) {
      let text = maker.predicate(3)
      let predicate = try FormatPredicate(text)
      for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
        let steps = maker.pick([0, 1, 50, 300, 400, 1_000, 5_000, 12_000, 20_000, 100_000])
        let limits = PredicateLimits(steps: steps)
        let (functions, limited) = (RowMaker.functions, predicate.limited(to: limits))
        for byDefinition in [false, true] {
          let plan: PlannedComparison.Planner = byDefinition ? PlannedComparison.byDefinition : PlannedComparison.init
          let type = SwiftType.of(Person.self)
          var options = EvaluationOptions(functions: functions, onError: onError)
          let free = try CompiledPredicate<Person>(predicate, as: type, options, plan: plan)
          let bound = try CompiledPredicate<Person>(limited, as: type, options, plan: plan)
          let expected = Self.answer { () throws(FormatError) in try free.indices(of: rows) }
          let got = Self.answer { () throws(FormatError) in try bound.indices(of: rows) }
          #expect(
            Self.isSound(got, expected),
            "TEST_SEED=\(seed): \(text), \(steps) steps, \(onError): \(got), not \(expected)")
          if got != expected { ended += 1 }
          if byDefinition { continue }
          let parts = Self.answer { () throws(FormatError) in
            options.threads = 3
            return try CompiledPredicate<Person>(limited, as: type, options, plan: plan).indices(of: rows)
          }
          #expect(Self.isSound(parts, expected), "TEST_SEED=\(seed): \(text), \(steps) steps, threads")
          let inColumns = Self.answer { () throws(FormatError) in
            try columns.indices(matching: limited, options: options)
          }
          #expect(Self.isSound(inColumns, expected), "TEST_SEED=\(seed): \(text), \(steps) steps, columns")
          let first = Self.answer { () throws(FormatError) in
            try bound.first(of: rows).map { [$0.i] } ?? []
          }
          let firstExpected = Self.answer { () throws(FormatError) in
            try free.first(of: rows).map { [$0.i] } ?? []
          }
          #expect(Self.isSound(first, firstExpected), "TEST_SEED=\(seed): \(text), \(steps) steps, first")
        }
        let expected = Self.answer { () throws(FormatError) in
          try records.indices(matching: predicate, options: EvaluationOptions(functions: functions, onError: onError))
        }
        let got = Self.answer { () throws(FormatError) in
          try records.indices(matching: limited, options: EvaluationOptions(functions: functions, onError: onError))
        }
        #expect(Self.isSound(got, expected), "TEST_SEED=\(seed): \(text), \(steps) steps, records")
      }
    }
    #expect(ended > 100, "some limits must be too strict")
  }

  @Test("each object takes a step, and a limit of steps is exact")
  func exact() throws {
    let looks = PredicateLimits.stepsBetweenChecks
    for count in [100, looks, looks + 1, looks + 50, 2 * looks, 2 * looks + 500] {
      let numbers = Array(0..<count)
      let predicate = try FormatPredicate("SELF >= 0")
      #expect(try numbers.count(matching: predicate.limited(to: PredicateLimits(steps: count))) == count)
      let error = #expect(throws: FormatError.self, "\(count)") {
        try numbers.count(matching: predicate.limited(to: PredicateLimits(steps: count - 1)))
      }
      #expect(error?.diagnostics.map(\.code) == [.tooManySteps])
    }
  }

  @Test("requests within limits give the same rows, or too many steps")
  func requests() throws {
    var maker = RowMaker(random: SeededRandom(state: 5))
    let rows = (0..<500).map { _ in maker.row() }
    let predicate = try FormatPredicate("s CONTAINS 'a' OR i > 2")
    let requests = [
      PredicateFetchRequest(predicate, sortKeys: [.descending("s"), .ascending("i")]),
      PredicateFetchRequest(predicate, sortKeys: [.descending("s")], limit: 5),
      PredicateFetchRequest(sortKeys: [.descending("s", .localizedStandard)], limit: 5),
    ]
    for request in requests {
      let free = try rows.fetchIdentifiers(request)
      var codes: Set<FormatDiagnostic.Code?> = []
      for steps in [0, 100, 400, 600, 900, 1_600, 10_000, 1_000_000] {
        do throws(FormatError) {
          let fetch = try CompiledFetch<Person>(
            request, options: EvaluationOptions(limits: PredicateLimits(steps: steps)))
          #expect(try fetch.indices(of: rows) == free)
          codes.insert(nil)
        } catch {
          codes.insert(error.diagnostics.first?.code)
        }
      }
      #expect(codes == [nil, .tooManySteps])
    }
    let groups = PredicateFetchRequest(properties: ["s", .sum("small", as: "sum")], groupKeys: ["s"])
    #expect(throws: FormatError.self) {
      try CompiledFetch<Person>(groups, options: EvaluationOptions(limits: PredicateLimits(steps: 400))).rows(of: rows)
    }
    #expect(throws: FormatError.self) {
      try CompiledFetch<Person>(groups, options: EvaluationOptions(limits: PredicateLimits(rows: 499))).rows(of: rows)
    }
    #expect(try CompiledFetch<Person>(groups).rows(of: rows).count == Set(rows.map { Array($0.s.utf8) }).count)
  }

  @Test("a request over few rows takes few steps")
  func fewRows() throws {
    struct Row { let n: Int }
    let rows = (0..<300).map { Row(n: $0 * 7919 % 300) }
    let requests = [
      PredicateFetchRequest(sortKeys: [.ascending("n")]), PredicateFetchRequest(properties: ["n"], groupKeys: ["n"]),
      PredicateFetchRequest(isDistinct: true, properties: ["n"]),
    ]
    for request in requests {
      #expect(try rows.fetchCount(request.limited(to: PredicateLimits(steps: 9_000))) == 300)
      if request.properties.isEmpty {
        #expect(try rows.fetchAll(request.limited(to: PredicateLimits(steps: 9_000))).map(\.n) == Array(0..<300))
      }
    }
  }

  @Test("sorting takes steps for comparisons and for the lengths of the compared values")
  func sorting() throws {
    struct Row { let text: String }
    let rows = (0..<200).map { Row(text: String(repeating: "a", count: 6_400) + "\($0 * 7919 % 200)") }
    let noting = SortFunction("noting") { left, right in left.hashValue < right.hashValue }
    for comparison in [SortComparison.default, .localizedStandard, .function(noting), .caseInsensitive] {
      let request = PredicateFetchRequest(sortKeys: [SortKey("text", comparison: comparison)])
      let error = #expect(throws: FormatError.self) {
        try rows.fetchAll(request.limited(to: PredicateLimits(steps: 15_000)))
      }
      #expect(error?.diagnostics.map(\.code) == [.tooManySteps], "\(comparison)")
      #expect(try rows.fetchAll(request.limited(to: PredicateLimits(steps: 10_000_000))).count == 200)
    }
    for request in [PredicateFetchRequest(groupKeys: ["text"]), .init(isDistinct: true, properties: ["text"])] {
      let error = #expect(throws: FormatError.self) {
        try rows.fetchCount(request.limited(to: PredicateLimits(steps: 15_000)))
      }
      #expect(error?.diagnostics.map(\.code) == [.tooManySteps])
      #expect(try rows.fetchCount(request.limited(to: PredicateLimits(steps: 10_000_000))) == 200)
    }
  }

  @Test("a minimum of strings takes steps for their lengths")
  func minimum() throws {
    struct Row { let text: String }
    let rows = (0..<200).map { Row(text: String(repeating: "a", count: 6_400) + "\($0)") }
    let texts = rows.map { FormatValue.string($0.text) }
    let records: [FormatValue] = [.record(["texts": .list(texts), "rows": .list(texts.map { .record(["text": $0]) })])]
    let requests = [
      PredicateFetchRequest(properties: [FetchProperty("least", try FormatExpression("min:(text)"))]),
      PredicateFetchRequest(
        properties: [FetchProperty("least", try FormatExpression("max:(text)"))], groupKeys: ["text"]),
    ]
    let formats = ["max:(texts) == 1", "rows.@min.text == 1"]
    for steps in [15_000, 1_000_000] {
      let limits = PredicateLimits(steps: steps)
      let results: [() throws -> Int] =
        requests.map { request in { try rows.fetchCount(request.limited(to: limits)) } }
        + formats.map { format in { try records.count(matching: FormatPredicate(format).limited(to: limits)) } }
        + [{ try rows.count(matching: FormatPredicate("min:(text) == 'a'").limited(to: limits)) }]
      for (index, result) in results.enumerated() {
        if steps == 1_000_000 {
          #expect(throws: Never.self) { try result() }
        } else {
          let error = #expect(throws: FormatError.self, "\(index)") { try result() }
          #expect(error?.diagnostics.map(\.code) == [.tooManySteps])
        }
      }
    }
  }

  @Test("copies of operands and of properties are limited")
  func copies() throws {
    var format = "a"
    for _ in 0..<30 { format = "TERNARY(ANY {0.1 + 0.2, 1} == \(format), 1, 2)" }
    let nested = try FormatPredicate("\(format) == 1")
    #expect(nested.findings(for: FormatValue.self).map(\.code) == [.tooManyNodes])
    let terms = (0..<400).map { "max:(v) == \($0)" }.joined(separator: " OR ")
    let property = FetchProperty("n", try FormatExpression("TERNARY(\(terms), 1, 2)"))
    let having = try FormatPredicate((0..<400).map { "n > -\($0)" }.joined(separator: " AND "))
    let rows: [FormatValue] = [.record(["v": .integer(1), "g": .integer(1)])]
    let request = PredicateFetchRequest(properties: [property], groupKeys: ["g"], having: having)
    let error = #expect(throws: FormatError.self) { try rows.queryAttributes(request) }
    #expect(error?.diagnostics.map(\.code) == [.tooManyNodes])
    let sorted = PredicateFetchRequest(sortKeys: (0..<3).map { SortKey("v", ascending: $0 == 1) } + [.ascending("g")])
    let pairs = [(1, 2), (1, 1), (0, 3)].map { FormatValue.record(["v": .integer($0.0), "g": .integer($0.1)]) }
    #expect(try pairs.fetchAll(sorted) == [pairs[1], pairs[0], pairs[2]])
  }

  @Test("aggregates of keys with dots are different aggregates")
  func keysWithDots() throws {
    let rows: [FormatValue] = [5, 7].map { value in
      .record(["a.b": .integer(value), "a": .record(["b": .integer(value - 4)])])
    }
    let path = FetchProperty("path", try FormatExpression("max:(a.b)"))
    let key = FetchProperty("key", try FormatExpression("max:(a\\u002eb)"))
    let result = try rows.queryAttributes(PredicateFetchRequest(properties: [path, key]))
    #expect(result == [["path": .integer(3), "key": .integer(7)]])
  }

  @Test("the rows of groups take steps, so that a cancelled task gets none")
  func rowsOfGroups() async throws {
    let cancelling: PredicateFunctions = [
      .function("cancelling:") { (number: Int) in
        withUnsafeCurrentTask { $0?.cancel() }
        return number
      }
    ]
    let property = FetchProperty("c", try FormatExpression("cancelling(self)"))
    let request = PredicateFetchRequest(properties: [property], groupKeys: ["self"])
    let task = Task {
      try Array(0..<50_000).queryAttributes(request, options: EvaluationOptions(functions: cancelling))
    }
    let error = await #expect(throws: FormatError.self) { try await task.value }
    #expect(error?.diagnostics.map(\.code) == [.cancelled])
  }

  @Test("a tree that is built too high is refused by every use")
  func tooHigh() throws {
    var predicate = try FormatPredicate("SELF > 3")
    for _ in 0...PredicateLimits.greatestHeight { predicate = !predicate }
    let model = try PredicateModel([.init("A", attributes: [.init("a", .integer64)])])
    for use in [
      { _ = try [1, 5].filtered(by: predicate) }, { _ = try predicate.check(against: model, entity: "A") },
    ] as [() throws -> Void] {
      let error = #expect(throws: FormatError.self) { try use() }
      #expect(error?.diagnostics.map(\.code) == [.tooHigh])
    }
  }

  @Test("a tree keeps the limits with which its parts were parsed, whatever tree they become part of")
  func carried() throws {
    let numbers = Array(0..<1_000)
    let strange = try FormatPredicate("SELF > 3", arguments: [], limits: PredicateLimits(steps: 100))
    let own = try FormatPredicate("SELF < 5")
    #expect(strange.limits.steps == 100 && own.limits == .default)
    let inList = FormatPredicate(
      .subquery(.keyPath("list"), variable: "x", strange), .equalTo, .aggregate([]), modifier: .direct)
    for joined in [
      strange, own && strange, !strange, strange || own, inList, own.limited(to: PredicateLimits(steps: 100)),
    ] {
      #expect(joined.limits.steps == 100)
    }
    #expect(
      own.limited(to: PredicateLimits(rows: 7)).limited(to: PredicateLimits(rows: 9, steps: 3)).limits
        == PredicateLimits(rows: 7, steps: 3))
    let sum = try FormatExpression("1 + 2").limited(to: PredicateLimits(rows: 7)).limited(
      to: PredicateLimits(rows: 9, steps: 3))
    #expect(sum.limits == PredicateLimits(rows: 7, steps: 3))
    let error = #expect(throws: FormatError.self) { try numbers.filtered(by: own && strange) }
    #expect(error?.diagnostics.map(\.code) == [.tooManySteps])
    #expect(try numbers.filtered(by: own).count == 5)
    // The caller of an evaluation may set other limits.
    #expect(
      try CompiledPredicate<Int>(own && strange, options: EvaluationOptions(limits: .default)).count(of: numbers) == 1)
    let variable = try FormatPredicate("SELF > $x")
    let expression = try FormatExpression("1 + 2", arguments: [], limits: PredicateLimits(steps: 10))
    #expect(try FormatPredicate("SELF > %@", expression).limits.steps == 10)
    #expect(variable.substituting(["x": expression]).limits.steps == 10)
    #expect(try FormatExpression("%@", expression).limits.steps == 10)
    #expect(throws: FormatError.self) {
      try numbers.filtered(by: variable, options: EvaluationOptions(variables: ["x": expression]))
    }
    let request = PredicateFetchRequest(properties: [FetchProperty("sum", try FormatExpression("%@", expression))])
    #expect(throws: FormatError.self) { try numbers.queryAttributes(request) }
  }

  @Test("limits stay with an AND or OR that is joined with others, and with what replaces variables")
  func carriedByParts() throws {
    let strict = PredicateLimits(steps: 100)
    let own = try FormatPredicate("c == 3")
    for format in ["a == 1 AND b == 2", "a == 1 OR b == 2", "a == 1"] {
      let strange = try FormatPredicate(format, arguments: [], limits: strict)
      for joined in [strange && own, strange || own, own && strange, own || strange, (strange && own) && own] {
        #expect(joined.limits.steps == 100, "\(joined)")
      }
      #expect((own && own).limited(to: strict).limits.steps == 100)
      #expect(((own && own).limited(to: strict) && own).limits.steps == 100)
      #expect(PredicateFetchRequest(strange).matching(own).predicate?.limits.steps == 100)
    }
    #expect((own && own && own).limits == .default)
    let value = try FormatExpression("b.c", arguments: [], limits: strict)
    #expect(try FormatPredicate("$x.a == 1").substituting(["x": value]).limits.steps == 100)
    for format in ["$x", "$x.a"] {
      let replaced = try FormatExpression(format).substituting(["x": value])
      #expect(replaced.limits.steps == 100 && replaced.source == format)
    }
    #expect(try FormatExpression("$x", arguments: [], limits: strict).substituting(["x": [1, 2]]).limits.steps == 100)
    let assignment = try FormatExpression("$y := 1 + $x", arguments: [], limits: strict).substituting(["x": 2])
    #expect(assignment.limits.steps == 100)
    #expect(assignment.source == "$y := 1 + $x")
    let template = try FormatPredicate.template(utf8: Array("a == %@".utf8), limits: PredicateLimits(arguments: 1))
    #expect(throws: FormatError.self) { try (template && template).binding([1, 2]) }
  }

  @Test("of two limits of a kind the stricter applies, on either side")
  func stricter() throws {
    let strict = PredicateLimits(
      length: 1, height: 2, nodes: 3, elements: 4, arguments: 5, errors: 6, patternLength: 7, matchSteps: 8,
      matchLength: 9, rows: 10, steps: 11, duration: .seconds(12))
    let lax = PredicateLimits(
      length: 101, height: 92, nodes: 103, elements: 104, arguments: 105, errors: 26, patternLength: 107,
      matchSteps: 108, matchLength: 109, rows: 110, steps: 111, duration: .seconds(112))
    let predicate = try FormatPredicate("SELF > 3")
    let (one, other) = (predicate.limited(to: strict), predicate.limited(to: lax))
    for joined in [one && other, other && one, one.limited(to: lax), other.limited(to: strict)] {
      #expect(joined.limits == strict)
    }
    #expect(predicate.limited(to: lax).limits == lax)
  }

  @Test("meaningless limits are strict ones")
  func odd() throws {
    let predicate = try FormatPredicate("SELF > 3")
    for limits in [
      PredicateLimits(rows: -1), PredicateLimits(steps: -1), PredicateLimits(steps: .min),
      PredicateLimits(steps: .min, duration: .zero),
      PredicateLimits(duration: .seconds(-1)), PredicateLimits(nodes: -5),
    ] {
      #expect(throws: FormatError.self) { try [1, 5].filtered(by: predicate.limited(to: limits)) }
    }
    #expect(
      try [1, 5].filtered(by: predicate.limited(to: PredicateLimits(steps: .max, duration: .seconds(Int64.max)))) == [5]
    )
    #expect(throws: FormatError.self) {
      try ["a"].filtered(by: FormatPredicate("SELF MATCHES '(a+)+b|a'").limited(to: PredicateLimits(patternLength: -1)))
    }
  }

  // MARK: Cancelled tasks

  private struct Watched: PredicateKeyed, Sendable {
    static let asked = Atomic(0)
    /// The number of evaluated objects after which the task that evaluates is cancelled.
    static let patience = 20_000

    let number: Int

    static var predicateKeys: [PredicateKey<Watched>] {
      [
        .key("watched") { row in
          if asked.add(1, ordering: .relaxed).newValue == patience { withUnsafeCurrentTask { $0?.cancel() } }
          return row.number
        }
      ]
    }
  }

  @Test("a cancelled task gets no answer, and stops within the steps between two checks")
  func cancelled() async throws {
    let rows = (0..<200_000).map { Watched(number: $0) }
    let predicate = try CompiledPredicate<Watched>(
      FormatPredicate("watched > 5 AND watched > 6"), options: EvaluationOptions(onError: .yieldNil))
    let error = await Task { () -> FormatDiagnostic.Code? in
      do throws(FormatError) {
        _ = try predicate.count(of: rows)
        return nil
      } catch {
        return error.diagnostics.first?.code
      }
    }.value
    #expect(error == .cancelled)
    let asked = Watched.asked.load(ordering: .relaxed)
    #expect(asked >= Watched.patience && asked < Watched.patience + 2 * PredicateLimits.stepsBetweenChecks, "\(asked)")
  }

  @Test("cancellation also ends evaluation on several threads, requests, columns and the search for the first element")
  func cancelledEverywhere() async throws {
    let rows = (0..<200_000).map { $0 }
    let predicate = try FormatPredicate("SELF * 2 == -1")
    let uses: [@Sendable () throws -> Void] = [
      { _ = try rows.count(matching: predicate, options: EvaluationOptions(threads: 4)) },
      { _ = try rows.first(matching: predicate) },
      { _ = try rows.fetchAll(PredicateFetchRequest(predicate, sortKeys: [.descending("SELF")])) },
      { _ = try rows.fetchAll(PredicateFetchRequest(sortKeys: [.descending("SELF")])) },
      { _ = try PredicateColumns(rows).count(matching: predicate) },
      { _ = try CompiledExpression<Int>(FormatExpression("max:(SELF)")).value(over: rows) },
      { _ = try CompiledExpression<Int>(FormatExpression("SELF + 1")).values(of: rows) },
    ]
    for (index, use) in uses.enumerated() {
      let error = await Task { () -> (any Error)? in
        withUnsafeCurrentTask { $0?.cancel() }
        do {
          try use()
          return nil
        } catch {
          return error
        }
      }.value
      #expect((error as? FormatError)?.diagnostics.map(\.code) == [.cancelled], "\(index): \(error as Any)")
    }
    // An evaluation that takes fewer steps than there are between two checks gives an answer.
    let small = await Task { () -> Int? in
      withUnsafeCurrentTask { $0?.cancel() }
      return try? [1, 2, 3].count(matching: predicate)
    }.value
    #expect(small == 0)
  }

  @Test("a duration ends an evaluation at its first check, on every path")
  func duration() throws {
    let rows = (0..<100_000).map { $0 }
    let predicate = try FormatPredicate("SELF * 2 == -1").limited(to: PredicateLimits(duration: .zero))
    func code(_ body: () throws(FormatError) -> Int) -> FormatDiagnostic.Code? {
      do throws(FormatError) { _ = try body() } catch { return error.diagnostics.first?.code }
      return nil
    }
    #expect(code { () throws(FormatError) in try rows.count(matching: predicate) } == .tooSlow)
    #expect(
      code { () throws(FormatError) in try rows.count(matching: predicate, options: EvaluationOptions(threads: 4)) }
        == .tooSlow)
    #expect(code { () throws(FormatError) in try PredicateColumns(rows).count(matching: predicate) } == .tooSlow)
    #expect(code { () throws(FormatError) in try rows.first(matching: predicate) ?? 0 } == .tooSlow)
    #expect(code { () throws(FormatError) in try rows.fetchCount(PredicateFetchRequest(predicate)) } == .tooSlow)
  }
}
