import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateSyntax

// Changes of all the objects that a request is for, without fetching them: all of them or none. A predicate that SQL cannot
// say exactly is refused (`untranslatable`), and so is a request for rows.

extension SQLiteStore {
  /// Changes attributes, and relationships to one object, of the objects that a request is for.
  ///
  ///     try store.update(["specialCount": 0], where: PredicateFetchRequest(predicate, of: "Venue"))
  ///
  /// - Parameters:
  ///   - changes: keys of the entity, and what each becomes: a value, nil, an object, or an expression of the object's own
  ///     attributes as they were.
  ///   - request: which objects; where it has a limit or an offset, those of the page.
  ///   - variables: values for `$NAME` variables of the request.
  /// - Returns: how many rows were changed.
  /// - Throws: `FormatError` and `SQLiteFault`; then nothing is changed.
  @discardableResult
  public func update(
    _ changes: KeyValuePairs<String, (any FormatArgument)?>, where request: PredicateFetchRequest,
    variables: [String: (any FormatArgument)?] = [:]
  ) throws -> Int {
    try change(request.substituting(variables)) { (translator, predicate) throws(FormatError) in
      try translator.update(changes, where: predicate)
    }
  }

  /// Deletes the objects that a request is for; those that refer to them are the database's matter.
  ///
  /// - Parameters:
  ///   - request: which objects; where it has a limit or an offset, those of the page.
  ///   - variables: values for `$NAME` variables of the request.
  /// - Returns: how many rows were deleted.
  /// - Throws: `FormatError` and `SQLiteFault`; then nothing is deleted.
  @discardableResult
  public func delete(
    where request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> Int {
    try change(request.substituting(variables)) { (translator, predicate) throws(FormatError) in
      try translator.delete(where: predicate)
    }
  }

  /// How many objects of a page a statement changes.
  private static var chunkSize: Int { 10_000 }

  private func change(
    _ request: PredicateFetchRequest,
    _ statement: (SQLTranslator, FormatPredicate?) throws(FormatError) -> SQLStatement
  ) throws -> Int {
    let translator = try request.translator(in: model)
    // A request that cannot be fetched is none to change by either, though all of it is not asked here.
    _ = try translator.fetch(request, .identifiers)
    // Made for a page too: what is refused of all is refused of a page.
    let whole = try statement(translator, request.predicate)
    let isPage = request.limit != nil || request.offset != 0
    // Of a single statement too, since a table may say that one which fails keeps what it has done.
    return try connection.asOne(request.limits, source: request.predicate?.source ?? "") {
      try connection.atomically {
        if !isPage { return try connection.run(whole) }
        var count = 0
        var rest = try fetchIdentifiers(request)[...]
        while !rest.isEmpty {
          let chunk = rest.prefix(Self.chunkSize).map { key in
            FormatValue.object(FormatObject(StoredReference(translator.entity.name, key)))
          }
          rest = rest.dropFirst(chunk.count)
          let predicate = FormatPredicate(.evaluatedObject, .in, FormatExpression(.constant(.list(chunk))))
          count += try connection.run(statement(translator, predicate))
        }
        return count
      }
    }
  }
}
