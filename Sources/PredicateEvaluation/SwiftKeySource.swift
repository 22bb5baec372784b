import PredicateModel
import PredicateSyntax

/// The keys of Swift types, for the checker of one predicate.
final class SwiftKeySource: KeySource {
  /// Whether other threads may have the objects, so that no variable of theirs is read.
  private let isShared: Bool
  /// Where the closures of the keys that were asked for may be called.
  private(set) var place = RunPlace()
  /// The keys that a tree asks for, by the identifiers of their types.
  private(set) var asked: [Int: Set<String>] = [:]

  init(isShared: Bool) { self.isShared = isShared }

  func key(_ name: String, of type: ObjectType) -> KeyLookup {
    guard let type = SwiftType.with(identifier: type.identifier) else {
      return .unreadable(reason: "only references to the object itself can be compared")
    }
    switch type.field(name) {
    case .found(let field):
      if isShared, field.isVariable { return .unreadable(reason: Field.mayBeChanging) }
      asked[type.unwrapped.identifier, default: []].insert(name)
      if case .unreadable(let reason) = field.type.unwrapped.kind {
        return .unreadable(reason: reason, isOptional: true)
      }
      place.add(field)
      return .found(type: field.type.valueType, isNullable: field.type.mayBeNil)
    case .unreadable(let reason): return .unreadable(reason: reason)
    case .absent(let known): return .absent(known: known, mayBeComputed: !type.unwrapped.isTold)
    }
  }

  func range(_ type: ObjectType) -> RangeShape? {
    (SwiftType.with(identifier: type.identifier)?.type as? any RangeStorage.Type)?.shape
  }
}

extension SwiftType {
  /// Whether reading may give nil: optionals, and numbers that have a NaN.
  fileprivate var mayBeNil: Bool {
    switch kind {
    case .float, .double, .decimal, .read(as: .double), .read(as: .decimal): true
    default: isNullable
    }
  }
}
