import CommandSupport
import PredcheckSupport
import PredicateEvaluation
import PredicateInput
import PredicateSQL
import PredicateSyntax

/// `predcheck repl`: reads formats from standard input, one per line, and prints the rows that match. The rows are read once.
///
/// The terminal edits the line that is typed, so the program reads only complete lines.
struct ReplCommand {
  let call: Call
  let console: Console

  /// The number of rows that are printed for a format without a command.
  private static let maximumRows = 10
  private static let commands = [":all", ":why", ":sql", ":history", ":help", ":quit"]
  private static let help = """
    FORMAT       prints the first \(maximumRows) rows that match, and the number of all that do
    :all FORMAT  prints all rows that match
    :why FORMAT  explains why rows match or do not
    :sql FORMAT  prints the SQL, with --model, --entity and --dialect, or with --database
    :history     prints the lines so far
    :help        prints this
    :quit        ends the program, as the end of the input does (Ctrl-D)

    """

  func run() throws(CommandStop) -> ExitCode {
    let rows = try rows()
    let count: Int
    do { count = try rows.tally(of: FormatPredicate(true)).matching } catch { throw ended(by: error) }
    if console.isInteractive { console.output.write("\(count) rows; :help lists the commands\n") }
    var history: [String] = []
    var rest: [UInt8] = []
    while !console.output.isClosed, let line = try nextLine(&rest) {
      if isBlank(line[...]) { continue }
      let text = String(decoding: line, as: UTF8.self)
      history.append(text)
      if text.split(separator: " ") == [":quit"] { return .fine }
      // An error ends the answer, and not the program.
      do throws(CommandStop) { try answer(text, rows, count, history) } catch { _ = Predcheck.report(error, console) }
    }
    if console.isInteractive { console.output.write("\n") }
    return .fine
  }

  private func answer(
    _ line: String, _ rows: any WhyRows, _ count: Int, _ history: [String]
  ) throws(CommandStop) {
    guard line.hasPrefix(":") else {
      return try print(rows, matching: try predicate(line), limit: Self.maximumRows, of: count)
    }
    let word = String(line.prefix { $0 != " " })
    let format = String(line.dropFirst(word.count).drop { $0 == " " })
    switch word {
    case ":quit", ":history", ":help":
      if !format.isEmpty { return console.report("\(word) takes no format") }
      if word == ":help" { return console.output.write(Self.help) }
      for line in history { console.output.write(line.cleaned + "\n") }
    case ":all": try print(rows, matching: try predicate(format), limit: count, of: count)
    case ":why":
      let predicate = try predicate(format)
      var rows = rows
      rows.limits = predicate.limits
      prepare(rows, for: predicate)
      let answer: WhyAnswer
      do { answer = try WhyAnswer(predicate, of: rows) } catch { throw ended(by: error) }
      console.output.write(WhyText(answer, [], source: predicate.source, on: console).text)
    case ":sql":
      var request = request(format, of: .sql)
      // Prints the statement instead of running it.
      if call.has(.database) { request.add(.explainPlan, "") }
      _ = try SQLCommand(call: request, console: console).run()
    default:
      let hint = suggestion(for: word, among: Self.commands)
      console.report("unknown command '\(word.cleaned)'\(hint.isEmpty ? "; :help lists the commands" : hint)")
    }
  }

  // MARK: Input

  /// Returns the next line without its end, or nil at the end of the input. `rest` is what was read after it.
  private func nextLine(_ rest: inout [UInt8]) throws(CommandStop) -> [UInt8]? {
    if console.isInteractive { console.output.write("> ") }
    console.output.flush()
    var isOpen = true
    let most = 1 << 16
    // Only the bytes of the last read can contain a line end.
    while isOpen, !rest.suffix(most).contains(0x0A) {
      isOpen = try reading(console.input.read(most, into: &rest))
    }
    if rest.isEmpty { return nil }
    let end = rest.firstIndex(of: 0x0A) ?? rest.count
    let line = Array(rest[..<end])
    rest.removeFirst(min(end + 1, rest.count))
    return line.last == 0x0D ? Array(line.dropLast()) : line
  }

  /// Returns the call of another command for a format, with the options of this call.
  private func request(_ format: String, of command: Command) -> Call {
    // Without the space, the format - would read the rest of standard input.
    call.invocation(of: command, on: Array((format == "-" ? "- " : format).utf8))
  }

  // MARK: Rows

  private func rows() throws(CommandStop) -> any WhyRows {
    if call.has(.database) {
      try usage(call.refuse([.data] + RowInput.formOptions, "cannot be combined with --database"))
      if !call.operands.isEmpty { throw .usage(UsageError("files cannot be combined with --database", .repl)) }
      let all = try ModelRequest(request("TRUEPREDICATE", of: .repl), console, .sqlite)
      return RowsOfDatabase(store: try all.store(), entity: all.translator.entity)
    }
    if !call.has(.model) { try usage(call.refuse([.layout, .inline], "needs --model or --database")) }
    // Reads the model, so that its errors are reported before the first format.
    _ = try ModelInput.given(call, console)
    // The format - means that the formats are read from standard input.
    let format = try usage(FormatRequest(call, format: Array("-".utf8)))
    let input = try usage(RowInput(call, with: format, formatCount: 0))
    return RowsOfFiles(table: try input.table(console), onError: input.onError)
  }

  /// Returns the predicate of a format. Reports its errors and then throws an exit status.
  private func predicate(_ text: String) throws(CommandStop) -> FormatPredicate {
    if call.has(.database) {
      let request = try ModelRequest(request(text, of: .repl), console, .sqlite)
      _ = try request.select()
      return request.predicate
    }
    let format = try usage(FormatRequest(request(text, of: .repl)))
    let predicate = try format.predicate(console, json: false).substituting(format.variables)
    do { _ = try CompiledPredicate(predicate, for: FormatValue.self) } catch {
      throw format.ended(by: error, console, json: false)
    }
    return predicate
  }

  /// Reports the error of a limit.
  private func ended(by error: FormatError) -> CommandStop {
    for diagnostic in error.diagnostics { console.report(diagnostic, in: error.source) }
    return .ended(.unusable)
  }

  private func prepare(_ rows: any WhyRows, for predicate: FormatPredicate) {
    rows.prepare(for: predicate)
    (rows as? RowsOfFiles)?.cellWarnings.report(console)
  }

  private func print(_ rows: any WhyRows, matching predicate: FormatPredicate, limit: Int, of count: Int)
    throws(CommandStop)
  {
    var rows = rows
    rows.limits = predicate.limits
    prepare(rows, for: predicate)
    let (tally, warnings): (Tally, [FormatDiagnostic])
    do { (tally, warnings) = (try rows.tally(of: predicate), try rows.warnings(of: predicate)) } catch {
      throw ended(by: error)
    }
    for row in rows.rows(matching: predicate, skipping: 0, limit: limit) { console.output.write(row.text + "\n") }
    if tally.matching > limit { console.output.write("…\n") }
    console.output.write("\(tally.matching) of \(count) rows match\n")
    if let reason = tally.reason {
      let failing = tally.failing == 0 ? "" : " on \(counted(tally.failing, "row"))"
      console.report("the predicate cannot be evaluated\(failing): \(reason)")
    }
    for warning in warnings { console.report(warning, in: predicate.source) }
  }
}
