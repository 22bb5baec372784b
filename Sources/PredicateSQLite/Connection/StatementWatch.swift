import Foundation
import PredicateSyntax

/// Checks the limits of the running statement. SQLite calls it regularly during computations and while it waits for a lock.
///
/// It ends a statement that reaches its limits or whose calling task is cancelled. Only the thread of its connection uses it.
///
/// Safety: SQLite returns the address that it was given, on the connection's thread. The session closes the connection first.
final class StatementWatch: @unchecked Sendable {
  /// The number of SQLite's operations between two checks.
  private static let stride: Int32 = 1_000

  /// The budget of the running statement.
  private(set) var budget: StatementBudget
  /// The start of the wait for a lock; nil if there has been none.
  private var waitingSince: ContinuousClock.Instant?
  /// Sets the maximum number of bytes of a value.
  private var setValueLength: (Int) -> Void = { _ in }
  /// The maximum number of bytes of a value, as last set.
  private var valueLength = Int.min

  /// - Parameter limits: The limits of what SQLite does outside of a statement.
  init(_ limits: SQLiteLimits) { budget = StatementBudget(limits) }

  /// Registers the callbacks until the connection closes. The connection must not outlive this object.
  func attach(to handle: OpaquePointer, _ interface: SQLiteInterface) {
    let watch = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe interface.progressHandler(
      handle, Self.stride,
      { watch in unsafe StatementWatch.at(watch).flatMap { $0.mayContinue() ? 0 : 1 } ?? 0 }, unsafe watch)
    _ = unsafe interface.busyHandler(
      handle, { watch, count in unsafe StatementWatch.at(watch).flatMap { $0.waits(count) ? 1 : 0 } ?? 0 }, unsafe watch
    )
    setValueLength = { length in
      _ = unsafe interface.limit(handle, SQLiteInterface.valueLength, Int32(clamping: max(length, 0)))
    }
  }

  /// Applies the limit of the length of values to SQLite.
  func bound(_ limits: SQLiteLimits) {
    if limits.valueLength == valueLength { return }
    valueLength = limits.valueLength
    setValueLength(valueLength)
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> StatementWatch? {
    unsafe pointer.map { unsafe Unmanaged<StatementWatch>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Calls SQLite for a statement with a budget and returns the result of the call.
  func run(_ budget: StatementBudget, _ call: () -> Int32) -> Int32 {
    let outer = self.budget
    self.budget = budget
    defer { self.budget = outer }
    bound(budget.limits)
    return call()
  }

  private func mayContinue() -> Bool {
    budget.steps += Int(Self.stride)
    return budget.allowsMore()
  }

  /// Waits briefly for a lock.
  ///
  /// - Parameter count: The number of previous waits for the lock.
  /// - Returns: Whether SQLite should try again.
  private func waits(_ count: Int32) -> Bool {
    let now = ContinuousClock.now
    if count == 0 { waitingSince = now }
    guard budget.allowsMore() else { return false }
    if let waitingSince, now - waitingSince >= budget.limits.lockWait { return false }
    Thread.sleep(forTimeInterval: 0.001 * Double(min(count, 24) + 1))
    return true
  }
}

/// The limits of a statement, or of all statements of one request, and what they have used.
package final class StatementBudget {
  let limits: SQLiteLimits
  /// The limits that the predicate carries, for its patterns.
  let predicateLimits: PredicateLimits
  fileprivate(set) var steps = 0
  /// The reason why the budget ended its statements, or nil.
  package private(set) var stop: Message?
  /// The amount of text that functions have searched since the last check.
  private var searched = 0
  private var deadline: ContinuousClock.Instant?
  /// The start of a pause in which time does not count, or nil.
  private var pausedSince: ContinuousClock.Instant?
  private let isCancellable: Bool

  /// - Parameter isCancellable: Whether cancelling the calling task ends the statements.
  package init(_ limits: SQLiteLimits, _ predicateLimits: PredicateLimits = .default, isCancellable: Bool = true) {
    self.limits = limits.stricter(predicateLimits)
    self.predicateLimits = predicateLimits
    self.isCancellable = isCancellable
    // The cap of about 35,000 years keeps the deadline in the range of the clock.
    deadline = self.limits.duration.map { .now + min($0, .seconds(Int64(1) << 40)) }
  }

  /// Stops counting time.
  package func pause(at now: ContinuousClock.Instant = .now) {
    if deadline != nil, pausedSince == nil { pausedSince = now }
  }

  /// Resumes counting time.
  package func resume(at now: ContinuousClock.Instant = .now) {
    guard let since = pausedSince else { return }
    deadline = deadline.map { $0 + (now - since) }
    pausedSince = nil
  }

  /// Checks the number of rows that a statement has found, counted or changed so far.
  ///
  /// - Throws: `SQLiteDatabaseError` if there are too many.
  func expect(rows: Int, of statement: String) throws(SQLiteDatabaseError) {
    guard let limit = limits.rows, rows > limit else { return }
    throw SQLiteDatabaseError(.tooManyRows(rows: rows, limit: limit), statement: statement)
  }

  /// Returns whether the statement may continue after a function has searched a number of text units. Checks only at intervals.
  func mayContinue(after units: Int) -> Bool {
    searched += units
    guard searched >= PredicateLimits.stepsBetweenChecks else { return true }
    searched = 0
    return allowsMore()
  }

  /// Returns whether the statement may continue. If not, `stop` is the reason.
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
