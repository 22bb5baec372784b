/// What a format string and its predicate may cost. Every limit has a diagnostic of its own; a caller may lower each, and
/// raise all but the height, which no tree may exceed.
public struct Limits: Sendable, Hashable {
  /// The longest format string, in UTF-8 bytes (`text-too-long`); above 2 GiB it counts as that.
  public var length: Int
  /// The greatest height of a tree and depth of nesting (`too-high`). Parsing, printing, checking, running and even
  /// freeing a tree recurse once a level; the default fits a thread with a stack of 512 KB, in debug builds too.
  public var height: Int
  /// The most faults that one run lists; those after it are counted out (`too-many-faults`).
  public var faults: Int
  /// How many times the engine of regular expressions may report progress on one string, about every 10,000 steps,
  /// before MATCHES gives it up as a fault (`pattern-limit`). Beyond about 3,000 reports it has been seen to end without a
  /// match and without a word, although there was one: a greater limit is no promise.
  public var matchReports: Int

  /// Makes limits; each has a default that suits text from anywhere.
  public init(
    length: Int = 16 * 1024 * 1024, height: Int = Limits.greatestHeight, faults: Int = 50, matchReports: Int = 2_000
  ) {
    self.length = length
    self.height = height
    self.faults = faults
    self.matchReports = matchReports
  }

  /// The greatest height of any tree, whatever a caller allows.
  public static var greatestHeight: Int { 100 }

  /// The longest text whose places can be told.
  static let greatestLength = Int(Int32.max)

  /// The limits in force where none are given.
  public static let `default` = Limits()
}
