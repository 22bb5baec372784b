import CocoaPredicates
import FoundationPredicates
import PredicateFormat

/// `predbench one`: a predicate evaluated with one object at a time, as ported code does, compared with closures and other
/// engines that do the same.
enum OneByOne {
  private typealias Role = Contestant.Role

  private static let columns: [Contestant.Role] = [
    .one, .oneCompiled, .any, .cocoa, .converted, .idiomatic, .careful, .predicate, .gnustep,
  ]

  static let head = """
    | | format string | `evaluate(with:)` | compiled | as `Any` | `NSPredicate` | `predicate(for:)` | idiomatic | careful \
    | `#Predicate` | GNUstep | `NSPredicate`/`Any` | `predicate(for:)`/`#Predicate` | `#Predicate`/ours |
    |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
    """

  /// Prints a table in nanoseconds per element for each kind of data.
  static func run(_ options: Options) throws {
    let rivals = options.isAlone ? nil : try Rivals()
    show(
      """
      \(Machine.head)
      Class objects. Times are the least thread CPU time, in ns per element. Ours keeps a `FormatPredicate` and evaluates it \
      with each object, compiled keeps a `CompiledPredicate`. `NSPredicate` is that of CocoaPredicates, and \
      `predicate(for:)` a Foundation predicate that was made of the format.

      """)
    reportSkipped(options.isAlone ? ["other engines, because of --alone"] : rivals?.skipped ?? [])
    for kind in options.dataKinds {
      show("\n\(kind.title(options.seed))\n\n\(head)")
      try Series.run(kind, options) { data, round in
        try rivals?.load(data, round: round)
        return { workload in
          let ours = try contestants(workload, data)
          if ours.isEmpty { return [] }
          let others = try workload.contestants(data) + (rivals?.contestants(workload, data) ?? [])
          return ours + others.filter { columns.contains($0.role) }
        }
      } report: { result in
        if result.results.isEmpty { return }
        let row = ReportRow(result, kind)
        let cells = columns.map { row.wrong.contains($0.rawValue) ? "wrong" : Report.cell(row[$0]) }
        show(
          Report.line(
            [row.name, Report.code(row.format)] + cells
              + [(Role.cocoa, Role.any), (.converted, .predicate), (.predicate, .one)].map {
                Report.cell(row.ratio($0, to: $1))
              }))
      }
    }
  }

  /// Returns our contestants for one word at a time.
  static func contestants(_ workload: Workload, _ data: Dataset) throws -> [Contestant] {
    // For one word, W15 would be a different question: its maximum is the word's own length.
    if workload.isOverCategories || workload.name == "W15" { return [] }
    let predicate = try FormatPredicate(workload.format(data))
    let compiled = try CompiledPredicate(predicate, for: Word.self)
    let cocoa = NSPredicate(predicate)
    let converted = try predicate.predicate(for: Word.self)
    return [
      Contestant(role: .one, name: "evaluate(with:)") { .words(try data.words.filter(predicate.evaluate(with:))) },
      Contestant(role: .oneCompiled, name: "compiled evaluate(with:)") {
        .words(try data.words.filter(compiled.evaluate(with:)))
      },
      Contestant(role: .any, name: "evaluate(with:) as Any") {
        .words(try data.words.filter { try predicate.evaluate(with: $0 as Any) })
      },
      Contestant(role: .cocoa, name: "NSPredicate") { .words(data.words.filter { cocoa.evaluate(with: $0) }) },
      Contestant(role: .converted, name: "predicate(for:)") { .words(try data.words.filter(converted.evaluate)) },
    ]
  }
}
