import Foundation
import PredicateModel
import PredicateSQL
import PredicateSyntax
import TestSupport
import Testing

/// Writes patterns, texts and the answers of memory for the engines themselves: `Tests/Engines/patterns` runs them.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PATTERN_PAIRS"] != nil, "PATTERN_PAIRS names no file"))
struct PatternPairs {
  private struct Line: Encodable {
    let dialect, pattern: String
    let texts: [String]
    let answers: [Bool]
  }

  @Test func write() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["PATTERN_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999)
    let count = environment["PATTERN_COUNT"].flatMap { Int($0) } ?? 1000
    print("PATTERN_SEED=\(seed)")
    let encoder = JSONEncoder()
    var lines = Data()
    func add(_ texts: [String], _ answers: [Bool], _ translation: (PatternFlavour) -> PatternTranslation) throws {
      for flavour in PatternFlavour.allCases {
        guard let pattern = translation(flavour).pattern else { continue }
        lines += try encoder.encode(Line(dialect: flavour.rawValue, pattern: pattern, texts: texts, answers: answers))
        lines.append(0x0A)
      }
    }
    var writer = FoldedTexts(seed: seed)
    for _ in 0..<count {
      let (constant, options) = (writer.text(), writer.pick(FoldedPatternTests.options))
      let texts = writer.variants(of: constant)
      let folding = folded(constant, options)
      let answers = texts.map { folded($0, options).utf8.elementsEqual(folding.utf8) }
      try add(texts, answers) { foldedPattern(constant, options, $0) }
    }
    var sentences = PatternSentences(seed: seed)
    for _ in 0..<count * 2 {
      let pattern = sentences.pattern()
      let ignoringCase = sentences.oneIn(3)
      let texts = (0..<20).map { _ in sentences.text(for: pattern) }
      guard let memory = matcher("\\A(?:\(pattern.isEmpty ? "(?!)" : pattern))\\z", ignoringCase: ignoringCase) else {
        continue
      }
      try add(texts, texts.map { memory.matches($0) }) {
        portablePattern(pattern, ignoringCase ? .caseInsensitive : [], $0)
      }
    }
    // As great as they may be.
    for size in [1, 10, 25, 28, 31, 100, 150, 255, 600, 900] {
      for letter in ["é", "s", "\u{1F600}", "αι", "ffi", "가"] {
        let constant = String(repeating: letter, count: size)
        for options in FoldedPatternTests.options {
          let texts = [constant, constant.uppercased(), constant + "\u{301}", constant + letter]
          let folding = folded(constant, options)
          let answers = texts.map { folded($0, options).utf8.elementsEqual(folding.utf8) }
          try add(texts, answers) { foldedPattern(constant, options, $0) }
        }
      }
      for part in ["\\w", "\\W,", "[^\\p{L}];", "[a-z]+-", "(?:\\p{Lu}|b)", "é", "\\p{Cn}?"] {
        for pattern in [String(repeating: part, count: size), "(?:\(part)){\(size)}", "(?:\(part)){0,\(size)}"] {
          guard pattern.utf8.count < 5000, let memory = matcher("\\A(?:\(pattern))\\z") else { continue }
          let texts = ["b", "Ü", " ,", " ;", "abc-", "é"].map { String(repeating: $0, count: size) }
          try add(texts, texts.map { memory.matches($0) }) { portablePattern(pattern, [], $0) }
        }
      }
    }
    try lines.write(to: URL(fileURLWithPath: environment["PATTERN_PAIRS"] ?? ""))
  }
}
