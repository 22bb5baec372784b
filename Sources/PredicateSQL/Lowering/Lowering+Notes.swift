import PredicateSemantics
import PredicateSyntax

// The notes about indexes.

extension Lowering {
  /// Notes whether an index serves a comparison of a value with a value that is the same for all rows.
  ///
  /// - Parameter acceptsNil: Whether the condition is true of nil too.
  mutating func noteUse(
    of operand: SQLValue, _ comparator: SQLComparator, _ acceptsNil: Bool, _ comparison: ResolvedComparison
  ) {
    guard let column = operand.column else {
      note(.scan, "\(comparison.spelled.spelling) compares a computed value: no index is used", at: comparison.range)
      return
    }
    if let reason = reasonForScan(operand, column, comparator, acceptsNil) {
      return note(.scan, column, reason, at: comparison.range)
    }
    if column.attribute.isIndexed, isConjunct { usesIndex = true }
    if let reason = reasonOfEngine(comparison, comparator, acceptsNil) {
      return note(.scan, column, reason, at: comparison.range)
    }
    guard column.attribute.isIndexed else {
      return note(.missingIndex, column, "an index on the column could be used", at: comparison.range)
    }
    note(.index, column, "its index can be used", at: comparison.range)
    searchedRow = column.table
  }

  /// Returns why no index can serve a comparison of a column on any engine, or nil if one can.
  private func reasonForScan(
    _ operand: SQLValue, _ column: SQLValue.Column, _ comparator: SQLComparator, _ acceptsNil: Bool
  ) -> String? {
    if comparator == .unequal { return "an index rarely helps to exclude values" }
    if comparator != .equal, !isExactText(operand, isOrder: true) {
      return "its collation is not declared exact: no index is used for order"
    }
    // A LEFT JOIN whose condition is true of missing rows reads all rows first.
    return acceptsNil && isJoinedWithNil(column) ? "the object may be nil: no index is used" : nil
  }

  /// Returns why the engine may use no index for the current comparison, or nil if it uses one.
  private func reasonOfEngine(
    _ comparison: ResolvedComparison, _ comparator: SQLComparator, _ acceptsNil: Bool
  ) -> String? {
    switch table.indexes {
    case .searches: return nil
    case .lookups:
      let frame = frames.last
      let isAlone =
        isAlone && frame?.tie == nil && frame?.conditions.isEmpty == true
        && comparison.operator != .contains && comparison.operator != .isAmong
      return isAlone && comparator == .equal && !acceptsNil
        ? nil : "an index is certain to be used only for equality, as the only condition on the table"
    case .none: return "the engine has no indexes"
    }
  }

  /// Returns whether the row of a column may be missing.
  private func isJoinedWithNil(_ column: SQLValue.Column) -> Bool {
    frames.contains { $0.joined.values.contains { $0.table == column.table && $0.isNullable } }
  }

  /// Notes whether an index serves a comparison of two values that are not constants.
  mutating func noteUse(
    of left: SQLValue, _ right: SQLValue, _ comparator: SQLComparator, _ comparison: ResolvedComparison
  ) {
    // Engines that use an index for equality alone use none if two nils are equal.
    let acceptsNil = table.indexes == .lookups && left.isNullable && right.isNullable
    if case .reduceWhole = comparison.right.kind { return noteUse(of: left, comparator, acceptsNil, comparison) }
    if case .reduceWhole = comparison.left.kind { return noteUse(of: right, comparator, acceptsNil, comparison) }
    // An index can find the rows of a subquery by a key of the outer row.
    if let x = left.column, let y = right.column, x.table != y.table { return }
    note(
      .scan, "\(comparison.spelled.spelling) compares two values of each row: no index is used", at: comparison.range)
  }

  /// Notes whether an index serves an order. If the rows are searched in another index, it may be used instead.
  mutating func noteOrder(by value: SQLValue, isAscending: Bool, isSingle: Bool) {
    // With several keys, an engine may prefer to sort the rows that a condition leaves.
    guard table.indexes == .searches, isSingle || notes.isEmpty else { return }
    let isSearched = notes.contains { $0.kind == .index }
    guard let column = value.column, isExactText(value, isOrder: true), !isJoinedWithNil(column) else {
      if !isSearched { note(.scan, "rows are sorted: no index is used for the order", at: .none) }
      return
    }
    // The index of a model has the engine's own order of nil.
    let nulls = value.isNullable ? table.nullsFirst : ""
    if !table.sortsWithinIndex, !isAscending || !isSingle {
      if isSearched { return }
      note(.scan, column, "rows are sorted: no index is used for an order of several terms", at: .none)
    } else if column.attribute.isIndexed, nulls.isEmpty {
      note(.index, column, "its index can be used for the order", at: .none)
    } else if !isSearched {
      let form = nulls.isEmpty ? "" : " with\(nulls)"
      note(.missingIndex, column, "an index on the column\(form) could be used for the order", at: .none)
    }
  }

  /// Replaces the notes about indexes since a position by notes with a reason, because no index serves a condition there. If
  /// `keepsMissing`, notes about missing indexes remain.
  mutating func withdrawIndexNotes(since first: Int, keepsMissing: Bool = false, _ reason: String) {
    searchedRow = nil
    for index in notes.indices.dropFirst(first) {
      guard let column = notes[index].column else { continue }
      switch notes[index].kind {
      case .index: break
      case .missingIndex: if keepsMissing { continue }
      case .scan, .error, .residual, .never: continue
      }
      let note = SQLNote(.scan, "\(column): \(reason)", at: notes[index].range)
      if noted.remove(notes[index]) != nil { noted.insert(note) }
      notes[index] = note
    }
  }

  /// Removes the notes about indexes since a position, where the planner chooses among several indexes.
  mutating func removeIndexNotes(since first: Int) {
    (searchedRow, requiredRows) = (nil, [])
    var kept: [SQLNote] = []
    for note in notes[first...] {
      if note.kind == .index || note.kind == .missingIndex { noted.remove(note) } else { kept.append(note) }
    }
    notes.replaceSubrange(first..., with: kept)
  }

  /// Notes that a part of a predicate is false for every row, unless the text says so itself.
  mutating func noteIfNever(_ condition: SQLCondition, _ predicate: FormatPredicate) {
    guard case .constant(false) = condition, predicate.kind != .constant(false) || !isAlone else { return }
    note(.never, "this is false for every row, so the statement finds none", at: predicate.range)
  }

  private mutating func note(
    _ kind: SQLNote.Kind, _ column: SQLValue.Column, _ message: String, at range: FormatRange
  ) {
    var note = SQLNote(kind, "\(column.name): \(message)", at: range)
    note.column = column.name
    self.note(note)
  }
}
