import CommandSupport
import Foundation

/// The options of the command line.
struct Options {
  /// The measurement to run.
  let command: BenchCommand
  let words: String
  /// The transformation of the words. By default `plain`, or all of them for `rows`.
  let dataKind: WordData?
  /// The kind of rows for `rows`, or nil for all kinds.
  let rows: RowForm?
  /// The number of letters in a category's name.
  let letters: Int
  let filter: String?
  let rounds: Int
  let save: String?
  /// Whether to measure only our contestants and closures.
  let isAlone: Bool
  /// The number of rows in the table of `stream`.
  let rowCount: Int
  /// The maximum size for `growth`, in millions of words.
  let millions: Int
  /// The number of times that `parse` only parses, without a table, for tools that count instructions.
  let repeats: Int?

  init(_ call: Invocation<BenchCommand>) throws(UsageError) {
    command = call.command
    if let operand = call.operands.first {
      throw UsageError("unknown argument '\(String(decoding: operand, as: UTF8.self))'", of: command)
    }
    words = try call.requiredText(.words)
    dataKind = try call.text(.data).flatMap(WordData.init)
    rows = try call.text(.rows).flatMap(RowForm.init)
    letters = try call.requiredNumber(.categories, from: 1)
    filter = try call.text(.filter)
    rounds = try call.requiredNumber(.rounds, from: 1)
    save = try call.text(.save)
    isAlone = call.has(.alone)
    rowCount = try call.requiredNumber(.rowCount, from: 1)
    millions = try call.requiredNumber(.millions, from: 1)
    repeats = try call.number(.repeat, from: 1)
  }

  // MARK: Inputs

  /// Returns the selected workloads.
  func workloads() throws(UsageError) -> [Workload] {
    guard let filter else { return Workload.all }
    let named = Workload.all.filter { $0.name.lowercased() == filter.lowercased() }
    let chosen = named.isEmpty ? Workload.all.filter { $0.title.contains(filter) } : named
    if chosen.isEmpty { throw UsageError("no workload has the name or contains '\(filter)'", of: command) }
    return chosen
  }

  /// Returns the lines of the word list.
  private func texts() throws(UsageError) -> [String] {
    guard let text = try? String(contentsOfFile: words, encoding: .utf8) else {
      throw UsageError("'\(words)' cannot be read; --words FILE names a list with one word per line", of: command)
    }
    let texts = text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { String(Substring($0)) }
    if texts.isEmpty { throw UsageError("'\(words)' contains no words", of: command) }
    return texts
  }

  /// Returns the words as class objects, transformed by `kind` or by the kind of the command line.
  func dataset(_ kind: WordData? = nil) throws(UsageError) -> Dataset {
    let kind = kind ?? dataKind ?? .plain
    let set = Dataset(kind.texts(of: try texts()), letters: letters)
    return kind == .shuffled ? set.shuffled : set
  }
}
