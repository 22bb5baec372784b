import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

// Safety: The memory has room for as many elements as there are positions. `withUnsafeBufferPointer` keeps the address of the
// caller's array valid, and lanes are below its count.
/// A fetch request compiled for a Swift type. It can be run on any number of arrays.
///
/// A compiled fetch is immutable, so several threads can use it at the same time. `fetchAll(_:)` and the similar methods of
/// arrays compile their request on each call. Create a `CompiledFetch` to compile once and fetch often.
public struct CompiledFetch<Root>: Sendable {
  package let predicate: CompiledPredicate<Root>?
  package let program: FetchProgram

  /// Checks and compiles a request for objects of type `Root`.
  ///
  /// - Parameters:
  ///   - request: The request. All conversions in its predicates and expressions must have arguments.
  ///   - options: The options for each use.
  /// - Throws: `FormatError` for unknown keys, impossible comparisons and unsupported requests.
  public init(
    _ request: PredicateFetchRequest, for _: Root.Type = Root.self, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) {
    try self.init(request, isShared: false, options)
  }

  init(_ request: PredicateFetchRequest, isShared: Bool, _ options: EvaluationOptions) throws(FormatError) {
    try self.init(request, as: SwiftType.of(Root.self), isShared: isShared, options)
  }

  /// Checks and compiles a request for objects with the keys of `type` and the memory layout of `Root`.
  ///
  /// - Parameter isShared: Whether other threads may access the objects.
  package init(
    _ request: PredicateFetchRequest, as type: SwiftType, isShared: Bool = false,
    _ options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) {
    let request = request.withVariables(options.variables)
    var options = options
    options.variables = [:]
    options.limits = try options.limits.inForce(for: request)
    program = try FetchProgram(request, for: type, isShared: isShared, options)
    predicate = try program.fetch.predicate.map { (predicate) throws(FormatError) in
      try CompiledPredicate(predicate, as: type, isShared: isShared, options)
    }
  }

  /// Returns the positions of the objects that the request selects, in its order.
  ///
  /// - Throws: `FormatError` for the first object whose evaluation fails, unless errors yield nil, and for a request that is for
  ///   rows.
  public func indices(of objects: [Root]) throws(FormatError) -> [Int] {
    try program.expect(rows: false)
    if let positions = try firstByOrder(of: objects) { return positions }
    return try unsafe run(over: objects, selection(from: objects)) { (base, selection) throws(FormatError) in
      try unsafe program.positions(base, objects.count, selection)
    }
  }

  /// Calls `body` with each position that `indices(of:)` returns. Without sort keys, no array of positions is created.
  ///
  /// - Throws: The errors of `indices(of:)`, before the first call of `body`.
  package func forEachIndex(
    of objects: [Root], _ body: (Int) -> Void
  ) throws(FormatError) {
    try program.expect(rows: false)
    guard program.order.isEmpty else { return try indices(of: objects).forEach(body) }
    let selection = try selection(from: objects)
    selection.forEach(offset: page.offset, limit: page.limit, body)
  }

  /// Returns the objects that the request selects, in its order.
  ///
  /// - Throws: The errors of `indices(of:)`.
  public func objects(of objects: [Root]) throws(FormatError) -> [Root] {
    let positions = try indices(of: objects)
    // All empty arrays share one storage, to which the initializer below would write.
    if positions.isEmpty { return [] }
    // As in `ChosenElements.copy(of:)`, nothing here is specialized for `Root`.
    return unsafe objects.withUnsafeBufferPointer { source in
      unsafe Array(unsafeUninitializedCapacity: positions.count) { buffer, filled in
        for position in positions {
          unsafe buffer.initializeElement(at: filled, to: source[position])
          filled += 1
        }
      }
    }
  }

  /// Returns the rows of the request, in its order: values by property name.
  ///
  /// First the sort keys are evaluated in the order of the objects, then the properties of the rows on the page in the order of
  /// the page. The first error is thrown.
  ///
  /// - Throws: `FormatError` for the first object, group or row whose evaluation fails, unless errors yield nil, and for a
  ///   request that is for objects.
  public func rows(of objects: [Root]) throws(FormatError) -> [[String: FormatValue]] {
    try program.expect(rows: true)
    return try unsafe run(over: objects, selection(from: objects)) { (base, selection) throws(FormatError) in
      try unsafe program.rows(base, objects.count, selection)
    }
  }

  /// Returns the number of objects or rows that the request selects.
  ///
  /// - Throws: `FormatError` for the first object whose predicate or group cannot be evaluated, unless errors yield nil.
  public func count(of objects: [Root]) throws(FormatError) -> Int {
    try unsafe run(over: objects, selection(from: objects)) { (base, selection) throws(FormatError) in
      try unsafe program.count(base, objects.count, selection)
    }
  }

  /// Returns the positions if the request has a limit and sort ranks cost less to evaluate than the predicate. The predicate is
  /// then evaluated only for objects that may be among the first. Returns `nil` otherwise.
  private func firstByOrder(of objects: [Root]) throws(FormatError) -> [Int]? {
    guard let predicate, let cost = program.costOfFirst else { return nil }
    return try unsafe objects.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [Int]? in
      guard let base = buffer.baseAddress, let test = try unsafe predicate.test(of: buffer, ifCostAbove: cost)
      else {
        return nil
      }
      let all = Selection(all: buffer.count)
      return unsafe try program.rankedPositions(UnsafeRawPointer(base), buffer.count, all, where: test)
    }
  }

  /// Returns the objects that match the predicate.
  private func selection(from objects: [Root]) throws(FormatError) -> Selection {
    if let predicate { return Selection(masks: try predicate.masks(of: objects)) }
    try program.shape.expect(rows: objects.count, "")
    return Selection(all: objects.count)
  }

  /// Calls `body` with the address of the objects and the selected ones.
  private func run<Result>(
    over objects: [Root], _ selection: Selection,
    _ body: (UnsafeRawPointer, Selection) throws(FormatError) -> Result
  ) throws(FormatError) -> Result {
    try unsafe objects.withUnsafeBufferPointer { (buffer) throws(FormatError) -> Result in
      guard let base = buffer.baseAddress else {
        // There are no objects to read. The call only needs a valid address.
        return try unsafe withUnsafePointer(to: UInt8(0)) { (anyAddress) throws(FormatError) in
          try unsafe body(UnsafeRawPointer(anyAddress), Selection(all: 0))
        }
      }
      return try unsafe body(UnsafeRawPointer(base), selection)
    }
  }
}

// MARK: Fetching in parts

extension CompiledFetch {
  /// Whether the results are those of the matches, in the order of the matches: the request has no order, groups or distinct rows.
  /// The page is then found without the objects after it, unless `max:(key)` in the predicate reads all objects.
  var isInOrderOfMatches: Bool {
    let fetch = program.fetch
    return fetch.order.isEmpty && (fetch.shape == .objects || fetch.shape == .rows)
  }

  /// The number of objects or rows to skip, and the maximum number to return.
  package var page: (offset: Int, limit: Int) { (program.fetch.offset, program.fetch.limit ?? .max) }

  /// Creates the budgets for finding the matches and for creating rows, part by part.
  package func budgets() -> (predicate: Budget, rows: Budget) {
    (Budget(predicate?.program.shape.limits ?? program.shape.limits), Budget(program.shape.limits))
  }

  /// Returns the positions of the matches in a part of the objects. See `CompiledPredicate.indices(of:in:_:_:_:)`.
  func positions(
    ofMatchesIn objects: [Root], _ part: Range<Int>, _ wholeValues: inout [Run.WholeValue?],
    _ budget: Budget
  ) throws(FormatError) -> [Int] {
    if let predicate { return try predicate.indices(of: objects, in: part, &wholeValues, budget) }
    try program.shape.expect(rows: objects.count, "")
    return Array(part)
  }

  /// Returns the objects of the page, sorted, from the objects at some positions.
  func objects(of objects: [Root], at positions: [Int]) throws(FormatError) -> [Root] {
    try unsafe run(over: objects, Selection(positions, of: objects.count)) { (base, selection) throws(FormatError) in
      try unsafe program.positions(base, objects.count, selection)
    }.map { objects[$0] }
  }

  /// Returns one row for each of the given positions, regardless of the page.
  package func rows(
    of objects: [Root], eachAt positions: [Int], _ budget: Budget
  ) throws(FormatError) -> [[String: FormatValue]] {
    try unsafe objects.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [[String: FormatValue]] in
      guard let base = buffer.baseAddress else { return [] }
      return try unsafe program.rows(UnsafeRawPointer(base), objects.count, at: positions, budget)
    }
  }

  /// Returns the rows of the page, sorted, from the objects at some positions.
  func rows(
    of objects: [Root], at positions: [Int]
  ) throws(FormatError) -> [[String: FormatValue]] {
    try unsafe run(over: objects, Selection(positions, of: objects.count)) { (base, selection) throws(FormatError) in
      try unsafe program.rows(base, objects.count, selection)
    }
  }
}
