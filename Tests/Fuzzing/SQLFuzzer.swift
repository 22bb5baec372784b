import PredicateFormat
import PredicateSQL
import ProofSupport
import TestSupport

/// Checks that SQLite finds the same rows as memory, and that translation to the other dialects terminates.
struct SQLFuzzer: Fuzzer {
  private var proof: SQLiteProof?
  private var others: [SQLTranslator] = []

  /// Memory with both kinds of error handling, SQLite, and four other translations.
  let answers = 7

  /// Limits on the work for products of collections, so the time of an evaluation does not depend on their size.
  private static let limits = PredicateLimits(steps: 100_000)

  init() {
    proof = try? SQLiteProof(seed: 4711)
    for dialect in DatabaseDialect.all where dialect != .sqlite {
      for entity in ["Person", "Manager", "Task"] {
        if let model = try? ProofModel.model(for: dialect),
          let translator = try? SQLTranslator(dialect, model: model, entity: entity, allowsResidual: true)
        {
          others.append(translator)
        }
      }
    }
  }

  mutating func run(_ bytes: [UInt8]) -> String? {
    guard var proof else { return nil }
    let (made, predicate): (ProofPredicate, FormatPredicate)
    switch FuzzInput(bytes) {
    case .made(let choices):
      made = proof.proof.predicate(from: choices)
      guard let meaning = try? made.predicate() else { return nil }
      predicate = meaning
    case .text(let text, let choices):
      guard let read = Self.predicate(text, choices, proof.proof.model) else { return nil }
      (made, predicate) = read
    }
    for translator in others where translator.entity.name == made.entity {
      _ = try? translator.select(where: predicate)
    }
    // Values that change, or depend on the user's locale, have no single correct result.
    guard predicate.isSettled,
      (try? MemoryAnswer(predicate.limited(to: Self.limits), on: made.entity, of: proof.proof.data)) != nil,
      let question = try? proof.proof.question(about: made, meaning: predicate),
      let difference = proof.difference(question)
    else { return nil }
    return "\(difference)\n\(predicate.losslessFormat)\n\(made.corpusLine)\n\(question.statement?.text ?? "")"
  }

  private static func predicate(
    _ text: ArraySlice<UInt8>, _ choices: SeededRandom, _ model: PredicateModel
  ) -> (ProofPredicate, FormatPredicate)? {
    var choices = choices
    let entity = ["Person", "Person", "Task", "Manager"][Int.random(in: 0..<4, using: &choices)]
    guard let template = try? FormatPredicate.template(utf8: Array(text)), let start = model.entity(entity) else {
      return nil
    }
    var arguments = FuzzArguments(choices: choices, keys: start.attributes.map(\.name))
    guard let bound = try? template.binding(arguments.arguments(for: template.conversions)) else { return nil }
    var fitting = ModelFitting(model, start)
    let predicate = fitting.rewrite(bound.substituting(arguments.values(of: bound.variables)))
    var made = ProofPredicate(id: "fuzz/0", entity: entity, format: predicate.losslessFormat, arguments: [])
    // Decimals in units may exceed 64 bits. SQLite then ends the statement with an error, as Grammar/Guides/SQL.md describes.
    made.mayOverflow = true
    return (made, predicate)
  }
}
