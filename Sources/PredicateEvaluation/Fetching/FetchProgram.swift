import PredicateModel
import PredicateSyntax

/// A request compiled for objects of one type, but for its predicate: all of `CompiledFetch` that knows the type by its
/// description alone, and so is no generic code.
final class FetchProgram: @unchecked Sendable {
  // As in `Program`, all of it is immutable.
  let fetch: ResolvedFetch
  let columns: [ValueNode]
  /// The places of the columns by their names: each row is made of it, which is faster than name by name.
  private let places: [String: Int]
  let groupKeys: [ValueNode]
  /// The ranks of what groups, or distinct rows, are told apart by.
  let keyRanks: [RankNode?]
  let having: PredicateNode?
  let order: [CompiledSortKey]
  /// What decides between rows that the order leaves equal.
  let ties: [CompiledSortKey]
  let reductions: [GroupReduction]
  let shape: ProgramShape
  private let store: NeedleStore
  private let offsets: OffsetCheck
  /// The steps that one row, or one sorted object, takes.
  private let weight: Int

  init(
    _ request: PredicateFetchRequest, for type: SwiftType, isShared: Bool, functions: PredicateFunctions, limits: Limits
  ) throws(FormatError) {
    if case .unreadable(let reason) = type.kind {
      throw FormatError(
        [Diagnostic(.notEvaluated("a request over \(type.name)", reason: reason), at: .none)], source: "")
    }
    let keys = SwiftKeySource(isShared: isShared)
    let fetch = try ResolvedFetch(request, root: type.valueType, keys: keys, functions: functions)
    offsets = OffsetCheck(of: type, keys.asked, isShared: isShared)
    self.fetch = fetch
    weight = fetch.columns.reduce(1) { $0 + $1.value.steps }
    var compiler = Compiler(root: type, limits: limits, isGrouped: fetch.shape == .groups)
    compiler.isShared = isShared
    columns = fetch.columns.map { compiler.valueOfItsOwn($0.value) }
    groupKeys = fetch.groupKeys.map { compiler.valueOfItsOwn($0) }
    compiler.collections = []
    having = fetch.having.map { compiler.compile($0) }
    order = fetch.order.map { CompiledSortKey($0, &compiler) }
    ties = fetch.ties.map { CompiledSortKey(tie: $0, &compiler) }
    keyRanks = (fetch.shape == .distinctRows ? fetch.columns.map(\.value) : fetch.groupKeys).map { compiler.ranks($0) }
    places = Dictionary(fetch.columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
    if !compiler.faults.isEmpty { throw FormatError(compiler.faults, source: "") }
    reductions = compiler.groupReductions ?? []
    shape = compiler.shape.running(at: keys.place)
    store = compiler.store
  }

  /// - Throws: `FormatError` where the request is for the other of rows and objects.
  func expect(rows: Bool) throws(FormatError) {
    if (fetch.shape != .objects) != rows { throw ResolvedFetch.mismatch(wantsRows: rows) }
  }

  /// A run over `count` objects from `base`.
  func run(
    _ base: UnsafeRawPointer, _ count: Int, _ onFault: FaultHandling, _ budget: Budget? = nil
  ) throws(FormatError) -> Run {
    if let fault = offsets.fault(base, count: count) { throw FormatError([fault], source: "") }
    try shape.expect(rows: count, "")
    return Run(
      shape, base: base, count: count, onFault: onFault, isOverAll: fetch.shape == .groups, budget: budget)
  }

  /// The value of a node of the object at `index`.
  func value(_ node: ValueNode, _ run: Run, _ index: Int) throws(FormatError) -> FormatValue {
    let value = node.read(run, Block(base: run.whole.base, first: index), 0)
    if let fault = run.faults.lowest { throw FormatError([fault], source: "") }
    return value.settled
  }

  /// Takes the steps of so many rows, or sorted objects, and those of a value beside them.
  ///
  /// - Throws: `FormatError` where the evaluation must end.
  func spend(_ run: Run, rows: Int, _ value: FormatValue = .null) throws(FormatError) {
    let (steps, overflow) = rows.multipliedReportingOverflow(by: weight)
    if !run.spend((overflow ? .max / 2 : min(steps, .max / 2)) + value.steps), let stop = run.stop {
      throw FormatError([stop], source: "")
    }
  }

  /// Looks whether the evaluation must end, once something was sorted.
  ///
  /// - Throws: `FormatError` where it must.
  func look(_ run: Run) throws(FormatError) {
    if !run.look(), let stop = run.stop { throw FormatError([stop], source: "") }
  }

  // MARK: Results

  /// What it costs to tell whether an object may be among the first that are wanted, as `PredicateNode` counts; nil where
  /// all are wanted, or their order may have faults.
  var costOfFirst: Int? {
    guard fetch.limit != nil, !order.isEmpty, order.allSatisfy({ $0.ranks != nil }) else { return nil }
    return order[0].ranks?.cost
  }

  /// The selected objects in order, those of the page; of them those of which `test` is true.
  func positions(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection, _ onFault: FaultHandling,
    where test: BlockTest? = nil
  ) throws(FormatError) -> [Int] {
    if order.isEmpty { return selection.positions(offset: fetch.offset, limit: fetch.limit ?? .max) }
    let run = try run(base, count, onFault)
    // Values that must be made are kept for the selected objects alone, and all keys are asked by places among these.
    let objects = order.allSatisfy { $0.ranks != nil } ? nil : selection.positions()
    let ordering = Ordering(columns: try sortColumns(order, run, at: objects))
    try spend(run, rows: selection.count)
    guard let objects else {
      let positions = page(of: ordering.first(wanted, of: selection, where: test))
      try test?.expectAllAnswered()
      try look(run)
      return positions
    }
    let positions = page(of: ordering.first(wanted, of: Selection(all: objects.count))).map { objects[$0] }
    try look(run)
    return positions
  }

  /// How many objects or rows are put into order.
  var wanted: Int {
    guard let limit = fetch.limit else { return .max }
    let (end, overflow) = fetch.offset.addingReportingOverflow(limit)
    return limit == 0 ? 0 : overflow ? .max : end
  }

  /// The rows of the selected objects, in order, those of the page.
  func rows(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection, _ onFault: FaultHandling
  ) throws(FormatError) -> [[String: FormatValue]] {
    switch fetch.shape {
    case .objects: return []
    case .rows:
      return try rows(base, count, at: positions(base, count, selection, onFault), onFault)
    case .distinctRows, .groups:
      let groups = try groups(base, count, selection, onFault)
      return try ordered(groups, base, count, onFault)
    }
  }

  /// The rows of the objects at positions, each its own.
  func rows(
    _ base: UnsafeRawPointer, _ count: Int, at positions: [Int], _ onFault: FaultHandling,
    _ budget: Budget? = nil
  ) throws(FormatError) -> [[String: FormatValue]] {
    let run = try run(base, count, onFault, budget)
    defer { run.giveBack() }
    var rows: [[String: FormatValue]] = []
    rows.reserveCapacity(positions.count)
    for position in positions {
      try spend(run, rows: 1)
      rows.append(try row(run, position, onFault))
    }
    return rows
  }

  func count(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection, _ onFault: FaultHandling
  ) throws(FormatError) -> Int {
    let all: Int
    switch fetch.shape {
    case .objects, .rows: all = selection.count
    case .distinctRows, .groups: all = try groups(base, count, selection, onFault).count
    }
    return min(max(0, all - fetch.offset), fetch.limit ?? .max)
  }

  /// The row of the object at `index`, or of the group whose first object that is.
  func row(_ run: Run, _ index: Int, _ onFault: FaultHandling) throws(FormatError) -> [String: FormatValue] {
    var values: [FormatValue] = []
    values.reserveCapacity(columns.count)
    for (node, column) in zip(columns, fetch.columns) {
      values.append(try typed(try value(node, run, index), column, onFault))
    }
    return places.mapValues { values[$0] }
  }

  private func typed(
    _ value: FormatValue, _ column: ResolvedColumn, _ onFault: FaultHandling
  ) throws(FormatError) -> FormatValue {
    guard let type = column.type else { return value }
    if let value = type.value(of: value) { return value }
    if onFault == .yieldNil { return .null }
    let message = Message.wrongOperand(
      of: "the property '\(column.name)'", wanted: type.noun, found: value.valueType.description)
    throw FormatError([Diagnostic(message, at: column.value.range)], source: "")
  }

  /// The part between offset and limit.
  func page<Item>(of items: [Item]) -> [Item] {
    if fetch.offset == 0, fetch.limit == nil { return items }
    return Array(items.dropFirst(fetch.offset).prefix(fetch.limit ?? .max))
  }
}

extension Compiler {
  /// A node for an expression that was checked by itself: its collections are numbered anew, and are none of those before.
  mutating func valueOfItsOwn(_ expression: ResolvedExpression) -> ValueNode {
    collections = []
    return readable(expression)
  }
}
