import PredicateModel
import PredicateSyntax

/// What a value that cannot be computed does: an overflow, a nil operand of arithmetic, an index out of range.
public enum FaultHandling: Sendable {
  /// The fault of the lowest row that has one is thrown.
  case `throw`
  /// The value is nil, as it is in SQL.
  case yieldNil
}

/// One use of a program: what changes while it runs. A program itself never changes, and may run on many threads.
///
/// A run belongs to one thread, and nothing that reads or sets what is marked unchecked calls anything meanwhile; checking
/// that at each access would take longer than a block of integers.
final class Run {
  @exclusivity(unchecked) private(set) var onFault: FaultHandling
  /// The objects that outer scopes stand at while their collections are gone through: as many as the program has scopes. (In
  /// plain memory, since they change with every object whose elements are gone through.)
  let scopes: UnsafeMutablePointer<Block>
  private let scopeCount: Int
  /// The whole collection that is being filtered, for `max:(key)`.
  @exclusivity(unchecked) private(set) var whole: (base: UnsafeRawPointer, count: Int)
  /// Whether one value of all the objects together is asked for: then `max:(key)` never means a row's own collection.
  let isOverAll: Bool
  /// What aggregates over the whole collection gave, once asked.
  @exclusivity(unchecked) private(set) var wholeValues: [WholeValue?]
  /// The leaves for values that are the same for all objects, once known.
  @exclusivity(unchecked) private var hoistedLeaves: [HoistedLeaf]
  /// The same, of all the runs over parts of one collection.
  private let shared: SharedWholeValues?
  /// The lanes of the current block that have a fault, and the fault of the lowest.
  @exclusivity(unchecked) var faults = Faults()
  /// Values that registered keys have made for the current block.
  @exclusivity(unchecked) var temporaries: [Temporary] = []
  /// Collections by a key of their elements.
  var joins = JoinTables()
  /// The steps that may be taken before the budget is asked for more; see `spend`.
  @exclusivity(unchecked) var allowance: Int
  private let firstAllowance: Int
  /// Whether the budget was asked.
  @exclusivity(unchecked) var hasDrawn = false
  let limits: Limits
  /// What the evaluation may cost; made when it is first asked, where time does not count.
  var budget: Budget?
  /// Why the evaluation must end, once it must. It is a fault whatever `onFault` says, and nothing is ever answered with it.
  var stop: Diagnostic?
  /// Whether it must: what each block asks.
  @exclusivity(unchecked) var isStopped = false

  struct Faults {
    var lanes: UInt64 = 0
    /// In a box, since faults are put aside for every object whose elements are gone through.
    private var box: Box?

    var lowest: Diagnostic? {
      get { box?.fault }
      set { box = newValue.map { Box($0) } }
    }

    private final class Box {
      let fault: Diagnostic
      init(_ fault: Diagnostic) { self.fault = fault }
    }
  }

  /// What an aggregate over the whole collection gave; its fault is that of every lane that asks for it.
  struct WholeValue: Sendable {
    var value: FormatValue
    var fault: Diagnostic?
  }

  private enum HoistedLeaf {
    case unknown
    case none
    case leaf(PredicateNode)
  }

  struct Temporary {
    var getter: KeyGetter
    var place: UnsafeMutableRawPointer
    var live: UInt64
  }

  init(
    _ program: ProgramShape, base: UnsafeRawPointer, count: Int, onFault: FaultHandling, isOverAll: Bool = false,
    shared: SharedWholeValues? = nil, budget: Budget? = nil
  ) {
    limits = program.limits
    self.budget = budget ?? (limits.duration == nil ? nil : Budget(limits))
    firstAllowance = self.budget == nil ? min(max(limits.steps, 0), Limits.stepsBetweenLooks) : 0
    allowance = firstAllowance
    self.onFault = onFault
    self.shared = shared
    self.isOverAll = isOverAll
    whole = (base, count)
    scopeCount = program.scopes
    scopes = .allocate(capacity: program.scopes)
    scopes.initialize(repeating: Block(base: base, first: 0), count: program.scopes)
    wholeValues = Array(repeating: nil, count: program.wholeReductions)
    hoistedLeaves = Array(repeating: .unknown, count: program.hoistedLeaves)
  }

  deinit { scopes.deallocate() }

  /// Whether nothing of what the run has done is left in it but what `restart` sets.
  @inline(__always)
  var isAsNew: Bool { !hasDrawn && faults.lanes == 0 }

  /// Makes the run one over another single object, as if it were new.
  @inline(__always)
  func restart(_ object: UnsafeRawPointer, _ onFault: FaultHandling) {
    self.onFault = onFault
    whole = (object, 1)
    allowance = firstAllowance
    // There is always the one of the objects themselves.
    scopes[0] = Block(base: object, first: 0)
    if scopeCount > 1 { for scope in 1..<scopeCount { scopes[scope] = Block(base: object, first: 0) } }
  }

  /// Notes the fault of a lane, unless faults are nil: but what a limit has ended is never nil. Of several of one lane the
  /// first counts.
  @inline(never)
  func fail(_ fault: EvaluationFault, at range: SourceRange, lane: Int) {
    guard onFault == .throw || fault.isAlwaysThrown else { return }
    fail(Diagnostic(fault.message, at: range), lanes: 1 << UInt64(lane))
  }

  /// Notes a fault that all of `lanes` have.
  @inline(never)
  func fail(_ diagnostic: Diagnostic, lanes: UInt64) {
    if faults.lanes == 0 || lanes.trailingZeroBitCount < faults.lanes.trailingZeroBitCount {
      faults.lowest = diagnostic
    }
    faults.lanes |= lanes
  }

  /// Runs `body` on blocks of another scope, whose faults become one of the lanes `lanes` here.
  @inline(__always)
  func inner<R>(for lanes: UInt64, _ body: () -> R) -> R {
    let outer = faults
    faults = Faults()
    let result = body()
    let found = faults.lowest
    faults = outer
    if let found { fail(found, lanes: lanes) }
    return result
  }

  /// The value of the aggregate `slot`, computed when it is first asked for.
  func wholeValue(_ slot: Int, _ compute: () -> FormatValue) -> WholeValue {
    if let known = wholeValues[slot] { return known }
    let whole = shared.map { $0.value(slot) { wholeValue(compute) } } ?? wholeValue(compute)
    wholeValues[slot] = whole
    return whole
  }

  private func wholeValue(_ compute: () -> FormatValue) -> WholeValue {
    let outer = faults
    faults = Faults()
    defer { faults = outer }
    return WholeValue(value: compute(), fault: faults.lowest)
  }

  /// The leaf of a slot, made when it is first asked for; nil where there is none, or making it met a fault.
  @inline(__always)
  func hoistedLeaf(_ slot: Int, _ make: () -> PredicateNode?) -> PredicateNode? {
    if case .leaf(let leaf) = hoistedLeaves[slot] { return leaf }
    return newHoistedLeaf(slot, make)
  }

  @inline(never)
  private func newHoistedLeaf(_ slot: Int, _ make: () -> PredicateNode?) -> PredicateNode? {
    if case .none = hoistedLeaves[slot] { return nil }
    let outer = faults
    faults = Faults()
    let made = make()
    let leaf = faults.lanes == 0 ? made : nil
    faults = outer
    hoistedLeaves[slot] = leaf.map { .leaf($0) } ?? .none
    return leaf
  }

  /// Puts values in place of those of the aggregates: those of the next group.
  func setWholeValues(_ values: [WholeValue?]) { wholeValues = values }

  /// Ends the temporaries made since there were `count`.
  func release(to count: Int) {
    while temporaries.count > count, let temporary = temporaries.popLast() {
      temporary.getter.destroy(out: temporary.place, live: temporary.live)
      temporary.place.deallocate()
    }
  }
}

/// What a run must hold room for, and may cost.
struct ProgramShape {
  var limits = Limits.default
  var scopes = 1
  var wholeReductions = 0
  var hoistedLeaves = 0
  /// Where it may run, for the closures of the keys that it reads.
  private(set) var place = RunPlace()

  /// The same of a program that may run in a certain place.
  func running(at place: RunPlace) -> ProgramShape {
    var shape = self
    shape.place = place
    return shape
  }
  /// How many conditions look elements up by a key.
  var joins = 0

  /// Whether a run keeps nothing that it has found out about the objects.
  var keepsNothing: Bool { wholeReductions == 0 && hoistedLeaves == 0 && joins == 0 }
}

/// The lanes of a mask, lowest first.
@inline(__always)
func forEachLane(_ mask: UInt64, _ body: (Int) -> Void) {
  var rest = mask
  while rest != 0 {
    body(rest.trailingZeroBitCount)
    rest &= rest &- 1
  }
}

/// `forEachLane` for loops that are worth writing out twice: a full block is run through without looking for lanes.
@inline(__always)
func everyLane(_ mask: UInt64, _ body: (Int) -> Void) {
  if mask == ~0 {
    for lane in 0..<64 { body(lane) }
  } else {
    forEachLane(mask, body)
  }
}

/// The bit of a lane.
@inline(__always)
func bit(_ lane: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: lane) }
