// Finds rows of a table by the filter of a stranger, with SQLiteNIO.
//
//     CREATE TABLE book(
//       id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL, cents INTEGER NOT NULL, added REAL)

import Foundation
import PredicateFormat
import PredicateSQL
import SQLiteNIO

/// A row of the table.
struct Book: Sendable {
  let id: Int
  let title: String
  let year: Int
  /// The price in cents. A statement reads each column as it is stored, so this is no `Decimal`.
  let cents: Int
  let added: Date?

  /// Reads a row. The columns of a statement have the names of the attributes.
  init?(_ row: SQLiteRow) {
    guard let id = row.column("id")?.integer, let title = row.column("title")?.string,
      let year = row.column("year")?.integer, let cents = row.column("price")?.integer
    else { return nil }
    (self.id, self.title, self.year, self.cents) = (id, title, year, cents)
    added = row.column("added")?.double.map { Date(timeIntervalSince1970: $0) }
  }
}

enum SearchError: Error {
  /// SQLite cannot bind the parameter.
  case unbindable(SQLParameter)
  /// The statement is only a part of the request.
  case incomplete(PredicateFetchRequest)
  /// The table is not as the model says.
  case unexpectedRow(SQLiteRow)
}

struct BookSearch {
  /// What a stranger may use.
  private static let strangers = PredicateProfile.untrusted
    .permitting(keys: ["id", "title", "year", "price", "added"]).permittingDateStrings()

  // SQLiteNIO contains an SQLite of its own and does not give its handle away, so the package cannot register its
  // functions there. SQLiteNIO installs closures instead. These two serve [c], [d], [w] and the key `length`.
  private static let functions = [
    SQLiteCustomFunction("predicate_fold", argumentCount: 2, pure: true) { operands in
      guard case .text(let text) = operands[0], case .text(let letters) = operands[1] else { return nil }
      var options: FormatStringOptions = []
      if letters.contains("c") { options.insert(.caseInsensitive) }
      if letters.contains("d") { options.insert(.diacriticInsensitive) }
      if letters.contains("w") { options.insert(.widthInsensitive) }
      return options.folding(text)
    },
    SQLiteCustomFunction("predicate_length", argumentCount: 1, pure: true) { operands in
      if case .text(let text) = operands[0] { text.utf16.count } else { nil }
    },
  ]

  private let connection: SQLiteConnection
  private let books: SQLTranslator

  /// Opens the database. `close` must be called.
  init(path: String) async throws {
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
    // Without the operations of other functions, what needs one, such as MATCHES, is refused with its position.
    var table = DatabaseDialect.sqlite.table
    let names = Self.functions.map(\.name)
    table.operations = table.operations.filter { _, sql in
      !sql.contains("predicate_") || names.contains { sql.contains($0) }
    }
    let dialect = try DatabaseDialect(name: "sqlite", table: table, limits: DatabaseDialect.sqlite.limits)
    books = try SQLTranslator(dialect, model: model, entity: "Book")
    connection = try await SQLiteConnection.open(storage: .file(path: path))
    for function in Self.functions { try await connection.install(customFunction: function) }
  }

  func close() async throws { try await connection.close() }

  /// Returns the newest books that match a filter.
  ///
  /// - Throws: `FormatError` for a mistake of the stranger. Any other error is the program's own.
  func books(matching filter: String) async throws -> [Book] {
    let predicate = try FormatPredicate(filter, profile: Self.strangers)
    // SQLiteNIO does not know the limits of the profile, and does not interrupt statements. This limit bounds the rows.
    let request = PredicateFetchRequest(predicate, of: "Book", sortKeys: [.descending("year")], limit: 20)
    let fetch = try books.fetch(request, .objects)
    // What SQL cannot express of an order would remain for memory, together with the limit.
    if let remainder = fetch.remainder { throw SearchError.incomplete(remainder) }
    let rows = try await connection.query(fetch.statement.text, fetch.statement.parameters.map(Self.value))
    return try rows.map { row in
      guard let book = Book(row) else { throw SearchError.unexpectedRow(row) }
      return book
    }
  }

  /// Returns a parameter as a value of SQLiteNIO.
  private static func value(of parameter: SQLParameter) throws -> SQLiteData {
    switch parameter.value {
    case .null: return .null
    case .integer(let number): return .integer(Int(number))
    case .double(let number): return .float(number)
    case .string(let text): return .text(text)
    case .data(let bytes): return .blob(ByteBuffer(bytes: bytes))
    // SQLite has no other types. The translator makes the others of these, and JSON texts of lists.
    case .bool, .unsigned, .decimal, .date, .uuid, .list, .set, .record, .object:
      throw SearchError.unbindable(parameter)
    }
  }
}

@main
struct Example {
  static func main() async throws {
    let search = try await BookSearch(path: "books.db")
    do {
      let found = try await search.books(matching: "title CONTAINS[cd] 'etoile' AND price < 12.50")
      for book in found { print(book.year, book.title) }
    } catch let error as FormatError {
      print(error)
    }
    try await search.close()
  }
}
