import PredicateModel
import PredicateSyntax

/// The keys of Swift types, for the checker.
struct SwiftKeySource: KeySource {
  /// The keys that a tree asks for.
  let asked = AskedKeys()

  func key(_ name: String, of type: ObjectType) -> KeyLookup {
    guard let type = SwiftType.with(identifier: type.identifier) else {
      return .unreadable(reason: "only references to the object itself can be compared")
    }
    switch type.field(name) {
    case .found(let field):
      asked.add(name, of: type)
      if case .unreadable(let reason) = field.type.unwrapped.kind {
        return .unreadable(reason: reason, isOptional: true)
      }
      return .found(type: field.type.valueType, isNullable: field.type.mayBeNil)
    case .unreadable(let reason): return .unreadable(reason: reason)
    case .absent(let known): return .absent(known: known, mayBeComputed: !type.unwrapped.isTold)
    }
  }

  func range(_ type: ObjectType) -> RangeShape? {
    (SwiftType.with(identifier: type.identifier)?.type as? any RangeStorage.Type)?.shape
  }
}

/// The keys that the checker has found, of each type. A checker works on one thread.
final class AskedKeys {
  /// By the identifiers of the types.
  private(set) var all: [Int: Set<String>] = [:]

  func add(_ name: String, of type: SwiftType) { all[type.unwrapped.identifier, default: []].insert(name) }
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
