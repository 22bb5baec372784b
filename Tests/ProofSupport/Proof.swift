import PredicateFormat
import TestSupport

/// The proof for one dialect and one seed: data, the predicates on it, what memory answers, and the statements.
package struct Proof {
  package let dialect: SQLDialect
  package let seed: UInt64
  package let model: DataModel
  package let data: ProofData
  package let tables: ProofTables
  /// Wrong habits put back into the translation; the proof must then fail.
  package var habits: Set<NaiveHabit> = []
  private var maker: PredicateMaker

  /// Makes the data and what is asked of them.
  ///
  /// - Parameter ofDecimals: whether that is decimals alone, on a model of their own.
  package init(_ dialect: SQLDialect, seed: UInt64, ofDecimals: Bool = false) throws(DataModelFault) {
    (self.dialect, self.seed) = (dialect, seed)
    model = ofDecimals ? try ProofModel.decimals(for: dialect) : try ProofModel.model(for: dialect)
    data = ProofData(seed: seed, for: dialect, ofDecimals: ofDecimals)
    tables = ProofTables(model, data, for: dialect)
    maker = PredicateMaker(model: model, data: data)
  }

  /// The predicate of a number, what memory answers and the statement.
  package mutating func question(_ number: Int) throws(FormatError) -> ProofQuestion {
    try question(about: maker.predicate(seed: seed, number: number))
  }

  /// A predicate that choices make.
  package mutating func predicate(from choices: SeededRandom) -> ProofPredicate { maker.predicate(from: choices) }

  /// The same for any predicate.
  package func question(about made: ProofPredicate) throws(FormatError) -> ProofQuestion {
    try question(about: made, meaning: try made.predicate())
  }

  /// The same for another predicate in the place of the one that was made.
  package func question(
    about made: ProofPredicate, meaning predicate: FormatPredicate
  ) throws(FormatError) -> ProofQuestion {
    try predicate.check(against: model, entity: made.entity)
    let answer = try MemoryAnswer(predicate, on: made.entity, of: data)
    var translator = try SQLTranslator(dialect, model: model, entity: made.entity, allowsResidual: true)
    translator.habits = habits
    do throws(FormatError) {
      let statement = try translator.select(where: predicate)
      var faults: [String] = answer.isSameWhenThrowing == false ? ["'.throw' and '.yieldNil' answer differently"] : []
      faults += Self.faults(of: statement, translator, predicate)
      return ProofQuestion(
        made: made, predicate: predicate, answer: answer, statement: statement, refusal: nil, faults: faults)
    } catch {
      return ProofQuestion(made: made, predicate: predicate, answer: answer, statement: nil, refusal: error, faults: [])
    }
  }

  /// A residual predicate is told of in a note, and refused where none is allowed.
  private static func faults(
    of statement: SQLStatement, _ translator: SQLTranslator, _ predicate: FormatPredicate
  ) -> [String] {
    var strict = translator
    strict.allowsResidual = false
    let isExact = (try? strict.select(where: predicate)) != nil
    let isNoted = statement.notes.contains { $0.kind == .residual }
    var faults: [String] = []
    if isExact != (statement.residual == nil) {
      faults.append("a residual predicate is left, and not refused where none may be")
    }
    if isNoted != (statement.residual != nil) { faults.append("a residual predicate and its note go together") }
    return faults
  }
}

/// A predicate, what memory answers, and the statement that is to find the same.
package struct ProofQuestion {
  package var made: ProofPredicate
  package var predicate: FormatPredicate
  package var answer: MemoryAnswer
  /// Nil where the dialect cannot say it.
  package var statement: SQLStatement?
  /// Why there is no statement.
  package var refusal: FormatError?
  /// What is wrong before any row is read.
  package var faults: [String]
}

extension Proof {
  /// The keys of objects of which the residual predicate is true and the whole is not: the statement must not find them.
  package func excludedKeys(of question: ProofQuestion) throws(FormatError) -> [FormatValue] {
    guard let residual = question.statement?.residual else { return [] }
    let kept = try MemoryAnswer(residual, on: question.made.entity, of: data).keys
    let keys = Set(question.answer.keys)
    return kept.filter { !keys.contains($0) }
  }
}

/// What came of many questions.
package struct ProofTally {
  package var asked = 0
  package var choosing = 0
  package var invalid = 0
  package var residuals: [String: Int] = [:]
  package var refusals: [String: Int] = [:]
  /// How many leave a residual predicate that is the whole of them.
  package var left = 0
  /// How many SQLite ends with an error, since decimals in units go beyond 64 bits.
  package var overflows = 0
  /// One text for each question whose answers differ.
  package var failures: [String] = []

  package init() {}

  /// Counts a question.
  package mutating func count(_ question: ProofQuestion) {
    asked += 1
    if !question.answer.keys.isEmpty, question.answer.keys.count < question.answer.all { choosing += 1 }
    for note in question.statement?.notes ?? [] where note.kind == .residual {
      residuals[note.message, default: 0] += 1
      break
    }
    if question.statement?.residual?.losslessFormat == question.predicate.losslessFormat { left += 1 }
    if let refusal = question.refusal { refusals[refusal.diagnostics.first?.code.rawValue ?? "", default: 0] += 1 }
  }

  /// The figures, a line each.
  package var description: String {
    let withResidual = residuals.values.reduce(0, +)
    let refused = refusals.values.reduce(0, +)
    var lines = [
      "\(asked) predicates, \(failures.count) different",
      "\(choosing) select some but not all, \(invalid) are refused by the check",
      "\(withResidual) leave a residual predicate, \(refused) are refused",
      "\(asked - withResidual - refused) are answered wholly in SQL, \(withResidual - left) in part, \(left) left to memory",
    ]
    if overflows > 0 { lines.append("\(overflows) end in 'overflow', beyond 64 bits in units") }
    for (reason, count) in residuals.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      lines.append("  residual: \(count) × \(reason)")
    }
    for (reason, count) in refusals.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      lines.append("  refused: \(count) × \(reason)")
    }
    return lines.joined(separator: "\n")
  }
}
