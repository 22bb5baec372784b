import CommandSupport
import Foundation
import PredicateFormat
import ProofSupport

/// `sqlproof seeds`: the fetch request cases below folders.
struct SeedProof {
  private let engine: ProofEngine
  private let file: String?
  private let answers: String?
  private let folders: [String]

  init(_ call: Invocation<SQLProofCommand>) throws(UsageError) {
    engine = try call.engine()
    file = try call.text(.out)
    answers = try call.text(.answers)
    folders = call.operands.map { String(decoding: $0, as: UTF8.self) }
    if (file == nil) == (answers == nil) || folders.isEmpty {
      throw UsageError("expected --out or --answers, and folders", of: .seeds as SQLProofCommand)
    }
  }

  /// Writes the work file, or completes the cases in memory.
  func run() throws -> ExitCode {
    var systems: [SeedSystem] = []
    for folder in folders { systems += try SeedSystem.all(below: folder) }
    let work = SeedWork(systems, on: engine)
    var failures = work.failures
    if let answers {
      let kept = try EngineRequests.keptRows([UInt8](Data(contentsOf: URL(fileURLWithPath: answers))))
      failures = try work.differences(keptRows: kept)
      print("\(engine.dialect.name): \(work.unfinished.count) cases of the systems completed in memory")
    } else if let file {
      try Data(work.work.text.utf8).write(to: URL(fileURLWithPath: file))
      print(
        "\(engine.dialect.name): \(work.asked) cases of the systems, \(work.unfinished.count) to be completed in memory"
      )
    }
    for failure in failures { print(failure) }
    return failures.isEmpty && work.asked > 0 ? .fine : .no
  }
}
