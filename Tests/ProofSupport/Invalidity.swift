import PredicateFormat

/// The ways to make a request invalid. The check must not reject any other generated request.
package enum Invalidity: String, Sendable, Hashable, CaseIterable {
  case distinctWithoutGroupKey = "distinct groups without one of the group keys"
  case columnBesideGroups = "a column of objects in a request for groups"
  case conditionOnObjects = "having with a key of objects"
  case orderBesideGroups = "groups sorted by a key that they do not have"
  case havingWithoutGroups = "having without groups"
  case twoOfOneName = "two properties with the same name"

  /// Makes a valid request invalid. Returns false, without a change, if that is not possible in this way.
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
      // If there are no properties, the group keys are the columns.
      request.properties.append(.key(stray))
    case .conditionOnObjects:
      guard isGrouped, isFree else { return false }
      request.having = FormatPredicate(.keyPath(stray), .greaterThan, .constant(1))
    case .orderBesideGroups:
      guard isGrouped, isFree else { return false }
      request.sortKeys.append(SortKey(stray))
    case .havingWithoutGroups:
      // Uses a request for objects, because it is unknown here whether computed columns are aggregates.
      guard !request.makesRows else { return false }
      request.having = FormatPredicate(.keyPath(stray), .greaterThan, .constant(1))
    case .twoOfOneName:
      guard let first = request.properties.first else { return false }
      request.properties.append(first)
    }
    return true
  }

  /// Returns whether an error is the one that the check reports for invalid requests.
  func explains(_ error: FormatError) -> Bool { error.diagnostics.map(\.code) == [.invalidRequest] }
}

extension PredicateFetchRequest {
  /// Whether the rows contain every group key. Otherwise distinct rows of groups are rejected.
  var selectsAllGroupKeys: Bool {
    properties.isEmpty
      || groupKeys.allSatisfy { key in
        properties.contains { $0.expression == .keyPath(key) || $0.name == key }
      }
  }
}
