import PredicateSyntax

/// What to fetch, as data: which objects, in which order, how many, and what of them.
///
/// The same request runs over an array of Swift values and, as SQL, over a database, with the same answer in the same
/// order. It names no Swift type: it fits whatever has the keys that it names.
///
/// Objects come in the order of the sort keys; where these leave two equal, in that of the array, which in a database is
/// that of the primary key. Rows of groups, and distinct rows, come in the order of the sort keys and then of their own
/// group keys or values, ascending.
public struct PredicateFetchRequest: Sendable, Hashable {
  /// The entity of a data model whose objects are meant. An array has no need of it.
  public var entity: String?
  /// The objects that are meant; all of them where it is nil.
  public var predicate: FormatPredicate?
  /// The order: later keys decide where the ones before are equal.
  public var sortKeys: [SortKey]
  /// The most objects or rows; all where it is nil. (0 is none, where Core Data reads it as all.)
  public var limit: Int?
  /// How many of the first objects or rows are left out.
  public var offset: Int
  /// How many objects or rows `batches(of:)` hands over at a time; as many as it finds useful where it is nil.
  public var batchSize: Int?
  /// Whether of equal rows only one is wanted. Objects are never equal to others.
  public var isDistinct: Bool
  /// What a row holds: keys, and expressions with a name. Where one of them is an aggregate such as `average:(length)`,
  /// a row is made of each group of objects; of all of them together where there are no group keys.
  public var properties: [FetchProperty]
  /// The key paths by which objects fall into groups, those with equal values into one; nil is a value too.
  public var groupKeys: [String]
  /// Which groups are meant. Its keys are group keys and names of properties; its aggregates range over the group.
  public var having: FormatPredicate?

  /// Makes a request; without parameters it is for all objects as they stand.
  public init(
    _ predicate: FormatPredicate? = nil, of entity: String? = nil, sortKeys: [SortKey] = [], limit: Int? = nil,
    offset: Int = 0, batchSize: Int? = nil, isDistinct: Bool = false, properties: [FetchProperty] = [],
    groupKeys: [String] = [], having: FormatPredicate? = nil
  ) {
    self.predicate = predicate
    self.entity = entity
    self.sortKeys = sortKeys
    self.limit = limit
    self.offset = offset
    self.batchSize = batchSize
    self.isDistinct = isDistinct
    self.properties = properties
    self.groupKeys = groupKeys
    self.having = having
  }

  /// Whether it asks for rows and not for objects.
  public var makesRows: Bool { !properties.isEmpty || !groupKeys.isEmpty }
}

// MARK: Clauses

extension PredicateFetchRequest {
  /// The same request, each use of which keeps to limits too: see `FormatPredicate.limited(to:)`.
  public func limited(to limits: Limits) -> PredicateFetchRequest {
    tweaked { $0.predicate = ($0.predicate ?? FormatPredicate(true)).limited(to: limits) }
  }

  /// The same request for the objects of which the predicate is true too.
  public func `where`(_ predicate: FormatPredicate) -> PredicateFetchRequest {
    tweaked { $0.predicate = $0.predicate.map { $0 && predicate } ?? predicate }
  }

  /// The same request for the objects of which a format string with its arguments is true too.
  ///
  /// - Throws: `FormatError`, as parsing it.
  public func `where`(_ format: String, _ arguments: (any FormatArgument)?...) throws(FormatError)
    -> PredicateFetchRequest
  {
    self.where(try FormatPredicate(format, arguments: arguments))
  }

  /// The same request where `value`, one for nothing where not.
  public func `where`(_ value: Bool) -> PredicateFetchRequest { self.where(FormatPredicate(value)) }

  /// The same request with more sort keys, which decide where those so far leave objects equal.
  public func orderBy(_ sortKeys: SortKey...) -> PredicateFetchRequest { tweaked { $0.sortKeys += sortKeys } }

  /// The same request with more properties.
  public func select(_ properties: FetchProperty...) -> PredicateFetchRequest {
    tweaked { $0.properties += properties }
  }

  /// The same request with more keys to group by.
  public func groupBy(_ keyPaths: String...) -> PredicateFetchRequest { tweaked { $0.groupKeys += keyPaths } }

  /// The same request for the groups of which the predicate is true too. Its keys are group keys and names of properties.
  public func having(_ predicate: FormatPredicate) -> PredicateFetchRequest {
    tweaked { $0.having = $0.having.map { $0 && predicate } ?? predicate }
  }

  /// The same request for the groups of which a format string with its arguments is true too: `having("n > %@", 1)`.
  ///
  /// - Throws: `FormatError`, as parsing it.
  public func having(_ format: String, _ arguments: (any FormatArgument)?...) throws(FormatError)
    -> PredicateFetchRequest
  {
    having(try FormatPredicate(format, arguments: arguments))
  }

  /// The same request after a change of anything in it.
  ///
  /// - Throws: what the change throws.
  public func tweaked<Failure: Error>(
    _ change: (inout PredicateFetchRequest) throws(Failure) -> Void
  ) throws(Failure) -> PredicateFetchRequest {
    var request = self
    try change(&request)
    return request
  }

  /// The same request with values in place of `$NAME` variables, wherever it has predicates and expressions.
  ///
  /// - Parameter variables: the values, by name without the dollar sign; those without a value stay.
  public func substituting(_ variables: [String: (any FormatArgument)?]) -> PredicateFetchRequest {
    if variables.isEmpty { return self }
    return tweaked { request in
      request.predicate = request.predicate?.substituting(variables)
      request.having = request.having?.substituting(variables)
      for index in request.properties.indices {
        request.properties[index].expression = request.properties[index].expression.substituting(variables)
      }
    }
  }
}

extension Limits? {
  /// The limits that hold for a use of a request: those given, or the strictest that its trees carry.
  ///
  /// - Throws: `FormatError` where the trees do not keep to them.
  package func inForce(for request: PredicateFetchRequest) throws(FormatError) -> Limits {
    let predicates = [request.predicate, request.having].compactMap { $0 }
    let size = TreeSize(predicates, request.properties.map(\.expression))
    return try inForce(size, predicates.count == 1 ? predicates[0].source : "")
  }
}
