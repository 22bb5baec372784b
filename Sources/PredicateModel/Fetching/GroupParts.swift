import PredicateSyntax

// Which parts of a resolved tree depend on a single object rather than on a group of objects.

extension ResolvedExpression {
  /// The keys that the expression reads from SELF if it is a key path or a path into an untyped row, or `nil` otherwise.
  package var rootKeys: [String]? {
    switch kind {
    case .path(let path) where path.scope == 0: path.keyNames
    case .dynamicPath(let base, let keys):
      if case .path(let path) = base.kind, path.scope == 0 { path.keyNames + keys } else { nil }
    default: nil
    }
  }

  /// Whether the expression is or contains an aggregate over all objects.
  package var hasAggregate: Bool {
    switch kind {
    case .reduceWhole: true
    case .reduceDynamic(_, _, let variable): variable == nil
    default: parts.contains { $0.hasAggregate } || predicatePart?.parts.contains { $0.hasAggregate } ?? false
    }
  }

  /// Returns the first part that is neither constant, nor an aggregate, nor one of the keys, or `nil` if there is none.
  package func strayPart(besides keys: [ResolvedExpression]) -> ResolvedExpression? {
    if let names = rootKeys {
      let isKey = keys.contains { key in
        guard let known = key.rootKeys, names.starts(with: known) else { return false }
        // If a key is constant within a group, so is its length.
        return names.count == known.count || names.dropFirst(known.count) == ["length"]
      }
      return isKey ? nil : self
    }
    switch kind {
    case .reduceWhole: return nil
    case .reduceDynamic(_, _, nil): return nil
    default: break
    }
    for part in parts {
      if let stray = part.strayPart(besides: keys) { return stray }
    }
    return predicatePart?.strayPart(besides: keys)
  }

  /// Returns the paths from SELF that expressions and a predicate read, or `nil` if one of them reads a collection of the
  /// object.
  package static func rootReads(
    of values: [ResolvedExpression], _ predicate: ResolvedPredicate?
  ) -> [ResolvedExpression]? {
    var found: [ResolvedExpression] = []
    for value in values + (predicate?.parts ?? []) {
      guard value.addRootReads(to: &found) else { return nil }
    }
    return found
  }

  private func addRootReads(to found: inout [ResolvedExpression]) -> Bool {
    if rootKeys != nil {
      found.append(self)
      return true
    }
    switch kind {
    case .elements, .reduce: return false
    // `@count` counts all objects and reads no key.
    case .reduceWhole(let reduction, _) where reduction.kind == .count && reduction.isCollectionOperator: return true
    default: return (parts + (predicatePart?.parts ?? [])).allSatisfy { $0.addRootReads(to: &found) }
    }
  }

  /// The child expressions.
  private var parts: [ResolvedExpression] {
    switch kind {
    case .constant, .number, .path: []
    case .dynamicPath(let value, _), .cast(let value, _), .distinct(let value), .reduceWhole(_, let value),
      .reduceDynamic(_, let value, _):
      [value]
    case .elements(let collection, let leaf), .reduce(_, let collection, let leaf): collection.parts + [leaf]
    case .function(_, let operands), .registered(_, let operands), .list(let operands): operands
    case .index(let base, .value(let index)): [base, index]
    case .index(let base, _): [base]
    case .setOperation(_, let left, let right): [left, right]
    case .conditional(_, let then, let otherwise): [then, otherwise]
    }
  }

  private var predicatePart: ResolvedPredicate? {
    if case .conditional(let predicate, _, _) = kind { predicate } else { nil }
  }
}

extension Reduction {
  /// Returns the name that identifies the aggregate, so that equal aggregates over a group are computed once, or `nil` if its
  /// values are not those of a key path.
  package func name(over leaf: ResolvedExpression) -> String? {
    leaf.rootKeys.map { "\(name) \($0.joined(separator: "."))" }
  }
}

extension ResolvedPredicate {
  /// Returns the first part that is neither constant, nor an aggregate, nor one of the keys, or `nil` if there is none.
  package func strayPart(besides keys: [ResolvedExpression]) -> ResolvedExpression? {
    for part in parts {
      if let stray = part.strayPart(besides: keys) { return stray }
    }
    return nil
  }

  /// The expressions of the predicate, including those of collections.
  fileprivate var parts: [ResolvedExpression] {
    switch self {
    case .constant: []
    case .and(let parts), .or(let parts): parts.flatMap { $0.parts }
    case .not(let part): part.parts
    case .comparison(let comparison): [comparison.left, comparison.right]
    case .some(let collection, let test), .every(let collection, let test): collection.parts + test.parts
    }
  }
}

extension ResolvedCollection {
  /// The expressions that the sources read. Keys of an element belong to a scope of their own and never depend on the object.
  fileprivate var parts: [ResolvedExpression] {
    sources.flatMap { source in
      switch source {
      case .path(let path):
        [ResolvedExpression(.path(path), type: elementType, isNullable: true, range: range)]
      case .value(let value): [value]
      case .filter(let predicate): predicate.parts
      }
    }
  }
}

extension ResolvedPath {
  package var keyNames: [String] {
    steps.map { step in
      switch step.kind {
      case .key(let name): name
      case .length: "length"
      }
    }
  }
}
