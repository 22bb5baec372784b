import PredicateSemantics
import PredicateSyntax

/// A placeholder in a boxed value for something that cannot be read: a closure in an `Any`, or a weak property of a struct in a
/// list.
///
/// The placeholder is not nil, because `key == nil` would then be true. It is not an error either, because a predicate may never
/// read it. `Compiler.readable` reports the error if a comparison, a function or the result needs the value.
final class UnreadableValue: Sendable {
  let reason: String

  private init(_ reason: String) { self.reason = reason }

  /// The instances by reason. There is one instance for each reason, so that boxing a value twice gives equal values. Reasons
  /// contain only type names, so their number is bounded.
  private static let known = Lock<[String: UnreadableValue]>([:])

  static func of(_ reason: String) -> UnreadableValue {
    known.withLock { known in
      if let value = known[reason] { return value }
      let value = UnreadableValue(reason)
      known[reason] = value
      return value
    }
  }
}

extension FormatValue {
  /// Returns a placeholder for a value that cannot be read.
  static func unreadable(_ reason: String) -> FormatValue { .object(FormatObject(UnreadableValue.of(reason))) }

  /// Returns the error for a value that cannot be read or, if `isDeep` is true, contains such a value. `nil` if all is readable.
  package func readingError(isDeep: Bool = true) -> EvaluationError? {
    switch self {
    case .object(let object):
      guard let unreadable = object.object as? UnreadableValue else { return nil }
      return EvaluationError(.unreadableValue(reason: unreadable.reason))
    case .list(let elements), .set(let elements): return isDeep ? Self.error(among: elements) : nil
    case .record(let fields): return isDeep ? Self.error(among: fields.values) : nil
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data: return nil
    }
  }

  private static func error(among values: some Sequence<FormatValue>) -> EvaluationError? {
    for value in values { if let error = value.readingError() { return error } }
    return nil
  }

  /// Whether the value is or may contain something unreadable.
  var mayContainUnreadable: Bool {
    switch self {
    case .object, .list, .set, .record: true
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data: false
    }
  }

  /// The value with nil in place of everything unreadable.
  var withoutUnreadable: FormatValue {
    switch self {
    case .object: readingError() == nil ? self : .null
    case .list(let elements): .list(elements.map(\.withoutUnreadable))
    case .set(let elements): .set(elements.map(\.withoutUnreadable))
    case .record(let fields): .record(fields.mapValues(\.withoutUnreadable))
    case .null, .bool, .integer, .unsigned, .double, .decimal, .string, .date, .uuid, .data: self
    }
  }
}
