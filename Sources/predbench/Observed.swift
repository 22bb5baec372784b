import BenchFoundation
import PredicateFormat

extension ObservedWord: PredicateKeyed {
  /// The keys of both properties, which use their getters.
  public static var predicateKeys: [PredicateKey<ObservedWord>] {
    [.key("text") { $0.text }, .key("length") { $0.length }]
  }
}

/// `predbench observed`: objects of an `@Observable` class, whose keys use getters, compared with closures that read the same
/// properties. There are no observers.
enum Observed {
  private static let head = """
    | format string | ours | compiled | closure | ours/closure |
    |---|--:|--:|--:|--:|
    """

  private static let closures: [(format: String, test: @Sendable (ObservedWord) -> Bool)] = [
    ("length == 20", { $0.length == 20 }),
    ("text ENDSWITH 'ing'", { $0.text.hasSuffix("ing") }),
    ("length == 20 AND text ENDSWITH 'ing'", { $0.length == 20 && $0.text.hasSuffix("ing") }),
    ("length BETWEEN {20, 25}", { 20...25 ~= $0.length }),
  ]

  /// Prints the table in nanoseconds per element.
  static func run(_ options: Options) throws {
    let words = try options.dataset().words.map { ObservedWord($0.text) }
    show("\(Machine.head)\n\(words.count) words, @Observable class objects. Times are the least thread CPU time, ns.\n")
    show(head)
    func found(_ words: [ObservedWord]) -> Answer { .found(count: words.count) { words.map { $0.text } } }
    for (format, test) in closures {
      let compiled = try CompiledPredicate(FormatPredicate(format), for: ObservedWord.self)
      let results = try Measuring.run(
        [
          Contestant(role: .ours, name: "ours") { found(try words.filtered(by: FormatPredicate(format))) },
          Contestant(role: .compiled, name: "compiled") { found(try compiled.filter(words)) },
          Contestant(role: .idiomatic, name: "closure") { found(words.filter(test)) },
        ], rounds: options.rounds, of: format)
      let times = results.map { $0.nanoseconds / Double(max(1, words.count)) }
      show(Report.line([Report.code(format)] + (times + [times[0] / times[2]]).map(Report.figure)))
    }
  }
}
