// Finds rows of a table by the filter of a stranger, with GRDB.
//
//     CREATE TABLE book(
//       id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL, cents INTEGER NOT NULL, added REAL)

import Foundation
import GRDB
import PredicateSQLite

/// A row of the table.
struct Book: Decodable, FetchableRecord, Sendable {
  let id: Int64
  let title: String
  let year: Int
  /// The price in cents. A statement reads each column as it is stored, so this is no `Decimal`.
  let cents: Int64
  let added: Date?

  /// The columns of a statement have the names of the attributes.
  enum CodingKeys: String, CodingKey { case id, title, year, cents = "price", added }

  /// The model stores dates as seconds since 1970.
  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSince1970
  }
}

enum SearchError: Error {
  /// SQLite cannot bind the parameter.
  case unbindable(SQLParameter)
  /// The statement is only a part of the request.
  case incomplete(PredicateFetchRequest)
}

struct BookSearch {
  /// What a stranger may use.
  private static let strangers: PredicateProfile = {
    var profile = PredicateProfile.untrusted
      .permitting(keys: ["id", "title", "year", "price", "added"]).permittingDateStrings()
    // The limits of the profile do not reach a connection of GRDB, so a regular expression could take very long there.
    profile.permitted[.operators]?.remove("MATCHES")
    return profile
  }()

  private let database: DatabaseQueue
  private let books: SQLTranslator

  init(path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      // [c] and [d] call functions of the package. It must use the library that GRDB uses: the system's. For another
      // one that the program links, it is `SQLiteLibrary { dlsym(dlopen(nil, RTLD_NOW), $0) }`.
      guard let handle = db.sqliteConnection else { return }
      try SQLiteLibrary.system().registerFunctions(on: handle)
    }
    database = try DatabaseQueue(path: path, configuration: configuration)
    // The model must be true of the table.
    let model = try PredicateModel([
      PredicateModel.Entity(
        "Book", table: "book",
        attributes: [
          PredicateModel.Attribute("title", .string, isNullable: false),
          PredicateModel.Attribute("year", .integer32, isNullable: false),
          PredicateModel.Attribute("price", .decimal(.scaledInteger(scale: 2)), column: "cents", isNullable: false),
          PredicateModel.Attribute("added", .date(.unixSeconds)),
        ])
    ])
    books = try SQLTranslator(.sqlite, model: model, entity: "Book")
  }

  /// Returns the newest books that match a filter.
  ///
  /// - Throws: `FormatError` for a mistake of the stranger. Any other error is the program's own.
  func books(matching filter: String) async throws -> [Book] {
    let predicate = try FormatPredicate(filter, profile: Self.strangers)
    // This limit bounds the rows. GRDB interrupts the statement of a task that is cancelled, which can bound the time.
    let request = PredicateFetchRequest(predicate, of: "Book", sortKeys: [.descending("year")], limit: 20)
    let fetch = try books.fetch(request, .objects)
    // What SQL cannot express of an order would remain for memory, together with the limit.
    if let remainder = fetch.remainder { throw SearchError.incomplete(remainder) }
    let statement = fetch.statement
    let arguments = try StatementArguments(statement.parameters.map(Self.value))
    return try await database.read { db in
      try Book.fetchAll(db, sql: statement.text, arguments: arguments)
    }
  }

  /// Returns a parameter as a value of GRDB.
  private static func value(of parameter: SQLParameter) throws -> DatabaseValue {
    switch parameter.value {
    case .null: return .null
    case .integer(let number): return number.databaseValue
    case .double(let number): return number.databaseValue
    case .string(let text): return text.databaseValue
    case .data(let bytes): return Data(bytes).databaseValue
    // SQLite has no other types. The translator makes the others of these, and JSON texts of lists.
    case .bool, .unsigned, .decimal, .date, .uuid, .list, .set, .record, .object:
      throw SearchError.unbindable(parameter)
    }
  }
}

@main
struct Example {
  static func main() async throws {
    do {
      let search = try BookSearch(path: "books.db")
      let found = try await search.books(matching: "title CONTAINS[cd] 'etoile' AND price < 12.50")
      for book in found { print(book.year, book.title) }
    } catch let error as FormatError {
      print(error)
    }
  }
}
