import PredicateSyntax

/// A command-line option. Parsing, help and suggestions all read the table.
struct Flag: Sendable {
  /// The long name, without dashes.
  enum Name: String, CaseIterable, Sendable {
    case store, database, words, help
    case logSQL = "log-sql"
  }

  var name: Name
  /// The placeholder for the value in the help, or nil if the option takes no value.
  var value: String?
  /// The permitted values, or an empty array if any value is.
  var allowed: [String] = []
  /// A one-line description.
  var summary: String

  /// The option as written: `--name`.
  var spelling: String { "--\(name.rawValue)" }

  static let table: [Flag] = [
    Flag(
      name: .store, value: "STORE", allowed: ["memory", "sqlite"],
      summary: "the store of the words; the default is memory"),
    Flag(
      name: .database, value: "FILE",
      summary: "the database of the SQLite store, created if necessary; one made by wordlist loses its old words"),
    Flag(
      name: .logSQL, value: "LEVEL", allowed: ["0", "1", "2", "3"],
      summary: "the amount of SQL to log on standard error"),
    Flag(
      name: .words, value: "FILE", summary: "the words, separated by white space; - is standard input"),
    Flag(name: .help, summary: "print this help"),
  ]

  /// The output of `--help`.
  static var help: String {
    let rows = table.map { flag in
      (flag.spelling + (flag.value.map { " \($0)" } ?? ""), flag.summary, flag.allowed.joined(separator: ", "))
    }
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { head, summary, allowed in
      "  \(head)\(String(repeating: " ", count: width - head.count))  \(summary)"
        + (allowed.isEmpty ? "" : " (\(allowed))")
    }
    return """
      usage: wordlist [options]

      Loads a list of words and prints statistics about it. Each statistic is a query with a predicate.

      \(lines.joined(separator: "\n"))

      The SQLite store needs libsqlite3; without --database it uses a temporary file. --log-sql logs each statement
      with its time and number of rows, from level 2 also the bound values, and at level 3 also the fetch requests.
      Exit status: 0 success, 2 invalid call or input, 70 a bug in the program.
      """
  }
}

/// An error in the command line.
struct UsageError: Error {
  /// The reason, in lower case and without a full stop.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A parsed command line.
struct Invocation {
  private var values: [Flag.Name: String] = [:]

  /// Parses the arguments, which do not include the program's name. Only options are permitted.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var endsOptions = false
    while let argument = rest.popFirst() {
      if argument == "--", !endsOptions {
        endsOptions = true
        continue
      }
      guard argument.hasPrefix("-"), argument.count > 1, !endsOptions else {
        throw UsageError("unexpected '\(argument)'; wordlist takes options only")
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let flag = try Self.flag(parts[0])
      var value = parts.count > 1 ? parts[1] : nil
      if let name = flag.value {
        value = value ?? rest.popFirst()
        guard let value, !value.isEmpty else {
          throw UsageError("\(flag.spelling) needs a value: \(flag.spelling) \(name)")
        }
        try Self.check(value, of: flag)
      } else if value != nil {
        throw UsageError("\(flag.spelling) takes no value")
      }
      guard values.updateValue(value ?? "", forKey: flag.name) == nil else {
        throw UsageError("\(flag.spelling) is given twice")
      }
    }
  }

  /// Returns the value of an option: an empty string if it takes none, or nil if it is not given.
  func value(_ name: Flag.Name) -> String? { values[name] }

  private static func flag(_ spelling: String) throws(UsageError) -> Flag {
    if spelling == "-h" { return try flag("--help") }
    if let flag = Flag.table.first(where: { $0.spelling == spelling }) { return flag }
    throw UsageError("unknown option '\(spelling)'" + suggestion(for: spelling, among: Flag.table.map(\.spelling)))
  }

  private static func check(_ value: String, of flag: Flag) throws(UsageError) {
    if flag.allowed.isEmpty || flag.allowed.contains(value) { return }
    throw UsageError(
      "\(flag.spelling) is one of \(flag.allowed.joined(separator: ", ")); found '\(value)'"
        + suggestion(for: value, among: flag.allowed))
  }
}
