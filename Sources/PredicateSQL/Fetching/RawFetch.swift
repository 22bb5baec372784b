import PredicateSemantics
import PredicateSyntax

/// A fetch request whose statement expresses only the predicate. The statement fetches the values that the rest of the request
/// reads in memory.
struct RawFetch {
  private let result: SQLFetchResult
  private let shape: ResolvedFetch.Shape
  private let translator: SQLTranslator
  /// The key paths that the rest reads, without duplicates.
  private var keyPaths: [[String]] = []

  /// Creates the fetch, or returns nil if the rest reads more than values at key paths through single objects.
  init?(_ fetch: ResolvedFetch, _ result: SQLFetchResult, _ translator: SQLTranslator) {
    self.result = result
    shape = fetch.shape
    self.translator = translator
    // Attributes of objects come first.
    if result == .objects { keyPaths = translator.entity.attributes.map { [$0.name] } }
    guard let reads = ResolvedNode.rootReads(of: fetch.nodes) else { return nil }
    for value in reads {
      guard case .path(let path) = value.kind, !path.steps.isEmpty else { return nil }
      if case .object = value.type { return nil }
      var names = path.keyNames
      if let last = path.steps.last, last.key == nil { names.removeLast() }
      if !keyPaths.contains(names) { keyPaths.append(names) }
    }
  }

  /// Returns the statement and the rest of the request.
  func fetch(
    for request: PredicateFetchRequest, _ translation: Translation, because refusal: Refusal,
    source: WrittenText
  ) throws(FormatError) -> SQLFetch {
    var translation = translation
    translation.lowering.groups = nil
    // The attempt to translate the rest may have used all permitted values.
    translation.lowering.work = LoweringWork()
    let columns = try Refusal.reported(in: "") { () throws(Refusal) in try self.columns(&translation) }
    translation.lowering.note(.residual, refusal.finding.message, at: refusal.finding.range)
    var remainder = request.with {
      $0.entity = nil
      $0.predicate = nil
      // Only in groups it is not a condition of the objects.
      if shape != .groups { $0.after = [] }
    }
    if translation.evaluationLimits != .default { remainder = remainder.limited(to: translation.evaluationLimits) }
    let table = translator.dialect.table
    var query = translation.query(
      columns.enumerated().map { index, column in
        column.value.selected(as: table.alias(column.column.name, at: index))
      })
    query.order = try Refusal.reported(in: "") { () throws(Refusal) in
      try translator.primaryKeyOrder(&translation).map { $0.term }
    }
    let statement = try translation.statement(query, columns.map { $0.column }, source: "")
    return SQLFetch(statement: statement, remainder: remainder, source: source)
  }

  private func columns(_ translation: inout Translation) throws(Refusal) -> [(column: SQLResultColumn, value: SQL)] {
    var columns: [(column: SQLResultColumn, value: SQL)] = []
    if result == .identifiers || keyPaths.isEmpty || result == .objects && translator.entity.keyAttributes.isEmpty {
      columns = try translator.identifier(&translation)
    }
    for names in keyPaths {
      let keyPath = names.joined(separator: ".")
      if columns.contains(where: { $0.column.name == keyPath }) { continue }
      let value = try translator.column(keyPath, &translation)
      let type = value.attributeType(in: translator.model)
      columns.append((SQLResultColumn(keyPath, type, isNullable: value.isNullable), value.sql))
    }
    return columns
  }
}

extension ResolvedFetch {
  /// The expressions and the condition of the request, without its predicate.
  var nodes: [ResolvedNode] {
    let values = columns.map { $0.value } + groupKeys + order.map { $0.value }
    return values.map { .expression($0) } + (having.map { [.predicate($0)] } ?? [])
  }
}
