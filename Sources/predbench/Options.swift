import Foundation

/// What the command line asks for.
struct Options {
  enum Mode {
    case table
    case growth
    case parse
    case sql
    case fetch
    case stream
    case help
  }

  var mode = Mode.table
  var words = "Corpus/WordList/words.txt"
  var filter: String?
  var rounds = 15
  var save: String?
  /// How many rows the table of `stream` has.
  var rows = 10_000_000
  /// How often `parse` only parses, without a table: for tools that count instructions.
  var repeats: Int?

  /// A command line that cannot be used.
  struct Fault: Error {
    let reason: String
  }

  static let help = """
    predbench: the sixteen workloads over a list of words, against hand-written closures

    usage: swift run -c release predbench [options]
           swift run -c release predbench growth [options]
           swift run -c release predbench parse [--rounds N | --repeat N]
           swift run -c release predbench sql [--rounds N]
           swift run -c release predbench fetch [--rounds N] [--filter TEXT]
           swift run -c release predbench stream [--rows N]

    growth measures every workload over a quarter, a half and all of the words; exit 1 where one grows out of
    proportion.

    parse measures the reading of format strings; --repeat N only reads the thousand short ones N times, for tools that
    count instructions.

    sql measures what it takes to make SQLite's statement of a predicate, beside SQLite's own preparing of that statement.

    fetch measures fetch requests over the words: sorted, the first of them, groups and distinct rows, beside loops by hand.

    stream reads nearly all of a table of N rows (10000000) batch by batch, and tells the memory that it took; exit 1
    where that is more than 50 MB.

    options:
      --words FILE   the list, one word a line (Corpus/WordList/words.txt)
      --filter NAME  only the workload of this name (W4), or those whose format holds the text
      --rounds N     how often each contestant is measured (15)
      --save FILE    writes the figures as JSON too
    """

  init(_ arguments: [String]) throws(Fault) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "growth": mode = .growth
      case "parse": mode = .parse
      case "sql": mode = .sql
      case "fetch": mode = .fetch
      case "stream": mode = .stream
      case "-h", "--help": mode = .help
      case "--words": words = try Self.value(of: argument, &rest)
      case "--filter": filter = try Self.value(of: argument, &rest)
      case "--save": save = try Self.value(of: argument, &rest)
      case "--rounds":
        rounds = try Self.number(of: argument, &rest)
      case "--rows": rows = try Self.number(of: argument, &rest)
      case "--repeat": repeats = try Self.number(of: argument, &rest)
      default: throw Fault(reason: "unknown argument '\(argument)'")
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Fault) -> String {
    guard let value = rest.popFirst() else { throw Fault(reason: "\(option) wants a value") }
    return value
  }

  private static func number(of option: String, _ rest: inout ArraySlice<String>) throws(Fault) -> Int {
    guard let number = Int(try value(of: option, &rest)), number > 0 else {
      throw Fault(reason: "\(option) wants a number from 1")
    }
    return number
  }

  /// The workloads that are wanted.
  func workloads() throws(Fault) -> [Workload] {
    guard let filter else { return Workload.all }
    let named = Workload.all.filter { $0.name.lowercased() == filter.lowercased() }
    let chosen = named.isEmpty ? Workload.all.filter { $0.title.contains(filter) } : named
    if chosen.isEmpty { throw Fault(reason: "no workload is or holds '\(filter)'") }
    return chosen
  }

  /// The list of words.
  func dataset() throws(Fault) -> Dataset {
    guard let text = try? String(contentsOfFile: words, encoding: .utf8) else {
      throw Fault(reason: "'\(words)' cannot be read; --words FILE names a list, one word a line")
    }
    let data = Dataset(text.split { $0.isNewline }.map { String($0) })
    if data.words.isEmpty { throw Fault(reason: "'\(words)' holds no words") }
    return data
  }
}
