import PredicateSyntax

// What parts of a resolved tree speak of one object, and not of a group of them.

extension ResolvedExpression {
  /// The keys from SELF that the expression reads, and nothing else: those of a path, or of an untyped row.
  package var rootKeys: [String]? {
    switch kind {
    case .path(let path) where path.scope == 0: path.keyNames
    case .dynamicPath(let base, let keys):
      if case .path(let path) = base.kind, path.scope == 0 { path.keyNames + keys } else { nil }
    default: nil
    }
  }

  /// Whether the expression is, or has in it, one value of all the objects together.
  package var hasAggregate: Bool {
    switch kind {
    case .reduceWhole: true
    case .reduceDynamic(_, _, let variable): variable == nil
    default: parts.contains { $0.hasAggregate } || predicatePart?.parts.contains { $0.hasAggregate } ?? false
    }
  }

  /// A part that is neither constant, nor an aggregate, nor one of the keys; nil where there is none.
  package func strayPart(besides keys: [ResolvedExpression]) -> ResolvedExpression? {
    if let names = rootKeys {
      let isKey = keys.contains { key in
        guard let known = key.rootKeys, names.starts(with: known) else { return false }
        // The length of a key is as much one value of the group as the key.
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

  /// The paths from SELF that expressions and a predicate read; nil where they read a collection of the object's own.
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
    // All objects are counted, whatever they are.
    case .reduceWhole(let reduction, _) where reduction.kind == .count && reduction.isCollectionOperator: return true
    default: return (parts + (predicatePart?.parts ?? [])).allSatisfy { $0.addRootReads(to: &found) }
    }
  }

  /// The expressions directly below.
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
  /// What tells an aggregate over a group from others, so that each is computed once; nil where its values are not those at a
  /// key path.
  package func name(over leaf: ResolvedExpression) -> String? {
    leaf.rootKeys.map { "\(name) \($0.joined(separator: "."))" }
  }
}

extension ResolvedPredicate {
  /// As that of an expression.
  package func strayPart(besides keys: [ResolvedExpression]) -> ResolvedExpression? {
    for part in parts {
      if let stray = part.strayPart(besides: keys) { return stray }
    }
    return nil
  }

  /// The expressions within, those of collections included.
  fileprivate var parts: [ResolvedExpression] {
    switch self {
    case .constant: []
    case .and(let parts), .or(let parts): parts.flatMap(\.parts)
    case .not(let part): part.parts
    case .comparison(let comparison): [comparison.left, comparison.right]
    case .some(let collection, let test), .every(let collection, let test): collection.parts + test.parts
    }
  }
}

extension ResolvedCollection {
  /// What its sources read. (An element's own keys are in scopes of their own, and stray from nothing.)
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
  /// The names of the keys.
  package var keyNames: [String] {
    steps.map { step in
      switch step.kind {
      case .key(let name): name
      case .length: "length"
      }
    }
  }
}
