/// A condition of SQL that is TRUE if it is satisfied, else FALSE or NULL.
///
/// NOT of a condition that may be NULL would lose rows. So a predicate that must be false has a condition of its own
/// (`Lowering.condition(_:is:)`), or the condition is negated with a test of NULL. Constants fold away when conditions are joined.
indirect enum SQLCondition: Sendable {
  case constant(Bool)
  case test(SQL)
  case isNull(SQL, isNegated: Bool)
  /// A condition, and what passes know about it.
  case tested(KeyTest, SQLCondition)
  /// The opposite of a condition, which is TRUE if the condition is FALSE, or if `isNullable`, NULL.
  case negation(SQLCondition, isNullable: Bool)
  /// A query has a row, or if the query is a membership, the outer key is one of those that it selects.
  case exists(Subquery, isNegated: Bool)
  /// Two forms of a condition. The first is used unless a pass chooses the second, which can be faster.
  case either(SQLCondition, SQLCondition)
  /// A condition of operands that it repeats, by their names.
  case naming(NamedOperands, SQLCondition)
  /// At least two conditions, none of them constant.
  case all([SQLCondition])
  /// At least two conditions, none of them constant.
  case any([SQLCondition])

  static let always = SQLCondition.constant(true)
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
      case .test, .isNull, .tested, .negation, .exists, .either, .naming, .all, .any: kept.append(part)
      }
    }
    if kept.count > 1 { return isAll ? .all(kept) : .any(kept) }
    return kept.first ?? .constant(isAll)
  }

  /// The opposite: TRUE if the condition is FALSE, or if `isNullable`, NULL. A condition that cannot be NULL gets a plain NOT, which
  /// engines push down further. Avoid it if there is an opposite that an index can serve.
  func negated(isNullable: Bool = true) -> SQLCondition {
    if case .constant(let value) = self { return .constant(!value) }
    return .negation(self, isNullable: isNullable)
  }

  /// Returns the condition with what it tests.
  func tested(_ test: KeyTest?) -> SQLCondition {
    if case .constant = self { return self }
    return test.map { .tested($0, self) } ?? self
  }

  /// The condition without tests of keys, where the planner chooses among several indexes.
  var withoutKeys: SQLCondition {
    switch self {
    case .tested(let test, let condition): test.obstacle == nil ? condition.withoutKeys : self
    case .all(let parts): .all(parts.map { $0.withoutKeys })
    case .any(let parts): .any(parts.map { $0.withoutKeys })
    case .either(let condition, _): condition.withoutKeys
    case .constant, .test, .isNull, .negation, .exists, .naming: self
    }
  }

  var isAlways: Bool { if case .constant(true) = self { true } else { false } }

  /// The approximate number of bytes when written.
  var length: Int {
    switch self {
    case .constant: 5
    case .test(let sql): sql.length
    case .isNull(let sql, let isNegated): sql.length + (isNegated ? 12 : 8)
    case .tested(_, let condition): condition.length
    case .either(let first, let second): max(first.length, second.length)
    case .naming(let operands, let condition): operands.length + condition.length
    case .negation(let condition, let isNullable): condition.length + (isNullable ? 14 : 6)
    case .exists(let query, let isNegated): query.length + (isNegated ? 13 : 9)
    case .all(let parts): parts.reduce(-5) { $0 + 5 + $1.length }
    case .any(let parts): parts.reduce(-2) { $0 + 4 + $1.length + ($1.isAll ? 2 : 0) }
    }
  }

  var isAll: Bool {
    switch self {
    case .all: true
    case .tested(_, let condition), .either(let condition, _): condition.isAll
    case .constant, .test, .isNull, .negation, .exists, .naming, .any: false
    }
  }

  /// The operands if this is AND, or if `isAll` is false, OR; else the condition itself.
  func operands(isAll: Bool) -> [SQLCondition] {
    switch self {
    case .all(let parts) where isAll: parts.flatMap { $0.operands(isAll: isAll) }
    case .any(let parts) where !isAll: parts.flatMap { $0.operands(isAll: isAll) }
    case .tested(_, let condition), .either(let condition, _): condition.operands(isAll: isAll)
    case .constant, .test, .isNull, .negation, .exists, .naming, .all, .any: [self]
    }
  }

  var hasSubquery: Bool {
    switch self {
    case .constant: false
    case .test(let sql), .isNull(let sql, _): sql.hasSubquery
    case .tested(_, let condition), .either(let condition, _): condition.hasSubquery
    case .negation(let condition, _): condition.hasSubquery
    case .naming(let operands, let condition): operands.values.contains { $0.hasSubquery } || condition.hasSubquery
    case .exists: true
    case .all(let parts), .any(let parts): parts.contains { $0.hasSubquery }
    }
  }
}
