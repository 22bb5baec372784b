import PredicateFormat

/// Predicates joined in a loop, and formats with many assignments. Visiting all earlier parts at each step would be quadratic.
enum GrowthOfTrees {
  private static let sizes = [1_000, 10_000, 100_000]

  static func run(_ options: Options) throws -> [Growth.Curve] {
    Growth.head(sizes)
    return [
      try measure("`p = p || q`", options) { size in
        let part = try FormatPredicate("a == 1")
        return {
          var joined = part
          for _ in 1..<size { joined = joined || part }
          return joined.height
        }
      },
      try measure("`keyPaths` of `($x1 := 1) == a AND ($x2 := 1) == $x1 AND …`", options) { size in
        let assigned = try assignments(size)
        return { assigned.keyPaths.count }
      },
      try measure("`substituting` in the same", options) { size in
        let assigned = try assignments(size)
        return { assigned.substituting(["x1": 1, "y": 2]).height }
      },
    ]
  }

  private static func assignments(_ size: Int) throws -> FormatPredicate {
    let parts = (2...size).map { "($x\($0) := 1) == $x\($0 - 1)" }
    return try FormatPredicate((["($x1 := 1) == a"] + parts).joined(separator: " AND "))
  }

  private static func measure(
    _ name: String, _ options: Options, work: (Int) throws -> () throws -> Int
  ) throws -> Growth.Curve {
    var curve = Growth.Curve(name, sizes)
    for size in sizes {
      let work = try work(size)
      let ours = Contestant(role: .ours, name: "ours") { .count(try work()) }
      try curve.add { try Measuring.run([ours], rounds: min(options.rounds, 3), of: name)[0].nanoseconds }
    }
    show(curve.line)
    return curve
  }
}
