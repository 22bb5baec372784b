import PredicateFetching
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// A request prepared for a database: its statement, the conversion of the statement's rows, and the remainder for memory.
package struct StoreFetch: Sendable {
  let statement: TranslatedStatement
  /// The predicate's text for errors.
  let source: WrittenText
  private let entity: PredicateModel.Entity
  /// The types of the request's properties.
  private let types: [String: FetchType]
  /// The remainder to run on the statement's rows; nil if these are the answer.
  private let remainder: CompiledFetch<FormatValue>?

  /// - Throws: `FormatError` if the request is invalid or does not name an entity.
  package init(
    _ request: PredicateFetchRequest, _ result: SQLFetchResult, in model: PredicateModel,
    variables: [String: (any FormatArgument)?]
  ) throws(FormatError) {
    let translator = try request.translator(in: model)
    let request = request.substituting(variables)
    try request.predicate?.checkPatterns()
    try request.having?.checkPatterns()
    let fetch = try translator.fetch(request, result)
    source = fetch.source
    statement = fetch.statement
    entity = translator.entity
    var types: [String: FetchType] = [:]
    for property in request.properties { types[property.name] = property.type }
    self.types = types
    remainder =
      if let remainder = fetch.remainder {
        try CompiledFetch(remainder, options: EvaluationOptions(onError: .yieldNil))
      } else { nil }
  }

  /// Whether the first result is known only after all rows of the statement have been read.
  package var needsAllRows: Bool { remainder != nil }

  // MARK: Rows without a remainder

  /// Returns the object in a row of a fetch for objects.
  func object(_ row: [FormatValue]) -> FetchedObject {
    let values = entity.keyAttributes.isEmpty ? row.dropFirst() : row[...]
    var object = FetchedObject(entity.name, row.first ?? .null)
    object.attributes.reserveCapacity(entity.attributes.count)
    for (attribute, value) in zip(entity.attributes, values) { object.attributes[attribute.name] = value }
    if !entity.keyAttributes.isEmpty { object.identifier = .list(entity.keyAttributes.map { object[$0] }) }
    return object
  }

  /// Returns the primary key in a row of a fetch for identifiers.
  func identifier(_ row: [FormatValue]) -> FormatValue {
    entity.keyAttributes.isEmpty ? row.first ?? .null : .list(Array(row.prefix(entity.keyAttributes.count)))
  }

  /// Returns the values of a row of a fetch for rows, by the names of the properties.
  func attributes(_ row: [FormatValue]) -> [String: FormatValue] {
    var attributes: [String: FormatValue] = [:]
    attributes.reserveCapacity(row.count)
    for (column, value) in zip(statement.columns, row) {
      attributes[column.name] = types[column.name].map { $0.value(of: value) ?? .null } ?? value
    }
    return attributes
  }

  // MARK: Rows with a remainder. As in SQL, a value that cannot be computed is nil.

  /// Returns the selected rows of a fetch for objects or identifiers, in order.
  func answer(_ rows: [[FormatValue]]) throws(FormatError) -> [[FormatValue]] {
    guard let remainder else { return rows }
    return try remainder.indices(of: records(rows)).map { rows[$0] }
  }

  /// Returns the rows of a fetch for rows.
  func answer(_ rows: [[FormatValue]]) throws(FormatError) -> [[String: FormatValue]] {
    guard let remainder else { return rows.map(attributes) }
    return try remainder.rows(of: records(rows))
  }

  /// Returns the result of a fetch for a count.
  func count(_ rows: [[FormatValue]]) throws(FormatError) -> Int {
    if let remainder { return try remainder.count(of: records(rows)) }
    // COUNT has one row with one integer.
    guard case .integer(let count)? = rows.first?.first else { return 0 }
    return Int(count)
  }

  private func records(_ rows: [[FormatValue]]) -> [FormatValue] {
    let names = statement.columns.map(\.name)
    return rows.map { FormatValue.record(keyPaths: names, values: $0) }
  }
}

extension PredicateFetchRequest {
  /// Returns the translator for the request's entity.
  ///
  /// - Throws: `FormatError` if the request does not name an entity or the model does not contain it.
  func translator(in model: PredicateModel) throws(FormatError) -> SQLTranslator {
    guard let entity else {
      let reason = "the request does not name their entity"
      throw FormatError(.invalidRequest("objects of a database", reason: reason))
    }
    return try SQLTranslator(.sqlite, model: model, entity: entity)
  }
}
