import PredicateSyntax

/// The notes that say which conditions of a finished statement an index serves.
struct IndexNotes {
  private let statement: Statement
  private let table: DialectTable

  init(_ statement: Statement, _ table: DialectTable) {
    self.statement = statement
    self.table = table
  }

  /// The notes about a condition, and the table whose row an index finds by it; nil if none does.
  private struct Finding {
    var notes: [SQLNote] = []
    var searched: TableID?

    /// Adds the notes about another part of the statement.
    mutating func add(_ other: Finding) { notes += other.notes }

    /// Replaces the notes about indexes by notes with a reason, because no index serves a condition there. If `keepsMissing`, notes
    /// about missing indexes remain.
    func withdrawn(keepsMissing: Bool = false, _ reason: String) -> Finding {
      Finding(
        notes: notes.map { note in
          guard let column = note.column, note.kind == .index || note.kind == .missingIndex && !keepsMissing else {
            return note
          }
          return SQLNote(.scan, "\(column): \(reason)", at: note.range)
        })
    }

    /// Removes the notes about indexes, where the planner chooses among several indexes.
    func withoutIndexes() -> Finding {
      Finding(notes: notes.filter { $0.kind != .index && $0.kind != .missingIndex })
    }
  }

  /// Returns the notes about a statement and the order of its page, each once.
  ///
  /// - Parameter notes: The notes about other things, which come first.
  func notes(after notes: [SQLNote], _ order: PageOrder?) -> [SQLNote] {
    var found: [SQLNote] = []
    if case .change(_, let head, _) = statement.kind { found = finding([head]).notes }
    if let query = statement.outermost { found += finding(query).notes }
    var result: [SQLNote] = []
    var known: Set<SQLNote> = []
    for note in notes + found where known.insert(note).inserted { result.append(note) }
    if let note = order.flatMap({ self.note(about: $0, after: result) }) { result.append(note) }
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
    case .exists(let query, let isNegated):
      let inner = Finding(notes: finding(query).notes)
      return isNegated || !isConjunct ? inner.withoutIndexes() : inner
    case .all(let parts):
      var result = Finding()
      for part in parts {
        let part = finding(part, isConjunct: isConjunct, isAlone: false)
        result.add(part)
        result.searched = result.searched ?? part.searched
      }
      return result
    case .any(let parts): return finding(alternatives: parts)
    }
  }

  /// Returns the notes about an OR. An index serves it if each part searches the rows of the same table in an index, or if it is
  /// membership in a query.
  private func finding(alternatives: [SQLCondition]) -> Finding {
    var result = Finding()
    var searched: [TableID?] = []
    var findings: [(part: Finding, isMember: Bool)] = []
    for part in alternatives {
      let isMember = isMember(part)
      let finding = finding(part, isConjunct: isMember)
      findings.append((finding, isMember))
      if !isMember { searched.append(finding.searched) }
    }
    let isServed = !searched.contains { $0 == nil || $0 != searched[0] }
    for (part, isMember) in findings { result.add(isMember && !isServed ? part.withoutIndexes() : part) }
    if isServed { return result }
    return result.withdrawn(keepsMissing: true, "no index is used, because other parts of OR do not have one")
  }

  private func isMember(_ condition: SQLCondition) -> Bool {
    guard case .exists(let query, isNegated: false) = condition else { return false }
    return statement[query].isMembership
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
      result.searched = test.column?.table
    } else {
      note(.missingIndex, "an index on the column could be used")
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
          finding(condition, isConjunct: false).withdrawn("a condition of TERNARY uses no index"))
        result.add(finding([first] + (second.map { [$0] } ?? [])))
      case .condition(let condition): result.add(finding(condition, isConjunct: false))
      case .query(let query): result.add(finding(query).withoutIndexes())
      }
    }
    return result
  }
}
