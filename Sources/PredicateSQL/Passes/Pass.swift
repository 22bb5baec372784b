/// A change of the queries of a statement that finds the same rows in less time.
///
/// A pass reads only the tree of the statement and the table of the dialect. Without any of them, the statement finds the same
/// rows. To add one, add a file with its function and a line here.
package struct Pass: Sendable {
  package let name: String
  let apply: @Sendable (inout Statement, DialectTable) -> Void

  /// The passes, in the order in which they are applied.
  package static let all = [
    Pass(name: "copies of operands", apply: CopiedOperands.apply),
    Pass(name: "OR of several tables", apply: Alternatives.apply),
    Pass(name: "reductions in groups", apply: GroupedReductions.apply),
    Pass(name: "EXISTS as membership", apply: Memberships.apply),
    Pass(name: "ranges of patterns", apply: PatternRanges.apply),
    Pass(name: "HAVING", apply: MergedGroups.apply),
    Pass(name: "unused joins", apply: UnusedJoins.apply),
    Pass(name: "inner joins", apply: InnerJoins.apply),
    Pass(name: "index notes", apply: IndexNotes.apply),
  ]
}

// MARK: What passes read

extension Statement {
  /// Returns whether a condition of the objects leaves few of them, so that queries for each object are fast: equality of an indexed
  /// key with a constant.
  func leavesFewRows(_ query: Query) -> Bool {
    query.condition.conjuncts.contains { part in
      guard case .tested(let test, let condition) = part, !condition.hasSubquery else { return false }
      return test.isEquality && test.isIndexed && test.column?.table == query.source.table
    }
  }

  /// Returns whether a declared index can serve a condition as a conjunct.
  ///
  /// - Parameter asMembership: Whether a test of EXISTS can be membership.
  func isServed(_ condition: SQLCondition, asMembership: (Query) -> Bool = { $0.isMembership }) -> Bool {
    switch condition {
    case .constant, .test, .isNull, .negation, .naming, .any, .exists(_, isNegated: true): false
    case .tested(let test, _): test.isIndexed
    case .either(_, let searched): isServed(searched, asMembership: asMembership)
    case .exists(let query, isNegated: false):
      asMembership(self[query]) && self[query].groups.isEmpty
        && isServed(self[query].condition, asMembership: asMembership)
    case .all(let parts): parts.contains { isServed($0, asMembership: asMembership) }
    }
  }
}

extension SQLCondition {
  /// The conditions that must all be TRUE.
  var conjuncts: [SQLCondition] {
    if case .all(let parts) = self { parts.flatMap { $0.conjuncts } } else { [self] }
  }

  /// The condition with each conjunct changed.
  func mapConjuncts(_ change: (SQLCondition) -> SQLCondition) -> SQLCondition {
    switch self {
    case .all(let parts): .all(of: parts.map { $0.mapConjuncts(change) })
    case .constant, .test, .isNull, .tested, .negation, .exists, .either, .naming, .any: change(self)
    }
  }
}
