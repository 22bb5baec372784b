import PredicateModel
import PredicateSyntax

/// A fetch request bound to a Swift type, ready to run over any number of arrays.
///
/// It never changes, and may be used on several threads at once. `fetchAll(_:)` and its like on arrays make one for each
/// call; make your own to use it many times.
public struct CompiledFetch<Root>: Sendable {
  let predicate: CompiledPredicate<Root>?
  let program: FetchProgram

  /// Checks and compiles a request for objects of type `Root`.
  ///
  /// - Parameters:
  ///   - request: the request, every conversion of its predicates and expressions filled.
  ///   - variables: values for `$NAME` variables, by name without the dollar sign.
  ///   - functions: the functions of the program that it may call.
  ///   - limits: what each use may cost; nil for the limits that the tree carries.
  /// - Throws: `FormatError` with wrong keys, impossible comparisons, and what the request cannot ask.
  public init(
    _ request: PredicateFetchRequest, for _: Root.Type = Root.self, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, limits: Limits? = nil
  ) throws(FormatError) {
    try self.init(
      request, as: SwiftType.of(Root.self), isShared: false, variables: variables, functions: functions, limits: limits)
  }

  /// Checks and compiles a request for objects that are read as `type`, whose values are stored as those of `Root`.
  ///
  /// - Parameter isShared: whether other threads may have the objects.
  package init(
    _ request: PredicateFetchRequest, as type: SwiftType, isShared: Bool = false,
    variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none, limits: Limits? = nil
  ) throws(FormatError) {
    let request = request.substituting(variables)
    let limits = try limits.inForce(for: request)
    program = try FetchProgram(request, for: type, isShared: isShared, functions: functions, limits: limits)
    if let predicate = request.predicate {
      self.predicate = try CompiledPredicate(
        predicate, as: type, isShared: isShared, functions: functions, limits: limits)
    } else {
      predicate = nil
    }
  }

  /// The positions of the objects that are meant, in the request's order.
  ///
  /// - Throws: `FormatError` with the fault of the first object that has one, where `onFault` is `.throw`; and where the
  ///   request is for rows.
  public func indices(of objects: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> [Int] {
    try program.expect(rows: false)
    if let positions = try firstByOrder(of: objects, onFault) { return positions }
    return try run(over: objects, onFault) { (base, selection) throws(FormatError) in
      try program.positions(base, objects.count, selection, onFault)
    }
  }

  /// Calls `body` with each of these positions. Without sort keys, no array of them is made.
  ///
  /// - Throws: as `indices(of:onFault:)`, before the first call of `body`.
  package func forEachIndex(
    of objects: [Root], onFault: FaultHandling = .throw, _ body: (Int) -> Void
  ) throws(FormatError) {
    try program.expect(rows: false)
    guard program.order.isEmpty else { return try indices(of: objects, onFault: onFault).forEach(body) }
    let selection =
      try predicate.map { (predicate) throws(FormatError) in Selection(masks: try predicate.masks(of: objects, onFault))
      }
      ?? Selection(all: objects.count)
    selection.forEach(offset: program.fetch.offset, limit: program.fetch.limit ?? .max, body)
  }

  /// The objects that are meant, in the request's order.
  ///
  /// - Throws: as `indices(of:onFault:)`.
  public func objects(of objects: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> [Root] {
    let positions = try indices(of: objects, onFault: onFault)
    // An array of capacity 0 is one that all threads share, and would be written to.
    if positions.isEmpty { return [] }
    // As in `CompiledPredicate.filter`, nothing here is compiled for `Root`.
    return objects.withUnsafeBufferPointer { source in
      Array(unsafeUninitializedCapacity: positions.count) { buffer, filled in
        for position in positions {
          buffer.initializeElement(at: filled, to: source[position])
          filled += 1
        }
      }
    }
  }

  /// The rows that the request makes, in its order: values by the names of its properties.
  ///
  /// Sort keys are read in the order of the objects, then the properties of the page's rows in the page's order: theirs are
  /// the faults that count.
  ///
  /// - Throws: `FormatError` with the fault of the first object, group or row that has one, where `onFault` is `.throw`; and
  ///   where the request is for objects.
  public func rows(of objects: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> [[String: FormatValue]] {
    try program.expect(rows: true)
    return try run(over: objects, onFault) { (base, selection) throws(FormatError) in
      try program.rows(base, objects.count, selection, onFault)
    }
  }

  /// How many objects or rows the request gives.
  ///
  /// - Throws: as `rows(of:onFault:)`, but for what the request is for.
  public func count(of objects: [Root], onFault: FaultHandling = .throw) throws(FormatError) -> Int {
    try run(over: objects, onFault) { (base, selection) throws(FormatError) in
      try program.count(base, objects.count, selection, onFault)
    }
  }

  /// The positions where only the first are wanted and their order is cheaper to tell than whether they are meant: then the
  /// predicate is asked about those alone that may be among the first. nil where it is otherwise.
  private func firstByOrder(of objects: [Root], _ onFault: FaultHandling) throws(FormatError) -> [Int]? {
    guard let predicate, let cost = program.costOfFirst else { return nil }
    return try objects.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [Int]? in
      guard let base = buffer.baseAddress, let test = try predicate.test(of: buffer, onFault, ifDearerThan: cost) else {
        return nil
      }
      let all = Selection(all: buffer.count)
      return try program.positions(UnsafeRawPointer(base), buffer.count, all, onFault, where: test)
    }
  }

  /// Runs `body` on the address of the objects and those of which the predicate is true.
  private func run<Result>(
    over objects: [Root], _ onFault: FaultHandling,
    _ body: (UnsafeRawPointer, Selection) throws(FormatError) -> Result
  ) throws(FormatError) -> Result {
    let masks = try predicate?.masks(of: objects, onFault)
    return try run(over: objects, masks.map { Selection(masks: $0) } ?? Selection(all: objects.count), body)
  }

  private func run<Result>(
    over objects: [Root], _ selection: Selection,
    _ body: (UnsafeRawPointer, Selection) throws(FormatError) -> Result
  ) throws(FormatError) -> Result {
    try objects.withUnsafeBufferPointer { (buffer) throws(FormatError) -> Result in
      guard let base = buffer.baseAddress else {
        // Nothing is read of the objects, since there are none; the address only has to be one.
        return try withUnsafePointer(to: UInt8(0)) { (nowhere) throws(FormatError) in
          try body(UnsafeRawPointer(nowhere), Selection(all: 0))
        }
      }
      return try body(UnsafeRawPointer(base), selection)
    }
  }
}

extension CompiledFetch where Root: Sendable {
  /// Checks and compiles a request for objects that other threads may have: as for any other, but that a stored `var` of a
  /// class is a key only where it is named in `predicateKeys`.
  ///
  /// - Throws: as for objects that are not `Sendable`.
  public init(
    _ request: PredicateFetchRequest, for _: Root.Type = Root.self, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, limits: Limits? = nil
  ) throws(FormatError) {
    try self.init(
      request, as: SwiftType.of(Root.self), isShared: true, variables: variables, functions: functions, limits: limits)
  }
}

// MARK: Step by step

extension CompiledFetch {
  /// Whether what is made of an object is known without the objects behind it: there is no order to bring them into.
  var isGradual: Bool {
    let fetch = program.fetch
    return fetch.order.isEmpty && (fetch.shape == .objects || fetch.shape == .rows)
  }

  /// How many of the first objects or rows are left out, and how many follow at most.
  var page: (offset: Int, limit: Int?) { (program.fetch.offset, program.fetch.limit) }

  /// - Throws: `FormatError` where the request is for the other of rows and objects.
  func expect(rows: Bool) throws(FormatError) { try program.expect(rows: rows) }

  /// The positions of the objects of a part of which the predicate is true; see `CompiledPredicate`.
  func selection(
    from objects: [Root], in part: Range<Int>, _ wholeValues: inout [Run.WholeValue?], _ onFault: FaultHandling
  ) throws(FormatError) -> [Int] {
    try predicate?.indices(of: objects, in: part, &wholeValues, onFault) ?? Array(part)
  }

  /// The objects at `selection` in the request's order, those of the page.
  func objects(of objects: [Root], at selection: [Int], _ onFault: FaultHandling) throws(FormatError) -> [Root] {
    try run(over: objects, Selection(selection, of: objects.count)) { (base, selection) throws(FormatError) in
      try program.positions(base, objects.count, selection, onFault)
    }.map { objects[$0] }
  }

  /// The rows of the objects at positions, each its own and whatever the page.
  func rows(
    of objects: [Root], eachAt positions: [Int], _ onFault: FaultHandling
  ) throws(FormatError) -> [[String: FormatValue]] {
    try objects.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [[String: FormatValue]] in
      guard let base = buffer.baseAddress else { return [] }
      return try program.rows(UnsafeRawPointer(base), objects.count, at: positions, onFault)
    }
  }

  /// The rows of the objects at `selection`, in the request's order, those of the page.
  func rows(
    of objects: [Root], at selection: [Int], _ onFault: FaultHandling
  ) throws(FormatError) -> [[String: FormatValue]] {
    try run(over: objects, Selection(selection, of: objects.count)) { (base, selection) throws(FormatError) in
      try program.rows(base, objects.count, selection, onFault)
    }
  }
}
