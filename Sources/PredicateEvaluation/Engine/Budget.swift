import PredicateSemantics
import PredicateSyntax
import Synchronization

/// The remaining cost of one evaluation. The runs over its parts draw steps from it on any thread, and each draw checks
/// whether the evaluation must end.
///
/// Safety: The current task does not end before its evaluation. Everything else is constant, atomic or changed only between
/// two runs.
@safe package final class Budget: @unchecked Sendable {
  private let limits: PredicateLimits
  private let left: Atomic<Int>
  /// Changed only between two runs.
  private var deadline: ContinuousClock.Instant?
  /// The task that waits for the result. It cannot end before the evaluation does, and any thread can ask whether it was
  /// cancelled. `nil` during a pause.
  private var task: UnsafeCurrentTask?
  private var pausedSince: ContinuousClock.Instant?

  /// - Parameter taken: The steps that were taken before the budget was created.
  package init(_ limits: PredicateLimits, taken: Int = 0) {
    self.limits = limits
    left = Atomic(max(limits.steps, taken) - taken)
    // The cap of about 35,000 years keeps the deadline in the range of the clock.
    deadline = limits.duration.map { .now + min($0, .seconds(Int64(1) << 40)) }
    unsafe task = withUnsafeCurrentTask { unsafe $0 }
  }

  /// Begins a pause between two runs, whose time does not count. The task may end during the pause.
  package func pause() {
    if pausedSince == nil { pausedSince = .now }
    unsafe task = nil
  }

  /// Ends the pause, if there is one. The current task is then the one that waits for the result.
  package func resume() {
    if let pausedSince { deadline = deadline.map { $0 + (.now - pausedSince) } }
    pausedSince = nil
    unsafe task = withUnsafeCurrentTask { unsafe $0 }
  }

  /// Puts back steps that were drawn but not taken.
  func returnUnusedSteps(_ steps: Int) { left.add(steps, ordering: .relaxed) }

  /// Draws at least `count` steps, or the rest if fewer are left.
  ///
  /// - Throws: The reason why the evaluation must end, if it must.
  func draw(_ count: Int) throws(EvaluationError) -> Int {
    if unsafe task?.isCancelled == true { throw EvaluationError(.cancelled) }
    if let deadline, let duration = limits.duration, .now >= deadline { throw EvaluationError(.tooSlow(duration)) }
    let steps = max(count, PredicateLimits.stepsBetweenChecks)
    let before = left.subtract(steps, ordering: .relaxed).oldValue
    // Steps beyond the limit were never available.
    let drawn = min(steps, max(before, 0))
    left.add(steps - drawn, ordering: .relaxed)
    guard drawn > 0 else { throw EvaluationError(.tooManySteps(limit: limits.steps)) }
    return drawn
  }
}

// Safety: Steps are at most 64 for each node of a tree, or a few for each byte of a text, far below 64 bits.
extension Run: StepCounter {
  /// Charges steps, and draws more from the budget if needed.
  ///
  /// - Returns: `false` if the evaluation must end. All live lanes then have an error, and the caller stops iterating.
  @inline(__always)
  package func spend(_ steps: Int) -> Bool {
    unsafe allowance &-= steps
    return unsafe allowance >= 0 || draw()
  }

  /// Charges the steps of comparing two values, with a fast path for values that are not collections.
  func spend(comparing left: FormatValue, _ right: FormatValue) -> Bool {
    if left.isCollection && right.isCollection { return spend(through: left) && spend(through: right) }
    return spend(left.steps &+ right.steps)
  }

  /// Puts back the remaining steps, for the next run of the same evaluation.
  package func returnUnusedSteps() {
    guard unsafe !isStopped, unsafe allowance > 0, let budget else { return }
    unsafe budget.returnUnusedSteps(allowance)
    unsafe allowance = 0
  }

  /// Returns whether the evaluation may continue after long work that took no steps.
  package func checkLimits() -> Bool {
    _ = currentBudget()
    returnUnusedSteps()
    unsafe allowance = min(allowance, 0)
    return spend(1)
  }

  /// Returns the budget. Creates it if the run has not needed one so far.
  private func currentBudget() -> Budget {
    let budget = budget ?? Budget(limits, taken: firstAllowance)
    self.budget = budget
    return budget
  }

  @inline(never)
  private func draw() -> Bool {
    unsafe hasDrawn = true
    if stop == nil {
      let budget = currentBudget()
      do throws(EvaluationError) {
        while unsafe allowance < 0 { unsafe allowance += try budget.draw(-allowance) }
      } catch {
        end(FormatDiagnostic(error.message, at: .none))
        return false
      }
    }
    guard let stop else { return true }
    fail(stop, lanes: ~0)
    return false
  }

  /// Ends the evaluation with an error that does not depend on how values are computed, such as that of a class whose property
  /// cannot be read. All live lanes then have an error.
  func end(_ error: FormatDiagnostic) {
    unsafe hasDrawn = true
    if stop == nil {
      stop = error
      unsafe isStopped = true
      // No steps are left, however many more are requested while the evaluation ends.
      unsafe allowance = .min / 2
    }
    fail(stop ?? error, lanes: ~0)
  }

  /// Calls `Block.forEach`, and takes one step per object.
  @inline(__always)
  func forEachBlock(_ base: UnsafeRawPointer, _ count: Int, _ body: (Block, UInt64) -> Bool) {
    unsafe Block.forEach(base, count) { block, live in spend(live.nonzeroBitCount) && body(block, live) }
  }
}

extension PredicateLimits {
  /// Whether the bytes of texts count as steps, because the steps or the time of an evaluation are limited.
  var countsTexts: Bool { duration != nil || steps < PredicateLimits.default.steps }
}
