import PredicateInput
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
      summary: "parse expressions, not predicates"),
    Flag(
      name: .profile, value: "NAME-or-FILE", commands: [.check, .eval, .sql],
      summary: "reject formats that use more than this profile permits"),
    Flag(
      name: .keys, value: "KEY,…", commands: [.check, .eval, .sql],
      summary: "the key paths that the profile permits, instead of its own"),
    Flag(
      name: .data, value: "FILE", commands: [.eval],
      summary: "the file with the rows; - is standard input"),
    Flag(
      name: .type, value: "TYPE", allowed: RowKind.allCases.map(\.rawValue), commands: [.eval],
      summary: "the type of the file, if its name does not show it"),
    Flag(
      name: .model, value: "FILE", commands: [.sql, .eval],
      summary: "the data model: entities with their tables and columns"),
    Flag(
      name: .entity, value: "NAME", commands: [.sql, .eval],
      summary: "the entity of SELF in the model"),
    Flag(
      name: .dialect, value: "NAME", allowed: SQLDialect.all.map(\.name), commands: [.sql],
      summary: "the SQL dialect"),
    Flag(
      name: .residual, commands: [.sql],
      summary: "leave what the dialect cannot express to a predicate on the rows found"),
    Flag(
      name: .database, value: "FILE", commands: [.sql, .eval],
      summary: "the SQLite database to query"),
    Flag(
      name: .arg, value: "VALUE", repeats: true, commands: [.sql, .eval],
      summary: "the value of the next conversion (%@, %K, %d, …)"),
    Flag(
      name: .var, value: "NAME=VALUE", repeats: true, commands: [.sql, .eval],
      summary: "the value of the variable $NAME"),
    Flag(
      name: .sort, value: "KEY[:desc][:ci]", repeats: true, commands: [.sql, .eval],
      summary: "sort by a key; modifiers: asc or desc, ci or localized"),
    Flag(
      name: .offset, value: "N", commands: [.sql, .eval],
      summary: "skip the first N rows"),
    Flag(
      name: .limit, value: "N", commands: [.sql, .eval],
      summary: "print at most N rows"),
    Flag(
      name: .select, value: "[NAME=]PROPERTY", repeats: true, commands: [.sql, .eval],
      summary: "print a key or an expression, such as average:(length)"),
    Flag(
      name: .groupBy, value: "KEY", repeats: true, commands: [.sql, .eval],
      summary: "print one row for each group of rows with equal values"),
    Flag(
      name: .having, value: "FORMAT", commands: [.sql, .eval],
      summary: "print only the groups that match"),
    Flag(
      name: .distinct, commands: [.sql, .eval],
      summary: "print equal rows of --select only once"),
    Flag(
      name: .count, commands: [.eval],
      summary: "print only the number of matching rows"),
    Flag(
      name: .explain, commands: [.eval],
      summary: "show the value of each part of the predicate, for the first rows"),
    Flag(
      name: .onFault, value: "WHAT", allowed: ["throw", "nil"], commands: [.eval],
      summary: "report a value that cannot be computed, or treat it as nil"),
    Flag(
      name: .ignoreUnknown, commands: [.test],
      summary: "ignore unknown fields of cases"),
    Flag(
      name: .files, value: "FOLDER", commands: [.test],
      summary: "let cases name files below this folder, not only below their own"),
    Flag(
      name: .json, commands: Command.allCases,
      summary: "print one JSON object per line"),
    Flag(
      name: .help, letter: UInt8(ascii: "h"), commands: Command.allCases,
      summary: "print this help"),
  ]

  static func named(_ name: String) -> Flag? { table.first { $0.name.rawValue == name } }
}
