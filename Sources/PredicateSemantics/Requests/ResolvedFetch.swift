import PredicateSyntax

/// A checked fetch request: keys are found and typed, and property names are replaced by their expressions. Memory and SQL both
/// lower this type only, so each decision about meaning is made once.
package struct ResolvedFetch: Sendable {
  /// The kind of result.
  package enum Shape: Sendable, Hashable {
    case objects
    /// One row per object.
    case rows
    /// One row per object, without duplicates.
    case distinctRows
    /// One row per group. Without group keys, one row for all objects, even if there are none.
    case groups
  }

  package var shape: Shape
  /// The condition of the objects, which is not checked yet: the predicate of the request, and that they are after its place.
  package var predicate: FormatPredicate?
  /// The columns of the rows. Empty for objects.
  package var columns: [ResolvedColumn]
  /// The values that identify a group.
  package var groupKeys: [ResolvedExpression]
  /// The condition that groups must meet.
  package var having: ResolvedPredicate?
  /// The text that the positions of `having` refer to.
  package var havingSource: WrittenText
  package var order: [ResolvedSortKey]
  package var limit: Int?
  package var offset: Int

  /// The values that break ties of the order, ascending. Empty if ties keep the order of the objects.
  package var ties: [ResolvedExpression] {
    switch shape {
    case .objects, .rows: []
    case .distinctRows: columns.map { $0.value }
    case .groups: groupKeys
    }
  }
}

package struct ResolvedColumn: Sendable {
  package var name: String
  package var value: ResolvedExpression
  package var type: FetchType?
  /// The text that the positions of the value refer to.
  package var source: WrittenText
}

/// A sort key with its value, which belongs to the object, or to the row or group if the request produces rows.
package struct ResolvedSortKey: Sendable {
  package var key: SortKey
  package var value: ResolvedExpression
  /// The text that the positions of the value refer to.
  package var source: WrittenText
}

extension ResolvedFetch {
  /// Returns the error for a request that produces objects where rows are expected, or the reverse.
  package static func mismatch(needsRows: Bool) -> FormatError {
    needsRows
      ? requestError("rows", "the request names neither properties nor group keys, so it is for objects")
      : requestError("objects", "the request names properties or group keys, so it is for rows")
  }

  /// Checks a request.
  ///
  /// - Parameter root: The type of the objects.
  /// - Throws: `FormatError` if the request is invalid.
  package init(
    _ request: PredicateFetchRequest, root: ValueType, keys: any KeySource, functions: PredicateFunctions = .none
  ) throws(FormatError) {
    let check = FetchCheck(request: request, root: root, keys: keys, functions: functions)
    try check.bounds()
    // No collection has more elements, so it is not a limit.
    limit = request.limit == .max ? nil : request.limit
    offset = request.offset
    columns = try check.columns()
    groupKeys = try check.groupKeys()
    let isGrouped = !groupKeys.isEmpty || columns.contains { $0.value.hasAggregate }
    shape = !request.makesRows ? .objects : isGrouped ? .groups : request.isDistinct ? .distinctRows : .rows
    order = try check.order(shape)
    let rest = try check.continuation(shape)
    predicate = isGrouped ? request.predicate : Self.all(request.predicate, rest)
    let condition = (isGrouped ? Self.all(request.having, rest) : request.having)?.located
    having = try check.having(condition, isGrouped: isGrouped)
    havingSource = condition?.writtenText ?? ""
    if isGrouped { try check.expectOfGroups(self, condition) }
    if isGrouped, request.isDistinct { try check.expectDistinct(self) }
  }

  private static func all(_ condition: FormatPredicate?, _ rest: FormatPredicate?) -> FormatPredicate? {
    guard let condition, let rest else { return condition ?? rest }
    return condition && rest
  }
}

private func requestError(
  _ what: String, _ reason: String, at range: FormatRange = .none, in source: WrittenText = ""
) -> FormatError {
  FormatError(.invalidRequest(what, reason: reason), at: range, source: source)
}

/// Returns an error in a name or a key path of the request, which is its source.
private func requestError(_ what: String, _ reason: String, in name: String) -> FormatError {
  requestError(what, reason, at: FormatRange(0, name.utf8.count), in: WrittenText(name))
}

extension FormatError {
  /// Returns the error with a note in each of its diagnostics.
  func noting(_ note: String) -> FormatError {
    var error = self
    for index in error.diagnostics.indices { error.diagnostics[index].notes.append(note) }
    return error
  }
}

extension PredicateFetchRequest {
  /// Returns the expression of a group key: that of the property with this name, or the value at the key path.
  package func expression(ofGroupKey key: String) -> FormatExpression {
    let property = properties.first { $0.name == key && $0.expression != .keyPath(key) }
    return property?.expression ?? groupRules.expression(for: key)
  }

  /// The numbers, with the names of their fields.
  var numbers: [(field: String, number: Int?)] {
    [("limit", limit), ("offset", offset), ("batchSize", batchSize)]
  }

  /// The error for the first number that cannot be, and its field. The source of the error is the number with its name.
  var flawOfNumbers: (field: String, error: FormatError)? {
    for (field, number) in numbers {
      let isBatch = field == "batchSize"
      guard let number, number < (isBatch ? 1 : 0) else { continue }
      let text = "\(field) = \(number)"
      let range = FormatRange(text.utf8.count - String(number).utf8.count, text.utf8.count)
      let name = isBatch ? "batch size" : field
      let reason = isBatch ? "a batch has at least one object" : "it cannot be negative"
      return (field, requestError("a request with \(name) \(number)", reason, at: range, in: WrittenText(text)))
    }
    return nil
  }
}

/// The steps of the check.
private struct FetchCheck {
  let request: PredicateFetchRequest
  let root: ValueType
  let keys: any KeySource
  let functions: PredicateFunctions
  /// The properties of the request, or its group keys if it names none.
  let properties: [FetchProperty]

  init(request: PredicateFetchRequest, root: ValueType, keys: any KeySource, functions: PredicateFunctions) {
    self.request = request
    self.root = root
    self.keys = keys
    self.functions = functions
    properties =
      request.properties.isEmpty
      ? request.groupKeys.map { FetchProperty($0, request.expression(ofGroupKey: $0)) } : request.properties
  }

  func bounds() throws(FormatError) {
    if let flaw = request.flawOfNumbers { throw flaw.error }
  }

  func columns() throws(FormatError) -> [ResolvedColumn] {
    var columns: [ResolvedColumn] = []
    var known: Set<String> = []
    for property in properties {
      guard known.insert(property.name).inserted else {
        throw requestError("two columns named '\(property.name)'", "column names must be unique", in: property.name)
      }
      if property.name.utf8.contains(0) {
        throw requestError("a property with U+0000 in its name", "no database has such a column", in: property.name)
      }
      let expression = property.expression.located
      let value = try resolve(expression)
      let source = expression.writtenText
      if case .object = value.type {
        throw requestError("'\(property.name)'", "it is an object; name one of its keys", at: value.range, in: source)
      }
      if let type = property.type, !type.takes(value.type) {
        throw FormatError(
          .wrongOperand(of: "the property '\(property.name)'", expected: type.noun, found: value.type.description),
          at: value.range, source: source)
      }
      columns.append(ResolvedColumn(name: property.name, value: value, type: property.type, source: source))
    }
    return columns
  }

  func groupKeys() throws(FormatError) -> [ResolvedExpression] {
    var values: [ResolvedExpression] = []
    for keyPath in request.groupKeys {
      let value = try resolve(request.expression(ofGroupKey: keyPath).located)
      if value.hasAggregate {
        throw requestError("groups by '\(keyPath)'", "it is an aggregate of all objects", in: keyPath)
      }
      if value.constant != nil {
        throw requestError("groups by '\(keyPath)'", "it is a constant", in: keyPath)
      }
      guard value.groupKey != nil, !value.type.isCollection else {
        throw requestError("groups by '\(keyPath)'", "group keys must have single values", in: keyPath)
      }
      if case .object = value.type {
        throw requestError("groups by '\(keyPath)'", "it is an object; name one of its keys", in: keyPath)
      }
      values.append(value)
    }
    return values
  }

  func having(_ having: FormatPredicate?, isGrouped: Bool) throws(FormatError) -> ResolvedPredicate? {
    guard let having else { return nil }
    guard isGrouped else {
      throw requestError(
        "a request with having", "it has neither group keys nor aggregates", at: having.range, in: having.writtenText)
    }
    var naming = PropertyNaming(properties)
    let condition = naming.rewrite(having)
    if naming.copiedNodes > PredicateLimits.copiedNodes {
      throw FormatError(.tooManyNodes(limit: PredicateLimits.copiedNodes), at: having.range, source: having.writtenText)
    }
    return try Checker.resolve(
      condition, root: root, keys: keys, functions: functions, operatorsRangeOverAll: true
    ).tree
  }

  func order(_ shape: ResolvedFetch.Shape) throws(FormatError) -> [ResolvedSortKey] {
    // A single row needs no order, so a request for sorted objects also works for an aggregate of them.
    if shape == .groups, request.groupKeys.isEmpty { return [] }
    var order: [ResolvedSortKey] = []
    var known: Set<SortKey> = []
    for key in request.sortKeys {
      // A key with the comparison of an earlier one decides nothing, in either direction.
      var ascending = key
      ascending.isAscending = true
      guard known.insert(ascending).inserted else { continue }
      let value: ResolvedExpression
      var source: WrittenText = ""
      if let property = properties.first(where: { $0.name == key.keyPath }) {
        let expression = property.expression.located
        value = try resolve(expression)
        source = expression.writtenText
      } else if shape == .objects || shape == .rows || request.groupKeys.contains(key.keyPath) {
        let expression = key.rules.expression(for: key.keyPath).located
        value = try resolve(expression)
        source = expression.writtenText
      } else {
        let rows = shape == .groups ? "groups" : "distinct rows"
        throw requestError(
          "\(rows) sorted by '\(key.keyPath)'", "it is not a property or a group key of the request", in: key.keyPath)
      }
      try expectOrder(of: value, key, source)
      order.append(ResolvedSortKey(key: key, value: value, source: source))
    }
    return order
  }

  /// Returns the condition of the objects, rows or groups after those with the values of the sort keys, or `nil` if the request begins
  /// with the first one. In a condition on groups, properties have their names.
  func continuation(_ shape: ResolvedFetch.Shape) throws(FormatError) -> FormatPredicate? {
    if request.after.isEmpty { return nil }
    let (needed, values) = (request.sortKeys.count, request.after.count)
    guard needed == values else {
      throw requestError(
        "a page after \(values) \(values == 1 ? "value" : "values")",
        "it needs one for each sort key, and the request has \(needed)", in: "after = \(values)")
    }
    if shape == .groups, request.groupKeys.isEmpty {
      throw requestError("a page after a row", "without group keys there is only one row", in: "after = \(values)")
    }
    var continuation = Continuation()
    for (index, (key, value)) in zip(request.sortKeys, request.after).enumerated() {
      switch key.comparison {
      case .default, .caseInsensitive: break
      case .localizedStandard, .function:
        throw requestError(
          "a page after '\(key.keyPath)'", "no predicate compares as this sort key does", in: key.keyPath)
      }
      let property = properties.first { $0.name == key.keyPath }?.expression
      let expression = property ?? key.rules.expression(for: key.keyPath)
      var place = Continuation.Place(
        key: key, expression: shape == .groups ? .keyPath(key.keyPath) : expression, value: value.nanAsNil)
      let type = try resolve(expression.located).type
      do {
        if case .date = type, case .string(let text) = value { place.value = try date(text) }
        let comparison = Continuation.Place(key: key, expression: expression, value: place.value).comparison
        _ = try Checker.resolve(
          comparison.located, root: root, keys: keys, functions: functions, operatorsRangeOverAll: true)
      } catch {
        throw error.noting("this is 'after[\(index)]' of the request")
      }
      continuation.places.append(place)
    }
    return continuation.predicate
  }

  private func date(_ text: String) throws(FormatError) -> FormatValue {
    guard let seconds = Double.seconds(ofDateOrDay: text) else {
      throw FormatError(.badDate(text), at: FormatRange(0, text.utf8.count), source: WrittenText(text))
    }
    return .date(seconds)
  }

  private func expectOrder(
    of value: ResolvedExpression, _ key: SortKey, _ source: WrittenText
  ) throws(FormatError) {
    let expected: String
    switch key.comparison {
    case .function: return
    case .default:
      if value.type.family != .other { return }
      expected = "numbers, strings or dates"
    case .caseInsensitive, .localizedStandard:
      if [.string, .unknown].contains(value.type.family) { return }
      expected = "strings"
    }
    throw FormatError(
      .wrongOperand(of: "the sort key '\(key.keyPath)'", expected: expected, found: value.type.description),
      at: value.range, source: source)
  }

  /// Throws an error unless each column and the having condition have one value per group.
  func expectOfGroups(_ fetch: ResolvedFetch, _ having: FormatPredicate?) throws(FormatError) {
    let reason = "rows of groups contain only group keys and aggregates"
    for column in fetch.columns {
      if let part = ResolvedNode.expression(column.value).partOfObject(except: fetch.groupKeys) {
        throw requestError("'\(column.name)'", reason, at: part.range, in: column.source)
      }
    }
    if let having, let condition = fetch.having,
      let part = ResolvedNode.predicate(condition).partOfObject(except: fetch.groupKeys)
    {
      let names = part.answeredKeys ?? []
      let name = names.isEmpty ? "SELF" : "'\(names.joined(separator: "."))'"
      throw requestError("a having condition that reads \(name)", reason, at: part.range, in: having.writtenText)
    }
  }

  /// Throws an error unless the columns include all group keys, because otherwise two groups could have equal rows.
  func expectDistinct(_ fetch: ResolvedFetch) throws(FormatError) {
    let shown = fetch.columns.map { $0.value.groupKey }
    for (key, keyPath) in zip(fetch.groupKeys, request.groupKeys) {
      if shown.contains(key.groupKey) { continue }
      throw requestError(
        "distinct rows of groups", "the group key '\(keyPath)' is not among the properties", in: keyPath)
    }
  }

  /// Resolves an expression of the objects. A collection operator at the start of a key path ranges over all of them, as it
  /// does for an array: `@avg.length`, `@count`.
  ///
  /// Each expression follows its own rules. Those of the predicate apply to the predicate only.
  private func resolve(_ expression: FormatExpression) throws(FormatError) -> ResolvedExpression {
    try Checker.resolve(
      expression, root: root, keys: keys, functions: functions, operatorsRangeOverAll: true, isResult: true)
  }
}

/// A rewriter that replaces property names by their expressions, with the position of the name.
struct PropertyNaming: TreeRewriter {
  private var expressions: [[FormatExpression.KeyStep]: (value: FormatExpression, nodes: Int)] = [:]
  /// The number of nodes in the expressions that replace names. Names are not replaced after `PredicateLimits.copiedNodes`.
  private(set) var copiedNodes = 0

  init(_ properties: [FetchProperty]) {
    for property in properties where property.expression != .keyPath(property.name) {
      let nodes = TreeSize(property.expression).nodes
      expressions[FormatExpression.KeyStep.steps(of: property.name)] = (property.expression, nodes)
    }
  }

  mutating func replacement(for expression: FormatExpression) -> FormatExpression? {
    switch expression.kind {
    case .keyPath(let steps):
      guard let (value, nodes) = expressions[steps] else { return nil }
      copiedNodes += nodes
      if copiedNodes > PredicateLimits.copiedNodes { return expression }
      return value.placed(at: expression.range)
    // Keys inside an aggregate are keys of the objects.
    case .function(let call) where PredefinedFunction.named(call.selector)?.isReduction == true: return expression
    default: return nil
    }
  }
}
