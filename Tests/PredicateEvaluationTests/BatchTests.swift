import Foundation
import PredicateFormat
import PredicateSyntax
import TestSupport
import Testing

private struct Grain: Equatable, Sendable {
  var mass: Int
  var kind: String?
  var age: Int? = 1
}

/// Counts how often something happened, and on which threads.
private final class CallNotes: Sendable {
  private let calls = Lock<[Bool]>([])
  var count: Int { calls.withLock { $0.count } }
  var wasOnMainQueue: Bool { calls.withLock { $0.contains(true) } }
  func call() { calls.withLock { $0.append(isOnMainQueue()) } }
}

/// Fetches from arrays, batch by batch.
@Suite struct BatchTests {
  /// Three full parts and an incomplete one.
  private static let grains = (0..<30_000).map {
    Grain(mass: $0 * 7919 % 1_000, kind: $0 % 3 == 0 ? nil : "k\($0 % 5)")
  }
  private var grains: [Grain] { Self.grains }

  /// Returns all items of the batches, after checks of their sizes and progress.
  private func items<Item>(
    _ batches: FetchBatches<Grain, Item>, size: Int, location: SourceLocation = #_sourceLocation
  ) async throws -> [Item] {
    var items: [Item] = []
    var last: FetchBatch<Item>?
    for try await batch in batches {
      if let last {
        #expect(last.items.count == size, sourceLocation: location)
        #expect(last.progress.completed <= batch.progress.completed, sourceLocation: location)
      }
      #expect((1...size).contains(batch.items.count), sourceLocation: location)
      #expect((0...1).contains(try #require(batch.progress.fraction)), sourceLocation: location)
      #expect(batch.progress.total == 30_000, sourceLocation: location)
      items += batch.items
      last = batch
    }
    return items
  }

  @Test("objects equal those that the array fetches at once", arguments: [1, 7, 1_000, 30_000, nil])
  func objects(size: Int?) async throws {
    for (format, sortKeys) in [
      ("mass > 990", []), ("mass > 2000", []), ("mass == max:(mass)", []), ("mass < 20", [SortKey.descending("kind")]),
      ("mass > 997 OR mass == min:(mass)", [.ascending("mass"), .descending("kind")]),
    ] {
      for (offset, limit) in [(0, nil), (5, 20), (40, nil), (0, 0)] {
        let request = PredicateFetchRequest(
          try FormatPredicate(format), sortKeys: sortKeys, limit: limit, offset: offset, batchSize: size)
        #expect(try await items(grains.batches(of: request), size: size ?? 1_000) == grains.fetchAll(request))
      }
    }
    let all = PredicateFetchRequest(batchSize: size)
    if size != 1 { #expect(try await items(grains.batches(of: all), size: size ?? 1_000) == grains) }
  }

  @Test("rows equal those that the array makes at once", arguments: [1, 7, nil])
  func rows(size: Int?) async throws {
    let some = PredicateFetchRequest(try FormatPredicate("mass > $N"), batchSize: size)
    for request in [
      some.selecting("mass", "kind"), some.selecting("mass", "kind").sorted(by: .descending("mass")),
      some.selecting("kind").with { $0.isDistinct = true }, some.selecting("kind", .sum("mass")).grouped(by: "kind"),
    ] {
      for (offset, limit) in [(0, nil), (3, 20), (0, 0)] {
        let page = request.with { ($0.offset, $0.limit) = (offset, limit) }
        let variables: [String: (any FormatArgument)?] = ["N": 980]
        #expect(
          try await items(
            grains.rowBatches(of: page, options: EvaluationOptions(variables: variables)), size: size ?? 1_000)
            == grains.queryAttributes(page, options: EvaluationOptions(variables: variables)))
      }
    }
  }

  @Test("without an order, batches arrive before later elements are evaluated")
  func gradual() async throws {
    var grains = grains
    grains[20_000].age = nil
    let request = PredicateFetchRequest(try FormatPredicate("age + 1 == 2 AND mass == 0"), batchSize: 5)
    let batches = try grains.batches(of: request)
    var iterator = batches.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    #expect(first.items.count == 5)
    #expect(first.progress.completed < 10_000)
    await #expect(throws: FormatError.self) { while try await iterator.next() != nil {} }
    // After an error the sequence ends. A new iteration works as before.
    #expect(try await iterator.next() == nil)
    var again = batches.makeAsyncIterator()
    #expect(try await again.next()?.items == first.items)
    // Elements after the page are never read. Elements before it are read if there is an order.
    let page = request.with { $0.limit = 8 }
    #expect(try await items(grains.batches(of: page), size: 5).count == 8)
    await #expect(throws: FormatError.self) {
      try await items(grains.batches(of: page.sorted(by: .ascending("mass"))), size: 5)
    }
  }

  @Test("the work is not done on the caller's thread")
  @MainActor func threads() async throws {
    let counter = CallNotes()
    let functions: PredicateFunctions = [
      .function("noted:") { (mass: Int) in
        counter.call()
        return mass
      }
    ]
    let request = PredicateFetchRequest(try FormatPredicate("noted(mass) >= 0"), batchSize: 10_000)
    for try await _ in try grains.batches(of: request, options: EvaluationOptions(functions: functions)) {
      #expect(isOnMainQueue())
    }
    #expect(counter.count == grains.count)
    #expect(!counter.wasOnMainQueue)
  }

  @Test("a cancelled task gets no more batches, and evaluates no more than its current part")
  func cancellation() async throws {
    let counter = CallNotes()
    let functions: PredicateFunctions = [
      .function("cancelling:") { (mass: Int) in
        counter.call()
        if counter.count == 100 { withUnsafeCurrentTask { $0?.cancel() } }
        return mass
      }
    ]
    for sortKeys in [[], [SortKey.ascending("mass")]] {
      let request = PredicateFetchRequest(try FormatPredicate("cancelling(mass) < 0"), sortKeys: sortKeys)
      let batches = try grains.batches(of: request, options: EvaluationOptions(functions: functions))
      let before = counter.count
      let task = Task {
        if before > 0 { withUnsafeCurrentTask { $0?.cancel() } }
        for try await _ in batches {}
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(before > 0 ? counter.count == before : (100...10_000).contains(counter.count))
    }
  }

  @Test("the limits apply to all batches together")
  func limits() async throws {
    for (limits, code) in [
      (PredicateLimits(steps: 40_000), nil), (PredicateLimits(steps: 29_999), FormatDiagnostic.Code.tooManySteps),
      (PredicateLimits(rows: 29_999), .tooManyRows), (PredicateLimits(duration: .zero), .tooSlow),
    ] {
      let request = PredicateFetchRequest(try FormatPredicate("mass >= 0").limited(to: limits), batchSize: 1_000)
      let read: [@Sendable () async throws -> Int] = [
        { try await items(grains.batches(of: request), size: 1_000).count },
        { try await items(grains.batches(of: request.sorted(by: .ascending("kind"))), size: 1_000).count },
        { try await items(grains.rowBatches(of: request.selecting("mass")), size: 1_000).count },
      ]
      for read in read {
        if let code {
          let error = await #expect(throws: FormatError.self) { try await read() }
          #expect(error?.diagnostics.map(\.code) == [code])
        } else {
          #expect(try await read() == 30_000)
        }
      }
    }
    // The rows of all batches take steps from one budget, also if finding them takes none.
    let mass = FetchProperty("mass", try FormatExpression("mass").limited(to: PredicateLimits(steps: 29_999)))
    let rows = PredicateFetchRequest(batchSize: 1_000).selecting(mass)
    await #expect(throws: FormatError.self) { try await items(grains.rowBatches(of: rows), size: 1_000) }
    let few = FetchProperty("mass", try FormatExpression("mass").limited(to: PredicateLimits(rows: 29_999)))
    await #expect(throws: FormatError.self) {
      try await items(grains.rowBatches(of: PredicateFetchRequest().selecting(few)), size: 1_000)
    }
  }

  @Test("a request without a predicate has a limit of rows too")
  func limitOfRows() throws {
    let fetch = try CompiledFetch<Grain>(
      PredicateFetchRequest(), options: EvaluationOptions(limits: PredicateLimits(rows: 29_999)))
    #expect(throws: FormatError.self) { try fetch.indices(of: grains) }
    #expect(throws: FormatError.self) { try fetch.count(of: grains) }
    #expect(throws: FormatError.self) { try fetch.forEachIndex(of: grains) { _ in } }
    #expect(try fetch.count(of: Array(grains.dropLast())) == 29_999)
  }

  @Test("errors of a request are thrown before the first batch")
  func errors() throws {
    #expect(throws: FormatError.self) { try grains.batches(of: PredicateFetchRequest().selecting("mass")) }
    #expect(throws: FormatError.self) { try grains.rowBatches(of: PredicateFetchRequest()) }
    #expect(throws: FormatError.self) { try grains.batches(of: PredicateFetchRequest(batchSize: 0)) }
    #expect(throws: FormatError.self) { try grains.batches(of: PredicateFetchRequest(FormatPredicate("colour == 1"))) }
  }
}
