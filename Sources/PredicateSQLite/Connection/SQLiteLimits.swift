import PredicateSyntax

/// What the statements of a connection may cost. A statement that takes more ends with a fault; what it has changed is undone.
public struct SQLiteLimits: Sendable, Hashable {
  /// The most operations of SQLite's virtual machine that one statement may take, counted by the thousand
  /// (`too-many-steps`); nil for any number. Looking at a row takes about ten.
  public var steps: Int?
  /// The longest time that one statement may take, with the waiting for locks (`too-slow`); nil for any.
  public var duration: Duration?
  /// How long a statement waits for the lock of another connection before it is a fault (`SQLiteFault.Reason.busy`).
  public var lockWait: Duration

  /// Makes limits; by default a statement may take what it will, and waits five seconds for a lock.
  public init(steps: Int? = nil, duration: Duration? = nil, lockWait: Duration = .seconds(5)) {
    self.steps = steps
    self.duration = duration
    self.lockWait = lockWait
  }

  /// With the limits of a predicate, where these are lower.
  func stricter(_ limits: Limits) -> SQLiteLimits {
    SQLiteLimits(
      steps: min(steps ?? .max, limits.steps), duration: [duration, limits.duration].compactMap { $0 }.min(),
      lockWait: lockWait)
  }
}
