import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax
import Testing

@Suite("Patterns of MATCHES that are equivalent to strings") struct PatternStringsTests {
  /// Returns the strings as patterns of LIKE, sorted, in one line; nil if the pattern has no such form.
  private func strings(_ pattern: String, _ options: FormatStringOptions = []) -> String? {
    PatternStrings(pattern, options).map { strings in
      let all =
        strings.exact + strings.prefixes.map { $0 + "*" } + strings.suffixes.map { "*" + $0 } + strings.patterns
      return all.sorted().joined(separator: " ")
    }
  }

  @Test("patterns that are equivalent to strings")
  func read() {
    let expected: [(String, String)] = [
      ("abc", "abc"), (".*(ing|ed)s?", "*ed *eds *ing *ings"), ("a|ab", "a ab"), ("(?:a|b)?c", "ac bc c"),
      ("un.*", "un*"), (".*q.*", "*q*"), ("b.*ball", "b*ball"), (".*", "*"), (".+", "?*"), ("a|.*", "*"),
      ("gr[ae]y", "gray grey"), ("[0-3x]", "0 1 2 3 x"), (#"a\.b\*"#, "a.b*"), ("a??", " a"), (".*?a", "*a"),
      ("^a|b$", "a b"), ("^abc.*$", "abc*"), ("()", ""), ("(a|)b", "ab b"), ("a||b", " a b"), (".*.*a", "*a"),
      (".+?é", "?*é"), ("a-b, c:d", "a-b, c:d"), (#".*\*.+"#, #"*\*?*"#), ("^", ""), ("^$", ""),
    ]
    for (pattern, like) in expected { #expect(strings(pattern) == like, "\(pattern)") }
    #expect(strings("[a-z][0-9A-Za]?") == nil && strings("[a-z][01]") != nil && strings("[a-z]{1}") == nil)
    #expect(strings("Ab.*", .caseInsensitive) == "ab*" && strings("Ab.*", .diacriticInsensitive) == "Ab*")
    #expect(strings("é", .caseInsensitive) == nil && strings("é") == "é")
  }

  @Test(
    "all other patterns are left to the regular expression",
    arguments: [
      "", ".", "a.b", "..", ".?", ".+.+", ".{2}", "a*", "a+", "(ab)+", "a{2}", "a++", "a?+", ".*+", ".**", ".*??",
      "a???",
      #"\d"#, #"\n"#, #"\Qa\E"#, #"a\"#, #"\é"#, #"(.)\1"#, "(?i)a", "(?=a)a", "(?<x>a)", "(?#a)", "(?>a)", "[^a]",
      "[a",
      "[]", "[]a]", "[a-]", "[-a]", "[a-Z]", "[z-a]", "[[a]]", "[a&&b]", "[:a:]", #"[\d]"#, "[.]", "a^b", "a$b", "(^a)",
      "(a$)", "^*", "$*", "a$?", "(", ")", "a)", "(a", "a]", "a}", "{", "*", "+a", "?", "\n", "a\r", "\u{85}",
      "\u{2028}", "\0",
    ])
  func others(pattern: String) {
    #expect(strings(pattern) == nil)
  }

  @Test("the number of strings and the depth are limited")
  func limits() {
    #expect(strings("(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)") != nil && strings("(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)") == nil)
    #expect(strings(String(repeating: "a?", count: 900)) == nil)
    #expect(strings(String(repeating: "a", count: PatternStrings.longest)) != nil)
    #expect(strings(String(repeating: "a", count: PatternStrings.longest + 1)) == nil)
    #expect(strings(String(repeating: "(", count: 1500)) == nil)
    #expect(strings("((((((((((a))))))))))") == "a" && strings("(((((((((((a)))))))))))") == nil)
  }
}
