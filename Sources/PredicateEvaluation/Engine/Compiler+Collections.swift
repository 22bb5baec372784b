import PredicateSemantics
import PredicateSyntax

// A block has up to 64 objects. A lane is one object of a block, and masks such as `live` have one bit for each lane.
// The body of `forEach` visits the elements of one object's collection, in blocks; see Grammar/Guides/Engine.md.

// Safety: Only masks that are not 0 lose their lowest bit. Elements are counted, and there are fewer than 2^63. Steps are 64
// for each node of a tree.
extension Compiler {
  /// Compiles a collection, once: a comparison may request it as integers first and as values later, and compiling
  /// nested SUBQUERY expressions twice at each level would take exponential time.
  mutating func compile(_ collection: ResolvedCollection) -> CollectionNode {
    while collections.count <= collection.identifier { collections.append(nil) }
    if let known = collections[collection.identifier] { return known }
    let node = compileSources(of: collection)
    collections[collection.identifier] = node
    return node
  }

  /// Compiles the sources of a collection, in order.
  private mutating func compileSources(of collection: ResolvedCollection) -> CollectionNode {
    let scope = current
    var node: CollectionNode?
    for source in collection.sources {
      guard let before = node else {
        node = firstElements(of: source, collection)
        continue
      }
      node = within(collection.scope, before.layout) { compiler in
        switch source {
        case .path(let path): Self.chained(before, compiler.elements(of: path, collection, isNested: true))
        case .value(let value): Self.chained(before, compiler.elements(of: value, collection))
        case .filter(let predicate): compiler.filtered(before, predicate)
        }
      }
    }
    return entering(scope, node)
  }

  /// Sets the current object of `scope` while its elements are visited, so that inner conditions can refer to it.
  private func entering(_ scope: Int, _ node: CollectionNode?) -> CollectionNode {
    let all = unsafe node ?? CollectionNode(forEach: { _, _, _, _ in false }, layout: layout(of: scope))
    return unsafe CollectionNode(
      forEach: { run, block, lane, body in
        let outer = unsafe run.scopes[scope]
        unsafe run.scopes[scope] = Block(base: block.base, first: block.first + lane)
        defer { unsafe run.scopes[scope] = outer }
        return all.forEach(run, block, lane, body)
      }, layout: all.layout, count: all.count,
      elementsAt: unsafe all.elementsAt.map { elementsAt in
        { run, block, lane, body in
          let outer = unsafe run.scopes[scope]
          unsafe run.scopes[scope] = Block(base: block.base, first: block.first + lane)
          defer { unsafe run.scopes[scope] = outer }
          unsafe elementsAt(run, block, lane, body)
        }
      }, mayFail: all.mayFail)
  }

  /// Compiles the first source. Returns `nil` for a filter, which has nothing to filter there.
  private mutating func firstElements(
    of source: ResolvedCollection.Source, _ collection: ResolvedCollection
  ) -> CollectionNode? {
    switch source {
    case .path(let path): path.scope < current ? outerElements(of: path, collection) : elements(of: path, collection)
    case .value(let value): elements(of: value, collection)
    case .filter: nil
    }
  }

  /// Compiles a path of an outer object, which is read from that object, such as the inner `kids` in
  /// `SUBQUERY(kids, $k, kids.@count > 1)`.
  private mutating func outerElements(of path: ResolvedPath, _ collection: ResolvedCollection) -> CollectionNode {
    let outer = path.scope
    let node = within(outer) { $0.elements(of: path, collection) }
    return unsafe CollectionNode(
      forEach: { run, _, _, body in unsafe node.forEach(run, run.scopes[outer], 0, body) }, layout: node.layout,
      elementsAt: unsafe node.elementsAt.map { elementsAt in
        { run, _, _, body in unsafe elementsAt(run, run.scopes[outer], 0, body) }
      }, mayFail: node.mayFail)
  }

  /// Compiles a path for the current block's objects.
  ///
  /// - Parameter isNested: Whether the objects are elements of the source before it. The path may then end in a single value, as in
  ///   `SUBQUERY(tasks.owner, $x, …)`, which is the only element.
  private mutating func elements(
    of path: ResolvedPath, _ collection: ResolvedCollection, isNested: Bool = false
  ) -> CollectionNode {
    let access = path.scope == current ? access(path, at: collection.range) : nil
    if let access, case .array(let element) = access.type.unwrapped.kind { return stored(access, element) }
    if let access, case .set(let element) = access.type.unwrapped.kind { return stored(access, element) }
    let end = path.steps.last
    let mayBeSingle = isNested && end?.type.isCollection == false
    if mayBeSingle, let access, end?.type != .any, end?.key != nil { return single(access) }
    return boxed(
      readable(
        ResolvedExpression(.path(path), type: .any, isNullable: true, range: collection.range), isDeep: false),
      collection, mayBeSingle: mayBeSingle)
  }

  /// Compiles a value that should be a collection, for the current block's objects.
  private mutating func elements(of value: ResolvedExpression, _ collection: ResolvedCollection) -> CollectionNode {
    untypedElements(value, collection)
      ?? boxed(
        collection.isReduced ? reducedList(value) : readable(value, isDeep: false), collection, mayBeSingle: false)
  }

  /// Returns the elements of an array or set stored at a path. A declared collection that is nil reads as empty.
  private func stored(_ path: AccessPath, _ element: SwiftType) -> CollectionNode {
    let collectionType = path.type.unwrapped
    let isOptional = path.type.isNullable
    let type = path.type
    let isPersistent = path.layout.isPersistent && !path.hasGetters
    return unsafe CollectionNode(
      forEach: { run, block, lane, body in
        unsafe path.withAddresses(run, block, bit(lane)) { addresses, mask in
          if unsafe mask == 0 || isOptional && type.isNil(addresses[lane]) { return }
          unsafe collectionType.withElements(addresses[lane]) { base, count in
            unsafe run.forEachBlock(base, count, body)
          }
        }
        return true
      }, layout: Layout(elementsOf: element, isPersistent: isPersistent),
      count: unsafe NumberNode(fill: { run, block, live, out in
        unsafe path.withAddresses(run, block, live) { addresses, mask in
          forEachLane(live) { lane in
            unsafe out[lane] = 0
            if unsafe mask & bit(lane) == 0 || isOptional && type.isNil(addresses[lane]) { return }
            unsafe collectionType.withElements(addresses[lane]) { unsafe out[lane] = Int64($1) }
          }
        }
        return live
      }),
      elementsAt: !isPersistent || !collectionType.passesOwnStorage
        ? nil
        : { run, block, lane, body in
          unsafe path.withAddresses(run, block, bit(lane)) { addresses, mask in
            // An array that a closure of a subclass returned does not live as long as the program runs.
            if unsafe mask == 0 || isOptional && type.isNil(addresses[lane]) || !run.temporaries.isEmpty { return }
            unsafe collectionType.withElements(addresses[lane], body)
          }
        }, mayFail: false)
  }

  /// Returns the value at a path as the only element. It is nil if the value or an object on the path is nil.
  private func single(_ path: AccessPath) -> CollectionNode {
    let type = path.type
    let optional = type.payload === type ? SwiftType.of(optionalType(of: type.type)) : type
    let value = optional.payload.type
    return unsafe CollectionNode(
      forEach: { run, block, lane, body in
        unsafe path.withAddresses(run, block, bit(lane)) { addresses, mask in
          let isNil = unsafe mask == 0 || type.isNil(addresses[lane])
          unsafe withOptional(of: value, isNil ? nil : addresses[lane]) { unsafe run.forEachBlock($0, 1, body) }
        }
        return true
      }, layout: Layout(elementsOf: optional, isPersistent: false), mayFail: false)
  }

  /// Returns the elements of a value whose type is known only at run time.
  ///
  /// - Parameter mayBeSingle: Whether a value that is not a collection is the only element, also if it is nil.
  private func boxed(
    _ node: ValueNode, _ collection: ResolvedCollection, mayBeSingle: Bool
  ) -> CollectionNode {
    let (name, range) = (collection.name, collection.range)
    return unsafe CollectionNode(
      forEach: { run, block, lane, body in
        let value = node.read(run, block, lane).nanAsNil
        // The lane of an error of the collection is the lane of its object, and not of an element.
        if unsafe value.isNull && !mayBeSingle || run.errors.lanes & bit(lane) != 0 { return false }
        // Records are not collections here: ANY and SUBQUERY range over lists and sets.
        guard let elements = value.arrayValue ?? (mayBeSingle ? [value] : nil) else {
          let error = EvaluationError(.notACollection(of: name, found: value.valueType.description))
          if run.onError == .throw { run.fail(FormatDiagnostic(error.message, at: range), lanes: 1) }
          return false
        }
        unsafe elements.withUnsafeBufferPointer { buffer in
          if let base = buffer.baseAddress { unsafe run.forEachBlock(UnsafeRawPointer(base), buffer.count, body) }
        }
        return true
      }, layout: Layout(elementsOf: SwiftType.of(FormatValue.self)))
  }

  /// Returns the elements of each element.
  private static func chained(_ outer: CollectionNode, _ inner: CollectionNode) -> CollectionNode {
    unsafe CollectionNode(
      forEach: { run, block, lane, body in
        outer.forEach(run, block, lane) { elements, live in
          var continues = true
          var rest = live
          while continues, rest != 0 {
            let element = rest.trailingZeroBitCount
            rest &= rest &- 1
            _ = inner.forEach(run, elements, element) { innerElements, live in
              continues = body(innerElements, live)
              return continues
            }
            if unsafe run.errors.lanes != 0 { continues = false }
          }
          return continues
        }
      }, layout: inner.layout, mayFail: outer.mayFail || inner.mayFail)
  }

  /// Returns the elements for which the predicate is true.
  private mutating func filtered(_ elements: CollectionNode, _ predicate: ResolvedPredicate) -> CollectionNode {
    let node = compile(predicate)
    let test = chargingSteps(node.lanes, predicate)
    let elements = candidates(of: elements, for: predicate)
    if !node.mayFail {
      return unsafe CollectionNode(
        forEach: { run, block, lane, body in
          elements.forEach(run, block, lane) { elements, live in
            let passed = test(run, elements, live)
            return passed == 0 || body(elements, passed)
          }
        }, layout: elements.layout, mayFail: elements.mayFail)
    }
    return unsafe CollectionNode(
      forEach: { run, block, lane, body in
        elements.forEach(run, block, lane) { elements, live in
          let passed = unsafe test(run, elements, live) & ~run.errors.lanes
          // As in evaluation one by one, only the elements before the first error count.
          let errors = unsafe run.errors.lanes
          let sound = errors == 0 ? passed : passed & (bit(errors.trailingZeroBitCount) &- 1)
          if sound != 0, !body(elements, sound) { return false }
          return errors == 0
        }
      }, layout: elements.layout)
  }

  // MARK: Reductions

  /// Returns elements that also charge the steps of `leaf` for each visited element. Visiting it takes one more step.
  func chargingSteps(_ elements: CollectionNode, _ leaf: ResolvedExpression) -> CollectionNode {
    let steps = leaf.steps
    if steps == 0 { return elements }
    var result = elements
    result.forEach = { run, block, lane, body in
      elements.forEach(run, block, lane) { elements, live in
        run.spend(live.nonzeroBitCount &* steps) && body(elements, live)
      }
    }
    return result
  }

  /// Reduces the elements to one boxed value, for expressions without an integer or double node.
  func reduceBoxed(
    _ reduction: Reduction, _ elements: CollectionNode, _ leaf: ValueNode, of type: ValueType,
    at range: FormatRange
  ) -> ValueNode {
    ValueNode { run, block, lane in
      run.inner(for: bit(lane)) {
        var state = ReductionState(reduction, of: type)
        var firstError: EvaluationError?
        let isPresent = elements.forEach(run, block, lane) { elements, live in
          var rest = live
          while rest != 0 {
            let element = rest.trailingZeroBitCount
            rest &= rest &- 1
            let value = leaf.read(run, elements, element)
            if unsafe run.errors.lanes != 0 || !run.spend(value.steps) { return false }
            do throws(EvaluationError) { try state.add(value) } catch {
              firstError = error
              return false
            }
          }
          return true
        }
        if unsafe run.errors.lanes != 0 { return .null }
        return Self.finish(run, state, firstError, isPresent, reduction, at: range)
      }
    }
  }

  private static func finish(
    _ run: Run, _ state: ReductionState, _ firstError: EvaluationError?, _ isPresent: Bool,
    _ reduction: Reduction, at range: FormatRange
  ) -> FormatValue {
    do throws(EvaluationError) {
      if let firstError { throw firstError }
      // `@sum` of nil is nil; `sum:` of nil is an error.
      if !isPresent {
        if reduction.isCollectionOperator { return .null }
        throw EvaluationError(.nilOperand(of: reduction.name))
      }
      return try state.result()
    } catch {
      run.fail(error, at: range, lane: 0)
      return .null
    }
  }

  /// Reduces the elements to one integer: a count, or the sum, minimum or maximum of integers.
  func reduceIntegers(
    _ reduction: Reduction, _ elements: CollectionNode, _ leaf: NumberNode<Int64>?, at range: FormatRange
  ) -> NumberNode<Int64> {
    if leaf == nil, reduction.kind == .count, let count = elements.count { return count }
    return unsafe NumberNode(
      fill: { run, block, live, out in
        var result: UInt64 = 0
        forEachLane(live) { lane in
          let value = run.inner(for: bit(lane)) {
            Self.integerTotal(run, block, lane, reduction, elements, leaf, at: range).result
          }
          if let value {
            unsafe out[lane] = value
            result |= bit(lane)
          }
        }
        return result
      }, mayFail: true)
  }

  /// Returns the average of the elements' integers.
  func averageOfIntegers(
    _ reduction: Reduction, _ elements: CollectionNode, _ leaf: NumberNode<Int64>, at range: FormatRange
  ) -> NumberNode<Double> {
    unsafe NumberNode(
      fill: { run, block, live, out in
        var result: UInt64 = 0
        forEachLane(live) { lane in
          run.inner(for: bit(lane)) {
            let total = Self.integerTotal(run, block, lane, reduction, elements, leaf, at: range)
            guard let sum = total.result, total.count > 0 else { return }
            unsafe out[lane] = Double(sum) / Double(total.count)
            result |= bit(lane)
          }
        }
        return result
      }, mayFail: true)
  }

  /// Reduces the elements of one lane. For averages, `result` is the sum. It is `nil` if the result is nil or if an
  /// error was recorded.
  private static func integerTotal(
    _ run: Run, _ block: Block, _ lane: Int, _ reduction: Reduction, _ elements: CollectionNode,
    _ leaf: NumberNode<Int64>?, at range: FormatRange
  ) -> (result: Int64?, count: Int64) {
    var count: Int64 = 0
    let kind = reduction.kind
    var total = IntegerTotal(kind)
    let isPresent: Bool
    if let leaf, let take = leaf.fold {
      isPresent = elements.forEach(run, block, lane) { elements, live in
        let present = take(run, elements, live, &total)
        // Operators count nil elements; functions do not.
        let counted = reduction.isCollectionOperator ? live : present
        count &+= Int64(counted.nonzeroBitCount)
        return true
      }
    } else if let fill = unsafe leaf?.fill, kind != .count || !reduction.isCollectionOperator {
      isPresent = unsafe withLanes(of: Int64.self) { values in
        elements.forEach(run, block, lane) { elements, live in
          let present = unsafe fill(run, elements, live, values)
          count &+= Int64((reduction.isCollectionOperator ? live : present).nonzeroBitCount)
          unsafe total.add(values, present)
          return unsafe run.errors.lanes == 0
        }
      }
    } else {
      isPresent = elements.forEach(run, block, lane) { _, live in
        count &+= Int64(live.nonzeroBitCount)
        return true
      }
    }
    if unsafe run.errors.lanes != 0 { return (nil, 0) }
    if !isPresent {
      if !reduction.isCollectionOperator {
        run.fail(EvaluationError(.nilOperand(of: reduction.name)), at: range, lane: 0)
      }
      return (nil, 0)
    }
    switch kind {
    case .count: return (count, count)
    case .sum, .average:
      if total.overflows {
        run.fail(EvaluationError(.overflow(of: "addition")), at: range, lane: 0)
        return (nil, 0)
      }
      if kind == .average, count == 0, !reduction.isCollectionOperator { break }
      return (total.value, count)
    case .minimum, .maximum:
      if total.hasValues { return (total.value, count) }
      if reduction.isCollectionOperator { return (nil, 0) }
    case .median, .mode, .standardDeviation: return (nil, 0)  // these have no integer node
    }
    run.fail(EvaluationError(.emptyCollection(of: reduction.name)), at: range, lane: 0)
    return (nil, 0)
  }
}
