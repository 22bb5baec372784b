import PredicateFormat
import ProofSupport
import TestSupport
import Testing

/// The generator of the proof makes useful predicates.
@Suite struct PredicateMakerTests {
  static let seed: UInt64 = 20_260_901
  static let count = isFullRun ? 20_000 : 1_000

  /// Nearly all pass the check against the model, and the classes accept what the model accepts. More than half match some
  /// objects and not all. If `.throw` gives an answer, it is that of `.yieldNil`.
  @Test func generated() throws {
    let data = ProofData(seed: Self.seed, for: .sqlite)
    let model = try ProofModel.model(for: .sqlite)
    var maker = PredicateMaker(model: model, data: data)
    var (valid, choosing, throwing) = (0, 0, 0)
    for number in 0..<Self.count {
      let made = maker.predicate(seed: Self.seed, number: number)
      guard let predicate = try? made.predicate(),
        (try? predicate.check(against: model, entity: made.entity)) != nil
      else { continue }
      valid += 1
      let answer = try MemoryAnswer(predicate, on: made.entity, of: data)
      #expect(answer.isSameWhenThrowing != false, "\(made.corpusLine)")
      if answer.isSameWhenThrowing == nil { throwing += 1 }
      if !answer.keys.isEmpty, answer.keys.count < answer.all { choosing += 1 }
    }
    print("seed \(Self.seed): \(Self.count) predicates, \(valid) valid, \(choosing) choose, \(throwing) throw")
    #expect(valid * 100 >= Self.count * 95)
    #expect(choosing * 2 >= valid)
    #expect(throwing * 4 <= valid)
  }

  /// A seed and a number determine a predicate, whatever was made before, so a failure can be repeated alone.
  @Test func repeated() throws {
    let data = ProofData(seed: Self.seed, for: .sqlite)
    var maker = PredicateMaker(model: try ProofModel.model(for: .sqlite), data: data)
    let first = (0..<50).map { maker.predicate(seed: 7, number: $0).corpusLine }
    let again = (0..<50).reversed().map { maker.predicate(seed: 7, number: $0).corpusLine }
    #expect(first == again.reversed())
    #expect(Set(first).count > 40)
  }
}
