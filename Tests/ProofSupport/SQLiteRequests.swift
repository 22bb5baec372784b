import PredicateFormat
import PredicateSQLite

/// The proof of fetch requests with an in-process SQLite database.
package struct SQLiteRequests {
  package var requests: RequestProof
  private let store: SQLiteStore

  /// Creates the proof with the tables of another.
  package init(_ sqlite: SQLiteProof) {
    requests = RequestProof(sqlite.proof)
    store = SQLiteStore(sqlite.connection, model: sqlite.proof.model)
  }

  /// Tests the request with the given number and counts the result. Shortens a failing request.
  package mutating func ask(_ number: Int, _ tally: inout RequestTally) {
    guard let question = tally.question(number, of: &requests), let difference = difference(question) else { return }
    var text = question.report(difference)
    // An intentionally invalid request is not shortened.
    if question.made.invalidity == nil {
      let shortest = shrunk(question.made) { candidate in
        let smaller = requests.question(about: candidate)
        // A shortened request that becomes invalid fails for another reason, unless the original was rejected as well.
        let isOfOneKind = smaller.error?.diagnostics.map(\.code) == question.error?.diagnostics.map(\.code)
        return isOfOneKind && self.difference(smaller) != nil
      }
      let smaller = requests.question(about: shortest)
      text += "\n  shortest: " + smaller.report(self.difference(smaller) ?? "")
    }
    tally.failures.append(text)
  }

  /// Returns the difference of SQLite's answer from memory's, or nil if there is none or no statement exists.
  package func difference(_ question: RequestQuestion) -> String? {
    if let error = question.errors.first { return error }
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
