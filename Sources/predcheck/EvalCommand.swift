import PredicateCases
import PredicateEvaluation
import PredicateModel
import PredicateSyntax

/// `predcheck eval`: prints the rows of a file, or of a database, that match.
struct EvalCommand {
  /// How many rows `--explain` shows.
  static let explainedRows = 3

  private let call: Invocation
  private let console: Console

  init(_ call: Invocation, _ console: Console) {
    self.call = call
    self.console = console
  }

  func run() throws(CommandStop) -> ExitCode {
    if call.has(.database) { return try DatabaseCommand(call, console).run() }
    let request = try request()
    let predicate = try request.format.predicate(console, json: call.has(.json))
    let rows = try rows(request)
    if call.has(.explain) { explain(predicate, rows, request) }
    warn(of: predicate, rows, request)

    do {
      let answer = try FetchAnswer(
        request.fetch.request.where(predicate), of: rows.values, isCount: call.has(.count), request.variables,
        request.onFault)
      return print(answer, of: rows, request.fetch)
    } catch {
      if error.diagnostics.first?.code.endsEvaluation == true {
        report(error, request, row: nil, of: rows)
      } else if hasFault(predicate, in: rows.values[...], request) == true {
        report(error, request, row: firstFaultyRow(predicate, rows, request), of: rows)
      } else {
        report(request.fetch.placed(error), request, row: nil, of: rows)
      }
      return .unusable
    }
  }

  // MARK: The call

  /// What the call asks for, before anything is parsed or read.
  private struct Request {
    var format: FormatRequest
    var fetch: FetchOptions
    var dataPath: String
    var kind: RowKind?
    var onFault = FaultHandling.throw

    var variables: [String: (any FormatArgument)?] { format.variables }
  }

  private func request() throws(CommandStop) -> Request {
    var request: Request
    do { request = try requestOfOptions() } catch { throw .usage(error) }
    request.fetch = try FetchOptions(call, console)
    try request.format.readFormat(console)
    return request
  }

  private func requestOfOptions() throws(UsageError) -> Request {
    let format = try FormatRequest(call)
    for flag in [Flag.Name.model, .entity] where call.has(flag) {
      throw UsageError("--\(flag.rawValue) goes with --database", .eval)
    }
    guard let path = try call.text(.data) else {
      throw UsageError("expected --data FILE, the rows (--data - reads standard input), or --database FILE", .eval)
    }
    if format.isOnStandardInput, path == "-" {
      throw UsageError("standard input can be read only once: as the format or as --data", .eval)
    }
    var request = Request(format: format, fetch: FetchOptions(), dataPath: path)
    if let kind = try call.text(.type) { request.kind = RowKind(rawValue: kind) }
    if try call.text(.onFault) == "nil" { request.onFault = .yieldNil }
    return request
  }

  private func rows(_ request: Request) throws(CommandStop) -> RowTable {
    do {
      guard request.dataPath == "-" else { return try RowReader.read(file: request.dataPath, kind: request.kind) }
      return try RowReader.read(try console.input(), name: "<stdin>", kind: request.kind ?? .text)
    } catch {
      throw .input(error)
    }
  }

  /// Whether a predicate has a fault in some rows; nil where it was ended before that is known.
  private func hasFault(_ predicate: FormatPredicate, in values: ArraySlice<FormatValue>, _ request: Request) -> Bool? {
    do {
      _ = try Array(values).indices(matching: predicate, variables: request.variables, onFault: request.onFault)
      return false
    } catch {
      return error.diagnostics.first?.code.endsEvaluation == true ? nil : true
    }
  }

  /// The lowest row that has a fault, found by halving; nil where the predicate has it without any row, or where finding it
  /// takes longer than the predicate may.
  private func firstFaultyRow(_ predicate: FormatPredicate, _ rows: RowTable, _ request: Request) -> Int? {
    let end = predicate.limits.duration.map { ContinuousClock.now + $0 }
    if hasFault(predicate, in: [], request) != false { return nil }
    var without = 0
    var with = rows.values.count
    while with - without > 1 {
      if let end, .now >= end { return nil }
      let middle = without + (with - without) / 2
      guard let hasFault = hasFault(predicate, in: rows.values[..<middle], request) else { return nil }
      if hasFault { with = middle } else { without = middle }
    }
    return with - 1
  }

  /// Tells of keys that none of the rows has.
  private func warn(of predicate: FormatPredicate, _ rows: RowTable, _ request: Request) {
    let bound = predicate.substituting(request.variables)
    for finding in bound.findings(for: rows.values) where finding.code == .absentKey {
      console.report(finding.rendered(in: predicate.source, color: console.hasColor))
    }
  }

  // MARK: Output

  private func print(_ answer: FetchAnswer, of rows: RowTable, _ fetch: FetchOptions) -> ExitCode {
    switch answer {
    case .count(let count):
      console.output.write(call.has(.json) ? "{\"count\": \(count)}\n" : "\(count)\n")
      return .fine
    case .positions(let matches):
      print(matches, of: rows)
      return matches.isEmpty ? .no : .fine
    case .rows(let made):
      for row in made { console.output.write(fetch.line(of: row, json: call.has(.json)) + "\n") }
      return made.isEmpty ? .no : .fine
    }
  }

  private func print(_ matches: [Int], of rows: RowTable) {
    if call.has(.json) {
      for row in matches {
        console.output.write(
          JSONWriter.object([
            ("row", "\(row)"), ("line", "\(rows.places[row].line)"), ("value", JSONWriter.text(rows.values[row])),
          ]) + "\n")
      }
      return
    }
    if let header = rows.header, !matches.isEmpty { console.output.writeLine(rows.bytes[header]) }
    for row in matches { console.output.writeLine(rows.source(of: row)) }
  }

  private func explain(_ predicate: FormatPredicate, _ rows: RowTable, _ request: Request) {
    for row in rows.values.indices.prefix(Self.explainedRows) {
      let explanation = Explanation(
        of: predicate, row: row, in: rows.values, variables: request.variables, onFault: request.onFault)
      if call.has(.json) {
        console.output.write(
          JSONWriter.object([
            ("row", "\(row)"), ("line", "\(rows.places[row].line)"),
            ("explanation", JSONWriter.array(explanation.nodes.map(\.json))),
          ]) + "\n")
      } else {
        let text = String(decoding: rows.source(of: row), as: UTF8.self)
        let source = Explanation.shortened(String(text.map { $0.isNewline ? " " : $0 }))
        console.output.write("\(rows.place(of: row)): \(source)\n")
        for node in explanation.nodes { console.output.write("  \(node.text)\n") }
      }
    }
  }

  /// Findings, with the row that they are about.
  private func report(_ error: FormatError, _ request: Request, row: Int?, of rows: RowTable) {
    let isJSON = call.has(.json)
    guard let row else { return request.format.report(error, console, json: isJSON) }
    if !isJSON { console.report("\(rows.place(of: row)): the predicate has no answer on this row") }
    request.format.report(
      error, console, json: isJSON,
      place: [("file", JSONWriter.quoted(rows.name)), ("line", "\(rows.places[row].line)"), ("row", "\(row)")])
  }
}

/// What a request gives of rows.
private enum FetchAnswer {
  case count(Int)
  case positions([Int])
  case rows([[String: FormatValue]])

  init(
    _ request: PredicateFetchRequest, of values: [FormatValue], isCount: Bool,
    _ variables: [String: (any FormatArgument)?], _ onFault: FaultHandling
  ) throws(FormatError) {
    let fetch = try CompiledFetch(request, for: FormatValue.self, variables: variables)
    if isCount {
      self = .count(try fetch.count(of: values, onFault: onFault))
    } else if request.makesRows {
      self = .rows(try fetch.rows(of: values, onFault: onFault))
    } else {
      self = .positions(try fetch.indices(of: values, onFault: onFault))
    }
  }
}
