import CommandSupport
import PredcheckSupport
import PredicateFetching
import PredicateInput
import PredicateSQL
import PredicateSQLite
import PredicateSemantics
import PredicateSyntax

/// A query for the objects of a model's entity, from the command line of `sql`, or of another command with a database.
struct ModelRequest {
  let translator: SQLTranslator
  /// The predicate, with its arguments and variables bound.
  let predicate: FormatPredicate

  let format: FormatRequest
  private let call: Call
  private let console: Console

  init(
    _ call: Call, _ console: Console, _ dialect: DatabaseDialect, with options: FetchOptions? = nil
  ) throws(CommandStop) {
    self.call = call
    self.console = console
    var format = try usage(FormatRequest(call))
    let database = try usage(call.text(.database))
    let (model, entity): ModelEntity
    if let database, !call.has(.model) {
      (model, entity) = try ModelInput.made(from: database, usage(call.text(.entity)), console, call.command)
    } else {
      let path = try usage(call.requiredText(.model))
      entity = try usage(call.requiredText(.entity))
      model = try reading(ModelInput.read(path, database: database, console))
      try ModelInput.expect(entity, among: model.entities.map(\.name), call.command)
    }
    try format.readFormat(console)
    self.format = format
    // A format of `repl` need not use all variables.
    let otherVariables = call.command == .repl ? nil : options?.variables ?? []
    predicate = try format.predicate(
      console, json: call.isJSON, of: (model, entity), otherVariables: otherVariables
    ).substituting(format.variables)
    do {
      try predicate.checkPatterns()
      translator = try SQLTranslator(dialect, model: model, entity: entity, allowsResidual: call.has(.residual))
      let ofText = predicate.findings()
      let warnings = try predicate.check(against: model, entity: entity).filter { !ofText.contains($0) }
      format.report(FormatError(warnings, source: predicate.source), console, json: false)
      // A statement that is printed has its notes.
      if database != nil, warnings.isEmpty, ofText.isEmpty, let notes = try? translator.select(where: predicate).notes,
        let note = notes.first(where: { $0.kind == .never })
      {
        let position = note.range.position(in: predicate.source)
        console.report("format:\(position.line):\(position.column): note[never]: \(note.message)")
      }
    } catch { throw format.ended(by: error, console, json: call.isJSON) }
  }

  /// Returns the error for the name of an entity that a model does not have.
  static func unknownEntity(_ name: String, among names: [String], _ command: Command) -> UsageError {
    let hint = suggestion(for: name, among: names)
    let known = hint.isEmpty ? "; it has \(names.prefix(20).joined(separator: ", "))" : hint
    return UsageError("the model has no entity '\(name)'\(known)", command)
  }

  /// Returns the SELECT of values of the matching objects, or of their primary keys. Reports the translator's findings
  /// and then throws an exit status.
  func select(_ keys: [String]? = nil) throws(CommandStop) -> TranslatedStatement {
    do { return try translator.select(keys, where: predicate) } catch { throw reported(error) }
  }

  /// Returns the fetch request for the matching objects.
  func request(_ options: FetchOptions) -> PredicateFetchRequest {
    options.request.substituting(format.variables).matching(predicate).with { $0.entity = translator.entity.name }
  }

  /// Returns the translation of the fetch request.
  func translated(_ options: FetchOptions) throws(CommandStop) -> SQLFetch {
    let request = request(options)
    let result: SQLFetchResult = call.has(.count) ? .count : request.makesRows ? .rows : .identifiers
    do { return try translator.fetch(request, result) } catch { throw reported(error, options) }
  }

  /// Opens the database, and checks the forms of its values.
  func store() throws(CommandStop) -> SQLiteStore {
    try withConnection { connection in
      try connection.checkForms(of: translator.model, rows: SQLiteStore.checkedRows)
      return SQLiteStore(connection, model: translator.model)
    }
  }

  /// Returns the database's result for the fetch request.
  func fetched<Answer>(
    _ options: FetchOptions, _ fetch: (SQLiteStore, PredicateFetchRequest) throws -> Answer
  ) throws(CommandStop) -> Answer {
    try withConnection(options) { try fetch(SQLiteStore($0, model: translator.model), request(options)) }
  }

  /// Prints the number of objects or rows that the fetch request has in the database.
  func printCount(_ options: FetchOptions) throws(CommandStop) -> ExitCode {
    let count = try fetched(options) { try $0.fetchCount($1) }
    RowPrinter.print(count: count, call, console)
    return .fine
  }

  /// The maximum memory for SQLite, in bytes.
  static let mostMemory = 256 << 20

  /// Calls a closure with a connection to the database, and reports its errors. The connection is read-only, and has limited memory
  /// because the contents of the database are untrusted.
  ///
  /// - Parameter options: The options of the fetch, if the findings of an error may refer to them.
  private func withConnection<Result>(
    _ options: FetchOptions? = nil, _ body: (SQLiteDatabaseConnection) throws -> Result
  ) throws(CommandStop) -> Result {
    let path = try usage(call.requiredText(.database))
    do {
      let connection = try SQLiteDatabaseConnection(.readOnly(path))
      connection.library.limitMemory(to: Self.mostMemory)
      return try body(connection)
    } catch let error as FormatError {
      throw reported(error, options)
    } catch {
      throw .input(Self.inputError(error, of: path))
    }
  }

  /// Returns the error for a database error, without repeating the path in the reason.
  static func inputError(_ error: any Error, of path: String) -> InputError {
    var reason = "\(error)"
    if let error = error as? SQLiteDatabaseError, error.reason == .outOfMemory {
      reason = "SQLite needs more than its limit of \(mostMemory >> 20) MB of memory: \(reason)"
    }
    let mark = "'\(path.cleaned)': "
    return InputError(path, report: reason.hasPrefix(mark) ? String(reason.dropFirst(mark.count)) : reason)
  }

  /// Reports the findings of a request, and returns the end of the command.
  func reported(_ error: FormatError, _ options: FetchOptions? = nil) -> CommandStop {
    format.ended(by: error, console, json: call.isJSON, option: options?.option(of: error))
  }

  /// Returns SQLite's plan of a statement, one line for each step. A step that is part of another one is indented below it.
  func plan(of statement: TranslatedStatement) throws(CommandStop) -> [String] {
    try withConnection { connection in
      let rows = try connection.rows(of: "EXPLAIN QUERY PLAN " + statement.text, statement.parameters)
      var lines: [String] = []
      var depths: [FormatValue: Int] = [:]
      while let row = try rows.next() {
        // The columns are the step, the step that it is a part of, one that is not used, and the description.
        if row.count == 4, case .string(let text) = row[3] {
          let depth = depths[row[1]].map { $0 + 1 } ?? 0
          depths[row[0]] = depth
          lines.append(String(repeating: "  ", count: depth) + text)
        }
      }
      return lines
    }
  }

  /// Calls `body`, which prints, with each row that a statement finds, and returns the number of rows. If not all rows can be
  /// read, nothing is printed.
  func forEachRow(of statement: TranslatedStatement, _ body: ([FormatValue]) -> Void) throws(CommandStop) -> Int {
    try withConnection { connection in
      console.output.hold()
      defer { console.output.drop() }
      return try connection.withCommonBudget(predicate.limits, source: predicate.writtenText) {
        try connection.checkForms(of: translator.model, rows: SQLiteStore.checkedRows)
        let rows = try connection.rows(of: statement)
        var count = 0
        while let row = try rows.next() {
          count += 1
          body(row)
        }
        console.output.release()
        return count
      }
    }
  }
}
