import Foundation
import PredicateFormat
import PredicateSQL
import PredicateSQLite
import TestSupport
import Testing

// The examples in the comments of the sources.

private struct Word: Codable {
  let text: String
  let length: Int
}

extension Word: PredicateKeyed {
  static var predicateKeys: [PredicateKey<Word>] {
    [.key("text") { $0.text }, .key("shout") { $0.text.uppercased() }]
  }
}

private let words = [Word(text: "quartz", length: 6), Word(text: "qivIUT", length: 6), Word(text: "aa", length: 2)]

@MainActor private final class Item {
  var title: String

  init(_ title: String) { self.title = title }
}

extension Item: PredicateKeyed {
  nonisolated static var predicateKeys: [PredicateKey<Item>] {
    [.key("title", on: MainActor.self) { $0.title }]
  }
}

@Sendable private func conforms(_ type: String, _ other: String) -> Bool { type == other }

struct CommentExampleTests {
  private let print = Shown()

  @Test func predicates() throws {
    let parsed = try FormatPredicate("price < 12 AND ANY tags == 'fantasy'")
    let cheap = FormatPredicate(.keyPath("price"), .lessThan, .constant(12))
    let isFantasy = FormatPredicate(.keyPath("tags"), .equalTo, .constant("fantasy"), modifier: .any)
    #expect(parsed == (cheap && isFantasy))
    let predicate = try FormatPredicate("%K BETWEEN %@ AND title CONTAINS[c] %@", "year", 1960...1980, "of")
    #expect(predicate.format == "year BETWEEN {1960, 1980} AND title CONTAINS[c] \"of\"")
    let doubled = try FormatExpression("price * %@", 2)
    let prices = try books.map { try doubled.value(with: $0) }
    let highest = try FormatExpression("@max.price").value(with: books)
    #expect(prices.map(\.intValue) == [12, 22, 19, 28] && highest.intValue == 14)
  }

  @Test func diagnostics() {
    let text = "title = 'Emma' AND year => 1800 AND series IS NULL"
    do {
      print(try FormatPredicate(text))
    } catch {
      for diagnostic in error.diagnostics {
        print(diagnostic.code.rawValue, diagnostic.range.range(in: text).map { text[$0] } ?? "", diagnostic.message)
        if let fix = diagnostic.fixIts.first { print(fix.title, fix.replacement) }
      }
    }
    #expect(
      print.texts == ["is-null IS 'IS' is not an operator; use == or != to compare with nil", "write == =="])
  }

  @Test func filtering() throws {
    do {
      let recent = try books.filtered(by: FormatPredicate("year > %@", 1965))
      let template = try FormatPredicate("price < $MOST")
      let cheap = try books.filtered(by: template, options: EvaluationOptions(variables: ["MOST": 10]))
      #expect(recent.count == 3 && cheap.map(\.year) == [1815, 1971])
    }
    do {
      let compiled = try CompiledPredicate(FormatPredicate("year > 1965"), for: Book.self)
      let recent = try compiled.filter(books)
      let isRecent = try compiled.evaluate(with: books[0])
      #expect(recent.count == 3 && !isRecent)
    }
    do {
      let predicate = try FormatPredicate("year > %@", 1965)
      let isRecent = try predicate.evaluate(with: books[0])
      let recent = try books.filter(predicate.evaluate(with:))
      #expect(recent.count == 3 && !isRecent)
      let template = try FormatPredicate("price < $MOST")
      let isCheap = try template.evaluate(with: books[0], options: EvaluationOptions(variables: ["MOST": 10]))
      #expect(isCheap)
      let findings = try FormatPredicate("yaer > 1965").findings(for: Book.self)
      #expect(findings.map(\.code) == [.unknownKey])
    }
    let sorted = try words.sorted(by: .descending("length"), .ascending("text"))
    #expect(sorted.map(\.text) == ["qivIUT", "quartz", "aa"])
    let columns = PredicateColumns(words)
    let long = try columns.filtered(by: FormatPredicate("length > 20 AND text ENDSWITH 'ing'"))
    #expect(long.isEmpty)
    let folded = FormatStringOptions([.caseInsensitive, .diacriticInsensitive]).folding("Café")
    #expect(folded == "cafe")
  }

  @Test func methodsOfArrays() throws {
    var books = DocumentationTests.books
    let count = try books.count(matching: FormatPredicate("year > %@", 1965))
    let first = try books.first(matching: FormatPredicate("year > %@", 1965))
    let positions = try books.indices(matching: FormatPredicate("year > %@", 1965))
    #expect(count == 3 && first?.year == 1969 && positions == [1, 2, 3])
    var numbers = [1, 5, 9]
    let changed = try numbers.updateAll(matching: FormatPredicate("SELF > 4")) { $0 *= 2 }
    #expect(numbers == [1, 10, 18])
    let removed = try books.removeAll(matching: FormatPredicate("year < %@", 1900))
    #expect(changed == 2 && removed == 1)
    let age = try FormatExpression("2030 - year").value(with: books[0])
    #expect(age == .integer(61))
    let template = try FormatExpression("price * $RATE")
    let price = try template.value(with: books[0], options: EvaluationOptions(variables: ["RATE": 2]))
    #expect((price.doubleValue ?? 0) > 0)
  }

  @Test func profiles() throws {
    let profile = PredicateProfile.untrusted.permitting(keys: ["title", "year"])
    let filter = try FormatPredicate("year > 1965", profile: profile)
    let findings = try FormatPredicate("price < 10").findings(in: profile)
    #expect(findings.map(\.code) == [.keyNotPermitted])
    #expect(try books.count(matching: filter) == 3)
  }

  @Test func requests() throws {
    let data = Data(#"{"predicate": "year > 1965", "sort": ["title"]}"#.utf8)
    do {
      let profile = PredicateProfile.untrusted.permitting(keys: ["title", "year"])
      let request = try JSONDecoder().decode(PredicateFetchRequest.self, from: data).validated(by: profile)
      let found = try books.fetchAll(request)
      #expect(found.count == 3)
    }
    let decoder = JSONDecoder()
    decoder.userInfo = PredicateProfile.untrusted.permitting(keys: ["title", "year"]).userInfo
    let request = try decoder.decode(PredicateFetchRequest.self, from: data)
    #expect(request.sortKeys == ["title"].map { SortKey($0) })
  }

  @Test func functions() throws {
    let functions: PredicateFunctions = [
      .function("shout:") { (text: String) in text.uppercased() },
      .comparison(.utiConformsTo) { (type: String, other: String) in conforms(type, other) },
    ]
    let found = try words.filtered(
      by: FormatPredicate("shout(text) == 'QIVIUT'"), options: EvaluationOptions(functions: functions))
    #expect(found.map(\.text) == ["qivIUT"])
    let shout = PredicateFunction.function("shout:") { (text: String) in text.uppercased() }
    let distance = PredicateFunction.function("distance:to:") { (a: Double, b: Double) in abs(a - b) }
    let isLike = PredicateFunction.comparison(.custom("isAnagramOf:")) { (a: String, b: String) in
      a.sorted() == b.sorted()
    }
    let all = PredicateFunctions([shout, distance, isLike])
    let format = "shout(text) isAnagramOf: 'TUIVIQ' AND distance:to:(length, 5) == 1"
    #expect(
      try words.filtered(by: FormatPredicate(format), options: EvaluationOptions(functions: all)).map(\.text) == [
        "qivIUT"
      ])
  }

  private struct Logger: Sendable {
    let print = Shown()
    func notice(_ text: String) { print(text) }
  }

  @Test func warnings() throws {
    let logger = Logger()
    let predicate = try FormatPredicate("shout == 3")
    let log = PredicateWarnings { predicate, warnings in logger.notice("\(predicate.source): \(warnings)") }
    let found = try PredicateWarnings.$handler.withValue(log) { try words.filtered(by: predicate) }
    #expect(found.isEmpty && logger.print.texts.count == 1)
  }

  @Test func rows() throws {
    do {
      let rows: [[String: FormatValue]] = [["kind": "a", "n": 2, "price": .null, "day": .date(0)]]
      struct Total: Decodable { var kind: String, n: Int, price: Decimal?, day: Date }
      let totals = try rows.map { try FormatValueDecoder().decode(Total.self, from: $0) }
      #expect(totals.map(\.n) == [2])
    }
    let (names, rows): ([String], [[FormatValue]]) = (["a.b"], [[1], [2]])
    let request = PredicateFetchRequest(properties: ["a.b"])
    let records = rows.map { FormatValue.record(keyPaths: names, values: $0) }
    let answer = try records.queryAttributes(request)
    #expect(answer == [["a.b": 1], ["a.b": 2]])
  }

  @Test func requests() async throws {
    let recent = try PredicateFetchRequest(of: "Book").matching("year > %@", 1965).sorted(by: .descending("year"))
    let newest = try books.fetchAll(recent.with { $0.limit = 2 })
    let byAuthor = PredicateFetchRequest(of: "Book").grouped(by: "author").selecting("author", .count("title", as: "n"))
    let often = try books.queryAttributes(byAuthor.having("n > 1"))
    #expect(newest.map(\.year) == [2020, 1971] && often.map { $0["n"] } == [2])
    let first = PredicateFetchRequest(of: "Book").sorted(by: .descending("year"), .ascending("title"))
    let next = first.continued(after: .integer(1971), .string("The Tombs of Atuan"))
    #expect(try books.fetchAll(next).map(\.year) == [1969, 1815])
    let data = Data(
      #"{"version": 1, "requests": {"VenuesNamed": {"entity": "Venue", "predicate": "name CONTAINS[c] $NAME"}}}"#.utf8)
    do {
      let stored = try JSONDecoder().decode(StoredFetchRequests.self, from: data)
      let request = try stored.request("VenuesNamed", ["NAME": "Bean"])
      #expect(request.predicate?.format == "name CONTAINS[c] \"Bean\"")
    }
    let request = PredicateFetchRequest(try FormatPredicate("length > 3"))
    for try await batch in try words.batches(of: request) { print(batch.items, batch.progress) }
    #expect(print.texts.count == 1)
  }

  @Test func statements() throws {
    let model = try PredicateModel([
      PredicateModel.Entity(
        "Book", table: "book",
        attributes: [.init("title", .string, isNullable: false), .init("year", .integer32, isNullable: false)],
        relationships: [.toOne("author", "Author", column: "author_id", isEnforced: true, isIndexed: true)]),
      PredicateModel.Entity(
        "Author", table: "author", attributes: [.init("name", .string, isNullable: false)],
        relationships: [.toMany("books", "Book", foreignKey: "author_id", isIndexed: true)]),
    ])
    let old = try FormatPredicate("year < %@ AND ANY author.books.year > 1900", 1900)
    let statement = try old.sql(.postgresql, model: model, entity: "Book")
    print(statement.text, statement.parameters.map(\.value))
    #expect(print.texts[0].contains("EXISTS (") && statement.parameters.count == 2)
    let translator = try SQLTranslator(.sqlite, model: model, entity: "Book")
    let page = try translator.select(["title", "author.name"], where: old, orderBy: [.ascending("year")], limit: 20)
    let change = try translator.update(["year": FormatExpression("year + 1")], where: old)
    #expect(page.columns.map(\.name) == ["title", "author.name"] && change.text.hasPrefix("UPDATE"))
    var table = DialectTable([.contains: "strpos({0}, {1}) > 0"])
    table.quoting = .backticks
    let dialect = try DatabaseDialect(name: "engine", table: table)
    #expect(try old.sql(dialect, model: model, entity: "Book").text.contains("`book`"))
  }

  @Test(.enabled(if: (try? SQLiteLibrary.system()) != nil, "libsqlite3 3.38 or newer is not there"))
  func databases() async throws {
    let venue = PredicateModel.Entity(
      "Venue", table: "venue", attributes: [.init("specialCount", .integer64), .init("name", .string)])
    let model = try PredicateModel([venue])
    let connection = try SQLiteDatabaseConnection()
    try connection.execute("CREATE TABLE venue(id INTEGER PRIMARY KEY, specialCount INTEGER, name TEXT)")
    try connection.execute("INSERT INTO venue(specialCount, name) VALUES (3, 'a'), (4, 'b')")
    let store = SQLiteStore(connection, model: model)
    let predicate = try FormatPredicate("name == 'b'")
    try store.update(["specialCount": 0], where: PredicateFetchRequest(predicate, of: "Venue"))
    #expect(try store.fetchAll(PredicateFetchRequest(of: "Venue")).map { $0["specialCount"] } == [3, 0])
    do {
      let rows: [[String: String?]] = []
      let schema = try DatabaseSchema(rows)
      for note in schema.notes { print(note) }
    }
    let schema = try DatabaseSchema(of: connection)
    let tables = SQLiteStore(connection, model: schema.model)
    #expect(try tables.fetchAll(PredicateFetchRequest(of: "venue")).count == 2)
    let request = PredicateFetchRequest(predicate, of: "Venue")
    do {
      let batches = try SQLiteStore.batches(of: request, in: .readOnly("words.db"), model: model)
      for try await batch in batches { print(batch.items, batch.progress) }
    } catch {
      // There is no such file.
      print(error)
    }
    do {
      let program = dlopen(nil, RTLD_NOW)
      let library = try SQLiteLibrary { dlsym(program, $0) }
      print(library.version)
    } catch {
      // A program that does not link SQLite has no such functions.
      print(error)
    }
    #expect(print.texts.count == 2)
  }

  @Test @MainActor func isolated() throws {
    let items = [Item("a"), Item("b")]
    #expect(try items.filtered(by: FormatPredicate("title == 'b'")).count == 1)
  }
}
