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
    show(Machine.head(data) + "\n")
    try Fetching.run(data, rounds: options.rounds, filter: options.filter)
  case .stream:
    show(Machine.head + "\n")
    try Streaming.run(rows: options.rowCount)
  }
}

/// Prints the main table and the tables below it.
func table(_ options: Options) throws {
  let workloads = try options.workloads()
  let data = try options.dataset()
  let rivals = options.isAlone ? nil : try Rivals(data)
  let skipped = options.isAlone ? ["other engines, because of --alone"] : rivals?.skipped ?? []
  show(Machine.head(data) + "\n")
  reportSkipped(skipped)
  show(Report.head)
  var rows: [ReportRow] = []
  for workload in workloads {
    let row = try Report.measure(workload, data, rivals: rivals, rounds: options.rounds)
    show(Report.line(row))
    rows.append(row)
  }
  let notes = Report.notes(rows)
  if !notes.isEmpty { show("\n" + notes.joined(separator: "\n")) }
  if rivals != nil { show("\n" + Machine.othersHead + "\n\n" + Report.others(rows).joined(separator: "\n")) }
  show("\n" + Targets.table(rows).joined(separator: "\n"))
  if let file = options.save {
    try SavedReport(
      words: data.words.count, categories: data.categories.count, rounds: options.rounds, skipped: skipped, rows: rows
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
