import CommandSupport
import Foundation
import PredcheckSupport
import PredicateInput
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// `predcheck sql`: prints the SELECT statement of a predicate, or its result in a database.
struct SQLCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    let dialect = try self.dialect()
    let options = try FetchOptions(call, console)
    let isFetch = options.areUsed || call.has(.count)
    if isFetch, call.has(.residual) {
      throw .usage(UsageError("--residual cannot be combined with --sort and similar options", .sql))
    }
    let request = try ModelRequest(call, console, dialect, with: options)
    if isFetch { return try printFetch(options, request) }
    let statement = try request.select()
    if runsStatement {
      // The columns of the row are those of the primary key.
      _ = try request.forEachRow(of: statement) { print($0.count == 1 ? $0[0] : .list($0)) }
      return .fine
    }
    return try printStatement(statement, remainder: nil, request)
  }

  /// Whether the statement is run, and not printed.
  private var runsStatement: Bool { call.has(.database) && !call.has(.explainPlan) }

  /// Prints a statement, with its plan if there is a database. `remainder` is the rest of the request, as JSON.
  private func printStatement(
    _ statement: TranslatedStatement, remainder: String?, _ request: ModelRequest
  ) throws(CommandStop) -> ExitCode {
    let session = request.translator.dialect.table.sessionSettings.compactMap(\.statement)
    let plan = call.has(.explainPlan) ? try request.plan(of: statement) : nil
    let layout = try usage(call.text(.layout))
    let isInLines = layout.map { $0 == "lines" } ?? (console.isTerminal && !call.isJSON)
    var printed = statement
    do {
      printed.text = try statement.text(
        of: request.translator.dialect, inLines: isInLines, withLiterals: call.has(.inline))
    } catch { throw request.reported(error) }
    if call.has(.inline) { printed.parameters = [] }
    let text =
      call.isJSON
      ? printed.json(remainder, plan, session, source: request.predicate.source)
      : printed.commented(remainder, plan, session, console)
    console.output.write(text + "\n")
    return .fine
  }

  private func dialect() throws(CommandStop) -> DatabaseDialect {
    if call.has(.explainPlan), !call.has(.database) {
      throw .usage(UsageError("--explain needs --database FILE", .sql))
    }
    if runsStatement {
      let reason = "needs --explain if there is --database: without it no statement is printed"
      try usage(call.refuse([.layout, .inline], reason))
    }
    guard let name = try usage(call.text(.dialect)) else {
      if call.has(.database) { return try usage(dialectOfDatabase(.sqlite)) }
      let names = DatabaseDialect.all.map(\.name).joined(separator: ", ")
      throw .usage(UsageError("expected --dialect NAME: \(names), or a file", .sql))
    }
    let dialect = if let known = DatabaseDialect.named(name) { known } else { try dialectFile(name) }
    return call.has(.database) ? try usage(dialectOfDatabase(dialect)) : dialect
  }

  /// Reads a dialect from a file (Grammar/Guides/AddingADialect.md).
  private func dialectFile(_ name: String) throws(CommandStop) -> DatabaseDialect {
    if !name.contains("/"), !name.contains("."), !FileManager.default.fileExists(atPath: name) {
      let known = DatabaseDialect.all.map(\.name)
      throw .usage(
        UsageError(
          "--dialect: '\(name.cleaned)' is not a file or one of \(known.joined(separator: ", "))"
            + suggestion(for: name, among: known), .sql))
    }
    return try reading(readJSON(readRegularFile(name), name: name, DatabaseDialect.init))
  }

  private func dialectOfDatabase(_ dialect: DatabaseDialect) throws(UsageError) -> DatabaseDialect {
    guard dialect == .sqlite else {
      throw UsageError("--database needs the dialect sqlite, found \(dialect.name)", .sql)
    }
    guard !call.has(.residual) else {
      throw UsageError("--residual cannot be combined with --database: it may find rows that do not match", .sql)
    }
    return dialect
  }

  /// Prints a request's statement and the remainder to do in memory, or the database's result.
  private func printFetch(_ options: FetchOptions, _ request: ModelRequest) throws(CommandStop) -> ExitCode {
    guard runsStatement else {
      let fetch = try request.translated(options)
      let remainder = try fetch.remainder.map { request throws(CommandStop) in try json(request) }
      return try printStatement(fetch.statement, remainder: remainder, request)
    }
    if call.has(.count) { return try request.printCount(options) }
    if options.request.makesRows {
      let rows = try request.fetched(options) { try $0.queryAttributes($1) }
      var printer = RowPrinter(call, console, columns: options.columns)
      printer.print(rows)
      return .fine
    }
    for identifier in try request.fetched(options, { try $0.fetchIdentifiers($1) }) { print(identifier) }
    return .fine
  }

  /// Returns a request as one line of JSON, in the form that Grammar/Guides/FetchRequests.md describes.
  private func json(_ request: PredicateFetchRequest) throws(CommandStop) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return String(decoding: try encoder.encode(request), as: UTF8.self) } catch {
      throw .input(InputError("the rest of the request", "\(error)"))
    }
  }

  /// Prints an identifier. Strings and UUIDs have no quotes unless the output is JSON.
  private func print(_ identifier: FormatValue) {
    let id = String(json: identifier)
    if call.isJSON {
      console.output.write(String.jsonObject([("id", id)]) + "\n")
    } else if case .string(let text) = identifier {
      console.output.write(text + "\n")
    } else if case .uuid(let uuid) = identifier {
      console.output.write(uuid.text + "\n")
    } else {
      console.output.write(id + "\n")
    }
  }
}

extension TranslatedStatement {
  /// Returns the object that `sql --json` prints. `session` are the statements that set the session, and `remainder` is the rest
  /// of the request, as JSON.
  fileprivate func json(_ remainder: String?, _ plan: [String]?, _ session: [String], source: String) -> String {
    var fields: [(key: String, json: String)] = [
      ("sql", String.jsonString(text)),
      ("parameters", String.jsonArray(parameters.map(\.json))),
      ("residual", residual.map { String.jsonString($0.losslessFormat) } ?? "null"),
      ("notes", String.jsonArray(notes.map { $0.json(in: source) })),
    ]
    let functions = requiredFunctions.map(String.jsonString)
    if !functions.isEmpty { fields.append(("functions", String.jsonArray(functions))) }
    if !session.isEmpty { fields.append(("session", String.jsonArray(session.map(String.jsonString)))) }
    if let remainder { fields.append(("remainder", remainder)) }
    if let plan { fields.append(("plan", String.jsonArray(plan.map(String.jsonString)))) }
    return String.jsonObject(fields)
  }

  /// Returns the statement, followed by its session settings, required functions, parameters, remainder, notes and plan as SQL comments.
  fileprivate func commented(
    _ remainder: String?, _ plan: [String]?, _ session: [String], _ console: Console
  ) -> String {
    var lines: [String] = []
    for setting in session { lines.append("session: \(setting.onOneLine)") }
    if !requiredFunctions.isEmpty {
      lines.append("functions of PredicateSQLite: \(requiredFunctions.joined(separator: ", "))")
    }
    for (index, parameter) in parameters.enumerated() {
      let kind = parameter.kind.rawValue + (parameter.isList ? " list" : "")
      lines.append("\(index + 1): \(kind) \(String(json: parameter.value))")
    }
    if let residual { lines.append("residual: \(residual.losslessFormat.onOneLine)") }
    if let remainder { lines.append("remainder: \(remainder)") }
    for note in notes { lines.append("note[\(note.kind.rawValue)]: \(note.message.onOneLine)") }
    for step in plan ?? [] { lines.append("plan: \(step.onOneLine)") }
    // No line end is within a line, and the color is inside the comment, so that the text remains SQL.
    return text + lines.map { "\n-- " + console.painted($0, "2") }.joined()
  }
}

extension SQLParameter {
  /// The type and the value, which is an array if the parameter is a list.
  fileprivate var json: String {
    String.jsonObject([("type", String.jsonString(kind.rawValue)), ("value", String(json: value))])
  }
}

extension SQLNote {
  fileprivate func json(in source: String) -> String {
    let position = range.position(in: source)
    return String.jsonObject([
      ("kind", String.jsonString(kind.rawValue)), ("message", String.jsonString(message)),
      ("start", "\(range.start)"), ("end", "\(range.end)"),
      ("line", "\(position.line)"), ("column", "\(position.column)"),
    ])
  }
}
