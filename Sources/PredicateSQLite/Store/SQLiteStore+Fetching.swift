import PredicateFetching
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

// Fetches by request, with the method names of arrays. Values for `$NAME` variables are given by name, without the dollar sign.

extension SQLiteStore {
  /// Returns the objects that a request selects, in its order.
  ///
  /// - Throws: `FormatError` if the request is invalid or exceeds a limit, and `SQLiteDatabaseError` if the database fails.
  public func fetchAll(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [FetchedObject] {
    let fetch = try StoreFetch(request, .objects, in: model, variables: variables)
    return try fetch.answer(rows(of: fetch)).map(fetch.object)
  }

  /// Returns the objects that a request selects, in its order, each decoded as a type of the program; see
  /// `FetchedObject.decode(as:)`.
  ///
  /// - Throws: `DecodingError` if a value does not fit the type, and the errors of `fetchAll(_:variables:)`.
  public func fetchAll<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [Row] {
    try fetchAll(request, variables: variables).map { try $0.decode(as: type) }
  }

  /// Returns the first object that a request selects, or nil if there is none.
  ///
  /// - Throws: `FormatError` if the request is invalid or exceeds a limit, and `SQLiteDatabaseError` if the database fails.
  public func fetchOne(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> FetchedObject? {
    try fetchAll(request.limitedToOne, variables: variables).first
  }

  /// Returns the number of objects or rows of a request, with its limit and offset applied.
  ///
  /// - Throws: `FormatError` if the request is invalid or exceeds a limit, and `SQLiteDatabaseError` if the database fails.
  public func fetchCount(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> Int {
    let fetch = try StoreFetch(request, .count, in: model, variables: variables)
    return try connection.withCommonBudget(fetch.statement.limits, source: fetch.source) {
      let count = try fetch.count(rows(of: fetch))
      try connection.budget().expect(rows: count, of: fetch.statement.text)
      return count
    }
  }

  /// Returns the primary keys of the objects that a request selects, in its order. A key of several attributes is a list.
  ///
  /// - Throws: `FormatError` if the request is invalid or exceeds a limit, and `SQLiteDatabaseError` if the database fails.
  public func fetchIdentifiers(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [FormatValue] {
    let fetch = try StoreFetch(request, .identifiers, in: model, variables: variables)
    return try fetch.answer(rows(of: fetch)).map(fetch.identifier)
  }

  /// Returns the primary key of the first object that a request selects, or nil if there is none.
  ///
  /// - Throws: `FormatError` if the request is invalid or exceeds a limit, and `SQLiteDatabaseError` if the database fails.
  public func fetchIdentifier(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> FormatValue? {
    try fetchIdentifiers(request.limitedToOne, variables: variables).first
  }

  /// Returns the rows of a request: values by the names of its properties.
  ///
  /// - Throws: `FormatError` if the request is invalid or exceeds a limit, and `SQLiteDatabaseError` if the database fails.
  public func queryAttributes(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [[String: FormatValue]] {
    let fetch = try StoreFetch(request, .rows, in: model, variables: variables)
    return try fetch.answer(rows(of: fetch))
  }

  /// Returns the rows of a request, each decoded as a type of the program; see `FormatValueDecoder`.
  ///
  /// - Throws: `DecodingError` if a value does not fit the type, and the errors of `queryAttributes(_:variables:)`.
  public func queryAttributes<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> [Row] {
    try queryAttributes(request, variables: variables).map { try FormatValueDecoder().decode(type, from: $0) }
  }

  /// Returns the value of a property of the first selected object, or of all selected objects if the property is an aggregate.
  ///
  /// - Parameters:
  ///   - property: The property, which replaces the request's properties.
  ///   - type: The type of the value, such as `Int.self`.
  ///   - request: The request that selects the objects.
  ///   - variables: Values for `$NAME` variables.
  /// - Returns: The value, or nil if it is nil or there is no object.
  /// - Throws: `FormatError` if the request is invalid or the value has another type, and `SQLiteDatabaseError` if the database
  ///   fails.
  public func queryValue<Value: PredicateFunctionValue>(
    _ property: FetchProperty, as type: Value.Type = Value.self, for request: PredicateFetchRequest,
    variables: [String: (any FormatArgument)?] = [:]
  ) throws -> Value? {
    let rows = try queryAttributes(request.limitedToOne.with { $0.properties = [property] }, variables: variables)
    return try property.value(of: rows.first, as: type)
  }

  /// Returns all rows of a fetch's statement.
  private func rows(of fetch: StoreFetch) throws -> [[FormatValue]] {
    try connection.withCommonBudget(fetch.statement.limits, source: fetch.source) {
      try checkForms()
      let statement = try statement(fetch.statement.text)
      let cursor = try statement.rows(fetch.statement.parameters, columns: fetch.statement.columns)
      var rows: [[FormatValue]] = []
      while let row = try cursor.next() { rows.append(row) }
      return rows
    }
  }
}
