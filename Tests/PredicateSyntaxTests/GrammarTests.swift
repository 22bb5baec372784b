import PredicateSyntax
import TestSupport
import Testing

/// Grammar/ and the code agree.
@Suite("Grammar")
struct GrammarTests {
  private let grammar: GrammarFile

  init() throws { grammar = GrammarFile(try packageText("Grammar/PredicateFormat.ebnf")) }

  @Test("every name has a production, every production a use")
  func closed() {
    var used: Set<String> = ["Format", "ExpressionFormat"]
    for production in grammar.productions {
      for case .name(let name) in production.rule.all { used.insert(name) }
    }
    #expect(used == Set(grammar.productions.map(\.name)))
    #expect(used.count == grammar.productions.count)
  }

  @Test("terminals are exactly the keywords and symbols of the tables")
  func terminals() {
    let terminals = terminalsOfRules.subtracting(terminals(of: "OptionLetter"))
    let words = terminals.filter { $0.first?.isLetter == true }
    // Reserved without a meaning.
    let unused: Set<String> = [Keyword.caseInsensitive.rawValue, Keyword.ci.rawValue]
    #expect(words == Set(Keyword.words).subtracting(unused))
    #expect(terminals.subtracting(words) == Set(Token.Symbol.allCases.map(\.rawValue)))
  }

  @Test("every spelling of the operator table, with and without options")
  func operators() {
    let table = FormatComparisonOperator.table
    let spellings = { (takesOptions: Bool) in
      Set(table.filter { $0.takesOptions == takesOptions }.flatMap { [$0.spelling] + $0.otherSpellings })
    }
    #expect(terminals(of: "OptionOperator") == spellings(true))
    #expect(terminals(of: "PlainOperator") == spellings(false))
    #expect(terminals(of: "OptionLetter") == Set(FormatStringOptions.letters.map { String($0.letter) }))
    let symbols = ArithmeticOperator.allCases.map(\.rawValue)
    #expect(terminalsOfRules.isSuperset(of: symbols))
    #expect(
      terminals(of: "SetOperation") == Set(FormatExpression.SetOperator.allCases.map(\.rawValue)))
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
        #expect((FormatConversion("%" + length + letter) != nil) == inGrammar, "%\(length)\(letter)")
      }
    }
    #expect(terminals(of: "Conversion").isSuperset(of: ["%@", "%%"]))
    #expect(terminals(of: "KeyConversion") == ["%K"])
  }

  @Test("each format string of the table \"What to write\" parses")
  func table() throws {
    let page = try packageText("Grammar/README.md")
    let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("What to write\n") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count > 25)
    for row in rows {
      // A bar within code is written with a backslash.
      let strings = row.replacing("\\|", with: "|").matches(of: /`([^`]+)`/).map { String($0.1) }
      #expect(!strings.isEmpty, "\(row)")
      for string in strings {
        let isPredicate = (try? FormatPredicate.template(string)) != nil
        #expect(try isPredicate || FormatExpression.template(string).format.isEmpty == false, "\(string)")
      }
    }
  }

  @Test("reserved words of the README")
  func reservedWords() throws {
    let readme = try packageText("Grammar/README.md")
    let section = readme.components(separatedBy: "## Reserved words").dropFirst().first ?? ""
    let lines = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("`") }
    let words = lines.flatMap { $0.split { $0 == " " || $0 == "`" } }.map(String.init)
    #expect(Set(words) == Set(Keyword.words))
    #expect(words.count == Keyword.words.count)
    // Words with the same slot of the table are found too.
    for word in words { #expect(Keyword.isReserved(word) && Keyword.isReserved(word.lowercased()), "\(word)") }
    // The print escapes these and the two that the README adds; other words of the language are not keys.
    for word in words + ["apply", "INTERSECTION"] {
      // A hyphen is not part of a word, so a key with one needs only the escape.
      let print = word.contains("-") ? word.replacing("-", with: "\\u002d") : "#" + word
      #expect(FormatExpression.keyPath(word).format == print && section.contains("`\(word.uppercased())`"))
    }
    for word in ["RANDOM", "COUNT", "UTI", "DISTINCT"] { #expect(FormatExpression.keyPath(word).format == word) }
  }

  /// A doc comment quotes a production as `Name ::= …`, with line breaks before bars as needed.
  @Test("the doc comments of the sources quote each production, once")
  func docComments() throws {
    var quotes: [String: [String]] = [:]
    for file in try packageFiles(below: "Sources/PredicateSyntax") {
      var quote: (name: String, words: [Substring])?
      func close() {
        guard let (name, words) = quote else { return }
        #expect(words.joined(separator: " ") == grammar[name]?.text, "\(name) in \(file)")
        quotes[name, default: []].append(file)
        quote = nil
      }
      for line in try packageText(file).split(separator: "\n", omittingEmptySubsequences: false) {
        let words = line.split(separator: " ")
        if words.count > 3, words[0] == "///", words[2] == "::=" {
          close()
          quote = (String(words[1]), Array(words[3...]))
        } else if words.count > 1, words[0] == "///", line.contains("///   ") {
          quote?.words += words[1...]
        } else {
          close()
        }
      }
    }
    for production in grammar.productions {
      #expect(quotes[production.name]?.count == 1, "\(production.name) in \(quotes[production.name] ?? [])")
    }
  }

  @Test("links to diagrams have a target")
  func diagramLinks() throws {
    let names = grammar.productions.map { $0.name.lowercased() }
    for page in ["Grammar/README.md", "Grammar/Diagrams.md"] {
      let links = try packageText(page).matches(of: /\]\((?:Diagrams\.md)?#([a-z]+)\)/).map { String($0.output.1) }
      #expect(links.count > 20 && Set(links).isSubset(of: names), "\(page): \(Set(links).subtracting(names))")
    }
  }

  private func terminals(of name: String) -> Set<String> { grammar[name]?.terminals ?? [] }

  /// The terminals of all productions that are not tokens.
  private var terminalsOfRules: Set<String> {
    grammar.productions.filter { !$0.isToken }.reduce(into: []) { $0.formUnion($1.terminals) }
  }
}
