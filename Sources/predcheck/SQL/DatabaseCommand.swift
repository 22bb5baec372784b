import CommandSupport
import PredicateInput
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax

/// `predcheck eval` with a database: prints each matching object as a JSON object of its attributes.
struct DatabaseCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    for flag in [Flag.data, .type] where call.has(flag) {
      throw .usage(UsageError("\(flag.spelling) cannot be combined with --database", .eval))
    }
    do throws(UsageError) {
      if try call.text(.onError) == "throw" {
        throw UsageError("--on-error throw needs --data; in a database, a value that cannot be computed is nil", .eval)
      }
    } catch { throw .usage(error) }
    let options = try FetchOptions(call, console)
    let request = try ModelRequest(call, console, .sqlite)
    return options.areUsed || call.has(.count) ? try printFetch(options, request) : try printObjects(request)
  }

  private func printObjects(_ request: ModelRequest) throws(CommandStop) -> ExitCode {
    let keys = request.translator.entity.attributes.map(\.name)
    let statement = try request.translated { translator, predicate throws(FormatError) in
      // An entity without attributes selects only its primary key.
      try translator.select(keys.isEmpty ? nil : keys, where: predicate)
    }
    let names = keys.isEmpty ? statement.columns.map(\.name) : keys
    let count = try request.forEachRow(of: statement) { row in
      print(Array(zip(names, row)))
    }
    return count == 0 ? .no : .fine
  }

  // MARK: Counts, sort keys, pages, properties and groups

  private func printFetch(_ options: FetchOptions, _ request: ModelRequest) throws(CommandStop) -> ExitCode {
    if call.has(.count) { return try request.printCount(options) }
    if options.request.makesRows {
      let rows = try request.fetched(options) { try $0.queryAttributes($1) }
      for row in rows { console.output.write(options.line(of: row, json: call.has(.json)) + "\n") }
      return rows.isEmpty ? .no : .fine
    }
    let keys = request.translator.entity.attributes.map(\.name)
    let objects = try request.fetched(options) { try $0.fetchAll($1) }
    for object in objects {
      let values = keys.isEmpty ? [("id", object.identifier)] : keys.map { ($0, object[$0]) }
      print(values)
    }
    return objects.isEmpty ? .no : .fine
  }

  /// Prints an object as a JSON object of its attributes.
  private func print(_ values: [(String, FormatValue)]) {
    let object = JSONWriter.object(values.map { (key: $0, json: JSONWriter.text($1)) })
    console.output.write((call.has(.json) ? JSONWriter.object([("value", object)]) : object) + "\n")
  }
}
