import Foundation

/// The options of the command line.
struct Options {
  /// The measurement to run. All but the first are also words of the command line.
  enum Mode: String, CaseIterable {
    case table
    case growth
    case rows
    case threads
    case untyped
    case observed
    case instructions
    case once
    case one
    case parse
    case sql
    case fetch
    case stream
    case help
  }

  var mode = Mode.table
  var words = "Corpus/WordList/words.txt"
  /// The transformation of the words. By default `plain`, or all of them for `rows`.
  var dataKind: WordData?
  /// The kind of rows for `rows`, or nil for all kinds.
  var rows: RowKind?
  /// The number of letters in a category's name.
  var letters = 1
  var filter: String?
  var rounds = 15
  var save: String?
  /// Whether to measure only our contestants and closures.
  var isAlone = false
  /// The number of rows in the table of `stream`.
  var rowCount = 10_000_000
  /// The maximum size for `growth`, in millions of words.
  var millions = 10
  /// The number of times that `parse` only parses, without a table, for tools that count instructions.
  var repeats: Int?

  /// An error in the command line.
  struct Fault: Error {
    let reason: String
  }

  init(_ arguments: [String]) throws(Fault) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if let mode = Mode(rawValue: argument) {
        self.mode = mode
        continue
      }
      switch argument {
      case "-h", "--help": mode = .help
      case "--alone": isAlone = true
      case "--words": words = try Self.value(of: argument, &rest)
      case "--data": dataKind = try Self.choice(of: argument, &rest)
      case "--filter": filter = try Self.value(of: argument, &rest)
      case "--save": save = try Self.value(of: argument, &rest)
      case "--categories": letters = try Self.number(of: argument, &rest)
      case "--rounds": rounds = try Self.number(of: argument, &rest)
      case "--rows" where mode == .stream: rowCount = try Self.number(of: argument, &rest)
      case "--rows": rows = try Self.choice(of: argument, &rest)
      case "--millions": millions = try Self.number(of: argument, &rest)
      case "--repeat": repeats = try Self.number(of: argument, &rest)
      default: throw Fault(reason: "unknown argument '\(argument)'")
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Fault) -> String {
    guard let value = rest.popFirst() else { throw Fault(reason: "\(option) needs a value") }
    return value
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(Fault) -> Choice {
    guard let choice = Choice(rawValue: try value(of: option, &rest)) else {
      let names = Choice.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Fault(reason: "\(option) needs one of \(names)")
    }
    return choice
  }

  private static func number(of option: String, _ rest: inout ArraySlice<String>) throws(Fault) -> Int {
    guard let number = Int(try value(of: option, &rest)), number > 0 else {
      throw Fault(reason: "\(option) needs a number from 1")
    }
    return number
  }

  // MARK: Inputs

  /// Returns the selected workloads.
  func workloads() throws(Fault) -> [Workload] {
    guard let filter else { return Workload.all }
    let named = Workload.all.filter { $0.name.lowercased() == filter.lowercased() }
    let chosen = named.isEmpty ? Workload.all.filter { $0.title.contains(filter) } : named
    if chosen.isEmpty { throw Fault(reason: "no workload has the name or contains '\(filter)'") }
    return chosen
  }

  /// Returns the lines of the word list.
  private func texts() throws(Fault) -> [String] {
    guard let text = try? String(contentsOfFile: words, encoding: .utf8) else {
      throw Fault(reason: "'\(words)' cannot be read; --words FILE names a list with one word per line")
    }
    let texts = text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { String(Substring($0)) }
    if texts.isEmpty { throw Fault(reason: "'\(words)' contains no words") }
    return texts
  }

  /// Returns the words as class objects, transformed by `kind` or by the kind of the command line.
  func dataset(_ kind: WordData? = nil) throws(Fault) -> Dataset {
    let kind = kind ?? dataKind ?? .plain
    let set = Dataset(kind.texts(of: try texts()), letters: letters)
    return kind == .shuffled ? set.shuffled : set
  }
}
