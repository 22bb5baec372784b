import PredicateCases
import PredicateModel
import PredicateSQL
import PredicateSyntax

/// `predcheck sql`: prints the SELECT of a predicate, or what it finds in a database.
struct SQLCommand {
  private let call: Invocation
  private let console: Console

  init(_ call: Invocation, _ console: Console) {
    self.call = call
    self.console = console
  }

  func run() throws(CommandStop) -> ExitCode {
    let dialect: SQLDialect
    do { dialect = try self.dialect() } catch { throw .usage(error) }
    let request = try ModelRequest(call, console, dialect)
    let statement = try request.translated { translator, predicate throws(FormatError) in
      try translator.select(where: predicate)
    }
    if call.has(.database) { return try printIdentifiers(statement, request) }
    console.output.write((call.has(.json) ? statement.json : statement.commented) + "\n")
    return .fine
  }

  private func dialect() throws(UsageError) -> SQLDialect {
    guard let name = try call.text(.dialect) else {
      if call.has(.database) { return try dialectOfDatabase(.sqlite) }
      throw UsageError("expected --dialect NAME: \(SQLDialect.all.map(\.name).joined(separator: ", "))", .sql)
    }
    // The table of flags lets only these through.
    let dialect = SQLDialect.named(name) ?? .sqlite
    return call.has(.database) ? try dialectOfDatabase(dialect) : dialect
  }

  private func dialectOfDatabase(_ dialect: SQLDialect) throws(UsageError) -> SQLDialect {
    guard dialect == .sqlite else {
      throw UsageError("--database is a database of SQLite, not of \(dialect.name)", .sql)
    }
    guard !call.has(.residual) else {
      throw UsageError("--residual may leave rows that do not match; it does not go with --database", .sql)
    }
    return dialect
  }

  private func printIdentifiers(_ statement: SQLStatement, _ request: ModelRequest) throws(CommandStop) -> ExitCode {
    let isJSON = call.has(.json)
    let count = try request.forEachRow(of: statement) { row in
      let id = JSONWriter.text(row.first ?? .null)
      // On lines of their own strings stay as they are.
      if isJSON {
        console.output.write(JSONWriter.object([("id", id)]) + "\n")
      } else if case .string(let text)? = row.first {
        console.output.write(text + "\n")
      } else if case .uuid(let uuid)? = row.first {
        console.output.write(uuid.text + "\n")
      } else {
        console.output.write(id + "\n")
      }
    }
    return count == 0 ? .no : .fine
  }
}

extension SQLStatement {
  /// The object of `sql --json`.
  fileprivate var json: String {
    JSONWriter.object([
      ("sql", JSONWriter.quoted(text)),
      ("parameters", JSONWriter.array(parameters.map { JSONWriter.text($0.value) })),
      ("residual", residual.map { JSONWriter.quoted($0.losslessFormat) } ?? "null"),
      ("notes", JSONWriter.array(notes.map(\.json))),
    ])
  }

  /// The statement, and all else as comments under it.
  fileprivate var commented: String {
    var lines = [text]
    for (index, parameter) in parameters.enumerated() {
      let kind = parameter.kind.rawValue + (parameter.isList ? " list" : "")
      lines.append("-- \(index + 1): \(kind) \(JSONWriter.text(parameter.value))")
    }
    if let residual { lines.append("-- residual: \(Self.onOneLine(residual.losslessFormat))") }
    for note in notes { lines.append("-- note[\(note.kind.rawValue)]: \(Self.onOneLine(note.message))") }
    return lines.joined(separator: "\n")
  }

  /// A line end would end the comment; a text that has one is written as JSON writes it.
  private static func onOneLine(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && !$0.properties.isPatternWhitespace || $0 == " "
    }
    return isPlain ? text : JSONWriter.quoted(text)
  }
}

extension SQLNote {
  fileprivate var json: String {
    JSONWriter.object([
      ("kind", JSONWriter.quoted(kind.rawValue)), ("message", JSONWriter.quoted(message)),
      ("start", "\(range.start)"), ("end", "\(range.end)"),
    ])
  }
}
