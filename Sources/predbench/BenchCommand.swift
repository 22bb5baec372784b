import CommandSupport

/// The measurements of predbench. Parsing and help both read this declaration.
enum BenchCommand: String, CommandSet {
  case table, rows, growth, threads, untyped, observed, one, instructions, once, parse, sql, fetch, stream

  static let program = "predbench"
  static let about = "sixteen workloads over a list of words, compared with closures and other engines"
  static let defaultCommand = BenchCommand.table
  static let notes =
    "Run it optimised: swift run -c release predbench. See predbench COMMAND --help for the options of a command."

  var flags: [Flag] {
    let common = [Flag.words, .data, .categories, .filter, .rounds, .alone, .help]
    return switch self {
    case .table: [.save] + common
    case .rows: [.rows] + common
    case .growth: [.millions] + common
    case .parse: [.repeat] + common
    case .stream: [.rowCount] + common
    case .threads, .untyped, .observed, .one, .instructions, .once, .sql, .fetch: common
    }
  }

  var synopsis: String { "" }

  var summary: String {
    switch self {
    case .table: "each workload, with closures, #Predicate, SQLite, GNUstep and DuckDB"
    case .rows: "rows of every kind and data of every kind"
    case .growth: "up to millions of words, long lists, SUBQUERYs, joins and assignments"
    case .threads: "one thread and two, by wall-clock time"
    case .untyped: "dictionaries, with GNUstep's"
    case .observed: "objects of an @Observable class, with closures"
    case .one: "one object at a time, with closures, #Predicate and GNUstep"
    case .instructions: "instructions, counted by valgrind"
    case .once: "everything once without measuring, for valgrind"
    case .parse: "the parsing of format strings"
    case .sql: "the translation to SQLite's SQL, with SQLite's own prepare"
    case .fetch: "fetch requests, with loops by hand"
    case .stream: "a table in SQLite, read in batches"
    }
  }

  var details: [String] {
    switch self {
    case .table:
      [
        "Measures every contestant in turn and compares their answers. GNUstep is measured if gcc and gnustep-config are",
        "installed, DuckDB if python3 has it. Lists the engines that are not installed.",
        "",
        "Exit status: 1 if this library or a closure finds other objects.",
      ]
    case .rows: ["Measures this library and the careful closure. --rows and --data select one kind."]
    case .growth:
      [
        "Measures every workload over parts of the words and over 1 to 10 million words, IN lists of 10 to a million",
        "elements, correlated SUBQUERYs of 1,000 to 100,000 objects over as many, and as many joins and assignments.",
        "",
        "Exit status: 1 if a time grows out of proportion.",
      ]
    case .instructions:
      [
        "Counts the instructions of this library, of the careful closure, and of this library for one object at a time.",
        "Times vary from run to run; instruction counts do not.",
      ]
    case .once: ["predbench instructions runs this command under valgrind."]
    case .parse:
      ["--repeat N only parses the thousand short format strings N times, for tools that count instructions."]
    case .stream:
      ["Reads nearly all rows and prints the memory that this took.", "", "Exit status: 1 if it is more than 50 MB."]
    case .threads, .untyped, .observed, .one, .sql, .fetch: ["Prints a table in Markdown."]
    }
  }
}

extension Flag {
  static let words = Flag(
    "words", value: "FILE", default: "Corpus/WordList/words.txt", "the list, with one word on each line")
  static let data = Flag(
    "data", value: "DATA", allowed: WordData.allCases.map(\.rawValue),
    "the list as it is, its objects in another order, a tenth or all of its words with accents,\n"
      + "in Cyrillic letters, or half of its texts and lengths nil")
  static let rows = Flag("rows", value: "ROWS", allowed: RowForm.allCases.map(\.rawValue), "only rows of this kind")
  static let rowCount = Flag("rows", value: "N", default: "10000000", "the number of rows in the table")
  static let categories = Flag(
    "categories", value: "N", default: "1", "categories by the first N letters; 3 makes thousands")
  static let filter = Flag(
    "filter", value: "NAME", "only the workload with this name (W4), or those whose format contains the text")
  static let rounds = Flag("rounds", value: "N", default: "15", "how often to measure each contestant")
  static let alone = Flag("alone", "measure only this library and closures")
  static let save = Flag("save", value: "FILE", "also write the figures as JSON")
  static let millions = Flag("millions", value: "N", default: "10", "the maximum size, in millions of words")
  static let `repeat` = Flag("repeat", value: "N", "only parse, N times")
}
