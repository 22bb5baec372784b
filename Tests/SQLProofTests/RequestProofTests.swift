import PredicateFormat
import PredicateSQL
import ProofSupport
import TestSupport
import Testing

/// Random fetch requests give the same rows in the same order in memory, in the naive implementation, and on SQLite.
@Suite struct RequestProofTests {
  static let seed: UInt64 = 20_261_120
  static let count = isFullRun ? 2_000 : 400

  @Test func same() throws {
    var sqlite = SQLiteRequests(try SQLiteProof(seed: Self.seed))
    var tally = RequestTally()
    for number in 0..<Self.count { sqlite.ask(number, &tally) }
    print("seed \(Self.seed): \(tally.description)")
    for failure in tally.failures.prefix(5) { Issue.record("\(failure)") }
    #expect(tally.failures.isEmpty)
    // Requests that are refused, left to memory, or without results must be few.
    #expect(tally.all * 100 >= Self.count * 97)
    #expect(tally.invalidRequests > 0)
    #expect(tally.exact * 100 >= tally.all * 75)
    #expect(tally.refused * 100 <= tally.all * 3)
    #expect(tally.plainlyAnswered * 2 >= tally.all)
    #expect(tally.withRows * 2 >= tally.all)
  }

  /// For the other engines, not much more is left to memory, and each answer can be written as their columns store it.
  @Test(arguments: ["postgresql", "mariadb", "duckdb"]) func written(_ name: String) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    var engine = EngineRequests(try Proof(ProofEngine(dialect), seed: Self.seed))
    var work = WorkFile(ProofEngine(dialect))
    let settings = work.lines.count
    var tally = RequestTally()
    for number in 0..<(Self.count / 4) {
      guard let question = tally.question(number, of: &engine.requests) else { continue }
      #expect(question.errors.isEmpty)
      if let error = engine.add(question, to: &work) { Issue.record("\(question.report(error))") }
    }
    #expect(tally.failures.isEmpty)
    #expect(tally.exact * 100 >= tally.all * 70)
    #expect(work.lines.count - settings == tally.all - tally.refused)
  }

  /// A request that is refused is a failure, unless it is intentionally invalid; then an answer is a failure.
  @Test func refusals() throws {
    let proof = RequestProof(try Proof(.sqlite, seed: Self.seed))
    func errors(_ request: PredicateFetchRequest, _ invalidity: Invalidity?) -> [String] {
      let made = ProofRequest(id: "1", entity: "Person", request: request, result: .rows, invalidity: invalidity)
      return proof.question(about: made).errors
    }
    let valid = PredicateFetchRequest(of: "Person").grouped(by: "age")
    for invalidity in Invalidity.allCases {
      #expect(!errors(valid, invalidity).isEmpty)
      var invalid = invalidity == .havingWithoutGroups ? PredicateFetchRequest(of: "Person") : valid
      if invalidity == .distinctWithoutGroupKey { invalid = valid.selecting(.count("name")) }
      if invalidity == .twoOfOneName { invalid = valid.selecting(.key("age")) }
      #expect(invalidity.apply(to: &invalid))
      #expect(errors(invalid, nil).count == 1)
      #expect(errors(invalid, invalidity).isEmpty)
    }
    #expect(errors(valid, nil).isEmpty)
    #expect(!errors(PredicateFetchRequest(of: "Person").grouped(by: "none"), .columnBesideGroups).isEmpty)
  }

  /// A seed and a number determine a request, whatever was made before.
  @Test func repeated() throws {
    let model = try ProofModel.model(for: .sqlite)
    var maker = RequestMaker(model: model, data: ProofData(seed: Self.seed, for: .sqlite))
    let first = (0..<50).map { try? maker.request(seed: 7, number: $0).json }
    let again = (0..<50).reversed().map { try? maker.request(seed: 7, number: $0).json }
    #expect(first == again.reversed())
    #expect(Set(first).count > 40)
  }

  /// A different order, value, type or name and a missing row are detected.
  @Test func differences() {
    func answer(_ rows: [[FormatValue]], _ columns: [String] = ["a"]) -> RequestAnswer {
      RequestAnswer(columns: columns, rows: rows)
    }
    let expected = answer([[.integer(1)], [.null]])
    #expect(expected.difference(from: answer([[.double(1)], [.double(.nan)]])) == nil)
    #expect(expected.difference(from: answer([[.null], [.integer(1)]])) != nil)
    #expect(expected.difference(from: answer([[.integer(2)], [.null]])) != nil)
    #expect(expected.difference(from: answer([[.string("1")], [.null]])) != nil)
    #expect(expected.difference(from: answer([[.bool(true)], [.null]])) != nil)
    #expect(expected.difference(from: answer([[.integer(1)]])) != nil)
    #expect(expected.difference(from: answer([[.integer(1)], [.null]], ["b"])) != nil)
  }
}
