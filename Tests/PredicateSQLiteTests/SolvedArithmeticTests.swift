import PredicateFormat
import PredicateSQLite
import TestSupport
import Testing

/// Comparisons of arithmetic of one key with constants, which SQL makes comparisons of the key, find the objects that memory finds.
@Suite("Arithmetic solved for its key", .enabled(if: isSQLiteThere, needsSQLite))
struct SolvedArithmeticTests {
  private static let constants: [Int64] = [
    1, -1, 2, -2, 3, -3, 7, -10, .max, .min, .max - 1, .min + 1, .max / 2, .min / 2, .max / 3, 1 << 32,
  ]
  private static let limits = [
    "0", "1", "-1", "5", "-6", "7", "21", "9223372036854775807", "-9223372036854775808", "4611686018427387904", "2.5",
    "-2.5", "1e300", "-1e300", "9223372036854775808.0", "18446744073709551615",
  ]

  /// Returns arithmetic of the key `number` and constants, and the values of the key near which its results change.
  private static func arithmetic(_ random: inout SeededRandom) -> String {
    var text = "number"
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let constant = constants[Int.random(in: 0..<constants.count, using: &random)]
      switch Int.random(in: 0..<7, using: &random) {
      case 0: text = "(\(text) + \(constant))"
      case 1: text = "(\(constant) + \(text))"
      case 2: text = "(\(text) - \(constant))"
      case 3: text = "(\(constant) - \(text))"
      case 4: text = "(\(text) * \(constant))"
      case 5: text = "(\(constant) * \(text))"
      default: text = "(\(text) / \(constant))"
      }
    }
    return text
  }

  @Test("random arithmetic and comparisons, with keys of 16, 32 and 64 bits at the limits of each")
  func random() throws {
    var random = SeededRandom(state: testSeed("SolvedArithmeticTests"))
    let keys: [(type: PredicateModel.AttributeType, bounds: ClosedRange<Int64>)] = [
      (.integer64, .min ... .max), (.integer32, Int64(Int32.min)...Int64(Int32.max)),
      (.integer16, Int64(Int16.min)...Int64(Int16.max)),
    ]
    let edges: [Int64] = Self.constants.flatMap { [$0, $0 / 2, $0 / 3, $0 / 7] } + [0, 4, 5, 6, 100, -100]
    var solved = 0
    for (type, bounds) in keys {
      let model = try PredicateModel([.init("Thing", table: "thing", attributes: [.init("number", type)])])
      let near: [Int64] = edges.flatMap { (edge: Int64) -> [Int64] in
        [-3, -2, -1, 0, 1, 2, 3].map { (step: Int64) -> Int64 in edge.addingReportingOverflow(step).partialValue }
      }
      let numbers = Set(near + [bounds.lowerBound, bounds.upperBound]).filter { bounds.contains($0) }.sorted()
      let objects = [FormatValue.null] + numbers.map { FormatValue.integer($0) }
      let records = objects.map { FormatValue.record(["number": $0]) }
      let connection = try SQLiteDatabaseConnection()
      try connection.execute("CREATE TABLE thing(id INTEGER PRIMARY KEY, number INTEGER)")
      try connection.prepare("INSERT INTO thing(id, number) VALUES (?, ?)").run(
        each: objects.enumerated().map { [integer(Int64($0.offset)), SQLParameter($0.element, .integer)] })
      for _ in 0..<200 {
        let (left, limit) = (Self.arithmetic(&random), Self.limits.randomElement(using: &random) ?? "0")
        let comparison = ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &random) ?? "=="
        let shapes = [
          "\(left) \(comparison) \(limit)", "\(limit) \(comparison) \(left)", "\(left) BETWEEN {-6, \(limit)}",
        ]
        let format = (Bool.random(using: &random) ? "NOT " : "") + (shapes.randomElement(using: &random) ?? "")
        let predicate = try FormatPredicate(format)
        let wanted = try predicate.filterIndices(records)
        let statement = try SQLTranslator(.sqlite, model: model, entity: "Thing").select(where: predicate)
        if !statement.text.contains("CASE"), !statement.text.contains(" / ") { solved += 1 }
        let rows = try connection.rows(of: statement)
        var found: [FormatValue] = []
        while let row = try rows.next() { found += row }
        #expect(
          Set(found) == Set(wanted.map { FormatValue.integer(Int64($0)) }), "\(format) with \(type): \(statement.text)")
      }
    }
    #expect(solved > 520)
  }
}

extension FormatPredicate {
  /// Returns the positions of the records for which the predicate is true; what has no value is nil.
  fileprivate func filterIndices(_ records: [FormatValue]) throws -> [Int] {
    try records.indices.filter {
      try [records[$0]].count(matching: self, options: EvaluationOptions(onError: .yieldNil)) == 1
    }
  }
}
