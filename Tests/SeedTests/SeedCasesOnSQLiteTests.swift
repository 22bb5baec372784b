import PredicateCases
import PredicateFormat
import PredicateSQLite
import ProofSupport
import TestSupport
import Testing

/// Tests that the cases of the systems have the expected results in SQLite, and therefore the same results as in memory.
struct SeedCasesOnSQLiteTests {
  /// The folders of the systems. The word list takes long, so only a full run tests it.
  private static let folders =
    ["BubbleTea", "CoreStore", "FailedBanks", "People", "Purchases"] + (isFullRun ? ["WordList"] : [])

  @Test("every case passes", arguments: folders)
  func holds(folder: String) throws {
    let systems = try SeedSystem.all(below: packageRoot.appendingPathComponent("Corpus/Seeds/\(folder)").path)
    #expect(!systems.isEmpty)
    for system in systems {
      let store = try seedStore(of: system)
      for subject in system.cases {
        do { try expect(subject, of: system, in: store) } catch let error as FormatError {
          // In SQL a value that cannot be computed is nil. An invalid request is an error there too.
          let codes = error.diagnostics.map(\.code.rawValue)
          #expect(subject.error.map { codes.contains($0.code ?? "") } == true, "\(subject.id): \(error)")
        }
      }
    }
  }

  private func expect(_ subject: Case, of system: SeedSystem, in store: SQLiteStore) throws {
    guard let request = try subject.boundRequest() else { return }
    if let change = subject.fetch?.change { return try expect(change, of: request, subject, system) }
    let count = try store.fetchCount(request)
    let answer: FetchAnswer
    if request.makesRows {
      answer = FetchAnswer(rows: try store.queryAttributes(request), count: count)
    } else {
      answer = FetchAnswer(identifiers: try store.fetchIdentifiers(request), count: count)
      #expect(try store.fetchAll(request).map(\.identifier) == answer.identifiers, "\(subject.id)")
      #expect(try store.fetchIdentifier(request) == answer.identifiers?.first, "\(subject.id)")
    }
    if subject.error?.code == "empty-collection" {
      // If memory cannot compute the values, SQL returns one row of nil values.
      let nothing = request.properties.map { ($0.name, FormatValue.null) }
      #expect(answer.rows == [.record(Dictionary(uniqueKeysWithValues: nothing))], "\(subject.id)")
      #expect(answer.count == 1, "\(subject.id)")
      return
    }
    #expect(subject.error == nil, "\(subject.id) must fail")
    let difference = try system.difference(answer, subject)
    #expect(difference == nil, "\(subject.id)")
  }

  /// Checks a change to a copy of the objects: the number of changed objects, and the contents afterward.
  private func expect(
    _ change: FetchCase.Change, of request: PredicateFetchRequest, _ subject: Case, _ system: SeedSystem
  ) throws {
    let store = try seedStore(of: system)
    let everything = PredicateFetchRequest(of: request.entity)
    let all = try store.fetchIdentifiers(everything)
    let count: Int
    switch change {
    case .delete:
      count = try store.delete(where: request)
      let deleted = try Set(system.changed(by: subject))
      #expect(try store.fetchIdentifiers(everything) == all.filter { !deleted.contains($0) }, "\(subject.id)")
    case .update(let values):
      count = try store.update(#require(KeyValuePairs(values)), where: request)
      let (those, keys) = try system.request(forThose: values, after: subject)
      #expect(try store.fetchIdentifiers(those) == keys, "\(subject.id)")
      #expect(try store.fetchCount(everything) == all.count)
    }
    let difference = try system.difference(FetchAnswer(count: count), subject)
    #expect(difference == nil, "\(subject.id)")
  }
}
