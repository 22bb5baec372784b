import PredicateModel
import PredicateSyntax

/// The keys of Swift types, for the checker.
struct SwiftKeySource: KeySource {
  func key(_ name: String, of type: ObjectType) -> KeyLookup {
    guard let type = SwiftType.with(identifier: type.identifier) else {
      return .unreadable(reason: "only references to the object itself can be compared")
    }
    switch type.field(name) {
    case .found(let field):
      if case .unreadable(let reason) = field.type.unwrapped.kind { return .unreadable(reason: reason) }
      return .found(type: field.type.valueType, isNullable: field.type.mayBeNil)
    case .unreadable(let reason): return .unreadable(reason: reason)
    case .absent(let known): return .absent(known: known)
    }
  }
}

extension SwiftType {
  /// Whether reading may give nil: optionals, and numbers that have a NaN.
  fileprivate var mayBeNil: Bool {
    switch kind {
    case .float, .double, .decimal: true
    default: isNullable
    }
  }
}
