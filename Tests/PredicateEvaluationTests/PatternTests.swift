import Foundation
import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Makes random patterns, most of which `PatternStrings` reads, and texts that they often match.
private struct PatternMaker {
  var generator: SeededRandom

  private static let literals = [
    "a", "b", "s", "k", "A", "S", "ing", "ings", "ed", "alphabetically", "é", "ſ", "\u{212A}", "ß", #"\."#, #"\*"#,
    #"\?"#,
    #"\\"#, "😀", "-", " ", "e\u{301}", "Ａ",
  ]
  private static let sets = ["[ab]", "[a-c]", "[éa]", "[A-Ca]", "[s-u]", "[0-3]"]
  /// Patterns that are not read, and invalid ones.
  private static let others = [
    ".", #"\d"#, "x*", "x+", "[^a]", "(?i)", #"\n"#, "^", "$", "\n", "{", "]", "a{2}", "[]", "[a-]", "(?=a)", #"\Qa\E"#,
    "(?#c)", "a++", "[[a]]", ".{2}", "(", ")", ".**", "a?+", "\u{FEFF}",
  ]
  private static let around = [
    "", "", "", "a", "s", "S", "x", "\n", "\r\n", "\r", "\0", "é", "ſ", "\u{301}", "\u{2028}", "😀", "\u{FEFF}", "ings",
  ]

  private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }

  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

  mutating func pattern() -> String {
    pick(["", "", ".*", ".*", "^"]) + alternatives(depth: 2) + pick(["", "", ".*", "$"])
  }

  private mutating func alternatives(depth: Int) -> String {
    (0...Int.random(in: 0...2, using: &generator)).map { _ in sequence(depth: depth) }.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      atom(depth: depth) + (chance(5) ? pick(["?", "?", "??"]) : chance(60) ? pick(["*", "+", "?+", "{1}"]) : "")
    }.joined()
  }

  private mutating func atom(depth: Int) -> String {
    if chance(80) { return pick(Self.others) }
    if chance(9) { return pick([".*", ".*?", ".+", ".+?"]) }
    if chance(8) { return pick(Self.sets) }
    if depth > 0, chance(4) { return pick(["(", "(?:"]) + alternatives(depth: depth - 1) + ")" }
    return pick(Self.literals)
  }

  /// Returns a text that matches one of the strings, or almost does.
  mutating func text(_ strings: PatternStrings?) -> String {
    var named = [""]
    if let strings {
      named = strings.exact + strings.prefixes + strings.suffixes
      named += strings.patterns.map { filled($0) }
    }
    var text = pick(named)
    if chance(2) { text = pick(Self.around) + text }
    if chance(2) { text += pick(Self.around) }
    if chance(4), let position = text.unicodeScalars.indices.randomElement(using: &generator) {
      text.unicodeScalars.replaceSubrange(position...position, with: pick(Self.around).unicodeScalars)
    }
    return chance(4) ? text.uppercased() : text
  }

  /// Returns a pattern of LIKE with text in place of its wildcards.
  private mutating func filled(_ pattern: String) -> String {
    var text = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if !isEscaped && scalar == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped && (scalar == "*" || scalar == "?") {
        text += pick(Self.around)
      } else {
        text.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return text
  }
}

private final class Phrase {
  let number: Int
  let text: String
  let other: String?

  init(_ number: Int, _ text: String) {
    (self.number, self.text, other) = (number, text, number % 5 == 0 ? nil : text)
  }
}

@Suite("Patterns") struct PatternTests {
  private static let optionSets: [FormatStringOptions] = [
    [], [], .caseInsensitive, .diacriticInsensitive, .widthInsensitive, [.caseInsensitive, .diacriticInsensitive],
  ]

  /// The definition of MATCHES, by the regular expression engine alone; nil if the pattern is invalid.
  private func definition(_ pattern: String, _ options: FormatStringOptions, _ texts: [String]) -> [Bool]? {
    if pattern.isEmpty { return texts.map { _ in false } }
    let folding = options.intersection([.diacriticInsensitive, .widthInsensitive])
    var flags: NSRegularExpression.Options = [.dotMatchesLineSeparators, .anchorsMatchLines]
    if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    let pattern = folded(pattern, folding)
    guard (try? NSRegularExpression(pattern: pattern, options: flags)) != nil,
      let expression = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: flags)
    else { return nil }
    return texts.map { text in
      let subject = folded(text, folding)
      return expression.firstMatch(in: subject, range: NSRange(location: 0, length: subject.utf16.count)) != nil
    }
  }

  @Test("patterns that are equivalent to strings answer as the regular expression does")
  func strings() throws {
    let seed = testSeed("PatternTests.strings")
    var maker = PatternMaker(generator: SeededRandom(state: seed))
    var (patterns, read, compared, hits) = (0, 0, 0, 0)
    var kernels = Set<String>()
    while patterns < 4000 {
      patterns += 1
      let pattern = maker.pattern()
      let options = Self.optionSets[patterns % Self.optionSets.count]
      let folding = options.intersection([.diacriticInsensitive, .widthInsensitive])
      let strings = PatternStrings(folded(pattern, folding), options)
      let texts = (0..<24).map { _ in maker.text(strings) } + ["", "a", "\n"]
      guard let expected = definition(pattern, options, texts) else {
        #expect(strings == nil, "TEST_SEED=\(seed): '\(pattern)' is not a pattern")
        #expect(throws: EvaluationError.self) { try Pattern(pattern, options) }
        continue
      }
      let compiled = try Pattern(pattern, options)
      let answers = texts.map { compiled.matches($0) == true }
      #expect(answers == expected, "TEST_SEED=\(seed): \(pattern.debugDescription) \(options.spelling) on \(texts)")
      compared += texts.count
      hits += expected.count { $0 }
      guard let strings else { continue }
      read += 1
      #expect(compiled.needsNoExpression == options.isEmpty)
      // The kernels alone, with each string in memory of its own.
      let tested = texts.indices.filter { options.isEmpty || texts[$0].utf8.allSatisfy { $0 < 0x80 } }
      let store = KernelMemory()
      let asking = Asking(subjects: tested.map { Array(texts[$0].utf8) })
      let found = withPatternKernels(strings, options: options, store: store, asking)
      kernels.formUnion(found.map(\.name))
      for (entry, index) in tested.enumerated() where found.contains(where: { $0.answers[entry] }) != expected[index] {
        Issue.record(
          "TEST_SEED=\(seed): \(pattern.debugDescription)\(options.spelling), \(texts[index].debugDescription)")
      }
      withExtendedLifetime(store) {}
      // Also as a predicate, on strings that may be nil.
      guard patterns % 8 == 0 else { continue }
      let rows = (0..<80).map { Phrase($0, texts[$0 % texts.count]) }
      let spelling = options.spelling
      let matched = try rows.filtered(by: FormatPredicate("text MATCHES\(spelling) %@", pattern))
      #expect(matched.map(\.number) == rows.map(\.number).filter { expected[$0 % texts.count] }, "TEST_SEED=\(seed)")
      let others = try rows.filtered(by: FormatPredicate("other MATCHES\(spelling) %@", pattern))
      #expect(others.map(\.number) == matched.map(\.number).filter { $0 % 5 != 0 }, "TEST_SEED=\(seed)")
    }
    #expect(read > patterns / 3 && hits > compared / 10 && kernels.contains("EndSet"))
  }

  @Test("many prefixes and suffixes of all lengths")
  func ends() {
    let seed = testSeed("PatternTests.ends")
    var generator = SeededRandom(state: seed)
    func text(_ longest: Int) -> String {
      String(
        (0..<Int.random(in: 1...longest, using: &generator)).map { _ in "abAB".randomElement(using: &generator) ?? "a" }
      )
    }
    for round in 0..<300 {
      let ends = (0..<Int.random(in: 2...20, using: &generator)).map { _ in text(round % 2 == 0 ? 4 : 20) }
      let options: FormatStringOptions = round % 3 == 0 ? .caseInsensitive : []
      let texts = (0..<30).map { _ in text(24) } + ends + ends.map { "a" + $0 } + ends.map { $0 + "b" } + [""]
      let store = KernelMemory()
      let asking = Asking(subjects: texts.map { Array($0.utf8) })
      let list = ends.joined(separator: "|")
      for pattern in [".*(\(list))", "(\(list)).*"] {
        guard let strings = PatternStrings(pattern, options) else {
          Issue.record("TEST_SEED=\(seed): \(pattern) is not read")
          continue
        }
        let answers = withPatternKernels(strings, options: options, store: store, asking)[0].answers
        let needles = ends.map { folded($0, options) }
        let expected = texts.map { folded($0, options) }.map { text in
          needles.contains { pattern.first == "." ? text.hasSuffix($0) : text.hasPrefix($0) }
        }
        #expect(answers == expected, "TEST_SEED=\(seed): \(pattern)\(options.spelling) on \(texts)")
      }
      withExtendedLifetime(store) {}
    }
  }
}
