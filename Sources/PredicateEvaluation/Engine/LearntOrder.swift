/// The order of two parts of an AND that cannot fail. It begins with the part whose cost is guessed to be lower, and is learnt
/// while a run evaluates blocks: every 32nd block is timed, and the parts are swapped if the other order takes less time.
///
/// Safety: Counters of blocks and lanes are far below 64 bits.
struct LearntOrder {
  /// What was seen of a part in the timed blocks.
  private struct Sample {
    var lanes = 0.0
    var passed = 0.0
    var nanoseconds = 0.0

    mutating func add(_ live: UInt64, _ passing: UInt64, _ time: Duration) {
      lanes += Double(live.nonzeroBitCount)
      passed += Double(passing.nonzeroBitCount)
      nanoseconds += Double(time.components.attoseconds) / 1e9
    }

    mutating func halve() { (lanes, passed, nanoseconds) = (lanes / 2, passed / 2, nanoseconds / 2) }

    /// The time for one lane, and the proportion of lanes that pass.
    var cost: Double { nanoseconds / lanes }
    var rate: Double { passed / lanes }
  }

  /// The number of blocks from one timed block to the next.
  static let period = 32

  private(set) var isSwapped = false
  private var blocks = 0
  private var first = Sample()
  private var second = Sample()

  /// Counts a block, and returns whether to time it.
  @inline(__always)
  mutating func isTimed() -> Bool {
    blocks &+= 1
    return blocks & (Self.period &- 1) == 0
  }

  /// Evaluates both parts for a block, in the current order, and learns from the times.
  @inline(never)
  mutating func time(
    _ live: UInt64, _ left: (UInt64) -> UInt64, _ right: (UInt64) -> UInt64
  ) -> UInt64 {
    let (first, second) = isSwapped ? (right, left) : (left, right)
    let clock = ContinuousClock()
    let start = clock.now
    let passed = first(live)
    let middle = clock.now
    self.first.add(live, passed, middle - start)
    if passed == 0 { return 0 }
    let result = second(passed)
    self.second.add(passed, result, clock.now - middle)
    swapIfFaster()
    return result
  }

  private mutating func swapIfFaster() {
    // Fewer lanes say little about a part.
    guard second.lanes >= 64 else { return }
    let now = first.cost + first.rate * second.cost
    let swapped = second.cost + second.rate * first.cost
    if swapped < 0.9 * now {
      isSwapped.toggle()
      (first, second) = (Sample(), Sample())
    } else if first.lanes > 4096 {
      // Older blocks count less.
      first.halve()
      second.halve()
    }
  }
}
