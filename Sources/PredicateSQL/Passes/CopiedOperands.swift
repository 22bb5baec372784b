/// The pass that writes copies of the operands that a condition repeats, in place of names.
///
/// A name needs a subselect for each row. An engine that runs it slowly prefers copies of operands of moderate length.
enum CopiedOperands {
  static func apply(to statement: inout Statement, _ table: DialectTable) {
    guard table.copiesOperands else { return }
    for index in statement.queries.indices {
      statement.queries[index].condition = copied(statement.queries[index].condition)
      statement.queries[index].having = copied(statement.queries[index].having)
    }
  }

  private static func copied(_ condition: SQLCondition) -> SQLCondition {
    switch condition {
    case .naming(let operands, let condition): copied(operands, copied(condition))
    case .negation(let condition, let isNullable): .negation(copied(condition), isNullable: isNullable)
    case .tested(let test, let condition): .tested(test, copied(condition))
    case .either(let first, let second): .either(copied(first), copied(second))
    case .all(let parts): .all(of: parts.map { copied($0) })
    case .any(let parts): .any(of: parts.map { copied($0) })
    case .constant, .test, .isNull, .exists: condition
    }
  }

  private static func copied(_ operands: NamedOperands, _ condition: SQLCondition) -> SQLCondition {
    let named = SQLCondition.naming(operands, condition)
    guard operands.values.allSatisfy({ $0.isCopyable }) else { return named }
    var terms: [String: SQL] = [:]
    for (number, value) in operands.values.enumerated() { terms[NamedOperands.name(number)] = value }
    var copies = InsertedTerms(terms, for: .operands)
    let condition = copies.inserted(condition)
    return copies.arePossible ? condition : named
  }
}
