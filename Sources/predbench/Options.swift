import Foundation

/// A command line that predbench cannot use.
struct UsageError: Error {
  /// The reason, in lower case and without a full stop.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// The options of the command line.
struct Options {
  /// The measurement to run.
  var command = BenchCommand.table
  /// Whether to print only the help.
  var isHelp = false
  var words = "Corpus/WordList/words.txt"
  /// The transformation of the words. By default `plain`, with `shuffled` where workloads are measured, or all of them for `rows`.
  var dataKind: WordData?
  /// The seed of shuffled words.
  var seed = 1
  /// The kind of rows for `rows`, or nil for all kinds.
  var rows: RowForm?
  /// The number of letters in a category's name.
  var letters: Int?
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

  /// Reads the arguments, without the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    if let named = rest.first.flatMap(BenchCommand.init) {
      command = named
      rest.removeFirst()
    }
    while let option = rest.popFirst() {
      switch option {
      case "--help", "-h": isHelp = true
      case "--words": words = try Self.value(of: option, &rest)
      case "--data": dataKind = try Self.choice(of: option, &rest)
      case "--seed": seed = try Self.number(of: option, &rest)
      case "--categories": letters = try Self.number(of: option, &rest)
      case "--filter": filter = try Self.value(of: option, &rest)
      case "--rounds": rounds = try Self.number(of: option, &rest)
      case "--alone": isAlone = true
      case "--save" where command == .table: save = try Self.value(of: option, &rest)
      case "--rows" where command == .rows: rows = try Self.choice(of: option, &rest)
      case "--rows" where command == .stream: rowCount = try Self.number(of: option, &rest)
      case "--millions" where command == .growth: millions = try Self.number(of: option, &rest)
      case "--repeat" where command == .parse: repeats = try Self.number(of: option, &rest)
      case _ where option.hasPrefix("-"): throw UsageError("'\(option)' is not an option of predbench \(command)")
      default: throw UsageError("'\(option)' is not a command of predbench, or comes after one")
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
    return value
  }

  private static func number(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> Int {
    let value = try value(of: option, &rest)
    guard let number = Int(value), number > 0 else {
      throw UsageError("\(option) needs a number from 1; found '\(value)'")
    }
    return number
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> Choice {
    let value = try value(of: option, &rest)
    guard let choice = Choice(rawValue: value) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("\(option) needs one of \(choices); found '\(value)'")
    }
    return choice
  }

  // MARK: Inputs

  /// Returns the selected workloads.
  func workloads() throws(UsageError) -> [Workload] {
    guard let filter else { return Workload.all }
    let named = Workload.all.filter { $0.name.lowercased() == filter.lowercased() }
    let chosen = named.isEmpty ? Workload.all.filter { $0.title.contains(filter) } : named
    if chosen.isEmpty { throw UsageError("no workload has the name or contains '\(filter)'") }
    return chosen
  }

  /// Returns the lines of the word list.
  private func texts() throws(UsageError) -> [String] {
    guard let text = try? String(contentsOfFile: words, encoding: .utf8) else {
      throw UsageError("'\(words)' cannot be read; --words FILE names a list with one word per line")
    }
    let texts = text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { String(Substring($0)) }
    if texts.isEmpty { throw UsageError("'\(words)' contains no words") }
    return texts
  }

  /// The kinds of data to measure workloads with.
  var dataKinds: [WordData] {
    dataKind.map { [$0] } ?? (command == .rows ? WordData.allCases : [.plain, .shuffled])
  }

  /// Returns the words as class objects, transformed by `kind` or by the kind of the command line.
  ///
  /// - Parameter letters: The number of letters in a category's name, unless the command line has one.
  func dataset(_ kind: WordData? = nil, letters: Int = 1) throws(UsageError) -> Dataset {
    let kind = kind ?? dataKind ?? .plain
    let set = Dataset(kind.texts(of: try texts()), letters: self.letters ?? letters)
    var generator = SeededGenerator(seed: seed)
    return kind == .shuffled ? set.shuffled(using: &generator) : set
  }
}
