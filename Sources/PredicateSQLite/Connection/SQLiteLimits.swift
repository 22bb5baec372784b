import PredicateSyntax

/// The limits of the statements of a connection. A statement that exceeds one ends with an error, and its changes are undone.
public struct SQLiteLimits: Sendable, Hashable {
  /// The maximum number of rows that one statement may find, count or change (`too-many-rows`); nil for no limit. The number of
  /// changed rows is known only after the change: outside of a transaction, only the changes of a store are undone.
  public var rows: Int?
  /// The maximum number of operations of SQLite's virtual machine for one statement, counted by the thousand
  /// (`too-many-steps`); nil for no limit. Visiting a row takes about ten.
  public var steps: Int?
  /// The maximum time of one statement, including the wait for locks (`too-slow`); nil for no limit.
  public var duration: Duration?
  /// The maximum wait of a statement for another connection's lock before it fails (`SQLiteDatabaseError.Reason.busy`).
  public var lockWait: Duration
  /// The maximum number of bytes of a value that a statement reads, computes or binds, and of a row that SQLite sorts or stores
  /// (`SQLiteDatabaseError.Reason.tooBig`). It protects against a view of a hostile file that returns a gigabyte. SQLite clamps it to
  /// between 30 bytes and its own limit, a billion by default.
  public var valueLength: Int

  /// The default of `valueLength`: 16 MiB.
  public static let defaultValueLength = 16 * 1024 * 1024

  /// Creates limits. By default only the length of values is limited, and a statement waits five seconds for a lock.
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

  /// Returns these limits, or those of a predicate if they are stricter.
  func stricter(_ limits: PredicateLimits) -> SQLiteLimits {
    var result = self
    result.rows = min(rows ?? .max, limits.rows)
    result.steps = min(steps ?? .max, limits.steps)
    result.duration = [duration, limits.duration].compactMap { $0 }.min()
    return result
  }
}
