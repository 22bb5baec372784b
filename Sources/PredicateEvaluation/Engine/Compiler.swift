import PredicateModel
import PredicateSyntax

/// Lowers a resolved tree to nodes, once for a type of objects.
///
/// Each shape of comparison has a typed leaf where its types are known (`Compiler+Leaves`), numbers have typed nodes
/// (`Compiler+Numbers`), and all else goes through values (`Compiler+Values`), with the same answers.
struct Compiler {
  /// Keeps the constants that kernels point into; the program holds it.
  let store = NeedleStore()
  private(set) var shape = ProgramShape()
  /// The collections compiled so far, by identifier, which are small numbers.
  var collections: [CollectionNode?] = []
  /// Constant patterns that are no regular expressions.
  private(set) var faults: [Diagnostic] = []
  /// How the objects of each scope stand.
  private var layouts: [Layout]
  /// The scope whose objects are in the blocks now.
  private(set) var current = 0

  /// What running may cost.
  let limits: Limits

  /// Whether untyped rows have leaves of their own, and equalities between scopes are looked up. Tests compare with a
  /// program without them.
  var takesShortcuts = true
  /// Whether other threads may have the objects, so that no variable of theirs is read.
  var isShared = false

  /// What aggregates over groups reduce, in the order of their slots; nil where they range over the whole collection.
  var groupReductions: [GroupReduction]?

  /// The columns of the objects, where they have some; they read the same as the objects.
  let columns: ColumnSource?

  init(root: SwiftType, limits: Limits, isGrouped: Bool = false, columns: ColumnSource? = nil) {
    self.columns = columns
    layouts = [Layout(elementsOf: root)]
    self.limits = limits
    shape.limits = limits
    groupReductions = isGrouped ? [] : nil
  }

  /// The layout of a scope; every scope that a resolved tree names has one.
  func layout(of scope: Int) -> Layout { layouts.indices.contains(scope) ? layouts[scope] : Self.values }

  /// How values without a type of their own stand.
  static var values: Layout { Layout(elementsOf: SwiftType.of(FormatValue.self)) }

  mutating func newHoistedLeaf() -> Int {
    shape.hoistedLeaves += 1
    return shape.hoistedLeaves - 1
  }

  /// The number of one more condition that looks elements up by a key.
  mutating func newJoin() -> Int {
    shape.joins += 1
    return shape.joins
  }

  mutating func newWholeReduction() -> Int {
    shape.wholeReductions += 1
    return shape.wholeReductions - 1
  }

  /// The regular expression of a comparison's constant right side; a fault is noted where it is none.
  mutating func pattern(of comparison: ResolvedComparison) -> Pattern? {
    guard comparison.comparison == .matches, case .string(let text)? = comparison.right.constant else { return nil }
    do throws(EvaluationFault) {
      return try Pattern(text, comparison.options, limits)
    } catch {
      let fault = Diagnostic(error.message, at: comparison.right.range)
      if faults.last != fault { faults.append(fault) }
      return nil
    }
  }

  /// Notes a fault of the predicate.
  mutating func note(_ fault: Diagnostic) { faults.append(fault) }

  /// The way to the values of a path; a fault where the checker knew a key that is not there any more.
  mutating func access(_ path: ResolvedPath, at range: SourceRange) -> AccessPath? {
    if let access = AccessPath(path, from: layout(of: path.scope)) { return access }
    faults.append(Diagnostic(.notEvaluated("this key path", reason: "its keys could not be found again"), at: range))
    return nil
  }

  // MARK: Scopes

  /// Compiles something whose blocks hold the objects of `scope`.
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

  /// Compiles something over the elements of a collection.
  mutating func overElements<R>(of scope: Int, _ layout: Layout, _ body: (inout Compiler) -> R) -> R {
    within(scope, layout, body)
  }

  /// The scope in which an expression is to be read, if that is not the current one: what speaks only of outer objects is
  /// computed once for all the lanes of a block.
  private func home(_ innermostScope: @autoclosure () -> Int) -> Int? {
    // Outside of collections there is no outer object.
    guard current > 0 else { return nil }
    let innermost = innermostScope()
    return innermost >= 0 && innermost < current ? innermost : nil
  }

  // MARK: Predicates

  /// This function recurses, so its cases bind nothing, and what does the work is in functions of its own: a tree of the greatest
  /// height fits a small stack, in debug builds too.
  mutating func compile(_ predicate: ResolvedPredicate) -> PredicateNode {
    if let outer = home(predicate.innermostScope()) { return compile(predicate, within: outer) }
    switch predicate {
    case .constant, .and, .or, .not: return compileLogic(predicate)
    case .comparison: return compileComparison(predicate)
    case .some, .every: return compileQuantified(predicate)
    }
  }

  /// A predicate that is about an outer object alone is asked once for it.
  private mutating func compile(_ predicate: ResolvedPredicate, within outer: Int) -> PredicateNode {
    let node = within(outer) { $0.compile(predicate) }
    return PredicateNode(cost: 1, mayFault: node.mayFault) { run, _, live in
      run.inner(for: live) { node.lanes(run, run.scopes[outer], 1) } & 1 == 1 ? live : 0
    }
  }

  private mutating func compileLogic(_ predicate: ResolvedPredicate) -> PredicateNode {
    switch predicate {
    case .and(let parts): return joined(parts.map { compile($0) }, none: true, Self.and)
    case .or(let parts): return joined(parts.map { compile($0) }, none: false, Self.or)
    case .not(let part): return Self.not(compile(part))
    default:
      let value = if case .constant(true) = predicate { true } else { false }
      return PredicateNode(cost: 0) { _, _, live in value ? live : 0 }
    }
  }

  private mutating func compileComparison(_ predicate: ResolvedPredicate) -> PredicateNode {
    guard case .comparison(let comparison) = predicate else { return compileLogic(predicate) }
    return compile(comparison)
  }

  private mutating func compileQuantified(_ predicate: ResolvedPredicate) -> PredicateNode {
    switch predicate {
    case .some(let collection, let test): return compileSome(collection, test, isEvery: false)
    case .every(let collection, let test): return compileSome(collection, test, isEvery: true)
    default: return compileLogic(predicate)
    }
  }

  /// Joins parts in pairs, as a balanced tree: a chain of 100,000 parts is 17 levels high.
  func joined(
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

  /// The cheap parts first, where the order cannot be seen: parts that may fault keep their places.
  private func ordered(_ parts: [PredicateNode]) -> [PredicateNode] {
    var result: [PredicateNode] = []
    var free: [PredicateNode] = []
    func flush() {
      // Sorting is stable, so equally dear parts stay as written.
      result += free.sorted { $0.cost < $1.cost }
      free = []
    }
    for part in parts {
      if part.mayFault {
        flush()
        result.append(part)
      } else {
        free.append(part)
      }
    }
    flush()
    return result
  }

  static func and(_ left: PredicateNode, _ right: PredicateNode) -> PredicateNode {
    let (l, r) = (left.lanes, right.lanes)
    return PredicateNode(cost: left.cost + right.cost, mayFault: left.mayFault || right.mayFault) { run, block, live in
      let passed = l(run, block, live)
      return passed == 0 ? 0 : r(run, block, passed)
    }
  }

  static func or(_ left: PredicateNode, _ right: PredicateNode) -> PredicateNode {
    let (l, r) = (left.lanes, right.lanes)
    return PredicateNode(cost: left.cost + right.cost, mayFault: left.mayFault || right.mayFault) { run, block, live in
      let passed = l(run, block, live)
      // A lane with a fault has its answer: it is not asked again.
      let rest = live & ~passed & ~run.faults.lanes
      return rest == 0 ? passed : passed | r(run, block, rest)
    }
  }

  static func not(_ part: PredicateNode) -> PredicateNode {
    let lanes = part.lanes
    return PredicateNode(cost: part.cost, mayFault: part.mayFault) { run, block, live in
      live & ~lanes(run, block, live)
    }
  }

  /// ANY and ALL: elements are asked in order until one decides; a fault behind that one is not raised.
  private mutating func compileSome(
    _ collection: ResolvedCollection, _ test: ResolvedPredicate, isEvery: Bool
  ) -> PredicateNode {
    let all = compile(collection)
    let (node, elements) = overElements(of: collection.scope, all.layout) { compiler in
      let node = compiler.compile(test)
      return (isEvery ? Self.not(node) : node, compiler.candidates(of: all, for: test, isNegated: isEvery))
    }
    let lanes = weighed(node.lanes, test)
    if !node.mayFault, !elements.mayFail {
      return PredicateNode(cost: 1000) { run, block, live in
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
    return PredicateNode(cost: 1000, mayFault: true) { run, block, live in
      var result: UInt64 = 0
      forEachLane(live) { lane in
        let decided = run.inner(for: bit(lane)) {
          var decided = false
          _ = elements.forEach(run, block, lane) { elements, live in
            let hits = lanes(run, elements, live) & ~run.faults.lanes
            let faults = run.faults.lanes
            decided = hits != 0 && (faults == 0 || hits.trailingZeroBitCount < faults.trailingZeroBitCount)
            if decided { run.faults = Run.Faults() }
            return !decided && faults == 0
          }
          return decided
        }
        if decided != isEvery { result |= bit(lane) }
      }
      return result
    }
  }

  /// A test of elements that takes the steps of all its comparisons: going through the elements has taken one.
  func weighed(
    _ lanes: @escaping (Run, Block, UInt64) -> UInt64, _ predicate: ResolvedPredicate
  ) -> (Run, Block, UInt64) -> UInt64 {
    let steps = predicate.steps - 1
    if steps <= 0 { return lanes }
    return { run, block, live in run.spend(live.nonzeroBitCount &* steps) ? lanes(run, block, live) : 0 }
  }

  /// Whether a test is true of some live lane. Of the first elements a few are asked at a time: the answer is often near.
  @inline(__always)
  private static func hasHit(_ elements: Block, _ live: UInt64, _ test: (UInt64) -> UInt64) -> Bool {
    if elements.first != 0 { return test(live) != 0 }
    return test(live & 0xFFFF) != 0 || test(live & 0xFFFF_0000) != 0 || test(live & 0xFFFF_FFFF_0000_0000) != 0
  }

  // MARK: Values of outer scopes

  mutating func broadcast(_ expression: ResolvedExpression) -> ValueNode? {
    guard let outer = home(expression.innermostScope()) else { return nil }
    let node = within(outer) { $0.value(expression) }
    return ValueNode { run, _, lane in run.inner(for: bit(lane)) { node.read(run, run.scopes[outer], 0) } }
  }

  mutating func broadcastInteger(_ expression: ResolvedExpression) -> IntegerNode?? {
    guard let outer = home(expression.innermostScope()) else { return nil }
    guard let node = within(outer, nil, { $0.integer(expression) }) else { return .some(nil) }
    return IntegerNode(
      fill: { run, _, live, out in
        var value: Int64 = 0
        let present = run.inner(for: live) { node.fill(run, run.scopes[outer], 1, &value) }
        guard present & 1 == 1 else { return 0 }
        forEachLane(live) { out[$0] = value }
        return live
      }, mayFault: node.mayFault)
  }

  mutating func broadcastDouble(_ expression: ResolvedExpression) -> DoubleNode?? {
    guard let outer = home(expression.innermostScope()) else { return nil }
    guard let node = within(outer, nil, { $0.double(expression) }) else { return .some(nil) }
    return DoubleNode(
      fill: { run, _, live, out in
        var value = 0.0
        let present = run.inner(for: live) { node.fill(run, run.scopes[outer], 1, &value) }
        guard present & 1 == 1 else { return 0 }
        forEachLane(live) { out[$0] = value }
        return live
      }, mayFault: node.mayFault)
  }
}
