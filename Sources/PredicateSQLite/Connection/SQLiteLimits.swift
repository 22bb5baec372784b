import PredicateSyntax

/// What the statements of a connection may cost. A statement that takes more ends with a fault; what it has changed is undone.
public struct SQLiteLimits: Sendable, Hashable {
  /// The most rows that one statement may find, count, or change (`too-many-rows`); nil for any number.
  public var rows: Int?
  /// The most operations of SQLite's virtual machine that one statement may take, counted by the thousand
  /// (`too-many-steps`); nil for any number. Looking at a row takes about ten.
  public var steps: Int?
  /// The longest time that one statement may take, with the waiting for locks (`too-slow`); nil for any.
  public var duration: Duration?
  /// How long a statement waits for the lock of another connection before it is a fault (`SQLiteFault.Reason.busy`).
  public var lockWait: Duration
  /// The most bytes of a value that a statement reads, makes or is given, and of a row that SQLite sorts or stores
  /// (`SQLiteFault.Reason.tooBig`). A view of a hostile file could make one of a gigabyte otherwise. SQLite takes no limit
  /// below 30 bytes, and none above its own, a billion by default.
  public var valueLength: Int

  /// What `valueLength` is by default: 16 MiB.
  public static let defaultValueLength = 16 * 1024 * 1024

  /// Makes limits; by default a statement may take what it will but for the length of values, and waits five seconds for a
  /// lock.
  public init(
    rows: Int? = nil, steps: Int? = nil, duration: Duration? = nil, lockWait: Duration = .seconds(5),
    valueLength: Int = SQLiteLimits.defaultValueLength
  ) {
    self.rows = rows
    self.steps = steps
    self.duration = duration
    self.lockWait = lockWait
    self.valueLength = valueLength
  }

  /// With the limits of a predicate, where these are lower.
  func stricter(_ limits: Limits) -> SQLiteLimits {
    var result = self
    result.rows = min(rows ?? .max, limits.rows)
    result.steps = min(steps ?? .max, limits.steps)
    result.duration = [duration, limits.duration].compactMap { $0 }.min()
    return result
  }
}
