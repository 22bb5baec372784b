import PredicateModel
import PredicateSyntax

/// Stands within a boxed value for what cannot be read: a closure inside `Any`, the weak property of a struct in a list.
///
/// It is no nil, or `key == nil` would be true of it. Only a part that is asked for matters: keys that nobody reads may hold
/// anything. So boxing leaves this in its place, and `Compiler.readable` makes it the fault of the comparison, the function
/// or the result that needs it.
final class UnreadableValue: Sendable {
  let reason: String

  private init(_ reason: String) { self.reason = reason }

  /// One for each reason, so that boxing a value twice gives equal values. The reasons name types, of which a program has
  /// so many and no more.
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
  /// What stands where nothing can be read; why.
  static func unreadable(_ reason: String) -> FormatValue { .object(FormatObject(UnreadableValue.of(reason))) }

  /// The fault of a value that cannot be read or, where `isDeep`, of one within it; nil where all can.
  package func readingFault(isDeep: Bool = true) -> EvaluationFault? {
    switch self {
    case .object(let object):
      guard let unreadable = object.object as? UnreadableValue else { return nil }
      return EvaluationFault(.unreadableValue(reason: unreadable.reason))
    case .list(let elements), .set(let elements): return isDeep ? Self.fault(among: elements) : nil
    case .record(let fields): return isDeep ? Self.fault(among: fields.values) : nil
    default: return nil
    }
  }

  private static func fault(among values: some Sequence<FormatValue>) -> EvaluationFault? {
    for value in values { if let fault = value.readingFault() { return fault } }
    return nil
  }

  /// Whether there may be something within it that cannot be read.
  var mayHoldUnreadable: Bool {
    switch self {
    case .object, .list, .set, .record: true
    default: false
    }
  }

  /// The value with nil for what cannot be read.
  var withoutUnreadable: FormatValue {
    switch self {
    case .object: readingFault() == nil ? self : .null
    case .list(let elements): .list(elements.map(\.withoutUnreadable))
    case .set(let elements): .set(elements.map(\.withoutUnreadable))
    case .record(let fields): .record(fields.mapValues(\.withoutUnreadable))
    default: self
    }
  }
}
