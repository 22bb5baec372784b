import Foundation

/// The least time that a contestant took for one answer, and how often it was asked.
struct Measurement {
  /// How the first answer came out.
  enum Outcome {
    case right
    /// Other objects than ours.
    case wrong
    /// The contestant threw: it cannot say the question after all.
    case refused(String)
  }

  private(set) var nanoseconds = Double.infinity
  private(set) var samples = 0
  private(set) var spent = 0.0
  fileprivate(set) var outcome = Outcome.right

  fileprivate var isRight: Bool {
    if case .right = outcome { true } else { false }
  }

  mutating func add(_ sample: Double, spending time: Double) {
    nanoseconds = min(nanoseconds, sample)
    samples += 1
    spent += time
  }
}

/// A contestant that answered wrongly.
struct WrongAnswer: Error {
  let workload: String
  let contestant: String
  let found: Int
  let expected: Int
}

/// Measures contestants in turn.
enum Measuring {
  /// No sample is shorter, so that the clock does not count.
  private static let shortest = 2_000_000.0
  /// The most answers of a sample elsewhere, where what is taken off may leave nothing of the time.
  private static let most = 20
  /// A contestant that has used so much is not asked again: the slowest takes seconds for one answer.
  private static let budget = 3_000_000_000.0
  /// That of foreign ones, whose figures are far from ours.
  private static let foreignBudget = 1_000_000_000.0

  /// Runs every contestant once and compares the answers, then measures them for so many rounds, each in a new order.
  ///
  /// - Throws: `WrongAnswer`, and what a contestant throws, where it is not a foreign one.
  static func run(_ contestants: [Contestant], rounds: Int, of workload: String) throws -> [Measurement] {
    var results = [Measurement](repeating: Measurement(), count: contestants.count)
    var repetitions = [Int](repeating: 1, count: contestants.count)
    var expected: Answer?
    for (index, contestant) in contestants.enumerated() {
      do {
        var answer = Answer.count(0)
        let time = try nanoseconds { answer = try contestant.run() }
        // One that works elsewhere has not been measured yet.
        if contestant.elsewhere == nil {
          results[index].add(time, spending: time)
          repetitions[index] = max(1, Int((shortest / max(time, 1)).rounded(.up)))
        }
        if let expected, try !expected.isSame(as: answer) {
          throw WrongAnswer(
            workload: workload, contestant: contestant.name, found: answer.count, expected: expected.count)
        }
        expected = expected ?? answer
      } catch  where contestant.role.isForeign {
        results[index].outcome = error is WrongAnswer ? .wrong : .refused("\(error)")
      }
    }
    for _ in 0..<rounds {
      for index in contestants.indices.shuffled() where results[index].isRight {
        if results[index].spent > (contestants[index].role.isForeign ? foreignBudget : budget) { continue }
        let times = repetitions[index]
        let contestant = contestants[index]
        let one: Double
        if let elsewhere = contestant.elsewhere {
          one = try elsewhere(times)
        } else {
          // The one before it has filled the caches with what is its own.
          if times > 1 { consume(try contestant.run()) }
          let time = try nanoseconds {
            for _ in 0..<times { consume(try contestant.run()) }
          }
          one = time / Double(times)
        }
        results[index].add(one, spending: one * Double(times))
        // The first answer was a slow one: what is asked of the next samples is better known now.
        let wanted = max(times, Int((shortest / max(one, 1)).rounded(.up)))
        repetitions[index] = contestant.elsewhere == nil ? wanted : min(wanted, most)
      }
    }
    return results
  }

  /// The processor time that this thread takes for `body`, so that what else the machine does is not counted.
  static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = time(of: CLOCK_THREAD_CPUTIME_ID)
    try body()
    return time(of: CLOCK_THREAD_CPUTIME_ID) - start
  }

  /// The time that passes while `body` runs: what counts where several threads share the work.
  static func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let start = time(of: CLOCK_MONOTONIC)
    try body()
    return time(of: CLOCK_MONOTONIC) - start
  }

  private static func time(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Keeps the answer from being left out as unused.
  @inline(never)
  static func consume(_ answer: Answer) {}
}
