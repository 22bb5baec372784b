#if !canImport(ObjectiveC)
import CocoaPredicates
import Foundation
import PredicateFormat
import PredicateSQLite
import Testing

/// Fetch requests over arrays and over a database.
@Suite("NSFetchRequest")
struct FetchRequestTests {
  class Book: NSObject, NSFetchRequestResult {
    let title: String
    let year: Int
    let series: String?
    var length: Int { title.count }

    init(_ title: String, _ year: Int, _ series: String?) {
      (self.title, self.year, self.series) = (title, year, series)
    }
  }

  let books = [
    Book("A Wizard of Earthsea", 1968, "Earthsea"), Book("The Left Hand of Darkness", 1969, nil),
    Book("The Tombs of Atuan", 1970, "Earthsea"), Book("Frankenstein", 1818, nil),
  ]

  /// A database with the books.
  private func store() throws -> SQLiteStore {
    let connection = try SQLiteDatabaseConnection(.memory)
    try connection.execute(
      #"CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL, series TEXT)"#)
    for book in books {
      let series = book.series.map { "'\($0)'" } ?? "NULL"
      try connection.execute("INSERT INTO book (title, year, series) VALUES ('\(book.title)', \(book.year), \(series))")
    }
    let model = try PredicateModel([
      PredicateModel.Entity(
        "Book", table: "book",
        attributes: [
          PredicateModel.Attribute("title", .string, isNullable: false),
          PredicateModel.Attribute("year", .integer64, isNullable: false),
          PredicateModel.Attribute("series", .string),
        ])
    ])
    return SQLiteStore(connection, model: model)
  }

  @Test("the objects of an array and of a database")
  func objects() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "year > %d", 1900)
    request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: false)]
    request.fetchLimit = 2
    request.fetchOffset = 1
    #expect(try request.fetch(from: books).map(\.title) == ["The Left Hand of Darkness", "A Wizard of Earthsea"])
    #expect(try request.count(in: books) == 2)
    let store = try store()
    #expect(
      try request.fetch(from: store).map { $0["title"].stringValue } == [
        "The Left Hand of Darkness", "A Wizard of Earthsea",
      ])
    #expect(try request.count(in: store) == 2)
    let copy = try #require(request.copy() as? NSFetchRequest<Book>)
    copy.fetchLimit = 0
    #expect(try copy.count(in: books) == 2 && request.fetchLimit == 2)
  }

  @Test("rows, groups and expressions")
  func rows() throws {
    let least = NSExpressionDescription()
    least.name = "earliest"
    least.expression = NSExpression(forFunction: "min:", arguments: [NSExpression(forKeyPath: "year")])
    let request = NSFetchRequest<NSDictionary>(entityName: "Book")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["series", least]
    request.propertiesToGroupBy = ["series"]
    request.sortDescriptors = [NSSortDescriptor(key: "series", ascending: true)]
    func texts(_ rows: [[String: Any]]) -> [String] {
      rows.map { row in "\(row["series"] ?? "none") \(row["earliest"] as? Int ?? 0)" }
    }
    #expect(try texts(request.rows(of: books)) == ["none 1818", "Earthsea 1968"])
    #expect(try texts(request.rows(of: store())) == ["none 1818", "Earthsea 1968"])
    request.havingPredicate = NSPredicate(format: "earliest > 1900")
    #expect(try request.rows(of: store()).count == 1)
  }

  @Test("code runs over arrays, and is an error in a database")
  func code() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate { book, _ in (book as? Book)?.series == nil }
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.length, ascending: false)]
    #expect(try request.fetch(from: books).map(\.title) == ["The Left Hand of Darkness", "Frankenstein"])
    #expect(throws: FormatError.self) { try request.fetch(from: store()) }
    request.predicate = NSPredicate(format: "titel == 'x'")
    #expect(throws: FormatError.self) { try request.fetch(from: books) }
  }

  @Test("each object is read by its own class, and a group by its expression")
  func classes() throws {
    final class Guide: Book {
      let area: String
      init(_ area: String) {
        self.area = area
        super.init("A Guide", 2001, nil)
      }
    }
    let request = NSFetchRequest<Book>()
    request.predicate = NSPredicate(format: "area BEGINSWITH 'N'")
    #expect(try request.fetch(from: [Guide("North"), Guide("South")]).count == 1)
    let length = NSExpressionDescription()
    length.name = "size"
    length.expression = NSExpression(forKeyPath: "title.length")
    length.expressionResultType = .integer32AttributeType
    let groups = NSFetchRequest<NSDictionary>()
    groups.propertiesToFetch = [length]
    groups.propertiesToGroupBy = [length]
    #expect(try Set(groups.rows(of: books).map { $0["size"] as? Int }) == Set(books.map(\.title.utf16.count)))
    groups.returnsObjectsAsFaults = false
    #expect((groups.copy() as? NSFetchRequest<NSDictionary>)?.returnsObjectsAsFaults == false)
  }
}
#endif
