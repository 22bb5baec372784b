import CommandSupport

/// The options and the help of the program, which has one command.
package enum WordListOptions: String, CommandSet {
  case statistics

  package static let program = "wordlist"
  package static let about = "statistics of a list of words"
  package static let defaultCommand = WordListOptions.statistics
  package static let notes = ""

  package var flags: [Flag] { [.store, .database, .logSQL, .words, .only, .help] }
  package var synopsis: String { "" }
  package var summary: String { Self.about }
  package var details: [String] {
    [
      "Loads a list of words and prints statistics about it. Each statistic is a query with a predicate.",
      "",
      "The SQLite store needs libsqlite3; without --database it uses a temporary file. --log-sql logs each statement",
      "with its time and number of rows, from level 2 also the bound values, and at level 3 also the fetch requests.",
      "",
      "Exit status: 0 for success, 2 for a usage or input error, 70 for a bug in the program.",
    ]
  }
}

extension Flag {
  static let store = Flag(
    "store", value: "STORE", allowed: ["memory", "sqlite"], default: "memory", "the store of the words")
  static let database = Flag(
    "database", value: "FILE",
    "the database of the SQLite store, created if necessary;\none made by wordlist loses its old words")
  static let logSQL = Flag(
    "log-sql", value: "LEVEL", allowed: ["0", "1", "2", "3"], default: "0",
    "the amount of SQL to log on standard error")
  static let only = Flag(
    "only", value: "TEXT", "print only the statistics whose label contains this text, such as 'Z words'")
  static let words = Flag("words", value: "FILE", "the words, separated by white space; - is standard input")
}
