import PredicateSemantics
import PredicateSyntax

extension SQLTranslator {
  /// Translates a fetch request into a statement with the same objects, rows or number as in memory, in the same order.
  ///
  /// If the dialect cannot express an order, an aggregate or a property exactly, the statement fetches the values that it needs
  /// of the matching objects, and the rest of the request is the `remainder`.
  ///
  /// - Parameters:
  ///   - request: The request. If it names an entity, that must be the translator's.
  ///   - result: The kind of result.
  /// - Returns: The statement, and the part of the request that remains.
  /// - Throws: `FormatError` if the request is invalid, or with `untranslatable` if the dialect cannot express its predicate
  ///   exactly, or if the rest needs more of the objects than values at key paths.
  public func fetch(_ request: PredicateFetchRequest, _ result: SQLFetchResult) throws(FormatError) -> SQLFetch {
    if let name = request.entity, name != entity.name {
      throw FormatError(.invalidRequest("a request for \(name)", reason: "expected \(entity.name)"))
    }
    let request = request.with { $0.predicate = $0.predicate?.located }
    let keys = ModelKeySource(model)
    let fetch = try ResolvedFetch(request, root: keys.type(ofEntity: entityIndex), keys: keys)
    switch result {
    case .objects, .identifiers: if fetch.shape != .objects { throw ResolvedFetch.mismatch(needsRows: false) }
    case .rows: if fetch.shape == .objects { throw ResolvedFetch.mismatch(needsRows: true) }
    case .count: break
    }
    let limits = try PredicateLimits?.none.inForce(for: request)
    let predicate = fetch.predicate?.located
    var translation = try Translation(predicate, self, limits, allowsResidual: false)
    for node in fetch.nodes { translation.lowering.work.permit(nodes: node.nodeCount) }
    var whole = FetchStatement(fetch, result, self, translation)
    do throws(Refusal) {
      let query = try whole.query()
      return SQLFetch(
        statement: try whole.translation.statement(query, whole.columns), source: predicate?.writtenText ?? "")
    } catch {
      guard let raw = RawFetch(fetch, result, self) else {
        let reason = "in memory it would need collections of the objects, which rows do not contain"
        let rest = dialect.untranslatable("the rest of the request", reason)
        throw FormatError([error.finding, rest], source: whole.source)
      }
      return try raw.fetch(for: request, translation, because: error, source: predicate?.writtenText ?? "")
    }
  }
}
