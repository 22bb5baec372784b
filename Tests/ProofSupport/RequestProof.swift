import PredicateFormat
import PredicateSQL
import PredicateSemantics

/// The proof of fetch requests for one dialect and one seed: requests, memory's answers, and SQL statements.
package struct RequestProof {
  package let proof: Proof
  private var maker: RequestMaker
  private let plainValues = PlainValues()

  package init(_ proof: Proof) {
    self.proof = proof
    maker = RequestMaker(model: proof.model, data: proof.data)
  }

  /// Returns the question with the given number.
  ///
  /// - Throws: `FormatError` if a generated text is not a format string, which is a bug in the generator.
  package mutating func question(_ number: Int) throws(FormatError) -> RequestQuestion {
    question(about: try maker.request(seed: proof.seed, number: number))
  }

  /// Returns the question for any request.
  package func question(about made: ProofRequest) -> RequestQuestion {
    let answer: RequestAnswer
    do throws(FormatError) { answer = try RequestAnswer(made, of: proof.data, proof.model) } catch {
      return refused(made, error)
    }
    var question = RequestQuestion(made: made, answer: answer)
    if let invalidity = made.invalidity { question.errors.append("memory does not refuse \(invalidity.rawValue)") }
    if let thrown = try? RequestAnswer(made, of: proof.data, proof.model, onError: .throw),
      let difference = answer.difference(from: thrown)
    {
      question.errors.append("'.throw' gives another answer: \(difference)")
    }
    if let plain = try? plainAnswer(made, answer.columns) {
      question.isPlain = true
      if let difference = plain.difference(from: answer) {
        question.errors.append("the naive implementation differs from memory: \(difference)")
      }
    }
    do throws(FormatError) { question.fetch = try fetch(made) } catch {
      question.refusal = error
      // A dialect may be unable to express a request, but memory must also reject an invalid one.
      if error.diagnostics.contains(where: { $0.code != .untranslatable }) {
        question.errors.append("SQL refuses a request that memory accepts: \(error)")
      }
    }
    guard let fetch = question.fetch, fetch.remainder == nil else { return question }
    let names = fetch.statement.columns.map(\.name)
    if names != answer.columns { question.errors.append("the statement's columns are \(names)") }
    // The properties' types are applied by the reader of the rows, not by the statement.
    var untyped = made
    for index in made.request.properties.indices { untyped.request.properties[index].type = nil }
    if untyped.request != made.request, let answer = try? RequestAnswer(untyped, of: proof.data, proof.model) {
      question.statementAnswer = answer
    }
    return question
  }

  /// Returns the question for a request that memory rejects. It must be intentionally invalid, and SQL must give the same reason.
  private func refused(_ made: ProofRequest, _ error: FormatError) -> RequestQuestion {
    var question = RequestQuestion(made: made, answer: RequestAnswer(columns: [], rows: []))
    question.error = error
    if made.invalidity?.explains(error) != true { question.errors.append("the check refuses it: \(error)") }
    do throws(FormatError) {
      question.fetch = try fetch(made)
      question.errors.append("SQL accepts a request that memory refuses: \(error)")
    } catch let other {
      if other != error { question.errors.append("memory refuses it with '\(error)', SQL with '\(other)'") }
    }
    return question
  }

  private func fetch(_ made: ProofRequest) throws(FormatError) -> SQLFetch {
    try proof.translator(of: made.entity).fetch(made.request, made.result)
  }

  private func plainAnswer(_ made: ProofRequest, _ columns: [String]) throws -> RequestAnswer? {
    if made.result == .objects { return nil }
    let predicate = made.request.predicate ?? FormatPredicate(true)
    let keys = Set(try MemoryAnswer(predicate, on: made.entity, of: proof.data).keys)
    let objects = proof.data.objects(of: made.entity).filter { keys.contains($0.primaryKey) }
    let plain = PlainFetch(request: made.request, result: made.result, objects: objects, attributes: plainValues)
    return RequestAnswer(columns: columns, rows: try plain.rows())
  }

  // MARK: Remainders in memory

  /// Returns the answer after applying the remainder to a statement's rows.
  package func finish(
    _ question: RequestQuestion, _ remainder: PredicateFetchRequest, _ names: [String], _ rows: [[FormatValue]]
  ) throws(FormatError) -> RequestAnswer {
    let records = rows.map { FormatValue.record(keyPaths: names, values: $0) }
    let columns = question.answer.columns
    switch question.made.result {
    case .count:
      let count = try records.fetchCount(remainder, options: EvaluationOptions(onError: .yieldNil))
      return RequestAnswer(columns: columns, rows: [[.integer(Int64(count))]])
    case .rows:
      let found = try records.queryAttributes(remainder, options: EvaluationOptions(onError: .yieldNil))
      return RequestAnswer(columns: columns, rows: found.map { row in columns.map { row[$0] ?? .null } })
    case .objects, .identifiers:
      let indices = columns.map { name in names.firstIndex(of: name) }
      let found = try records.fetchIdentifiers(remainder, options: EvaluationOptions(onError: .yieldNil))
      let answer = found.map { row in indices.map { index in index.map { rows[row][$0] } ?? .null } }
      return RequestAnswer(columns: columns, rows: answer)
    }
  }
}
