import Foundation
import PredicateFormat

/// How the program ends.
enum ExitCode: Int32, Sendable {
  case fine = 0
  /// The call or its input cannot be used.
  case unusable = 2
  /// A fault of the program's own.
  case internalFault = 70
}

/// The program: loads the words and prints the statistics.
struct WordListCommand {
  /// Takes the lines of the answer, a few or many at a time.
  var print: ([String]) throws -> Void
  /// Takes each line about what is wrong or noteworthy.
  var report: (String) -> Void
  /// Shows on a terminal how far loading is; nil where there is none.
  var progress: ((Double) -> Void)?

  /// Runs the program on its arguments, without its own name.
  func run(_ arguments: [String]) -> ExitCode {
    do {
      try answer(try Invocation(arguments))
      return .fine
    } catch let error as UsageError {
      report("wordlist: \(error.reason)\ntry wordlist --help")
      return .unusable
    } catch let error as InputFault {
      report("wordlist: \(error.reason)")
      return .unusable
    } catch let error as FormatError {
      report("wordlist: a statistic failed\n\(error)")
      return .internalFault
    } catch {
      report("wordlist: standard output cannot be written")
      return .unusable
    }
  }

  private func answer(_ call: Invocation) throws {
    if call.value(.help) != nil { return try print([Flag.help]) }
    if call.value(.store) == "sqlite" { throw InputFault("the SQLite store is not there yet; use --store memory") }
    if call.value(.database) != nil {
      throw InputFault("--database names a file of the SQLite store, which is not there yet")
    }
    if call.value(.logSQL) ?? "0" != "0" {
      report("wordlist: --log-sql shows nothing here: the memory store runs no SQL")
    }
    let list = try WordList(try WordFile.text(call.value(.words))) { progress?($0) }
    progress?(1)
    let store = MemoryStore(list: list)
    for statistic in try Statistic.table() { try print(store.lines(statistic)) }
  }
}

extension WordListCommand {
  /// The program on the process's own streams.
  static var standard: WordListCommand {
    WordListCommand(
      print: { try FileHandle.standardOutput.write(contentsOf: Data(($0.joined(separator: "\n") + "\n").utf8)) },
      report: { show($0 + "\n") },
      progress: isatty(2) == 1
        ? { part in show(part < 1 ? "\rLoading words: \(Int(part * 100)) %" : "\r\u{1B}[K") } : nil)
  }

  /// Writes to standard error; where that is closed there is no one to tell.
  private static func show(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
