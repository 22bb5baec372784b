import PredicateFormat

/// `predbench threads`: one thread and two over the same words, by the clock on the wall.
enum Threads {
  static let head = """
    | | format string | 1 thread, µs | 2 threads, µs | 1/2 |
    |---|---|--:|--:|--:|
    """

  /// Prints the table.
  static func run(_ options: Options) throws {
    let data = try options.dataset()
    show(
      "\(Machine.head)\n\(data.words.count) words, class objects. Ours is format string in; least time on the wall.\n")
    show(head)
    for workload in try options.workloads() {
      let format = workload.format(data)
      let times =
        workload.isOverCategories
        ? try measure(data.categories, format, options.rounds, workload.name) { $0.elementsEqual($1, by: ===) }
        : try measure(data.words, format, options.rounds, workload.name) { $0.elementsEqual($1, by: ===) }
      let cells = [times[0] / 1000, times[1] / 1000, times[0] / times[1]].map(Report.figure)
      show(Report.line([workload.name, Report.code(workload.title)] + cells))
    }
  }

  /// The least times with one and with two threads, in turn.
  private static func measure<Element: Sendable>(
    _ elements: [Element], _ format: String, _ rounds: Int, _ name: String, isSame: ([Element], [Element]) -> Bool
  ) throws -> [Double] {
    let one = try elements.filtered(by: FormatPredicate(format), threads: 1)
    let two = try elements.filtered(by: FormatPredicate(format), threads: 2)
    guard isSame(one, two) else {
      throw WrongAnswer(workload: name, contestant: "two threads", found: two.count, expected: one.count)
    }
    var least = [Double.infinity, .infinity]
    for _ in 0..<rounds * 4 {
      for threads in [1, 2].shuffled() {
        let time = try Measuring.elapsed {
          _ = try elements.filtered(by: FormatPredicate(format), threads: threads).count
        }
        least[threads - 1] = min(least[threads - 1], time)
      }
    }
    return least
  }
}
