import Foundation
import PredicateFormat
import PredicateSQL
import TestSupport
import Testing

/// The examples of README.md do what the page says, and so do the calls in Grammar/Guides/UsingTheLibrary.md.
@Suite("README.md and Grammar/Guides/UsingTheLibrary.md")
struct ReadmeTests {
  struct Word {
    let text: String
    let length: Int
    let tags: [String]
  }

  private let words = ["overintellectualizing", "sing", "abc", "misunderstandING"].map {
    Word(text: $0, length: $0.count, tags: [])
  }

  private var readme: String { get throws { try packageText("README.md") } }
  private var guide: String { get throws { try packageText("Grammar/Guides/UsingTheLibrary.md") } }

  @Test("each line of Swift code in README.md is a line of this file")
  func code() throws {
    let tested = try Set(lines(of: packageText("Tests/PredicateEvaluationTests/ReadmeTests.swift")))
    let blocks = try codeBlocks(of: readme)
    #expect(blocks.count > 4)
    for block in blocks where !isManifest(block) {
      for line in lines(of: block) {
        // A test expects what a page prints.
        let printed = line.wholeMatch(of: #/print\((.+)\)/#)?.1
        let isTested = printed.map { printed in tested.contains { $0.contains(printed) } } ?? tested.contains(line)
        #expect(isTested, "\(line)")
      }
    }
  }

  /// Returns the lines of code, without indentation and comments.
  private func lines(of code: String) -> [String] {
    code.components(separatedBy: "\n").map { line in
      line.components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
  }

  /// Whether a block is part of a Package.swift.
  private func isManifest(_ block: String) -> Bool { block.hasPrefix("dependencies: [") }

  @Test("the products that the README lists")
  func products() throws {
    let manifest = try packageText("Package.swift")
    let blocks = try readme.components(separatedBy: "```swift\n").filter(isManifest)
    let block = try #require(blocks.first)
    #expect(block.contains(".product(name: \"PredicateFormat\", package: \"PredicateFormat\")"))
    let section = try #require(readme.components(separatedBy: "| product | contains |").last)
    let table = try #require(section.components(separatedBy: "\n\n").first)
    let named = table.matches(of: #/^\| (`.+?`) \|/#.anchorsMatchLineEndings()).flatMap { row in
      row.1.matches(of: #/`([A-Za-z]+)`/#).map { String($0.1) }
    }
    let declared = manifest.matches(of: #/\.(?:library|executable)\(name: "([A-Za-z]+)"/#).map { String($0.1) }
    #expect(named.count == declared.count)
    #expect(Set(named) == Set(declared))
  }

  @Test("the first example, filters and arguments")
  func example() throws {
    let long = try FormatPredicate("length > %@ AND text ENDSWITH[c] %@", 12, "ing")
    let found = try words.filtered(by: long)
    #expect(found.map(\.text) == ["overintellectualizing", "misunderstandING"])
    #expect(try readme.contains("// \(long.format)\n"))
    #expect(long.format == "length > 12 AND text ENDSWITH[c] \"ing\"")
    let howMany = try words.count(matching: long)
    let one = try words.first(matching: long)
    let isLong = try long.evaluate(with: words[0])
    let sorted = try words.sorted(by: .descending("length"), .ascending("text"))
    #expect(howMany == 2 && one?.text == "overintellectualizing" && isLong)
    #expect(sorted.map(\.length) == [21, 16, 4, 3])
    let middle = try FormatPredicate("%K BETWEEN %@", "length", 4...5)
    let template = try FormatPredicate("length > $LEAST")
    let atLeast = try words.filtered(by: template, options: EvaluationOptions(variables: ["LEAST": 12]))
    let fixed = template.substituting(["LEAST": 12])
    #expect(try words.filtered(by: middle).map(\.text) == ["sing"])
    #expect(atLeast.map(\.length) == [21, 16])
    #expect(try words.filtered(by: fixed).map(\.length) == [21, 16])
  }

  @Test("a predicate built in Swift")
  func built() throws {
    let between = FormatPredicate(.keyPath("length"), .between, .aggregate([.constant(20), .constant(25)]))
    #expect(try words.filtered(by: between).count == 1)
    let call = "FormatPredicate(.keyPath(\"length\"), .between, .aggregate([.constant(20), .constant(25)]))"
    #expect(try guide.contains("`\(call)`"))
    #expect(try between == FormatPredicate("length BETWEEN {20, 25}"))
    let request = PredicateFetchRequest(between, sortKeys: [.ascending("length"), .descending("text")])
    #expect(try words.fetchAll(request).count == 1)
  }

  @Test("a profile, and predicates as JSON")
  func profilesAndCoding() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["name", "age"])
    #expect(throws: Never.self) { try FormatPredicate("age > 3", profile: profile) }
    #expect(throws: FormatError.self) { try FormatPredicate("text == 'a'", profile: profile) }
    let predicate = try FormatPredicate("length > 3")
    for data in [try JSONEncoder().encode(predicate), try JSONEncoder().encode(predicate.text)] {
      #expect(try JSONDecoder().decode(FormatPredicate.self, from: data) == predicate)
    }
    for call in ["profile: .untrusted.permitting(keys: [\"name\", \"age\"])", "`JSONEncoder().encode(predicate)`"] {
      #expect(try guide.contains(call))
    }
    let input = "length > 3"
    let filter = try FormatPredicate(input, profile: .untrusted.permitting(keys: ["text", "length"]))
    #expect(try words.filtered(by: filter).count == 3)
    #expect(throws: FormatError.self) {
      try FormatPredicate("tags.@count > 3", profile: .untrusted.permitting(keys: ["text", "length"]))
    }
  }

  struct NoCosts: PredicateValidator {
    struct Refusal: Error, CustomStringConvertible { let description: String }

    func validate(_ keyPath: ValidatedKeyPath) throws {
      if keyPath.path == "parts.cost" { throw Refusal(description: "costs are ours") }
    }
  }

  @Test("a validator")
  func validator() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["name", "parts", "parts.cost"])
    let text = "name == 'a' OR SUBQUERY(parts, $p, $p.cost > 5).@count > 0"
    #expect(throws: FormatError.self) {
      let checked = try FormatPredicate(text, profile: profile, validator: NoCosts())
      #expect(checked.format.isEmpty)
    }
    let predicate = try FormatPredicate("name == 'a'")
    try predicate.validate(with: NoCosts())
    #expect(try guide.contains("predicate.validate(with: NoCosts())"))
    let page = try packageText("Grammar/Guides/Profiles.md")
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let block = try #require(page.components(separatedBy: "struct NoCosts").last?.components(separatedBy: "```").first)
    for line in block.split(separator: "\n") {
      let code = line.components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
      #expect(source.contains(code), "\(code)")
    }
  }

  @Test("fetch requests")
  func fetching() throws {
    let request = PredicateFetchRequest(try FormatPredicate("length > 3"))
    let ordered = request.sorted(by: .descending("length"), .ascending("text"))
    let first = try words.fetchAll(ordered.with { $0.limit = 20 })
    #expect(first.map(\.text) == ["overintellectualizing", "misunderstandING", "sing"])
    let mean = try words.queryValue(.average("length"), as: Double.self, for: request)
    #expect(mean == 41.0 / 3)
    let byLength = PredicateFetchRequest().grouped(by: "length").selecting("length", .count("text", as: "n"))
    do {
      let words = self.words + self.words.prefix(1)
      let often = try words.queryAttributes(byLength.having("n > 1"))
      #expect(often == [["length": .integer(21), "n": .integer(2)]])
    }
  }

  @Test("the errors that the README shows")
  func errors() throws {
    let unknown = #expect(throws: FormatError.self) { try words.filtered(by: FormatPredicate("lenght > 3")) }
    let syntax = #expect(throws: FormatError.self) { try FormatPredicate("length > 12 AND text ENDWITH \"ing\"") }
    for error in [unknown, syntax] {
      let text = try #require(error?.description)
      #expect(try readme.contains("```\n\(text)\n```"), "\(text)")
    }
    #expect(try readme.contains("`words.filtered(by: FormatPredicate(\"lenght > 3\"))`"))
    #expect(try readme.contains("`length > 12 AND text ENDWITH \"ing\"`"))
  }

  @Test("the statement of a predicate")
  func statement() throws {
    let text = PredicateModel.Attribute("text", .string, isNullable: false, isIndexed: true)
    let length = PredicateModel.Attribute("length", .integer16, isNullable: false)
    let model = try PredicateModel([PredicateModel.Entity("Word", table: "word", attributes: [text, length])])
    let predicate = try FormatPredicate("NOT length <= 20 AND text BEGINSWITH %@", "qua")
    let statement = try predicate.sql(.postgresql, model: model, entity: "Word")
    let shown = try #require(readme.split(separator: "// SELECT").dropFirst().first?.split(separator: " …\n").first)
    #expect(statement.text.hasPrefix("SELECT\(shown)"))
    #expect(statement.parameters.map(\.value) == [.integer(20), .string("qua"), .string("qub")])
    #expect(try readme.contains("// the values 20, \"qua\" and \"qub\"\n"))
    #expect(FormatStringOptions([.caseInsensitive, .diacriticInsensitive]).folding("Café") == "cafe")
  }
}
