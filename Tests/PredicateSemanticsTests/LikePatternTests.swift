import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

@Suite("LIKE patterns") struct LikePatternTests {
  private func like(_ text: String, _ pattern: String, _ options: FormatStringOptions = []) -> Bool {
    textTest(.like, text, pattern, options)
  }

  @Test("wildcards, escapes and the empty pattern")
  func meaning() {
    #expect(like("baseball", "b*ball") && like("ball", "b*all") && !like("ball", "ball*ball"))
    #expect(like("a\nb", "a*b") && like("", "*") && like("", "***"))
    #expect(!like("", "") && !like("a", "") && !like("", "?") && !like("", "\u{301}", .diacriticInsensitive))
    #expect(like("a", "*?") && !like("", "*?") && like("é", "?") && like("😀", "?") && !like("e\u{301}", "?"))
    #expect(like("e\u{301}", "?", .caseInsensitive) && like("ß", "??", .caseInsensitive))
    #expect(like("*", #"\*"#) && !like("a", #"\*"#) && like("?", #"\?"#) && like(#"\"#, #"\\"#))
    #expect(like("ab", #"a\b"#) && like(#"a\"#, #"a\"#) && like(#"\abc"#, #"\\*"#))
    #expect(like("＊", "\\*", .widthInsensitive) && !like("abc", "＊", .widthInsensitive))
    #expect(like("Café au lait", "cafe*LAIT", [.caseInsensitive, .diacriticInsensitive]))
    #expect(!like("ab", "aab") && !like("aab", "ab") && like("aab", "*ab"))
  }

  @Test("runs of wildcards collapse")
  func collapse() {
    let pattern = LikePattern("a*?**?*b", [])
    #expect(pattern.program == [0x61, 0xFF, 0xFF, 0xFE, 0x62])
    #expect(LikePattern("*****", []).program == [0xFE])
  }

  @Test("patterns are recognized by their shape")
  func shapes() {
    let expected: [(String, LikePattern.Shape)] = [
      ("", .nothing), ("**", .anything), ("ab", .exact([97, 98])), ("ab*", .prefix([97, 98])),
      ("*ab", .suffix([97, 98])), ("*ab*", .substring([97, 98])), ("a*b", .prefixAndSuffix([97], [98])),
      ("a*b*", .general), ("*a*b", .general), ("?", .general), ("a?*", .general), ("*a*b*", .general),
      (#"\*a"#, .exact([42, 97])),
    ]
    for (pattern, shape) in expected { #expect(LikePattern(pattern, []).shape == shape, "\(pattern)") }
  }

  /// The meaning of a pattern: a table of which suffixes of the text each suffix of the pattern matches.
  private func naive(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    if pattern.isEmpty { return false }
    var row = [true] + [Bool](repeating: false, count: text.count)
    var index = 0
    while index < pattern.count {
      var next = [Bool](repeating: false, count: text.count + 1)
      var literal = pattern[index]
      if literal == "*" {
        var any = false
        for end in row.indices {
          any = any || row[end]
          next[end] = any
        }
      } else {
        let isAny = literal == "?"
        if literal == "\\" && index + 1 < pattern.count {
          index += 1
          literal = pattern[index]
        }
        for end in text.indices where row[end] && (isAny || text[end] == literal) { next[end + 1] = true }
      }
      row = next
      index += 1
    }
    return row[text.count]
  }

  @Test("random patterns match what the definition matches")
  func random() {
    let seed = testSeed("LikePatternTests.random")
    var generator = SeededRandom(state: seed)
    let letters: [Unicode.Scalar] = ["a", "b", "é", "😀", "*", "\\", "?"]
    let pieces: [Unicode.Scalar] = ["a", "b", "é", "😀", "*", "?", "\\", "*"]
    var matched = 0
    for _ in 0..<30_000 {
      let text = (0..<Int.random(in: 0...10, using: &generator)).compactMap { _ in
        letters.prefix(5).randomElement(using: &generator)
      }
      let pattern = (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in
        pieces.randomElement(using: &generator)
      }
      let expected = naive(text, pattern)
      matched += expected ? 1 : 0
      var textString = String.UnicodeScalarView()
      textString.append(contentsOf: text)
      var patternString = String.UnicodeScalarView()
      patternString.append(contentsOf: pattern)
      if like(String(textString), String(patternString)) != expected {
        Issue.record("TEST_SEED=\(seed): \(String(textString)) LIKE \(String(patternString)) is \(expected)")
      }
    }
    #expect(matched > 1_000)
  }

  @Test("a hostile pattern takes at most text length times pattern length")
  func hostile() {
    let text = String(repeating: "a", count: 3_000)
    #expect(!like(text, String(repeating: "a*", count: 300) + "b"))
    #expect(like(text, String(repeating: "*?", count: 500)))
  }
}
