import Foundation
import PredicateSyntax
import Testing

/// Grammar/ and the code say the same.
@Suite("Grammar")
struct GrammarTests {
  private let grammar: GrammarFile

  init() throws { grammar = try GrammarFile() }

  @Test("every name has a production, every production a use")
  func closed() {
    var used: Set<String> = ["Format", "ExpressionFormat"]
    for rule in grammar.rules.values {
      for case .name(let name) in rule.all { used.insert(name) }
    }
    #expect(used == Set(grammar.names))
  }

  @Test("terminals are the keywords and symbols of the tables, all of them")
  func terminals() {
    let terminals = grammar.terminals(ofTokens: false).subtracting(["c", "d", "l", "n", "w"])
    let words = terminals.filter { $0.first?.isLetter == true }
    // Reserved without a meaning.
    let unused: Set<String> = [Keyword.caseInsensitive.rawValue, Keyword.ci.rawValue]
    #expect(words == Set(Keyword.allCases.map(\.rawValue)).subtracting(unused))
    #expect(terminals.subtracting(words) == Set(Token.Symbol.allCases.map(\.rawValue)))
  }

  @Test("every spelling of the operator table, with its options or without")
  func operators() {
    let table = ComparisonOperator.table
    let spellings = { (takesOptions: Bool) in
      Set(table.filter { $0.takesOptions == takesOptions }.flatMap { [$0.spelling] + $0.otherSpellings })
    }
    #expect(terminals(of: "OptionOperator") == spellings(true))
    #expect(terminals(of: "PlainOperator") == spellings(false))
    #expect(terminals(of: "OptionLetter") == Set(StringOptions.letters.map { String($0.letter) }))
    let symbols = PredefinedFunction.table.compactMap(\.symbol)
    #expect(grammar.terminals(ofTokens: false).isSuperset(of: symbols))
    #expect(
      terminals(of: "SetOperation") == Set(FormatExpression.SetOperation.allCases.map(\.rawValue)))
  }

  @Test("conversions: every length with every letter")
  func conversions() {
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }.filter { $0 != "K" }
    for length in ["", "h", "hh", "l", "ll", "q", "L", "z", "t", "j", "lh", "hhh"] {
      for letter in letters {
        let inGrammar =
          (length.isEmpty || terminals(of: "IntegerLength").contains(length))
          && terminals(of: "IntegerLetter").contains(letter)
          || (length.isEmpty || terminals(of: "DoubleLength").contains(length))
            && terminals(of: "DoubleLetter").contains(letter)
          || length.isEmpty && terminals(of: "OtherLetter").contains(letter)
        #expect((Conversion("%" + length + letter) != nil) == inGrammar, "%\(length)\(letter)")
      }
    }
    #expect(terminals(of: "Conversion").isSuperset(of: ["%@", "%%"]))
    #expect(terminals(of: "KeyConversion") == ["%K"])
  }

  @Test("reserved words of the README")
  func reservedWords() throws {
    let readme = try GrammarFile.text(of: "Grammar/README.md")
    let section = readme.components(separatedBy: "## Reserved words").dropFirst().first ?? ""
    let lines = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("`") }
    let words = lines.flatMap { $0.split { $0 == " " || $0 == "`" } }.map(String.init)
    #expect(Set(words) == Set(Keyword.allCases.map(\.rawValue)))
    #expect(words.count == Keyword.allCases.count)
  }

  @Test("the cases that Differences.md names are in the corpus")
  func differences() throws {
    var corpus = ""
    for folder in ["Corpus/Language", "Corpus/Errors"] {
      for file in try files(in: folder) where file.hasSuffix(".jsonl") { corpus += try GrammarFile.text(of: file) }
    }
    let name = try Regex<(Substring, Substring)>("`([a-z-]+/[a-z0-9-]+)`")
    for match in try GrammarFile.text(of: "Grammar/Differences.md").matches(of: name) {
      #expect(corpus.contains("\"id\": \"\(match.output.1)\""), "\(match.output.1)")
    }
  }

  /// A doc comment quotes a production as `Name ::= …`, broken before bars as needed.
  @Test("the parser's doc comments quote the productions")
  func docComments() throws {
    var quoted: Set<String> = []
    for folder in ["Lexer", "Parser"] {
      for file in try files(in: "Sources/PredicateSyntax/\(folder)") {
        var text: (name: String, words: [Substring])?
        func check() {
          guard let (name, words) = text else { return }
          #expect(words.joined(separator: " ") == grammar.texts[name], "\(name) in \(folder)")
          quoted.insert(name)
        }
        for line in try GrammarFile.text(of: file).split(separator: "\n", omittingEmptySubsequences: false) {
          let words = line.split(separator: " ")
          if words.count > 3, words[0] == "///", words[2] == "::=" {
            check()
            text = (String(words[1]), Array(words[3...]))
          } else if words.count > 1, words[0] == "///", line.contains("///   ") {
            text?.words += words[1...]
          } else {
            check()
            text = nil
          }
        }
      }
    }
    let rules = grammar.names.prefix { $0 != GrammarFile.firstToken }
    #expect(Set(rules).subtracting(quoted) == [])
  }

  @Test("sentences of the grammar parse, and their print gives them back", arguments: 0..<20)
  func sentences(seed: Int) {
    var writer = SentenceWriter(grammar, seed: UInt64(seed) &* 977 &+ 1)
    for _ in 0..<100 {
      let text = writer.sentence(of: "Format", depth: 10 + seed)
      do {
        let parsed = try FormatPredicate.template(text)
        let lossless = try FormatPredicate.template(parsed.losslessFormat)
        #expect(lossless == parsed, "\(text)\n\(parsed.losslessFormat)")
        // Keys that need escapes have none in Apple's print.
        if text.contains("\\") { continue }
        let canonical = try FormatPredicate.template(parsed.format)
        #expect(canonical.format == parsed.format, "\(text)\n\(parsed.format)")
      } catch {
        Issue.record("\(text)\n\(error)")
      }
    }
  }

  private func terminals(of name: String) -> Set<String> {
    var result: Set<String> = []
    for case .terminal(let text) in grammar.rules[name]?.all ?? [] { result.insert(text) }
    return result
  }

  private func files(in folder: String) throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map { "\(folder)/\($0)" }
  }
}

func isKeyword(_ word: String) -> Bool { Keyword.named(word) != nil }
