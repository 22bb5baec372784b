import Foundation
import PredicateSyntax

/// Ends the program with a message: 1 where a figure or an answer is wrong, 2 where the call cannot be used.
func stop(_ message: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data("predbench: \(message)\n".utf8))
  exit(status)
}

func run() throws {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.mode == .help { return print(Options.help) }
  if options.mode == .parse {
    if let times = options.repeats { return try Parsing.repeatShort(times) }
    show(Machine.head + "\n")
    return try Parsing.run(rounds: options.rounds)
  }
  if options.mode == .sql {
    show(Machine.head + "\n")
    return try Translating.run(rounds: options.rounds)
  }
  if options.mode == .fetch {
    let data = try options.dataset()
    show(Machine.head(data) + "\n")
    return try Fetching.run(data, rounds: options.rounds, filter: options.filter)
  }
  if options.mode == .stream {
    show(Machine.head + "\n")
    return try Streaming.run(rows: options.rows)
  }
  let workloads = try options.workloads()
  let data = try options.dataset()
  show(Machine.head(data) + "\n")
  if options.mode == .growth {
    let tooFast = try Growth.run(workloads, data, rounds: options.rounds)
    if !tooFast.isEmpty { stop("grows out of proportion: \(tooFast.joined(separator: ", "))", 1) }
    return
  }
  show(Report.head)
  var rows: [Row] = []
  for workload in workloads {
    let row = try Report.measure(workload, data, rounds: options.rounds)
    show(Report.line(row))
    rows.append(row)
  }
  let notes = Report.notes(rows)
  if !notes.isEmpty { print("\n" + notes.joined(separator: "\n")) }
  if let file = options.save {
    try SavedReport(words: data.words.count, rounds: options.rounds, rows: rows).write(to: file)
  }
}

do {
  try run()
} catch let fault as Options.Fault {
  stop(fault.reason, 2)
} catch let wrong as WrongAnswer {
  stop(
    "\(wrong.workload): \(wrong.contestant) finds \(wrong.found) where ours finds \(wrong.expected), or others", 1)
} catch {
  stop("\(error)", 1)
}
