/// The pass that computes a reduction of a collection for all owners at once: membership of the owner's key in a query that groups
/// the elements by owner.
///
/// It reads each element once. A subselect for each owner is better if few owners are left, and within OR, because engines may
/// search a list of keys for each row; but it is not better for a part of an OR that is a query of its own.
enum GroupedReductions {
  static func apply(to statement: inout Statement, _ table: DialectTable) {
    for index in statement.queries.indices {
      let query = statement.queries[index]
      guard query.key != nil, query.isAlternative || !statement.leavesFewRows(query) else { continue }
      statement.queries[index].condition = query.condition.mapConjuncts { part in
        if case .either(_, let groups) = part, case .exists = groups { groups } else { part }
      }
    }
  }
}
