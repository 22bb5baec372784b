import Foundation

/// `predbench growth`: what more words, longer lists and larger collections cost.
enum Growth {
  /// With which power of the size a cell may cost more than for its size: 0 is linear, 1 is quadratic. What leaves the caches
  /// lies between.
  static let limit = 0.7
  /// A cell that is bound to take longer, in nanoseconds, is told and not waited for.
  static let budget = 10e9

  /// One row of a table: the time of each size, in nanoseconds; nil where it was not waited for.
  struct Curve {
    let name: String
    let sizes: [Int]
    /// The place of the size to which the largest is compared.
    let base: Int
    var times: [Double?] = []

    init(_ name: String, _ sizes: [Int], base: Int = 0) { (self.name, self.sizes, self.base) = (name, sizes, base) }

    /// Measures the next size, unless the growth until now says that it would take too long.
    ///
    /// - Throws: what `measure` throws.
    mutating func add(_ measure: () throws -> Double) rethrows {
      times.append(forecast > Growth.budget ? nil : try measure())
    }

    /// What the next size will take, if it goes on as from the last one but one to the last.
    private var forecast: Double {
      guard let last = times.last, let last, times.count > 1, let before = times[times.count - 2] else {
        return times.last == .some(nil) ? .infinity : 0
      }
      let power = log(last / before) / log(Double(sizes[times.count - 1]) / Double(sizes[times.count - 2]))
      return last * pow(Double(sizes[times.count]) / Double(sizes[times.count - 1]), power)
    }

    /// How much more the largest size costs than the base, for what it is larger; nil where it was not waited for.
    var growth: Double? {
      guard let last = times.last, let last, let first = times[base] else { return nil }
      return last / first / larger
    }

    private var larger: Double { Double(sizes[sizes.count - 1]) / Double(sizes[base]) }

    /// Whether it grows with more than the size, or was not waited for to the end.
    var isTooFast: Bool { growth.map { $0 > pow(larger, Growth.limit) } ?? true }

    var line: String {
      let cells = times.map { $0.map { Report.figure($0 / 1e6) } ?? "more than \(Int(Growth.budget / 1e9)) s" }
      return Report.line([name] + cells + [Report.cell(growth)])
    }
  }

  /// Prints the tables; gives the names of the rows that grow out of proportion.
  static func run(_ options: Options) throws -> [String] {
    let parts: [(title: String, run: (Options) throws -> [Curve])] = [
      ("Words: the time of a filter, ms", words),
      ("The list repeated with other beginnings: the time of a filter, ms", GrowthOfWords.run),
      ("Longer lists of IN over the words: the time of a filter, ms", GrowthOfLists.run),
      ("A correlated SUBQUERY over as many objects as are searched: the time of a filter, ms", GrowthOfSubqueries.run),
      ("Trees of more parts: the time of a join, a look or a change, ms", GrowthOfTrees.run),
    ]
    var tooFast: [String] = []
    for part in parts {
      show("\n\(part.title). Growth is how much more the largest costs, for its size.\n")
      tooFast += try part.run(options).filter { $0.isTooFast }.map { $0.name }
    }
    return tooFast
  }

  /// Prints the head of a table.
  static func head(_ sizes: [Int]) {
    show(Report.line([""] + sizes.map { "\($0)" } + ["growth"]))
    show("|---|" + String(repeating: "--:|", count: sizes.count + 1))
  }

  /// Every workload over a quarter, a half and all of the words.
  private static func words(_ options: Options) throws -> [Curve] {
    let data = try options.dataset()
    let parts = [data.thinned(by: 4), data.thinned(by: 2), data]
    let sizes = parts.map { $0.words.count }
    head(sizes)
    return try options.workloads().map { workload in
      var curve = Curve("\(workload.name) \(Report.code(workload.title))", sizes)
      for part in parts { try curve.add { try time(workload, part, options.rounds) } }
      show(curve.line)
      return curve
    }
  }

  /// What ours takes for a workload.
  static func time(_ workload: Workload, _ data: Dataset, _ rounds: Int) throws -> Double {
    let ours = try workload.engine(data).filter { $0.role == .ours }
    return try Measuring.run(ours, rounds: rounds, of: workload.name)[0].nanoseconds
  }
}
