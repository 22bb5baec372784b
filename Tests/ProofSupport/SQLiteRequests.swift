import PredicateFormat
import PredicateSQLite

/// The proof of fetch requests on SQLite, within the process.
package struct SQLiteRequests {
  package var requests: RequestProof
  private let store: SQLiteStore

  /// Asks the tables of the proof of predicates.
  package init(_ sqlite: SQLiteProof) {
    requests = RequestProof(sqlite.proof)
    store = SQLiteStore(sqlite.connection, model: sqlite.proof.model)
  }

  /// Asks the request of a number, and counts what comes of it. A failure is made as short as it gets.
  package mutating func ask(_ number: Int, _ tally: inout RequestTally) {
    guard let question = tally.question(number, of: &requests), let difference = difference(question) else { return }
    var text = question.report(difference)
    // What was to be refused has nothing to be left out.
    if question.made.invalidity == nil {
      let shortest = shrunk(question.made) { candidate in
        let smaller = requests.question(about: candidate)
        // A request that lost its sense is refused for another reason than this one, if this one is.
        let isOfOneKind = smaller.error?.diagnostics.map(\.code) == question.error?.diagnostics.map(\.code)
        return isOfOneKind && self.difference(smaller) != nil
      }
      let smaller = requests.question(about: shortest)
      text += "\n  shortest: " + smaller.report(self.difference(smaller) ?? "")
    }
    tally.failures.append(text)
  }

  /// How SQLite's answer differs from memory's; nil where it does not, or where there is no statement.
  package func difference(_ question: RequestQuestion) -> String? {
    if let fault = question.faults.first { return fault }
    if question.fetch == nil { return nil }
    do {
      return question.answer.difference(from: try answer(question.made, question.answer.columns))
    } catch {
      return "\(error)"
    }
  }

  private func answer(_ made: ProofRequest, _ columns: [String]) throws -> RequestAnswer {
    let request = made.request
    let rows: [[FormatValue]] =
      switch made.result {
      case .identifiers: try store.fetchIdentifiers(request).map { [$0] }
      case .objects:
        try store.fetchAll(request).map { object in [object.identifier] + columns.dropFirst().map { object[$0] } }
      case .rows: try store.queryAttributes(request).map { row in columns.map { row[$0] ?? .null } }
      case .count: [[.integer(Int64(try store.fetchCount(request)))]]
      }
    return RequestAnswer(columns: columns, rows: rows)
  }
}
