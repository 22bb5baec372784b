/// The kinds of values, with their names in trees and profiles. Requests and data models name the same kinds so.
package enum ValueKind: String, CaseIterable, Sendable {
  case null = "nil"
  case boolean, integer, double, decimal, string, date, uuid, data, list, set, record
  /// A reference to an object of the program, which no file contains.
  case object
}

extension FormatValue {
  /// The kind of the value.
  package var kind: ValueKind {
    switch self {
    case .null: .null
    case .bool: .boolean
    case .integer, .unsigned: .integer
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    case .list: .list
    case .set: .set
    case .record: .record
    case .object: .object
    }
  }
}
