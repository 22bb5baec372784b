import CommandSupport
import PredcheckSupport
import PredicateEvaluation
import PredicateInput
import PredicateSQL
import PredicateSQLite
import PredicateSemantics
import PredicateSyntax

/// `predcheck why`: explains why rows match a format string or do not.
struct WhyCommand {
  let call: Call
  let console: Console

  /// The maximum number of rows that one `--row FORMAT` shows.
  private static let maximumRows = 3

  func run() throws(CommandStop) -> ExitCode {
    if try FetchOptions(call, console).areUsed || call.has(.count) {
      throw .usage(
        UsageError("--why cannot be combined with --sort, --select, --count and similar options", call.command))
    }
    if call.form == .csv || call.form == .table {
      throw .usage(UsageError("--why cannot be combined with --output \(call.form.rawValue)", call.command))
    }
    let path = try call.outputPath(.html)
    var (format, predicate, rows) = try call.has(.database) ? database() : files()
    rows.limits = predicate.limits
    let answer: WhyAnswer
    do { answer = try WhyAnswer(predicate, of: rows) } catch {
      throw format.ended(by: error, console, json: call.isJSON)
    }
    let explained = try self.rows(of: rows, answer.total).map { Explanation(of: predicate, on: $0, of: rows) }
    if let path { try WebPage(answer, explained, source: predicate.source).write(to: path, console) }
    if call.isJSON {
      console.output.write(answer.json(explained, of: predicate, cells: (rows as? RowsOfFiles)?.cellWarnings) + "\n")
    } else {
      console.output.write(WhyText(answer, explained, source: predicate.source, on: console).text)
    }
    return answer.root.tally.matching == 0 ? .no : .fine
  }

  // MARK: The rows

  private func files() throws(CommandStop) -> (FormatRequest, FormatPredicate, any WhyRows) {
    var format = try usage(FormatRequest(call, hasFiles: true))
    let input = try usage(RowInput(call, with: format))
    try format.readFormat(console)
    var stream = try input.stream(console)
    let predicate = try format.predicate(console, json: call.isJSON, otherVariables: []).substituting(format.variables)
    let table = try reading(stream.all())
    RowInput.reportSkipped(stream.skipped, console)
    // Reports the errors that no row can change, such as a variable without a value.
    do { _ = try CompiledPredicate(predicate, for: FormatValue.self) } catch {
      throw format.ended(by: error, console, json: call.isJSON)
    }
    let rows = RowsOfFiles(table: table, onError: input.onError, progress: console.progress)
    rows.prepare(for: predicate)
    rows.cellWarnings.report(console)
    return (format, predicate, rows)
  }

  private func database() throws(CommandStop) -> (FormatRequest, FormatPredicate, any WhyRows) {
    try usage(call.refuse([.data] + RowInput.fileOptions, "cannot be combined with --database"))
    let request = try ModelRequest(call, console, .sqlite)
    // Reports the errors of a predicate that does not fit the model or has no translation.
    _ = try request.select()
    let rows = RowsOfDatabase(
      store: try request.store(), entity: request.translator.entity, progress: console.progress)
    return (request.format, request.predicate, rows)
  }

  /// Returns the rows that `--row` names.
  private func rows(of rows: any WhyRows, _ total: Int) throws(CommandStop) -> [WhyRow] {
    var found: [WhyRow] = []
    for bytes in call.values(.row) {
      let text = try usage(Call.text(bytes, what: "the value of --row", call.command))
      if let number = Int(text) {
        guard number >= 0, number < total else {
          throw .usage(
            UsageError("--row \(number): the rows are counted from 0, and there are \(total)", call.command))
        }
        found += rows.rows(matching: FormatPredicate(true), skipping: number, limit: 1)
      } else {
        let (predicate, warnings) = try FetchOptions.parsed(text, of: .row, call, console) { text throws(FormatError) in
          let predicate = try FormatPredicate(text)
          return (predicate, try rows.warnings(of: predicate))
        }
        for warning in warnings { console.report(warning, in: text, name: Flag.row.spelling) }
        let some = rows.rows(matching: predicate, skipping: 0, limit: Self.maximumRows)
        if some.isEmpty { console.report("warning: no row matches \(Flag.row.spelling) \(predicate.format)") }
        found += some
      }
    }
    return found
  }
}

extension WhyAnswer {
  /// The answer as one line of JSON.
  ///
  /// - Parameter cells: The warnings about cells of CSV files.
  func json(_ explained: [Explanation], of predicate: FormatPredicate, cells: CellWarnings?) -> String {
    let warnings = predicate.findings().filter { $0.severity == .warning } + self.warnings
    var fields: [(key: String, json: String)] = [
      ("rows", "\(total)"), ("matching", "\(root.tally.matching)"), ("parts", root.json),
      ("warnings", String.jsonArray(warnings.map { $0.json(in: predicate.source) })),
      ("near", String.jsonArray(near.map(\.json))),
      ("changes", String.jsonArray(changes.map(\.json))),
    ]
    if let cells, !cells.texts.isEmpty {
      fields.append(("cells", String.jsonArray(cells.texts.map(String.jsonString))))
    }
    if !explained.isEmpty {
      let rows = explained.map { explanation in
        String.jsonObject(explanation.row.fields + [("parts", String.jsonArray(explanation.nodes.map(\.json)))])
      }
      fields.append(("explained", String.jsonArray(rows)))
    }
    return String.jsonObject(fields)
  }
}

extension WhyAnswer.Part {
  fileprivate var json: String {
    var fields: [(key: String, json: String)] = [
      ("format", String.jsonString(predicate.format)), ("matching", "\(tally.matching)"),
    ]
    if let left { fields.append(("left", "\(left)")) }
    if tally.failing > 0 { fields.append(("failing", "\(tally.failing)")) }
    if !reasons.isEmpty { fields.append(("reasons", String.jsonArray(reasons.map(String.jsonString)))) }
    if !parts.isEmpty { fields.append(("parts", String.jsonArray(parts.map(\.json)))) }
    if omitted > 0 { fields.append(("omitted", "\(omitted)")) }
    return String.jsonObject(fields)
  }
}

extension WhyAnswer.NearRows {
  fileprivate var json: String {
    let shown = zip(rows, operands).map { row, operands in
      String.jsonObject(row.fields + [("operands", String.jsonArray(operands.map(\.json)))])
    }
    return String.jsonObject([
      ("fails", String.jsonString(part.format)), ("count", "\(count)"), ("first", String.jsonArray(shown)),
    ])
  }
}

extension Change {
  fileprivate var json: String {
    String.jsonObject([
      ("format", String.jsonString(part.format)), ("effect", String.jsonString(effect)), ("matching", "\(count)"),
    ])
  }
}
