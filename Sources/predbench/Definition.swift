import Foundation
import PredicateFormat

/// `predbench definition`: comparisons of computed values, which have no faster way than the definition of their operators, with
/// closures.
enum Definition {
  private static let head = """
    | format string | objects | `[String: FormatValue]` | closure |
    |---|--:|--:|--:|
    """

  private static let closures: [(format: String, test: @Sendable (Word) -> Bool)] = [
    ("uppercase(text) == 'ZOO'", { $0.text.uppercased() == "ZOO" }),
    ("lowercase(text) ENDSWITH 'ing'", { $0.text.lowercased().hasSuffix("ing") }),
    ("CAST(length, 'NSString') == '20'", { "\($0.length)" == "20" }),
    ("CAST(length, 'NSDecimalNumber') > 20.5", { Decimal(Int($0.length)) > 20.5 }),
    ("length IN {20, length + 1}", { [20, $0.length + 1].contains($0.length) }),
    ("TERNARY(length > 20, text, 'x') != 'x'", { ($0.length > 20 ? $0.text : "x") != "x" }),
  ]

  /// Prints the table in nanoseconds per element.
  static func run(_ options: Options) throws {
    let data = try options.dataset()
    show(
      "\(Machine.head)\n\(data.words.count) words. Times are the least thread CPU time, in ns per element.\n")
    show(head)
    let words = data.words
    let records: [[String: FormatValue]] = words.map {
      ["text": .string($0.text), "length": .integer(Int64($0.length))]
    }
    for (format, test) in closures where options.filter.map(format.contains) ?? true {
      let results = try Measuring.run(
        [
          Contestant(role: .ours, name: "objects") { .count(try words.filtered(by: FormatPredicate(format)).count) },
          Contestant(role: .variant, name: "dictionaries") {
            .count(try records.filtered(by: FormatPredicate(format)).count)
          },
          Contestant(role: .idiomatic, name: "closure") { .count(words.filter(test).count) },
        ], rounds: options.rounds, of: format)
      let times = results.map { $0.nanoseconds / Double(max(1, words.count)) }
      show(Report.line([Report.code(format)] + times.map(Report.figure)))
    }
  }
}
