import Foundation
import PredicateFormat

/// `predbench untyped`: our dictionaries, compared with GNUstep's `NSPredicate` over `NSDictionary` rows of the same words.
enum Untyped {
  /// The minimum speed relative to GNUstep.
  private static let target = 5.0

  static let head = """
    | | format string | `[String: FormatValue]` | `[String: Any]` | GNUstep | GNUstep/ours | GNUstep/ours, `Any` | |
    |---|---|--:|--:|--:|--:|--:|---|
    """

  /// Prints the table in nanoseconds per element.
  static func run(_ options: Options) throws {
    let data = try options.dataset()
    if options.dataKind == .nil {
      throw UsageError("GNUstep's program does not support data with nil")
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("predbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = folder.appendingPathComponent("words.txt")
    try data.words.map { $0.text + "\n" }.joined().write(to: list, atomically: false, encoding: .utf8)
    show(
      "\(Machine.head)\n\(data.words.count) words as dictionaries. Least thread CPU time, in ns per element.\n"
    )
    var gnustep: GNUstepRival?
    do { gnustep = try GNUstepRival(list, letters: data.letters, rows: "dictionaries", in: folder) } catch {
      reportSkipped(["GNUstep: \(error)"])
    }
    let records = Records.rows(of: data, isSparse: false)
    let dictionaries = Dictionaries.rows(of: data, isSparse: false)
    show(head)
    for workload in try options.workloads() {
      let contestants = try ([records, dictionaries] as [any AnyRowSet]).map { rows in
        try rows.contestants(workload, data).first { $0.role == .ours }
      }
      let all = contestants.compactMap { $0 } + (gnustep?.contestants(workload, data) ?? [])
      let results = try Measuring.run(all, rounds: options.rounds, of: workload.name)
      show(line(workload, results, elements: Double(workload.elements(of: data))))
    }
  }

  private static func line(_ workload: Workload, _ results: [Measurement], elements: Double) -> String {
    let ours = results[0].nanoseconds / elements
    let any = results[1].nanoseconds / elements
    var cells = [workload.name, Report.code(workload.title), Report.figure(ours), Report.figure(any)]
    guard results.count > 2 else { return Report.line(cells + ["–", "–", "–", ""]) }
    switch results[2].outcome {
    case .wrong: cells += ["wrong", "–", "–", ""]
    case .refused: cells += ["–", "–", "–", ""]
    case .right:
      let time = results[2].nanoseconds / elements
      let verdict = time / ours >= target ? "✓" : "\(Report.figure(target * ours / time)) × the target"
      cells += [Report.figure(time), Report.figure(time / ours), Report.figure(time / any), verdict]
    }
    return Report.line(cells)
  }
}
