import PredicateFetching
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

// Changes of all objects that a request selects, without fetching them: either all are changed or none. Predicates that SQL
// cannot express exactly and requests for rows are refused (`untranslatable`).

extension SQLiteStore {
  /// Updates attributes and to-one relationships of the objects that a request selects.
  ///
  ///     try store.update(["specialCount": 0], where: PredicateFetchRequest(predicate, of: "Venue"))
  ///
  /// - Parameters:
  ///   - changes: The new values by key: a value, nil, an object, or an expression of the object's own previous attributes.
  ///   - request: The request that selects the objects. If it has a limit or an offset, only that page changes.
  ///   - variables: Values for `$NAME` variables of the request.
  /// - Returns: The number of changed rows.
  /// - Throws: `FormatError` or `SQLiteDatabaseError`, without changing anything.
  @discardableResult
  public func update(
    _ changes: KeyValuePairs<String, (any FormatArgument)?>, where request: PredicateFetchRequest,
    variables: [String: (any FormatArgument)?] = [:]
  ) throws -> Int {
    try change(request.substituting(variables)) { (translator, predicate) throws(FormatError) in
      try translator.update(changes, where: predicate)
    }
  }

  /// Deletes the objects that a request selects. References to them are left to the database.
  ///
  /// - Parameters:
  ///   - request: The request that selects the objects. If it has a limit or an offset, only that page is deleted.
  ///   - variables: Values for `$NAME` variables of the request.
  /// - Returns: The number of deleted rows.
  /// - Throws: `FormatError` or `SQLiteDatabaseError`, without deleting anything.
  @discardableResult
  public func delete(
    where request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:]
  ) throws -> Int {
    try change(request.substituting(variables)) { (translator, predicate) throws(FormatError) in
      try translator.delete(where: predicate)
    }
  }

  /// The number of objects of a page that one statement changes.
  private static var chunkSize: Int { 10_000 }

  /// The same number for objects whose primary key has several columns: the condition names each object.
  private static var compoundChunkSize: Int { 500 }

  private func change(
    _ request: PredicateFetchRequest,
    _ statement: (SQLTranslator, FormatPredicate?) throws(FormatError) -> TranslatedStatement
  ) throws -> Int {
    let translator = try request.translator(in: model)
    try request.predicate?.checkPatterns()
    // Validates the whole request, because one that cannot be fetched must not change rows either.
    _ = try translator.fetch(request, .identifiers)
    // Also translated for a page, so that a page refuses what the whole would.
    let whole = try statement(translator, request.predicate)
    let isPage = request.limit != nil || request.offset != 0 || !request.after.isEmpty
    // Even a single statement needs this, because a table's conflict clause can make a failed one keep its changes.
    return try connection.withCommonBudget(whole.limits, source: request.predicate?.located.writtenText ?? "") {
      try connection.atomically {
        try checkForms()
        if !isPage { return try connection.run(whole) }
        var count = 0
        var rest = try fetchIdentifiers(request)[...]
        while !rest.isEmpty {
          let chunk = rest.prefix(translator.entity.keyAttributes.isEmpty ? Self.chunkSize : Self.compoundChunkSize)
          rest = rest.dropFirst(chunk.count)
          count += try connection.run(statement(translator, translator.entity.predicate(ofKeys: chunk)))
        }
        return count
      }
    }
  }
}

extension PredicateModel.Entity {
  /// Returns the condition of the objects with some primary keys.
  package func predicate(ofKeys keys: ArraySlice<FormatValue>) -> FormatPredicate {
    if keyAttributes.isEmpty {
      let objects = keys.map { FormatValue.object(FormatObject(StoredReference(name, $0))) }
      return FormatPredicate(.evaluatedObject, .in, FormatExpression(.constant(.list(objects))))
    }
    return FormatPredicate(
      .or(
        keys.map { key in
          guard case .list(let values) = key else { return FormatPredicate(.constant(false)) }
          return FormatPredicate(
            .and(
              zip(keyAttributes, values).map { name, value in
                FormatPredicate(FormatExpression.keyPath(name), .equalTo, FormatExpression(.constant(value)))
              }))
        }))
  }
}
