import PredicateSyntax

extension Checker {
  /// Resolves a key path. Keys are looked up one by one, collections on the path are flattened (their elements are the next
  /// scope), and a collection operator reduces the values of the keys after it.
  mutating func resolve(
    _ steps: [FormatExpression.KeyStep], of root: FormatExpression?, at range: FormatRange
  ) -> ResolvedExpression {
    guard let path = path(of: steps, at: range) else { return unknown(at: range) }
    guard let root else { return resolve(path, from: nil, steps, of: nil, at: range) }
    return resolve(path, from: resolve(root), steps, of: root, at: range)
  }

  /// A key of a path, and its position: that of the whole path if the path has no text of its own.
  private struct PlacedKey {
    let key: FormatExpression.Key
    let range: FormatRange
  }

  /// Resolves the keys of `base`, or the keys of SELF if `base` is `nil`.
  @inline(never)
  private mutating func resolve(
    _ path: [PlacedKey], from base: ResolvedExpression?, _ steps: [FormatExpression.KeyStep],
    of root: FormatExpression?, at range: FormatRange
  ) -> ResolvedExpression {
    let outer = (keysOfValues, refusesDistinctRecords)
    keysOfValues = keysOfValues(in: steps, of: root)
    refusesDistinctRecords = refusesDistinctRecords(in: steps, of: root)
    defer { (keysOfValues, refusesDistinctRecords) = outer }
    if let base { return walk(path[...], from: base, at: range) }
    return resolve(path, at: range)
  }

  /// Returns the keys of the steps. Reports an error and returns `nil` if one is not known.
  private mutating func path(of steps: [FormatExpression.KeyStep], at range: FormatRange) -> [PlacedKey]? {
    var path: [PlacedKey] = []
    path.reserveCapacity(steps.count)
    for step in steps {
      let place = step.range == .none ? range : step.range
      switch step.kind {
      case .key(let key): path.append(PlacedKey(key: key, range: place))
      case .variable(let name):
        report(.unboundVariable(name), at: place)
        return nil
      case .placeholder(let conversion):
        report(.unboundArgument(conversion.text), at: place)
        return nil
      }
    }
    // Each operator is a level of the resolved tree.
    guard path.count(where: { $0.key.isOperator }) <= PredicateLimits.greatestHeight else {
      report(.tooHigh(limit: PredicateLimits.greatestHeight), at: range)
      return nil
    }
    return path
  }

  /// Resolves keys of SELF.
  private mutating func resolve(_ path: [PlacedKey], at range: FormatRange) -> ResolvedExpression {
    // An operator at the start applies to the object itself, unless operators range over all objects. `self` is the object too.
    let isWhole = (path.first?.key.isOperator ?? true) || path.allSatisfy { $0.key.namesSelf }
    let base = isWhole ? wholeObject(at: range) : object(0, at: range)
    guard operatorsRangeOverAll, case .collectionOperator(let op)? = path.first?.key, let reduction = op.reduction
    else {
      return walk(path[...], from: base, at: range)
    }
    guard path.count > 1 || op == .count else { return refused(.missingOperand(op.rawValue), at: path[0].range) }
    // `@count` counts the objects, and ignores keys after it. The other operators reduce a key of each object.
    let leaf = walk(op == .count ? [] : path.dropFirst(), from: base, at: range)
    guard op == .count || reduction.takes(leaf.type) else {
      return refused(
        .wrongOperand(of: reduction.name, expected: reduction.expected, found: leaf.type.description), at: range)
    }
    return ResolvedExpression(
      .reduceWhole(reduction, leaf), type: reduction.result(of: leaf.type), isNullable: true, range: range)
  }

  /// The state of walking a key path.
  private struct Walk {
    /// The value of the keys so far, in the scope of `collection`'s elements if there is one.
    var current: ResolvedExpression
    var collection: ResolvedCollection?
    /// The collection operator that applies to the values.
    var reduction: Reduction?
    /// Pending steps at the end of `current`'s path. Its type and nullability already include them. They are appended
    /// together, because appending them one by one would take quadratic time.
    var steps: [ResolvedStep] = []

    /// Returns the value of the keys so far.
    mutating func value() -> ResolvedExpression {
      if !steps.isEmpty, case .path(var path) = current.kind {
        // Most paths start from an object, so the array of the steps can be used as it is.
        if path.steps.isEmpty { swap(&path.steps, &steps) } else { path.steps += steps }
        steps = []
        current.kind = .path(path)
      }
      return current
    }
  }

  /// Resolves keys read from `base`.
  ///
  /// - Parameter isUnited: Whether the keys follow `@unionOfObjects` or a related operator.
  private mutating func walk(
    _ path: ArraySlice<PlacedKey>, from base: ResolvedExpression, isUnited: Bool = false,
    at range: FormatRange
  ) -> ResolvedExpression {
    var walk = Walk(current: base)
    let depth = scopes.count
    defer { if scopes.count > depth { scopes.removeLast(scopes.count - depth) } }
    if case .elements(let collection, let leaf) = base.kind, !leaf.isDynamic { enter(collection, leaf, &walk) }

    var rest = path
    while let placed = rest.first {
      let key = placed.key
      rest = rest.dropFirst()
      // An untyped row may have a key of that name.
      let isUntyped = walk.current.type == .any || walk.current.type == .record
      if key.namesSelf, !isUntyped {
        // After an operator, as after any key, an element that is a collection is flattened.
        if isUnited, walk.collection == nil { enterElements(&walk) }
        if isUnited || walk.reduction != nil { enterElements(&walk, isReduced: walk.reduction != nil) }
        continue
      }
      if key.isOperator, walk.collection != nil || !isUntyped {
        if case .collectionOperator(let op) = key, op.reduction == nil {
          guard let values = unite(op, at: placed.range, &rest, &walk, at: range) else { return unknown(at: range) }
          scopes.removeLast(scopes.count - depth)
          return self.walk(rest, from: values, at: range)
        }
        if walk.reduction != nil {
          // An operator applied to the values of another one: `kids.@max.toys.@count`.
          walk.current = self.walk([placed] + rest, from: walk.value(), at: range)
          break
        }
        guard startReduction(placed, isLast: rest.isEmpty, &walk) else { return unknown(at: range) }
        if walk.reduction?.kind == .count { break }
        continue
      }
      while walk.current.type.isCollection { enterElements(&walk) }
      if let collection = walk.collection, collection.sources.count > PredicateLimits.greatestHeight {
        return refused(.tooHigh(limit: PredicateLimits.greatestHeight), at: range)
      }
      guard step(placed, &walk, isLast: rest.isEmpty, at: range) else { return unknown(at: range) }
      if case .dynamicPath(let value, let keys) = walk.current.kind {
        // From here on, types are only known at run time.
        let isInner = walk.collection != nil && walk.reduction == nil
        let end = (isInner ? rest.firstIndex { $0.key.isOperator } : nil) ?? rest.endIndex
        for placed in rest[..<end] {
          guard permits(placed.key, of: walk.current, at: placed.range) else { return unknown(at: range) }
        }
        walk.current = dynamic(value, keys + rest[..<end].map { $0.key }, at: range)
        rest = rest[end...]
        if rest.isEmpty { break }
        // An operator applies to the values of all elements together, not to those of each element.
        let values = finish(&walk, at: range)
        scopes.removeLast(scopes.count - depth)
        return self.walk(rest, from: values, at: range)
      }
    }
    return finish(&walk, at: range)
  }

  /// Continues the walk with the elements of a collection.
  private mutating func enter(_ collection: ResolvedCollection, _ leaf: ResolvedExpression, _ walk: inout Walk) {
    walk.collection = collection
    walk.current = leaf
    scopes.append(collection.elementType)
  }

  /// Continues the walk with the elements of the current collection. The elements of a second collection replace those of the
  /// first, which can no longer be named.
  private mutating func enterElements(_ walk: inout Walk, isReduced: Bool = false) {
    guard walk.current.type.isCollection else { return }
    let value = walk.value()
    guard var collection = walk.collection else {
      let (collection, leaf) = collection(of: value, for: "a key path", isReduced: isReduced)
      return enter(collection, leaf, &walk)
    }
    walk.collection = nil  // `collection` is then uniquely referenced, so appending copies nothing.
    collection.elementType = value.type.element
    collection.identifier = newIdentifier()
    collection.sources.append(Self.source(value, &collection.elementType))
    walk.collection = collection
    scopes[collection.scope] = collection.elementType
    walk.current = ResolvedExpression(
      .path(ResolvedPath(scope: collection.scope, steps: [])), type: collection.elementType, isNullable: true,
      range: value.range)
  }

  /// Starts the reduction of `@op`, which reads the keys after it from each element. Returns false after reporting an error.
  private mutating func startReduction(
    _ placed: PlacedKey, isLast: Bool, _ walk: inout Walk
  ) -> Bool {
    let (name, range) = (placed.key.name, placed.range)
    guard case .collectionOperator(let op) = placed.key, let reduction = op.reduction else {
      report(.unknownCollectionOperator(name, nearest: FormatCollectionOperator.nearest(to: name)), at: range)
      return false
    }
    guard walk.collection != nil || walk.current.type.isCollection else {
      report(.notACollection(of: name, found: walk.current.type.description), at: range)
      return false
    }
    if op != .count, isLast {
      report(.missingOperand(name), at: range)
      return false
    }
    if walk.collection == nil || walk.value().isKeyValue { enterElements(&walk, isReduced: true) }
    walk.reduction = reduction
    return true
  }

  /// Resolves `@unionOfObjects` and related operators to the list of the values of the keys before the next operator.
  /// Collections are flattened, as in all key paths.
  private mutating func unite(
    _ op: FormatCollectionOperator, at place: FormatRange, _ rest: inout ArraySlice<PlacedKey>, _ walk: inout Walk,
    at range: FormatRange
  ) -> ResolvedExpression? {
    guard walk.collection != nil || walk.current.type.isCollection else {
      report(.notACollection(of: op.rawValue, found: walk.current.type.description), at: place)
      return nil
    }
    guard !rest.isEmpty else {
      report(.missingOperand(op.rawValue), at: place)
      return nil
    }
    let end = rest.firstIndex { $0.key.isOperator } ?? rest.endIndex
    let keysBeforeOperator = rest[..<end]
    rest = rest[end...]
    let list = self.walk(keysBeforeOperator, from: finish(&walk, at: range), isUnited: true, at: range)
    return op.isDistinct ? distinct(list, op, at: range) : list
  }

  private mutating func finish(_ walk: inout Walk, at range: FormatRange) -> ResolvedExpression {
    if walk.collection != nil, walk.value().isKeyValue { enterElements(&walk) }
    walk.current.range = range
    guard var collection = walk.collection else { return walk.value() }
    collection.range = range
    if let reduction = walk.reduction { return reduced(reduction, collection, walk.current, at: range) }
    return ResolvedExpression(
      .elements(collection, walk.current), type: .list(walk.current.type), isNullable: false, range: range)
  }

  /// Resolves keys of a value of unknown type. Keys of a constant are read at once.
  private mutating func dynamic(
    _ value: ResolvedExpression, _ keys: [FormatExpression.Key], at range: FormatRange
  ) -> ResolvedExpression {
    // The value that the first key is read from has been checked.
    if let first = keys.firstIndex(where: { keysOfValues.contains($0.name) }), first > 0 {
      // An operator applies to the value that the keys after it are read from.
      let start = keys[..<first].lastIndex { !$0.isOperator }.map { $0 + 1 } ?? 0
      let base = start > 0 ? dynamic(value, Array(keys[..<start]), at: range) : value
      let checked = checkedBase(base, of: keys[first], at: range)
      return ResolvedExpression(
        .dynamicPath(checked, Array(keys[start...])), type: .any, isNullable: true, range: range)
    }
    if refusesDistinctRecords, let first = keys.firstIndex(where: { $0.isDistinct }) {
      let end = keys[(first + 1)...].firstIndex { $0.isOperator } ?? keys.endIndex
      var united = Array(keys[..<end])
      united[first] = .collectionOperator(.unionOfObjects)
      let values = distinct(
        dynamic(value, united, at: range), .distinctUnionOfObjects, at: range)
      return end == keys.endIndex ? values : dynamic(values, Array(keys[end...]), at: range)
    }
    // The precision of a number is only known where it is compared.
    if let constant = value.constant, !keys.contains(where: { $0.isOfNarrowNumber }),
      let read = try? DynamicKeys().read(keys[...], of: constant)
    {
      return self.constant(read, at: range)
    }
    return ResolvedExpression(.dynamicPath(value, keys), type: .any, isNullable: true, range: range)
  }

  /// Resolves one key of one object. Returns false after reporting an error.
  private mutating func step(
    _ placed: PlacedKey, _ walk: inout Walk, isLast: Bool, at range: FormatRange
  ) -> Bool {
    let (key, place) = (placed.key, placed.range)
    let name = key.name
    switch walk.current.type {
    case .any, .record, .null:
      guard permits(key, of: walk.current, at: place) else { return false }
      extendDynamically(&walk, key, at: range)
      return true
    case .object(let type):
      guard permits(key, of: walk.current, at: place) else { return false }
      if keysOfValues.contains(name) {
        report(.keyOfRecord(name), at: place)
        return false
      }
      switch keys.key(name, of: type) {
      case .found(let valueType, let isNullable, let field):
        extend(&walk, ResolvedStep(key: name, field: field, type: valueType, isNullable: isNullable), at: range)
        return true
      case .unreadable(_, let field?) where isComparedWithNil && isLast && walk.reduction == nil:
        extend(&walk, ResolvedStep(key: name, field: field, type: .any, isNullable: true), at: range)
        return true
      case .dynamic:
        extendDynamically(&walk, key, at: range)
        return true
      case .unreadable(let reason, _): report(.unreadableKey(name, type: type.name, reason: reason), at: place)
      case .absent where diagnostics.isFull(of: .error): break
      case .absent(let known, let mayBeComputed):
        // The key may be a misspelled literal, but short keys are close to too many words.
        let literals = name.utf8.count > 2 ? ["TRUE", "FALSE", "YES", "NULL", "NIL", "SELF"] : []
        let nearest = nearestWord(to: name, among: known + literals)
        // The suggestion goes into a fix-it if its range is known, and into the message otherwise.
        let fixIts = fixIt(nearest, for: name, at: place)
        let message: Message =
          mayBeComputed && nearest == nil
          ? .unknownProperty(name, type: type.name)
          : .unknownKey(name, type: type.name, nearest: fixIts.isEmpty ? nearest : nil)
        report(message, at: place, fixIts: fixIts)
      }
      return false
    case .string where name == "length":
      extend(&walk, ResolvedStep(key: nil, type: .integer, isNullable: false), at: range)
      return true
    case .bool, .integer, .double, .decimal, .string, .date, .uuid, .data, .list, .set:
      if name == ValueKey.rawValue, walk.current.type.mayBeRawValue { return true }
      if let key = ValueKey.named(name), key.isKey(of: walk.current.type) {
        walk.current = read(key, of: walk.value(), at: range)
        return true
      }
      let type = walk.current.type
      let nearest = ValueKey.nearest(to: name, of: type)
      let fixIts = fixIt(nearest, for: name, at: place)
      report(
        .unknownKey(name, type: type.description, nearest: fixIts.isEmpty ? nearest : nil), at: place, fixIts: fixIts)
      return false
    }
  }

  /// Returns the value of a key that a string or a number answers itself. That of a constant is computed at once.
  private func read(_ key: ValueKey, of operand: ResolvedExpression, at range: FormatRange) -> ResolvedExpression {
    if let constant = operand.constant, let value = key.value(of: constant), value.narrowNumber == nil {
      return self.constant(value, at: range)
    }
    return ResolvedExpression(
      .function(key.function, [operand]), type: key.result, isNullable: operand.isNullable, range: range)
  }

  /// Returns the fix-it for a misspelled key that is written at a position, and not escaped or given by an argument.
  private func fixIt(_ nearest: String?, for name: String, at range: FormatRange) -> [FormatDiagnostic.FixIt] {
    guard let nearest, range.end - range.start == name.utf8.count else { return [] }
    return [.suggest(nearest, at: range)]
  }

  /// Continues the walk with a key that is found when it is read.
  private mutating func extendDynamically(_ walk: inout Walk, _ key: FormatExpression.Key, at range: FormatRange) {
    let base = checkedBase(walk.value(), of: key, at: range)
    walk.current = ResolvedExpression(.dynamicPath(base, [key]), type: .any, isNullable: true, range: range)
  }

  /// Appends a step to a path. If the current value is not a path, the step becomes a dynamic key of it.
  private func extend(_ walk: inout Walk, _ step: ResolvedStep, at range: FormatRange) {
    guard case .path = walk.current.kind else {
      walk.current = ResolvedExpression(
        .dynamicPath(walk.current, [.named(step.name)]), type: .any, isNullable: true, range: range)
      return
    }
    walk.steps.append(step)
    walk.current.type = step.type
    walk.current.isNullable = walk.current.isNullable || step.isNullable
    walk.current.range = range
  }
}

extension ResolvedExpression {
  /// Whether the value was read by a key and is not an element. Only collections read by a key are flattened; lists of lists
  /// remain nested.
  fileprivate var isKeyValue: Bool {
    if case .path(let path) = kind { !path.steps.isEmpty } else { true }
  }
}
