/// The limits on a format string, its predicate, and one use of it. Each limit has its own diagnostic. A caller can lower every
/// limit and raise all but the height, which no tree may exceed.
///
/// A tree carries the limits under which its text was parsed, so that untrusted text stays bounded wherever the tree is used.
public struct PredicateLimits: Sendable, Hashable {
  // MARK: Reading

  /// The maximum length of a format string in UTF-8 bytes (`text-too-long`). Values above 2 GiB have the effect of 2 GiB.
  public var length: Int
  /// The maximum height of a tree and depth of nesting (`too-high`). Parsing, printing, checking, evaluating, and even freeing a
  /// tree recurse once per level. The default fits a thread with a stack of 512 KB, even in debug builds.
  public var height: Int
  /// The maximum number of nodes of a tree (`too-many-nodes`): constants, keys, comparisons, operators, and functions.
  public var nodes: Int
  /// The maximum number of elements of one list, whether literal or bound (`too-many-elements`).
  public var elements: Int
  /// The maximum number of arguments bound to one text (`too-many-arguments`).
  public var arguments: Int
  /// The maximum number of errors that one run lists before it stops (`too-many-errors`).
  public var errors: Int

  // MARK: Patterns

  /// The maximum length of a LIKE or MATCHES pattern in UTF-8 bytes (`pattern-too-long`).
  public var patternLength: Int
  /// The maximum number of steps of one regular expression match (`pattern-limit`), as the engine counts them, in units of
  /// 10,000 and at least one unit. Beyond about 30 million steps, the engine has been observed to report no match for
  /// strings that do match, so a higher limit guarantees nothing.
  public var matchSteps: Int
  /// The maximum length of a string that a regular expression is matched against, in UTF-16 units (`pattern-limit`). Each step may
  /// scan the whole string, and 10,000 steps pass between checks for limits. Patterns that are equivalent to strings, such as
  /// `.*(ing|ed)`, need no such steps.
  public var matchLength: Int

  // MARK: Evaluating

  /// The maximum number of objects of one evaluation (`too-many-rows`).
  public var rows: Int
  /// The maximum number of steps of one evaluation (`too-many-steps`). A step is a comparison or function for one object or one
  /// collection element, or about 64 bytes that a pattern or search scans again. A regular expression counts the UTF-16 units of
  /// its subject, and 100 steps per byte of the pattern if the pattern depends on the row.
  public var steps: Int
  /// The maximum duration of one evaluation (`too-slow`), or `nil` for no limit. Checked every 10,000 steps, together
  /// with cancellation of the calling task (`cancelled`).
  public var duration: Duration?

  /// Creates limits. The defaults suit untrusted text and the program's own objects.
  public init(
    length: Int = 16 * 1024 * 1024, height: Int = PredicateLimits.greatestHeight, nodes: Int = 1_000_000,
    elements: Int = 1_000_000, arguments: Int = 100_000, errors: Int = 50, patternLength: Int = 64 * 1024,
    matchSteps: Int = 20_000_000, matchLength: Int = 16 * 1024 * 1024, rows: Int = .max,
    steps: Int = Int(clamping: 1_000_000_000_000 as Int64), duration: Duration? = nil
  ) {
    self.length = length
    self.height = height
    self.nodes = nodes
    self.elements = elements
    self.arguments = arguments
    self.errors = errors
    self.patternLength = patternLength
    self.matchSteps = matchSteps
    self.matchLength = matchLength
    self.rows = rows
    self.steps = steps
    self.duration = duration
  }

  /// The maximum height of any tree, regardless of the limits.
  public static var greatestHeight: Int { 100 }

  /// The maximum length of a text whose offsets a `FormatRange` can represent.
  package static let greatestLength = Int(Int32.max)

  /// The number of steps between two progress reports of the regular expression engine, as observed.
  package static let stepsOfReport = 10_000

  /// The number of progress reports on one string after which a match is stopped.
  package var matchReports: Int { max(matchSteps / Self.stepsOfReport, 1) }

  /// The number of steps per byte of a regular expression that depends on the row and is compiled for each row. Property classes
  /// (`\p{L}`) under `[c]` were observed to take 20 microseconds per byte.
  package static let stepsOfPatternByte = 100

  /// The number of steps between checks for limits and cancellation.
  package static let stepsBetweenChecks = 10_000

  /// The default limits.
  public static let `default` = PredicateLimits()

  /// Returns the stricter value of each limit.
  package func stricter(_ other: PredicateLimits) -> PredicateLimits {
    PredicateLimits(
      length: min(length, other.length), height: min(height, other.height), nodes: min(nodes, other.nodes),
      elements: min(elements, other.elements), arguments: min(arguments, other.arguments),
      errors: min(errors, other.errors), patternLength: min(patternLength, other.patternLength),
      matchSteps: min(matchSteps, other.matchSteps), matchLength: min(matchLength, other.matchLength),
      rows: min(rows, other.rows), steps: min(steps, other.steps),
      duration: [duration, other.duration].compactMap { $0 }.min())
  }
}
