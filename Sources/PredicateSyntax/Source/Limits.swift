/// What a format string, its predicate and one use of it may cost. Every limit has a diagnostic of its own; a caller may lower
/// each, and raise all but the height, which no tree may exceed.
///
/// A tree carries the limits under which its text was read, so that what came from a stranger stays bounded wherever it is used.
public struct Limits: Sendable, Hashable {
  // MARK: Reading

  /// The longest format string, in UTF-8 bytes (`text-too-long`); above 2 GiB it counts as that.
  public var length: Int
  /// The greatest height of a tree and depth of nesting (`too-high`). Parsing, printing, checking, running and even
  /// freeing a tree recurse once a level; the default fits a thread with a stack of 512 KB, in debug builds too.
  public var height: Int
  /// The most nodes of a tree (`too-many-nodes`): constants, keys, comparisons, operators, functions.
  public var nodes: Int
  /// The most elements of one list, written or bound (`too-many-elements`).
  public var elements: Int
  /// The most arguments that one text is bound to (`too-many-arguments`).
  public var arguments: Int
  /// The most faults that one run lists; those after it are counted out (`too-many-faults`).
  public var faults: Int

  // MARK: Patterns

  /// The longest pattern of LIKE and MATCHES, in UTF-8 bytes (`pattern-too-long`).
  public var patternLength: Int
  /// The most steps of one match of a regular expression (`pattern-limit`), as its engine counts them: in units of
  /// `stepsOfReport`, and of at least one. Beyond about 30 million steps the engine has been seen to end without a match and
  /// without a word, although there was one: a greater limit is no promise.
  public var matchSteps: Int
  /// The longest string that a regular expression is asked about, in UTF-16 units (`pattern-limit`): one of its steps may go
  /// through all of the string, and so may 10,000 of them before it is looked whether an evaluation must end. Patterns that
  /// amount to strings, as `.*(ing|ed)` does, need no such steps.
  public var matchLength: Int

  // MARK: Evaluating

  /// The most objects of one evaluation (`too-many-rows`).
  public var rows: Int
  /// The most steps of one evaluation (`too-many-steps`). One step is a comparison or a function asked of one object, or of
  /// one element of a collection, or some 64 bytes that a pattern or a search goes through again. A regular expression counts
  /// the UTF-16 units of the string that it is asked about, and 100 a byte of its own where only a row tells it.
  public var steps: Int
  /// The longest that one evaluation may take (`too-slow`); nil where there is no such limit. It is looked at every
  /// `stepsBetweenLooks` steps, as is whether the task of the caller was cancelled (`cancelled`).
  public var duration: Duration?

  /// Makes limits; each has a default that suits text from anywhere, and objects of the program's own.
  public init(
    length: Int = 16 * 1024 * 1024, height: Int = Limits.greatestHeight, nodes: Int = 1_000_000,
    elements: Int = 1_000_000, arguments: Int = 100_000, faults: Int = 50, patternLength: Int = 64 * 1024,
    matchSteps: Int = 20_000_000, matchLength: Int = 16 * 1024 * 1024, rows: Int = .max, steps: Int = 1_000_000_000_000,
    duration: Duration? = nil
  ) {
    self.length = length
    self.height = height
    self.nodes = nodes
    self.elements = elements
    self.arguments = arguments
    self.faults = faults
    self.patternLength = patternLength
    self.matchSteps = matchSteps
    self.matchLength = matchLength
    self.rows = rows
    self.steps = steps
    self.duration = duration
  }

  /// The greatest height of any tree, whatever a caller allows.
  public static var greatestHeight: Int { 100 }

  /// The longest text whose places can be told.
  static let greatestLength = Int(Int32.max)

  /// How many steps the engine of regular expressions takes from one report of its progress to the next, as it has been seen.
  public static let stepsOfReport = 10_000

  /// How many times that engine may report its progress on one string before it is stopped.
  package var matchReports: Int { max(matchSteps / Self.stepsOfReport, 1) }

  /// How many steps each byte of a regular expression counts for that only a row tells, so that it is made anew: classes of
  /// properties (`\p{L}`) under `[c]` have been seen to take 20 microseconds a byte.
  package static let stepsOfPatternByte = 100

  /// After how many steps it is looked whether an evaluation must end.
  public static let stepsBetweenLooks = 10_000

  /// The limits in force where none are given.
  public static let `default` = Limits()

  /// The stricter of each.
  package func stricter(_ other: Limits) -> Limits {
    Limits(
      length: min(length, other.length), height: min(height, other.height), nodes: min(nodes, other.nodes),
      elements: min(elements, other.elements), arguments: min(arguments, other.arguments),
      faults: min(faults, other.faults), patternLength: min(patternLength, other.patternLength),
      matchSteps: min(matchSteps, other.matchSteps), matchLength: min(matchLength, other.matchLength),
      rows: min(rows, other.rows), steps: min(steps, other.steps),
      duration: [duration, other.duration].compactMap { $0 }.min())
  }
}
