import Foundation
import PredicateSQL
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// `==` with c, d and w as patterns: each matches exactly the texts that fold as the constant does.
@Suite struct FoldedPatternTests {
  static let options: [FormatStringOptions] = [
    .caseInsensitive, .diacriticInsensitive, .widthInsensitive, [.caseInsensitive, .diacriticInsensitive],
  ]

  /// For every scalar that folding changes, alone and after an a, the pattern matches it and its folding, and every match folds
  /// as it does.
  @Test(arguments: options)
  func scalars(_ options: FormatStringOptions) throws {
    let all = isFullRun ? ScalarText.usual : ScalarText(Array(1..<0x600) + Array(0xFF00..<0xFFF0))
    var count = 0
    for value in UInt32(1)..<0x1F000 {
      guard let scalar = Unicode.Scalar(value), !(0x3400...0x9FFF).contains(value) else { continue }
      let text = String(scalar)
      let folding = folded(text, options)
      guard folding.unicodeScalars.elementsEqual([scalar]) == false else { continue }
      count += 1
      if !isFullRun && count % 97 != 0 { continue }
      for (constant, same) in [(text, folding), ("a" + text, "a" + folding)] {
        let pattern = try #require(try? foldedPattern(constant, options, .java), "\(constant.numbers)")
        let expression = try #require(matcher(pattern))
        #expect(expression.matches(constant), "\(constant.numbers) \(pattern)")
        #expect(expression.matches(same) || folded(same, options) != folding, "\(constant.numbers) \(pattern)")
      }
    }
    #expect(count > 700)
    // Conversely: all scalars that the pattern of a letter matches.
    for letter in ["s", "k", "å", "ι", "ア", "가", "ά", "ß", "", "a", "Ω", "1", "がか"] {
      guard let pattern = try? foldedPattern(letter, options, .java) else { continue }
      let inner = String(pattern.dropFirst(2).dropLast(2))
      let found = try #require(all.matchingOne(inner))
      let folding = folded(letter, options)
      for scalar in found { #expect(folded(String(scalars: [scalar]), options) == folding) }
      for scalar in all.scalars
      where folded(String(scalars: [scalar]), options).unicodeScalars.elementsEqual(folding.unicodeScalars) {
        #expect(found.contains(scalar), "\(letter) \(String(scalar, radix: 16))")
      }
    }
  }

  @Test func random() throws {
    let seed = testSeed("FoldedPatternTests.random")
    var writer = FoldedTexts(seed: seed)
    var (refused, equal, compared) = (0, 0, 0)
    for _ in 0..<(isFullRun ? 10_000 : 150) {
      let options = writer.pick(Self.options)
      let constant = writer.text()
      guard let pattern = try? foldedPattern(constant, options, .java) else {
        refused += 1
        continue
      }
      let expression = try #require(matcher(pattern), "\(constant.numbers)")
      for text in writer.variants(of: constant) {
        let expected = folded(text, options).utf8.elementsEqual(folded(constant, options).utf8)
        #expect(
          expression.matches(text) == expected,
          "TEST_SEED=\(seed) \(options.spelling) \(constant.numbers): \(text.numbers) \(pattern)")
        compared += 1
        if expected { equal += 1 }
      }
    }
    #expect(refused < (isFullRun ? 100 : 10) && equal > compared / 4)
  }

  /// Iota below the letter is ordered as a mark, and then becomes a letter.
  @Test(arguments: ["αι\u{301}", "α\u{301}ι", "αιι", "ιι\u{345}", "ᾴ", "αι"])
  func iotas(_ constant: String) throws {
    let pattern = try #require(try? foldedPattern(constant, .caseInsensitive, .java))
    let expression = try #require(matcher(pattern))
    let pieces = ["α", "ι", "\u{345}", "\u{301}", "ᾳ", "Ι", "ά"]
    var texts = [""]
    for _ in 0..<3 { texts += texts.flatMap { text in pieces.map { text + $0 } } }
    var equal = 0
    for text in texts {
      let expected = folded(text, .caseInsensitive).utf8.elementsEqual(folded(constant, .caseInsensitive).utf8)
      #expect(expression.matches(text) == expected, "\(text.numbers)")
      if expected { equal += 1 }
    }
    #expect(equal > 1)
  }

  @Test func texts() throws {
    #expect(
      try foldedPattern("1-é", .caseInsensitive, .re2) == "(?s-im:[1１][\\-－](?:[EeＥｅ][\u{301}\u{341}]|[Éé]))")
    #expect(try foldedPattern("", .caseInsensitive, .postgresql) == "^(?:)$")
    #expect((try? foldedPattern("a", [], .postgresql)) == nil)
    #expect((try? foldedPattern(String(repeating: "a", count: 100_000), .caseInsensitive, .pcre2)) == nil)
    let marks = String(scalars: [0x61, 0x316, 0x301, 0x5AE, 0x345, 0x323, 0x327, 0x31B, 0x334])
    #expect((try? foldedPattern(marks, .caseInsensitive, .pcre2)) == nil)
    #expect((try? foldedPattern(marks, .diacriticInsensitive, .pcre2)) != nil)
  }
}
