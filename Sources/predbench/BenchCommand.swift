/// The measurements of predbench.
enum BenchCommand: String, CaseIterable {
  case table, rows, growth, threads, untyped, definition, observed, one, instructions, once, parse, sql, fetch, stream

  /// A one-line description.
  var summary: String {
    switch self {
    case .table: "each workload, with closures, #Predicate, SQLite, GNUstep and DuckDB"
    case .rows: "rows of every kind and data of every kind"
    case .growth: "up to millions of words, long lists, SUBQUERYs, joins and assignments"
    case .threads: "one thread and two, by wall-clock time"
    case .untyped: "dictionaries, with GNUstep's"
    case .definition: "comparisons of computed values, with closures"
    case .observed: "objects of an @Observable class, with closures"
    case .one: "one object at a time, with closures, #Predicate and GNUstep"
    case .instructions: "instructions, counted by valgrind"
    case .once: "everything once without measuring: instructions runs it under valgrind"
    case .parse: "the parsing of format strings"
    case .sql: "the translation to SQLite's SQL, with SQLite's own prepare"
    case .fetch: "fetch requests, with loops by hand"
    case .stream: "a table in SQLite, read in batches, and the memory that this takes"
    }
  }

  /// The help of the program.
  static var help: String {
    let commands = allCases.map { command in
      let gap = String(repeating: " ", count: 14 - command.rawValue.count)
      return "  \(command.rawValue)\(gap)\(command.summary)"
    }
    return """
      predbench: sixteen workloads over a list of words, compared with closures and other engines

      usage: predbench [COMMAND] [options]

      commands (default: table):
      \(commands.joined(separator: "\n"))

      options:
        --words FILE    the list, with one word on each line (default: Corpus/WordList/words.txt)
        --data DATA     the list as it is, its objects in another order, a tenth or all of its words with accents,
                        in Cyrillic letters, or half of its texts and lengths nil:
                        \(WordData.allCases.map(\.rawValue).joined(separator: ", ")).
                        For table, one, untyped and rows, shuffled is a new order for each answer: it is seen once
                        (default: plain and shuffled for table, one and untyped; all for rows; plain for others)
        --seed N        the seed of shuffled words (default: 1)
        --categories N  categories by the first N letters; 3 makes thousands
                        (default: 1; 3 for W12 and W14 with data that is seen once)
        --filter NAME   only the workload with this name (W4), or those whose format contains the text
        --rounds N      how often to measure each contestant (default: 15)
        --alone         measure only this library and closures
        --help, -h      print this help

      options of one command:
        table  --save FILE   also write the figures as JSON
        rows   --rows ROWS   only rows of this kind: \(RowForm.allCases.map(\.rawValue).joined(separator: ", "))
        growth --millions N  the maximum size, in millions of words (default: 10)
        parse  --repeat N    only parse the thousand short format strings, N times, for tools that count instructions
        stream --rows N      the number of rows in the table (default: 10000000)

      Exit status: 1 if this library or a closure finds other objects, a time of growth grows out of proportion, or
      stream takes more than 50 MB; 2 if the command line or a file cannot be used.

      Run it optimised, in the folder of the package: swift run -c release --package-path Sources/predbench predbench
      """
  }
}
