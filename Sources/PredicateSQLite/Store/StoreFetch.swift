import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateSyntax

/// A request made ready for a database: its statement, how the statement's rows are read, and what is done with them in
/// memory.
struct StoreFetch: Sendable {
  let statement: SQLStatement
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
    let fetch = try translator.fetch(request.substituting(variables), result)
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
    let paths = statement.columns.map { $0.name.split(separator: ".").map(String.init)[...] }
    return rows.map { FormatValue.record(Self.nested(paths, $0)) }
  }

  /// The record of a row: columns whose names are key paths lie in one another, `details.closeDate` in `details`.
  private static func nested(_ paths: [ArraySlice<String>], _ row: [FormatValue]) -> [String: FormatValue] {
    var record: [String: FormatValue] = [:]
    for (path, value) in zip(paths, row) { insert(value, at: path, into: &record) }
    return record
  }

  private static func insert(
    _ value: FormatValue, at path: ArraySlice<String>, into record: inout [String: FormatValue]
  ) {
    guard let key = path.first else { return }
    let rest = path.dropFirst()
    if rest.isEmpty {
      record[key] = value
      return
    }
    var inner: [String: FormatValue] = [:]
    if case .record(let known)? = record[key] { inner = known }
    insert(value, at: rest, into: &inner)
    record[key] = .record(inner)
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
