import Foundation
import PredicateFormat

extension FormatValue {
  /// The value as Cocoa's classes return it: numbers and booleans as `NSNumber`, and nil as `nil`.
  var cocoaValue: Any? {
    switch self {
    case .null: nil
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .unsigned(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .decimal: decimalValue.map { NSDecimalNumber(decimal: $0) }
    case .string(let text): text
    case .date: dateValue
    case .uuid: uuidValue
    case .data: dataValue
    case .list(let values): values.map { $0.cocoaValue ?? NSNull() }
    case .set(let values): NSSet(array: values.map { $0.cocoaValue ?? NSNull() })
    case .record(let fields): fields.mapValues { $0.cocoaValue ?? NSNull() }
    case .object(let reference): reference.object
    }
  }
}

/// Returns the values of variables as arguments.
func bindings(_ variables: [String: Any]) -> [String: (any FormatArgument)?] {
  variables.mapValues { FormatExpression(anyArgument: $0) }
}
