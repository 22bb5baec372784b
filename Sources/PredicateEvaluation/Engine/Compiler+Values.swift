import PredicateSemantics
import PredicateSyntax

// Safety: `withExtendedLifetime` keeps an object's address valid. A lane is below 64.
extension Compiler {
  /// Returns a node that evaluates any expression lane by lane, as a value of the language.
  ///
  /// The function recurses, so it only hands each case to a function that does the work. These are not inlined, because
  /// their variables would take stack at every level, and are mutating or static, as for `compile(_:)`.
  @inline(never)
  mutating func value(_ expression: ResolvedExpression) -> ValueNode {
    if let outer = broadcast(expression) { return outer }
    let range = expression.range
    switch expression.kind {
    case .constant(let value): return Self.constantValue(value)
    case .number(let value, _): return Self.constantValue(.double(value))
    case .path(let path): return pathValue(path, at: range)
    case .elements(let collection, let leaf): return listValue(collection, leaf)
    case .reduce(let reduction, let collection, let leaf):
      return reducedValue(reduction, collection, leaf, of: expression)
    case .reduceWhole(let reduction, let leaf): return wholeValue(reduction, leaf, at: range)
    case .reduceDynamic(let reduction, let leaf, let variable):
      return dynamicReduction(reduction, leaf, variable, at: range)
    case .dynamicPath(let base, let keys): return dynamicValue(base, keys, of: expression)
    case .list(let parts): return listValue(parts)
    case .function, .registered, .index, .cast, .setOperation, .distinct: return computedValue(expression)
    case .conditional(let predicate, let then, let otherwise): return conditionalValue(predicate, then, otherwise)
    }
  }

  @inline(never)
  private static func constantValue(_ value: FormatValue) -> ValueNode { ValueNode { _, _, _ in value } }

  @inline(never)
  private mutating func pathValue(_ path: ResolvedPath, at range: FormatRange) -> ValueNode {
    let access = access(path, at: range)
    return ValueNode { run, block, lane in access.box(run, block, lane) }
  }

  /// Returns a node for the reduction of a collection.
  @inline(never)
  private mutating func reducedValue(
    _ reduction: Reduction, _ collection: ResolvedCollection, _ leaf: ResolvedExpression,
    of expression: ResolvedExpression
  ) -> ValueNode {
    if reduction.kind == .average, let mean = double(expression) { return boxed(mean, as: FormatValue.double) }
    if let whole = integer(expression) { return boxed(whole, as: FormatValue.integer) }
    let elements = chargingSteps(compile(collection), leaf)
    let node = within(collection.scope, elements.layout) { $0.reducible(leaf, reduction) }
    return reduceBoxed(reduction, elements, node, of: leaf.type, at: expression.range)
  }

  @inline(never)
  private mutating func listValue(_ parts: [ResolvedExpression]) -> ValueNode {
    var nodes: [ValueNode] = []
    for part in parts { nodes.append(value(part)) }
    return ValueNode { [nodes] run, block, lane in .list(nodes.map { $0.read(run, block, lane) }) }
  }

  /// Returns the list of the elements of a reduction. A constant next to a decimal is a decimal.
  mutating func reducedList(_ expression: ResolvedExpression) -> ValueNode {
    let list = readable(expression, isDeep: false)
    guard case .list(let parts) = expression.kind else { return list }
    let constants = parts.map(\.constantAsDecimal)
    guard constants.contains(where: { $0 != nil }) else { return list }
    return ValueNode { run, block, lane in
      let value = list.read(run, block, lane)
      return value.elements.map { .list(ConstantReading.together(constants, $0)) } ?? value
    }
  }

  @inline(never)
  private mutating func conditionalValue(
    _ predicate: ResolvedPredicate, _ then: ResolvedExpression, _ otherwise: ResolvedExpression
  ) -> ValueNode {
    let condition = compile(predicate).lanes
    let sides = (value(then), value(otherwise))
    return ValueNode { run, block, lane in
      let isTrue = condition(run, block, bit(lane)) != 0
      if unsafe run.errors.lanes & bit(lane) != 0 { return .null }
      return isTrue ? sides.0.read(run, block, lane) : sides.1.read(run, block, lane)
    }
  }

  /// Returns a node that reads keys of a value without a known type.
  @inline(never)
  private mutating func dynamicValue(
    _ base: ResolvedExpression, _ keys: [FormatExpression.Key], of expression: ResolvedExpression
  ) -> ValueNode {
    let node = anyDynamicValue(base, keys, at: expression.range)
    guard let path = UntypedPath(expression, in: self) else { return node }
    return path.value(otherwise: node)
  }

  /// The reader of keys of values without a known type.
  var dynamicKeys: DynamicKeys {
    let isShared = keys.isShared
    return DynamicKeys { object, key throws(EvaluationError) in try SwiftType.read(object, key, isShared: isShared) }
  }

  /// Returns the node that reads keys of any value. Of an untyped row or another dictionary, it reads only the values of the keys.
  private mutating func anyDynamicValue(
    _ base: ResolvedExpression, _ keys: [FormatExpression.Key], at range: FormatRange
  ) -> ValueNode {
    let reader = UntypedReader(reader: dynamicKeys, range: range)
    if case .path(let path) = base.kind, path.scope == current {
      let access = access(path, at: range)
      let untyped = UntypedKeyPath(reader: reader, keys: keys[...], access: access)
      if let node = access.endsInLength ? nil : withUntypedRoot(access.type.type, untyped) { return node }
      if let node = Self.dictionaryValue(reader, keys[...], access) { return node }
    }
    let node = value(base)
    return ValueNode { run, block, lane in reader.read(keys[...], of: node.read(run, block, lane), run, lane) }
  }

  /// Returns the node that reads the first key of a dictionary of known types, or `nil` for another value.
  private static func dictionaryValue(
    _ reader: UntypedReader, _ keys: ArraySlice<FormatExpression.Key>, _ access: AccessPath
  ) -> ValueNode? {
    guard let first = keys.first, !first.isOperator, !first.namesSelf,
      case .dictionary(let element, let storage) = access.type.kind
    else { return nil }
    let type = access.type
    return ValueNode { run, block, lane in
      unsafe access.withAddresses(run, block, bit(lane)) { addresses, mask in
        guard mask != 0 else { return .null }
        var value = FormatValue.null
        let isOne = unsafe storage.withValue(addresses[lane], forKey: first.name) { address in
          if let address = unsafe address { value = unsafe element.value(at: address) }
        }
        if isOne { return reader.read(keys.dropFirst(), of: value, run, lane) }
        // Reading the whole dictionary reports keys with the same name.
        return unsafe reader.read(keys, of: type.value(at: addresses[lane]), run, lane)
      }
    }
  }

  /// Returns a node for the list of an expression's values for all elements. Nested collections are flattened.
  @inline(never)
  private mutating func listValue(_ collection: ResolvedCollection, _ leaf: ResolvedExpression) -> ValueNode {
    let elements = chargingSteps(compile(collection), leaf)
    let node = within(collection.scope, elements.layout) { $0.value(leaf) }
    // The checker flattens collections of known types.
    let flattens = leaf.isDynamic
    return ValueNode { run, block, lane in
      run.inner(for: bit(lane)) {
        var values: [FormatValue] = []
        let isPresent = elements.forEach(run, block, lane) { elements, live in
          forEachLane(live) { element in
            let value = node.read(run, elements, element)
            if flattens, let inner = value.arrayValue {
              values += inner
            } else {
              values.append(value)
            }
          }
          return unsafe run.errors.lanes == 0 && run.spend(live.nonzeroBitCount * DynamicKeys.stepsOfElement)
        }
        if !isPresent { return .null }
        return .list(values)
      }
    }
  }

  /// Returns a node that computes a value from other values. An error of the computation is an error of the lane.
  @inline(never)
  private mutating func computedValue(_ expression: ResolvedExpression) -> ValueNode {
    guard let operation = ValueOperation(expression, .foundation) else { return Self.constantValue(.null) }
    var nodes: [ValueNode] = []
    for operand in operation.operands {
      nodes.append(readable(operand, isDeep: operation.isDeep, isCompared: operation.readsPrecision))
    }
    return Self.computed(operation.compute, of: nodes, operation.isDeep, at: expression.range)
  }

  @inline(never)
  private static func computed(
    _ compute: @escaping ([FormatValue]) throws(EvaluationError) -> FormatValue, of nodes: [ValueNode], _ isDeep: Bool,
    at range: FormatRange
  ) -> ValueNode {
    ValueNode { run, block, lane in
      let values = nodes.map { $0.read(run, block, lane) }
      if unsafe run.errors.lanes & bit(lane) != 0 { return .null }
      if !values.allSatisfy({ isDeep ? run.spend(through: $0) : run.spend($0.steps) }) { return .null }
      do throws(EvaluationError) { return try compute(values) } catch {
        run.fail(error, at: range, lane: lane)
        return .null
      }
    }
  }

  // MARK: Aggregates over the whole collection

  /// Returns a node for an aggregate such as `max:(key)`, which is computed on first use and kept for the run.
  @inline(never)
  mutating func wholeValue(
    _ reduction: Reduction, _ leaf: ResolvedExpression, at range: FormatRange
  ) -> ValueNode {
    if isGrouped {
      // A result column shares its value with a sort order or a HAVING condition that names the same aggregate.
      let name = reduction.identity(over: leaf)
      let known = name.flatMap { name in groupReductions.firstIndex { $0.name == name } }
      if let known { return groupValue(in: known, at: range) }
      let reduced = GroupReduction(
        name: name, reduction: reduction, value: reducible(leaf, reduction), type: leaf.type,
        typedInput: typedInput(reduction, leaf), range: range, source: source)
      groupReductions.append(reduced)
      return groupValue(in: newWholeReduction(), at: range)
    }
    let key = reduction.identity(over: leaf).map { WholeReduction(identity: $0, range: range) }
    if let known = key.flatMap({ wholeNodes[$0] }) { return known }
    let slot = newWholeReduction()
    let objects = layout(of: 0)
    let elements = unsafe chargingSteps(
      CollectionNode(
        forEach: { run, _, _, body in
          unsafe run.forEachBlock(run.whole.base, run.whole.count, body)
          return true
        }, layout: objects), leaf)
    // nil is skipped here, as functions skip it.
    let node: ValueNode =
      if reduction.hasIntegerNode, let integers = integer(leaf) {
        boxed(reduceIntegers(reduction, elements, integers, at: range), as: FormatValue.integer)
      } else if reduction.kind == .average, let integers = integer(leaf) {
        boxed(averageOfIntegers(reduction, elements, integers, at: range), as: FormatValue.double)
      } else {
        reduceBoxed(reduction, elements, reducible(leaf, reduction), of: leaf.type, at: range)
      }
    let whole = wholeValue(in: slot) { run in unsafe node.read(run, Block(base: run.whole.base, first: 0), 0) }
    if let key { wholeNodes[key] = whole }
    return whole
  }

  /// Returns a node for an aggregate of the current group. Its error has the position of this use, unless it is nil.
  private func groupValue(in slot: Int, at range: FormatRange) -> ValueNode {
    ValueNode { run, _, lane in
      let whole = run.wholeValue(slot) { .null }
      if var error = whole.error, run.onError == .throw {
        error.range = range
        run.fail(error, lanes: bit(lane))
      }
      return whole.value
    }
  }

  /// Returns a node for the value of a slot, which is computed on first use.
  private func wholeValue(in slot: Int, _ compute: @escaping (Run) -> FormatValue) -> ValueNode {
    ValueNode { run, _, lane in
      let whole = run.wholeValue(slot) { compute(run) }
      if let error = whole.error { run.fail(error, lanes: bit(lane)) }
      return whole.value
    }
  }

  private func boxed<Number>(_ node: NumberNode<Number>, as value: @escaping (Number) -> FormatValue) -> ValueNode {
    ValueNode { run, block, lane in
      unsafe withLanes(of: Number.self) { values in
        unsafe node.fill(run, block, bit(lane), values) == 0 ? .null : value(values[lane])
      }
    }
  }

  /// Returns a node for `max:(key)` of an untyped row: over the row's own collection if it has one, else over all rows.
  @inline(never)
  private mutating func dynamicReduction(
    _ reduction: Reduction, _ leaf: ResolvedExpression, _ variable: String?, at range: FormatRange
  ) -> ValueNode {
    let own = reducible(leaf, reduction)
    let whole = variable == nil ? wholeValue(reduction, leaf, at: range) : nil
    return ValueNode { run, block, lane in
      if run.isOverAll, let whole { return whole.read(run, block, lane) }
      let value = own.read(run, block, lane)
      if unsafe run.errors.lanes & bit(lane) != 0 { return .null }
      do throws(EvaluationError) {
        guard let elements = value.arrayValue else {
          if let whole { return whole.read(run, block, lane) }
          throw EvaluationError(.aggregateOverVariable(reduction.name, variable: variable ?? ""))
        }
        var state = ReductionState(reduction, of: .any)
        if !run.spend(through: value) { return .null }
        for element in elements { try state.add(element) }
        return try state.result()
      } catch {
        run.fail(error, at: range, lane: lane)
        return .null
      }
    }
  }

  // MARK: Comparisons of values

  /// Returns a leaf that compares two values of any kind: the definition that all typed leaves agree with.
  mutating func valueLeaf(_ comparison: ResolvedComparison, _ members: ConstantMembers? = nil) -> PredicateNode {
    guard let test = valueComparison(comparison) else { return .never }
    let members = members ?? ConstantMembers(comparison)
    let isAmong = comparison.operator == .isAmong
    let left = readable(comparison.left, isCompared: true, keepsRange: comparison.operator == .contains)
    let right = readable(comparison.right, isCompared: true, keepsRange: comparison.operator == .between)
    let range = comparison.range
    // Operands are read in the order of the text, so that the first error is reported.
    let readsRightFirst = comparison.readsRightFirst
    return PredicateNode(cost: PredicateNode.valuesCost, mayFail: true) { run, block, live in
      var result: UInt64 = 0
      forEachLane(live) { lane in
        let first = readsRightFirst ? right.read(run, block, lane) : nil
        let l = left.read(run, block, lane)
        let r = first ?? right.read(run, block, lane)
        if unsafe run.errors.lanes & bit(lane) != 0 || !run.spend(comparing: l, r) { return }
        do throws(EvaluationError) {
          let isTrue = if let members { members.contain(isAmong ? l : r) } else { try test.isTrue(l, r, run) }
          if isTrue { result |= bit(lane) }
        } catch {
          run.fail(error, at: range, lane: lane)
        }
      }
      return result
    }
  }

  /// Returns the definition of a comparison. Records an error if a constant is not a regular expression, and returns `nil`.
  mutating func valueComparison(_ comparison: ResolvedComparison) -> ValueComparison? {
    do throws(EvaluationError) { return try ValueComparison(comparison, .foundation, limits) } catch {
      note(FormatDiagnostic(error.message, at: comparison.right.range))
      return nil
    }
  }
}

/// Reads keys of a value without a known type. An error is an error of the lane.
private struct UntypedReader {
  let reader: DynamicKeys
  let range: FormatRange

  func read(
    _ keys: ArraySlice<FormatExpression.Key>, of value: some DynamicValue, _ run: Run, _ lane: Int
  ) -> FormatValue {
    do throws(EvaluationError) { return try reader.read(keys, of: value, run.spend(_:)) } catch {
      run.fail(error, at: range, lane: lane)
      return .null
    }
  }
}

/// Makes the node that reads keys of an untyped value.
private struct UntypedKeyPath: UntypedRootVisitor {
  let reader: UntypedReader
  let keys: ArraySlice<FormatExpression.Key>
  let access: AccessPath

  func visit<Value: UntypedValue>(_ root: @escaping (UnsafeRawPointer) -> Value) -> ValueNode {
    ValueNode { run, block, lane in
      unsafe access.withAddresses(run, block, bit(lane)) { addresses, mask in
        unsafe mask == 0 ? .null : reader.read(keys, of: root(addresses[lane]), run, lane)
      }
    }
  }
}
