/// `predbench untyped`: our dictionaries, compared with GNUstep's `NSPredicate` over `NSDictionary` rows of the same words.
enum Untyped {
  /// The minimum speed relative to GNUstep.
  private static let target = 5.0

  static let head = """
    | | format string | `[String: FormatValue]` | `[String: Any]` | GNUstep | GNUstep/ours | GNUstep/ours, `Any` | |
    |---|---|--:|--:|--:|--:|--:|---|
    """

  /// Prints a table in nanoseconds per element for each kind of data.
  static func run(_ options: Options) throws {
    if options.dataKind == .nil {
      throw UsageError("GNUstep's program does not support data with nil")
    }
    show("\(Machine.head)\nDictionaries. Times are the least thread CPU time, in ns per element.\n")
    let rivals = options.isAlone ? nil : try Rivals(withDictionaries: true)
    reportSkipped(options.isAlone ? ["other engines, because of --alone"] : rivals?.skipped ?? [])
    for kind in options.dataKinds {
      show("\n\(kind.title(options.seed))\n\n\(head)")
      try Series.run(kind, options) { data, round in
        try rivals?.load(data, round: round)
        let rows: [any AnyRowSet] = [
          Records.rows(of: data, isSparse: false), Dictionaries.rows(of: data, isSparse: false),
        ]
        return { workload in
          let ours = try rows.compactMap { try $0.contestants(workload, data).first { $0.role == .ours } }
          return ours + (rivals?.contestants(workload, data) ?? [])
        }
      } report: {
        show(line($0.workload, $0.results.map { $0.measurement }, elements: Double($0.elements)))
      }
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
