import PredicateSyntax

/// A description of a fetch: which objects, in which order, how many, and which of their values.
///
/// The same request runs on an array of Swift values and, as SQL, on a database, with the same result in the same order. It
/// does not name a Swift type, so it works with any type that has its keys.
///
///     let recent = try PredicateFetchRequest(of: "Book").matching("year > %@", 1965).sorted(by: .descending("year"))
///     let newest = try books.fetchAll(recent.with { $0.limit = 2 })
///     let byAuthor = PredicateFetchRequest(of: "Book").grouped(by: "author").selecting("author", .count("title", as: "n"))
///     let often = try books.queryAttributes(byAuthor.having("n > 1"))
///
/// Objects are sorted by the sort keys. Ties keep the order of the array, or the order of the primary key in a database. Rows
/// of groups and distinct rows are sorted by the sort keys and then, ascending, by their group keys or values.
public struct PredicateFetchRequest: Sendable, Hashable {
  /// The entity of the data model to fetch. Arrays ignore it.
  public var entity: String?
  /// The condition that objects must meet, or `nil` for all objects.
  public var predicate: FormatPredicate?
  /// The sort keys. A later key decides if all earlier ones are equal.
  public var sortKeys: [SortKey]
  /// The values of the sort keys at an object or row, one for each key. The request then begins after all objects or rows with these
  /// values. Empty to begin with the first one.
  public var after: [FormatValue]
  /// The maximum number of objects or rows, or `nil` for all. A limit of 0 selects none, whereas Core Data reads 0 as no
  /// limit.
  public var limit: Int?
  /// The number of objects or rows to skip.
  public var offset: Int
  /// The number of objects or rows in each batch of `batches(of:)`, or `nil` for a suitable default.
  public var batchSize: Int?
  /// Whether to remove duplicate rows. Objects are always distinct.
  public var isDistinct: Bool
  /// The columns of a row: keys and named expressions. If one of them is an aggregate such as `average:(length)`, each group
  /// of objects becomes one row. Without group keys, all objects form one group.
  public var properties: [FetchProperty]
  /// The key paths to group by, or names of properties: of `FetchProperty("month", try FormatExpression("month:(date)"))`, the name
  /// `month` groups by the months of the dates. Objects with equal values form a group; nil is a value too.
  public var groupKeys: [String]
  /// The condition that groups must meet. Its keys are group keys and property names; its aggregates range over the group.
  public var having: FormatPredicate?
  /// The rules of the profile that permitted the group keys.
  var groupRules = KeyRules()

  /// Creates a request. Without arguments, it selects all objects in their original order.
  public init(
    _ predicate: FormatPredicate? = nil, of entity: String? = nil, sortKeys: [SortKey] = [],
    after: [FormatValue] = [], limit: Int? = nil, offset: Int = 0, batchSize: Int? = nil, isDistinct: Bool = false,
    properties: [FetchProperty] = [], groupKeys: [String] = [], having: FormatPredicate? = nil
  ) {
    self.predicate = predicate
    self.entity = entity
    self.sortKeys = sortKeys
    self.after = after
    self.limit = limit
    self.offset = offset
    self.batchSize = batchSize
    self.isDistinct = isDistinct
    self.properties = properties
    self.groupKeys = groupKeys
    self.having = having
  }

  /// Whether the request produces rows instead of objects.
  public var makesRows: Bool { !properties.isEmpty || !groupKeys.isEmpty }
}

// MARK: Changed copies

extension PredicateFetchRequest {
  /// Returns a copy with tighter limits for each use; see `FormatPredicate.limited(to:)`. The limits belong to the predicate:
  /// a request without one gets `TRUEPREDICATE`.
  public func limited(to limits: PredicateLimits) -> PredicateFetchRequest {
    with { $0.predicate = ($0.predicate ?? FormatPredicate(true)).limited(to: limits) }
  }

  /// Returns a copy that also requires the predicate to be true of the objects.
  public func matching(_ predicate: FormatPredicate) -> PredicateFetchRequest {
    with { $0.predicate = $0.predicate.map { $0 && predicate } ?? predicate }
  }

  /// Returns a copy that also requires a format string with its arguments to be true of the objects.
  ///
  /// - Throws: `FormatError` if the format string cannot be parsed.
  public func matching(_ format: String, _ arguments: AnyFormatArgument?...) throws(FormatError)
    -> PredicateFetchRequest
  {
    self.matching(try FormatPredicate(format, arguments: arguments))
  }

  /// Returns a copy with more sort keys, which break the ties of the existing ones.
  public func sorted(by sortKeys: SortKey...) -> PredicateFetchRequest { with { $0.sortKeys += sortKeys } }

  /// Returns a copy that begins after all objects or rows with the given values of the sort keys, which are those of the last object
  /// of the page before. nil is a value too.
  ///
  ///     let first = PredicateFetchRequest(of: "Book").sorted(by: .descending("year"), .ascending("title"))
  ///     let next = first.continued(after: .integer(1971), .string("The Tombs of Atuan"))
  public func continued(after values: FormatValue...) -> PredicateFetchRequest { with { $0.after = values } }

  /// Returns a copy with more properties.
  public func selecting(_ properties: FetchProperty...) -> PredicateFetchRequest {
    with { $0.properties += properties }
  }

  /// Returns a copy with more keys to group by.
  public func grouped(by keyPaths: String...) -> PredicateFetchRequest { with { $0.groupKeys += keyPaths } }

  /// Returns a copy that also requires the predicate to be true of the groups. Its keys are group keys and property names.
  public func having(_ predicate: FormatPredicate) -> PredicateFetchRequest {
    with { $0.having = $0.having.map { $0 && predicate } ?? predicate }
  }

  /// Returns a copy that also requires a format string with its arguments to be true of the groups: `having("n > %@", 1)`.
  ///
  /// - Throws: `FormatError` if the format string cannot be parsed.
  public func having(_ format: String, _ arguments: AnyFormatArgument?...) throws(FormatError)
    -> PredicateFetchRequest
  {
    having(try FormatPredicate(format, arguments: arguments))
  }

  /// The same request, limited to the first object or row.
  package var limitedToOne: PredicateFetchRequest { with { $0.limit = Swift.min($0.limit ?? 1, 1) } }

  /// Returns a copy modified by a closure.
  ///
  /// - Throws: The error that the closure throws.
  public func with<Failure: Error>(
    _ change: (inout PredicateFetchRequest) throws(Failure) -> Void
  ) throws(Failure) -> PredicateFetchRequest {
    var request = self
    try change(&request)
    return request
  }

  /// Returns a copy with values in place of `$NAME` variables in all predicates and expressions.
  ///
  /// - Parameter variables: The values, keyed by name without the dollar sign. Variables without a value remain.
  public func substituting(_ variables: [String: AnyFormatArgument?]) -> PredicateFetchRequest {
    withVariables(variables.mapValues(FormatExpression.constant))
  }

  package func withVariables(_ variables: [String: FormatExpression]) -> PredicateFetchRequest {
    if variables.isEmpty { return self }
    return with { request in
      request.predicate = request.predicate?.withVariables(variables)
      request.having = request.having?.withVariables(variables)
      for index in request.properties.indices {
        request.properties[index].expression = request.properties[index].expression.withVariables(variables)
      }
    }
  }
}

extension PredicateLimits? {
  /// Returns the limits for a use of a request: the given limits, or the strictest ones that its trees carry.
  ///
  /// - Throws: `FormatError` if the trees exceed them.
  package func inForce(for request: PredicateFetchRequest) throws(FormatError) -> PredicateLimits {
    let predicates = [request.predicate, request.having].compactMap { $0 }
    let size = TreeSize(predicates, request.properties.map { $0.expression })
    do { return try inForce(size, predicates.count == 1 ? predicates[0].writtenText : "") } catch {
      // The positions of an error are those of the tree that exceeds a limit.
      for predicate in predicates { _ = try inForce(for: predicate) }
      for property in request.properties { _ = try inForce(for: property.expression) }
      throw error
    }
  }
}
