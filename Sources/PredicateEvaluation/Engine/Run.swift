import PredicateSemantics
import PredicateSyntax

/// One execution of a program: the state that changes while it runs. A program never changes and can run on many threads.
///
/// A run belongs to one thread, and code that accesses a property marked `@exclusivity(unchecked)` calls nothing else
/// meanwhile. Checking each access would take longer than evaluating a block of integers.
///
/// Safety: A run belongs to one thread, and nothing is called while a property changes. The array is valid during the
/// evaluation. `deinit` frees the memory of temporary values.
@safe package final class Run {
  package let onError: EvaluationOptions.ErrorHandling
  /// The object whose elements are being visited, for each scope of the program. It is raw memory because it changes with
  /// every such object.
  let scopes: UnsafeMutablePointer<Block>
  private let scopeCount: Int
  /// The learnt orders of the program, by slot.
  let learntOrders: UnsafeMutablePointer<LearntOrder>
  /// The collection that is being filtered, for `max:(key)`.
  @exclusivity(unchecked) package private(set) var whole: (base: UnsafeRawPointer, count: Int)
  /// Whether the result is one value for all objects; `max:(key)` then never means a row's own collection.
  let isOverAll: Bool
  /// The computed values of aggregates over the whole collection.
  @exclusivity(unchecked) private(set) var wholeValues: [WholeValue?]
  /// The leaves for values that are the same for all objects, created on first use.
  @exclusivity(unchecked) private var hoistedLeaves: [PredicateNode?]
  /// The slots whose leaf was created or cannot be created. In the latter case, `hoistedLeaves` stays `nil`.
  @exclusivity(unchecked) private var attemptedLeaves: Set<Int> = []
  /// The aggregates that all runs over parts of one collection share.
  private let shared: [SharedWholeValue]?
  /// The lanes of the current block that have an error, and the error of the lowest one.
  @exclusivity(unchecked) var errors: Errors = (0, [])
  /// The values that registered keys created for the current block.
  @exclusivity(unchecked) var temporaries: [(getter: KeyGetter, values: UnsafeMutableRawPointer, live: UInt64)] =
    unsafe []
  /// The hash tables of collections, by a key of their elements.
  var joins = JoinTables()
  /// The steps left until the run must draw more from the budget; see `spend`.
  @exclusivity(unchecked) var allowance: Int
  let firstAllowance: Int
  /// Whether the run has drawn steps from the budget.
  @exclusivity(unchecked) var hasDrawn = false
  let limits: PredicateLimits
  /// The remaining cost of the evaluation. Without a time limit, it is created on the first draw.
  var budget: Budget?
  /// The reason why the evaluation must end, if it must. It is thrown for any `onError`, and the answers are not used.
  package var stop: FormatDiagnostic?
  /// Whether the evaluation must end; every block checks it.
  @exclusivity(unchecked) var isStopped = false

  /// The lanes that have an error, and at most one error. It is an array, which takes one word, because errors are saved for every
  /// object whose elements are visited.
  typealias Errors = (lanes: UInt64, lowest: [FormatDiagnostic])

  /// The error of the lowest lane that has one.
  package var lowestError: FormatDiagnostic? { unsafe errors.lowest.first }

  /// The value of an aggregate over the whole collection. Its error is an error of every lane that uses the value.
  package typealias WholeValue = (value: FormatValue, error: FormatDiagnostic?)

  @inline(never)
  package init(
    _ program: ProgramShape, base: UnsafeRawPointer, count: Int, isOverAll: Bool = false,
    onError: EvaluationOptions.ErrorHandling? = nil, shared: [SharedWholeValue]? = nil, budget: Budget? = nil
  ) {
    limits = program.limits
    self.budget = budget ?? (limits.duration == nil ? nil : Budget(limits))
    firstAllowance = self.budget == nil ? min(max(limits.steps, 0), PredicateLimits.stepsBetweenChecks) : 0
    unsafe allowance = firstAllowance
    self.onError = onError ?? program.onError
    self.shared = shared
    self.isOverAll = isOverAll
    unsafe whole = (base, count)
    scopeCount = program.scopes
    unsafe scopes = .allocate(capacity: program.scopes)
    unsafe scopes.initialize(repeating: Block(base: base, first: 0), count: program.scopes)
    unsafe learntOrders = .allocate(capacity: program.learntOrders)
    unsafe learntOrders.initialize(repeating: LearntOrder(), count: program.learntOrders)
    unsafe wholeValues = Array(repeating: nil, count: program.wholeReductions)
    unsafe hoistedLeaves = Array(repeating: nil, count: program.hoistedLeaves)
  }

  deinit {
    unsafe scopes.deallocate()
    unsafe learntOrders.deallocate()
  }

  /// Whether `restart` resets everything that the run has changed.
  @inline(__always)
  var isAsNew: Bool { unsafe !hasDrawn && errors.lanes == 0 }

  /// Resets the run for other objects.
  @inline(__always)
  func restart(_ base: UnsafeRawPointer, count: Int) {
    unsafe whole = (base, count)
    unsafe allowance = firstAllowance
    // Scope 0, the objects themselves, always exists.
    unsafe scopes[0] = Block(base: base, first: 0)
    if scopeCount > 1 { for scope in 1..<scopeCount { unsafe scopes[scope] = Block(base: base, first: 0) } }
  }

  /// Records the error of a lane unless errors read as nil; some errors, such as limits, are always recorded. The first
  /// error of a lane counts.
  @inline(never)
  func fail(_ error: EvaluationError, at range: FormatRange, lane: Int) {
    guard onError == .throw || error.isAlwaysThrown else { return }
    fail(FormatDiagnostic(error.message, at: range), lanes: 1 << UInt64(lane))
  }

  /// Records an error of all `lanes`.
  @inline(never)
  func fail(_ diagnostic: FormatDiagnostic, lanes: UInt64) {
    if unsafe errors.lanes == 0 || lanes.trailingZeroBitCount < errors.lanes.trailingZeroBitCount {
      unsafe errors.lowest = [diagnostic]
    }
    unsafe errors.lanes |= lanes
  }

  /// Runs `body` on blocks of another scope, and records their error as an error of `lanes` in this scope.
  @inline(__always)
  func inner<R>(for lanes: UInt64, _ body: () -> R) -> R {
    let outer = unsafe errors
    unsafe errors = (0, [])
    let result = body()
    let found = lowestError
    unsafe errors = outer
    if let found { fail(found, lanes: lanes) }
    return result
  }

  /// Returns the value of the aggregate `slot`, which is computed on first use.
  func wholeValue(_ slot: Int, _ compute: () -> FormatValue) -> WholeValue {
    if let known = unsafe wholeValues[slot] { return known }
    let whole = shared.map { $0[slot].get { wholeValue(compute) } } ?? wholeValue(compute)
    unsafe wholeValues[slot] = whole
    return whole
  }

  private func wholeValue(_ compute: () -> FormatValue) -> WholeValue {
    let outer = unsafe errors
    unsafe errors = (0, [])
    defer { unsafe errors = outer }
    return (compute(), lowestError)
  }

  /// Returns the leaf of a slot, which is created on first use, or `nil` if it cannot be created.
  @inline(__always)
  func hoistedLeaf(_ slot: Int, _ make: () -> PredicateNode?) -> PredicateNode? {
    if let leaf = unsafe hoistedLeaves[slot] { return leaf }
    return newHoistedLeaf(slot, make)
  }

  @inline(never)
  private func newHoistedLeaf(_ slot: Int, _ make: () -> PredicateNode?) -> PredicateNode? {
    guard unsafe attemptedLeaves.insert(slot).inserted else { return nil }
    let outer = unsafe errors
    unsafe errors = (0, [])
    let made = make()
    let leaf = unsafe errors.lanes == 0 ? made : nil
    unsafe errors = outer
    unsafe hoistedLeaves[slot] = leaf
    return leaf
  }

  /// Replaces the values of the aggregates, for the next group.
  package func setWholeValues(_ values: [WholeValue?]) { unsafe wholeValues = values }

  /// Calls a registered key for the objects of the live lanes, and replaces their addresses by those of the values.
  func get(_ getter: KeyGetter, _ live: UInt64, _ addresses: UnsafeMutablePointer<UnsafeRawPointer>) {
    let type = getter.type
    let values = UnsafeMutableRawPointer.allocate(byteCount: max(1, type.stride * 64), alignment: type.alignment)
    unsafe getter.call(lanes: addresses, live: live, out: values)
    unsafe temporaries.append((getter, values, live))
    forEachLane(live) { unsafe addresses[$0] = UnsafeRawPointer(values + $0 * type.stride) }
  }

  /// Destroys the temporaries after the first `count`. Not inlined, because few leaves have temporaries.
  @inline(never)
  func release(to count: Int) {
    while unsafe temporaries.count > count, let temporary = unsafe temporaries.popLast() {
      unsafe temporary.getter.destroy(out: temporary.values, live: temporary.live)
      unsafe temporary.values.deallocate()
    }
  }
}

/// The storage that a run of a program needs, its limits, and what it does if a value cannot be computed.
package struct ProgramShape {
  package let limits: PredicateLimits
  package let onError: EvaluationOptions.ErrorHandling
  var scopes = 1
  package var wholeReductions = 0
  var hoistedLeaves = 0
  var learntOrders = 0
  /// Whether the engine's own threads may call the closures of the keys that the program reads.
  private(set) var allowsThreads = true
  /// The error for the first key of the main actor, if there is one. It is an array, which takes one word, because shapes are
  /// copied.
  private var isolatedKey: [FormatDiagnostic] = []

  init(limits: PredicateLimits = .default, onError: EvaluationOptions.ErrorHandling = .throw) {
    self.limits = limits
    self.onError = onError
  }

  /// Returns a copy for a program that reads the keys.
  package func reading(_ keys: SwiftKeySource) -> ProgramShape {
    var shape = self
    (shape.allowsThreads, shape.isolatedKey) = (keys.allowsThreads, keys.isolatedKey.map { [$0] } ?? [])
    return shape
  }

  /// - Throws: `FormatError` if a key is isolated to the main actor and the caller is elsewhere.
  func expectCaller(_ source: WrittenText) throws(FormatError) {
    if !isolatedKey.isEmpty, !isOnMainActor() { throw FormatError(isolatedKey, source: source) }
  }

  /// The number of conditions that look up elements by a key.
  var joins = 0

  /// Whether a run keeps no results that depend on the objects.
  var keepsNothing: Bool { wholeReductions == 0 && hoistedLeaves == 0 && joins == 0 }
}

/// Calls `body` for each lane of a mask, lowest first.
///
/// Safety: Only a mask that is not 0 loses its lowest bit.
@inlinable @inline(__always)
package func forEachLane(_ mask: UInt64, _ body: (Int) -> Void) {
  var rest = mask
  while rest != 0 {
    body(rest.trailingZeroBitCount)
    rest &= rest &- 1
  }
}

/// Calls `body` for each lane of a mask, with a separate loop for full blocks. For bodies that are worth compiling twice.
@inlinable @inline(__always)
package func everyLane(_ mask: UInt64, _ body: (Int) -> Void) {
  if mask == ~0 {
    for lane in 0..<64 { body(lane) }
  } else {
    forEachLane(mask, body)
  }
}

/// Returns the mask of one lane.
///
/// Safety: A lane is below 64, so the bit is not lost.
@inlinable @inline(__always)
package func bit(_ lane: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: lane) }
