import Foundation
import PredicateSQL
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// CONTAINS, BEGINSWITH, ENDSWITH and LIKE with c, d and w as patterns: each matches exactly the texts in which memory finds the
/// constant.
@Suite struct FoldedSearchTests {
  private struct Search {
    var constants: [String]
    var isAtStart: Bool
    var isAtEnd: Bool

    /// The test in memory, and its right operand.
    var test: (TextTest, String) {
      if constants.count == 1 {
        switch (isAtStart, isAtEnd) {
        case (false, false): return (.contains, constants[0])
        case (true, false): return (.beginsWith, constants[0])
        case (false, true): return (.endsWith, constants[0])
        case (true, true): break
        }
      }
      let escaped = constants.map { constant in
        constant.unicodeScalars.map { "*?\\".unicodeScalars.contains($0) ? "\\\($0)" : String($0) }.joined()
      }
      return (.like, (isAtStart ? "" : "*") + escaped.joined(separator: "*") + (isAtEnd ? "" : "*"))
    }
  }

  @Test("a pattern matches the texts that memory finds", arguments: [SQLPatternFlavor.java, .re2, .postgresql])
  func random(_ flavor: SQLPatternFlavor) throws {
    let seed = testSeed("FoldedSearchTests.random")
    var writer = FoldedTexts(seed: seed)
    var (refused, found, compared) = (0, 0, 0)
    for _ in 0..<(isFullRun ? 10_000 : 200) {
      let options = writer.pick(FoldedPatternTests.options)
      let constants = (0..<writer.pick([1, 1, 1, 2])).map { _ in writer.text() }
      let search = Search(
        constants: constants, isAtStart: writer.pick([true, false]), isAtEnd: writer.pick([true, false]))
      if constants.contains(where: { folded($0, options).isEmpty || $0.contains("*") }) { continue }
      guard
        let patterns = try? foldedPatterns(
          containing: constants, isAtStart: search.isAtStart, isAtEnd: search.isAtEnd, options, flavor)
      else {
        refused += 1
        continue
      }
      let expressions = try patterns.map { pattern in
        let whole =
          [.re2: "\\A\(pattern)\\z", .postgresql: "(?s)\\A\(pattern.dropFirst().dropLast())\\z"][flavor] ?? pattern
        return try #require(matcher(whole), "\(constants.map(\.numbers))")
      }
      let (test, operand) = search.test
      let around = writer.text() + constants.joined(separator: writer.text()) + writer.text()
      for text in writer.variants(of: around) + writer.variants(of: constants.joined()) {
        let expected = textTest(test, text, operand, options)
        #expect(
          expressions.allSatisfy { $0.matches(text) } == expected,
          "TEST_SEED=\(seed) \(options.spelling) \(test) \(constants.map(\.numbers)): \(text.numbers)")
        compared += 1
        if expected { found += 1 }
      }
    }
    #expect(refused < (isFullRun ? 4_000 : 120) && found > compared / 10)
  }
}
