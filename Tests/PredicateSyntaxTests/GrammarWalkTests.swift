import Foundation
import PredicateSyntax
import TestSupport
import Testing

/// Random sentences of the grammar: each parses, and each print parses to the same tree.
///
/// `GRAMMAR_SENTENCES` sets the number of sentences. Sentence n of a seed is the first of seed + n.
@Suite("Grammar walk")
struct GrammarWalkTests {
  private let grammar: GrammarFile
  private let map: GrammarMap
  private let count: Int

  init() throws {
    grammar = GrammarFile(try packageText("Grammar/PredicateFormat.ebnf"))
    map = GrammarMap(grammar)
    count = ProcessInfo.processInfo.environment["GRAMMAR_SENTENCES"].flatMap(Int.init) ?? 2_000
  }

  /// A sentence, and its production.
  private struct Sentence {
    let isPredicate: Bool
    let tokens: [String]
    let text: String
    let hasWordEscapes: Bool
    var writer: SentenceWriter
  }

  /// Returns the sentence of a seed: every third is an expression, and every second may contain escapes in words.
  private func sentence(_ seed: UInt64) -> Sentence {
    let hasWordEscapes = seed % 2 == 0
    let isPredicate = seed % 3 != 0
    var writer = SentenceWriter(map, seed: seed, allowsWordEscapes: hasWordEscapes)
    let tokens = writer.sentence(of: isPredicate ? "Format" : "ExpressionFormat", length: 1 + writer.number(60))
    let text = writer.text(of: tokens)
    return Sentence(
      isPredicate: isPredicate, tokens: tokens, text: text, hasWordEscapes: hasWordEscapes, writer: writer)
  }

  @Test("sentences parse, and their prints parse to the same tree")
  func sentences() {
    let seed = testSeed("GrammarWalkTests.sentences")
    var failures = 0
    for number in 0..<UInt64(count) where failures < 10 {
      let sentence = sentence(seed &+ number)
      do {
        try Self.checkPrints(of: sentence.text, isPredicate: sentence.isPredicate)
      } catch {
        failures += 1
        Issue.record("TEST_SEED=\(seed &+ number): \(sentence.text)\n\(error)")
      }
    }
  }

  @Test("sentences with a token deleted, doubled, swapped or foreign are predicates or errors")
  func brokenSentences() {
    let seed = testSeed("GrammarWalkTests.brokenSentences")
    var failures = 0
    for number in 0..<UInt64(count / 10) where failures < 10 {
      var sentence = sentence(seed &+ number)
      let other = self.sentence(seed &+ number &+ 1).tokens
      for _ in 0..<4 {
        let tokens = Self.broken(sentence.tokens, with: other, &sentence.writer)
        let text = sentence.writer.text(of: tokens)
        do {
          try Self.checkPrints(of: text, isPredicate: sentence.isPredicate)
        } catch let error as FormatError {
          let length = text.utf8.count
          let isFine = error.diagnostics.allSatisfy { $0.range.end <= length && !$0.rendered(in: text).isEmpty }
          if isFine, !error.diagnostics.isEmpty { continue }
          failures += 1
          Issue.record("TEST_SEED=\(seed &+ number): \(text)\n\(error)")
        } catch {
          failures += 1
          Issue.record("TEST_SEED=\(seed &+ number): \(text)\n\(error)")
        }
      }
    }
  }

  /// A print that does not parse to the same tree.
  private struct Lost: Error, CustomStringConvertible {
    let description: String
  }

  /// Throws a `FormatError` if the text does not parse, and `Lost` if a print of it parses to another tree.
  private static func checkPrints(of text: String, isPredicate: Bool) throws {
    let (isSame, lossless, canonical, again) =
      isPredicate ? try prints(ofPredicate: text) : try prints(ofExpression: text)
    if !isSame { throw Lost(description: "the lossless print is another tree: \(lossless)") }
    if again != canonical {
      throw Lost(description: "the canonical print \(canonical)\nprints as \(again ?? "nothing: it does not parse")")
    }
    let located = isPredicate ? try Self.located(predicate: text) : try Self.located(expression: text)
    if located != canonical { throw Lost(description: "without its text, it has no positions in its print") }
  }

  /// Returns the text that a tree gets if it is built in code. It is empty if not every node prints once.
  private static func located(predicate text: String) throws -> String {
    let located = FormatPredicate(try FormatPredicate.template(text).kind).located
    try checkPositions(of: located)
    return located.source
  }

  private static func located(expression text: String) throws -> String {
    let located = FormatExpression(try FormatExpression.template(text).kind).located
    try checkPositions(of: located)
    return located.source
  }

  /// Throws unless the positions of nodes and of their operators are those of their prints.
  private static func checkPositions(of tree: some FormatTree) throws {
    var check = PositionCheck(source: tree.source)
    tree.walk(by: &check)
    if let wrong = check.wrong { throw Lost(description: "the position of \(wrong) in \(tree.source) is wrong") }
  }

  private struct PositionCheck: TreeWalker {
    let source: String
    private(set) var wrong: String?

    private func text(_ range: FormatRange?) -> String? {
      range.flatMap { $0.range(in: source) }.map { String(source[$0]) }
    }

    private mutating func expect(_ range: FormatRange?, _ expected: String?) {
      if text(range) != expected { wrong = "\(expected ?? "nothing"): \(text(range) ?? "nil")" }
    }

    mutating func enter(_ predicate: FormatPredicate) {
      switch predicate.kind {
      case .and(let parts): if parts.count > 1 { expect(predicate.word.range, "AND") }
      case .or(let parts): if parts.count > 1 { expect(predicate.word.range, "OR") }
      case .not: expect(predicate.word.range, "NOT")
      case .comparison, .constant, .invalid: break
      }
    }

    mutating func visitOperator(of comparison: FormatPredicate.Comparison) {
      let (places, options) = (comparison.places, comparison.options.spelling)
      // A custom operator is printed with escapes.
      let text = FormatPredicate(.evaluatedObject, comparison.operator, .evaluatedObject).format
      expect(places.operator, String(text.dropFirst("SELF ".count).dropLast(" SELF".count)))
      expect(places.options, options.isEmpty ? nil : options)
      expect(places.modifier, comparison.modifier == .direct ? nil : comparison.modifier.rawValue)
    }

    mutating func enter(_ expression: FormatExpression) {
      switch expression.kind {
      case .setOperation(let operation): expect(expression.word.range, operation.operator.rawValue)
      case .cast: expect(expression.word.range, "CAST")
      // A predicate that is a branch has no word.
      case .conditional(let choice) where expression.range == choice.condition.range: break
      case .conditional: expect(expression.word.range, "TERNARY")
      case .targetFunction: expect(expression.word.range, "FUNCTION")
      default: break
      }
      switch expression.kind {
      case .keyPath, .variable, .evaluatedObject, .function, .subquery, .index:
        expect(expression.range, expression.format)
      default: break
      }
    }
  }

  private typealias Prints = (isSame: Bool, lossless: String, canonical: String, again: String?)

  private static func prints(ofPredicate text: String) throws -> Prints {
    let parsed = try FormatPredicate.template(text)
    let (lossless, canonical) = (parsed.losslessFormat, parsed.format)
    let isSame = (try? FormatPredicate.template(lossless)) == parsed
    return (isSame, lossless, canonical, try? FormatPredicate.template(canonical).format)
  }

  private static func prints(ofExpression text: String) throws -> Prints {
    let parsed = try FormatExpression.template(text)
    let (lossless, canonical) = (parsed.losslessFormat, parsed.format)
    let isSame = (try? FormatExpression.template(lossless)) == parsed
    return (isSame, lossless, canonical, try? FormatExpression.template(canonical).format)
  }

  private static func broken(_ tokens: [String], with other: [String], _ writer: inout SentenceWriter) -> [String] {
    var tokens = tokens
    let position = writer.number(tokens.count)
    switch writer.number(4) {
    case 0: tokens.remove(at: position)
    case 1: tokens.insert(tokens[position], at: position)
    case 2: tokens.swapAt(position, writer.number(tokens.count))
    default: tokens[position] = other[writer.number(other.count)]
    }
    return tokens
  }

  // MARK: The walk itself

  @Test("the walk takes every way through the grammar, and sentences have all lengths")
  func everyWay() {
    var taken: Set<SentenceWriter.Way> = []
    var lengths: [Int] = []
    for seed in 1...4_000 as ClosedRange<UInt64> {
      let sentence = sentence(seed)
      taken.formUnion(sentence.writer.ways)
      lengths.append(sentence.tokens.count)
    }
    for production in grammar.productions {
      for rule in production.rule.all {
        let (choice, ways) =
          switch rule {
          case .choice(let parts, let number): (number, parts.count)
          case .optional(_, let number), .repeated(_, _, let number): (number, 2)
          case .terminal, .characters, .name, .sequence: (0, 0)
          }
        for way in 0..<ways {
          let isTaken = taken.contains(SentenceWriter.Way(choice: choice, way: way))
          #expect(isTaken, "way \(way) of \(rule) in \(production.name)")
        }
      }
    }
    lengths.sort()
    let tenths = stride(from: 0, to: 4_000, by: 400).map { lengths[$0] } + [lengths[3_999]]
    #expect(tenths[1] >= 3 && tenths[5] >= 15 && tenths[9] >= 35 && tenths[10] < 120, "by tenths: \(tenths)")
  }
}
