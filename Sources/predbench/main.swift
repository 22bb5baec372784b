import Foundation

/// Ends the program with a message about a wrong figure or answer.
func stop(_ message: String) -> Never {
  FileHandle.standardError.write(Data("predbench: \(message)\n".utf8))
  exit(1)
}

/// Reports what is not measured.
func reportSkipped(_ names: [String]) {
  for name in names { show("SKIPPED: \(name)") }
}

func run() throws {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.isHelp { return print(BenchCommand.help) }
  switch options.command {
  case .table: try table(options)
  case .rows:
    show(Machine.head + "\n\n" + Machine.rowsHead)
    try Matrix.run(options)
  case .instructions: try Instructions.run(options)
  case .once: try Instructions.runOnce(options)
  case .one: try OneByOne.run(options)
  case .threads: try Threads.run(options)
  case .untyped: try Untyped.run(options)
  case .definition: try Definition.run(options)
  case .observed: try Observed.run(options)
  case .growth:
    show(Machine.head)
    let tooFast = try Growth.run(options)
    if !tooFast.isEmpty { stop("cost grows disproportionately: \(tooFast.joined(separator: ", "))") }
  case .parse:
    if let times = options.repeats { return try Parsing.repeatShort(times) }
    show(Machine.head + "\n")
    try Parsing.run(rounds: options.rounds)
  case .sql:
    show(Machine.head + "\n")
    try Translating.run(rounds: options.rounds)
  case .fetch:
    let data = try options.dataset()
    show("\(Machine.head)\n\(data.words.count) words, class objects.\n")
    try Fetching.run(data, options)
  case .stream:
    show(Machine.head + "\n")
    try Streaming.run(rows: options.rowCount)
  }
}

/// Prints the main table and the tables below it, for each kind of data.
func table(_ options: Options) throws {
  let rivals = options.isAlone ? nil : try Rivals()
  let skipped = options.isAlone ? ["other engines, because of --alone"] : rivals?.skipped ?? []
  show(Machine.head + "\n" + Machine.tableHead + "\n")
  reportSkipped(skipped)
  var all: [ReportRow] = []
  var tables: [[String]] = []
  for kind in options.dataKinds {
    var rows: [ReportRow] = []
    show("\n\(kind.title(options.seed))\n\n\(Report.head)")
    try Series.run(kind, options) { data, round in
      try rivals?.load(data, round: round)
      return { try $0.contestants(data) + (rivals?.contestants($0, data) ?? []) }
    } report: {
      rows.append(ReportRow($0, kind))
      show(Report.line(rows[rows.count - 1]))
    }
    let notes = Report.notes(rows)
    if !notes.isEmpty { show("\n" + notes.joined(separator: "\n")) }
    if rivals != nil { show("\n" + Machine.othersHead + "\n\n" + Report.others(rows).joined(separator: "\n")) }
    show("\n" + Targets.table(rows).joined(separator: "\n"))
    all += rows
    tables += [Report.table(rows), Report.others(rows), Targets.table(rows).filter { !$0.contains("✓") }]
  }
  if let file = options.save {
    try SavedReport(
      seed: options.seed, rounds: options.rounds, skipped: skipped, rows: all, tables: tables
    ).write(to: file)
  }
}

do {
  try run()
} catch let error as UsageError {
  FileHandle.standardError.write(Data("predbench: \(error.reason)\ntry predbench --help\n".utf8))
  exit(2)
} catch let wrong as WrongAnswer {
  stop(
    "\(wrong.workload): \(wrong.contestant) finds \(wrong.found), ours \(wrong.expected), or other objects")
} catch {
  stop("\(error)")
}
