import PredicateFormat
import PredicateSQL
import ProofSupport
import TestSupport
import Testing

/// Without any of the passes, a statement finds the same rows.
@Suite("The proof of the passes") struct PassProofTests {
  private static let seed: UInt64 = 20_261_130
  private static let count = isFullRun ? 500 : 120

  @Test("without a pass, statements find the same rows", arguments: Pass.all.map(\.name))
  func without(_ name: String) throws { try prove(.sqlite) { $0.name != name } }

  @Test("without all passes, statements find the same rows")
  func withoutAny() throws { try prove(.sqlite) { _ in false } }

  @Test(
    "SQLite finds the same rows by a UNION for the parts of OR, which is the form of other engines",
    arguments: [DialectTable.Alternatives.union, .derivedUnion])
  func union(_ alternatives: DialectTable.Alternatives) throws {
    var table = DatabaseDialect.sqlite.table
    table.alternatives = alternatives
    try prove(DatabaseDialect(name: "sqlite", table: table, limits: DatabaseDialect.sqlite.limits)) { _ in true }
  }

  /// Expects that statements of the variant find the same rows, and that some differ from those of SQLite's dialect with all passes.
  private func prove(_ variant: DatabaseDialect, _ isApplied: (Pass) -> Bool) throws {
    var sqlite = try SQLiteProof(seed: Self.seed)
    var other = sqlite
    other.proof.variant = variant
    other.proof.passes.removeAll { !isApplied($0) }
    var (tally, tallyOfRequests) = (ProofTally(), RequestTally())
    var changed = 0
    for number in 0..<Self.count {
      other.ask(number, &tally)
      if try sqlite.proof.translated(number) != other.proof.translated(number) { changed += 1 }
    }
    var requests = (RequestProof(sqlite.proof), SQLiteRequests(other))
    for number in 0..<Self.count {
      requests.1.ask(number, &tallyOfRequests)
      let fetches = (try? requests.0.question(number).fetch, try? requests.1.requests.question(number).fetch)
      if fetches.0?.statement != fetches.1?.statement { changed += 1 }
    }
    let failures = tally.failures + tallyOfRequests.failures
    for failure in failures.prefix(5) { Issue.record("\(failure)") }
    #expect(failures.isEmpty)
    #expect(changed > 0)
    print("seed \(Self.seed): \(changed) of \(tally.asked + tallyOfRequests.all) statements change")
  }
}
