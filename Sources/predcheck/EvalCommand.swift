import PredicateCases
import PredicateEvaluation
import PredicateModel
import PredicateSyntax

/// `predcheck eval`: prints the rows of a file that match.
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
    let request = try request()
    let predicate = try bound(try template(request), request)
    let rows = try rows(request)
    if call.has(.explain) { explain(predicate, rows, request) }

    let matches: [Int]
    do {
      matches = try rows.values.indices(matching: predicate, variables: request.variables, onFault: request.onFault)
    } catch {
      report(error, request, row: firstFaultyRow(predicate, rows, request), of: rows)
      return .unusable
    }
    if call.has(.count) {
      console.output.write(call.has(.json) ? "{\"count\": \(matches.count)}\n" : "\(matches.count)\n")
      return .fine
    }
    print(matches, of: rows)
    return matches.isEmpty ? .no : .fine
  }

  // MARK: The call

  /// What the call asks for, before anything is parsed or read.
  private struct Request {
    var format: [UInt8]
    var dataPath: String
    var kind: RowKind?
    var arguments: [FormatValue] = []
    var variables: [String: (any FormatArgument)?] = [:]
    var onFault = FaultHandling.throw
  }

  private func request() throws(CommandStop) -> Request {
    var request: Request
    do { request = try requestOfOptions() } catch { throw .usage(error) }
    if request.format == Array("-".utf8) {
      do { request.format = try console.input() } catch { throw .input(error) }
      // The line end that closes the input is none of the format's.
      if request.format.last == 0x0A { request.format.removeLast() }
    }
    return request
  }

  private func requestOfOptions() throws(UsageError) -> Request {
    guard call.operands.count == 1, let format = call.operands.first else {
      throw UsageError("expected one format string, found \(call.operands.count)", .eval)
    }
    guard let path = try call.text(.data) else {
      throw UsageError("expected --data FILE, the rows; --data - reads standard input", .eval)
    }
    if format == Array("-".utf8), path == "-" {
      throw UsageError("standard input can be read only once: as the format or as --data", .eval)
    }
    var request = Request(format: format, dataPath: path)
    if let kind = try call.text(.type) { request.kind = RowKind(rawValue: kind) }
    if try call.text(.onFault) == "nil" { request.onFault = .yieldNil }
    for value in call.values(.arg) {
      request.arguments.append(try Self.value(value, what: "the value of --arg"))
    }
    for definition in call.values(.var) {
      let (name, value) = try Self.variable(definition)
      request.variables[name] = value
    }
    return request
  }

  /// JSON in the case format; what is no JSON is a string.
  private static func value(_ bytes: [UInt8], what: String) throws(UsageError) -> FormatValue {
    do {
      return try JSONReader.value(of: bytes)
    } catch {
      if error.isWrapper { throw UsageError("\(what) is not usable: \(error.reason)", .eval) }
      return .string(try Invocation.text(bytes, what: what, .eval))
    }
  }

  /// `NAME=VALUE`; the name may have its dollar sign.
  private static func variable(_ definition: [UInt8]) throws(UsageError) -> (String, FormatValue) {
    let bare = definition.first == UInt8(ascii: "$") ? definition.dropFirst() : definition[...]
    guard let equals = bare.firstIndex(of: UInt8(ascii: "=")), equals > bare.startIndex else {
      throw UsageError("expected --var NAME=VALUE", .eval)
    }
    let name = try Invocation.text(Array(bare[..<equals]), what: "the name of a --var", .eval)
    return (name, try value(Array(bare[(equals + 1)...]), what: "the value of --var \(name)"))
  }

  // MARK: The predicate and the rows

  /// The format's predicate; where it has errors they are reported, and the answer is no.
  private func template(_ request: Request) throws(CommandStop) -> FormatPredicate {
    let predicate: FormatPredicate
    do {
      predicate = try FormatPredicate.template(utf8: request.format)
    } catch {
      report(error, request)
      throw .ended(.no)
    }
    let findings = predicate.findings()
    if !findings.isEmpty { report(FormatError(findings, source: predicate.source), request) }
    if findings.contains(where: { $0.severity == .error }) { throw .ended(.no) }
    return predicate
  }

  /// Arguments that do not fit the format are a call that cannot be used.
  private func bound(_ predicate: FormatPredicate, _ request: Request) throws(CommandStop) -> FormatPredicate {
    do {
      return try predicate.binding(request.arguments)
    } catch {
      report(error, request)
      throw .ended(.unusable)
    }
  }

  private func rows(_ request: Request) throws(CommandStop) -> RowTable {
    do {
      guard request.dataPath == "-" else { return try RowReader.read(file: request.dataPath, kind: request.kind) }
      return try RowReader.read(try console.input(), name: "<stdin>", kind: request.kind ?? .text)
    } catch {
      throw .input(error)
    }
  }

  /// The lowest row that has a fault, found by halving; nil where the predicate has it without any row.
  private func firstFaultyRow(_ predicate: FormatPredicate, _ rows: RowTable, _ request: Request) -> Int? {
    func hasFault(first count: Int) -> Bool {
      let part = Array(rows.values[..<count])
      return (try? part.indices(matching: predicate, variables: request.variables, onFault: request.onFault)) == nil
    }
    if hasFault(first: 0) { return nil }
    var without = 0
    var with = rows.values.count
    while with - without > 1 {
      let middle = without + (with - without) / 2
      if hasFault(first: middle) { with = middle } else { without = middle }
    }
    return with - 1
  }

  // MARK: Output

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
  private func report(_ error: FormatError, _ request: Request, row: Int? = nil, of rows: RowTable? = nil) {
    let diagnostics = error.diagnostics
    let place = row.flatMap { row in rows.map { (table: $0, row: row) } }
    if call.has(.json) {
      var fields = [("diagnostics", JSONWriter.array(diagnostics.map(\.json)))]
      if let place {
        fields += [
          ("file", JSONWriter.quoted(place.table.name)), ("line", "\(place.table.places[place.row].line)"),
          ("row", "\(place.row)"),
        ]
      }
      console.output.write(JSONWriter.object(fields.map { (key: $0.0, json: $0.1) }) + "\n")
      return
    }
    if let place { console.report("\(place.table.place(of: place.row)): the predicate has no answer on this row") }
    for diagnostic in diagnostics {
      // An error without its text may still point into the format; one without a place points nowhere.
      let hasText = !error.source.isEmpty || diagnostic.range == .none
      let source = hasText ? error.source : String(decoding: request.format, as: UTF8.self)
      console.report(diagnostic.rendered(in: source, color: console.hasColor))
    }
  }
}
