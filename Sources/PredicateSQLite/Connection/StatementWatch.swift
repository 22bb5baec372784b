import Foundation
import PredicateSyntax

/// Looks after the statement that runs on a connection, since SQLite asks now and then whether to go on: while it computes,
/// and while it waits for the lock of another connection.
///
/// It says no where the statement has taken all that it may, or the task of the caller was cancelled.
final class StatementWatch {
  /// How many operations SQLite does from one question to the next.
  private static let stride: Int32 = 1_000

  /// What the statement that runs may take.
  private(set) var budget = StatementBudget(SQLiteLimits())
  /// When the waiting for a lock began; nil while there is none.
  private var waitingSince: ContinuousClock.Instant?
  /// Sets the most bytes of a value.
  private var setValueLength: (Int) -> Void = { _ in }
  /// The most bytes of a value, as it was set last.
  private var valueLength = Int.min

  /// Has SQLite ask, from now on until the connection is closed, which must not outlive this object.
  func attach(to handle: OpaquePointer, _ interface: SQLiteInterface) {
    let watch = Unmanaged.passUnretained(self).toOpaque()
    interface.progressHandler(
      handle, Self.stride,
      { watch in StatementWatch.at(watch).flatMap { $0.goesOn() ? 0 : 1 } ?? 0 }, watch)
    _ = interface.busyHandler(
      handle, { watch, count in StatementWatch.at(watch).flatMap { $0.waits(count) ? 1 : 0 } ?? 0 }, watch)
    setValueLength = { length in
      _ = interface.limit(handle, SQLiteCode.valueLength, Int32(clamping: max(length, 0)))
    }
  }

  /// Has SQLite make, read and take no value that is longer than the limits let it be.
  func bound(_ limits: SQLiteLimits) {
    if limits.valueLength == valueLength { return }
    valueLength = limits.valueLength
    setValueLength(valueLength)
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> StatementWatch? {
    pointer.map { Unmanaged<StatementWatch>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Calls SQLite on behalf of a statement.
  ///
  /// - Returns: what SQLite gives.
  func run(_ budget: StatementBudget, _ call: () -> Int32) -> Int32 {
    let outer = self.budget
    self.budget = budget
    defer { self.budget = outer }
    bound(budget.limits)
    return call()
  }

  private func goesOn() -> Bool {
    budget.steps += Int(Self.stride)
    return budget.allowsMore()
  }

  /// Waits a little for a lock.
  ///
  /// - Parameter count: how often it was waited for that lock already.
  /// - Returns: whether it is to be tried again.
  private func waits(_ count: Int32) -> Bool {
    let now = ContinuousClock.now
    if count == 0 { waitingSince = now }
    guard budget.allowsMore() else { return false }
    if let waitingSince, now - waitingSince >= budget.limits.lockWait { return false }
    Thread.sleep(forTimeInterval: 0.001 * Double(min(count, 24) + 1))
    return true
  }
}

/// What a statement, or several that are one question, may take, and has taken.
package final class StatementBudget {
  let limits: SQLiteLimits
  /// The limits of the predicate that is asked, for the patterns in it.
  let predicateLimits: Limits
  fileprivate(set) var steps = 0
  /// Why it was ended; nil where it was not.
  package private(set) var stop: Message?
  /// How much text functions have searched since it was last looked whether to go on.
  private var searched = 0
  private var deadline: ContinuousClock.Instant?
  /// Since when time does not count; nil while it does.
  private var pausedSince: ContinuousClock.Instant?
  private let isCancellable: Bool

  /// - Parameter isCancellable: whether it ends where the task of the caller is cancelled.
  package init(_ limits: SQLiteLimits, _ predicateLimits: Limits = .default, isCancellable: Bool = true) {
    self.limits = limits.stricter(predicateLimits)
    self.predicateLimits = predicateLimits
    self.isCancellable = isCancellable
    deadline = self.limits.duration.map { .now + $0 }
  }

  /// Time does not count from now on.
  package func pause(at now: ContinuousClock.Instant = .now) {
    if deadline != nil, pausedSince == nil { pausedSince = now }
  }

  /// Time counts again.
  package func resume(at now: ContinuousClock.Instant = .now) {
    guard let since = pausedSince else { return }
    deadline = deadline.map { $0 + (now - since) }
    pausedSince = nil
  }

  /// Takes note of the rows that a statement has found, counted or changed so far.
  ///
  /// - Throws: a fault where they are more than it may.
  func expect(rows: Int, of statement: String) throws(SQLiteFault) {
    guard let limit = limits.rows, rows > limit else { return }
    throw SQLiteFault(.tooManyRows(rows: rows, limit: limit), statement: statement)
  }

  /// Whether the statement may go on after so many units of a text that a function searches; looked at now and then.
  func goesOn(after units: Int) -> Bool {
    searched += units
    guard searched >= Limits.stepsBetweenLooks else { return true }
    searched = 0
    return allowsMore()
  }

  /// Whether the statement may go on; where not, `stop` says why from then on.
  package func allowsMore(at now: @autoclosure () -> ContinuousClock.Instant = .now) -> Bool {
    if stop != nil { return false }
    if let limit = limits.steps, steps > limit {
      stop = .tooManySteps(limit: limit)
    } else if let deadline, let duration = limits.duration, deadline < now() {
      stop = .tooSlow(duration)
    } else if isCancellable, Task.isCancelled {
      stop = .cancelled
    }
    return stop == nil
  }
}
