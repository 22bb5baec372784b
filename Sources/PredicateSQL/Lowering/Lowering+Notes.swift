import PredicateSemantics
import PredicateSyntax

// What the pass `IndexNotes` knows of the conditions and of the order.

/// The first key of the order of a page.
struct PageOrder {
  /// The column; nil if no index has this order.
  var column: SQLValue.Column?
  /// The column whose values are sorted without NaN.
  var columnOfNaN: SQLValue.Column?
  var isNullable: Bool
  var isAscending: Bool
  /// Whether it is the only key.
  var isSingle: Bool
}

extension Lowering {
  /// Returns the test of a value that is compared with a value that is the same for all rows.
  ///
  /// - Parameter acceptsNil: Whether the condition is true of nil too.
  func keyTest(
    of operand: SQLValue, _ comparator: SQLComparator, _ acceptsNil: Bool, _ comparison: ResolvedComparison,
    needsRow: Bool? = nil
  ) -> KeyTest {
    if let column = operand.columnOfNaN {
      return KeyTest(
        column, needsRow: needsRow ?? !acceptsNil,
        obstacle: "no index is used, because its values may be NaN; if none is, declare \"nan\": false in the model",
        at: comparison.range)
    }
    guard let column = operand.column else {
      return KeyTest(
        nil, obstacle: "\(comparison.spelled.spelling) compares a computed value: no index is used",
        at: comparison.range)
    }
    return KeyTest(
      column,
      isEquality: comparator == .equal && !acceptsNil && comparison.operator != .contains
        && comparison.operator != .isAmong,
      needsRow: needsRow ?? !acceptsNil, obstacle: obstacle(operand, column, comparator, acceptsNil),
      at: comparison.range)
  }

  /// Returns why no index can serve a comparison of a column on any engine, or nil if one can.
  private func obstacle(
    _ operand: SQLValue, _ column: SQLValue.Column, _ comparator: SQLComparator, _ acceptsNil: Bool
  ) -> String? {
    if comparator == .unequal { return "an index rarely helps to exclude values" }
    if comparator != .equal, !isExactText(operand, isOrder: true) {
      return "its collation is not declared exact: no index is used for order"
    }
    // A LEFT JOIN whose condition is true of missing rows reads all rows first.
    return acceptsNil && isJoinedWithNil(column) ? "the object may be nil: no index is used" : nil
  }

  /// Returns whether the row of a column may be missing.
  private func isJoinedWithNil(_ column: SQLValue.Column) -> Bool {
    frames.contains { $0.joined.values.contains { $0.table == column.table && $0.isNullable } }
  }

  /// Returns the test of two values that are not constants; nil if they are keys of two objects.
  func keyTest(
    of left: SQLValue, _ right: SQLValue, _ comparator: SQLComparator, _ comparison: ResolvedComparison
  ) -> KeyTest? {
    // Engines that use an index for equality alone use none if two nils are equal.
    let acceptsNil = table.indexes == .lookups && left.isNullable && right.isNullable
    if case .reduceWhole = comparison.right.kind {
      return keyTest(of: left, comparator, acceptsNil, comparison, needsRow: false)
    }
    if case .reduceWhole = comparison.left.kind {
      return keyTest(of: right, comparator, acceptsNil, comparison, needsRow: false)
    }
    // An index can find the rows of a subquery by a key of the outer row.
    if let x = left.column, let y = right.column, x.table != y.table { return nil }
    return KeyTest(
      nil, obstacle: "\(comparison.spelled.spelling) compares two values of each row: no index is used",
      at: comparison.range)
  }

  /// Returns the first key of the order of a page.
  func pageOrder(_ value: SQLValue, isAscending: Bool, isSingle: Bool) -> PageOrder {
    var column = value.column
    if let known = column, !isExactText(value, isOrder: true) || isJoinedWithNil(known) { column = nil }
    return PageOrder(
      column: column, columnOfNaN: value.columnOfNaN, isNullable: value.isNullable, isAscending: isAscending,
      isSingle: isSingle)
  }

  /// Notes that a part of a predicate is false for every row, unless the text says so itself.
  ///
  /// - Parameter isAlone: Whether the part is the whole predicate.
  mutating func noteIfNever(_ condition: SQLCondition, _ predicate: FormatPredicate, isAlone: Bool) {
    guard case .constant(false) = condition, predicate.kind != .constant(false) || !isAlone else { return }
    note(.never, "this is false for every row, so the statement finds none", at: predicate.range)
  }
}
