import Foundation
import PredicateCases
import PredicateSyntax
import TestSupport
import Testing
@testable import railroad

/// Grammar/TextMate: its files are those that `swift run railroad` writes, and they color formats as the lexer reads them.
@Suite("TextMate")
struct TextMateTests {
  private static let grammar = Result { GrammarFile(try packageText("Grammar/PredicateFormat.ebnf")) }

  /// Returns the grammars of the folder.
  private static func grammars() throws -> [TextMateGrammar] {
    try packageFiles(below: "Grammar/TextMate").filter { $0.hasSuffix(".tmLanguage.json") }.map {
      try JSONDecoder().decode(TextMateGrammar.self, from: Data(packageText($0).utf8))
    }
  }

  // MARK: Files

  @Test("the files are those of the grammar")
  func upToDate() throws {
    let files = try Self.grammar.get().textMateFiles
    for (path, text) in files {
      let isSame = (try? packageText("Grammar/\(path)")) == text
      #expect(isSame, "Grammar/\(path) is outdated; update it with: swift run railroad")
    }
    let found = try packageFiles(below: "Grammar/TextMate").filter { $0.hasSuffix(".json") }
    #expect(Set(found) == Set(files.keys.map { "Grammar/\($0)" }))
  }

  @Test("the manifest names each grammar, with its scope")
  func manifest() throws {
    struct Manifest: Decodable {
      struct Contributions: Decodable { let grammars: [Entry] }
      struct Entry: Decodable {
        let scopeName: String
        let path: String
      }
      let contributes: Contributions
    }
    let text = try packageText("Grammar/TextMate/package.json")
    let entries = try JSONDecoder().decode(Manifest.self, from: Data(text.utf8)).contributes.grammars
    for entry in entries {
      let file = try packageText("Grammar/TextMate/\(entry.path.dropFirst("./".count))")
      #expect(try JSONDecoder().decode(TextMateGrammar.self, from: Data(file.utf8)).scopeName == entry.scopeName)
    }
    #expect(try Set(entries.map(\.scopeName)) == Set(Self.grammars().map(\.scopeName)))
  }

  @Test("a grammar without a production that the files need is an error")
  func unknownProduction() {
    #expect {
      try GrammarFile("Word ::= \"a\" WordPart\nWordPart ::= \"b\"").textMateFiles
    } throws: { "\($0)" == "the grammar has no production Escape" }
  }

  // MARK: Formats

  @Test("each keyword and each symbol has a scope")
  func terminals() throws {
    let tokenizer = TextMateTokenizer(try Self.grammars())
    for production in try Self.grammar.get().productions where !production.isToken && production.name != "OptionLetter"
    {
      for terminal in production.terminals {
        let piece = try tokenizer.pieces(of: terminal, in: TextMateGrammar.scope)[0]
        #expect(piece.range == 0..<terminal.utf16.count, "\(terminal)")
        #expect(piece.scopes.count == 2 && !piece.scopes[1].hasPrefix("variable.other"), "\(terminal): \(piece.scopes)")
      }
    }
  }

  @Test("each token of each accepted format of the corpus has the scope of its kind")
  func corpus() throws {
    let tokenizer = TextMateTokenizer(try Self.grammars())
    var (formats, tokens) = (0, 0)
    for file in formatFiles() {
      for subject in try Case.all(inFile: file) where subject.text.utf8.count < 10_000 {
        let isAccepted =
          subject.isExpression
          ? (try? FormatExpression.template(subject.text)) != nil : (try? FormatPredicate.template(subject.text)) != nil
        if !isAccepted { continue }
        let expected = TextMateExpectation(of: subject.text)
        formats += 1
        tokens += expected.tokens.count
        let pieces = try tokenizer.pieces(of: subject.text, in: TextMateGrammar.scope)
        for difference in expected.differences(from: pieces) {
          Issue.record("\(subject.id) at \(difference), in \(subject.text)")
        }
      }
    }
    #expect(formats > 4_000 && tokens > 25_000, "\(formats) formats with \(tokens) tokens")
  }

  /// Formats that need every rule of the grammar.
  private static let formats = [
    #"a.b == "x" AND NOT c !=[cd] 'it\'s' OR ANY #in.first > -1.5e3"#, "SELF IN {1, 0x1F, NIL} && a[FIRST] BETWEEN %@",
    "f:with:(a, $x) == sum:(b.@count) || g(@key(a.b)) < now()", "a isKind: b.@other",
    "$x := a UNION b == ~c << 2 ** 3 / 4",
    "TERNARY(a == 1, a, b) == TRUE", "a = 1 AND !(b = 2)", "a.b LIKE[n] %K",
  ]

  @Test("without any of its rules, the grammar colors some format differently")
  func everyRule() throws {
    var grammars = try Self.grammars()
    let index = try #require(grammars.firstIndex { $0.scopeName == TextMateGrammar.scope })
    #expect(try Self.differences(in: Self.formats, grammars) == 0)
    for part in ["strings", "code"] {
      let rules = try #require(grammars[index].repository[part]?.patterns)
      for number in rules.indices {
        // No format contains a reserved word that has no meaning.
        if rules[number].name?.hasPrefix("invalid") == true { continue }
        grammars[index].repository[part]?.patterns?.remove(at: number)
        #expect(try Self.differences(in: Self.formats, grammars) > 0, "without rule \(number) of \(part)")
        grammars[index].repository[part]?.patterns = rules
      }
    }
  }

  private static func differences(in formats: [String], _ grammars: [TextMateGrammar]) throws -> Int {
    let tokenizer = TextMateTokenizer(grammars)
    return try formats.reduce(0) {
      try $0 + TextMateExpectation(of: $1).differences(from: tokenizer.pieces(of: $1, in: TextMateGrammar.scope)).count
    }
  }

  @Test("a reserved word without a meaning is marked, and an option may be on the next line")
  func otherFormats() throws {
    #expect(try Self.colors(of: "ci == 1", in: TextMateGrammar.scope).first == "ci invalid.illegal.reserved")
    #expect(
      try Self.colors(of: "a ==\n[c] b.\nFIRST", in: TextMateGrammar.scope) == [
        "a variable.other.key", "== keyword.operator.comparison", "[ punctuation.definition.options.begin",
        "c storage.modifier.option", "] punctuation.definition.options.end", "b variable.other.key",
        ". punctuation.accessor", "FIRST variable.other.key",
      ])
  }

  // MARK: Other languages

  /// Returns the colored parts of a text, each with its innermost scope.
  private static func colors(of text: String, in scope: String, _ injection: String? = nil) throws -> [String] {
    var grammars = try Self.grammars()
    // A language that has no other rules.
    if let injection {
      grammars.append(TextMateGrammar(name: scope, scopeName: scope, patterns: [.init(include: injection)]))
    }
    return try TextMateTokenizer(grammars).pieces(of: text, in: scope).compactMap { piece in
      guard piece.scopes.count > 1, let last = piece.scopes.last else { return nil }
      let part = (text as NSString).substring(with: NSRange(piece.range))
      if part.allSatisfy(\.isWhitespace) { return nil }
      return "\(part) \(last.replacingOccurrences(of: ".\(TextMateGrammar.language)", with: ""))"
    }
  }

  /// A text of another language, and its colored parts.
  struct Sample: Sendable, CustomTestStringConvertible {
    let scope: String
    let injection: String
    let text: String
    let colors: [String]

    var testDescription: String { text }

    init(_ scope: String, _ injection: String, _ text: String, _ colors: [String]) {
      (self.scope, self.injection, self.text, self.colors) = (
        scope, "predicate-format.injection.\(injection)", text, colors
      )
    }
  }

  @Test("formats in other languages are colored, up to their end", arguments: samples)
  func otherLanguages(sample: Sample) throws {
    #expect(try Self.colors(of: sample.text, in: sample.scope, sample.injection) == sample.colors)
  }

  private static let quote = "\" string.quoted.double.single-line.swift"
  private static let samples = [
    Sample(
      "source.swift", "swift", #"f(NSPredicate(format: "a ==[c] \"x\\n\" OR b", 1)) // "c""#,
      [
        quote, "a variable.other.key", "== keyword.operator.comparison", "[ punctuation.definition.options.begin",
        "c storage.modifier.option", "] punctuation.definition.options.end", #"\" punctuation.definition.string.begin"#,
        "x string.quoted.double", #"\\n constant.character.escape"#, #"\" punctuation.definition.string.end"#,
        "OR keyword.operator.logical", "b variable.other.key", quote,
      ]),
    // A string that is not complete ends with the literal or the line.
    Sample(
      "source.swift", "swift", "FormatPredicate(\"a == 'x\")\nlet b = 'c'",
      [
        quote, "a variable.other.key", "== keyword.operator.comparison", "' punctuation.definition.string.begin",
        "x string.quoted.single", quote,
      ]),
    Sample(
      "source.swift", "swift", "FormatPredicate(\"a == \\\"x\nlet b = c",
      [
        quote, "a variable.other.key", "== keyword.operator.comparison", "\\\" punctuation.definition.string.begin",
        "x string.quoted.double",
      ]),
    Sample(
      "source.swift", "swift", "FormatPredicate.template(#\"a == \"x\\n\"\"#)",
      [
        "#\" string.quoted.double.single-line.raw.swift", "a variable.other.key", "== keyword.operator.comparison",
        "\" punctuation.definition.string.begin", "x string.quoted.double", "\\n constant.character.escape",
        "\" punctuation.definition.string.end", "\"# string.quoted.double.single-line.raw.swift",
      ]),
    Sample(
      "source.swift", "swift", "FormatExpression(\"\"\"\n  sum(a)\n  + \"x\"\n  \"\"\")\nlet b = c",
      [
        "\"\"\" string.quoted.double.block.swift", "sum support.function.predefined",
        "( punctuation.section.parens.begin",
        "a variable.other.key", ") punctuation.section.parens.end", "+ keyword.operator.arithmetic",
        "\" punctuation.definition.string.begin", "x string.quoted.double", "\" punctuation.definition.string.end",
        "\"\"\" string.quoted.double.block.swift",
      ]),
    Sample("source.swift", "swift", "String(format: \"a == 1\") + predicate(\"b\")", []),
    Sample(
      "source.objc", "objectivec",
      #"[NSPredicate predicateWithFormat:@"a == %@ && b == \"x\"", c]; NSString *s = @"d";"#,
      [
        "@\" string.quoted.double.objc", "a variable.other.key", "== keyword.operator.comparison",
        "%@ constant.other.placeholder", "&& keyword.operator.logical", "b variable.other.key",
        "== keyword.operator.comparison", #"\" punctuation.definition.string.begin"#, "x string.quoted.double",
        #"\" punctuation.definition.string.end"#, "\" string.quoted.double.objc",
      ]),
    Sample(
      "source.yaml", "yaml", "name: a > 1\nfilter: a.size > 1 # b\nother: c",
      [
        "a variable.other.key", ". punctuation.accessor", "size variable.other.key", "> keyword.operator.comparison",
        "1 constant.numeric.integer",
      ]),
    Sample(
      "source.yaml", "yaml", "- predicate: \"a == \\\"x\\\"\"\n  condition: 'b == ''y'''\n  other: 'c'",
      [
        "\" string.quoted.double.yaml", "a variable.other.key", "== keyword.operator.comparison",
        "\\\" punctuation.definition.string.begin", "x string.quoted.double", "\\\" punctuation.definition.string.end",
        "\" string.quoted.double.yaml", "' string.quoted.single.yaml", "b variable.other.key",
        "== keyword.operator.comparison", "'' punctuation.definition.string.begin", "y string.quoted.single",
        "'' punctuation.definition.string.end", "' string.quoted.single.yaml",
      ]),
    Sample(
      "source.yaml", "yaml", "filter: |-\n  a == 1\n\n  AND b\nother: c",
      [
        "filter entity.name.tag.yaml", ": punctuation.separator.key-value.mapping.yaml",
        "|- keyword.control.flow.block-scalar.yaml", "a variable.other.key", "== keyword.operator.comparison",
        "1 constant.numeric.integer", "AND keyword.operator.logical", "b variable.other.key",
      ]),
    Sample(
      "source.yaml", "yaml", "list:\n  - predicate: >\n      a\n    other: c",
      [
        "predicate entity.name.tag.yaml", ": punctuation.separator.key-value.mapping.yaml",
        "> keyword.control.flow.block-scalar.yaml", "a variable.other.key",
      ]),
    Sample(
      "text.xml", "propertylist",
      "<key>predicate</key>\n<string>a &gt;= 1 &amp;&amp; b IN[c] &quot;&lt;\\&apos;&quot;</string>\n<string>c</string>",
      [
        "<key> entity.name.tag.xml", "</key> entity.name.tag.xml", "<string> entity.name.tag.xml",
        "a variable.other.key",
        "&gt;= keyword.operator.comparison", "1 constant.numeric.integer", "&amp;&amp; keyword.operator.logical",
        "b variable.other.key", "IN keyword.operator.comparison", "[ punctuation.definition.options.begin",
        "c storage.modifier.option", "] punctuation.definition.options.end",
        "&quot; punctuation.definition.string.begin",
        "&lt; string.quoted.double", "\\&apos; constant.character.escape", "&quot; punctuation.definition.string.end",
        "</string> entity.name.tag.xml",
      ]),
    Sample(
      "text.xml", "propertylist", "<key>filter</key><true/><key>name</key><string>a</string>",
      ["<key> entity.name.tag.xml", "</key> entity.name.tag.xml"]),
  ]
}
