import Foundation

/// The least time that a contestant took for one answer, and how often it was asked.
struct Measurement {
  private(set) var nanoseconds = Double.infinity
  private(set) var samples = 0
  private(set) var spent = 0.0

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
  /// A contestant that has used so much is not asked again: the slowest takes seconds for one answer.
  private static let budget = 3_000_000_000.0

  /// Runs every contestant once and compares the answers, then measures them for so many rounds, each in a new order.
  static func run(_ contestants: [Contestant], rounds: Int, of workload: String) throws -> [Measurement] {
    var results = [Measurement](repeating: Measurement(), count: contestants.count)
    var repetitions = [Int](repeating: 1, count: contestants.count)
    var expected: Answer?
    for (index, contestant) in contestants.enumerated() {
      var answer: Answer?
      let time = try nanoseconds { answer = try contestant.run() }
      results[index].add(time, spending: time)
      repetitions[index] = max(1, Int((shortest / max(time, 1)).rounded(.up)))
      guard let answer else { continue }
      if let expected, !expected.isSame(as: answer) {
        throw WrongAnswer(
          workload: workload, contestant: contestant.name, found: answer.count, expected: expected.count)
      }
      expected = expected ?? answer
    }
    for _ in 0..<rounds {
      for index in contestants.indices.shuffled() where results[index].spent < budget {
        let times = repetitions[index]
        let contestant = contestants[index]
        let time = try nanoseconds {
          for _ in 0..<times { consume(try contestant.run()) }
        }
        results[index].add(time / Double(times), spending: time)
        // The first answer was a slow one: what is asked of the next samples is better known now.
        repetitions[index] = max(times, Int((shortest / max(time / Double(times), 1)).rounded(.up)))
      }
    }
    return results
  }

  /// The processor time that this thread takes for `body`, so that what else the machine does is not counted.
  private static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = threadTime()
    try body()
    return threadTime() - start
  }

  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Keeps the answer from being left out as unused.
  @inline(never)
  private static func consume(_ answer: Answer) {}
}
