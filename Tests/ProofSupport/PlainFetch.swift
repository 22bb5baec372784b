import PredicateFormat
import PredicateSQL
import PredicateSemantics

/// A naive implementation of fetch requests: loops over values that share only the comparison of two values with the engine.
/// It is slow, and supports only attribute keys, aggregates of them, and conditions on groups that compare these.
package struct PlainFetch {
  /// The error for a request with an unsupported part.
  struct Unknown: Error {}

  let request: PredicateFetchRequest
  let result: SQLFetchResult
  /// The objects that match the predicate, in the order of their primary keys.
  let objects: [any StoredObject]
  let attributes: PlainValues

  /// Returns the rows of the answer.
  func rows() throws -> [[FormatValue]] {
    let all = page(try allRows())
    if result == .count { return [[.integer(Int64(all.count))]] }
    // The properties' types are applied last, because groups, distinct rows and sorting use the original values.
    return request.makesRows ? all.map { zip($0, properties).map(Self.typed) } : all
  }

  private static func typed(_ value: FormatValue, _ property: FetchProperty) -> FormatValue {
    guard let type = property.type else { return value }
    return type.value(of: value) ?? .null
  }

  private func allRows() throws -> [[FormatValue]] {
    if !request.makesRows {
      return try sorted(objects.map { Item(objects: [$0], row: [$0.primaryKey]) }, ties: []).map(\.row)
    }
    let isGrouped = !request.groupKeys.isEmpty || request.properties.contains { attributes.isAggregate($0.expression) }
    if isGrouped { return try groups() }
    var items = try objects.map { Item(objects: [$0], row: try row(of: [$0])) }
    guard request.isDistinct else { return try sorted(items, ties: []).map(\.row) }
    items = firsts(items) { $0.row }.map { $0[0] }
    return try sorted(items, ties: items.map(\.row)).map(\.row)
  }

  private func groups() throws -> [[FormatValue]] {
    let items = try objects.map { object in
      Item(objects: [object], row: try request.groupKeys.map { try value(ofGroupKey: $0, of: object) })
    }
    var groups = firsts(items) { $0.row }
    if request.groupKeys.isEmpty, groups.isEmpty { groups = [[]] }
    var meant: [Item] = []
    var ties: [[FormatValue]] = []
    for group in groups {
      let objects = group.flatMap(\.objects)
      if let having = request.having, try !isTrue(having, of: objects) { continue }
      meant.append(Item(objects: objects, row: try row(of: objects)))
      ties.append(group.first?.row ?? [])
    }
    return try sorted(meant, ties: ties).map(\.row)
  }

  /// Returns the value of a group key: of the property with this name, or at the key path.
  private func value(ofGroupKey key: String, of object: any StoredObject) throws -> FormatValue {
    guard let named = request.properties.first(where: { $0.name == key }) else {
      return attributes.value(at: key, of: object)
    }
    return try attributes.value(of: named.expression, in: [object])
  }

  // MARK: Rows

  /// One object or a group of objects, and the row for it.
  private struct Item {
    var objects: [any StoredObject]
    var row: [FormatValue]
  }

  private var properties: [FetchProperty] {
    request.properties.isEmpty ? request.groupKeys.map { .key($0) } : request.properties
  }

  private func row(of objects: [any StoredObject]) throws -> [FormatValue] {
    try properties.map { try attributes.value(of: $0.expression, in: objects) }
  }

  /// Returns groups of items with equal values, in the order of their first items.
  private func firsts(_ items: [Item], _ values: (Item) -> [FormatValue]) -> [[Item]] {
    var groups: [[Item]] = []
    for item in items {
      let index = groups.firstIndex { group in
        zip(values(group[0]), values(item)).allSatisfy { FormatValue.equal($0, $1) }
      }
      if let index { groups[index].append(item) } else { groups.append([item]) }
    }
    return groups
  }

  private func page<Element>(_ items: [Element]) -> [Element] {
    var result: [Element] = []
    for (index, item) in items.enumerated() where index >= request.offset {
      if let limit = request.limit, result.count >= limit { break }
      result.append(item)
    }
    return result
  }

  // MARK: Sorting

  /// Returns the items after the place of the request, sorted by the sort keys and then by the ties, ascending. The sort is stable.
  private func sorted(_ items: [Item], ties: [[FormatValue]]) throws -> [Item] {
    var result: [(item: Item, values: [FormatValue])] = []
    for (index, item) in items.enumerated() {
      let keys = try request.sortKeys.map { try value(of: $0, of: item) }
      if !request.after.isEmpty, try !isBefore(request.after, keys) { continue }
      let values = keys + (ties.isEmpty ? [] : ties[index])
      var end = result.count
      while end > 0, try isBefore(values, result[end - 1].values) { end -= 1 }
      result.insert((item, values), at: end)
    }
    return result.map(\.item)
  }

  private func value(of key: SortKey, of item: Item) throws -> FormatValue {
    let named = request.properties.first { $0.name == key.keyPath }
    if let named { return try attributes.value(of: named.expression, in: item.objects) }
    guard let object = item.objects.first else { return .null }
    return attributes.value(at: key.keyPath, of: object)
  }

  private func isBefore(_ left: [FormatValue], _ right: [FormatValue]) throws -> Bool {
    for index in left.indices {
      let key = index < request.sortKeys.count ? request.sortKeys[index] : SortKey("")
      let order = try order(left[index], right[index], key.comparison)
      if order != 0 { return (order < 0) == key.isAscending }
    }
    return false
  }

  private func order(_ left: FormatValue, _ right: FormatValue, _ comparison: SortComparison) throws -> Int {
    if left.isNil || right.isNil { return left.isNil && right.isNil ? 0 : left.isNil ? -1 : 1 }
    switch comparison {
    case .localizedStandard: throw Unknown()
    case .function(let function):
      return function.areInIncreasingOrder(left, right) ? -1 : function.areInIncreasingOrder(right, left) ? 1 : 0
    case .caseInsensitive:
      guard case .string(let left) = left, case .string(let right) = right else { throw Unknown() }
      return order(Array(folded(left, .caseInsensitive).utf8), Array(folded(right, .caseInsensitive).utf8))
    case .default: break
    }
    switch (left, right) {
    case (.string(let left), .string(let right)): return order(Array(left.utf8), Array(right.utf8))
    case (.uuid(let left), .uuid(let right)): return order(Array(left.text.utf8), Array(right.text.utf8))
    case (.data(let left), .data(let right)): return order(left, right)
    default: return FormatValue.order(left, right) ?? 0
    }
  }

  private func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  // MARK: Having

  private func isTrue(_ predicate: FormatPredicate, of group: [any StoredObject]) throws -> Bool {
    switch predicate.kind {
    case .constant(let value): return value
    case .and(let parts): return try parts.allSatisfy { try isTrue($0, of: group) }
    case .or(let parts): return try parts.contains { try isTrue($0, of: group) }
    case .not(let part): return try !isTrue(part, of: group)
    case .comparison(let comparison):
      guard comparison.options.isEmpty, comparison.modifier == .direct else { throw Unknown() }
      let left = try operand(comparison.left, of: group)
      let right = try operand(comparison.right, of: group)
      if case .decimal = left, case .double = right { throw Unknown() }
      if case .double = left, case .decimal = right { throw Unknown() }
      // Next to an attribute of 32 bits, a constant is read as such a number. The values do not tell their attributes.
      if case .double(let left) = left, case .double(let right) = right,
        (left == Double(Float(left))) != (right == Double(Float(right)))
      {
        throw Unknown()
      }
      return try compare(left, comparison.operator, right)
    default: throw Unknown()
    }
  }

  private func compare(_ left: FormatValue, _ sign: FormatComparisonOperator, _ right: FormatValue) throws -> Bool {
    let areNil = left.isNil && right.isNil
    let order = left.isNil || right.isNil ? nil : FormatValue.order(left, right)
    switch sign {
    case .equalTo: return FormatValue.equal(left, right)
    case .notEqualTo: return !FormatValue.equal(left, right)
    case .lessThan: return order.map { $0 < 0 } ?? false
    case .lessThanOrEqualTo: return order.map { $0 <= 0 } ?? areNil
    case .greaterThan: return order.map { $0 > 0 } ?? false
    case .greaterThanOrEqualTo: return order.map { $0 >= 0 } ?? areNil
    default: throw Unknown()
    }
  }

  /// Returns the value of a constant, an aggregate or a group key. The name of a property represents its expression.
  private func operand(_ expression: FormatExpression, of group: [any StoredObject]) throws -> FormatValue {
    if case .keyPath(let steps) = expression.kind, let name = PlainValues.text(steps),
      let named = request.properties.first(where: { $0.name == name })
    {
      return try attributes.value(of: named.expression, in: group)
    }
    return try attributes.value(of: expression, in: group)
  }
}
