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

  /// Prints the table in nanoseconds per element.
  static func run(_ options: Options) throws {
    let data = try options.dataset()
    let rivals = options.isAlone ? nil : try Rivals(data)
    show(
      """
      \(Machine.head)
      \(data.words.count) words, class objects. Times are the least thread CPU time, in ns per element. Ours keeps a \
      `FormatPredicate` and evaluates it with each object, compiled keeps a `CompiledPredicate`. `NSPredicate` is that of \
      CocoaPredicates, and `predicate(for:)` a Foundation predicate that was made of the format.

      """)
    reportSkipped(options.isAlone ? ["other engines, because of --alone"] : rivals?.skipped ?? [])
    show(head)
    for workload in try options.workloads() {
      let ours = try contestants(workload, data)
      if ours.isEmpty { continue }
      let others = try workload.contestants(data) + (rivals?.contestants(workload, data) ?? [])
      let all = ours + others.filter { columns.contains($0.role) }
      let results = try Measuring.run(all, rounds: options.rounds, of: workload.name)
      let row = ReportRow(
        workload, elements: workload.elements(of: data), matches: try all[0].run().count, Array(zip(all, results)))
      let cells = columns.map { row.wrong.contains($0.rawValue) ? "wrong" : Report.cell(row[$0]) }
      show(
        Report.line(
          [row.name, Report.code(row.format)] + cells
            + [(Role.cocoa, Role.any), (.converted, .predicate), (.predicate, .one)].map {
              Report.cell(row.ratio($0, to: $1))
            }))
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
