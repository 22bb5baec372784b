// Finds rows of a table by the filter of a stranger, with PostgresNIO.
//
//     CREATE TABLE book(
//       id bigint PRIMARY KEY, title text NOT NULL, year integer NOT NULL, price numeric(8, 2) NOT NULL,
//       added timestamp)

import Foundation
import PostgresNIO
import PredicateFormat
import PredicateSQL

/// A row of the table.
struct Book: Sendable {
  let id: Int64
  let title: String
  let year: Int
  let price: Decimal
  let added: Date?
}

enum SearchError: Error {
  /// The value of the parameter is not of its kind. The translator makes no such parameter.
  case unbindable(SQLParameter)
  /// The statement is only a part of the request.
  case incomplete(PredicateFetchRequest)
}

struct BookSearch {
  /// What a stranger may use.
  private static let strangers = PredicateProfile.untrusted
    .permitting(keys: ["id", "title", "year", "price", "added"]).permittingDateStrings()

  private let client: PostgresClient
  private let logger: Logger
  private let books: SQLTranslator

  /// Creates a search. `client.run()` must run in another task.
  init(_ client: PostgresClient, logger: Logger) throws {
    (self.client, self.logger) = (client, logger)
    // The model must be true of the table.
    let model = try PredicateModel([
      PredicateModel.Entity(
        "Book", table: "book",
        attributes: [
          PredicateModel.Attribute("title", .string, isNullable: false),
          PredicateModel.Attribute("year", .integer32, isNullable: false),
          PredicateModel.Attribute("price", .decimal(.native(precision: 8, scale: 2)), isNullable: false),
          PredicateModel.Attribute("added", .date(.native)),
        ])
    ])
    books = try SQLTranslator(.postgresql, model: model, entity: "Book")
  }

  /// Returns the newest books that match a filter.
  ///
  /// - Throws: `FormatError` for a mistake of the stranger, also for what PostgreSQL cannot express exactly.
  func books(matching filter: String) async throws -> [Book] {
    let predicate = try FormatPredicate(filter, profile: Self.strangers)
    let request = PredicateFetchRequest(predicate, of: "Book", sortKeys: [.descending("year")], limit: 20)
    let fetch = try books.fetch(request, .objects)
    // What SQL cannot express of an order would remain for memory, together with the limit.
    if let remainder = fetch.remainder { throw SearchError.incomplete(remainder) }
    let statement = fetch.statement
    var bindings = PostgresBindings(capacity: statement.parameters.count)
    for parameter in statement.parameters { try bindings.append(parameter) }
    let query = PostgresQuery(unsafeSQL: statement.text, binds: bindings)
    return try await client.withTransaction(logger: logger) { connection in
      // The profile limits the time, which only the server can enforce.
      if let duration = statement.limits.duration {
        let milliseconds = "\(max(1, Int(duration / .milliseconds(1))))"
        try await connection.query("SET LOCAL statement_timeout = \(unescaped: milliseconds)", logger: logger)
      }
      let rows = try await connection.query(query, logger: logger)
      var books: [Book] = []
      // The columns are the primary key, and then the attributes in the order of the model.
      for try await (id, title, year, price, added) in rows.decode((Int64, String, Int, Decimal, Date?).self) {
        books.append(Book(id: id, title: title, year: year, price: price, added: added))
      }
      return books
    }
  }
}

// MARK: Parameters

extension PostgresBindings {
  /// Appends a parameter. Its placeholder names the type, as in `$1::numeric` and `$2::int8[]`.
  mutating func append(_ parameter: SQLParameter) throws {
    switch parameter.kind {
    case .boolean: try append(parameter, \.boolValue)
    case .integer: try append(parameter, \.intValue)
    case .double: try append(parameter, \.doubleValue)
    // PostgresNIO has no arrays of decimals. The server reads the digits of a text exactly.
    case .decimal: try append(parameter) { if case .decimal(let number) = $0 { number.description } else { nil } }
    case .text: try append(parameter, \.stringValue)
    case .timestamp: try append(parameter) { Timestamp($0) }
    case .uuid: try append(parameter, \.uuidValue)
    // An array of bytes would be an array of "char".
    case .bytes: try append(parameter) { $0.dataValue.map { ByteBuffer(bytes: $0) } }
    }
  }

  private mutating func append<Value: PostgresArrayEncodable & PostgresNonThrowingEncodable>(
    _ parameter: SQLParameter, _ convert: (FormatValue) -> Value?
  ) throws {
    let values = parameter.isList ? parameter.value.arrayValue ?? [] : [parameter.value]
    let converted = values.compactMap(convert)
    guard converted.count == values.count else { throw SearchError.unbindable(parameter) }
    if parameter.isList { append(converted) } else { append(converted[0]) }
  }
}

/// A point in time in UTC, for columns of the type `timestamp`.
///
/// PostgresNIO binds a `Date` as `timestamptz`, which the server would convert to the time zone of the session.
struct Timestamp: PostgresArrayEncodable, PostgresNonThrowingEncodable {
  static var psqlType: PostgresDataType { .timestamp }
  static var psqlArrayType: PostgresDataType { .timestampArray }
  static var psqlFormat: PostgresFormat { .binary }

  /// The microseconds since 2000-01-01.
  private let microseconds: Int64

  init?(_ value: FormatValue) {
    // The seconds since 2001-01-01, in whole microseconds.
    guard case .date(let seconds) = value else { return nil }
    microseconds = Int64((seconds * 1_000_000).rounded()) + 366 * 86_400 * 1_000_000
  }

  func encode(into byteBuffer: inout ByteBuffer, context: PostgresEncodingContext<some PostgresJSONEncoder>) {
    byteBuffer.writeInteger(microseconds)
  }
}

@main
struct Example {
  static func main() async throws {
    let configuration = PostgresClient.Configuration(
      unixSocketPath: "/run/postgresql/.s.PGSQL.5432", username: "reader", password: nil, database: "books")
    let client = PostgresClient(configuration: configuration)
    // The end of `main` cancels this task, which closes the client.
    async let _ = client.run()
    do {
      let search = try BookSearch(client, logger: Logger(label: "books"))
      let found = try await search.books(matching: "added > '2024-01-31' AND price < 12.50")
      for book in found { print(book.year, book.title) }
    } catch let error as FormatError {
      print(error)
    }
  }
}
