import Foundation
import PredicateFormat
import ProofSupport

/// `sqlproof --dialect D --count N --seed S [--from N] [--out FILE] [--naive HABIT] [--no-statements] [--decimals]`; fetch
/// requests instead of predicates with `[--requests] [--answers FILE]`.
struct ProofCommand {
  private var dialect = SQLDialect.sqlite
  private var count = 1_000
  private var seed: UInt64 = 1
  private var first = 0
  private var file: String?
  private var habits: Set<NaiveHabit> = []
  private var hasStatements = true
  private var isOfRequests = false
  private var isOfDecimals = false
  private var answers: String?
  private var fault: String?

  init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--no-statements" {
        hasStatements = false
        continue
      }
      if word == "--requests" {
        isOfRequests = true
        continue
      }
      if word == "--decimals" {
        isOfDecimals = true
        continue
      }
      guard let value = rest.popFirst() else {
        fault = "'\(word)' needs a value, or is not an option"
        return
      }
      if !take(word, value) { fault = "'\(word) \(value)' is not a valid option" }
    }
  }

  /// Sets an option. Returns false if the word is not an option.
  private mutating func take(_ word: String, _ value: String) -> Bool {
    switch word {
    case "--dialect": return set(&dialect, SQLDialect.named(value))
    case "--count": return set(&count, Int(value))
    case "--seed": return set(&seed, UInt64(value))
    case "--from": return set(&first, Int(value))
    case "--out": return set(&file, value)
    case "--answers": return set(&answers, value)
    case "--naive": return set(&habits, NaiveHabit(rawValue: value).map { [$0] })
    default: return false
    }
  }

  /// Sets an option if its value can be read.
  private func set<Value>(_ option: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    option = value
    return true
  }

  /// Runs the proof and returns the exit status: 0 if all answers are the same, 1 if not, 2 if it cannot run.
  func run() -> Int32 {
    if let fault {
      complain(fault)
      return 2
    }
    if isOfRequests, isOfDecimals {
      complain("'--requests' and '--decimals' cannot be combined")
      return 2
    }
    do {
      if isOfRequests {
        return try RequestCommand(dialect: dialect, seed: seed, numbers: first..<(first + count))
          .run(file: file, answers: answers)
      }
      if let file { return try write(to: file) }
      guard dialect == .sqlite else {
        complain("only SQLite runs in this process; write a work file with --out")
        return 2
      }
      return try askSQLite()
    } catch {
      complain("\(error)")
      return 2
    }
  }

  private func complain(_ text: String) { FileHandle.standardError.write(Data("sqlproof: \(text)\n".utf8)) }

  // MARK: SQLite

  private func askSQLite() throws -> Int32 {
    var sqlite = try SQLiteProof(seed: seed, ofDecimals: isOfDecimals)
    sqlite.proof.habits = habits
    var tally = ProofTally()
    var statements = 0
    for number in first..<(first + count) {
      sqlite.ask(number, &tally)
      // Every tenth predicate also counts, orders, deletes and updates.
      guard hasStatements, habits.isEmpty, number % 10 == 0, let question = try? sqlite.proof.question(number),
        !question.made.mayOverflow
      else { continue }
      for statement in try sqlite.proof.statements(over: question) {
        statements += 1
        if let difference = sqlite.difference(statement) {
          tally.failures.append("FAILED \(statement.id): \(statement.format)\n  \(difference)")
        }
      }
    }
    for failure in tally.failures.prefix(20) { print(failure) }
    print("sqlite, \(what): \(tally.description)")
    print("\(statements) other statements")
    return tally.failures.isEmpty ? 0 : 1
  }

  /// The predicates that the seed generates.
  private var what: String { isOfDecimals ? "decimals of seed \(seed)" : "seed \(seed)" }

  // MARK: Work files

  private func write(to path: String) throws -> Int32 {
    var proof = try Proof(dialect, seed: seed, ofDecimals: isOfDecimals)
    proof.habits = habits
    var work = WorkFile()
    work.add(proof.tables)
    var tally = ProofTally()
    for number in first..<(first + count) {
      let question: ProofQuestion
      do throws(FormatError) {
        question = try proof.question(number)
      } catch {
        tally.invalid += 1
        continue
      }
      tally.count(question)
      for fault in question.faults {
        tally.failures.append("FAILED \(question.made.id): \(fault)\n  \(question.made.corpusLine)")
      }
      guard let statement = question.statement else { continue }
      work.addQuery(
        question.made.id, format: question.made.corpusLine, statement, finds: question.answer.keys,
        isSuperset: statement.residual != nil, excluding: try proof.excludedKeys(of: question))
      guard hasStatements, habits.isEmpty, number % 10 == 0 else { continue }
      for other in try proof.statements(over: question) {
        work.addQuery(
          other.id, format: other.format, other.statement, finds: other.expected, isOrdered: other.isOrdered,
          check: other.check)
      }
    }
    if hasStatements, habits.isEmpty, !isOfDecimals { try addAttacks(to: &work, proof) }
    try Data(work.text.utf8).write(to: URL(fileURLWithPath: path))
    for failure in tally.failures.prefix(20) { print(failure) }
    print("\(dialect.name), \(what): \(tally.description)")
    print("\(work.lines.count) lines in \(path)")
    return tally.failures.isEmpty ? 0 : 1
  }

  private func addAttacks(to work: inout WorkFile, _ proof: Proof) throws {
    for (number, table) in try NamedTable.all(for: dialect).enumerated() {
      work.add(table)
      for (index, query) in table.queries.enumerated() {
        work.addQuery("names/\(number)-\(index)", format: query.format, query.statement, finds: [.integer(1)])
      }
    }
    // Spark is slow at each statement, so one of many is enough.
    let step = dialect == .spark ? 12 : 1
    for (number, text) in Attacks.texts.enumerated() {
      let statements = try Attacks.statements(text, proof) + Attacks.statements(named: "\(text)-", for: dialect)
      for (index, statement) in statements.enumerated() where (index + number) % step == 0 {
        work.addAttack("attacks/\(number)-\(index)", statement)
      }
    }
  }
}
