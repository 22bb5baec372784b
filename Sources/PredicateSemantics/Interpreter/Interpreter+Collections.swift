import PredicateSyntax

extension Interpreter {
  // MARK: Elements (Rationale 6.1 to 6.3, 6.8)

  /// Calls `body` for each element of a collection, in order, until it returns `false`. The element is the object of the
  /// collection's scope.
  ///
  /// - Returns: `false` if the collection is nil, which has no elements. If errors read as nil, so does a value that is not a
  ///   collection.
  func forEachElement(
    of collection: ResolvedCollection, _ body: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var continues = true
    return try forEachElement(of: collection, from: 0, &continues, body)
  }

  /// Visits the elements of the sources from `index` on.
  ///
  /// - Parameter continues: Whether `body` has always returned `true`.
  @inline(never)
  private func forEachElement(
    of collection: ResolvedCollection, from index: Int, _ continues: inout Bool, _ body: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard index < collection.sources.count else {
      continues = try body()
      return true
    }
    let values: [FormatValue]?
    switch collection.sources[index] {
    case .value(let value) where value.isDynamic:
      return try forEachDynamicElement(of: value, collection) { () throws(Failure) in
        _ = try forEachElement(of: collection, from: index + 1, &continues, body)
        return continues
      }
    case .path(let path): values = try elements(of: path, collection, isNested: index > 0)
    case .value(let value): values = try elements(of: value, collection)
    case .filter(let predicate):
      // The element of the previous source is the current object.
      if index > 0, try isTrue(predicate) {
        return try forEachElement(of: collection, from: index + 1, &continues, body)
      }
      return index > 0
    }
    guard let values else { return false }
    for value in values where continues {
      try take(1)
      try with(value, in: collection.scope) { () throws(Failure) in
        _ = try forEachElement(of: collection, from: index + 1, &continues, body)
      }
    }
    return true
  }

  /// Calls `body` for each element that keys of a value of unknown type lead to, until it returns `false`. Only these elements are
  /// read, so an error of a later one does not count (Rationale 5.9).
  private func forEachDynamicElement(
    of expression: ResolvedExpression, _ collection: ResolvedCollection, _ body: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard case .dynamicPath(let base, let keys) = expression.kind else { return false }
    let value = try value(base)
    var failure: Failure?
    let other: FormatValue?
    do throws(EvaluationError) {
      other = try DynamicKeys(readObject: system.readKey).forEachElement(keys[...], of: value, spend) { element in
        do throws(Failure) {
          try take(1)
          return try with(element, in: collection.scope, body)
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      _ = try failed(error, at: expression.range)
      return false
    }
    if let failure { throw failure }
    try take(1)
    guard let other else { return true }
    return try elements(of: other, collection, mayBeSingle: false) != nil
  }

  /// Returns the elements at a path, or `nil` if the value is nil.
  ///
  /// - Parameter isNested: Whether the path begins at an element of the source before it. It may then end in a single value, as
  ///   in `SUBQUERY(tasks.owner, $x, …)`, which is the only element, also if it is nil.
  private func elements(
    of path: ResolvedPath, _ collection: ResolvedCollection, isNested: Bool
  ) throws(Failure) -> [FormatValue]? {
    let end = path.steps.last?.type
    let mayBeSingle = isNested && end?.isCollection == false
    let expression = ResolvedExpression(
      .path(path), type: end ?? .any, isNullable: true, range: collection.range)
    let value = try operand(expression, isDeep: false, keepsPrecision: true)
    // A declared collection that is nil reads as empty.
    let isDeclared = end?.isCollection ?? (collection.elementType != .any)
    if value.isNull, isDeclared, !mayBeSingle { return [] }
    return try elements(of: value, collection, mayBeSingle: mayBeSingle)
  }

  /// Returns the elements of a computed value, or `nil` if it is nil. Constants in a list that is reduced are decimals if
  /// another element is one (Rationale 4.5).
  private func elements(
    of expression: ResolvedExpression, _ collection: ResolvedCollection
  ) throws(Failure) -> [FormatValue]? {
    var value = try operand(expression, isDeep: false, keepsPrecision: true)
    if collection.isReduced, case .list(let parts) = expression.kind, case .list(let elements) = value {
      value = .list(ConstantReading.together(parts.map { $0.constantAsDecimal }, elements))
    }
    return try elements(of: value, collection, mayBeSingle: false)
  }

  private func elements(
    of value: FormatValue, _ collection: ResolvedCollection, mayBeSingle: Bool
  ) throws(Failure) -> [FormatValue]? {
    let value = value.nanAsNil
    // A record is not a collection here: ANY and SUBQUERY range over lists and sets.
    if let elements = value.arrayValue { return elements }
    if mayBeSingle { return [value] }
    if value.isNull { return nil }
    let error = EvaluationError(.notACollection(of: collection.name, found: value.valueType.description))
    _ = try failed(error, at: collection.range)
    return nil
  }

  /// Returns the list of the values of an expression for each element, or nil if the collection is nil.
  @inline(never)
  func elements(_ collection: ResolvedCollection, _ leaf: ResolvedExpression) throws(Failure) -> FormatValue {
    var values: [FormatValue] = []
    let isPresent = try forEachElement(of: collection) { () throws(Failure) in
      let value = try value(leaf)
      // A key path flattens. The checker has flattened collections of known types.
      if leaf.isDynamic, let inner = value.arrayValue { values += inner } else { values.append(value) }
      try take(DynamicKeys.stepsOfElement)
      return true
    }
    return isPresent ? .list(values) : .null
  }

  // MARK: Collection operators and aggregate functions (Rationale 5.8, 6.5, 6.9)

  /// Returns the value that a reduction takes from the current element. Counting does not read the value.
  private func reducible(_ leaf: ResolvedExpression, _ reduction: Reduction) throws(Failure) -> FormatValue {
    reduction.kind == .count ? try value(leaf) : try operand(leaf)
  }

  /// Returns the reduction of the values of an expression for each element. `@sum` of nil is nil, and `sum:` of nil is an
  /// error.
  @inline(never)
  func reduce(
    _ reduction: Reduction, _ collection: ResolvedCollection, _ leaf: ResolvedExpression, at range: FormatRange
  ) throws(Failure) -> FormatValue {
    var state = ReductionState(reduction, of: leaf.type)
    var failure: EvaluationError?
    let isPresent = try forEachElement(of: collection) { () throws(Failure) in
      let value = try reducible(leaf, reduction)
      try take(value.steps)
      do throws(EvaluationError) { try state.add(value) } catch { failure = error }
      return failure == nil
    }
    if !isPresent {
      if reduction.isCollectionOperator { return .null }
      failure = failure ?? EvaluationError(.nilOperand(of: reduction.name))
    }
    return try result(of: state, failure, at: range)
  }

  private func result(
    of state: ReductionState, _ failure: EvaluationError?, at range: FormatRange
  ) throws(Failure) -> FormatValue {
    do throws(EvaluationError) {
      if let failure { throw failure }
      return try state.result()
    } catch {
      return try failed(error, at: range)
    }
  }

  /// Returns the reduction of the values of an expression for all rows, which is the same for every row.
  @inline(never)
  func reduceRows(
    _ reduction: Reduction, _ leaf: ResolvedExpression, at range: FormatRange
  ) throws(Failure) -> FormatValue {
    let key = reduction.identity(over: leaf).map { Aggregate(identity: $0, range: range) }
    if let key, let known = aggregates[key] { return known }
    var state = ReductionState(reduction, of: leaf.type)
    var failure: EvaluationError?
    for row in rows where failure == nil {
      let value = try with(row, in: 0) { () throws(Failure) in try reducible(leaf, reduction) }
      try take(1 + value.steps)
      do throws(EvaluationError) { try state.add(value) } catch { failure = error }
    }
    let result = try result(of: state, failure, at: range)
    if let key { aggregates[key] = result }
    return result
  }

  /// Returns `max:(key)` of an untyped row: the reduction of the row's own collection if the key has one, else that of all rows.
  @inline(never)
  func reduceOwn(
    _ reduction: Reduction, _ leaf: ResolvedExpression, _ variable: String?, at range: FormatRange
  ) throws(Failure) -> FormatValue {
    let value = try reducible(leaf, reduction)
    guard let elements = value.arrayValue else {
      guard let variable else { return try reduceRows(reduction, leaf, at: range) }
      return try failed(EvaluationError(.aggregateOverVariable(reduction.name, variable: variable)), at: range)
    }
    var state = ReductionState(reduction, of: .any)
    try take(through: value)
    do throws(EvaluationError) {
      for element in elements { try state.add(element) }
      return try state.result()
    } catch {
      return try failed(error, at: range)
    }
  }
}
