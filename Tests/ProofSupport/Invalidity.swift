import PredicateFormat

/// What makes a request one that the check refuses. Nothing else that is made may be refused.
package enum Invalidity: String, Sendable, Hashable, CaseIterable {
  case distinctWithoutGroupKey = "distinct groups without one of their keys"
  case columnBesideGroups = "a column of objects beside groups"
  case conditionOnObjects = "having of a key of objects"
  case orderBesideGroups = "groups in the order of something that they do not have"
  case havingWithoutGroups = "having without groups"
  case twoOfOneName = "two properties of one name"

  /// Puts it into a valid request; false, and nothing done, where there is no place for it.
  package func apply(to request: inout PredicateFetchRequest) -> Bool {
    let stray = request.entity == "Task" ? "priority" : "level"
    let isFree = !request.groupKeys.contains(stray) && !request.properties.contains { $0.name == stray }
    let isGrouped = !request.groupKeys.isEmpty
    switch self {
    case .distinctWithoutGroupKey:
      guard !request.selectsAllGroupKeys else { return false }
      request.isDistinct = true
    case .columnBesideGroups:
      guard isGrouped, isFree else { return false }
      // Without properties, the keys are the columns.
      request.properties.append(.key(stray))
    case .conditionOnObjects:
      guard isGrouped, isFree else { return false }
      request.having = FormatPredicate(.keyPath(stray), .greaterThan, .constant(1))
    case .orderBesideGroups:
      guard isGrouped, isFree else { return false }
      request.sortKeys.append(SortKey(stray))
    case .havingWithoutGroups:
      // Whether computed columns are aggregates is not to be seen here, so objects are asked.
      guard !request.makesRows else { return false }
      request.having = FormatPredicate(.keyPath(stray), .greaterThan, .constant(1))
    case .twoOfOneName:
      guard let first = request.properties.first else { return false }
      request.properties.append(first)
    }
    return true
  }

  /// Whether an error is that of the check of requests.
  func explains(_ error: FormatError) -> Bool { error.diagnostics.map(\.code) == [.invalidRequest] }
}

extension PredicateFetchRequest {
  /// Whether each group key is among what the rows hold: else distinct rows of groups are refused.
  var selectsAllGroupKeys: Bool {
    properties.isEmpty || groupKeys.allSatisfy { key in properties.contains { $0.expression == .keyPath(key) } }
  }
}
