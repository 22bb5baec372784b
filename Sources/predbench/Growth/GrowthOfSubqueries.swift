import PredicateFormat

/// Objects that look up their own keys in a collection with one element per object. Nested loops would be quadratic.
enum GrowthOfSubqueries {
  private static let sizes = [1_000, 10_000, 100_000]

  private final class Other {
    var key: Int

    init(_ key: Int) { self.key = key }
  }

  private final class Parent {
    var key: Int
    /// The array that all objects share.
    var others: [Other]

    init(_ key: Int, _ others: [Other]) { (self.key, self.others) = (key, others) }
  }

  static func run(_ options: Options) throws -> [Growth.Curve] {
    Growth.head(sizes)
    let format = "SUBQUERY(others, $x, $x.key == key).@count > 0"
    var curve = Growth.Curve(Report.code(format), sizes)
    for size in sizes {
      // Half of the keys are found.
      var generator = SeededGenerator(seed: options.seed)
      let others = (0..<size).shuffled(using: &generator).map { Other($0 * 2) }
      let parents = (0..<size).map { Parent($0, others) }
      let ours = Contestant(role: .ours, name: "ours") {
        .count(try parents.filtered(by: FormatPredicate(format)).count)
      }
      let byHand = Contestant(role: .careful, name: "a set") {
        let keys = Set(others.map { $0.key })
        return .count(parents.filter { keys.contains($0.key) }.count)
      }
      try curve.add { try Measuring.run([ours, byHand], rounds: min(options.rounds, 3), of: format)[0].nanoseconds }
    }
    show(curve.line)
    return [curve]
  }
}
