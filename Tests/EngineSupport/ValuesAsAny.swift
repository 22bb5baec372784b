import Foundation
import PredicateFormat

extension FormatValue {
  /// Returns the value as a program stores it in `Any`. Programs store nil in several ways, so `ofNil` selects one.
  package func asAny(nil ofNil: Any) -> Any {
    switch self {
    case .bool(let value): value
    case .integer(let value): value == 1 ? NSNumber(value: 1) : Int(value)
    case .unsigned(let value): value
    case .double(let value): value
    case .string(let value): value
    case .date(let value): Date(timeIntervalSinceReferenceDate: value)
    case .null: ofNil
    case .list(let values): values.map { $0.asAny(nil: ofNil) }
    case .record(let fields): fields.mapValues { $0.asAny(nil: ofNil) }
    default: self
    }
  }
}
