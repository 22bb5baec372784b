import CommandSupport
import Foundation
import PredicateFormat
import PredicateSQLite

/// The command, which loads the words and prints the statistics.
package struct WordListCommand {
  /// A closure that prints lines of the result.
  var print: ([String]) throws -> Void
  /// A closure that prints an error or a note.
  var report: (String) -> Void
  /// A closure that shows the progress of loading on a terminal, or nil if there is no terminal.
  var progress: ((Double) -> Void)?

  package init(
    print: @escaping ([String]) throws -> Void, report: @escaping (String) -> Void, progress: ((Double) -> Void)? = nil
  ) {
    self.print = print
    self.report = report
    self.progress = progress
  }

  /// Runs the program with its arguments, which do not include the program's name.
  package func run(_ arguments: [[UInt8]]) -> ExitCode {
    do {
      try answer(try Invocation(arguments))
      return .fine
    } catch let error as UsageError {
      report(error.report)
      return .unusable
    } catch let error as WordFileError {
      report("wordlist: \(error.reason.cleaned)")
      return .unusable
    } catch let error as SQLiteDatabaseError {
      report("wordlist: the database cannot be used: \(error)")
      return .unusable
    } catch let error as FormatError {
      report("wordlist: a statistic failed\n\(error)")
      return .internalError
    } catch let error as PredicateModelError {
      report("wordlist: the model of the words is invalid\n\(error)")
      return .internalError
    } catch OutputError.closed {
      // A reader that closes the pipe needs no more output.
      return .fine
    } catch OutputError.failed(let reason) {
      report("wordlist: standard output cannot be written: \(reason)")
      return .unusable
    } catch {
      report("wordlist: \(error)")
      return .internalError
    }
  }

  private func answer(_ call: Invocation<WordListOptions>) throws {
    if call.has(.help) { return try print([call.command.help]) }
    if let operand = call.operands.first {
      let text = String(decoding: operand, as: UTF8.self)
      throw UsageError("unexpected '\(text)'; wordlist takes only options", of: call.command)
    }
    let isMemory = try call.text(.store) == "memory"
    let level = try call.requiredNumber(.logSQL)
    let database = try call.text(.database)
    if isMemory, database != nil {
      throw UsageError("--database names the file of the SQLite store; add --store sqlite", of: call.command)
    }
    if isMemory, level > 0 {
      report("wordlist: --log-sql has no effect: the memory store runs no SQL")
    }
    let part = try call.text(.only)
    let statistics = try Statistic.table().filter { statistic in part.map(statistic.label.contains) ?? true }
    if statistics.isEmpty {
      throw UsageError("--only \(part ?? ""): no statistic has this text in its label", of: call.command)
    }
    let text = try WordFile.text(call.text(.words))
    if isMemory {
      let words = try WordEntry.words(of: text) { progress?($0) }
      progress?(1)
      return try print(statistics, of: MemoryStore(list: WordList(words)))
    }
    let words = try WordEntry.words(of: text)
    try withDatabase(database) { path in
      let store = try DatabaseStore(
        words, in: try SQLiteDatabaseConnection(.readWrite(path)), log: SQLLog(level: level, report: report)
      ) { progress?($0) }
      progress?(1)
      try print(statistics, of: store)
    }
  }

  private func print(_ statistics: [Statistic], of store: some WordStore) throws {
    for statistic in statistics { try print(store.lines(statistic)) }
  }

  /// Calls `body` with the path of the database: the given path, or a path in a temporary folder that is removed afterward.
  private func withDatabase(_ path: String?, _ body: (String) throws -> Void) throws {
    if let path {
      let isThere = FileManager.default.fileExists(atPath: path)
      do { return try body(path) } catch let error as SQLiteDatabaseError {
        // Removes a file that this run created and did not fill.
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
        if !isThere, size == 0 { try? FileManager.default.removeItem(atPath: path) }
        throw error
      }
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wordlist-\(UUID().uuidString)")
    do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) } catch {
      throw WordFileError("no temporary database can be created; name one with --database FILE")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("words.db").path)
  }
}

extension WordListCommand {
  /// The command with the process's own streams.
  static var standard: WordListCommand {
    #if !os(Windows)
    // With these signals ignored, writing to a closed pipe or past the file size limit fails with an error, and the temporary
    // database is removed.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    #endif
    return WordListCommand(
      print: { try writeOutput($0.joined(separator: "\n") + "\n") },
      report: { show($0 + "\n") },
      progress: isatty(2) == 1
        ? { part in show(part < 1 ? "\rLoading words: \(Int(part * 100)) %" : "\r\u{1B}[K") } : nil)
  }

  /// Writes to standard error. Ignores failures, because there is nowhere to report them.
  private static func show(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
