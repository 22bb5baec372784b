import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// The table of slips: each example gives its code, and its fix makes the repair of it.
struct SlipTests {
  @Test("the example of a slip gives its code alone, and its fix makes the repair of it", arguments: Slip.all)
  func examples(slip: Slip) throws {
    let findings = try FormatPredicate.template(slip.example).findings()
    #expect(findings.map(\.code) == [slip.code], "\(slip.example)")
    let finding = try #require(findings.first)
    #expect(!finding.message.contains("$"), "\(finding.message)")
    let fixed = finding.fixIts.first.map { $0.applied(to: slip.example) }
    #expect(fixed == slip.repair, "\(slip.example)")
    guard let repair = slip.repair else { return }
    #expect(try !FormatPredicate.template(repair).findings().map(\.code).contains(slip.code), "\(repair)")
  }

  @Test("each slip has an example of its own")
  func distinct() { #expect(Set(Slip.all.map(\.example)).count == Slip.all.count) }

  @Test("an argument is not rewritten as if it were a part of the text")
  func arguments() throws {
    let findings = try FormatPredicate("a LIKE %@ AND ANY b == %@", 5, [1, 2]).findings()
    #expect(findings.map(\.code) == [.neverTrue, .unintendedMeaning])
    #expect(findings.map(\.fixIts.count) == [0, 1])
  }
}
