import CommandSupport
import Foundation
import PredicateFormat
import ProofSupport

/// `sqlproof`: predicates made at random, or fetch requests with `--requests`.
struct RandomProof {
  private let engine: ProofEngine
  private let seed: UInt64
  private let numbers: Range<Int>
  private let file: String?
  private let answers: String?
  private let hasStatements: Bool
  private let isOfRequests: Bool
  private let isOfDecimals: Bool
  private let hasLiterals: Bool
  private let isUnfolded: Bool
  private let printsSizes: Bool

  init(_ call: Invocation<SQLProofCommand>) throws(UsageError) {
    if let operand = call.operands.first {
      throw UsageError("unexpected '\(String(decoding: operand, as: UTF8.self))'", of: call.command)
    }
    engine = try call.engine()
    seed = UInt64(try call.requiredNumber(.seed))
    let first = try call.requiredNumber(.from)
    numbers = first..<(first + (try call.requiredNumber(.count)))
    file = try call.text(.out)
    answers = try call.text(.answers)
    isUnfolded = call.has(.unfolded)
    hasStatements = !call.has(.noStatements) && !isUnfolded
    isOfRequests = call.has(.requests)
    isOfDecimals = call.has(.decimals)
    hasLiterals = call.has(.literals)
    printsSizes = call.has(.sizes)
    if isOfRequests, isOfDecimals {
      throw UsageError("--requests cannot be combined with --decimals", of: call.command)
    }
    if isOfRequests, hasLiterals {
      throw UsageError("--requests cannot be combined with --literals", of: call.command)
    }
    if isOfRequests, isUnfolded {
      throw UsageError("--requests cannot be combined with --unfolded", of: call.command)
    }
    if engine.dialect != .sqlite, file == nil, answers == nil {
      throw UsageError("only SQLite runs in this process; write a work file with --out", of: call.command)
    }
  }

  /// Runs the proof.
  func run() throws -> ExitCode {
    if printsSizes {
      try StatementSizes(seed: seed, numbers: numbers, isOfDecimals: isOfDecimals, isUnfolded: isUnfolded).run()
      return .fine
    }
    if isOfRequests {
      return try RandomRequestProof(engine: engine, seed: seed, numbers: numbers).run(file: file, answers: answers)
    }
    return if let file { try write(to: file) } else { try askSQLite() }
  }

  // MARK: SQLite

  private func askSQLite() throws -> ExitCode {
    var sqlite = try SQLiteProof(seed: seed, ofDecimals: isOfDecimals)
    (sqlite.proof.hasLiterals, sqlite.proof.hasFoldedColumns) = (hasLiterals, !isUnfolded)
    var tally = ProofTally()
    var statements = 0
    for number in numbers {
      sqlite.ask(number, &tally)
      // Every tenth predicate also counts, orders, deletes and updates.
      guard hasStatements, number % 10 == 0, let question = try? sqlite.proof.question(number),
        !question.made.mayOverflow
      else { continue }
      for statement in try Self.statements(over: question, sqlite.proof) {
        statements += 1
        if let difference = sqlite.difference(statement) {
          tally.failures.append("FAILED \(statement.id): \(statement.format)\n  \(difference)")
        }
      }
    }
    for failure in tally.failures.prefix(20) { print(failure) }
    print("sqlite, \(what): \(tally.description)")
    print("\(statements) other statements")
    return tally.failures.isEmpty ? .fine : .no
  }

  /// The predicates that the seed generates.
  /// Returns the other statements over a predicate. They may be refused, because they are deeper or longer than the one that selects.
  private static func statements(over question: ProofQuestion, _ proof: Proof) throws -> [ProofStatement] {
    do {
      return try proof.statements(over: question)
    } catch let error as FormatError where error.diagnostics.allSatisfy({ $0.code == .untranslatable }) {
      return []
    }
  }

  private var what: String { isOfDecimals ? "decimals of seed \(seed)" : "seed \(seed)" }

  // MARK: Work files

  private func write(to path: String) throws -> ExitCode {
    var proof = try Proof(engine, seed: seed, ofDecimals: isOfDecimals)
    (proof.hasLiterals, proof.hasFoldedColumns) = (hasLiterals, !isUnfolded)
    var work = WorkFile(engine)
    work.add(proof.tables)
    var tally = ProofTally()
    for number in numbers {
      let question: ProofQuestion
      do throws(FormatError) {
        question = try proof.question(number)
      } catch {
        tally.invalid += 1
        continue
      }
      tally.count(question)
      for error in question.errors {
        tally.failures.append("FAILED \(question.made.id): \(error)\n  \(question.made.corpusLine)")
      }
      // As on SQLite, the rows are not compared if decimals in units may overflow.
      guard let statement = question.statement, !question.made.mayOverflow else { continue }
      work.addQuery(
        question.made.id, format: question.made.corpusLine, statement, finds: question.answer.keys,
        isSuperset: statement.residual != nil, excluding: try proof.excludedKeys(of: question))
      guard hasStatements, number % 10 == 0 else { continue }
      for other in try Self.statements(over: question, proof) {
        work.addQuery(
          other.id, format: other.format, other.statement, finds: other.expected, isOrdered: other.isOrdered,
          check: other.check)
      }
    }
    if hasStatements, !isOfDecimals { try addAttacks(to: &work, proof) }
    try Data(work.text.utf8).write(to: URL(fileURLWithPath: path))
    for failure in tally.failures.prefix(20) { print(failure) }
    print("\(engine.dialect.name), \(what): \(tally.description)")
    print("\(work.lines.count) lines in \(path)")
    return tally.failures.isEmpty ? .fine : .no
  }

  private func addAttacks(to work: inout WorkFile, _ proof: Proof) throws {
    for (number, table) in try NamedTable.all(on: engine).enumerated() {
      work.add(table)
      for (index, query) in table.queries.enumerated() {
        work.addQuery("names/\(number)-\(index)", format: query.format, query.statement, finds: [.integer(1)])
      }
    }
    // Spark is slow at each statement, so one of many is enough.
    let step = engine.dialect == .spark ? 12 : 1
    for (number, text) in Attacks.texts.enumerated() {
      let statements = try Attacks.statements(text, proof) + Attacks.statements(named: "\(text)-", for: engine.dialect)
      for (index, statement) in statements.enumerated() where (index + number) % step == 0 {
        work.addAttack("attacks/\(number)-\(index)", try proof.posed(statement))
      }
    }
  }
}
