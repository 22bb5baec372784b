import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateSyntax

/// A request made ready for a database: its statement, how the statement's rows are read, and what is done with them in
/// memory.
struct StoreFetch: Sendable {
  let statement: SQLStatement
  /// What finding the rows may cost, and the text that it is told of.
  let limits: Limits
  let source: String
  private let entity: DataModel.Entity
  /// What the values of the request's properties become.
  private let types: [String: FetchType]
  /// What is left to do over the statement's rows; nil where these are the answer.
  private let remainder: CompiledFetch<FormatValue>?

  /// - Throws: `FormatError` with what is wrong with the request, and where it names no entity.
  init(
    _ request: PredicateFetchRequest, _ result: FetchResult, in model: DataModel,
    variables: [String: (any FormatArgument)?]
  ) throws(FormatError) {
    let translator = try request.translator(in: model)
    let request = request.substituting(variables)
    limits = try Limits?.none.inForce(for: request)
    source = request.predicate?.source ?? ""
    let fetch = try translator.fetch(request, result)
    statement = fetch.statement
    entity = translator.entity
    var types: [String: FetchType] = [:]
    for property in request.properties { types[property.name] = property.type }
    self.types = types
    remainder = if let remainder = fetch.remainder { try CompiledFetch(remainder) } else { nil }
  }

  /// Whether all of the statement's rows have to be read before the first of the answer is known.
  var needsAllRows: Bool { remainder != nil }

  // MARK: Rows that are the answer

  /// The object that a row of a fetch for objects holds.
  func object(_ row: [FormatValue]) -> FetchedObject {
    var object = FetchedObject(entity.name, row.first ?? .null)
    object.attributes.reserveCapacity(entity.attributes.count)
    for (attribute, value) in zip(entity.attributes, row.dropFirst()) { object.attributes[attribute.name] = value }
    return object
  }

  /// The values of a row of a fetch for rows, by the names of the properties.
  func attributes(_ row: [FormatValue]) -> [String: FormatValue] {
    var attributes: [String: FormatValue] = [:]
    attributes.reserveCapacity(row.count)
    for (column, value) in zip(statement.columns, row) {
      attributes[column.name] = types[column.name].map { $0.value(of: value) ?? .null } ?? value
    }
    return attributes
  }

  // MARK: Rows that something is left to do with

  /// The rows, of those of a fetch for objects or identifiers, that are the answer, in its order.
  func answer(_ rows: [[FormatValue]]) throws(FormatError) -> [[FormatValue]] {
    guard let remainder else { return rows }
    return try remainder.indices(of: records(rows), onFault: .yieldNil).map { rows[$0] }
  }

  /// The rows that a fetch for rows makes of the statement's.
  func answer(_ rows: [[FormatValue]]) throws(FormatError) -> [[String: FormatValue]] {
    guard let remainder else { return rows.map(attributes) }
    return try remainder.rows(of: records(rows), onFault: .yieldNil)
  }

  /// What a fetch for a count gives.
  func count(_ rows: [[FormatValue]]) throws(FormatError) -> Int {
    if let remainder { return try remainder.count(of: records(rows), onFault: .yieldNil) }
    guard case .integer(let count)? = rows.first?.first else { return 0 }
    return Int(count)
  }

  private func records(_ rows: [[FormatValue]]) -> [FormatValue] {
    let names = statement.columns.map(\.name)
    return rows.map { FormatValue.record(keyPaths: names, values: $0) }
  }
}

extension PredicateFetchRequest {
  /// The translator for the request's entity.
  ///
  /// - Throws: `FormatError` where it names none, or one that the model does not have.
  func translator(in model: DataModel) throws(FormatError) -> SQLTranslator {
    guard let entity else {
      let reason = "the request does not name their entity"
      throw FormatError([Diagnostic(.invalidRequest("objects of a database", reason: reason), at: .none)], source: "")
    }
    return try SQLTranslator(.sqlite, model: model, entity: entity)
  }
}

extension PredicateFetchRequest {
  /// The limits that its predicate was made under.
  var limits: Limits { predicate?.limits ?? .default }
}
