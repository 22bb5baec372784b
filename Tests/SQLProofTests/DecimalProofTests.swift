import PredicateFormat
import PredicateSQL
import ProofSupport
import TestSupport
import Testing

/// Predicates on decimals find the same rows in memory and on SQLite. Tests/Engines tests the other engines.
@Suite("The proof of decimals") struct DecimalProofTests {
  private static let seed: UInt64 = 20_261_122
  private static let count = isFullRun ? 4_000 : 400

  @Test("memory and SQLite find the same rows for predicates on decimals, nearly all of them in SQL alone")
  func same() throws {
    var sqlite = try SQLiteProof(seed: Self.seed, ofDecimals: true)
    var tally = ProofTally()
    for number in 0..<Self.count { sqlite.ask(number, &tally) }
    print("seed \(Self.seed): \(tally.description)")
    for failure in tally.failures.prefix(5) { Issue.record("\(failure)") }
    #expect(tally.failures.isEmpty)
    #expect(tally.asked * 100 >= Self.count * 97)
    #expect(tally.choosing * 2 >= tally.asked)
    let exact = tally.asked - tally.residuals.values.reduce(0, +) - tally.refusals.values.reduce(0, +)
    #expect(exact * 100 >= tally.asked * 80)
    // Includes arithmetic that exceeds SQLite's integers and ends with an error.
    #expect(tally.overflows > 0)
    #expect(tally.overflows * 100 <= tally.asked * 6)
  }

  @Test(
    "for the other engines, as many predicates are SQL alone", arguments: ["postgresql", "mariadb", "duckdb", "spark"])
  func written(_ name: String) throws {
    let dialect = try #require(DatabaseDialect.named(name))
    var proof = try Proof(ProofEngine(dialect), seed: Self.seed, ofDecimals: true)
    var tally = ProofTally()
    for number in 0..<200 {
      guard let question = try? proof.question(number) else { continue }
      #expect(question.errors.isEmpty, "\(question.made.corpusLine)")
      tally.count(question)
    }
    #expect(tally.asked >= 190)
    #expect(tally.refusals.isEmpty)
    #expect(tally.residuals.values.reduce(0, +) * 100 <= tally.asked * 30)
  }

  @Test("the proof reports a difference where a statement finds other rows")
  func alteredStatement() throws { try SQLiteProof(seed: Self.seed, ofDecimals: true).expectAlteredStatementsDiffer() }

  /// Predicates that the proof found while it was developed.
  @Test(
    "predicates that once found different rows find the same rows",
    arguments: [
      // A constant beyond 64 bits in units was below or above all values, although memory has greater ones.
      "factor + -99999999999999999 > -99999999999999999.2", "max:(entries.tax) * fine <= -0.05",
      "(fine * wide) IN {-9.2233719446210554394522419199, 2.5}",
      // Units beyond 2^53 were rounded twice when they were converted to a double.
      "(balance + ratio) == 9999999999999999.49", "(wide * 1) + ratio > 922337203.6854776",
      // A value with an error is nil, which is in no list and between no values.
      "max:(entries.fee) IN branches.rate", "max:(entries.tax) IN {parent.fine, parent.parent.factor, 0.2}",
      "min:(entries.tax) BETWEEN {parent.fine, rate}", "NOT (max:(entries.tax) IN {parent.rate, rate})",
    ])
  func once(_ format: String) throws {
    let sqlite = try SQLiteProof(seed: Self.seed, ofDecimals: true)
    let made = ProofPredicate(id: "once", entity: "Account", format: format, arguments: [])
    let question = try sqlite.proof.question(about: made)
    #expect(sqlite.difference(question) == nil)
  }

  @Test(
    "beyond 64 bits in units, SQLite ends a statement with 'overflow' if the proof permits it, and memory has an answer"
  )
  func overflow() throws {
    let sqlite = try SQLiteProof(seed: Self.seed, ofDecimals: true)
    for format in ["abs(whole) == 1", "wide * 100 > 5", "sum:(branches.balance) + balance * 10 > 1"] {
      var made = ProofPredicate(id: "overflow", entity: "Account", format: format, arguments: [])
      let difference = sqlite.difference(try sqlite.proof.question(about: made))
      #expect(difference?.contains("overflow") == true || difference?.contains("does not fit into 64 bits") == true)
      made.mayOverflow = true
      #expect(sqlite.difference(try sqlite.proof.question(about: made)) == nil)
    }
  }
}
