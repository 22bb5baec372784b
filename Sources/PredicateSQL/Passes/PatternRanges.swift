/// The pass that adds to the test of a pattern the range of its literal prefix, by which an index can find the rows to test.
///
/// It changes the parts of AND and OR, where an index can be used.
enum PatternRanges {
  static func apply(to statement: inout Statement, _ table: DialectTable) {
    for index in statement.queries.indices {
      statement.queries[index].condition = ranged(statement.queries[index].condition)
    }
  }

  private static func ranged(_ condition: SQLCondition) -> SQLCondition {
    switch condition {
    case .either(_, let ranged): if case .all = ranged { ranged } else { condition }
    case .all(let parts): .all(of: parts.map { ranged($0) })
    case .any(let parts): .any(of: parts.map { ranged($0) })
    case .constant, .test, .isNull, .tested, .negation, .exists, .naming: condition
    }
  }
}
