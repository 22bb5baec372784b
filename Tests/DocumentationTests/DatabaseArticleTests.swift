import Foundation
import PredicateCoreData
import PredicateSQLite
import TestSupport
import Testing

/// The code of the articles Fetching, TranslatingToSQL and CoreDataStores.
@Suite(.enabled(if: (try? SQLiteLibrary.system()) != nil, "libsqlite3 3.38 or newer is not there"))
struct DatabaseArticleTests {
  private let model: PredicateModel

  init() throws {
    let model = try PredicateModel([
      PredicateModel.Entity(
        "Book", table: "book",
        attributes: [
          PredicateModel.Attribute("title", .string, isNullable: false, isIndexed: true),
          PredicateModel.Attribute("author", .string, isNullable: false),
          PredicateModel.Attribute("year", .integer32, isNullable: false),
          PredicateModel.Attribute("price", .decimal(.scaledInteger(scale: 2)), column: "cents", isNullable: false),
          PredicateModel.Attribute("series", .string),
        ])
    ])
    self.model = model
  }

  /// Calls a closure with the path of a database, which is then removed.
  private func withDatabase(_ statements: [String], _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("books-\(UUID().uuidString).db").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try SQLiteDatabaseConnection(.readWrite(path))
    for statement in statements { try writer.execute(statement) }
    try body(path)
  }

  private let tables = [
    """
    CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT NOT NULL, year INTEGER NOT NULL,
      cents INTEGER NOT NULL, series TEXT)
    """,
    """
    INSERT INTO book(title, author, year, cents, series) VALUES ('Emma', 'Jane Austen', 1815, 600, NULL),
      ('The Left Hand of Darkness', 'Ursula K. Le Guin', 1969, 1100, 'Hainish Cycle'),
      ('The Tombs of Atuan', 'Ursula K. Le Guin', 1971, 950, 'Earthsea'), ('Piranesi', 'Susanna Clarke', 2020, 1400, NULL)
    """,
  ]

  @Test func fetching() throws {
    let request = PredicateFetchRequest(try FormatPredicate("year > 1900"), of: "Book")
      .sorted(by: .descending("price"), .ascending("title"))
    let page = try books.fetchAll(request.with { $0.limit = 2 })
    #expect(page.map(\.title) == ["Piranesi", "The Left Hand of Darkness"])
    let number = try books.fetchCount(request)
    let dearest = try books.fetchOne(request)
    #expect(number == 3 && dearest?.year == 2020)
    let next = try books.fetchAll(request.continued(after: .integer(11), .string("The Left Hand of Darkness")))
    #expect(next.map(\.title) == ["The Tombs of Atuan"])
    let mean = try books.queryValue(.average("year"), as: Double.self, for: request)
    #expect(mean == 5960.0 / 3)
    let byAuthor = PredicateFetchRequest(of: "Book").grouped(by: "author").selecting("author", .count("title", as: "n"))
    let often = try books.queryAttributes(byAuthor.having("n > 1"))
    #expect(often == [["author": "Ursula K. Le Guin", "n": 2]])
    struct AuthorCount: Decodable, Equatable {
      let author: String
      let n: Int
    }
    let counts = try books.queryAttributes(byAuthor.sorted(by: .descending("n")), as: AuthorCount.self)
    #expect(counts.first == AuthorCount(author: "Ursula K. Le Guin", n: 2))
    try withDatabase(tables) { path in
      let connection = try SQLiteDatabaseConnection(.readOnly(path))
      let store = SQLiteStore(connection, model: model)
      let stored = try store.fetchAll(request.with { $0.limit = 2 })
      #expect(stored.map { $0["title"] } == ["Piranesi", "The Left Hand of Darkness"])
      let storedGroups = try store.queryAttributes(byAuthor.having("n > 1"))
      #expect(storedGroups == often)
    }
  }

  @Test func batches() async throws {
    let print = Shown()
    let request = PredicateFetchRequest(try FormatPredicate("year > 1900"))
    for try await batch in try books.batches(of: request.with { $0.batchSize = 100 }) {
      print(batch.items.count, batch.progress.completed)
    }
    #expect(print.texts == ["3 4"])
  }

  @Test func requestAsJSON() throws {
    let json = #"{"predicate": "price < $MOST", "sort": ["year"], "limit": 10}"#
    let decoded = try JSONDecoder().decode(PredicateFetchRequest.self, from: Data(json.utf8))
    let cheap = try books.fetchAll(decoded, options: EvaluationOptions(variables: ["MOST": 10]))
    #expect(cheap.map(\.year) == [1815, 1971])
  }

  @Test func statements() throws {
    let print = Shown()
    let predicate = try FormatPredicate("series != %@ AND price < 12", "Earthsea")
    let statement = try predicate.sql(.sqlite, model: model, entity: "Book")
    print(statement.text)
    #expect(try codeBlocks(of: article("TranslatingToSQL"), in: "sql") == [print.texts[0] + "\n"])
    #expect(statement.parameters.map(\.value) == ["Earthsea", 1200])
    try withDatabase(tables) { path in
      let connection = try SQLiteDatabaseConnection(.readOnly(path))
      let rows = try connection.rows(of: statement)
      while let row = try rows.next() {
        print(row)
      }
    }
    #expect(print.texts.count == 3)
    let translator = try SQLTranslator(.postgresql, model: model, entity: "Book")
    let page = try translator.select(["title", "year"], where: predicate, orderBy: [.descending("year")], limit: 10)
    let number = try translator.count(where: predicate)
    let change = try translator.update(["year": FormatExpression("year + 1")], where: predicate)
    #expect(page.text.hasSuffix(" LIMIT 10") && number.text.hasPrefix("SELECT COUNT(*)"))
    #expect(change.text.hasPrefix("UPDATE"))
    let accented = try FormatPredicate("year > 1900 AND title >[cd] 'etoile'")
    let both = try accented.sql(.postgresql, model: model, entity: "Book", allowsResidual: true)
    #expect(both.residual?.format == "title >[cd] \"etoile\"")
  }

  private let coreDataTables = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Word', 0, 4), (2, 'WordCategory', 0, 2)",
    "CREATE TABLE ZWORDCATEGORY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFIRSTLETTER VARCHAR)",
    "INSERT INTO ZWORDCATEGORY VALUES (1, 2, 1, 'q'), (2, 2, 1, 'r')",
    """
    CREATE TABLE ZWORD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLENGTH INTEGER, ZWORDCATEGORY INTEGER,
      ZTEXT VARCHAR)
    """,
    "INSERT INTO ZWORD VALUES (1, 1, 1, 8, 1, 'quixotic'), (2, 1, 1, 2, 1, 'qi'), (3, 1, 1, 6, 1, 'quartz')",
    "INSERT INTO ZWORD VALUES (4, 1, 1, 6, 2, 'rivers')",
  ]

  @Test func coreData() throws {
    let url = packageRoot.appendingPathComponent("Corpus/SQL/Models/Words.xcdatamodeld")
    try withDatabase(coreDataTables) { path in
      let connection = try SQLiteDatabaseConnection(.readOnly(path))
      let read = try CoreDataModel(contentsOf: url, store: CoreDataStore(connection))
      let store = SQLiteStore(connection, model: read.model)
      #expect(read.notes == [])
      let long = PredicateFetchRequest(try FormatPredicate("length > 5 AND wordCategory.firstLetter = 'q'"), of: "Word")
      let found = try store.fetchAll(long.sorted(by: .ascending("text")))
      #expect(found.map { $0["text"] } == ["quartz", "quixotic"])
      let templates = try StoredFetchRequests(coreDataModel: url)
      let words = try store.fetchAll(templates.request("LongWords", ["LENGTH": 7]))
      #expect(words.map { $0["text"] } == ["quixotic"])
    }
    let predicate = try FormatPredicate("ALL words.length > 3")
    let findings = predicate.findings(in: .coreData)
    #expect(findings.map(\.code) == [.modifierNotPermitted])
  }
}
