// Finds rows of a table by the filter of a stranger, with SQLKit: over SQLiteKit, PostgresKit or MySQLKit.
//
//     CREATE TABLE book(
//       id BIGINT PRIMARY KEY, title TEXT NOT NULL, title_folded TEXT NOT NULL, year INTEGER NOT NULL,
//       cents BIGINT NOT NULL)

import Foundation
import PredicateFormat
import PredicateSQL
import SQLKit

/// A row of the table.
struct Book: Decodable, Sendable {
  let id: Int64
  let title: String
  let year: Int
  /// The price in cents. A statement reads each column as it is stored, so this is no `Decimal`.
  let cents: Int64

  /// The columns of a statement have the names of the attributes.
  enum CodingKeys: String, CodingKey { case id, title, year, cents = "price" }
}

enum SearchError: Error {
  /// The package has no dialect of this name.
  case unknownDialect(String)
  /// The driver cannot bind the parameter.
  case unbindable(SQLParameter)
  /// The statement is only a part of the request.
  case incomplete(PredicateFetchRequest)
}

/// A translated statement as an expression of SQLKit.
struct TranslatedSQL: SQLExpression {
  private let text: String
  private let binds: [any Encodable & Sendable]

  init(_ statement: TranslatedStatement) throws {
    text = statement.text
    binds = try statement.parameters.map(Self.bind)
  }

  /// Writes the text, which contains its placeholders. It must be the whole query, because PostgreSQL's have numbers.
  func serialize(to serializer: inout SQLSerializer) {
    serializer.write(text)
    serializer.binds += binds
  }

  /// Returns a parameter as a value that the drivers bind with the type of its placeholder.
  private static func bind(_ parameter: SQLParameter) throws -> any Encodable & Sendable {
    switch parameter.kind {
    case .boolean: return try bind(parameter, \.boolValue)
    case .integer: return try bind(parameter, \.intValue)
    case .double: return try bind(parameter, \.doubleValue)
    // The databases read the digits of a text exactly, as in `$1::numeric`.
    case .decimal: return try bind(parameter) { if case .decimal(let number) = $0 { number.description } else { nil } }
    case .text: return try bind(parameter, \.stringValue)
    case .uuid: return try bind(parameter, \.uuidValue)
    case .bytes where !parameter.isList: return try bind(parameter, \.dataValue)
    // PostgresKit has no arrays of `Data`, and binds a `Date` as `timestamptz`, which the server would convert to the
    // time zone of the session. A model for SQLKit stores dates as numbers or texts.
    case .bytes, .timestamp: throw SearchError.unbindable(parameter)
    }
  }

  private static func bind<Value: Encodable & Sendable>(
    _ parameter: SQLParameter, _ convert: (FormatValue) -> Value?
  ) throws -> any Encodable & Sendable {
    let values = parameter.isList ? parameter.value.arrayValue ?? [] : [parameter.value]
    let converted = values.compactMap(convert)
    guard converted.count == values.count else { throw SearchError.unbindable(parameter) }
    // PostgresKit binds arrays. The other databases get lists as JSON texts.
    if parameter.isList { return converted }
    return converted[0]
  }
}

struct BookSearch {
  /// What a stranger may use.
  private static let strangers = PredicateProfile.untrusted.permitting(keys: ["id", "title", "year", "price"])

  private let database: any SQLDatabase
  private let books: SQLTranslator

  init(_ database: any SQLDatabase) throws {
    self.database = database
    // The names are the same: `sqlite`, `postgresql` and `mysql`. The package tests MySQL 9.
    guard let dialect = DatabaseDialect.named(database.dialect.name) else {
      throw SearchError.unknownDialect(database.dialect.name)
    }
    // SQLKit cannot register the functions that SQLite needs for a part of the language. Without their operations, that
    // part is refused with its position. The other databases have no such functions.
    var table = dialect.table
    table.operations = table.operations.filter { _, sql in !sql.contains("predicate_") }
    // The model must be true of the table. The folded column serves [cd] in every database. The program fills it with
    // `FormatStringOptions([.caseInsensitive, .diacriticInsensitive]).folding(title)`.
    let folded = PredicateModel.FoldedColumn([.caseInsensitive, .diacriticInsensitive], column: "title_folded")
    let model = try PredicateModel([
      PredicateModel.Entity(
        "Book", table: "book",
        attributes: [
          PredicateModel.Attribute("title", .string, isNullable: false, folded: [folded]),
          PredicateModel.Attribute("year", .integer32, isNullable: false),
          PredicateModel.Attribute("price", .decimal(.scaledInteger(scale: 2)), column: "cents", isNullable: false),
        ])
    ])
    let own = try DatabaseDialect(name: dialect.name, table: table, limits: dialect.limits)
    books = try SQLTranslator(own, model: model, entity: "Book")
  }

  /// Returns the newest books that match a filter.
  ///
  /// - Throws: `FormatError` for a mistake of the stranger, also for what the database cannot express exactly.
  func books(matching filter: String) async throws -> [Book] {
    let predicate = try FormatPredicate(filter, profile: Self.strangers)
    // SQLKit does not know the limits of the profile. The limit of the request bounds the rows.
    let request = PredicateFetchRequest(predicate, of: "Book", sortKeys: [.descending("year")], limit: 20)
    let fetch = try books.fetch(request, .objects)
    // What SQL cannot express of an order would remain for memory, together with the limit.
    if let remainder = fetch.remainder { throw SearchError.incomplete(remainder) }
    let query = try TranslatedSQL(fetch.statement)
    let settings = books.dialect.table.sessionSettings.compactMap(\.statement)
    return try await database.withSession { session in
      // MySQL needs a collation by code points. The other two need no statement.
      for setting in settings { try await session.raw(SQLQueryString(setting)).run() }
      return try await session.raw("\(query)").all(decoding: Book.self)
    }
  }
}
