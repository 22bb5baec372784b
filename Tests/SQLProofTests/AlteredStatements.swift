import PredicateFormat
import ProofSupport
import Testing

extension SQLiteProof {
  /// Expects that the proof reports a difference for each question whose statement finds the rows that it should not find.
  func expectAlteredStatementsDiffer() throws {
    var altered = 0
    for number in 0..<100 {
      var proof = proof
      guard var question = try? proof.question(number), question.statement != nil,
        let other = try? proof.question(about: question.made, meaning: !question.predicate).statement,
        other.residual == nil
      else { continue }
      question.statement = other
      question.made.mayOverflow = false
      altered += 1
      #expect(difference(question) != nil, "\(question.made.corpusLine)")
    }
    #expect(altered > 50)
  }
}
