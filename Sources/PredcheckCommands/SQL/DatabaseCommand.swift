import CommandSupport
import PredcheckSupport
import PredicateInput
import PredicateSQL
import PredicateSQLite
import PredicateSemantics
import PredicateSyntax

/// `predcheck eval` with a database: prints the attributes of each matching object, or the rows or the number that the options request.
struct DatabaseCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    try usage(call.refuse([.data] + RowInput.formOptions, "cannot be combined with --database"))
    if try usage(call.text(.onError)) == "throw" {
      throw .usage(
        UsageError("--on-error throw needs --data; in a database, a value that cannot be computed is nil", .eval))
    }
    let options = try FetchOptions(call, console)
    let request = try ModelRequest(call, console, .sqlite, with: options)
    return options.areUsed || call.has(.count) ? try printFetch(options, request) : try printObjects(request)
  }

  private func printObjects(_ request: ModelRequest) throws(CommandStop) -> ExitCode {
    let keys = request.translator.entity.attributes.map(\.name)
    // An entity without attributes selects only its primary key.
    let statement = try request.select(keys.isEmpty ? nil : keys)
    let names = keys.isEmpty ? statement.columns.map(\.name) : keys
    var printer = RowPrinter(call, console, columns: names)
    let count = try request.forEachRow(of: statement) { row in printer.print(row) }
    printer.finish()
    return count == 0 ? .no : .fine
  }

  // MARK: Counts, sort keys, pages, properties and groups

  private func printFetch(_ options: FetchOptions, _ request: ModelRequest) throws(CommandStop) -> ExitCode {
    if call.has(.count) { return try request.printCount(options) }
    if options.request.makesRows {
      let rows = try request.fetched(options) { try $0.queryAttributes($1) }
      var printer = RowPrinter(call, console, columns: options.columns)
      printer.print(rows)
      printer.finish()
      return rows.isEmpty ? .no : .fine
    }
    let keys = request.translator.entity.attributes.map(\.name)
    let objects = try request.fetched(options) { try $0.fetchAll($1) }
    var printer = RowPrinter(call, console, columns: keys.isEmpty ? ["id"] : keys)
    for object in objects { printer.print(keys.isEmpty ? [object.identifier] : keys.map { object[$0] }) }
    printer.finish()
    return objects.isEmpty ? .no : .fine
  }
}
