/// The pass that makes an outer join inner where no row without the joined row can match.
///
/// A comparison such as `t1."name" = ?` is NULL if `t1` has no row, so a query with this condition finds only rows with a joined row.
/// `t1."name" IS NULL` is TRUE without one. With an inner join, an engine can begin at the joined table.
enum InnerJoins {
  static func apply(to statement: inout Statement, _ table: DialectTable) {
    for index in statement.queries.indices where statement.queries[index].joins.contains(where: { $0.isOuter }) {
      apply(to: &statement.queries[index])
    }
  }

  private static func apply(to query: inout Query) {
    for table in query.condition.neededTables {
      var next: TableID? = table
      // An inner join needs a key that is not NULL, so the row that contains the key must exist too.
      while let index = query.joins.lastIndex(where: { $0.source.table == next }), query.joins[index].isOuter {
        query.joins[index].isOuter = false
        next = query.joins[index].owner
      }
    }
  }
}

extension SQLCondition {
  /// The tables that must have a row if the condition is TRUE, as far as is known.
  var neededTables: Set<TableID> {
    switch self {
    case .constant, .test, .negation, .exists, .naming: []
    case .isNull(let sql, let isNegated):
      if isNegated, case .column(let table, _) = sql.node { [table] } else { [] }
    case .tested(let test, let condition):
      if test.needsRow, let column = test.column { [column.table] } else { condition.neededTables }
    case .either(let first, let second): first.neededTables.union(second.neededTables)
    case .all(let parts): parts.reduce(into: []) { $0.formUnion($1.neededTables) }
    case .any(let parts): parts.dropFirst().reduce(parts[0].neededTables) { $0.intersection($1.neededTables) }
    }
  }
}
