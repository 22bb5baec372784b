import PredicateEvaluation
import PredicateFormat
import TestSupport
import Testing

/// A fetch that is asked part by part, as `predcheck eval` asks the rows of a file.
struct FetchPartsTests {
  private static let numbers = (0..<1_000).map { FormatValue.record(["n": .integer(Int64($0 * 7 % 1_000))]) }

  private func parts(_ request: PredicateFetchRequest, _ limits: Limits? = nil) throws -> FetchParts<FormatValue>? {
    FetchParts(try CompiledFetch(request, for: FormatValue.self, limits: limits), onFault: .throw)
  }

  /// The positions that are found in parts of a size.
  private func positions(_ request: PredicateFetchRequest, _ limits: Limits? = nil, size: Int) throws -> [Int] {
    var parts = try #require(try parts(request, limits))
    var found: [Int] = []
    for start in stride(from: 0, to: Self.numbers.count, by: size) {
      let part = Array(Self.numbers[start..<min(start + size, Self.numbers.count)])
      found += try parts.positions(in: part).map { start + $0 }
    }
    return found
  }

  @Test("the positions, pages and rows are those of the whole", arguments: [1, 63, 64, 65, 999, 1_000, 2_000])
  func same(size: Int) throws {
    for (offset, limit) in [(0, nil), (3, 10), (0, 0), (499, 5), (2_000, nil)] as [(Int, Int?)] {
      let request = PredicateFetchRequest(try FormatPredicate("n < 500")).tweaked {
        ($0.offset, $0.limit) = (offset, limit)
      }
      #expect(try positions(request, size: size) == Self.numbers.fetchIdentifiers(request), "\(offset) \(limit ?? -1)")
      let rows = request.select("n")
      var parts = try #require(try parts(rows))
      var made: [[String: FormatValue]] = []
      for start in stride(from: 0, to: Self.numbers.count, by: size) {
        made += try parts.rows(of: Array(Self.numbers[start..<min(start + size, Self.numbers.count)]))
      }
      #expect(made == (try Self.numbers.queryAttributes(rows)))
    }
    let all = PredicateFetchRequest()
    #expect(try positions(all, size: size) == Array(0..<1_000))
  }

  @Test("what ranges over all objects, or puts them into an order, is not known part by part")
  func whole() throws {
    #expect(try parts(PredicateFetchRequest(try FormatPredicate("n == max:(n)"))) == nil)
    #expect(try parts(PredicateFetchRequest(sortKeys: [.ascending("n")])) == nil)
    #expect(try parts(PredicateFetchRequest().select("n").groupBy("n")) == nil)
    #expect(try parts(PredicateFetchRequest(try FormatPredicate("n == 1"))) != nil)
  }

  @Test("limits hold for all parts together", arguments: [1, 64, 100, 1_000])
  func limits(size: Int) throws {
    let request = PredicateFetchRequest(try FormatPredicate("n < 500"))
    #expect(try positions(request, Limits(rows: 1_000), size: size).count == 500)
    let error = #expect(throws: FormatError.self) { try positions(request, Limits(rows: 999), size: size) }
    #expect(error?.diagnostics.map(\.message) == ["1000 objects to ask; at most 999 are asked"])
    #expect(codes { _ = try positions(PredicateFetchRequest(), Limits(rows: 999), size: size) } == [.tooManyRows])
    // As many steps as the whole takes are enough, one fewer is not.
    let steps = try #require(
      (1...5_000).first { steps in
        (try? CompiledFetch(request, for: FormatValue.self, limits: Limits(steps: steps)).indices(of: Self.numbers))
          != nil
      })
    #expect(try positions(request, Limits(steps: steps), size: size).count == 500)
    #expect(codes { _ = try positions(request, Limits(steps: steps - 1), size: size) } == [.tooManySteps])
    #expect(codes { _ = try positions(request, Limits(duration: .zero), size: size) } == [.tooSlow])
  }
}
