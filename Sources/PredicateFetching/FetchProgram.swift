import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

/// A request compiled for objects of one type, without its predicate. This is the part of `CompiledFetch` that needs only the
/// description of the type, so it is not generic.
///
/// Safety: Everything is immutable; each thread has a `Run` of its own. The array is valid during the call.
package final class FetchProgram: @unchecked Sendable {
  // All properties are immutable, and no method changes what they refer to.
  package let fetch: ResolvedFetch
  let columns: [ValueNode]
  /// The index of each column by name. A row is made with `mapValues`, which is faster than inserting name by name.
  private let columnIndices: [String: Int]
  let groupKeys: [ValueNode]
  /// The ranks that distinguish groups or distinct rows, or `nil` for a key without typed ranks. One such key is enough for the
  /// boxed values of all keys to be compared.
  let keyRanks: [RankNode?]
  let having: PredicateNode?
  package let order: [CompiledSortKey]
  /// The keys that order rows with equal sort keys.
  let ties: [CompiledSortKey]
  let reductions: [GroupReduction]
  package let shape: ProgramShape
  /// Keeps the memory alive that the nodes refer to.
  private let store: KernelMemory
  private let offsets: OffsetCheck
  /// The number of steps for one row or one sorted object: one, and those of the columns.
  private let weight: Int

  init(
    _ request: PredicateFetchRequest, for type: SwiftType, isShared: Bool, _ options: EvaluationOptions
  ) throws(FormatError) {
    if let reason = type.unreadableReason {
      throw FormatError(.notEvaluated("a request over \(type.name)", reason: reason))
    }
    let keys = SwiftKeySource(for: type, isShared: isShared)
    let fetch = try ResolvedFetch(request, root: type.valueType, keys: keys, functions: options.functions)
    offsets = OffsetCheck(keys)
    self.fetch = fetch
    weight = fetch.columns.reduce(1) { $0 + $1.value.steps }
    var compiler = unsafe Compiler(
      keys, limits: options.limits ?? .default, onError: options.onError,
      isGrouped: fetch.shape == .groups)
    columns = try fetch.columns.map { (column) throws(FormatError) in
      try compiler.compilePart(column.source) { $0.compileSeparately(column.value) }
    }
    groupKeys = fetch.groupKeys.map { compiler.compileSeparately($0) }
    having = try fetch.having.map { (having) throws(FormatError) in
      try compiler.compilePart(fetch.havingSource) { $0.compileSeparately(having) }
    }
    order = try fetch.order.map { (key) throws(FormatError) in
      try compiler.compilePart(key.source) { CompiledSortKey(key, &$0) }
    }
    ties = fetch.ties.map { CompiledSortKey(tie: $0, &compiler) }
    keyRanks = (fetch.shape == .distinctRows ? fetch.columns.map(\.value) : fetch.groupKeys).map { compiler.ranks($0) }
    columnIndices = Dictionary(fetch.columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
    if !compiler.errors.isEmpty { throw FormatError(compiler.errors, source: "") }
    reductions = compiler.groupReductions
    shape = compiler.shape.reading(keys)
    store = compiler.store
  }

  /// Checks that the request selects rows, or objects.
  ///
  /// - Throws: `FormatError` if the request selects objects and `rows` is true, or the other way around.
  func expect(rows: Bool) throws(FormatError) {
    if (fetch.shape != .objects) != rows { throw ResolvedFetch.mismatch(needsRows: rows) }
  }

  /// Returns a run over `count` objects, starting at `base`.
  package func run(
    _ base: UnsafeRawPointer, _ count: Int, _ budget: Budget? = nil, onError: EvaluationOptions.ErrorHandling? = nil
  ) throws(FormatError) -> Run {
    if let error = unsafe offsets.error(base, count: count) { throw FormatError([error], source: "") }
    try shape.expect(rows: count, "")
    return unsafe Run(
      shape, base: base, count: count, isOverAll: fetch.shape == .groups, onError: onError, budget: budget)
  }

  /// Returns the value of a node for the object at `index`.
  ///
  /// - Parameter source: The text that the positions of errors refer to.
  package func value(_ node: ValueNode, _ run: Run, _ index: Int, source: WrittenText = "") throws(FormatError)
    -> FormatValue
  {
    let value = unsafe node.read(run, Block(base: run.whole.base, first: index), 0)
    if let error = run.lowestError { throw FormatError([error], source: source) }
    return value.nanAsNil
  }

  /// Spends the steps for a number of rows or sorted objects, and the steps for one additional value.
  ///
  /// - Throws: `FormatError` if a limit is exceeded or the task is cancelled.
  package func spend(_ run: Run, rows: Int, _ value: FormatValue = .null) throws(FormatError) {
    let (steps, overflow) = rows.multipliedReportingOverflow(by: weight)
    if !run.spend((overflow ? .max / 2 : min(steps, .max / 2)) + value.steps), let stop = run.stop {
      throw Self.error(stop)
    }
  }

  /// Returns the error that ended a run. Its position, if any, is in the text of some part of the request.
  package static func error(_ stop: FormatDiagnostic) -> FormatError {
    var stop = stop
    stop.range = .none
    return FormatError([stop], source: "")
  }

  /// Checks the limits after sorting.
  ///
  /// - Throws: `FormatError` if a limit is exceeded or the task is cancelled.
  package func checkLimits(of run: Run) throws(FormatError) {
    if !run.checkLimits(), let stop = run.stop { throw Self.error(stop) }
  }

  // MARK: Results

  /// The cost of computing the rank of one object for the first sort key. It has the same unit as `PredicateNode.cost`. It is `nil`
  /// if there is no limit, or if a sort key has no ranks.
  var costOfFirst: Int? {
    guard fetch.limit != nil, !order.isEmpty, order.allSatisfy({ $0.ranks != nil }) else { return nil }
    return order[0].ranks?.cost
  }

  /// Returns the positions of the selected objects of the page, in order.
  func positions(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection
  ) throws(FormatError) -> [Int] {
    if order.isEmpty { return selection.positions(offset: fetch.offset, limit: fetch.limit ?? .max) }
    if order.allSatisfy({ $0.ranks != nil }) { return try unsafe rankedPositions(base, count, selection) }
    let run = try unsafe run(base, count)
    // Untyped key values are stored for the selected objects only. The columns are indexed by position in `objects`.
    let objects = selection.positions()
    let columns = try sortColumns(order, run, at: objects)
    try spend(run, rows: selection.count)
    let positions = columns.positions(first: rowsNeeded, of: Selection(all: objects.count))
    try checkLimits(of: run)
    return page(of: positions).map { objects[$0] }
  }

  /// Returns the positions of the selected objects of the page that pass `test`, in order. All sort keys have ranks.
  func rankedPositions(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection,
    where test: BlockTest? = nil
  ) throws(FormatError) -> [Int] {
    let run = try unsafe run(base, count)
    let columns = try sortColumns(order, run, at: nil)
    try spend(run, rows: selection.count)
    let positions = page(of: columns.positions(first: rowsNeeded, of: selection, where: test))
    if let test, let stop = test.run.stop { throw FormatError([stop], source: test.source) }
    try checkLimits(of: run)
    return positions
  }

  /// The number of objects or rows up to the end of the page, in sorted order.
  var rowsNeeded: Int {
    guard let limit = fetch.limit else { return .max }
    let (end, overflow) = fetch.offset.addingReportingOverflow(limit)
    return limit == 0 ? 0 : overflow ? .max : end
  }

  /// Returns the rows of the page for the selected objects, in order.
  func rows(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection
  ) throws(FormatError) -> [[String: FormatValue]] {
    switch fetch.shape {
    case .objects: return []
    case .rows:
      return try unsafe rows(base, count, at: positions(base, count, selection))
    case .distinctRows, .groups:
      let groups = try unsafe groups(base, count, selection)
      let run = try unsafe run(base, count)
      return try self.rows(of: page(of: groups, run), run)
    }
  }

  /// Returns one row for each of the given positions.
  func rows(
    _ base: UnsafeRawPointer, _ count: Int, at positions: [Int],
    _ budget: Budget? = nil
  ) throws(FormatError) -> [[String: FormatValue]] {
    let run = try unsafe run(base, count, budget)
    defer { run.returnUnusedSteps() }
    var rows: [[String: FormatValue]] = []
    rows.reserveCapacity(positions.count)
    for position in positions {
      try spend(run, rows: 1)
      rows.append(try row(run, position))
    }
    return rows
  }

  /// Returns the number of objects or rows of the page.
  func count(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection
  ) throws(FormatError) -> Int {
    let all: Int
    switch fetch.shape {
    case .objects, .rows: all = selection.count
    case .distinctRows, .groups: all = try unsafe groups(base, count, selection).count
    }
    return countOfPage(all)
  }

  /// Returns the number of objects or rows of the page, of `all`.
  package func countOfPage(_ all: Int) -> Int { min(max(0, all - fetch.offset), fetch.limit ?? .max) }

  /// Returns the row of the object at `index`, or of the group whose first object is at `index`.
  func row(_ run: Run, _ index: Int) throws(FormatError) -> [String: FormatValue] {
    var values: [FormatValue] = []
    values.reserveCapacity(columns.count)
    for (node, column) in zip(columns, fetch.columns) {
      values.append(try typed(try value(node, run, index, source: column.source), column, run.onError))
    }
    return columnIndices.mapValues { values[$0] }
  }

  private func typed(
    _ value: FormatValue, _ column: ResolvedColumn, _ onError: EvaluationOptions.ErrorHandling
  ) throws(FormatError) -> FormatValue {
    guard let type = column.type else { return value }
    if let value = type.value(of: value) { return value }
    if onError == .yieldNil { return .null }
    let message = Message.wrongOperand(
      of: "the property '\(column.name)'", expected: type.noun, found: value.valueType.description)
    throw FormatError(message, at: column.value.range, source: column.source)
  }

  /// Returns the items after the offset, up to the limit.
  func page<Item>(of items: [Item]) -> [Item] {
    if fetch.offset == 0, fetch.limit == nil { return items }
    return Array(items.dropFirst(fetch.offset).prefix(fetch.limit ?? .max))
  }
}
