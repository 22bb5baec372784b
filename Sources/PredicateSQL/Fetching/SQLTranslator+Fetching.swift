import PredicateModel
import PredicateSyntax

extension SQLTranslator {
  /// A fetch request as a statement that gives the same objects, rows or number in the same order as memory does.
  ///
  /// Where the dialect cannot say an order, an aggregate or a property exactly, the statement fetches what these need of
  /// the objects that the predicate selects, and the rest of the request is the `remainder`.
  ///
  /// - Parameters:
  ///   - request: the request; its entity, where it names one, is the translator's.
  ///   - result: what is asked for.
  /// - Throws: `FormatError` with what is wrong with the request, and with `untranslatable` where its predicate cannot be said
  ///   exactly, or where the rest needs more of the objects than values at key paths.
  public func fetch(_ request: PredicateFetchRequest, _ result: FetchResult) throws(FormatError) -> SQLFetch {
    if let name = request.entity, name != entity.name {
      throw FormatError(
        [Diagnostic(.invalidRequest("a request for \(name)", reason: "\(entity.name) is asked"), at: .none)],
        source: "")
    }
    let keys = ModelKeySource(model)
    let fetch = try ResolvedFetch(request, root: keys.type(ofEntity: entityIndex), keys: keys)
    switch result {
    case .objects, .identifiers: if fetch.shape != .objects { throw ResolvedFetch.mismatch(wantsRows: false) }
    case .rows: if fetch.shape == .objects { throw ResolvedFetch.mismatch(wantsRows: true) }
    case .count: break
    }
    let translation = try Translation(request.predicate, self, allowsResidual: false)
    var whole = FetchStatement(fetch, result, self, translation)
    do throws(Refusal) {
      let text = try whole.text()
      return SQLFetch(statement: try whole.translation.statement(text, whole.columns))
    } catch {
      guard let raw = RawFetch(fetch, result, self) else {
        let rest = Diagnostic(
          .untranslatable(
            "the rest of the request", dialect: dialect.name,
            reason: "memory would need a collection of each object, which no row holds"), at: .none)
        throw FormatError([error.finding, rest], source: whole.isInHaving ? request.having?.source ?? "" : "")
      }
      return try raw.fetch(for: request, translation, because: error)
    }
  }
}
