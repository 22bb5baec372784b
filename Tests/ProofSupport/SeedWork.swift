import PredicateCases
import PredicateFormat
import PredicateSQL

/// The work file of the five systems for an engine: the tables and objects of each, statements for its cases, and memory's
/// answers, which are the expected ones.
package struct SeedWork {
  package private(set) var work: WorkFile
  /// Messages for cases with another answer from memory than expected, and for statements that could not be made.
  package private(set) var failures: [String] = []
  /// The cases that a statement answers only in part. Its rows are kept, and memory does the rest.
  package private(set) var unfinished: [Unfinished] = []
  /// The number of cases.
  package private(set) var asked = 0
  private let engine: ProofEngine

  /// A case whose statement leaves a remainder to memory.
  package struct Unfinished {
    /// The ID of the case's line in the work file.
    package var id: String
    var subject: Case
    var system: SeedSystem
    var columns: [SQLResultColumn]
    var remainder: PredicateFetchRequest
  }

  package init(_ systems: [SeedSystem], on engine: ProofEngine) {
    self.engine = engine
    work = WorkFile(engine)
    for system in systems {
      let tables = ModelTables(system.file, on: engine)
      work.add(tables)
      for subject in system.cases {
        asked += 1
        do throws(FormatError) { try add(subject, of: system) } catch {
          // A case that expects an error must fail. An error in a value is nil in SQL and does not fail.
          if subject.error == nil { failures.append("FAILED \(subject.id): \(error)") }
        }
      }
      for table in tables.tables.reversed() { work.addSetup("DROP TABLE \(engine.quoted(table.name))") }
    }
  }

  private mutating func add(_ subject: Case, of system: SeedSystem) throws(FormatError) {
    guard let request = try subject.boundRequest(), let entity = request.entity, let fetch = subject.fetch else {
      return
    }
    let (answer, difference) = try system.answer(to: subject)
    if let difference {
      failures.append("FAILED \(subject.id) in memory: \(difference)")
      return
    }
    let translator = try SQLTranslator(engine.dialect, model: system.file.model, entity: entity)
    if let change = fetch.change { return try add(change, request, subject, translator, of: system) }
    let counted = try translator.fetch(request, .count)
    let fetched = try translator.fetch(request, request.makesRows ? .rows : .identifiers)
    let id = "seeds/\(subject.id)"
    if counted.remainder == nil {
      work.addRows(
        "\(id)-count", format: subject.text, counted.statement, engine, rows: [[.integer(Int64(answer.count))]])
    }
    if let remainder = fetched.remainder {
      work.addRows(id, format: subject.text, fetched.statement, engine, rows: nil)
      let columns = fetched.statement.columns
      unfinished.append(
        Unfinished(id: id, subject: subject, system: system, columns: columns, remainder: remainder))
      return
    }
    if let identifiers = answer.identifiers {
      work.addQuery(id, format: subject.text, fetched.statement, finds: identifiers, isOrdered: true)
    }
    if let rows = answer.rows {
      let columns = fetched.statement.columns
      work.addRows(
        id, format: subject.text, fetched.statement, engine,
        rows: rows.map { row in
          columns.map { column in
            guard case .record(let fields) = row else { return .null }
            return engine.stored(fields[column.name] ?? .null, as: column.type)
          }
        })
    }
  }

  // MARK: Remainders in memory

  /// Returns the differences of the answers that memory completes from the kept rows, which are given by line ID.
  package func differences(keptRows: [String: [[FormatValue]]]) throws(FormatError) -> [String] {
    var differences: [String] = []
    for one in unfinished {
      guard let kept = keptRows[one.id] else {
        differences.append("FAILED \(one.id): its rows are missing in the answers")
        continue
      }
      let rows = kept.map { row in zip(row, one.columns).map { engine.meant($0, as: $1.type) } }
      let answer = try finish(one, rows)
      if let difference = try one.system.difference(answer, one.subject) {
        differences.append("FAILED \(one.id): \(difference)")
      }
    }
    return differences
  }

  private func finish(_ one: Unfinished, _ rows: [[FormatValue]]) throws(FormatError) -> FetchAnswer {
    let records = rows.map { FormatValue.record(keyPaths: one.columns.map(\.name), values: $0) }
    let count = try records.fetchCount(one.remainder, options: EvaluationOptions(onError: .yieldNil))
    if one.remainder.makesRows {
      return FetchAnswer(
        rows: try records.queryAttributes(one.remainder, options: EvaluationOptions(onError: .yieldNil)), count: count)
    }
    let found = try records.fetchIdentifiers(one.remainder, options: EvaluationOptions(onError: .yieldNil))
    let length = one.system.file.model.entity(one.subject.fetch?.request.entity ?? "")?.keyAttributes.count ?? 0
    return FetchAnswer(
      identifiers: found.map { length == 0 ? rows[$0].first ?? .null : .list(Array(rows[$0].prefix(length))) },
      count: count)
  }

  // MARK: Changes

  private mutating func add(
    _ change: FetchCase.Change, _ request: PredicateFetchRequest, _ subject: Case, _ translator: SQLTranslator,
    of system: SeedSystem
  ) throws(FormatError) {
    let changed = try system.changed(by: subject)
    let key = translator.entity.keyColumns.map { engine.quoted($0.column) }.joined(separator: ", ")
    let all = "SELECT \(key) FROM \(engine.quoted(translator.entity.table))"
    switch change {
    case .delete:
      let left = system.objects.objects(of: translator.entity.name).map(\.identifier).filter { !changed.contains($0) }
      work.addQuery(
        "seeds/\(subject.id)", format: "delete: \(subject.text)", try translator.delete(where: request.predicate),
        finds: left, check: all)
    case .update(let values):
      guard let changes = KeyValuePairs(values) else {
        failures.append("FAILED \(subject.id): more changes than the test supports")
        return
      }
      let (_, having) = try system.request(forThose: values, after: subject)
      let conditions = translator.entity.attributes.compactMap { attribute in
        values[attribute.name].map { "\(engine.quoted(attribute.column)) = \(literal($0))" }
      }
      work.addQuery(
        "seeds/\(subject.id)", format: "update: \(subject.text)",
        try translator.update(changes, where: request.predicate), finds: having,
        check: "\(all) WHERE \(conditions.joined(separator: " AND "))")
    }
  }

  /// Returns a value of a case as SQL for a check.
  private func literal(_ value: FormatValue) -> String {
    switch value {
    case .bool(let value): value ? "1" : "0"
    case .integer(let number): "\(number)"
    case .string(let text): "'\(text)'"
    default: "NULL"
    }
  }
}
