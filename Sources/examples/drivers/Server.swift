// Answers searches of strangers over HTTP: `GET /books?filter=price < 12&sort=-year&limit=20`.
//
// The routes are those of Hummingbird. Vapor's differ in names: `app.get("books") { req async throws -> Response in`
// and `req.query[String.self, at: "filter"]`.

import Foundation
import Hummingbird
import PredicateSQLite

/// A row of the table, and an object of a response.
struct Book: Codable, Sendable {
  let id: Int
  let title: String
  let year: Int
  let price: Decimal
}

struct BookSearch: Sendable {
  /// What a stranger may use: 100 books at most, and only these keys, in the filter as well as in the order.
  private static let strangers: PredicateProfile = {
    var profile = PredicateProfile.untrusted.permitting(keys: ["id", "title", "year", "price"])
    profile.limits[.rows] = 100
    return profile
  }()

  let database: SQLiteDatabaseConnection.Location
  let model: PredicateModel

  init(path: String) throws(PredicateModelError) {
    database = .readOnly(path)
    // The model must be true of the table.
    model = try PredicateModel([
      PredicateModel.Entity(
        "Book", table: "book",
        attributes: [
          PredicateModel.Attribute("title", .string, isNullable: false),
          PredicateModel.Attribute("year", .integer32, isNullable: false),
          PredicateModel.Attribute("price", .decimal(.scaledInteger(scale: 2)), column: "cents", isNullable: false),
          // No stranger may read this one.
          PredicateModel.Attribute("cost", .decimal(.scaledInteger(scale: 2))),
        ])
    ])
  }

  /// Returns the request for the words of a query. `sort` is a list of keys, and a minus reverses one: `-year,title`.
  func request(filter: Substring?, sort: Substring?, limit: Int) throws(FormatError) -> PredicateFetchRequest {
    var request = PredicateFetchRequest(of: "Book", limit: limit)
    if let filter, !filter.isEmpty {
      request.predicate = try FormatPredicate(String(filter), profile: Self.strangers)
    }
    request.sortKeys = (sort ?? "").split(separator: ",").map { key in
      key.hasPrefix("-") ? .descending(String(key.dropFirst())) : .ascending(String(key))
    }
    // The profile applies to the order and to the limit, too.
    return try request.validated(by: Self.strangers, of: "Book")
  }

  /// Returns what is right but probably a mistake: parts of the filter that no book can match.
  func warnings(_ request: PredicateFetchRequest) throws(FormatError) -> [String] {
    let fetch = try SQLTranslator(.sqlite, model: model, entity: "Book").fetch(request, .objects)
    return fetch.statement.notes.filter { $0.kind == .never }.map(\.message)
  }

  /// Returns the books of a request. They are read on another thread, and no longer than the profile permits.
  func books(_ request: PredicateFetchRequest) async throws -> [Book] {
    var books: [Book] = []
    for try await batch in try SQLiteStore.batches(of: request, in: database, model: model) {
      books += try batch.items.map { try $0.decode() }
    }
    return books
  }
}

extension FormatError {
  /// The response that tells a stranger what to change. It names no key that the profile does not permit.
  func response(from request: Request, context: some RequestContext) throws -> Response {
    try EditedResponse(status: .badRequest, response: diagnostics).response(from: request, context: context)
  }
}

func addRoutes(to router: Router<BasicRequestContext>, search: BookSearch) {
  // A database has errors of its own, so the type of the error is a pattern of `catch`. Others have the status 500.
  router.get("books") { request, context -> Response in
    let query = request.uri.queryParameters
    guard let limit = Int(query["limit"] ?? "20") else { throw HTTPError(.badRequest, message: "limit: a number") }
    do {
      let found = try search.request(filter: query["filter"], sort: query["sort"], limit: limit)
      return try await search.books(found).response(from: request, context: context)
    } catch let error as FormatError {
      return try error.response(from: request, context: context)
    }
  }

  // Tells a stranger who is still writing whether a filter is right. Only the package can throw here. A closure does
  // not infer the type of an error, so `do` names it.
  router.get("books/check") { request, context -> Response in
    let warnings: [String]
    do throws(FormatError) {
      let filter = request.uri.queryParameters["filter"]
      warnings = try search.warnings(search.request(filter: filter, sort: nil, limit: 1))
    } catch {
      return try error.response(from: request, context: context)
    }
    return try warnings.response(from: request, context: context)
  }
}
