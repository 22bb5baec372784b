import PredicateFormat

/// `predbench threads`: one thread and two threads with the same words, in wall-clock time.
enum Threads {
  static let head = """
    | | format string | objects, 1 thread, µs | 2 threads | 1/2 | columns, 1 thread, µs | 2 threads | 1/2 |
    |---|---|--:|--:|--:|--:|--:|--:|
    """

  /// Prints the table.
  static func run(_ options: Options) throws {
    let data = try options.dataset()
    show(
      "\(Machine.head)\n\(data.words.count) words, class objects. Ours parses each time. Least wall-clock times.\n")
    show(head)
    let (words, categories) = (PredicateColumns(data.words), PredicateColumns(data.categories))
    for workload in try options.workloads() {
      let predicate = { try FormatPredicate(workload.format(data)) }
      let (name, rounds) = (workload.name, options.rounds)
      let times =
        if workload.isOverCategories {
          try measure(name, rounds) {
            .categories(try data.categories.filtered(by: predicate(), options: EvaluationOptions(threads: $0)))
          }
            + measure(name, rounds) {
              .categories(try categories.filtered(by: predicate(), options: EvaluationOptions(threads: $0)))
            }
        } else {
          try measure(name, rounds) {
            .words(try data.words.filtered(by: predicate(), options: EvaluationOptions(threads: $0)))
          }
            + measure(name, rounds) {
              .words(try words.filtered(by: predicate(), options: EvaluationOptions(threads: $0)))
            }
        }
      let cells = [
        times[0] / 1000, times[1] / 1000, times[0] / times[1], times[2] / 1000, times[3] / 1000, times[2] / times[3],
      ]
      show(Report.line([name, Report.code(workload.title)] + cells.map(Report.figure)))
    }
  }

  /// Returns the shortest times with one and with two threads, measured in alternation.
  private static func measure(_ name: String, _ rounds: Int, _ answer: (_ threads: Int) throws -> Answer) throws
    -> [Double]
  {
    let (one, two) = (try answer(1), try answer(2))
    guard try one.isSame(as: two) else {
      throw WrongAnswer(workload: name, contestant: "two threads", found: two.count, expected: one.count)
    }
    var least = [Double.infinity, .infinity]
    for _ in 0..<rounds * 4 {
      for threads in [1, 2].shuffled() {
        let time = try Measuring.elapsed { Measuring.consume(try answer(threads)) }
        least[threads - 1] = min(least[threads - 1], time)
      }
    }
    return least
  }
}
