import PredicateSyntax

extension Checker {
  /// A key path: keys are found one by one, collections on the way are gone through (their elements are the next scope),
  /// and a collection operator makes one value of what follows it.
  mutating func resolveKeyPath(_ expression: FormatExpression) -> ResolvedExpression {
    let range = expression.range
    guard let steps = expression.kind.steps else { return unknown(at: range) }
    let root = expression.kind.root
    var names: [String] = []
    for step in steps {
      switch step {
      case .key(let name): names.append(name)
      case .variable(let name):
        report(.unboundVariable(name), at: range)
        return unknown(at: range)
      case .placeholder(let conversion):
        report(.unboundArgument(conversion.text), at: range)
        return unknown(at: range)
      }
    }
    // Each is a level of what the path comes to.
    guard names.count(where: \.namesCollectionOperator) <= Limits.greatestHeight else {
      report(.tooHigh(limit: Limits.greatestHeight), at: range)
      return unknown(at: range)
    }
    // What begins with an operator, such as `@count` alone, is of the object itself; so is `self`.
    let isWhole = names.first?.namesCollectionOperator ?? true || names.allSatisfy { $0 == "self" || $0 == "SELF" }
    let base = root.map { resolve($0) } ?? (isWhole ? wholeObject(at: range) : object(0, at: range))
    if operatorsRangeOverAll, root == nil, let kind = names.first.flatMap({ Reduction.collectionOperators[$0] }),
      names.count > 1 || kind == .count
    {
      // `@count` counts the objects themselves, and the other operators take a key of each.
      let leaf = walk(kind == .count ? [] : names.dropFirst(), from: base, at: range)
      let reduction = Reduction(kind: kind, isCollectionOperator: true, name: names[0])
      guard kind == .count || reduction.takes(leaf.type) else {
        report(.wrongOperand(of: names[0], wanted: reduction.wanted, found: leaf.type.description), at: range)
        return unknown(at: range)
      }
      return ResolvedExpression(
        .reduceWhole(reduction, leaf), type: reduction.result(of: leaf.type), isNullable: true, range: range)
    }
    return walk(names[...], from: base, at: range)
  }

  /// The elements that a key path goes through, as far as it has been walked.
  private struct Walk {
    /// What the keys so far give; within the scope of `collection`'s elements where there is one.
    var current: ResolvedExpression
    var collection: ResolvedCollection?
    /// The collection operator that the values will be put through.
    var reduction: Reduction?
    /// The last steps of the path that `current` is, whose type and nil-ness it has already: put behind it all at once, or
    /// a path would take the square of its length.
    var steps: [ResolvedStep] = []

    /// What the keys so far give.
    mutating func value() -> ResolvedExpression {
      if !steps.isEmpty, case .path(var path) = current.kind {
        path.steps += steps
        steps = []
        current.kind = .path(path)
      }
      return current
    }
  }

  /// The value of the keys, read from `base`.
  private mutating func walk(
    _ names: ArraySlice<String>, from base: ResolvedExpression, at range: SourceRange
  ) -> ResolvedExpression {
    var walk = Walk(current: base)
    let depth = scopes.count
    defer { scopes.removeLast(scopes.count - depth) }
    if case .elements(let collection, let leaf) = base.kind, !leaf.isDynamic { enter(collection, leaf, &walk) }

    var rest = names
    while let name = rest.first {
      rest = rest.dropFirst()
      // `self` is KVC's name for the object itself; an untyped row may have a key of that name.
      if name == "self" || name == "SELF", walk.current.type != .any, walk.current.type != .record { continue }
      if name.namesCollectionOperator,
        walk.collection != nil || walk.current.type != .any && walk.current.type != .record
      {
        if CollectionUnion.operators[name] != nil {
          guard let values = unite(name, &rest, &walk, at: range) else { return unknown(at: range) }
          scopes.removeLast(scopes.count - depth)
          return self.walk(rest, from: values, at: range)
        }
        if walk.reduction != nil {
          // An operator within the values of another: `kids.@max.toys.@count`.
          walk.current = self.walk([name] + rest, from: walk.value(), at: range)
          break
        }
        guard startReduction(name, isLast: rest.isEmpty, &walk, at: range) else { return unknown(at: range) }
        if walk.reduction?.kind == .count { break }
        continue
      }
      while walk.current.type.isCollection { goThrough(&walk) }
      if let collection = walk.collection, collection.sources.count > Limits.greatestHeight {
        report(.tooHigh(limit: Limits.greatestHeight), at: range)
        return unknown(at: range)
      }
      guard step(name, &walk, isLast: rest.isEmpty, at: range) else { return unknown(at: range) }
      if case .dynamicPath(let value, let keys) = walk.current.kind {
        // From here on everything is known only when the value is there.
        let isInner = walk.collection != nil && walk.reduction == nil
        let end = (isInner ? rest.firstIndex { $0.namesCollectionOperator } : nil) ?? rest.endIndex
        for key in rest[..<end] {
          guard permits(key, of: walk.current, at: range) else { return unknown(at: range) }
        }
        walk.current = dynamic(value, keys + rest[..<end], at: range)
        rest = rest[end...]
        if rest.isEmpty { break }
        // An operator takes what all the elements gave, not what each did.
        let values = finish(&walk, at: range)
        scopes.removeLast(scopes.count - depth)
        return self.walk(rest, from: values, at: range)
      }
    }
    return finish(&walk, at: range)
  }

  /// The values from now on are those of the collection's elements.
  private mutating func enter(_ collection: ResolvedCollection, _ leaf: ResolvedExpression, _ walk: inout Walk) {
    walk.collection = collection
    walk.current = leaf
    scopes.append(collection.elementType)
  }

  /// Where the walk has come to a collection: on to its elements. Those of a second collection take the place of the
  /// first's, whose name nothing can speak.
  private mutating func goThrough(_ walk: inout Walk) {
    guard walk.current.type.isCollection else { return }
    let value = walk.value()
    guard var collection = walk.collection else {
      let (collection, leaf) = collection(of: value, for: "a key path")
      return enter(collection, leaf, &walk)
    }
    walk.collection = nil  // so that there is one owner, and nothing is copied
    collection.elementType = value.type.element
    collection.identifier = newIdentifier()
    collection.sources.append(Self.source(value, &collection.elementType))
    walk.collection = collection
    scopes[collection.scope] = collection.elementType
    walk.current = ResolvedExpression(
      .path(ResolvedPath(scope: collection.scope, steps: [])), type: collection.elementType, isNullable: true,
      range: value.range)
  }

  /// `@op`: all that follows is read from each element. False, and a fault, where that cannot be.
  private mutating func startReduction(_ name: String, isLast: Bool, _ walk: inout Walk, at range: SourceRange) -> Bool
  {
    guard let kind = Reduction.collectionOperators[name] else {
      report(.unknownCollectionOperator(name, nearest: Reduction.nearestOperator(to: name)), at: range)
      return false
    }
    guard walk.collection != nil || walk.current.type.isCollection else {
      report(.notACollection(of: name, found: walk.current.type.description), at: range)
      return false
    }
    if kind != .count, isLast {
      report(.missingOperand(name), at: range)
      return false
    }
    if walk.collection == nil || walk.value().isKeyValue { goThrough(&walk) }
    walk.reduction = Reduction(kind: kind, isCollectionOperator: true, name: name)
    return true
  }

  /// `@unionOfObjects` and its kin: the list of what the keys up to the next operator give; through collections, as all
  /// key paths are.
  private mutating func unite(
    _ name: String, _ rest: inout ArraySlice<String>, _ walk: inout Walk, at range: SourceRange
  ) -> ResolvedExpression? {
    guard walk.collection != nil || walk.current.type.isCollection else {
      report(.notACollection(of: name, found: walk.current.type.description), at: range)
      return nil
    }
    guard !rest.isEmpty else {
      report(.missingOperand(name), at: range)
      return nil
    }
    let end = rest.firstIndex { $0.namesCollectionOperator } ?? rest.endIndex
    let below = rest[..<end]
    rest = rest[end...]
    let list = self.walk(below, from: finish(&walk, at: range), at: range)
    guard CollectionUnion.operators[name] == .distinct else { return list }
    return ResolvedExpression(.distinct(list), type: list.type, isNullable: list.isNullable, range: range)
  }

  private mutating func finish(_ walk: inout Walk, at range: SourceRange) -> ResolvedExpression {
    if walk.collection != nil, walk.value().isKeyValue { goThrough(&walk) }
    walk.current.range = range
    guard var collection = walk.collection else { return walk.value() }
    collection.range = range
    if let reduction = walk.reduction { return reduced(reduction, collection, walk.current, at: range) }
    return ResolvedExpression(
      .elements(collection, walk.current), type: .list(walk.current.type), isNullable: false, range: range)
  }

  /// Keys of a value whose type is not known. A constant is read at once.
  private mutating func dynamic(
    _ value: ResolvedExpression, _ keys: [String], at range: SourceRange
  ) -> ResolvedExpression {
    if let constant = value.constant, let read = try? DynamicKeys().read(keys[...], of: constant) {
      return self.constant(read, at: range)
    }
    return ResolvedExpression(.dynamicPath(value, keys), type: .any, isNullable: true, range: range)
  }

  /// One key of one object; false where there is none, which has been told.
  private mutating func step(_ name: String, _ walk: inout Walk, isLast: Bool, at range: SourceRange) -> Bool {
    switch walk.current.type {
    case .any, .record, .null:
      guard permits(name, of: walk.current, at: range) else { return false }
      walk.current = ResolvedExpression(.dynamicPath(walk.value(), [name]), type: .any, isNullable: true, range: range)
      return true
    case .object(let type):
      guard permits(name, of: walk.current, at: range) else { return false }
      switch keys.key(name, of: type) {
      case .found(let valueType, let isNullable):
        extend(&walk, .key(name), valueType, isNullable, at: range)
        return true
      case .unreadable(_, isOptional: true) where asksForNil && isLast && walk.reduction == nil:
        extend(&walk, .key(name), .any, true, at: range)
        return true
      case .unreadable(let reason, _): report(.unreadableKey(name, type: type.name, reason: reason), at: range)
      case .absent(let known, let mayBeComputed):
        let nearest = nearestWord(to: name, among: known + Self.literals(for: name))
        // The suggestion stands at the place where it can be put in, or else in the message.
        let fixIts = fixIt(nearest, for: name, at: range)
        let message: Message =
          mayBeComputed && nearest == nil
          ? .unknownProperty(name, type: type.name)
          : .unknownKey(name, type: type.name, nearest: fixIts.isEmpty ? nearest : nil)
        report(message, at: range, fixIts: fixIts)
      }
      return false
    case .string where name == "length":
      extend(&walk, .length, .integer, false, at: range)
      return true
    default:
      report(.unknownKey(name, type: walk.current.type.description, nearest: nil), at: range)
      return false
    }
  }

  /// The literals that a misspelt word may have been meant for. Short keys are near to too much.
  private static func literals(for name: String) -> [String] {
    name.utf8.count > 2 ? ["TRUE", "FALSE", "YES", "NULL", "NIL", "SELF"] : []
  }

  /// The fix-it for a misspelt key that stands alone; within a longer path its place is not known.
  private func fixIt(_ nearest: String?, for name: String, at range: SourceRange) -> [Diagnostic.FixIt] {
    guard let nearest, range.end - range.start == name.utf8.count else { return [] }
    return [Diagnostic.FixIt(title: "did you mean \(nearest)?", range: range, replacement: nearest, isSafe: false)]
  }

  /// One more step; what is no path is read as a value first.
  private func extend(
    _ walk: inout Walk, _ kind: ResolvedStep.Kind, _ type: ValueType, _ isNullable: Bool, at range: SourceRange
  ) {
    guard case .path = walk.current.kind else {
      let name = if case .key(let key) = kind { key } else { "length" }
      walk.current = ResolvedExpression(.dynamicPath(walk.current, [name]), type: .any, isNullable: true, range: range)
      return
    }
    walk.steps.append(ResolvedStep(kind: kind, type: type, isNullable: isNullable))
    walk.current.type = type
    walk.current.isNullable = walk.current.isNullable || isNullable
    walk.current.range = range
  }
}

extension ResolvedExpression {
  /// Whether the value is what a key gave, and not an element itself: only then do its own elements take its place, since
  /// key paths flatten and lists of lists stay what they are.
  fileprivate var isKeyValue: Bool {
    if case .path(let path) = kind { !path.steps.isEmpty } else { true }
  }
}

extension ValueType {
  /// The type of one element of a collection.
  package var element: ValueType {
    switch self {
    case .list(let element), .set(let element): element
    default: .any
    }
  }
}

/// What the operators that make lists do with the values: all of them, or each once.
package enum CollectionUnion: Sendable {
  case all, distinct

  /// The operators. Key paths flatten, so those of arrays and sets are those of objects.
  package static let operators: [String: CollectionUnion] = [
    "@unionOfObjects": .all, "@unionOfArrays": .all, "@distinctUnionOfObjects": .distinct,
    "@distinctUnionOfArrays": .distinct, "@distinctUnionOfSets": .distinct,
  ]
}

extension Reduction {
  /// The collection operator that a name is most likely a slip of.
  static func nearestOperator(to name: String) -> String? {
    nearestWord(to: name, among: collectionOperators.keys.sorted() + CollectionUnion.operators.keys.sorted())
  }
}
