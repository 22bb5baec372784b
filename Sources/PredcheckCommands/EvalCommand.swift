import CommandSupport
import PredcheckSupport
import PredicateFetching
import PredicateInput
import PredicateSemantics
import PredicateSyntax

/// `predcheck eval`: prints the matching rows of files or of a database.
struct EvalCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    if call.has(.json), call.has(.output) {
      throw .usage(UsageError("--json is short for --output json, and cannot be combined with --output", .eval))
    }
    if call.has(.why) { return try WhyCommand(call: call, console: console).run() }
    try usage(call.refuse([.row, .html], "needs --why"))
    if call.has(.database) { return try DatabaseCommand(call: call, console: console).run() }
    var request = try request()
    var stream = try request.rows.stream(console)
    request.predicate = try request.format.predicate(
      console, json: call.isJSON, otherVariables: request.fetch.variables)
    let (predicate, options, plan) = try read(request, from: &stream)
    request.plan = plan
    request.hasCells = stream.hasCells
    let fetch: CompiledFetch<FormatValue>
    do throws(FormatError) {
      fetch = try CompiledFetch(
        options.matching(predicate),
        options: EvaluationOptions(variables: request.variables, onError: request.rows.onError))
    } catch {
      // Input errors take precedence over errors of the request.
      let rows = try reading(stream.all())
      report(error, predicate, request, of: rows)
      return .unusable
    }
    if let parts = FetchParts(fetch, isOrdered: !call.has(.count)) {
      if parts.isGrouped { return try answerInGroups(parts, of: &stream, predicate, request) }
      if parts.isOrdered { return try answerInOrder(parts, of: &stream, predicate, request) }
      return try answer(parts, of: &stream, predicate, request)
    }
    let rows = try reading(stream.all())
    var census = self.census(predicate, request)
    look(at: rows, &census)
    warn(census, request, of: rows)
    CellWarnings(stream.failures, plan, sample: rows, columns: stream.columns).report(console)
    RowInput.reportSkipped(stream.skipped, console)
    warnOfNil(in: options, predicate, request, of: rows)
    return answer(fetch, of: rows, stream, predicate, request)
  }

  /// Warns if `--on-error nil` makes an aggregate of all rows nil.
  private func warnOfNil(
    in options: PredicateFetchRequest, _ predicate: FormatPredicate, _ request: Request, of rows: RowTable
  ) {
    guard request.rows.onError == .yieldNil, options.makesRows, !call.has(.count) else { return }
    do throws(FormatError) {
      var evaluation = EvaluationOptions(variables: request.variables, onError: .yieldNil)
      let matching = try rows.values.filtered(by: predicate, options: evaluation)
      evaluation.onError = .throw
      _ = try matching.queryAttributes(options, options: evaluation)
    } catch {
      warnOfNil(error.diagnostics.first)
    }
  }

  /// Returns the predicate and the other parts of the request that read the cells of CSV files.
  private func read(
    _ request: Request, from stream: inout RowStream
  ) throws(CommandStop) -> (FormatPredicate, PredicateFetchRequest, CellPlan) {
    var plan = CellPlan(stream.cells)
    guard stream.hasCells else { return (request.predicate, request.fetch.request, plan) }
    let written = request.fetch.request.matching(request.predicate).substituting(request.variables)
    plan.collect(written)
    let undecided = plan.undecided
    plan.decide(undecided.isEmpty ? [:] : try reading(stream.survey(undecided)))
    var read = plan.rewrite(written)
    do throws(FormatError) { read.after = try plan.after(read) } catch {
      throw request.format.ended(by: error, console, json: call.isJSON, option: .after)
    }
    stream.readings = plan.readings
    let printsValues = !written.makesRows && !call.has(.count) && call.form != .lines
    stream.columnsRead = printsValues ? nil : NamedColumns(written)
    let predicate = read.predicate ?? request.predicate
    read.predicate = nil
    return (predicate, read, plan)
  }

  /// Prints the results for rows that are read in parts, as soon as they are found.
  private func answer(
    _ parts: FetchParts<FormatValue>, of stream: inout RowStream, _ predicate: FormatPredicate, _ request: Request
  ) throws(CommandStop) -> ExitCode {
    var parts = parts
    var printer = printer(request, stream)
    var found = 0
    var (first, last): (RowTable?, RowTable?) = (nil, nil)
    var census = self.census(predicate, request)
    while let rows = try reading(stream.next()) {
      console.progress?.show(rows: stream.rowsBefore, percentage: stream.percentage)
      look(at: rows, &census)
      let positions: [Int]
      do throws(FormatError) { positions = try parts.positions(in: rows.values) } catch {
        report(error, predicate, request, of: rows)
        return .unusable
      }
      found += positions.count
      if request.fetch.request.makesRows, !call.has(.count) {
        do throws(FormatError) { printer.print(try parts.rows(of: rows.values, at: positions)) } catch {
          report(error, ofPropertiesAt: positions, of: rows, request, parts)
          return .unusable
        }
      } else if !call.has(.count) {
        for row in positions { printer.print(row, of: rows) }
      }
      first = first ?? rows
      last = rows
      console.output.flush()
      if console.output.isClosed { break }
    }
    printer.finish()
    warn(census, request, of: last)
    CellWarnings(stream.failures, request.plan, sample: first, columns: stream.columns).report(console)
    RowInput.reportSkipped(stream.skipped, console)
    if call.has(.count) { RowPrinter.print(count: found, call, console) }
    return status(found: found, request)
  }

  /// Returns the status of a number of rows. On a terminal, nothing would look like no answer.
  private func status(found: Int, _ request: Request) -> ExitCode {
    if found > 0 || call.has(.count) { return .fine }
    if console.isTerminal { console.report(hint(request.fetch.request)) }
    return .no
  }

  /// Returns the message for a terminal if no result is printed. `why` explains the predicate, but none of these options.
  private func hint(_ request: PredicateFetchRequest) -> String {
    var options: [String] = []
    if request.limit == 0 { options.append("--limit 0") }
    if request.offset > 0 { options.append("--offset \(request.offset)") }
    if request.having != nil { options.append("--having") }
    if options.isEmpty { return "no row matches; predcheck why, or --why, explains it" }
    return "nothing is left after \(options.joined(separator: " and ")); without it, --count says how many rows match"
  }

  /// Prints the results for rows that are read in parts and sorted when all parts are read.
  private func answerInOrder(
    _ parts: FetchParts<FormatValue>, of stream: inout RowStream, _ predicate: FormatPredicate, _ request: Request
  ) throws(CommandStop) -> ExitCode {
    // Results are printed only if all of them can be computed.
    console.output.hold()
    defer { console.output.drop() }
    var parts = parts
    var kept = try reading(stream.keeping())
    try forEachPart(of: &stream, predicate, request) { (rows) throws(FormatError) in
      kept.keep(try parts.positions(in: rows.values), of: rows)
    }
    if stream.rowsBefore == 0 { return status(found: 0, request) }
    var printer = printer(request, stream)
    var indices: ArraySlice<UInt32> = []
    do throws(FormatError) {
      indices = try parts.sortedMatches()
      try print(kept, at: indices, &parts, request, &printer)
    } catch {
      report(error, ofPropertiesAt: indices.map { Int($0) }, of: kept, request, parts)
      return .unusable
    }
    printer.finish()
    console.output.release()
    return status(found: printer.count, request)
  }

  /// Passes all rows to a closure, part by part, and then prints the warnings about them.
  ///
  /// - Throws: The end of the command, if the closure throws an error, which is reported.
  private func forEachPart(
    of stream: inout RowStream, _ predicate: FormatPredicate, _ request: Request,
    _ take: (RowTable) throws(FormatError) -> Void
  ) throws(CommandStop) {
    var (first, last): (RowTable?, RowTable?) = (nil, nil)
    var census = self.census(predicate, request)
    var failure: (error: FormatError, rows: RowTable)?
    while let rows = try reading(stream.next()) {
      console.progress?.show(rows: stream.rowsBefore, percentage: stream.percentage)
      look(at: rows, &census)
      // After an error, the other rows are read for the warnings, which may explain it.
      if failure == nil { do throws(FormatError) { try take(rows) } catch { failure = (error, rows) } }
      first = first ?? rows
      last = rows
    }
    warn(census, request, of: last)
    CellWarnings(stream.failures, request.plan, sample: first, columns: stream.columns).report(console)
    RowInput.reportSkipped(stream.skipped, console)
    if let (error, rows) = failure {
      report(error, predicate, request, of: rows)
      throw .ended(.unusable)
    }
  }

  /// Prints the groups of rows that are read in parts.
  private func answerInGroups(
    _ parts: FetchParts<FormatValue>, of stream: inout RowStream, _ predicate: FormatPredicate, _ request: Request
  ) throws(CommandStop) -> ExitCode {
    var parts = parts
    try forEachPart(of: &stream, predicate, request) { (rows) throws(FormatError) in
      _ = try parts.positions(in: rows.values)
    }
    do throws(FormatError) {
      if call.has(.count) {
        RowPrinter.print(count: try parts.countOfGroups(), call, console)
        return .fine
      }
      let rows = try parts.rowsOfGroups()
      if request.rows.onError == .yieldNil { warnOfNil(parts.failureOfGroups) }
      var printer = printer(request, stream)
      printer.print(rows)
      printer.finish()
      return status(found: printer.count, request)
    } catch {
      let isOfValues = error.diagnostics.first?.code.endsEvaluation == false
      report(error.noting(isOfValues ? [Self.remedy] : []), request, row: nil, of: RowTable())
      return .unusable
    }
  }

  /// Warns if `--on-error nil` makes an aggregate nil, because one row is then enough for no result.
  private func warnOfNil(_ failure: FormatDiagnostic?) {
    guard let first = failure, !first.code.endsEvaluation else { return }
    console.report("warning: a result is nil: \(first.message); without --on-error nil this is an error")
  }

  /// Prints the results for rows that are all in memory.
  private func answer(
    _ fetch: CompiledFetch<FormatValue>, of rows: RowTable, _ stream: RowStream, _ predicate: FormatPredicate,
    _ request: Request
  ) -> ExitCode {
    do throws(FormatError) {
      if call.has(.count) {
        RowPrinter.print(count: try fetch.count(of: rows.values), call, console)
        return .fine
      }
      var printer = printer(request, stream)
      if request.fetch.request.makesRows {
        printer.print(try fetch.rows(of: rows.values))
      } else {
        try fetch.forEachIndex(of: rows.values) { row in printer.print(row, of: rows) }
      }
      printer.finish()
      return status(found: printer.count, request)
    } catch {
      report(error, predicate, request, of: rows)
      return .unusable
    }
  }

  /// Reports why there is no result, with the row that causes the error if there is one.
  private func report(_ error: FormatError, _ predicate: FormatPredicate, _ request: Request, of rows: RowTable) {
    console.output.drop()
    if error.diagnostics.first?.code.endsEvaluation != true,
      hasError(predicate, inFirst: rows.values.count, of: rows, request) == true
    {
      report(error, in: predicate, request, row: firstFailingRow(predicate, rows, request), of: rows)
    } else {
      report(error, request, row: nil, of: rows)
    }
  }

  /// Reports why properties have no value for some rows, with the first of these rows.
  private func report(
    _ error: FormatError, ofPropertiesAt positions: [Int], of rows: some LocatedRows, _ request: Request,
    _ parts: FetchParts<FormatValue>
  ) {
    console.output.drop()
    var parts = parts
    let isOfRow = error.diagnostics.first?.code.endsEvaluation == false
    let row = positions.first { isOfRow && (try? parts.rows(ofEach: [rows.value(of: $0)])) == nil }
    report(error, request, row: row, of: rows)
  }

  private static let remedy = "--on-error nil treats values that cannot be computed as nil"

  // MARK: The request

  /// The options of the command, before the format is parsed or any row is read.
  private struct Request {
    var format: FormatRequest
    var rows: RowInput
    var fetch: FetchOptions
    /// The predicate, with its arguments.
    var predicate = FormatPredicate(true)
    /// How the cells of CSV files are read.
    var plan: CellPlan
    var hasCells = false

    var variables: [String: (any FormatArgument)?] { format.variables }
  }

  private func request() throws(CommandStop) -> Request {
    var format = try usage(FormatRequest(call, hasFiles: true))
    let rows = try usage(RowInput(call, with: format))
    let fetch = try FetchOptions(call, console)
    try format.readFormat(console)
    return Request(format: format, rows: rows, fetch: fetch, plan: CellPlan(rows.cells))
  }

  /// Returns whether evaluating the predicate fails on any of the first rows, or nil if evaluation stopped before that was known.
  private func hasError(
    _ predicate: FormatPredicate, inFirst count: Int, of rows: RowTable, _ request: Request
  ) -> Bool? {
    do {
      let compiled = try CompiledPredicate(
        predicate, for: FormatValue.self,
        options: EvaluationOptions(variables: request.variables, onError: request.rows.onError))
      try compiled.check(first: count, of: rows.values)
      return false
    } catch {
      return error.diagnostics.first?.code.endsEvaluation == true ? nil : true
    }
  }

  /// Returns the first row on which the predicate fails, found by binary search. Returns nil if the predicate fails without any
  /// row, or if the search exceeds the predicate's time limit.
  private func firstFailingRow(_ predicate: FormatPredicate, _ rows: RowTable, _ request: Request) -> Int? {
    let end = predicate.limits.duration.map { ContinuousClock.now + $0 }
    if hasError(predicate, inFirst: 0, of: rows, request) != false { return nil }
    var without = 0
    var with = rows.values.count
    while with - without > 1 {
      if let end, .now >= end { return nil }
      let middle = without + (with - without) / 2
      guard let hasError = hasError(predicate, inFirst: middle, of: rows, request) else { return nil }
      if hasError { with = middle } else { without = middle }
    }
    return with - 1
  }

  /// Returns an empty census of the keys that the predicate, and the other parts of the request, read from the rows.
  private func census(_ predicate: FormatPredicate, _ request: Request) -> RowCensus {
    let (written, others) = (request.predicate.substituting(request.variables), request.fetch.expressionsOfRows)
    guard request.hasCells else { return RowCensus(written, and: others, reader: .engine) }
    var plan = request.plan
    return RowCensus(
      written, and: others, read: (predicate.substituting(request.variables), others.map { plan.rewrite($0) }),
      reader: .engine)
  }

  private func look(at rows: RowTable, _ census: inout RowCensus) {
    for row in rows.values {
      if census.isComplete { return }
      census.look(at: row)
    }
  }

  /// Warns about keys that no row has, and about comparisons that no row can meet.
  private func warn(_ census: RowCensus, _ request: Request, of rows: RowTable?) {
    var known: Set<FormatDiagnostic> = []
    let limit = request.predicate.limits.errors
    for finding in census.findings where known.insert(finding).inserted && known.count <= limit {
      // A key of another option has no position in the format.
      let source = finding.range == .none ? "" : request.predicate.source
      var shown = rows.map { finding.notingDelimiter(of: $0).notingPath(of: $0, in: source) } ?? finding
      shown.notes += request.fetch.notes(on: finding)
      console.report(shown, in: source)
    }
    if known.count > limit { console.report("predcheck: \(known.count - limit) more warnings of this kind") }
    guard let rows, !rows.values.isEmpty else { return }
    for note in rows.notesOnKeys(of: 0, in: request.predicate.source) { console.report("note: \(note)") }
  }

  // MARK: Output

  /// Returns a printer for the rows of a stream, or for rows that are computed from them.
  private func printer(_ request: Request, _ stream: RowStream) -> RowPrinter {
    var printer = RowPrinter(call, console, columns: request.fetch.columns, isOneCSVFile: stream.isOneCSVFile)
    if stream.hasOnlyCells { printer.showCells(stream.cells, request.fetch.keysOfColumns) }
    return printer
  }

  /// Prints the kept rows at some indices, or the rows that the request computes from them. Reads them again, some at a time.
  private func print(
    _ kept: KeptRows, at indices: ArraySlice<UInt32>, _ parts: inout FetchParts<FormatValue>, _ request: Request,
    _ printer: inout RowPrinter
  ) throws(FormatError) {
    guard request.fetch.request.makesRows else {
      for index in indices { printer.print(Int(index), of: kept) }
      return
    }
    var rest = indices
    while !rest.isEmpty {
      let objects = rest.prefix(1_000).map { kept.value(of: Int($0)) }
      rest = rest.dropFirst(objects.count)
      printer.print(try parts.rows(ofEach: objects))
    }
  }

  /// Reports the findings of an error, with the row that causes it, the values in that row, and the remedy. Without a predicate, the
  /// error is one of the properties.
  private func report(
    _ error: FormatError, in predicate: FormatPredicate? = nil, _ request: Request, row: Int?, of rows: some LocatedRows
  ) {
    let isJSON = call.isJSON
    let error = error.naming(columnsOf: request.plan.readings)
    let option = predicate == nil ? request.fetch.option(of: error) : nil
    guard let row else { return request.format.report(error, console, json: isJSON, option: option) }
    let what = predicate == nil ? "a property has no value for" : "the predicate cannot be evaluated on"
    if !isJSON { console.report("\(rows.position(of: row)): \(what) this row") }
    var operands = OperandFinder(error.diagnostics.first?.range ?? .none)
    var read = operands
    if let predicate {
      operands.walk(request.predicate.substituting(request.variables))
      read.walk(predicate.substituting(request.variables))
    } else {
      for property in request.fetch.properties(of: error) {
        operands.walk(property.expression)
        var plan = request.plan
        read.walk(request.hasCells ? plan.rewrite(property.expression) : property.expression)
      }
    }
    let value = rows.value(of: row)
    let keys = rows.notesOnKeys(of: row, in: request.predicate.source)
    let notes = operands.notes(on: value, read: read, rules: predicate == nil ? nil : request.predicate.useRules)
    let isText = value == .string(String(decoding: rows.source(of: row), as: UTF8.self))
    let remedy =
      isText && error.diagnostics.first?.code == .unknownKey
      ? "each row is a line of text; --type jsonl, csv or tsv reads the lines as records"
      : Self.remedy
    request.format.report(
      error.noting(notes + keys + [remedy]), console, json: isJSON, position: rows.jsonPosition(of: row), option: option
    )
  }
}
