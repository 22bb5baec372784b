import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateSyntax

// What one asks a store with a request, by the names that an array has for it. Values for `$NAME` variables are given by
// name, without the dollar sign.

extension SQLiteStore {
  /// The objects that a request is for, in its order.
  public func fetchAll(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [FetchedObject] {
    let fetch = try StoreFetch(request, .objects, in: model, variables: variables)
    return try fetch.answer(rows(of: fetch)).map(fetch.object)
  }

  /// The objects that a request is for, in its order, each read as a type of the program's own: see
  /// `FetchedObject.decode(as:)`.
  public func fetchAll<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [Row] {
    try fetchAll(request, variables: variables).map { try $0.decode(as: type) }
  }

  /// The first object that a request is for; nil where there is none.
  public func fetchOne(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> FetchedObject? {
    try fetchAll(request.first, variables: variables).first
  }

  /// How many objects, or rows, a request is for; its limit and offset count.
  public func fetchCount(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> Int {
    let fetch = try StoreFetch(request, .count, in: model, variables: variables)
    return try connection.asOne(fetch.limits, source: fetch.source) {
      let count = try fetch.count(rows(of: fetch))
      try connection.budget().expect(rows: count, of: fetch.statement.text)
      return count
    }
  }

  /// What tells the objects apart that a request is for: their primary keys, in its order.
  public func fetchIdentifiers(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [FormatValue] {
    let fetch = try StoreFetch(request, .identifiers, in: model, variables: variables)
    return try fetch.answer(rows(of: fetch)).map { $0.first ?? .null }
  }

  /// The primary key of the first object that a request is for; nil where there is none.
  public func fetchIdentifier(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> FormatValue? {
    try fetchIdentifiers(request.first, variables: variables).first
  }

  /// The rows that a request makes: values by the names of its properties.
  public func queryAttributes(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [[String: FormatValue]] {
    let fetch = try StoreFetch(request, .rows, in: model, variables: variables)
    return try fetch.answer(rows(of: fetch))
  }

  /// The rows that a request makes, each read as a type of the program's own: see `FormatValueDecoder`.
  public func queryAttributes<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [Row] {
    try queryAttributes(request, variables: variables).map { try FormatValueDecoder().decode(type, from: $0) }
  }

  /// The value of a property: of the first object that a request is for, or of all of them where it is an aggregate.
  ///
  /// - Parameters:
  ///   - property: what is asked for; it takes the place of the request's properties.
  ///   - type: what the value is read as, such as `Int.self`.
  ///   - request: which objects.
  ///   - variables: values for `$NAME` variables.
  /// - Returns: the value; nil where it is nil, or there is no object.
  public func queryValue<Value: PredicateFunctionValue>(
    _ property: FetchProperty, as type: Value.Type = Value.self, for request: PredicateFetchRequest,
    variables: [String: (any FormatArgument)?] = [:]
  ) throws -> Value? {
    let rows = try queryAttributes(request.first.tweaked { $0.properties = [property] }, variables: variables)
    return try property.value(of: rows.first, as: type)
  }

  /// All rows of a fetch's statement.
  private func rows(of fetch: StoreFetch) throws -> [[FormatValue]] {
    try connection.asOne(fetch.limits, source: fetch.source) {
      let statement = try statements.statement(fetch.statement.text, on: connection)
      let cursor = try statement.rows(fetch.statement.parameters, columns: fetch.statement.columns)
      var rows: [[FormatValue]] = []
      while let row = try cursor.next() { rows.append(row) }
      return rows
    }
  }
}
