import Foundation
import PredicateCases
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Grammar/TextMate/PredicateFormat.tmLanguage.json colors formats as the lexer reads them.
@Suite("TextMate")
struct TextMateTests {
  private static let file = "Grammar/TextMate/PredicateFormat.tmLanguage.json"
  private let grammar: TextMateGrammar

  init() throws {
    grammar = try JSONDecoder().decode(TextMateGrammar.self, from: Data(packageText(Self.file).utf8))
  }

  @Test("the manifest names the grammar, with its scope")
  func manifest() throws {
    struct Manifest: Decodable {
      struct Contributions: Decodable { let grammars: [Entry] }
      struct Entry: Decodable, Equatable {
        let scopeName: String
        let path: String
      }
      let contributes: Contributions
    }
    let text = try packageText("Grammar/TextMate/package.json")
    let entries = try JSONDecoder().decode(Manifest.self, from: Data(text.utf8)).contributes.grammars
    #expect(entries == [.init(scopeName: grammar.scopeName, path: "./PredicateFormat.tmLanguage.json")])
  }

  // MARK: Words and symbols

  @Test("each reserved word, symbol, function, collection operator and option of the language has its scope")
  func words() throws {
    typealias Expected = TextMateExpectation
    // A word, its scope, and what is before and after it in a format.
    var words: [(word: String, scope: String, before: String, after: String)] = []
    words += Keyword.allCases.map { ($0.rawValue, Expected.scope(of: $0), "", "") }
    words += operatorWords.map { ($0, "keyword.operator.comparison", "", "") }
    words += Token.Symbol.allCases.map { ($0.rawValue, Expected.scope(of: $0), "", "") }
    words += Expected.functionNames.map { ($0, "support.function.predefined", "", "(") }
    words += FormatCollectionOperator.names.map { ($0, "support.function.collection", "", "") }
    words += FormatStringOptions.letters.map { (String($0.letter), "storage.modifier.option", "==[", "]") }
    let tokenizer = TextMateTokenizer(grammar)
    for (word, scope, before, after) in words {
      let start = before.utf16.count
      let piece = try tokenizer.pieces(of: before + word + after).first { $0.range.lowerBound == start }
      let isColored = piece?.range.count == word.utf16.count && piece?.scopes.last == scope + Expected.suffix
      #expect(isColored, "\(Self.file) does not give \(word) the scope \(scope): add it to the rule of this scope")
    }
  }

  @Test("the grammar has no other words than the language")
  func otherWords() {
    let reserved = alternatives(after: "(?i:", in: rules)
    let functions = alternatives(after: "(?:", in: rules.filter { $0.name?.hasPrefix("support.function.pre") == true })
    let collection = alternatives(after: "(?:", in: rules.filter { $0.name?.hasPrefix("support.function.col") == true })
    for (words, known) in [
      (reserved, Set(Keyword.words)), (functions, TextMateExpectation.functionNames),
      (Set(collection.map { "@" + $0 }), Set(FormatCollectionOperator.names)),
    ] {
      #expect(words.count > 5)
      let others = words.subtracting(known).sorted().joined(separator: ", ")
      #expect(others.isEmpty, "\(Self.file) colors \(others), which the language does not have: remove it there")
    }
  }

  private var operatorWords: [String] { Keyword.words.filter { Keyword(rawValue: $0) == nil } }

  /// All rules of the grammar.
  private var rules: [TextMateGrammar.Rule] { grammar.patterns.flatMap { [$0] + ($0.patterns ?? []) } }

  /// Returns the words of the group that begins with the given text, in the patterns of rules. `sum:?` is `sum` and `sum:`.
  private func alternatives(after start: String, in rules: [TextMateGrammar.Rule]) -> Set<String> {
    var words: Set<String> = []
    for pattern in rules.flatMap({ [$0.match, $0.begin, $0.end] }).compactMap(\.self) {
      for part in pattern.components(separatedBy: start).dropFirst() {
        for word in part.prefix(while: { $0 != ")" }).split(separator: "|") {
          words.formUnion(word.hasSuffix(":?") ? [String(word.dropLast(2)), String(word.dropLast())] : [String(word)])
        }
      }
    }
    return words
  }

  // MARK: Formats

  @Test("each token of each accepted format of the corpus has the scope of its kind")
  func corpus() throws {
    let tokenizer = TextMateTokenizer(grammar)
    var (formats, tokens) = (0, 0)
    for file in formatFiles() {
      for subject in try Case.all(inFile: file).sampled where subject.text.utf8.count < 10_000 {
        let isAccepted =
          subject.isExpression
          ? (try? FormatExpression.template(subject.text)) != nil : (try? FormatPredicate.template(subject.text)) != nil
        if !isAccepted { continue }
        let expected = TextMateExpectation(of: subject.text)
        formats += 1
        tokens += expected.tokens.count
        for difference in expected.differences(from: try tokenizer.pieces(of: subject.text)) {
          Issue.record("\(subject.id) at \(difference), in \(subject.text)")
        }
      }
    }
    let (fewest, share) = ((formats: 4_000, tokens: 25_000), isFullRun ? 1 : 10)
    #expect(formats > fewest.formats / share && tokens > fewest.tokens / share, "\(formats) formats, \(tokens) tokens")
  }

  /// Formats that need every rule of the grammar.
  private static let formats = [
    #"a.b == "x" AND NOT c !=[cd] 'it\'s' OR ANY #in.first > -1.5e3"#, "SELF IN {1, 0x1F, NIL} && a[FIRST] BETWEEN %@",
    "f:with:(a, $x) == sum:(b.@count) || g(@key(a.b)) < now()", "a isKind: b.@other", "add:to:(a, b) == 1",
    "$x := a UNION b == ~c << 2 ** 3 / 4",
    "TERNARY(a == 1, a, b) == TRUE", "a = 1 AND !(b = 2)", "a.b LIKE[n] %K", "ſelf == 1",
  ]

  @Test("without any of its rules, the grammar colors some format differently")
  func everyRule() throws {
    #expect(try Self.differences(in: Self.formats, grammar) == 0)
    for (number, rule) in grammar.patterns.enumerated() {
      // No format contains a reserved word that has no meaning.
      if rule.name?.hasPrefix("invalid") == true { continue }
      var grammar = grammar
      grammar.patterns.remove(at: number)
      let pattern = rule.match ?? rule.begin ?? ""
      #expect(try Self.differences(in: Self.formats, grammar) > 0, "\(Self.file): no format needs the rule \(pattern)")
    }
  }

  private static func differences(in formats: [String], _ grammar: TextMateGrammar) throws -> Int {
    let tokenizer = TextMateTokenizer(grammar)
    return try formats.reduce(0) {
      try $0 + TextMateExpectation(of: $1).differences(from: tokenizer.pieces(of: $1)).count
    }
  }

  @Test("an option may be on the next line, and escapes of strings have a scope")
  func otherFormats() throws {
    let text = "a ==\n[c] b.\nFIRST + 'x\\n'"
    let colors = try TextMateTokenizer(grammar).pieces(of: text).filter { $0.scopes.count > 1 }.map { piece in
      let part = (text as NSString).substring(with: NSRange(piece.range))
      return "\(part) \(piece.scopes.last?.replacing(TextMateExpectation.suffix, with: "") ?? "")"
    }
    #expect(
      colors == [
        "a variable.other.key", "== keyword.operator.comparison", "[ punctuation.definition.options.begin",
        "c storage.modifier.option", "] punctuation.definition.options.end", "b variable.other.key",
        ". punctuation.accessor", "FIRST variable.other.key", "+ keyword.operator.arithmetic",
        "' punctuation.definition.string.begin", "x string.quoted.single", "\\n constant.character.escape",
        "' punctuation.definition.string.end",
      ])
  }
}
