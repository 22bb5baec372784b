import PredicateFormat
import PredicateSQL
import TestSupport

/// A statement other than a SELECT of primary keys, with its expected result.
package struct ProofStatement {
  package var id: String
  package var format: String
  package var statement: TranslatedStatement
  /// The expected values of the first column: primary keys, or the one value of COUNT and EXISTS.
  package var expected: [FormatValue]
  package var isOrdered = false
  /// For a statement that changes rows, a SELECT whose first column then contains the expected keys.
  package var check: String?
}

extension Proof {
  /// Returns statements with a question's predicate: sorted and limited SELECT, COUNT, EXISTS, DELETE and UPDATE. There are none
  /// if the predicate leaves a residual, because the translator then rejects them.
  package func statements(over question: ProofQuestion) throws -> [ProofStatement] {
    guard question.statement?.residual == nil, question.statement != nil else { return [] }
    let made = question.made
    let translator = try SQLTranslator(dialect, model: model, entity: made.entity)
    let predicate = question.predicate
    func statement(_ form: String, _ sql: TranslatedStatement, _ expected: [FormatValue]) -> ProofStatement {
      ProofStatement(
        id: "\(made.id)-\(form)", format: "\(form): \(made.format)", statement: sql, expected: expected)
    }
    let count = question.answer.keys.count
    var result = [
      try ordered(question, translator),
      statement("count", try translator.count(where: predicate), [.integer(Int64(count))]),
      statement("exists", try translator.exists(where: predicate), [.bool(count > 0)]),
    ]
    // If a dialect cannot change rows, the translator reports that. Accounts and entries are only read.
    if dialect.table.changesRows, !data.people.isEmpty {
      result += [try deletion(question, translator), try update(question, translator)]
      if made.entity != "Task" { result.append(try computation(question, translator)) }
    }
    for index in result.indices { result[index].statement = try posed(result[index].statement) }
    return result
  }

  /// Returns a statement with ORDER BY up to three keys, LIMIT and OFFSET.
  private func ordered(_ question: ProofQuestion, _ translator: SQLTranslator) throws -> ProofStatement {
    var random = SeededRandom(state: seed &+ UInt64(question.made.format.utf8.count) &* 31)
    let sortable = translator.entity.attributes.filter { attribute in
      switch attribute.type {
      case .boolean, .uuid, .data: false
      default: true
      }
    }
    var keys: [SortKey] = []
    for _ in 0..<random.number(0...3) {
      let name = random.pick(sortable).name
      let hop = made(question, hasBoss: random.chance(25)) ? "boss." : ""
      keys.append(SortKey(hop + name, ascending: random.chance(50)))
    }
    let limit = random.chance(50) ? random.number(0...12) : nil
    let offset = random.chance(40) ? random.number(0...8) : 0
    let statement = try translator.select(where: question.predicate, orderBy: keys, limit: limit, offset: offset)
    let request = PredicateFetchRequest(question.predicate, sortKeys: keys)
    let all = try MemoryAnswer.fetch(request, on: question.made.entity, of: data).dropFirst(offset)
    let order = keys.map { "\($0.keyPath) \($0.isAscending ? "up" : "down")" }.joined(separator: ", ")
    let cut = "limit \(limit.map(String.init) ?? "none"), offset \(offset)"
    return ProofStatement(
      id: "\(question.made.id)-order", format: "order by \(order), \(cut): \(question.made.format)",
      statement: statement, expected: Array(all.prefix(limit ?? all.count)),
      // Without sort keys and limits, any order is correct.
      isOrdered: !keys.isEmpty || limit != nil || offset > 0)
  }

  private func made(_ question: ProofQuestion, hasBoss: Bool) -> Bool { hasBoss && question.made.entity == "Person" }

  private func deletion(_ question: ProofQuestion, _ translator: SQLTranslator) throws -> ProofStatement {
    let table = translator.entity.table
    let deleted = Set(question.answer.keys)
    let left = tables.tables.first { $0.name == table }?.rows.map { $0[0] }.filter { !deleted.contains($0) } ?? []
    return ProofStatement(
      id: "\(question.made.id)-delete", format: "delete: \(question.made.format)",
      statement: try translator.delete(where: question.predicate), expected: left,
      check: "SELECT \(engine.quoted("id")) FROM \(engine.quoted(table))")
  }

  /// Returns an UPDATE of a text with its folded columns, of a value to nil, and of a number.
  private func update(_ question: ProofQuestion, _ translator: SQLTranslator) throws -> ProofStatement {
    let isTask = question.made.entity == "Task"
    let (text, empty, number) = isTask ? ("title", "priority", "effort") : ("nick", "rank", "total")
    let statement = try translator.update(
      [text: "Changed!", empty: nil as Int?, number: 77], where: question.predicate)
    let check = """
      \(engine.quoted(text)) = 'Changed!' AND \(engine.quoted("\(text)_cd")) = 'changed!' \
      AND \(engine.quoted(empty)) IS NULL AND \(engine.quoted(number)) = 77
      """
    return changing(question, translator, "update", statement, check)
  }

  /// Returns an UPDATE of a person's number to the value of an expression.
  private func computation(_ question: ProofQuestion, _ translator: SQLTranslator) throws -> ProofStatement {
    let sum = FormatExpression.function("add:to:", .keyPath("level"), .constant(1_000_000))
    let statement = try translator.update(["total": sum], where: question.predicate)
    let check = "\(engine.quoted("total")) = \(engine.quoted("level")) + 1000000"
    return changing(question, translator, "compute", statement, check)
  }

  private func changing(
    _ question: ProofQuestion, _ translator: SQLTranslator, _ form: String, _ statement: TranslatedStatement,
    _ check: String
  ) -> ProofStatement {
    let table = engine.quoted(translator.entity.table)
    return ProofStatement(
      id: "\(question.made.id)-\(form)", format: "\(form): \(question.made.format)", statement: statement,
      expected: question.answer.keys, check: "SELECT \(engine.quoted("id")) FROM \(table) WHERE \(check)")
  }
}

extension SQLiteProof {
  /// Returns the difference of SQLite's result from the expected one, or nil if there is none.
  package func difference(_ statement: ProofStatement) -> String? {
    do {
      let found: [FormatValue]
      if let check = statement.check {
        try connection.execute("BEGIN")
        defer { _ = try? connection.execute("ROLLBACK") }
        try connection.run(statement.statement)
        found = try firstColumn(connection.rows(of: check))
      } else {
        found = try firstColumn(connection.rows(of: statement.statement))
      }
      let isSame = statement.isOrdered ? found == statement.expected : same(found, statement.expected)
      return isSame ? nil : "found \(found), expected \(statement.expected)\n  SQL: \(statement.statement.text)"
    } catch {
      return "\(error)"
    }
  }

  /// Returns whether two lists have the same elements without duplicates.
  private func same(_ left: [FormatValue], _ right: [FormatValue]) -> Bool {
    left.count == right.count && Set(left) == Set(right)
  }
}
