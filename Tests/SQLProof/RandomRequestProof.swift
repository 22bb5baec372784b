import CommandSupport
import Foundation
import PredicateFormat
import ProofSupport

/// The proof of fetch requests: `sqlproof --requests`.
struct RandomRequestProof {
  var engine: ProofEngine
  var seed: UInt64
  var numbers: Range<Int>

  /// Queries SQLite, writes a work file, or completes the rows that its runner kept.
  func run(file: String?, answers: String?) throws -> ExitCode {
    if let file { return try write(to: file) }
    if let answers { return try finish(answers) }
    var sqlite = SQLiteRequests(try SQLiteProof(seed: seed))
    var tally = RequestTally()
    for number in numbers { sqlite.ask(number, &tally) }
    return report(tally)
  }

  private func write(to path: String) throws -> ExitCode {
    var asked = EngineRequests(try Proof(engine, seed: seed))
    var work = WorkFile(engine)
    work.add(asked.requests.proof.tables)
    var tally = RequestTally()
    for number in numbers {
      guard let question = tally.question(number, of: &asked.requests) else { continue }
      for error in question.errors { tally.failures.append(question.report(error)) }
      if let error = asked.add(question, to: &work) { tally.failures.append(question.report(error)) }
    }
    try Data(work.text.utf8).write(to: URL(fileURLWithPath: path))
    return report(tally)
  }

  private func finish(_ path: String) throws -> ExitCode {
    var asked = EngineRequests(try Proof(engine, seed: seed))
    let kept = try EngineRequests.keptRows(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    var failures: [String] = []
    var finished = 0
    for number in numbers {
      // Requests that cannot be read, or fail independently, were reported when the work file was written.
      guard let question = try? asked.requests.question(number), question.fetch?.remainder != nil else { continue }
      finished += 1
      guard let rows = kept[question.made.id] else {
        failures.append(question.report("its rows are missing in the answers"))
        continue
      }
      if let difference = asked.difference(question, keptRows: rows) { failures.append(question.report(difference)) }
    }
    for failure in failures.prefix(20) { print(failure) }
    print(
      "\(engine.dialect.name), requests of seed \(seed): \(finished) completed in memory, \(failures.count) different")
    return failures.isEmpty ? .fine : .no
  }

  private func report(_ tally: RequestTally) -> ExitCode {
    for failure in tally.failures.prefix(20) { print(failure) }
    print("\(engine.dialect.name), requests of seed \(seed): \(tally.description)")
    return tally.failures.isEmpty ? .fine : .no
  }
}
