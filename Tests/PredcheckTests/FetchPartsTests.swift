import PredcheckCommands
import PredicateFetching
import PredicateFormat
import TestSupport
import Testing

/// A fetch that is run part by part, as `predcheck eval` does with the rows of a file.
struct FetchPartsTests {
  private static let numbers = (0..<1_000).map { FormatValue.record(["n": .integer(Int64($0 * 7 % 1_000))]) }

  private func parts(_ request: PredicateFetchRequest, _ limits: PredicateLimits? = nil) throws -> FetchParts<
    FormatValue
  >? {
    FetchParts(try CompiledFetch(request, for: FormatValue.self, options: EvaluationOptions(limits: limits)))
  }

  /// Returns the positions that are found in parts of the given size.
  private func positions(_ request: PredicateFetchRequest, _ limits: PredicateLimits? = nil, size: Int) throws -> [Int]
  {
    var parts = try #require(try parts(request, limits))
    var found: [Int] = []
    for start in stride(from: 0, to: Self.numbers.count, by: size) {
      let part = Array(Self.numbers[start..<min(start + size, Self.numbers.count)])
      found += try parts.positions(in: part).map { start + $0 }
    }
    return found
  }

  @Test("positions, pages and rows are those of the whole collection", arguments: [1, 63, 64, 65, 999, 1_000, 2_000])
  func same(size: Int) throws {
    for (offset, limit) in [(0, nil), (3, 10), (0, 0), (499, 5), (2_000, nil)] as [(Int, Int?)] {
      let request = PredicateFetchRequest(try FormatPredicate("n < 500")).with {
        ($0.offset, $0.limit) = (offset, limit)
      }
      #expect(try positions(request, size: size) == Self.numbers.fetchIdentifiers(request), "\(offset) \(limit ?? -1)")
      let rows = request.selecting("n")
      var parts = try #require(try parts(rows))
      var made: [[String: FormatValue]] = []
      for start in stride(from: 0, to: Self.numbers.count, by: size) {
        let part = Array(Self.numbers[start..<min(start + size, Self.numbers.count)])
        let positions = try parts.positions(in: part)
        made += try parts.rows(of: part, at: positions)
      }
      #expect(made == (try Self.numbers.queryAttributes(rows)))
    }
    let all = PredicateFetchRequest()
    #expect(try positions(all, size: size) == Array(0..<1_000))
  }

  @Test("aggregates of all objects are not evaluated part by part")
  func whole() throws {
    #expect(try parts(PredicateFetchRequest(try FormatPredicate("n == max:(n)"))) == nil)
    #expect(try parts(PredicateFetchRequest(try FormatPredicate("n == 1"))) != nil)
  }

  @Test("limits apply to the sum of all parts", arguments: [1, 64, 100, 1_000])
  func limits(size: Int) throws {
    let request = PredicateFetchRequest(try FormatPredicate("n < 500"))
    #expect(try positions(request, PredicateLimits(rows: 1_000), size: size).count == 500)
    let error = #expect(throws: FormatError.self) { try positions(request, PredicateLimits(rows: 999), size: size) }
    #expect(error?.diagnostics.map(\.message) == ["1000 objects to evaluate; the limit is 999"])
    #expect(
      codes { _ = try positions(PredicateFetchRequest(), PredicateLimits(rows: 999), size: size) } == [.tooManyRows])
    // The number of steps for the whole is enough; one fewer is not.
    let steps = try #require(
      (1...5_000).first { steps in
        (try? CompiledFetch(
          request, for: FormatValue.self, options: EvaluationOptions(limits: PredicateLimits(steps: steps))
        )
        .indices(of: Self.numbers))
          != nil
      })
    #expect(try positions(request, PredicateLimits(steps: steps), size: size).count == 500)
    #expect(codes { _ = try positions(request, PredicateLimits(steps: steps - 1), size: size) } == [.tooManySteps])
    #expect(codes { _ = try positions(request, PredicateLimits(duration: .zero), size: size) } == [.tooSlow])
  }

  /// Rows with keys of every ordered type, and nil.
  private static let mixed: [FormatValue] = (0..<10_000).map { index in
    let n = Int64(index * 7_919 % 10_007)
    let text = FormatValue.string(n % 5 == 0 ? "Äa\(n % 40)" : "aÄ\(n % 40)")
    return .record([
      "i": n % 9 == 0 ? .null : .integer(n % 100), "d": n % 3 == 0 ? .integer(n % 50) : .double(Double(n % 50) / 4),
      "s": n < 4_000 ? text : n % 2 == 0 ? .null : text, "same": .integer(1), "date": .date(Double(n % 70)),
    ])
  }

  @Test(
    "sorted objects are those of the whole collection, in its order",
    arguments: isFullRun ? [1_000, 4_096, 10_000] : [4_096])
  func ordered(size: Int) throws {
    for keys in [
      [SortKey.ascending("i")], [.descending("i")], [.descending("d"), .ascending("s")], [.ascending("same")], [],
      [.ascending("s", .caseInsensitive), .descending("i")], [.descending("s", .localizedStandard)],
      [.ascending("none"), .descending("date")],
    ] {
      for (offset, limit) in [(0, nil), (5, 20), (9_990, nil)] as [(Int, Int?)] {
        let request = PredicateFetchRequest(try FormatPredicate("i != 5"), sortKeys: keys).with {
          ($0.offset, $0.limit) = (offset, limit)
        }
        var parts = try #require(try parts(request))
        #expect(parts.isOrdered == !keys.isEmpty)
        var found: [Int] = []
        for start in stride(from: 0, to: Self.mixed.count, by: size) {
          found += try parts.positions(in: Array(Self.mixed[start..<min(start + size, Self.mixed.count)])).map {
            start + $0
          }
        }
        if parts.isOrdered { found = try parts.sortedMatches().map { found[Int($0)] } }
        #expect(found == (try Self.mixed.fetchIdentifiers(request)), "\(keys) \(offset)")
      }
    }
  }

  @Test("groups and distinct rows are those of the whole collection, in its order", arguments: [1, 64, 1_000, 10_000])
  func groups(size: Int) throws {
    let rows = Array(Self.mixed.prefix(size == 1 ? 500 : .max))
    let all = try ["count:(SELF)", "sum:(d)", "average:(d)", "max:(d)", "median:(i)"].enumerated().map {
      FetchProperty("f\($0)", try FormatExpression($1))
    }
    let totals = PredicateFetchRequest().with { $0.properties = all }
    let grouped = totals.matching(try FormatPredicate("i > 5")).grouped(by: "i", "same")
    for request in [
      grouped, grouped.having(try FormatPredicate("same == 1 AND i < 50")), grouped.sorted(by: .descending("i")),
      grouped.with { ($0.offset, $0.limit) = (3, 4) }, totals,
      totals.matching(try FormatPredicate("i == 1000")).with { $0.properties = Array(all.prefix(2)) },
      totals.matching(try FormatPredicate("i == 1000")),
      PredicateFetchRequest(try FormatPredicate("d > 2")).selecting("i", "same").with { $0.isDistinct = true },
    ] {
      for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
        let fetch = try CompiledFetch(
          request, for: FormatValue.self, options: EvaluationOptions(onError: onError))
        let wanted = Result { try fetch.rows(of: rows) }
        let found = Result {
          var parts = try #require(FetchParts(fetch))
          #expect(parts.isGrouped)
          for start in stride(from: 0, to: rows.count, by: size) {
            _ = try parts.positions(in: Array(rows[start..<min(start + size, rows.count)]))
          }
          #expect(try parts.countOfGroups() == (try fetch.count(of: rows)))
          return try parts.rowsOfGroups()
        }
        #expect((try? found.get()) == (try? wanted.get()))
      }
    }
  }

  @Test("keys of different types are an error, or nil, as for the whole collection")
  func unlike() throws {
    let rows: [FormatValue] = [3, 1].map { .record(["k": .integer($0)]) } + [.record(["k": .string("a")])]
    let request = PredicateFetchRequest(sortKeys: [.ascending("k")])
    for onError in [EvaluationOptions.ErrorHandling.throw, .yieldNil] {
      let fetch = try CompiledFetch(request, for: FormatValue.self, options: EvaluationOptions(onError: onError))
      var parts = try #require(FetchParts(fetch))
      let wanted = try? fetch.indices(of: rows)
      let found = try? rows.indices.flatMap { try parts.positions(in: [rows[$0]]) }
      #expect((found == nil) == (wanted == nil))
      if found != nil { #expect(try parts.sortedMatches().map { Int($0) } == wanted) }
    }
  }

  @Test("the steps of sorting count, too")
  func orderSteps() throws {
    let request = PredicateFetchRequest(sortKeys: [.descending("i")])
    var parts = try #require(try parts(request, PredicateLimits(steps: 20_500)))
    _ = try parts.positions(in: Self.mixed)
    #expect(codes { _ = try parts.sortedMatches() } == [.tooManySteps])
  }
}
