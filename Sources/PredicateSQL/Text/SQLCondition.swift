/// A condition of SQL that is TRUE if it is satisfied, else FALSE or NULL.
///
/// NOT of a condition that may be NULL would lose rows. So a predicate that must be false has a condition of its own
/// (`Lowering.condition(_:is:)`), or `Lowering.notTrue(_:)` tests the condition. Constants fold away when conditions are joined.
package indirect enum SQLCondition: Sendable {
  case constant(Bool)
  case test(SQLText)
  /// The key of the row is one of those that a query selects.
  case member(Row, of: SQLText)
  /// At least two conditions, none of them constant.
  case all([SQLCondition])
  /// At least two conditions, none of them constant.
  case any([SQLCondition])

  package static let always = SQLCondition.constant(true)
  static let never = SQLCondition.constant(false)

  /// Returns the conjunction of conditions.
  static func all(of parts: [SQLCondition]) -> SQLCondition { joined(parts, isAll: true) }

  /// Returns the disjunction of conditions.
  static func any(of parts: [SQLCondition]) -> SQLCondition { joined(parts, isAll: false) }

  private static func joined(_ parts: [SQLCondition], isAll: Bool) -> SQLCondition {
    var kept: [SQLCondition] = []
    for part in parts {
      switch part {
      case .constant(let value): if value != isAll { return part }
      case .all(let inner) where isAll: kept += inner
      case .any(let inner) where !isAll: kept += inner
      case .test, .member, .all, .any: kept.append(part)
      }
    }
    if kept.count > 1 { return isAll ? .all(kept) : .any(kept) }
    return kept.first ?? .constant(isAll)
  }

  /// Returns the condition as SQL that can be an operand of AND.
  package func sql(_ table: DialectTable) -> SQLText {
    switch self {
    case .constant(let value): SQLText(stringLiteral: value ? table.true : table.false)
    case .test(let text): text
    case .member(let row, let query): "\(row.key) IN (\(query))"
    case .all(let parts): Self.chain(parts.map { $0.operand(table) }[...], " AND ")
    case .any(let parts): "(\(Self.chain(parts.map { $0.operand(table) }[...], " OR ")))"
    }
  }

  /// Returns the condition as SQL that can be an operand of OR too.
  private func operand(_ table: DialectTable) -> SQLText {
    if case .all = self { "(\(sql(table)))" } else { sql(table) }
  }

  /// The maximum number of operands in one chain. SQLite counts each as a level of the expression, with a limit of 1,000.
  private static let longestChain = 64

  /// Joins operands. A chain that is too long is split evenly into groups, with as many levels as necessary.
  private static func chain(_ terms: ArraySlice<SQLText>, _ word: String) -> SQLText {
    guard terms.count > longestChain else { return .joined(terms, by: word) }
    let size = (terms.count + longestChain - 1) / longestChain
    var groups: [SQLText] = []
    var rest = terms
    while !rest.isEmpty {
      let group = rest.prefix(size)
      groups.append(group.count == 1 ? group[group.startIndex] : "(\(chain(group, word)))")
      rest = rest.dropFirst(size)
    }
    return .joined(groups, by: word)
  }
}
