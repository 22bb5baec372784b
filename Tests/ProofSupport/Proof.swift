import PredicateFormat
import PredicateSQL
import TestSupport

/// The proof for one dialect and one seed: data, predicates, memory's answers, and SQL statements.
package struct Proof {
  package let engine: ProofEngine
  package let seed: UInt64
  package let model: PredicateModel
  package let data: ProofData
  package let tables: ProofTables
  /// Whether the statements contain their values as literals, and have lines.
  package var hasLiterals = false
  /// Whether the translator knows the folded columns. The predicates are the same without them.
  package var hasFoldedColumns = true
  private let unfolded: PredicateModel
  /// The passes that change the statements.
  package var passes = Pass.all
  /// A variant of the dialect for the statements, which the same engine runs; nil for the dialect itself.
  package var variant: DatabaseDialect?
  private var maker: PredicateMaker

  /// Creates the data and the generator of predicates.
  ///
  /// - Parameter ofDecimals: Whether to use only decimals, with their own model.
  package init(_ engine: ProofEngine, seed: UInt64, ofDecimals: Bool = false) throws(PredicateModelError) {
    (self.engine, self.seed) = (engine, seed)
    let dialect = engine.dialect
    model = ofDecimals ? try ProofModel.decimals(for: dialect) : try ProofModel.model(for: dialect)
    unfolded = try ProofModel.withoutFoldedColumns(model)
    data = ProofData(seed: seed, for: dialect, ofDecimals: ofDecimals)
    tables = ProofTables(model, data, on: engine)
    maker = PredicateMaker(model: model, data: data)
  }

  package var dialect: DatabaseDialect { engine.dialect }

  /// Returns the predicate with the given number, memory's answer, and the statement.
  package mutating func question(_ number: Int) throws(FormatError) -> ProofQuestion {
    try question(about: maker.predicate(seed: seed, number: number))
  }

  /// Returns the statement of the predicate with the given number, or nil if the dialect cannot express it. Throws if the
  /// predicate does not fit the model.
  package mutating func translated(_ number: Int) throws(FormatError) -> TranslatedStatement? {
    let made = maker.predicate(seed: seed, number: number)
    let predicate = try made.predicate()
    try predicate.check(against: model, entity: made.entity)
    let translator = try translator(of: made.entity)
    return try? translator.select(where: predicate)
  }

  package func translator(of entity: String) throws(FormatError) -> SQLTranslator {
    var translator = try SQLTranslator(
      variant ?? dialect, model: hasFoldedColumns ? model : unfolded, entity: entity, allowsResidual: true)
    translator.passes = passes
    return translator
  }

  /// Returns the predicate that the given choices generate.
  package mutating func predicate(from choices: SeededRandom) -> ProofPredicate { maker.predicate(from: choices) }

  /// Returns the question for any generated predicate.
  package func question(about made: ProofPredicate) throws(FormatError) -> ProofQuestion {
    try question(about: made, meaning: try made.predicate())
  }

  /// Returns the question with another predicate in place of the generated one.
  package func question(
    about made: ProofPredicate, meaning predicate: FormatPredicate
  ) throws(FormatError) -> ProofQuestion {
    try predicate.check(against: model, entity: made.entity)
    let answer = try MemoryAnswer(predicate, on: made.entity, of: data)
    let translator = try translator(of: made.entity)
    do throws(FormatError) {
      let statement = try posed(translator.select(where: predicate))
      var errors: [String] = answer.isSameWhenThrowing == false ? ["'.throw' and '.yieldNil' answer differently"] : []
      if !answer.isSameByDefinition { errors.append("the interpreter answers differently") }
      errors += Self.errors(of: statement, translator, predicate)
      return ProofQuestion(
        made: made, predicate: predicate, answer: answer, statement: statement, refusal: nil, errors: errors)
    } catch {
      return ProofQuestion(
        made: made, predicate: predicate, answer: answer, statement: nil, refusal: error,
        errors: answer.isSameByDefinition ? [] : ["the interpreter answers differently"])
    }
  }

  /// Returns the statement to run: with parameters or, if `hasLiterals` is true, without.
  package func posed(_ statement: TranslatedStatement) throws(FormatError) -> TranslatedStatement {
    guard hasLiterals else { return statement }
    var statement = statement
    statement.text = try statement.text(of: dialect, inLines: true, withLiterals: true)
    statement.parameters = []
    return statement
  }

  /// Returns error messages if a residual predicate has no note, or is permitted where the translator must reject it.
  private static func errors(
    of statement: TranslatedStatement, _ translator: SQLTranslator, _ predicate: FormatPredicate
  ) -> [String] {
    var strict = translator
    strict.allowsResidual = false
    let isExact = (try? strict.select(where: predicate)) != nil
    let isNoted = statement.notes.contains { $0.kind == .residual }
    var errors: [String] = []
    if isExact != (statement.residual == nil) {
      errors.append("without residual predicates, exactly the predicates that leave one must be refused")
    }
    if isNoted != (statement.residual != nil) { errors.append("a residual predicate and its note must occur together") }
    return errors
  }
}

/// A predicate, memory's answer, and the statement that must give the same answer.
package struct ProofQuestion {
  package var made: ProofPredicate
  package var predicate: FormatPredicate
  package var answer: MemoryAnswer
  /// The statement, or nil if the dialect cannot express the predicate.
  package var statement: TranslatedStatement?
  /// The reason that there is no statement.
  package var refusal: FormatError?
  /// The errors that are found without reading rows.
  package var errors: [String]
}

extension Proof {
  /// Returns the keys of the objects that match the residual predicate and not the whole one. The statement must not find them.
  package func excludedKeys(of question: ProofQuestion) throws(FormatError) -> [FormatValue] {
    guard let residual = question.statement?.residual else { return [] }
    let kept = try MemoryAnswer(residual, on: question.made.entity, of: data).keys
    let keys = Set(question.answer.keys)
    return kept.filter { !keys.contains($0) }
  }
}

/// The totals of many questions.
package struct ProofTally {
  package var asked = 0
  package var choosing = 0
  package var invalid = 0
  package var residuals: [String: Int] = [:]
  package var refusals: [String: Int] = [:]
  /// The number of questions whose residual predicate is the whole predicate.
  package var left = 0
  /// The number of questions that SQLite ends with an error, because decimals in units exceed 64 bits.
  package var overflows = 0
  /// A message for each question with different answers.
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

  /// The totals, one per line.
  package var description: String {
    let withResidual = residuals.values.reduce(0, +)
    let refused = refusals.values.reduce(0, +)
    var lines = [
      "\(asked) predicates, \(failures.count) different",
      "\(choosing) select some but not all, \(invalid) are refused by the check",
      "\(withResidual) leave a residual predicate, \(refused) are refused",
      "\(asked - withResidual - refused) completely in SQL, \(withResidual - left) in part, \(left) left to memory",
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
