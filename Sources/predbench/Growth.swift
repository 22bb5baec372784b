import Foundation

/// The time of every workload over a quarter, a half and all of the words.
enum Growth {
  /// What four times the words may cost, where linear is 4 and quadratic 16: caches and noise have room below it.
  static let limit = 9.0

  static let head = """
    | | format string | µs, n/4 | µs, n/2 | µs, n | n/4 to n |
    |---|---|--:|--:|--:|--:|
    """

  /// Prints the table; gives the names of the workloads that grow out of proportion.
  static func run(_ workloads: [Workload], _ data: Dataset, rounds: Int) throws -> [String] {
    let sizes = [data.thinned(by: 4), data.thinned(by: 2), data]
    var tooFast: [String] = []
    show(head)
    for workload in workloads {
      let times = try sizes.map { part in
        let ours = try workload.engine(part).filter { $0.role == .ours }
        return try Measuring.run(ours, rounds: rounds, of: workload.name)[0].nanoseconds / 1000
      }
      let growth = times[2] / times[0]
      if growth > limit { tooFast.append(workload.name) }
      let format = workload.title.replacing("|", with: #"\|"#)
      let cells = [workload.name, "`\(format)`"] + (times + [growth]).map(Report.figure)
      show(cells.reduce("|") { "\($0) \($1) |" })
    }
    return tooFast
  }
}
