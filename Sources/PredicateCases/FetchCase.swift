import PredicateFetching
import PredicateInput
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// The fetch request of a case, and the expected results.
package struct FetchCase: Sendable {
  /// A change of the objects that match the request's predicate. A case with a change updates or deletes them and
  /// fetches nothing.
  package enum Change: Sendable {
    /// Sets each key to a value.
    case update([String: FormatValue])
    case delete
  }

  /// The request. The arguments of the case are bound to the conversions of its predicate.
  package var request: PredicateFetchRequest
  /// The path of the file of objects.
  package var store: String
  package var change: Change?
  /// The expected primary keys of the objects, in order.
  package var identifiers: [FormatValue]?
  /// The expected rows, in order.
  package var rows: [FormatValue]?
}

/// The result of a request.
package struct FetchAnswer: Sendable {
  /// The primary keys of the objects, if the request is for objects.
  package var identifiers: [FormatValue]?
  /// The rows, if the request is for rows.
  package var rows: [FormatValue]?
  /// The number of objects or rows, or the number of changed objects.
  package var count: Int

  package init(identifiers: [FormatValue]? = nil, rows: [[String: FormatValue]]? = nil, count: Int) {
    self.identifiers = identifiers
    self.rows = rows?.map(FormatValue.record)
    self.count = count
  }
}

extension FetchCase {
  /// Reads the fields of a case with a `fetch` field.
  init(_ fields: CaseFields, _ request: [String: FormatValue], file: String, line: Int) throws(InputError) {
    do {
      self.request = try PredicateFetchRequest.read(Array(String(json: .record(request)).utf8), name: file)
    } catch {
      throw fields.error("fetch: \(error.reason)")
    }
    guard let store = try fields.string("store"), try fields.string("model") != nil, self.request.entity != nil else {
      throw fields.error("a 'fetch' needs a 'model', a 'store' and an 'entity'")
    }
    self.store = Case.path(of: store, nextTo: file)
    identifiers = try fields.list("identifiers")
    rows = try fields.list("rows")
    switch (try fields.record("update"), try fields.bool("delete") ?? false) {
    case (let values?, false): change = .update(values)
    case (nil, true): change = .delete
    case (nil, false): change = nil
    case (_?, true): throw fields.error("an 'update' and a 'delete' must be separate cases")
    }
  }

  /// The text of the request's predicate. The arguments of the case are bound to its conversions.
  var predicateText: String { request.predicate?.losslessFormat ?? FormatPredicate(true).format }
}

extension Case {
  /// Returns the request of the case with its arguments and variables, or `nil` if the case has no request.
  package func boundRequest() throws(FormatError) -> PredicateFetchRequest? {
    guard var request = fetch?.request else { return nil }
    if let limits { request.predicate = try FormatPredicate.template(text, limits: limits) }
    if let arguments { request.predicate = try request.predicate?.binding(arguments) }
    return request.substituting(variables)
  }

  /// Returns the first difference between an answer and the expected results, or `nil` if there is none.
  ///
  /// - Parameter objects: The objects in which the expected `values` of the found objects are looked up, by primary
  ///   key.
  package func difference(
    _ answer: FetchAnswer, _ objects: ObjectGraph
  ) throws(FormatError) -> (expected: String, got: String)? {
    guard let fetch else { return nil }
    func mismatch(_ expected: FormatValue, _ got: FormatValue) -> (expected: String, got: String)? {
      equalInCase(expected, got) ? nil : (String(json: expected), String(json: got))
    }
    if let count, count != answer.count { return ("\(count)", "\(answer.count)") }
    if let length = answer.identifiers?.count ?? answer.rows?.count, length != answer.count {
      return ("\(answer.count) (the count)", "\(length) (the number of results)")
    }
    if let expected = fetch.identifiers {
      guard let identifiers = answer.identifiers else { return (String(json: .list(expected)), "no objects") }
      if let found = mismatch(.list(expected), .list(identifiers)) { return found }
    }
    if let expected = fetch.rows {
      guard let rows = answer.rows else { return (String(json: .list(expected)), "no rows") }
      if let found = mismatch(.list(expected), .list(rows)) { return found }
    }
    if let value {
      guard let rows = answer.rows, rows.count == 1, case .record(let row) = rows[0],
        let property = fetch.request.properties.first
      else { return ("one row with \(String(json: value))", "\(answer.rows?.count ?? 0) rows") }
      if let found = mismatch(value, row[property.name] ?? .null) { return found }
    }
    guard let values else { return nil }
    guard let identifiers = answer.identifiers else { return (String(json: .list(values.list)), "no objects") }
    var list: [FormatValue] = []
    let key = FormatExpression.keyPath(values.key)
    for identifier in identifiers {
      guard let object = objects.object(of: fetch.request.entity ?? "", identifier) else {
        return ("an object of the data", String(json: identifier))
      }
      list.append(try key.value(with: FormatValue.object(FormatObject(object))))
    }
    return mismatch(.list(values.list), .list(list))
  }
}

extension ObjectGraph {
  /// Runs a request in memory. For a change, the answer contains only the number of matching objects.
  package func answer(
    to request: PredicateFetchRequest, _ change: FetchCase.Change?, functions: PredicateFunctions
  ) throws(FormatError) -> FetchAnswer {
    let entity = request.entity ?? ""
    let index = try model.requiredIndex(ofEntity: entity)
    guard let type = type(of: entity) else { return FetchAnswer(count: 0) }
    let fetch = try CompiledFetch<ModelObject>(request, as: type, EvaluationOptions(functions: functions))
    let objects = objects(of: entity)
    let count = try fetch.count(of: objects)
    if case .update(let values)? = change {
      for key in values.keys.inByteOrder where model.key(key, ofEntity: index) == nil {
        throw FormatError(.unknownKey(key, type: entity, nearest: nil))
      }
    }
    if change != nil { return FetchAnswer(count: count) }
    if request.makesRows { return FetchAnswer(rows: try fetch.rows(of: objects), count: count) }
    return FetchAnswer(identifiers: try fetch.objects(of: objects).map(\.identifier), count: count)
  }
}
