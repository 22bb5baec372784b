import Foundation
import PredicateSQL
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// MATCHES as patterns of other engines, compared with Foundation's engine, which can also run the pattern that is written for
/// Spark.
@Suite struct PortablePatternTests {
  /// Returns the pattern for Spark without the anchors around it.
  private func inner(_ pattern: String, _ options: FormatStringOptions = []) -> String? {
    (try? portablePattern(pattern, options, .java)).map { String($0.dropFirst(2).dropLast(2)) }
  }

  @Test(arguments: ["d", "w", "s", "D", "W", "S"])
  func classes(_ letter: String) throws {
    for options in [FormatStringOptions(), .caseInsensitive] {
      let ignoringCase = !options.isEmpty
      for pattern in ["\\\(letter)", "[\\\(letter)_]", "[^\\\(letter)]"] {
        let written = try #require(inner(pattern, options))
        let expected = try #require(ScalarText.usual.matching(pattern, ignoringCase: ignoringCase))
        let found = try #require(ScalarText.usual.matching(written))
        let different = found.symmetricDifference(expected).sorted()
        #expect(different.isEmpty, "\(pattern) \(options) \(different.prefix(9).map { String($0, radix: 16) })")
      }
    }
  }

  @Test func categories() throws {
    let names = """
      L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Co Cn
      """
    for name in names.split(whereSeparator: \.isWhitespace) {
      for pattern in ["\\p{\(name)}", "\\P{\(name)}"] {
        for options in [FormatStringOptions(), .caseInsensitive] {
          let written = try #require(inner(pattern, options))
          let expected = try #require(ScalarText.usual.matching(pattern, ignoringCase: !options.isEmpty))
          let found = try #require(ScalarText.usual.matching(written))
          let different = found.symmetricDifference(expected).sorted()
          #expect(different.isEmpty, "\(pattern) \(options) \(different.prefix(9).map { String($0, radix: 16) })")
        }
      }
    }
  }

  /// Each cased letter, as a literal and as a set, ignoring case: the same scalars, or a refusal.
  @Test func letters() throws {
    let cased = (0x41...0x1E943).compactMap { Unicode.Scalar($0) }.filter {
      $0.properties.changesWhenCaseMapped || $0.properties.isLowercase || $0.properties.isUppercase
    }
    let text = ScalarText(cased.map(\.value))
    var refused: Set<Unicode.Scalar> = []
    // All of them in a full run; otherwise at least these.
    let special = "iıİßẞsΐﬅ".unicodeScalars
    for (index, scalar) in cased.enumerated() where isFullRun || index % 37 == 0 || special.contains(scalar) {
      for pattern in ["\(scalar)", "[\(scalar)]", "[^\(scalar)]"] {
        guard let written = inner(pattern, .caseInsensitive) else {
          // A set of one scalar is refused if the literal is; its complement is never refused.
          let isLiteral = refused.insert(scalar).inserted
          #expect(isLiteral == (pattern == "\(scalar)") && !pattern.hasPrefix("[^"), "\(pattern.numbers)")
          continue
        }
        let different = try #require(text.matching(written))
          .symmetricDifference(try #require(text.matching(pattern, ignoringCase: true)))
        #expect(different.isEmpty, "\(pattern.numbers) \(different.map { String($0, radix: 16) })")
      }
    }
    // Those that fold to several scalars.
    #expect(refused.count < 110)
  }

  /// Random patterns on random texts: a translated pattern answers as Foundation does, and an invalid one is refused.
  @Test func randomPatterns() throws {
    let seed = testSeed("PortablePatternTests.randomPatterns")
    var writer = PatternSentences(seed: seed)
    var (translated, matched, compared) = (0, 0, 0)
    for _ in 0..<3000 {
      let pattern = writer.pattern()
      let options: FormatStringOptions = writer.oneIn(3) ? .caseInsensitive : []
      guard !pattern.isEmpty, let written = try? portablePattern(pattern, options, .java) else { continue }
      let ignoringCase = !options.isEmpty
      guard matcher(pattern, ignoringCase: ignoringCase) != nil,
        let memory = matcher("\\A(?:\(pattern))\\z", ignoringCase: ignoringCase), let ours = matcher(written)
      else {
        Issue.record("TEST_SEED=\(seed): translated, but not a valid pattern: \(pattern) \(written)")
        continue
      }
      translated += 1
      for _ in 0..<20 {
        let text = writer.text(for: pattern)
        let expected = memory.matches(text)
        #expect(
          ours.matches(text) == expected,
          "TEST_SEED=\(seed) \(pattern) \(options) \(text) \(text.numbers) \(written)")
        compared += 1
        if expected { matched += 1 }
      }
    }
    #expect(translated > 1000 && matched > compared / 20)
  }

  /// Foundation treats a set of one scalar as the first of a run of literals, which are folded together.
  @Test func setsOfOne() throws {
    let texts = ["i\u{307}", "İ", "ʼn", "ŉ", "ʼN", "12"]
    for pattern in ["[İ]", "i[\u{307}]", "[ʼ]n", "[ʼ][n]", "ʼ[n]", "[1][2]", "[ʼ]{1}n", "[ŉ]"] {
      let memory = try #require(matcher("\\A(?:\(pattern))\\z", ignoringCase: true))
      guard let written = try? portablePattern(pattern, .caseInsensitive, .java) else { continue }
      let ours = try #require(matcher(written))
      for text in texts { #expect(memory.matches(text) == ours.matches(text), "\(pattern) \(text) \(written)") }
    }
    #expect((try? portablePattern("[İ]", .caseInsensitive, .java)) == nil)
    #expect((try? portablePattern("[İ]", [], .java)) != nil)
  }

  @Test func refusals() {
    let refused = [
      "(?=a)", "(?!a)", "(?<=a)", "(?i)a", "(?>a)", "(a)\\1", "a++", "a*+", "\\ba", "a{,2}", "[a&&b]", "[[:alpha:]]",
      "[:a:]",
      "a{2,1}",
      "a{1001}", "x^a", "a$b", "(", ")", "a)", "[", "[a", "a\\", "\\Q.\\E", "\\x{0}", "\\ud800", "[b-a]", "*", "a**",
      "(?:a*)*",
      "\\p{Greek}", "\\R", "\\X", "a}", "a]", "{", "[]", "[^]", "(?<n>a)", "(?#a)", "\\0101", "\\cA",
    ]
    for pattern in refused {
      for flavor in SQLPatternFlavor.allCases {
        #expect((try? portablePattern(pattern, [], flavor)) == nil, "\(pattern)")
      }
    }
    let uncounted = PatternRefusal("so many repetitions are not portable")
    for pattern in ["a{1001}", "a{0,1001}", "a{99999999999999999999}"] {
      #expect(throws: uncounted, "\(pattern)") { try portablePattern(pattern, [], .java) }
    }
    #expect((try? portablePattern("a", .diacriticInsensitive, .java)) == nil)
    #expect((try? portablePattern("ß", .caseInsensitive, .java)) == nil)
    #expect((try? portablePattern("(?:a{20}){20}", [], .postgresql)) == nil)
    #expect((try? portablePattern("(?:a{20}){20}", [], .re2)) != nil)
    #expect((try? portablePattern("(?:a+)+b", [], .pcre2)) == nil)
    #expect((try? portablePattern("(?:a|aa)+b", [], .java)) == nil)
    #expect((try? portablePattern("(?:a|aa)+b", [], .re2)) != nil)
    #expect((try? portablePattern("(?:a+,)+b", [], .pcre2)) != nil)
    #expect((try? portablePattern("(?:ab|cd)+b", [], .pcre2)) != nil)
    #expect((try? portablePattern("(?:[0-9]{1,3}\\.){3}[0-9]{1,3}", [], .java)) != nil)
  }

  /// Deep, long and wide patterns end in time, with a refusal or a pattern.
  @Test func extremes() {
    let patterns = [
      String(repeating: "(", count: 100_000), String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000),
      String(repeating: "a|", count: 5000),
      String(repeating: "(?:", count: 30) + "a" + String(repeating: ")*b", count: 30),
      String(repeating: "s", count: 9000), String(repeating: "ffi", count: 3000), String(repeating: "\\w", count: 4000),
      String(repeating: "(?:a{99}", count: 30) + String(repeating: "){99}", count: 30),
    ]
    let translated = onSmallStack {
      var translated = 0
      for pattern in patterns {
        for flavor in SQLPatternFlavor.allCases {
          if (try? portablePattern(pattern, [], flavor)) != nil { translated += 1 }
          if (try? portablePattern(pattern, .caseInsensitive, flavor)) != nil { translated += 1 }
        }
      }
      return translated
    }
    #expect(translated > 8)
  }

  @Test(
    "the literal prefix of a pattern",
    arguments: [
      ("Kalomi.*", "Kalomi"), ("^a(?:bc){2}d+e", "abcbcd"), ("a{3}b?c", "aaa"), ("[a]b\\.", "ab."), ("a|ab", ""),
      ("(a|b)c", ""),
      (".*a", ""), ("(?i)a", ""), ("a\\u00E9z*", "aé"), ("a(?=b)", ""), ("", ""),
      ("(?:a{99}){99}", String(repeating: "a", count: 100)),
    ])
  func prefixes(pattern: String, prefix: String) { #expect(literalPrefix(ofPattern: pattern) == prefix) }

  @Test func texts() throws {
    #expect(try portablePattern("^a.[^b-d]\\n$", [], .postgresql) == "^(?:a.[^b-d]\\u000a)$")
    #expect(try portablePattern("a{2,}?(b|cd)", [], .pcre2) == "\\A(?s-imx:a{2,}(?:b|cd))\\z")
    #expect(try portablePattern("off", .caseInsensitive, .re2) == "(?s-im:[Oo](?:[Ff][Ff]|ﬀ))")
    #expect(try portablePattern("", [], .java) == "\\A(?s-imx:(?:a\\A))\\z")
  }
}
