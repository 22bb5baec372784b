import Foundation
import PredicateFormat
import TestSupport
import Testing

/// What the README shows of the library is what the library does.
@Suite("README")
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

  @Test("the first example")
  func example() throws {
    let long = try FormatPredicate("length > %@ AND text ENDSWITH[c] %@", 12, "ing")
    #expect(try words.filtered(by: long).map(\.text) == ["overintellectualizing", "misunderstandING"])
    #expect(try long.evaluate(with: words[0]))
    #expect(try readme.contains("// \(long.format)\n"))
    #expect(long.format == "length > 12 AND text ENDSWITH[c] \"ing\"")
    #expect(try words.filtered(by: FormatPredicate("length = max:(length)")).map(\.text) == ["overintellectualizing"])
    #expect(try FormatExpression("@avg.length").value(with: words) == .double(11))
    let howMany = try words.count(matching: long)
    let one = try words.first(matching: long)
    let all = try words.filtered(by: long, threads: 4)
    #expect(howMany == 2 && one?.text == "overintellectualizing" && all.count == 2)
    for line in ["let howMany = try words.count(matching: long)", "let one = try words.first(matching: long) "] {
      #expect(try readme.contains("\n\(line)"))
    }
    #expect(try readme.contains("\nlet all = try words.filtered(by: long, threads: 4) "))
    let same = try words.filter(long.evaluate(with:))
    let sorted = try words.sorted(by: .descending("length"), .ascending("text"))
    #expect(same.map(\.length) == [21, 16] && sorted.map(\.length) == [21, 16, 4, 3])
    #expect(try readme.contains("\nlet same = try words.filter(long.evaluate(with:)) "))
    #expect(try readme.contains("\nlet sorted = try words.sorted(by: .descending(\"length\"), .ascending(\"text\"))\n"))
    let between = FormatPredicate(.keyPath("length"), .between, .aggregate([.constant(20), .constant(25)]))
    #expect(try words.filtered(by: between).count == 1)
    let request = PredicateFetchRequest(between, sortKeys: [.ascending("length"), .descending("text")])
    #expect(try words.fetchAll(request).count == 1)
  }

  @Test("columns")
  func columns() throws {
    let columns = PredicateColumns(words)
    let some = try columns.filtered(by: FormatPredicate("length > 12 AND text ENDSWITH[c] 'ing'"))
    let number = try columns.count(matching: FormatPredicate("text CONTAINS 's'"), threads: 2)
    #expect(some.map(\.text) == ["overintellectualizing", "misunderstandING"])
    #expect(number == 2)
    #expect(columns.description.contains("text: texts, all ASCII, "))
    #expect(try PredicateColumns(words, keys: ["text", "length"]).memory == columns.memory)
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let block = try #require(readme.components(separatedBy: "let columns = PredicateColumns(").last)
    for line in try #require(block.components(separatedBy: "```").first).split(separator: "\n").dropFirst() {
      let code = line.components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
      #expect(source.contains(code.replacingOccurrences(of: "print(columns)", with: "columns.description")), "\(code)")
    }
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
      #expect(try readme.contains(call))
    }
  }

  struct NoCosts: PredicateValidator {
    struct Refusal: Error, CustomStringConvertible { let description: String }

    func validate(_ keyPath: ReachedKeyPath) throws {
      if keyPath.path.hasSuffix("cost") { throw Refusal(description: "costs are ours") }
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
    #expect(try readme.contains("predicate.validate(with: NoCosts())"))
    let page = try packageText("Grammar/Profiles.md")
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
    let ordered = request.orderBy(.descending("length"), .ascending("text"))
    let first = try words.fetchAll(ordered.tweaked { $0.limit = 20 })
    #expect(first.map(\.text) == ["overintellectualizing", "misunderstandING", "sing"])
    let mean = try words.queryValue(.average("length"), as: Double.self, for: request)
    #expect(mean == 41.0 / 3)
    let byLength = PredicateFetchRequest().groupBy("length").select("length", .count("text", as: "n"))
    let twice = words + words.prefix(1)
    let often = try twice.queryAttributes(byLength.having("n > 1"))
    #expect(often == [["length": .integer(21), "n": .integer(2)]])
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let block = try #require(readme.components(separatedBy: "let request = PredicateFetchRequest(").last)
    for line in try #require(block.components(separatedBy: "```").first).split(separator: "\n") {
      let code = line.components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
      #expect(source.contains(code.replacingOccurrences(of: "words.queryAttributes", with: "twice.queryAttributes")))
    }
  }

  @Test("the functions that it registers")
  func functions() throws {
    let functions: PredicateFunctions = [
      .function("shout:") { (text: String) in text.uppercased() },
      .function("distance:to:") { (a: Double, b: Double) in abs(a - b) },
      .comparison(.custom("isAnagramOf:")) { (a: String, b: String) in a.sorted() == b.sorted() },
    ]
    let shouted = try words.filtered(by: FormatPredicate("shout(text) == 'SING'"), functions: functions)
    #expect(shouted.map(\.text) == ["sing"])
    let near = try words.filtered(by: FormatPredicate("distance:to:(length, 5) < 2"), functions: functions)
    #expect(near.map(\.text) == ["sing"])
    let same = try words.filtered(by: FormatPredicate("FUNCTION(text, 'shout:') == 'ABC'"), functions: functions)
    #expect(same.map(\.text) == ["abc"])
    let anagrams = try words.filtered(by: FormatPredicate("text isAnagramOf: 'sign'"), functions: functions)
    #expect(anagrams.map(\.text) == ["sing"])
    // Every line of the README's example is one of these.
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let block = try #require(readme.components(separatedBy: "let functions: PredicateFunctions").last)
    for line in try #require(block.components(separatedBy: "```").first).split(separator: "\n") {
      #expect(source.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
    }
  }

  @Test("the error that it shows")
  func error() throws {
    let error = #expect(throws: FormatError.self) { try words.filtered(by: FormatPredicate("lenght > 3")) }
    let text = try #require(error?.description)
    #expect(try readme.contains("```\n\(text)\n```"), "\(text)")
  }

  @Test("the statement of a predicate")
  func statement() throws {
    let model = try DataModel([
      DataModel.Entity(
        "Word", table: "word",
        attributes: [
          DataModel.Attribute("text", .string, isNullable: false, isIndexed: true),
          DataModel.Attribute("length", .integer16, isNullable: false),
        ])
    ])
    let predicate = try FormatPredicate("NOT length <= 20 AND text BEGINSWITH %@", "qua")
    let statement = try predicate.sql(.postgresql, model: model, entity: "Word")
    let shown = try #require(readme.split(separator: "// SELECT").dropFirst().first?.split(separator: " …\n").first)
    #expect(statement.text.hasPrefix("SELECT\(shown)"))
    #expect(statement.parameters.map(\.value) == [.integer(20), .string("qua"), .string("qub")])
    #expect("Café".folded([.caseInsensitive, .diacriticInsensitive]) == "cafe")
  }
}
