import PredicateCases
import PredicateSQL

/// A command-line option. Parsing, help and suggestions all read the table.
struct Flag: Sendable {
  /// The long name, without dashes.
  enum Name: String, CaseIterable, Sendable {
    case help, json, expression, data, type, arg, `var`, count, explain
    case onFault = "on-fault", profile, model, entity, dialect, residual, database
    case keys, sort, limit, offset, select, groupBy = "group-by", having, distinct
    case ignoreUnknown = "ignore-unknown", files
  }

  var name: Name
  /// The letter of the short form, or nil if there is none.
  var letter: UInt8?
  /// The placeholder for the value in the help, or nil if the option takes no value.
  var value: String?
  /// The permitted values, or an empty array if any value is.
  var allowed: [String] = []
  /// Whether the option may be repeated.
  var repeats = false
  /// The commands that take the option.
  var commands: [Command]
  /// A one-line description.
  var summary: String

  /// The option as written: `--name`.
  var spelling: String { "--\(name.rawValue)" }

  static let table: [Flag] = [
    Flag(
      name: .expression, commands: [.check, .tree],
      summary: "the texts are expressions, not predicates"),
    Flag(
      name: .profile, value: "NAME-or-FILE", commands: [.check, .eval, .sql],
      summary: "what the formats may use, and nothing else"),
    Flag(
      name: .keys, value: "KEY,…", commands: [.check, .eval, .sql],
      summary: "the key paths that the profile permits, in place of its own"),
    Flag(
      name: .data, value: "FILE", commands: [.eval],
      summary: "the file of rows; - is standard input"),
    Flag(
      name: .type, value: "TYPE", allowed: RowKind.allCases.map(\.rawValue), commands: [.eval],
      summary: "how the rows are written, where the name does not tell"),
    Flag(
      name: .model, value: "FILE", commands: [.sql, .eval],
      summary: "the data model: entities, and the tables and columns that keep them"),
    Flag(
      name: .entity, value: "NAME", commands: [.sql, .eval],
      summary: "the entity of the model that SELF is"),
    Flag(
      name: .dialect, value: "NAME", allowed: SQLDialect.all.map(\.name), commands: [.sql],
      summary: "the SQL to write"),
    Flag(
      name: .residual, commands: [.sql],
      summary: "leave what the dialect cannot say to a predicate over the rows found"),
    Flag(
      name: .database, value: "FILE", commands: [.sql, .eval],
      summary: "a database of SQLite to ask"),
    Flag(
      name: .arg, value: "VALUE", repeats: true, commands: [.sql, .eval],
      summary: "the value of the next conversion (%@, %K, %d, …)"),
    Flag(
      name: .var, value: "NAME=VALUE", repeats: true, commands: [.sql, .eval],
      summary: "the value of the variable $NAME"),
    Flag(
      name: .sort, value: "KEY[:desc][:ci]", repeats: true, commands: [.sql, .eval],
      summary: "the order: a key, and asc or desc, ci or localized"),
    Flag(
      name: .offset, value: "N", commands: [.sql, .eval],
      summary: "leave out the first N rows"),
    Flag(
      name: .limit, value: "N", commands: [.sql, .eval],
      summary: "print at most N rows"),
    Flag(
      name: .select, value: "[NAME=]PROPERTY", repeats: true, commands: [.sql, .eval],
      summary: "make a row of a key or an expression, such as average:(length)"),
    Flag(
      name: .groupBy, value: "KEY", repeats: true, commands: [.sql, .eval],
      summary: "make a row of each group of rows with an equal value"),
    Flag(
      name: .having, value: "FORMAT", commands: [.sql, .eval],
      summary: "which groups to print"),
    Flag(
      name: .distinct, commands: [.sql, .eval],
      summary: "of equal rows that --select makes print one"),
    Flag(
      name: .count, commands: [.eval],
      summary: "print only how many rows match"),
    Flag(
      name: .explain, commands: [.eval],
      summary: "show the value at each part of the predicate, for the first rows"),
    Flag(
      name: .onFault, value: "WHAT", allowed: ["throw", "nil"], commands: [.eval],
      summary: "what becomes of a value that cannot be computed: a fault or nil"),
    Flag(
      name: .ignoreUnknown, commands: [.test],
      summary: "cases may have fields that are not those of a case"),
    Flag(
      name: .files, value: "FOLDER", commands: [.test],
      summary: "cases may name the files below this folder, and not only those below their own"),
    Flag(
      name: .json, commands: Command.allCases,
      summary: "print one JSON object a line"),
    Flag(
      name: .help, letter: UInt8(ascii: "h"), commands: Command.allCases,
      summary: "print this help"),
  ]

  static func named(_ name: String) -> Flag? { table.first { $0.name.rawValue == name } }
}
