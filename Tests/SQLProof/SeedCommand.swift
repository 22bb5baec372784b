import Foundation
import PredicateFormat
import ProofSupport

/// `sqlproof seeds --dialect D --out FILE FOLDER…`: writes the work file of the cases below the folders. With `--answers FILE`
/// instead of `--out`, completes in memory the statements with remainders, using the engine's rows.
struct SeedCommand {
  private var dialect: SQLDialect?
  private var file: String?
  private var answers: String?
  private var folders: [String] = []
  private var fault: String?

  init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--dialect": dialect = rest.popFirst().flatMap(SQLDialect.named)
      case "--out": file = rest.popFirst()
      case "--answers": answers = rest.popFirst()
      default:
        if word.hasPrefix("-") { fault = "'\(word)' is not an option of seeds" }
        folders.append(word)
      }
    }
    if dialect == nil || (file == nil) == (answers == nil) || folders.isEmpty {
      fault = fault ?? "seeds needs --dialect, --out or --answers, and folders"
    }
  }

  /// Returns the exit status: 0 if all results are as the cases expect, 1 if not, 2 if it cannot run.
  func run() -> Int32 {
    guard fault == nil, let dialect else {
      complain(fault ?? "")
      return 2
    }
    do {
      var systems: [SeedSystem] = []
      for folder in folders { systems += try SeedSystem.all(below: folder) }
      let work = SeedWork(systems, for: dialect)
      var failures = work.failures
      if let answers {
        let kept = try EngineRequests.keptRows([UInt8](Data(contentsOf: URL(fileURLWithPath: answers))))
        failures = try work.differences(keptRows: kept)
        print("\(dialect.name): \(work.unfinished.count) cases of the systems completed in memory")
      } else if let file {
        try Data(work.work.text.utf8).write(to: URL(fileURLWithPath: file))
        print("\(dialect.name): \(work.asked) cases of the systems, \(work.unfinished.count) to be completed in memory")
      }
      for failure in failures { print(failure) }
      return failures.isEmpty && work.asked > 0 ? 0 : 1
    } catch {
      complain("\(error)")
      return 2
    }
  }

  private func complain(_ text: String) { FileHandle.standardError.write(Data("sqlproof: \(text)\n".utf8)) }
}
