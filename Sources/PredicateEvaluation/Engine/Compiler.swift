import PredicateSemantics
import PredicateSyntax

/// Lowers a resolved tree to nodes, for one type of objects.
///
/// Comparisons of known types have typed leaves (`Compiler+Leaves`), numbers have typed nodes (`Compiler+Numbers`), and
/// everything else is evaluated as values (`Compiler+Values`), with the same answers.
///
/// Safety: The array of `columns` is valid while the program runs. Steps are 64 for each node of a tree.
@safe package struct Compiler {
  /// The constants that kernels point into; the program keeps the store alive.
  package let store = KernelMemory()
  package private(set) var shape: ProgramShape
  /// The collections compiled so far, indexed by their identifiers, which are small numbers.
  var collections: [CollectionNode?] = []
  /// The errors found so far, such as a constant pattern that is not a regular expression.
  package private(set) var errors: [FormatDiagnostic] = []
  /// The memory layout of each scope's objects.
  private var layouts: [Layout]
  /// The scope whose objects the blocks currently contain.
  private(set) var current = 0

  /// The limits of each run.
  let limits: PredicateLimits

  /// Plans the comparisons.
  let plan: PlannedComparison.Planner
  /// The fields of the keys.
  let keys: SwiftKeySource

  /// Whether aggregates range over groups, and not over the whole collection.
  let isGrouped: Bool
  /// The reductions of the aggregates over groups, in slot order.
  package var groupReductions: [GroupReduction] = []
  /// The aggregates over the whole collection that are compiled, by their identity and position. A comparison is compiled as a leaf and
  /// as its definition, which share them.
  var wholeNodes: [WholeReduction: ValueNode] = [:]

  /// An aggregate over the whole collection at a position.
  struct WholeReduction: Hashable {
    let identity: String
    let range: FormatRange
  }
  /// The text of the part of a request that is being compiled.
  var source: WrittenText = ""

  /// The columns of the objects, if any. They contain the same values as the objects.
  let columns: ColumnSource?

  package init(
    _ keys: SwiftKeySource, limits: PredicateLimits, onError: EvaluationOptions.ErrorHandling, isGrouped: Bool = false,
    columns: ColumnSource? = nil, plan: @escaping PlannedComparison.Planner = PlannedComparison.init
  ) {
    // Each property is assigned once. An initializer that assigns one twice copies the whole struct.
    self.plan = plan
    unsafe self.columns = columns
    self.keys = keys
    layouts = [Layout(elementsOf: keys.root)]
    self.limits = limits
    shape = ProgramShape(limits: limits, onError: onError)
    self.isGrouped = isGrouped
  }

  /// Returns the layout of a scope; every scope in a resolved tree has one.
  func layout(of scope: Int) -> Layout { layouts.indices.contains(scope) ? layouts[scope] : Self.values }

  /// The layout of values without a static type.
  static let values = Layout(elementsOf: SwiftType.of(FormatValue.self))

  mutating func newHoistedLeaf() -> Int {
    shape.hoistedLeaves += 1
    return shape.hoistedLeaves - 1
  }

  /// Returns the identifier of a new condition that looks up elements by a key.
  mutating func newJoin() -> Int {
    shape.joins += 1
    return shape.joins
  }

  mutating func newWholeReduction() -> Int {
    shape.wholeReductions += 1
    return shape.wholeReductions - 1
  }

  /// Returns the regular expression of a comparison's constant right side, if any; records an error if it is invalid.
  mutating func pattern(of comparison: ResolvedComparison) -> Pattern? {
    guard comparison.operator == .matches, case .string(let text)? = comparison.right.constant else { return nil }
    do throws(EvaluationError) {
      return try Pattern(text, comparison.options, limits)
    } catch {
      note(FormatDiagnostic(error.message, at: comparison.right.range))
      return nil
    }
  }

  /// Records an error in the predicate. A comparison may be compiled more than once, but its error is recorded once.
  mutating func note(_ error: FormatDiagnostic) {
    if errors.last != error { errors.append(error) }
  }

  /// Returns the access path of a key path at a position in the text.
  func access(_ path: ResolvedPath, at range: FormatRange) -> AccessPath {
    AccessPath(path, from: layout(of: path.scope), keys, at: range)
  }

  // MARK: Scopes

  /// Compiles something whose blocks contain the objects of `scope`.
  mutating func within<R>(_ scope: Int, _ layout: Layout? = nil, _ body: (inout Compiler) -> R) -> R {
    let before = current
    current = scope
    shape.scopes = max(shape.scopes, scope + 1)
    defer { current = before }
    guard let layout else { return body(&self) }
    while layouts.count <= scope { layouts.append(Self.values) }
    let beforeLayout = layouts[scope]
    layouts[scope] = layout
    defer { layouts[scope] = beforeLayout }
    return body(&self)
  }

  /// Returns the outer scope in which to evaluate an expression, or `nil` if it belongs in the current one. An expression
  /// that uses only outer objects is evaluated once for all lanes of a block.
  ///
  /// It is mutating only because `compile(_:)` recurses.
  private mutating func outerScope(of node: ResolvedNode) -> Int? {
    // Outside collections there is no outer object.
    guard current > 0 else { return nil }
    let innermost = node.innermostScope()
    return innermost >= 0 && innermost < current ? innermost : nil
  }

  // MARK: Predicates

  /// Compiles a predicate.
  ///
  /// The function recurses, so it only hands each case to the function that does the work, and calls only functions
  /// that are mutating or static: in debug builds, a call of another one copies the whole compiler to the stack. A tree
  /// of maximum height then fits a small stack.
  mutating func compile(_ predicate: ResolvedPredicate) -> PredicateNode {
    if let outer = outerScope(of: .predicate(predicate)) { return compile(predicate, within: outer) }
    switch predicate {
    case .constant(let value): return Self.constant(value)
    case .and(let parts): return allOf(parts)
    case .or(let parts): return anyOf(parts)
    case .not(let part): return Self.not(compile(part))
    case .comparison(let comparison): return compile(comparison)
    case .some(let collection, let test): return compileSome(collection, test, isEvery: false)
    case .every(let collection, let test): return compileSome(collection, test, isEvery: true)
    }
  }

  /// Compiles a predicate that uses only an outer object; it is evaluated once per block.
  private mutating func compile(_ predicate: ResolvedPredicate, within outer: Int) -> PredicateNode {
    let node = within(outer) { $0.compile(predicate) }
    return PredicateNode(cost: 1, mayFail: node.mayFail) { run, _, live in
      run.inner(for: live) { unsafe node.lanes(run, run.scopes[outer], 1) } & 1 == 1 ? live : 0
    }
  }

  private static func constant(_ value: Bool) -> PredicateNode {
    PredicateNode(cost: 0) { _, _, live in value ? live : 0 }
  }

  private mutating func allOf(_ parts: [ResolvedPredicate]) -> PredicateNode {
    allOf(ResolvedPredicate.merged(parts, isAnd: true).map { compile($0) })
  }

  private mutating func anyOf(_ parts: [ResolvedPredicate]) -> PredicateNode {
    Self.joined(ResolvedPredicate.merged(parts, isAnd: false).map { compile($0) }, none: false, Self.or)
  }

  /// Returns the node that is true if all parts are.
  mutating func allOf(_ parts: [PredicateNode]) -> PredicateNode {
    Self.joined(parts, none: true) { left, right in and(left, right) }
  }

  /// Joins parts in pairs into a balanced tree: a chain of 100,000 parts is 17 levels high.
  static func joined(
    _ parts: [PredicateNode], none: Bool, _ pair: (PredicateNode, PredicateNode) -> PredicateNode
  ) -> PredicateNode {
    func join(_ parts: ArraySlice<PredicateNode>) -> PredicateNode {
      guard let first = parts.first else { return PredicateNode(cost: 0) { _, _, live in none ? live : 0 } }
      if parts.count == 1 { return first }
      let middle = parts.startIndex + parts.count / 2
      return pair(join(parts[..<middle]), join(parts[middle...]))
    }
    return join(ordered(parts)[...])
  }

  /// Returns the parts, cheap ones first. Parts that may fail keep their positions, so the order is not observable.
  private static func ordered(_ parts: [PredicateNode]) -> [PredicateNode] {
    var result: [PredicateNode] = []
    var free: [PredicateNode] = []
    func flush() {
      // Sorting is stable, so parts of equal cost keep source order.
      result += free.sorted { $0.cost < $1.cost }
      free = []
    }
    for part in parts {
      if part.mayFail {
        flush()
        result.append(part)
      } else {
        free.append(part)
      }
    }
    flush()
    return result
  }

  private mutating func and(_ left: PredicateNode, _ right: PredicateNode) -> PredicateNode {
    let (l, r) = (left.lanes, right.lanes)
    let cost = left.cost + right.cost
    // The order of parts that may fail decides which error is thrown, and limited steps are counted in a known order.
    if left.mayFail || right.mayFail || limits.countsTexts {
      return PredicateNode(cost: cost, mayFail: left.mayFail || right.mayFail) { run, block, live in
        let passed = l(run, block, live)
        return passed == 0 ? 0 : r(run, block, passed)
      }
    }
    let slot = shape.learntOrders
    shape.learntOrders += 1
    return PredicateNode(cost: cost) { run, block, live in
      let order = unsafe run.learntOrders + slot
      if unsafe order.pointee.isTimed() {
        return unsafe order.pointee.time(live, { l(run, block, $0) }, { r(run, block, $0) })
      }
      if unsafe order.pointee.isSwapped {
        let passed = r(run, block, live)
        return passed == 0 ? 0 : l(run, block, passed)
      }
      let passed = l(run, block, live)
      return passed == 0 ? 0 : r(run, block, passed)
    }
  }

  static func or(_ left: PredicateNode, _ right: PredicateNode) -> PredicateNode {
    let (l, r) = (left.lanes, right.lanes)
    return PredicateNode(cost: left.cost + right.cost, mayFail: left.mayFail || right.mayFail) { run, block, live in
      let passed = l(run, block, live)
      // A lane with an error is not evaluated again.
      let rest = unsafe live & ~passed & ~run.errors.lanes
      return rest == 0 ? passed : passed | r(run, block, rest)
    }
  }

  static func not(_ part: PredicateNode) -> PredicateNode {
    let lanes = part.lanes
    return PredicateNode(cost: part.cost, mayFail: part.mayFail) { run, block, live in
      live & ~lanes(run, block, live)
    }
  }

  /// Compiles ANY or ALL. Elements are tested in order until one decides; an error of a later element is not raised.
  @inline(never)
  private mutating func compileSome(
    _ collection: ResolvedCollection, _ test: ResolvedPredicate, isEvery: Bool
  ) -> PredicateNode {
    let all = compile(collection)
    let (node, elements) = within(collection.scope, all.layout) { compiler in
      let node = compiler.compile(test)
      return (isEvery ? Self.not(node) : node, compiler.candidates(of: all, for: test, isNegated: isEvery))
    }
    let lanes = chargingSteps(node.lanes, test)
    if !node.mayFail, !elements.mayFail {
      return PredicateNode(cost: PredicateNode.elementsCost) { run, block, live in
        var result: UInt64 = 0
        forEachLane(live) { lane in
          let decided = run.inner(for: bit(lane)) {
            var decided = false
            _ = elements.forEach(run, block, lane) { elements, live in
              decided = Self.hasHit(elements, live) { lanes(run, elements, $0) }
              return !decided
            }
            return decided
          }
          if decided != isEvery { result |= bit(lane) }
        }
        return result
      }
    }
    return PredicateNode(cost: PredicateNode.elementsCost, mayFail: true) { run, block, live in
      var result: UInt64 = 0
      forEachLane(live) { lane in
        let decided = run.inner(for: bit(lane)) {
          var decided = false
          _ = elements.forEach(run, block, lane) { elements, live in
            let hits = unsafe lanes(run, elements, live) & ~run.errors.lanes
            let errors = unsafe run.errors.lanes
            decided = hits != 0 && (errors == 0 || hits.trailingZeroBitCount < errors.trailingZeroBitCount)
            if decided { unsafe run.errors = (0, []) }
            return !decided && errors == 0
          }
          return decided
        }
        if decided != isEvery { result |= bit(lane) }
      }
      return result
    }
  }

  /// Returns a test that takes the steps of all its comparisons but one, which visiting the element has taken.
  func chargingSteps(
    _ lanes: @escaping (Run, Block, UInt64) -> UInt64, _ predicate: ResolvedPredicate
  ) -> (Run, Block, UInt64) -> UInt64 {
    let steps = predicate.steps - 1
    if steps <= 0 { return lanes }
    return { run, block, live in run.spend(live.nonzeroBitCount &* steps) ? lanes(run, block, live) : 0 }
  }

  /// Returns whether a test is true for any live lane. It splits the first block, because an early element often decides.
  @inline(__always)
  private static func hasHit(_ elements: Block, _ live: UInt64, _ test: (UInt64) -> UInt64) -> Bool {
    if elements.first != 0 { return test(live) != 0 }
    return test(live & 0xFFFF) != 0 || test(live & 0xFFFF_0000) != 0 || test(live & 0xFFFF_FFFF_0000_0000) != 0
  }

  // MARK: Values of outer scopes

  mutating func broadcast(_ expression: ResolvedExpression) -> ValueNode? {
    guard let outer = outerScope(of: .expression(expression)) else { return nil }
    let node = within(outer) { $0.value(expression) }
    return ValueNode { run, _, lane in run.inner(for: bit(lane)) { unsafe node.read(run, run.scopes[outer], 0) } }
  }

  /// Returns the node that `make` makes in the outer scope of an expression, or `nil` if it belongs in the current one.
  mutating func broadcast<Number: ExpressibleByIntegerLiteral>(
    _ expression: ResolvedExpression, _ make: (inout Compiler) -> NumberNode<Number>?
  ) -> NumberNode<Number>?? {
    guard let outer = outerScope(of: .expression(expression)) else { return nil }
    guard let node = within(outer, nil, make) else { return .some(nil) }
    return unsafe NumberNode(
      fill: { run, _, live, out in
        var value: Number = 0
        let present = run.inner(for: live) { unsafe node.fill(run, run.scopes[outer], 1, &value) }
        guard present & 1 == 1 else { return 0 }
        forEachLane(live) { unsafe out[$0] = value }
        return live
      }, mayFail: node.mayFail)
  }
}
