import Foundation

/// `predbench growth`: the cost of more words, longer lists and larger collections.
enum Growth {
  /// The maximum excess exponent of a cell's growth: 0 is linear and 1 is quadratic. Exceeding the caches is in between.
  static let limit = 0.7
  /// The maximum forecast for a cell, in nanoseconds. Cells with a longer forecast are not measured.
  static let budget = 10e9

  /// A row of a table: the time for each size in nanoseconds, or nil if it was not measured.
  struct Curve {
    let name: String
    let sizes: [Int]
    /// The index of the size that the largest is compared to.
    let base: Int
    var times: [Double?] = []

    init(_ name: String, _ sizes: [Int], base: Int = 0) { (self.name, self.sizes, self.base) = (name, sizes, base) }

    /// Measures the next size, unless the forecast exceeds the budget.
    ///
    /// - Throws: Any error that `measure` throws.
    mutating func add(_ measure: () throws -> Double) rethrows {
      times.append(forecast > Growth.budget ? nil : try measure())
    }

    /// The expected time for the next size, extrapolated from the last two.
    private var forecast: Double {
      guard let last = times.last, let last, times.count > 1, let before = times[times.count - 2] else {
        return times.last == .some(nil) ? .infinity : 0
      }
      let power = log(last / before) / log(Double(sizes[times.count - 1]) / Double(sizes[times.count - 2]))
      return last * pow(Double(sizes[times.count]) / Double(sizes[times.count - 1]), power)
    }

    /// The ratio of the largest size's cost to the base's, divided by the ratio of their sizes, or nil if it was not measured.
    var growth: Double? {
      guard let last = times.last, let last, let first = times[base] else { return nil }
      return last / first / larger
    }

    private var larger: Double { Double(sizes[sizes.count - 1]) / Double(sizes[base]) }

    /// Whether the cost grows disproportionately, or the largest size was not measured.
    var isTooFast: Bool { growth.map { $0 > pow(larger, Growth.limit) } ?? true }

    var line: String {
      let cells = times.map { $0.map { Report.figure($0 / 1e6) } ?? "more than \(Int(Growth.budget / 1e9)) s" }
      return Report.line([name] + cells + [Report.cell(growth)])
    }
  }

  /// Prints the tables and returns the names of the rows whose cost grows disproportionately.
  static func run(_ options: Options) throws -> [String] {
    let parts: [(title: String, run: (Options) throws -> [Curve])] = [
      ("Words: the time of a filter, ms", words),
      ("The list repeated with other first letters: the time of a filter, ms", GrowthOfWords.run),
      ("Longer lists of IN over the words: the time of a filter, ms", GrowthOfLists.run),
      ("A correlated SUBQUERY over the same number of objects: the time of a filter, ms", GrowthOfSubqueries.run),
      ("Larger trees: the time to join, search or change them, ms", GrowthOfTrees.run),
    ]
    var tooFast: [String] = []
    for part in parts {
      show("\n\(part.title). Growth is the cost per element of the largest size, relative to the smallest.\n")
      tooFast += try part.run(options).filter { $0.isTooFast }.map { $0.name }
    }
    return tooFast
  }

  /// Prints the head of a table.
  static func head(_ sizes: [Int]) {
    show(Report.line([""] + sizes.map { "\($0)" } + ["growth"]))
    show("|---|" + String(repeating: "--:|", count: sizes.count + 1))
  }

  /// Measures every workload with a quarter, half and all of the words.
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

  /// Returns the time of the default API for a workload.
  static func time(_ workload: Workload, _ data: Dataset, _ rounds: Int) throws -> Double {
    let ours = try workload.engine(data).filter { $0.role == .ours }
    return try Measuring.run(ours, rounds: rounds, of: workload.name)[0].nanoseconds
  }
}
