import PredicateModel
import PredicateSyntax

/// The keys of Swift types, for the checker of one predicate.
final class SwiftKeySource: KeySource {
  /// Whether other threads may have the objects, so that no variable of theirs is read.
  private let isShared: Bool
  /// Where the closures of the keys that were asked for may be called.
  private(set) var place = RunPlace()

  init(isShared: Bool) { self.isShared = isShared }

  func key(_ name: String, of type: ObjectType) -> KeyLookup {
    guard let type = SwiftType.with(identifier: type.identifier) else {
      return .unreadable(reason: "only references to the object itself can be compared")
    }
    switch type.field(name) {
    case .found(let field):
      if case .unreadable(let reason) = field.type.unwrapped.kind { return .unreadable(reason: reason) }
      if isShared, field.isVariable { return .unreadable(reason: Field.mayBeChanging) }
      place.add(field)
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
