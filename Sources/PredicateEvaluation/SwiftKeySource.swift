import PredicateModel
import PredicateSyntax

/// The keys of Swift types, for checking one predicate.
final class SwiftKeySource: KeySource {
  /// Whether other threads may access the objects. If so, stored variables of classes are not readable.
  private let isShared: Bool
  /// Whether the engine's own threads may call the closures of the requested keys.
  private(set) var isAnywhere = true
  /// The error for the first key of the main actor, thrown if the caller is elsewhere.
  private(set) var isolatedKey: FormatDiagnostic?
  /// The keys that the tree uses, by type identifier.
  private(set) var usedKeys: [Int: Set<String>] = [:]

  init(isShared: Bool) { self.isShared = isShared }

  func key(_ name: String, of type: ObjectType) -> KeyLookup {
    guard let type = SwiftType.with(identifier: type.identifier) else {
      return .unreadable(reason: "only references to the object itself can be compared")
    }
    switch type.field(name) {
    case .found(let field):
      if isShared, field.isVariable { return .unreadable(reason: Field.mayBeChanging) }
      usedKeys[type.unwrapped.identifier, default: []].insert(name)
      if case .unreadable(let reason) = field.type.unwrapped.kind {
        return .unreadable(reason: reason, isOptional: true)
      }
      place(field)
      return .found(type: field.type.valueType, isNullable: field.type.mayBeNil)
    case .unreadable(let reason): return .unreadable(reason: reason)
    case .absent(let known): return .absent(known: known, mayBeComputed: !type.unwrapped.isEntity)
    }
  }

  /// Takes into account where a key may be read.
  private func place(_ field: Field) {
    guard case .getter(let getter) = field.access, getter.place > .anywhere else { return }
    isAnywhere = false
    guard getter.place == .mainActor, isolatedKey == nil else { return }
    let message = Message.isolatedKey(field.name, type: field.owner.name, reason: Field.isOnlyOnMainActor)
    isolatedKey = FormatDiagnostic(message, at: .none)
  }

  func range(_ type: ObjectType) -> RangeShape? {
    (SwiftType.with(identifier: type.identifier)?.type as? any RangeStorage.Type)?.shape
  }
}

extension SwiftType {
  /// Whether a value can read as `nil`: an optional, or a number type with a NaN.
  fileprivate var mayBeNil: Bool {
    switch kind {
    case .float, .double, .decimal, .read(as: .double), .read(as: .decimal): true
    default: isNullable
    }
  }
}
