import PredicateSyntax

// Which keys a resolved tree reads, and which of its parts depend on a single object rather than on a group of objects.

extension ResolvedExpression {
  /// The keys that the expression reads from SELF if it is a key path or a path into an untyped row, or `nil` otherwise.
  package var rootKeys: [String]? {
    switch kind {
    case .path(let path) where path.scope == 0: path.keyNames
    case .dynamicPath(let base, let keys):
      switch base.kind {
      case .path(let path) where path.scope == 0: path.keyNames + keys.map { $0.name }
      case .function(let function, _) where function.isCheck: base.rootKeys.map { $0 + keys.map { $0.name } }
      default: nil
      }
    case .function(let function, let operands) where function.isCheck: operands[0].rootKeys
    default: nil
    }
  }

  /// The keys that the expression reads from SELF, including those that a string or a number answers itself, or `nil` if it is
  /// anything else. For `name.pathExtension` of a typed object these are `name` and `pathExtension`.
  package var answeredKeys: [String]? {
    switch kind {
    case .dynamicPath(let base, let keys) where base.isAnsweredKey:
      base.answeredKeys.map { $0 + keys.map { $0.name } }
    case .function(let function, let operands) where isAnsweredKey:
      operands[0].answeredKeys.map { $0 + [function.operation == .length ? "length" : function.selector] }
    default: rootKeys
    }
  }

  /// Whether the expression is a key that a string or a number answers itself.
  private var isAnsweredKey: Bool {
    guard case .function(let function, _) = kind else { return false }
    if case .key = function.computation { return true }
    return function.operation == .length
  }

  /// What the expression computes as a group key, or `nil` if it is large, or if two evaluations of it may differ.
  package var groupKey: GroupKey? {
    answeredKeys.map { .path($0) } ?? PartIdentity(self).map { .computed($0) }
  }

  /// Whether the expression is or contains an aggregate over all objects.
  package var hasAggregate: Bool { ResolvedNode.expression(self).hasAggregate }
}

/// What a group key computes. Expressions with equal group keys have equal values for every object.
package enum GroupKey: Hashable {
  /// The value at the keys.
  case path([String])
  /// Any other value.
  case computed(PartIdentity)
}

extension ResolvedNode {
  /// Whether the node is an aggregate over all objects.
  private var isAggregate: Bool {
    guard case .expression(let expression) = self else { return false }
    return switch expression.kind {
    case .reduceWhole, .reduceDynamic(_, _, nil): true
    default: false
    }
  }

  fileprivate var hasAggregate: Bool { isAggregate || children.contains { $0.node.hasAggregate } }

  /// Returns the first part that is neither constant, nor an aggregate, nor one of the keys, or `nil` if there is none.
  package func partOfObject(except keys: [ResolvedExpression]) -> ResolvedExpression? {
    if case .expression(let expression) = self, let names = expression.answeredKeys {
      let isKey = keys.contains { key in
        guard let known = key.answeredKeys, names.starts(with: known) else { return false }
        // If a key is constant within a group, so is what its value answers, such as its length.
        return names.dropFirst(known.count).allSatisfy { ValueKey.isKey($0) }
      }
      return isKey ? nil : expression
    }
    if isAggregate { return nil }
    if case .expression(let expression) = self, let key = expression.groupKey,
      keys.contains(where: { $0.groupKey == key })
    {
      return nil
    }
    for child in children {
      if let part = child.node.partOfObject(except: keys) { return part }
    }
    return nil
  }

  /// Returns the paths from SELF that nodes read, or `nil` if one of them lists or reduces the elements of a collection. The
  /// collection that ANY or ALL ranges over is one of the paths.
  package static func rootReads(of nodes: [ResolvedNode]) -> [ResolvedExpression]? {
    var found: [ResolvedExpression] = []
    return nodes.allSatisfy { $0.addRootReads(to: &found) } ? found : nil
  }

  @inline(never)
  private func addRootReads(to found: inout [ResolvedExpression]) -> Bool {
    if case .expression(let expression) = self {
      if expression.rootKeys != nil {
        found.append(expression)
        return true
      }
      switch expression.kind {
      case .elements(let collection, _), .reduce(_, let collection, _):
        // A list of the format is made of single values, which rows have. Other collections are not in rows.
        if collection.sources.contains(where: { !$0.isList }) { return false }
      // `@count` counts all objects and reads no key.
      case .reduceWhole(let reduction, _) where reduction.kind == .count && reduction.isCollectionOperator: return true
      default: break
      }
    }
    return children.allSatisfy { $0.node.addRootReads(to: &found) }
  }
}

extension ResolvedCollection.Source {
  /// Whether the elements are those of a list in the format, or a part of the elements so far.
  fileprivate var isList: Bool {
    switch self {
    case .path: false
    case .value(let value): if case .list = value.kind { true } else { false }
    case .filter: true
    }
  }
}

extension Reduction {
  /// Returns what identifies the aggregate, so that equal aggregates over a group are computed once, or `nil` if its values are
  /// not those of a key path. A key may contain a dot, so each has its length before it.
  package func identity(over leaf: ResolvedExpression) -> String? {
    leaf.rootKeys.map { keys in keys.reduce(name) { "\($0) \($1.utf8.count):\($1)" } }
  }
}

extension ResolvedPath {
  package var keyNames: [String] { steps.map { $0.name } }
}
