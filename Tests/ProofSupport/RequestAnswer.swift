import PredicateFormat
import PredicateSQL
import PredicateSemantics

/// The answer to a request of any kind, as rows with named columns.
package struct RequestAnswer: Sendable {
  package var columns: [String]
  package var rows: [[FormatValue]]

  package init(columns: [String], rows: [[FormatValue]]) { (self.columns, self.rows) = (columns, rows) }

  /// Creates the in-memory engine's answer for the objects of the data.
  package init(
    _ made: ProofRequest, of data: ProofData, _ model: PredicateModel,
    onError: EvaluationOptions.ErrorHandling = .yieldNil
  ) throws(FormatError) {
    switch made.entity {
    case "Manager": try self.init(made, data.managers, model, onError)
    case "Task": try self.init(made, data.tasks, model, onError)
    default: try self.init(made, data.people, model, onError)
    }
  }

  /// Creates the answer for any objects, in the order of their primary keys.
  package init<Object: StoredObject>(
    _ made: ProofRequest, _ objects: [Object], _ model: PredicateModel,
    _ onError: EvaluationOptions.ErrorHandling = .yieldNil
  ) throws(FormatError) {
    let fetch = try CompiledFetch<Object>(made.request, options: EvaluationOptions(onError: onError))
    switch made.result {
    case .identifiers:
      let found = try fetch.objects(of: objects)
      self.init(columns: ["id"], rows: found.map { [$0.primaryKey] })
    case .objects:
      let attributes = model.entity(made.entity)?.attributes.map(\.name) ?? []
      let rows = try fetch.objects(of: objects).map { object in
        let values = properties(of: object)
        return [object.primaryKey] + attributes.map { values[$0] ?? .null }
      }
      self.init(columns: ["id"] + attributes, rows: rows)
    case .rows:
      let names = made.columnNames
      let rows = try fetch.rows(of: objects)
      self.init(columns: names, rows: rows.map { row in names.map { row[$0] ?? .null } })
    case .count:
      self.init(columns: ["count"], rows: [[.integer(Int64(try fetch.count(of: objects)))]])
    }
  }

  /// Returns the first difference of another answer, including its order, or nil if there is none.
  package func difference(from other: RequestAnswer) -> String? {
    if columns != other.columns { return "columns \(other.columns), expected \(columns)" }
    if rows.count != other.rows.count { return "\(other.rows.count) rows, expected \(rows.count): \(other.texts)" }
    for (index, (expected, found)) in zip(rows, other.rows).enumerated() {
      if expected.count == found.count, zip(expected, found).allSatisfy(Self.same) { continue }
      return "row \(index) is \(Self.text(found)), expected \(Self.text(expected))"
    }
    return nil
  }

  /// Returns whether two values are of the same kind and compare as equal in the language.
  package static func same(_ left: FormatValue, _ right: FormatValue) -> Bool {
    let (left, right) = (left.isNil ? .null : left, right.isNil ? .null : right)
    if case .bool = left, left.valueType != right.valueType { return false }
    if case .bool = right, left.valueType != right.valueType { return false }
    return FormatValue.equal(left, right)
  }

  private var texts: [String] { rows.prefix(20).map(Self.text) }
  private static func text(_ row: [FormatValue]) -> String {
    "(\(row.map { $0.formatExpression.losslessFormat }.joined(separator: ", ")))"
  }
}

extension ProofRequest {
  /// The column names of rows: the properties, or the group keys if there are no properties.
  package var columnNames: [String] {
    request.properties.isEmpty ? request.groupKeys : request.properties.map(\.name)
  }
}
