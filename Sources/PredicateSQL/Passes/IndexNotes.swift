import PredicateSyntax

/// The pass that notes which conditions of a statement an index serves. It is the last one, and changes no query.
struct IndexNotes {
  private let statement: Statement
  private let table: DialectTable
  /// Whether an OR of several tables becomes queries if each part has an index.
  private let dividesAlternatives: Bool

  static func apply(to statement: inout Statement, _ table: DialectTable) {
    let divides = statement.objects.map { !statement.leavesFewRows(statement.queries[$0]) } ?? false
    statement.notes = IndexNotes(statement: statement, table: table, dividesAlternatives: divides).notes()
  }

  /// The notes about a condition, and the table whose rows an index finds by it, or would find if it were declared; nil if none does.
  private struct Finding {
    var notes: [SQLNote] = []
    var searched: TableID?
    var searchable: TableID?

    /// Adds the notes about another part of the statement.
    mutating func add(_ other: Finding) { notes += other.notes }

    /// Replaces the messages of the notes about indexes of these kinds, which become notes of another kind.
    func replacing(_ kinds: Set<SQLNote.Kind>, by kind: SQLNote.Kind, _ message: String) -> Finding {
      Finding(
        notes: notes.map { note in
          guard let column = note.column, kinds.contains(note.kind) else { return note }
          var result = SQLNote(kind, "\(column): \(message)", at: note.range)
          if kind == .missingIndex { result.column = column }
          return result
        })
    }

    /// Removes the notes about indexes of these kinds.
    func removing(_ kinds: Set<SQLNote.Kind>) -> Finding { Finding(notes: notes.filter { !kinds.contains($0.kind) }) }

    /// Removes the notes about indexes, where the planner chooses among several indexes.
    func withoutIndexes() -> Finding { removing([.index, .missingIndex]) }
  }

  /// Returns the notes about the statement and the order of its page, each once. Those about other things come first.
  private func notes() -> [SQLNote] {
    var found = statement.notes
    if case .change(_, let head, _) = statement.kind { found += finding([head]).notes }
    if let query = statement.outermost { found += finding(query).notes }
    var result: [SQLNote] = []
    var known: Set<SQLNote> = []
    for note in found where known.insert(note).inserted { result.append(note) }
    if let order = statement.pageOrder, let note = self.note(about: order, after: result) { result.append(note) }
    return result
  }

  // MARK: Queries and conditions

  private func finding(_ query: Subquery) -> Finding {
    let query = statement[query]
    var result = finding(query.columns + query.groups + query.order)
    switch query.source {
    case .table: break
    case .query(let inner, _), .named(let inner, _): result.add(finding(inner))
    }
    for join in query.joins { if case .query(let inner, _) = join.source { result.add(finding(inner)) } }
    result.add(finding(query.condition, isConjunct: true))
    result.add(finding(query.having, isConjunct: true))
    for other in query.others { result.add(finding(other)) }
    return result
  }

  /// Returns the notes about a condition.
  ///
  /// - Parameters:
  ///   - isConjunct: Whether the condition must be TRUE of every row that is found.
  ///   - isAlone: Whether it is the whole condition of its query.
  @inline(never)
  private func finding(_ condition: SQLCondition, isConjunct: Bool, isAlone: Bool = true) -> Finding {
    switch condition {
    case .constant: return Finding()
    case .test(let sql), .isNull(let sql, _): return finding([sql])
    case .tested(let test, let condition): return finding(test, condition, isAlone: isAlone && isConjunct)
    case .negation(let condition, _): return Finding(notes: finding(condition, isConjunct: false).notes)
    case .either(let condition, _): return finding(condition, isConjunct: isConjunct, isAlone: isAlone)
    case .naming(let operands, let condition):
      var result = finding(operands.values)
      result.add(finding(condition, isConjunct: false))
      return result
    case .exists(let query, let isNegated):
      let inner = Finding(notes: finding(query).notes)
      return isNegated || !isConjunct ? inner.withoutIndexes() : inner
    case .all(let parts):
      var result = Finding()
      for part in parts {
        let part = finding(part, isConjunct: isConjunct, isAlone: false)
        result.add(part)
        result.searched = result.searched ?? part.searched
        result.searchable = result.searchable ?? part.searchable
      }
      return result
    case .any(let parts): return finding(alternatives: parts)
    }
  }

  /// Returns the notes about an OR. An index serves it if each part searches the rows of the same table in an index, or if it is
  /// membership in a query.
  private func finding(alternatives: [SQLCondition]) -> Finding {
    var findings: [Finding] = []
    // Of each part on the rows of the query itself; nil if EXISTS reads other rows for each of them.
    var (searched, searchable): ([TableID?], [TableID?]) = ([], [])
    for part in alternatives {
      guard case .exists(let query, isNegated: false) = part,
        statement[query].isMembership || statement[query].canBeMembership && statement[query].depth == 1
      else {
        findings.append(finding(part, isConjunct: false))
        searched.append(findings[findings.count - 1].searched)
        searchable.append(findings[findings.count - 1].searchable)
        continue
      }
      findings.append(finding(part, isConjunct: true))
      if !statement[query].isMembership { searched.append(nil) }
      if !dividesAlternatives { searchable.append(nil) }
    }
    func areSame(_ tables: [TableID?]) -> Bool { !tables.contains { $0 == nil || $0 != tables[0] } }
    // With an index for each part, an OR of several tables becomes queries.
    let couldUseIndexes = areSame(searchable) || dividesAlternatives && !searchable.contains { $0 == nil }
    var result = Finding()
    if areSame(searched) {
      for part in findings { result.add(part) }
      return result
    }
    for (part, condition) in zip(findings, alternatives) {
      if case .exists = condition { result.add(part.removing([.index])) } else { result.add(part) }
    }
    if couldUseIndexes {
      result = result.replacing(
        [.missingIndex], by: .missingIndex, "an index on the column could be used if each part of OR had one")
      return result.replacing([.index], by: .scan, "no index is used, because other parts of OR do not have one")
    }
    return result.replacing(
      [.index, .missingIndex], by: .scan, "no index is used, because other parts of OR cannot use one")
  }

  private func finding(_ test: KeyTest, _ condition: SQLCondition, isAlone: Bool) -> Finding {
    var result = finding(condition, isConjunct: false)
    func note(_ kind: SQLNote.Kind, _ message: String) {
      var note = SQLNote(kind, test.column.map { "\($0.name): \(message)" } ?? message, at: test.range)
      note.column = test.column?.name
      result.notes.append(note)
    }
    if let reason = test.obstacle ?? obstacle(of: test, isAlone: isAlone) {
      note(.scan, reason)
    } else if test.isIndexed {
      note(.index, "its index can be used")
      (result.searched, result.searchable) = (test.column?.table, test.column?.table)
    } else {
      note(.missingIndex, "an index on the column could be used")
      result.searchable = test.column?.table
    }
    return result
  }

  /// Returns why the engine may use no index for a test, or nil if it uses one.
  private func obstacle(of test: KeyTest, isAlone: Bool) -> String? {
    switch table.indexes {
    case .searches: nil
    case .lookups:
      test.isEquality && isAlone
        ? nil : "an index is certain to be used only for equality, as the only condition on the table"
    case .none: "the engine has no indexes"
    }
  }

  // MARK: The order of a page

  /// Returns a note that says whether an index serves an order. If the rows are searched in another index, it may be used instead.
  private func note(about order: PageOrder, after notes: [SQLNote]) -> SQLNote? {
    // With several keys, an engine may prefer to sort the rows that a condition leaves.
    guard table.indexes == .searches, order.isSingle || notes.isEmpty else { return nil }
    let isSearched = notes.contains { $0.kind == .index }
    func note(_ kind: SQLNote.Kind, _ message: String) -> SQLNote {
      SQLNote(kind, order.column.map { "\($0.name): \(message)" } ?? message, at: .none)
    }
    if let column = order.columnOfNaN {
      let remedy = "if none is, declare \"nan\": false in the model"
      return isSearched
        ? nil
        : SQLNote(.scan, "\(column.name): rows are sorted, because its values may be NaN; \(remedy)", at: .none)
    }
    guard order.column != nil else {
      return isSearched ? nil : note(.scan, "rows are sorted: no index is used for the order")
    }
    // The index of a model has the engine's own order of nil.
    let nulls = order.isNullable ? table.nullsFirst : ""
    if !table.sortsWithinIndex, !order.isAscending || !order.isSingle {
      return isSearched ? nil : note(.scan, "rows are sorted: no index is used for an order of several terms")
    }
    if order.column?.attribute.isIndexed == true, nulls.isEmpty {
      return note(.index, "its index can be used for the order")
    }
    let form = nulls.isEmpty ? "" : " with\(nulls)"
    return isSearched ? nil : note(.missingIndex, "an index on the column\(form) could be used for the order")
  }

  // MARK: Values

  /// Returns the notes about the conditions and the queries in values.
  @inline(never)
  private func finding(_ values: [SQL]) -> Finding {
    var result = Finding()
    for value in values {
      switch value.node {
      case .text, .parameter, .column: break
      case .call(_, let operands), .function(_, let operands), .pieces(let operands): result.add(finding(operands))
      case .infix(let left, _, let right): result.add(finding([left, right]))
      case .choice(let condition, let first, let second):
        result.add(
          finding(condition, isConjunct: false)
            .replacing([.index, .missingIndex], by: .scan, "a condition of TERNARY uses no index"))
        result.add(finding([first] + (second.map { [$0] } ?? [])))
      case .condition(let condition): result.add(finding(condition, isConjunct: false))
      case .query(let query): result.add(finding(query).withoutIndexes())
      case .selected(let term, _): result.add(finding([term]))
      }
    }
    return result
  }
}
