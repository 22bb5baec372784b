import PredicateSemantics
import PredicateSyntax

// The terms of ORDER BY, LIMIT and OFFSET.

extension Lowering {
  /// Returns a value as the comparison of a sort key orders it.
  func orderedValue(_ key: SortKey, _ value: SQLValue) throws(Refusal) -> SQLValue {
    switch value.type {
    case .uuid, .data, .object:
      throw refusal("the order of '\(key.keyPath)'", "such values have no order", at: .none)
    case .boolean, .integer, .double, .decimal, .text, .date: break
    }
    if value.readsOuterRow, table.joinsReductions {
      throw refusal(
        "the order of '\(key.keyPath)'", "its ORDER BY does not accept a subquery that reads the outer row", at: .none)
    }
    var value = value
    switch key.comparison {
    case .default: break
    case .caseInsensitive:
      value = folded(value, .caseInsensitive)
      if value.isPattern {
        throw refusal(
          "the order of '\(key.keyPath)' without regard to case", "there is no folded column for it", at: .none)
      }
    case .localizedStandard, .function:
      throw refusal("the order of '\(key.keyPath)'", "it is evaluated in memory", at: .none)
    }
    return value
  }

  /// Returns the sort keys with their values as ORDER BY terms.
  ///
  /// A parameter and NULL are left out. They do not affect the order, and engines refuse them or read them as the number of a
  /// column. A converted parameter, such as `CAST(? AS SIGNED)`, is accepted by all engines and stays.
  ///
  /// - Parameter ties: The values that order rows with equal keys, with their terms. Each that is a key itself is left out.
  mutating func order(
    _ keys: [(key: SortKey, value: SQLValue)], thenBy ties: [(value: SQL, term: SQL)], limit: Int?
  ) throws(Refusal) -> [SQL] {
    var sorted: [(value: SQLValue, isAscending: Bool)] = []
    for (key, value) in keys {
      let value = try orderedValue(key, value)
      if !value.sql.isConstant { sorted.append((value, key.isAscending)) }
    }
    if limit != nil, let first = sorted.first {
      pageOrder = pageOrder(first.value, isAscending: first.isAscending, isSingle: sorted.count == 1)
    }
    let known = keys.filter { $0.key.comparison == .default }.map { $0.value.sql }
    let others = ties.filter { tie in !known.contains { $0.isColumn(tie.value) } }
    return sorted.map { ordered($0.value, isAscending: $0.isAscending) } + others.map { $0.term }
  }

  /// Returns a value as an ORDER BY term that breaks ties. Here UUIDs and bytes have an order too, that of their bytes.
  func orderOfTies(_ value: SQLValue) throws(Refusal) -> SQL {
    var value = value
    switch value.type {
    case .uuid(.upperText), .uuid(.lowerText): value.type = .text
    case .uuid(.native) where !table.ordersUUIDs:
      throw refusal("the order of UUIDs", "its order is not that of their bytes", at: .none)
    case .boolean, .integer, .double, .decimal, .text, .date, .uuid, .data, .object: break
    }
    return ordered(value, isAscending: true)
  }

  /// Returns an ORDER BY term with nil first in ascending order and last in descending order.
  private func ordered(_ value: SQLValue, isAscending: Bool) -> SQL {
    let nulls = !value.isNullable ? "" : isAscending ? table.nullsFirst : table.nullsLast
    return "\(orderText(value))\(sql: isAscending ? "" : " DESC")\(sql: nulls)"
  }

  /// Returns LIMIT and OFFSET, or nil for all rows.
  func page(_ limit: Int?, _ offset: Int) throws(Refusal) -> String? {
    if let greatest = table.greatestLimit, max(limit ?? 0, offset) > greatest {
      throw refusal("such a large page", "its LIMIT and OFFSET are at most \(greatest)", at: .none)
    }
    switch limit {
    case nil where offset == 0: return nil
    case nil: return try page(.offset, ["\(offset)"])
    case let limit? where offset == 0: return try page(.limit, ["\(limit)"])
    case let limit?: return try page(.limitAndOffset, ["\(limit)", "\(offset)"])
    }
  }

  private func page(_ operation: SQLOperation, _ numbers: [String]) throws(Refusal) -> String {
    guard let template = dialect.spellings[operation] else {
      throw refusal("such a page", "it has no operation '\(operation.name)'", at: .none)
    }
    return template.text(numbers)
  }
}
