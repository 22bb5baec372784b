import PredicateFormat

/// Lists of ten to a million strings and integers, some of which are found.
enum GrowthOfLists {
  private static let sizes = [10, 100, 1_000, 10_000, 100_000, 1_000_000]

  static func run(_ options: Options) throws -> [Growth.Curve] {
    let data = try options.dataset()
    show("\(data.words.count) words. Growth is relative to 10000, where the list dominates the time.\n")
    Growth.head(sizes)
    return [
      try measure("`text IN %@`, strings", data, options) { size in
        .list((0..<size).map { .string($0 % 100 == 0 ? data.words[$0 % data.words.count].text : "word \($0)") })
      },
      try measure("`length IN %@`, integers", data, options) { size in
        .list((0..<size).map { .integer(Int64(20 + $0 * 2)) })
      },
    ]
  }

  private static func measure(
    _ name: String, _ data: Dataset, _ options: Options, list: (Int) -> FormatValue
  ) throws -> Growth.Curve {
    let format = name.split(separator: "`")[0]
    var curve = Growth.Curve(name, sizes, base: 3)
    for size in sizes {
      let list = list(size)
      let ours = Contestant(role: .ours, name: "ours") {
        .words(try data.words.filtered(by: FormatPredicate(String(format), list)))
      }
      try curve.add { try Measuring.run([ours], rounds: min(options.rounds, 3), of: name)[0].nanoseconds }
    }
    show(curve.line)
    return curve
  }
}
