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
  /// The number of objects that the contestant found last.
  fileprivate(set) var count = 0
  fileprivate(set) var outcome = Outcome.right

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
    var results: [Measurement] = []
    try once(contestants, &results, of: workload)
    for _ in 0..<rounds {
      for index in contestants.indices.shuffled() where isInTime(results[index], contestants[index]) {
        let contestant = contestants[index]
        // The first answer was slow, so the number of repetitions is estimated again from each sample.
        var times = max(1, Int((shortest / max(results[index].nanoseconds, 1)).rounded(.up)))
        let one: Double
        if let elsewhere = contestant.elsewhere {
          times = min(times, most)
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
      }
    }
    return results
  }

  /// Measures the first answer of every contestant, in a new order, and compares the answers.
  ///
  /// - Parameters:
  ///   - contestants: The contestants. The first is ours, with which all are compared.
  ///   - earlier: The same contestants over other data, or none. A fast one first answers there, which warms the code.
  ///   - results: The results so far of the same contestants, or none.
  /// - Throws: `WrongAnswer`, or any error of a contestant, unless the contestant is foreign.
  static func once(
    _ contestants: [Contestant], after earlier: [Contestant] = [], _ results: inout [Measurement], of workload: String
  ) throws {
    if results.isEmpty { results = contestants.map { _ in Measurement() } }
    var answers = [Answer?](repeating: nil, count: contestants.count)
    for index in contestants.indices.shuffled() where isInTime(results[index], contestants[index]) {
      let contestant = contestants[index]
      do {
        var time: Double
        if let elsewhere = contestant.elsewhere {
          time = try elsewhere(1)
          answers[index] = try contestant.run()
        } else {
          if !earlier.isEmpty, results[index].nanoseconds < shortest { consume(try earlier[index].run()) }
          var answer: Answer?
          time = try nanoseconds { answer = try contestant.run() }
          answers[index] = answer?.copy
          // Objects that are found are also released.
          time += nanoseconds { answer = nil }
        }
        results[index].add(time, spending: time)
      } catch  where contestant.role.isForeign { results[index].outcome = .refused("\(error)") }
    }
    guard let expected = answers.first ?? nil else { return }
    for (index, answer) in answers.enumerated() {
      guard let answer else { continue }
      results[index].count = answer.count
      do {
        guard try !expected.isSame(as: answer) else { continue }
        throw WrongAnswer(
          workload: workload, contestant: contestants[index].name, found: answer.count, expected: expected.count)
      } catch  where contestants[index].role.isForeign {
        results[index].outcome = error is WrongAnswer ? .wrong : .refused("\(error)")
      }
    }
  }

  /// Returns whether a contestant is to be run again.
  private static func isInTime(_ result: Measurement, _ contestant: Contestant) -> Bool {
    guard case .right = result.outcome else { return false }
    return result.spent <= (contestant.role.isForeign ? foreignBudget : budget)
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
