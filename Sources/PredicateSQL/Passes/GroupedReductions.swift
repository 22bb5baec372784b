/// The pass that computes a reduction of a collection for all owners at once, in a query that groups the elements by owner.
///
/// A comparison with a constant becomes membership of the owner's key in that query. In another comparison, such as
/// `date == customer.orders.@max.date`, the value is a column of that query, which is joined.
///
/// The query reads each element once. A subselect for each owner is better if few owners are left, and within OR, because engines may
/// search a list of keys for each row; but it is not better for a part of an OR that is a query of its own.
enum GroupedReductions {
  static func apply(to statement: inout Statement, _ table: DialectTable) {
    for index in statement.queries.indices {
      let query = statement.queries[index]
      guard !query.keys.isEmpty, query.isAlternative || !statement.leavesFewRows(query) else { continue }
      statement.queries[index].condition = query.condition.mapConjuncts { part in
        if case .either(_, let groups) = part, case .exists = groups { groups } else { part }
      }
      if !query.isAlternative { join(in: index, &statement, table) }
    }
  }

  /// Joins the groups of the reductions that conjuncts of a query compare.
  private static func join(in index: Int, _ statement: inout Statement, _ table: DialectTable) {
    var values: [Int: SQL] = [:]
    for (number, query) in statement.queries.enumerated() {
      if let reduction = query.reduction { values[number] = SQL(.column(reduction.table, "value")) }
    }
    let most = table.greatestJoin ?? .max
    guard !values.isEmpty, statement.queries[index].joins.count + values.count < most else { return }
    var joined: Set<Int> = []
    statement.queries[index].condition = statement.queries[index].condition.mapConjuncts { part in
      var terms = InsertedTerms(values)
      let changed = terms.inserted(part)
      guard terms.arePossible, !terms.usedQueries.isEmpty else { return part }
      joined.formUnion(terms.usedQueries)
      return changed
    }
    for number in joined.sorted() { join(number, in: index, &statement) }
  }

  /// Makes the subselect of a reduction a query of groups, and joins it.
  private static func join(_ number: Int, in index: Int, _ statement: inout Statement) {
    var groups = statement.queries[number]
    guard let reduction = groups.reduction, let tie = groups.tie else { return }
    groups.tie = nil
    groups.columns = ["\(reduction.owner) AS owner"] + groups.columns.map { "\($0) AS value" }
    groups.groups = [reduction.owner]
    statement.queries[number] = groups
    let owner = SQL(.column(reduction.table, "owner"))
    statement.queries[index].joins.append(
      Query.Join(
        source: .query(Subquery(number: number, length: groups.length), reduction.table), isOuter: true,
        tie: Query.Tie(inner: owner, outer: tie.outer)))
  }
}
