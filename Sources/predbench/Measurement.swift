import Foundation

/// The shortest time of a contestant for one answer, and its total time.
struct Measurement {
  /// The outcome of the first answer.
  enum Outcome {
    case right
    /// The answer differs from ours.
    case wrong
    /// The contestant threw an error because it cannot express the question.
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

/// The error for a contestant with a wrong answer.
struct WrongAnswer: Error {
  let workload: String
  let contestant: String
  let found: Int
  let expected: Int
}

/// Measures contestants in alternation.
enum Measuring {
  /// The minimum duration of a sample, which makes the clock's cost negligible.
  private static let shortest = 2_000_000.0
  /// The maximum number of answers in another process, where subtracting overhead can leave almost no time.
  private static let most = 20
  /// The total time after which a contestant is not run again, because the slowest take seconds for one answer.
  private static let budget = 3_000_000_000.0
  /// The same for foreign contestants, whose times differ greatly from ours.
  private static let foreignBudget = 1_000_000_000.0

  /// Runs every contestant once and compares the answers, then measures them in several rounds, each in a new order.
  ///
  /// - Throws: `WrongAnswer`, or any error of a contestant, unless the contestant is foreign.
  static func run(_ contestants: [Contestant], rounds: Int, of workload: String) throws -> [Measurement] {
    var results = [Measurement](repeating: Measurement(), count: contestants.count)
    var repetitions = [Int](repeating: 1, count: contestants.count)
    var expected: Answer?
    for (index, contestant) in contestants.enumerated() {
      do {
        var answer = Answer.count(0)
        let time = try nanoseconds { answer = try contestant.run() }
        // A contestant in another process has not measured this answer.
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
          // Warms the caches, which the previous contestant filled with its own data.
          if times > 1 { consume(try contestant.run()) }
          let time = try nanoseconds {
            for _ in 0..<times { consume(try contestant.run()) }
          }
          one = time / Double(times)
        }
        results[index].add(one, spending: one * Double(times))
        // The first answer was slow, so the number of repetitions is estimated again from this sample.
        let wanted = max(times, Int((shortest / max(one, 1)).rounded(.up)))
        repetitions[index] = contestant.elsewhere == nil ? wanted : min(wanted, most)
      }
    }
    return results
  }

  /// Returns the CPU time of this thread for `body`, which excludes other load on the machine.
  static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = time(of: CLOCK_THREAD_CPUTIME_ID)
    try body()
    return time(of: CLOCK_THREAD_CPUTIME_ID) - start
  }

  /// Returns the wall-clock time of `body`, which is relevant if several threads share the work.
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

  /// Prevents the optimizer from removing an unused answer.
  @inline(never)
  static func consume(_ answer: Answer) {}
}
