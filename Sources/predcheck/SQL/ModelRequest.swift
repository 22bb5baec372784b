import PredicateCases
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax

/// A question about the objects of a model's entity: what `sql`, and `eval` on a database, take from a call.
struct ModelRequest {
  let translator: SQLTranslator
  /// The predicate, with its arguments and variables.
  let predicate: FormatPredicate

  private let format: FormatRequest
  private let call: Invocation
  private let console: Console

  init(_ call: Invocation, _ console: Console, _ dialect: SQLDialect) throws(CommandStop) {
    self.call = call
    self.console = console
    var format: FormatRequest
    let (path, entity): (String, String)
    do {
      format = try FormatRequest(call)
      path = try Self.required(.model, call)
      entity = try Self.required(.entity, call)
    } catch { throw .usage(error) }
    let model: DataModel
    let database: String?
    do { database = try call.text(.database) } catch { throw .usage(error) }
    do { model = try ModelInput.read(path, database: database, console) } catch { throw .input(error) }
    guard model.entity(entity) != nil else {
      let hint = suggestion(for: entity, among: model.entities.map(\.name))
      throw .usage(UsageError("the model has no entity '\(entity)'\(hint)", call.command))
    }
    try format.readFormat(console)
    self.format = format
    predicate = try format.predicate(console, json: call.has(.json)).substituting(format.variables)
    do {
      translator = try SQLTranslator(dialect, model: model, entity: entity, allowsResidual: call.has(.residual))
    } catch {
      format.report(error, console, json: call.has(.json))
      throw .ended(Self.refused(call))
    }
  }

  /// How `sql` and `eval` end where a predicate does not fit the model, or cannot be said in SQL. For `sql` that is an answer
  /// of no; `eval` is to print rows, and cannot, as where a row of a file has no answer.
  private static func refused(_ call: Invocation) -> ExitCode { call.command == .eval ? .unusable : .no }

  private static func required(_ name: Flag.Name, _ call: Invocation) throws(UsageError) -> String {
    if let value = try call.text(name) { return value }
    throw UsageError("expected --\(name.rawValue) \(Flag.named(name.rawValue)?.value ?? "")", call.command)
  }

  /// What the translator makes; its findings are reported, and then the answer is no.
  func translated(
    _ make: (SQLTranslator, FormatPredicate) throws(FormatError) -> SQLStatement
  ) throws(CommandStop) -> SQLStatement {
    do { return try make(translator, predicate) } catch {
      format.report(error, console, json: call.has(.json))
      throw .ended(Self.refused(call))
    }
  }

  /// The request of the options for the objects of which the predicate is true.
  func request(_ options: FetchOptions) -> PredicateFetchRequest {
    options.request.substituting(format.variables).where(predicate).tweaked { $0.entity = translator.entity.name }
  }

  /// The statement of that request.
  func translated(_ options: FetchOptions) throws(CommandStop) -> SQLFetch {
    let request = request(options)
    do { return try translator.fetch(request, request.makesRows ? .rows : .identifiers) } catch {
      throw stop(error, options)
    }
  }

  /// What the database of the call answers to that request.
  func fetched<Answer>(
    _ options: FetchOptions, _ ask: (SQLiteStore, PredicateFetchRequest) throws -> Answer
  ) throws(CommandStop) -> Answer {
    let path: String
    do { path = try Self.required(.database, call) } catch { throw .usage(error) }
    do {
      return try ask(SQLiteStore(Self.connection(path), model: translator.model), request(options))
    } catch let error as FormatError {
      throw stop(error, options)
    } catch {
      throw .input(Self.fault(error, of: path))
    }
  }

  /// The most memory that SQLite may take, in bytes.
  private static let mostMemory = 256 << 20

  /// A database, which a stranger may have made.
  private static func connection(_ path: String) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(.readOnly(path))
    connection.library.limitMemory(to: mostMemory)
    return connection
  }

  /// A fault of a database, which is told with its path once.
  private static func fault(_ error: any Error, of path: String) -> InputFault {
    var reason = "\(error)"
    if let fault = error as? SQLiteFault, fault.reason == .outOfMemory {
      reason = "SQLite may take \(mostMemory >> 20) MB of memory, which are not enough: \(reason)"
    }
    let mark = "'\(path.cleaned)': "
    return InputFault(path, report: reason.hasPrefix(mark) ? String(reason.dropFirst(mark.count)) : reason)
  }

  /// Reports findings about a request. A call that asks what no request can cannot be used.
  private func stop(_ error: FormatError, _ options: FetchOptions) -> CommandStop {
    format.report(options.placed(error), console, json: call.has(.json))
    return .ended(error.diagnostics.contains { $0.code == .invalidRequest } ? .unusable : Self.refused(call))
  }

  /// Calls `body`, which prints, with each row that a statement finds in the database of the call. Where not all can be read,
  /// nothing is printed.
  ///
  /// - Returns: how many rows there were.
  func forEachRow(of statement: SQLStatement, _ body: ([FormatValue]) -> Void) throws(CommandStop) -> Int {
    let path: String
    do { path = try Self.required(.database, call) } catch { throw .usage(error) }
    do {
      let connection = try Self.connection(path)
      console.output.hold()
      defer { console.output.drop() }
      return try connection.asOne(predicate.limits, source: predicate.source) {
        let rows = try connection.rows(of: statement)
        var count = 0
        while let row = try rows.next() {
          count += 1
          body(row)
        }
        console.output.release()
        return count
      }
    } catch let error as FormatError {
      format.report(error, console, json: call.has(.json))
      throw .ended(.unusable)
    } catch {
      throw .input(Self.fault(error, of: path))
    }
  }
}
