import PredicateSyntax
import Synchronization

/// What one evaluation may still cost. The runs over its parts, on whatever threads, draw their steps from it, and with each
/// draw it is looked whether the evaluation must end.
final class Budget: @unchecked Sendable {
  private let limits: Limits
  private let left: Atomic<Int>
  /// Changed between two runs alone.
  private var deadline: ContinuousClock.Instant?
  /// The task that waits for the answer: it cannot end before the evaluation does, and whether it was cancelled may be asked
  /// on every thread.
  private let task: UnsafeCurrentTask?

  /// What a draw gives.
  enum Draw {
    case steps(Int)
    /// The evaluation must end, and why.
    case end(Message)
  }

  /// - Parameter taken: the steps that were taken before anybody asked.
  init(_ limits: Limits, taken: Int = 0) {
    self.limits = limits
    left = Atomic(max(limits.steps, taken) - taken)
    // Some tens of thousands of years are as good as more, and no clock is behind them.
    deadline = limits.duration.map { .now + min($0, .seconds(1 << 40)) }
    task = withUnsafeCurrentTask { $0 }
  }

  /// Moves the end of the time, since some has passed that does not count.
  func postpone(by pause: Duration) { deadline = deadline.map { $0 + pause } }

  /// Takes back steps that were drawn and not taken.
  func giveBack(_ steps: Int) { left.add(steps, ordering: .relaxed) }

  /// Some steps, at least as many as are wanted where there are so many.
  func draw(_ wanted: Int) -> Draw {
    if task?.isCancelled == true { return .end(.cancelled) }
    if let deadline, let duration = limits.duration, .now >= deadline { return .end(.tooSlow(duration)) }
    let steps = max(wanted, Limits.stepsBetweenLooks)
    let before = left.subtract(steps, ordering: .relaxed).oldValue
    // What was drawn beyond the last step was not there.
    let drawn = min(steps, max(before, 0))
    left.add(steps - drawn, ordering: .relaxed)
    return drawn > 0 ? .steps(drawn) : .end(.tooManySteps(limit: limits.steps))
  }
}

extension Run {
  /// Takes so many steps. False where the evaluation must end: then all live lanes have a fault, which no answer survives,
  /// and who goes through something leaves off.
  @inline(__always)
  func spend(_ steps: Int) -> Bool {
    allowance &-= steps
    return allowance >= 0 || draw()
  }

  /// The steps that going through so many bytes takes.
  @inline(__always)
  func spend(bytes count: Int) -> Bool { spend(count >> 6) }

  /// The steps that going through a value and all within it takes.
  func spend(through value: FormatValue) -> Bool {
    switch value {
    case .list(let elements), .set(let elements): spend(elements.count) && elements.allSatisfy(spend(through:))
    case .record(let fields): spend(fields.count) && fields.values.allSatisfy(spend(through:))
    default: spend(value.steps)
    }
  }

  /// The steps that comparing two values takes. What is no collection is soon told from one.
  func spend(comparing left: FormatValue, _ right: FormatValue) -> Bool {
    if left.isCollection && right.isCollection { return spend(through: left) && spend(through: right) }
    return spend(left.steps &+ right.steps)
  }

  /// The steps that making a regular expression takes.
  func spend(pattern text: String) -> Bool { spend(text.utf8.count &* Limits.stepsOfPatternByte) }

  /// Gives the steps back that are left, for the next run of the same evaluation.
  func giveBack() {
    guard !isStopped, allowance > 0 else { return }
    budget?.giveBack(allowance)
    allowance = 0
  }

  /// Looks whether the evaluation must end, after something long that took no steps.
  func look() -> Bool {
    allowance = min(allowance, 0)
    return spend(1)
  }

  @inline(never)
  private func draw() -> Bool {
    hasDrawn = true
    if stop == nil {
      let budget = budget ?? Budget(limits, taken: Limits.stepsBetweenLooks)
      self.budget = budget
      while allowance < 0 {
        switch budget.draw(-allowance) {
        case .steps(let steps): allowance += steps
        case .end(let message):
          stop = Diagnostic(message, at: .none)
          isStopped = true
          // None are ever left, however much is still asked on the way out.
          allowance = .min / 2
        }
        if stop != nil { break }
      }
    }
    guard let stop else { return true }
    fail(stop, lanes: ~0)
    return false
  }

  /// `Block.forEach`, a step an object.
  @inline(__always)
  func forEachBlock(_ base: UnsafeRawPointer, _ count: Int, _ body: (Block, UInt64) -> Bool) {
    Block.forEach(base, count) { block, live in spend(live.nonzeroBitCount) && body(block, live) }
  }
}

extension Limits {
  /// Whether the bytes of texts are counted as steps, since the steps or the time of an evaluation are bounded.
  var countsTexts: Bool { duration != nil || steps < Limits.default.steps }
}

extension FormatValue {
  /// The steps that going through the value takes: one an element of a collection, one for 64 bytes.
  var steps: Int {
    switch self {
    case .list(let elements), .set(let elements): elements.count
    case .record(let fields): fields.count
    case .string(let text): text.utf8.count >> 6
    case .data(let bytes): bytes.count >> 6
    default: 0
    }
  }
}
