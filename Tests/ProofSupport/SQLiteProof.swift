import PredicateFormat
import PredicateSQLite

/// The proof with an in-process SQLite database.
package struct SQLiteProof {
  package var proof: Proof
  package let connection: SQLiteDatabaseConnection

  /// Creates and fills the tables.
  package init(seed: UInt64, ofDecimals: Bool = false) throws {
    proof = try Proof(.sqlite, seed: seed, ofDecimals: ofDecimals)
    connection = try SQLiteDatabaseConnection(.memory)
    for statement in proof.tables.statements { try connection.execute(statement) }
    for table in proof.tables.tables {
      let kinds = proof.tables.kinds(of: table)
      let rows = table.rows.map { row in zip(row, kinds).map { SQLParameter($0, $1) } }
      try connection.prepare(proof.tables.insertion(into: table)).run(each: rows)
    }
  }

  /// Tests the predicate with the given number and counts the result. Shortens a failing predicate.
  package mutating func ask(_ number: Int, _ tally: inout ProofTally) {
    let question: ProofQuestion
    do throws(FormatError) {
      question = try proof.question(number)
    } catch {
      tally.invalid += 1
      return
    }
    tally.count(question)
    if endsInOverflow(question) { tally.overflows += 1 }
    guard let difference = difference(question) else { return }
    tally.failures.append(report(question, difference))
  }

  /// Returns the difference of SQLite's answer from memory's, or nil if there is none or the dialect rejects the predicate.
  package func difference(_ question: ProofQuestion) -> String? {
    if let error = question.errors.first { return error }
    guard let statement = question.statement else { return nil }
    let found: [FormatValue]
    do {
      found = try firstColumn(connection.rows(of: statement))
    } catch {
      return question.made.mayOverflow && Self.isOverflow(error) ? nil : "\(error)"
    }
    if Set(found).count != found.count { return "an object is found twice: \(found)" }
    var keys = Set(found)
    let expected = Set(question.answer.keys)
    if let residual = statement.residual {
      if !keys.isSuperset(of: expected) {
        return "with a residual predicate, missing: \(texts(expected.subtracting(keys)))"
      }
      do {
        keys.formIntersection(try MemoryAnswer(residual, on: question.made.entity, of: proof.data).keys)
      } catch {
        return "the residual predicate \(residual.format): \(error)"
      }
    }
    if keys == expected { return nil }
    return "missing: \(texts(expected.subtracting(keys))); too many: \(texts(keys.subtracting(expected)))"
  }

  /// Returns whether the statement ends with the error for decimals in units that exceed 64 bits, and may do so.
  private func endsInOverflow(_ question: ProofQuestion) -> Bool {
    guard question.made.mayOverflow, let statement = question.statement else { return false }
    do {
      _ = try firstColumn(connection.rows(of: statement))
      return false
    } catch {
      return Self.isOverflow(error)
    }
  }

  private static func isOverflow(_ error: any Error) -> Bool {
    (error as? SQLiteDatabaseError)?.finding?.code == .overflow
  }

  /// Returns the values of the first column.
  package func firstColumn(_ cursor: SQLiteCursor) throws -> [FormatValue] {
    var result: [FormatValue] = []
    while let row = try cursor.next() {
      if let value = row.first { result.append(value) }
    }
    return result
  }

  private func texts(_ keys: Set<FormatValue>) -> String {
    keys.map { $0.formatExpression.format }.sorted().joined(separator: ", ")
  }

  /// Returns a failure report: the corpus line, the shortest predicate that still fails, and its statement.
  private func report(_ question: ProofQuestion, _ difference: String) -> String {
    let shortest = shrunk(question.predicate) { candidate in
      guard let smaller = try? proof.question(about: question.made, meaning: candidate) else { return false }
      return self.difference(smaller) != nil
    }
    var text =
      "FAILED \(question.made.id): \(difference)\n  \(question.made.corpusLine)\n  shortest: \(shortest.losslessFormat)"
    if let smaller = try? proof.question(about: question.made, meaning: shortest), let statement = smaller.statement {
      let values = statement.parameters.map { $0.value.formatExpression.losslessFormat }
      text += "\n  \(self.difference(smaller) ?? "")\n  SQL: \(statement.text)\n  values: \(values)"
    }
    return text
  }
}
