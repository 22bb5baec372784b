import PredicateFormat
import PredicateSQL
import PredicateSemantics

/// A record as an object of `PlainFetch`. Its position among the records is its primary key.
final class PlainRecord: StoredObject {
  let entityName = "Record"
  let primaryKey: FormatValue
  private let fields: [String: FormatValue]

  init(_ fields: [String: FormatValue], at position: Int) {
    self.fields = fields
    primaryKey = .integer(Int64(position))
  }

  /// Returns the value at a key path, or nil if an intermediate value is not a record or the value is NaN.
  func value(at keyPath: String) -> FormatValue {
    var value = FormatValue.record(fields)
    for key in keyPath.split(separator: ".") {
      guard case .record(let fields) = value else { return .null }
      value = fields[String(key)] ?? .null
    }
    return value.nanAsNil
  }
}

extension PlainFetch {
  /// Returns the positions of the records that a request for objects finds, in order.
  ///
  /// - Parameter test: The request's predicate as a function of a record.
  package static func places(
    _ request: PredicateFetchRequest, of records: [[String: FormatValue]],
    where test: ([String: FormatValue]) -> Bool = { _ in true }
  ) throws -> [Int] {
    try answer(request, .identifiers, records, test).map { row in
      guard case .integer(let position)? = row.first else { throw Unknown() }
      return Int(position)
    }
  }

  /// Returns the rows of a request for rows from records, by the names of the properties.
  ///
  /// - Parameter test: The request's predicate as a function of a record.
  package static func rows(
    _ request: PredicateFetchRequest, of records: [[String: FormatValue]],
    where test: ([String: FormatValue]) -> Bool = { _ in true }
  ) throws -> [[String: FormatValue]] {
    try answer(request, .rows, records, test).map { row in
      Dictionary(uniqueKeysWithValues: zip(request.properties.map(\.name), row))
    }
  }

  private static func answer(
    _ request: PredicateFetchRequest, _ result: SQLFetchResult, _ records: [[String: FormatValue]],
    _ test: ([String: FormatValue]) -> Bool
  ) throws -> [[FormatValue]] {
    let objects = records.enumerated().filter { test($0.element) }.map { PlainRecord($0.element, at: $0.offset) }
    return try PlainFetch(request: request, result: result, objects: objects, attributes: PlainValues()).rows()
  }
}
