import PredicateSemantics
import PredicateSyntax
import Synchronization

/// A predicate to evaluate on selected blocks only. `lanes` takes the index of a block's first object and the live lanes, and
/// returns the lanes that pass. The answers are unusable if the run stopped.
package typealias BlockTest = (source: WrittenText, run: Run, lanes: (Int, UInt64) -> UInt64)

/// A predicate compiled for objects of one type: the part of `CompiledPredicate` that needs only the type's description,
/// and so is not generic.
///
/// A program consists of closures that capture only immutable values. `store` owns the constants that they point into.
///
/// Safety: Everything is immutable; each thread has a `Run` of its own. The array of an evaluation is valid during the call.
/// Steps are 64 for each node of a tree.
package final class Program: @unchecked Sendable {
  private let node: PredicateNode
  package let shape: ProgramShape
  private let store: KernelMemory
  /// The columns that nodes point into. A program with columns runs only over the objects that the columns were read from.
  private let columns: ColumnStore?
  private let offsets: OffsetCheck
  private let source: WrittenText
  /// The steps that one object takes, without those of the elements of its collections.
  private let weight: Int
  /// The run of the last evaluation, if it can be used again.
  private let spare = SpareRun()
  /// Whether `quickAnswer` may be used: the offsets of the fields are verified, and the keys can be read on any thread.
  private let isVerified = Atomic(false)
  let warnings: [FormatDiagnostic]

  init(
    _ predicate: FormatPredicate, for type: SwiftType, isShared: Bool, _ options: EvaluationOptions,
    columns: ColumnSource? = nil, plan: @escaping PlannedComparison.Planner = PlannedComparison.init
  ) throws(FormatError) {
    let predicate = predicate.located
    source = predicate.writtenText
    if let reason = type.unreadableReason {
      throw FormatError(.notEvaluated("a predicate over \(type.name)", reason: reason), source: source)
    }
    let bound = predicate.withVariables(options.variables)
    let limits = try options.limits.inForce(for: bound)
    let keys = SwiftKeySource(for: type, isShared: isShared)
    let resolved = try Checker.resolve(bound, root: type.valueType, keys: keys, functions: options.functions)
    offsets = OffsetCheck(keys)
    weight = resolved.tree.steps
    // Columns are read from the objects during compilation.
    if let columns = unsafe columns {
      try ProgramShape().reading(keys).expectCaller(source)
      if let error = unsafe offsets.error(columns.base, count: columns.count) {
        throw FormatError([error], source: source)
      }
    }
    self.columns = unsafe columns?.store
    var compiler = unsafe Compiler(
      keys, limits: limits, onError: options.onError, columns: columns, plan: plan)
    node = compiler.compile(resolved.tree)
    if !compiler.errors.isEmpty { throw FormatError(compiler.errors, source: source) }
    shape = compiler.shape.reading(keys)
    store = compiler.store
    warnings = resolved.warnings
    PredicateWarnings.report(warnings, of: predicate)
  }

  /// Runs the program over `count` objects at `base`, and returns one mask for each 64.
  ///
  /// - Parameter threads: The maximum number of threads. Each processes a part of the rows, if there is enough work.
  func run(
    _ base: UnsafeRawPointer, count: Int, threads: Int = 1
  ) throws(FormatError) -> [UInt64] {
    try shape.expect(rows: count, source)
    // A row of columns costs a fraction of an object.
    let minimumWork = columns == nil ? Parts.minimumWork : 8 * Parts.minimumWork
    guard threads > 1, shape.allowsThreads else { return try unsafe masks(base, count: count) }
    let parts = Parts(of: count, threads: threads, cost: node.cost, minimumWork: minimumWork)
    guard parts.ranges.count > 1 else { return try unsafe masks(base, count: count) }
    if let error = unsafe offsets.error(base, count: count) { throw FormatError([error], source: source) }
    let shared = (0..<shape.wholeReductions).map { _ in SharedWholeValue() }
    let budget = Budget(shape.limits)
    var masks = Array(repeating: UInt64(0), count: (count + 63) / 64)
    var errors = [FormatDiagnostic?](repeating: nil, count: parts.ranges.count)
    let lowestError = Atomic(Int.max)
    unsafe masks.withUnsafeMutableBufferPointer { masks in
      unsafe errors.withUnsafeMutableBufferPointer { errors in
        parts.forEach { part, rows in
          let run = unsafe Run(shape, base: base, count: count, shared: shared, budget: budget)
          unsafe errors[part] = forEachBlock(run, rows) { block, mask in
            unsafe masks[block.first / 64] = mask
            // Rows after an error need no answer.
            return lowestError.load(ordering: .relaxed) > part
          }
          if unsafe errors[part] != nil { _ = lowestError.min(part, ordering: .relaxed) }
        }
      }
    }
    // An object of unknown type may be readable only on the main actor, where the caller is and the other threads were not.
    if errors.contains(where: { $0?.code == .unreadableKey }), isOnMainActor() {
      return try unsafe self.masks(base, count: count)
    }
    // The parts are in row order.
    for case let error? in errors { throw FormatError([error], source: source) }
    return masks
  }

  /// Whether evaluating one object requires all of them, as `max:(key)` does.
  package var rangesOverAll: Bool { shape.wholeReductions > 0 }

  /// Runs the program over `count` objects at `base`, which are a part of `total` objects to evaluate.
  package func run(
    partAt base: UnsafeRawPointer, count: Int, ofTotal total: Int, _ budget: Budget
  ) throws(FormatError) -> [UInt64] {
    try shape.expect(rows: total, source)
    let run = unsafe Run(shape, base: base, count: count, budget: budget)
    let masks = try masks(run, 0..<count)
    run.returnUnusedSteps()
    return masks
  }

  /// Returns whether the program is true for one object.
  func isTrue(of object: UnsafeRawPointer) throws(FormatError) -> Bool {
    if let answer = unsafe quickAnswer(for: object) { return answer }
    return try unsafe newAnswer(for: object)
  }

  /// Returns whether the program is true for one object. The answer is `nil` if the spare run is not available, or if it ended
  /// with an error or at a limit. The caller then uses `newAnswer`.
  @inline(__always)
  func quickAnswer(for object: UnsafeRawPointer) -> Bool? {
    guard isVerified.load(ordering: .relaxed), let run = unsafe spare.take() else { return nil }
    let (isTrue, isAsNew) = unsafe run._withUnsafeGuaranteedRef { run in
      unsafe run.restart(object, count: 1)
      let isTrue = unsafe run.spend(weight) && node.lanes(run, Block(base: object, first: 0), 1) == 1
      return (isTrue, run.isAsNew)
    }
    if isAsNew {
      unsafe spare.putBack(run)
      return isTrue
    }
    return unsafe ended(run, isTrue)
  }

  @inline(never)
  private func ended(_ run: Unmanaged<Run>, _ isTrue: Bool) -> Bool? {
    let run = unsafe spare.detach(run)
    // Without an error or a limit, the run has only drawn more steps.
    return unsafe run.stop != nil || run.errors.lanes != 0 ? nil : isTrue
  }

  /// Evaluates an object with a new run, which becomes the spare run if it can be reused.
  @inline(never)
  func newAnswer(for object: UnsafeRawPointer) throws(FormatError) -> Bool {
    try shape.expect(rows: 1, source)
    if let error = unsafe offsets.error(object, count: 1) { throw FormatError([error], source: source) }
    if offsets.isDone, shape.allowsThreads { isVerified.store(true, ordering: .relaxed) }
    let run = unsafe Run(shape, base: object, count: 1)
    let isTrue = unsafe run.spend(weight) && node.lanes(run, Block(base: object, first: 0), 1) == 1
    keep(run)
    if let error = run.stop ?? run.lowestError { throw FormatError([error], source: source) }
    return isTrue
  }

  /// Makes a finished run the spare one if it can be used again.
  private func keep(_ run: Run) {
    if run.isAsNew, run.budget == nil, shape.keepsNothing { spare.keep(run) }
  }

  /// Returns the index of the first of `count` objects at `base` that passes, or `nil` if none does. Later objects are
  /// evaluated only in the same block, and their errors do not count.
  func first(_ base: UnsafeRawPointer, count: Int) throws(FormatError) -> Int? {
    // Even an empty array has an address, but it has no object to read.
    guard count > 0 else { return nil }
    try shape.expect(rows: count, source)
    if let error = unsafe offsets.error(base, count: count) { throw FormatError([error], source: source) }
    var first: Int?
    var lastBlock = 0
    let run = unsafe Run(shape, base: base, count: count)
    var error = forEachBlock(run, 0..<count) { block, mask in
      lastBlock = block.first
      if mask != 0 { first = block.first + mask.trailingZeroBitCount }
      return mask == 0
    }
    // An object whose class refuses a key ends the run. It may come after one that passes.
    if run.stop?.code == .unreadableKey {
      for row in lastBlock..<min(lastBlock + 64, count) {
        let run = unsafe Run(shape, base: base, count: count)
        let mask = unsafe node.lanes(run, Block(base: base, first: lastBlock), bit(row - lastBlock))
        if let error = run.stop ?? run.lowestError { throw FormatError([error], source: source) }
        if mask != 0 { return row }
      }
    }
    let failing = unsafe run.errors.lanes
    if let hit = first, run.stop == nil, failing != 0, failing.trailingZeroBitCount > hit % 64 { error = nil }
    if let error { throw FormatError([error], source: source) }
    return first
  }

  /// Runs the program over a part of the `count` objects at `base`; the part begins at a multiple of 64.
  ///
  /// - Parameters:
  ///   - wholeValues: The aggregates that the run over the previous part computed; empty for the first part.
  ///   - budget: The budget for all parts.
  func run(
    _ base: UnsafeRawPointer, count: Int, _ part: Range<Int>, _ wholeValues: inout [Run.WholeValue?],
    _ budget: Budget
  ) throws(FormatError) -> [UInt64] {
    try shape.expect(rows: count, source)
    let run = unsafe Run(shape, base: base, count: count, budget: budget)
    if !wholeValues.isEmpty { run.setWholeValues(wholeValues) }
    let masks = try masks(run, part)
    wholeValues = unsafe run.wholeValues
    run.returnUnusedSteps()
    return masks
  }

  /// Runs the program on this thread over all objects.
  private func masks(
    _ base: UnsafeRawPointer, count: Int
  ) throws(FormatError) -> [UInt64] {
    let run: Run
    if let last = unsafe spare.take() {
      run = unsafe spare.detach(last)
      unsafe run.restart(base, count: count)
    } else {
      run = unsafe Run(shape, base: base, count: count)
    }
    let masks = try masks(run, 0..<count)
    keep(run)
    return masks
  }

  private func masks(_ run: Run, _ part: Range<Int>) throws(FormatError) -> [UInt64] {
    guard !part.isEmpty else { return [] }
    if let error = unsafe offsets.error(run.whole.base, count: run.whole.count) {
      throw FormatError([error], source: source)
    }
    var masks: [UInt64] = []
    masks.reserveCapacity((part.count + 63) / 64)
    let error = forEachBlock(run, part) { _, mask in
      masks.append(mask)
      return true
    }
    if let error { throw FormatError([error], source: source) }
    return masks
  }

  /// Calls `body` with the passing lanes of each block, in order, until it returns `false` or a block has an error.
  ///
  /// - Returns: The error that ended the evaluation, if any.
  @inline(__always)
  private func forEachBlock(_ run: Run, _ rows: Range<Int>, _ body: (Block, UInt64) -> Bool) -> FormatDiagnostic? {
    var error: FormatDiagnostic?
    unsafe Block.forEach(run.whole.base, rows.upperBound, from: rows.lowerBound) { block, live in
      guard run.spend(live.nonzeroBitCount &* weight) else {
        error = run.stop
        return false
      }
      let mayContinue = unsafe body(block, node.lanes(run, block, live) & ~run.errors.lanes)
      if unsafe run.errors.lanes == 0 && !run.isStopped { return mayContinue }
      error = run.stop ?? run.lowestError
      return false
    }
    withExtendedLifetime(store) {}
    return error
  }

  /// Returns a test to run on selected objects only, or `nil` if the predicate may fail or does not cost more than `cost`.
  func test(
    _ base: UnsafeRawPointer, count: Int, ifCostAbove cost: Int
  ) throws(FormatError) -> BlockTest? {
    guard count > 0, !node.mayFail, node.cost > cost else { return nil }
    try shape.expect(rows: count, source)
    if let error = unsafe offsets.error(base, count: count) { throw FormatError([error], source: source) }
    let run = unsafe Run(shape, base: base, count: count)
    let (node, weight) = (node, weight)
    let lanes = { (first: Int, live: UInt64) in
      unsafe run.spend(live.nonzeroBitCount &* weight) ? node.lanes(run, Block(base: base, first: first), live) : 0
    }
    return (source, run, lanes)
  }
}

extension ProgramShape {
  /// Throws an error if there are more objects than allowed, or if the caller is not on the actor that the keys require.
  package func expect(rows: Int, _ source: WrittenText) throws(FormatError) {
    try expectCaller(source)
    if rows <= limits.rows { return }
    throw FormatError(.tooManyRows(rows: rows, limit: limits.rows), source: source)
  }
}
