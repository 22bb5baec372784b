import PredicateSemantics
import PredicateSyntax

/// The keys of Swift types, for checking one predicate.
package final class SwiftKeySource: KeySource {
  /// The type of the objects.
  package let root: SwiftType
  /// Whether other threads may access the objects. If so, stored variables of classes are not readable.
  package let isShared: Bool
  /// Whether the engine's own threads may call the closures of the requested keys.
  private(set) var allowsThreads = true
  /// The error for the first key of the main actor, thrown if the caller is elsewhere.
  private(set) var isolatedKey: FormatDiagnostic?
  /// The fields of the keys that the tree uses. One may occur more than once.
  private(set) var fields: [Field] = []
  /// Whether the offsets of a used key's type had not been verified before the key was looked up.
  private(set) var hasUnverifiedTypes = false

  package var hasNullableObjects: Bool { root.mayBeNil }

  package init(for root: SwiftType, isShared: Bool) {
    self.root = root
    self.isShared = isShared
  }

  package func key(_ name: String, of type: ObjectType) -> KeyLookup {
    guard let type = SwiftType.with(identifier: type.identifier) else { return .dynamic }
    hasUnverifiedTypes = hasUnverifiedTypes || type.unwrapped.canBeVerified(isShared: isShared)
    switch type.field(name) {
    case .found(let field):
      if isShared, field.isVariable { return .unreadable(reason: Field.mayBeChanging) }
      fields.append(field)
      let number = fields.count - 1
      if let reason = field.type.unwrapped.unreadableReason { return .unreadable(reason: reason, field: number) }
      recordIsolation(of: field)
      return .found(type: field.type.valueType, isNullable: field.type.mayBeNil, field: number)
    case .unreadable(let reason): return .unreadable(reason: reason)
    case .absent(let known): return .absent(known: known, mayBeComputed: !type.unwrapped.isEntity)
    }
  }

  /// Takes into account where a key may be read.
  private func recordIsolation(of field: Field) {
    guard case .getter(let getter) = field.access, getter.isolation > .anywhere else { return }
    allowsThreads = false
    guard getter.isolation == .mainActor, isolatedKey == nil else { return }
    let message = Message.unreadableKey(
      field.name, type: field.owner.name, reason: Field.isOnlyOnMainActor, isAlwaysThrown: true)
    isolatedKey = FormatDiagnostic(message, at: .none)
  }

  package func range(_ type: ObjectType) -> RangeShape? {
    (SwiftType.with(identifier: type.identifier)?.type as? any RangeStorage.Type)?.shape
  }
}

extension SwiftType {
  /// Whether a value can read as `nil`: an optional, or a number or date type with a NaN.
  fileprivate var mayBeNil: Bool {
    if isNullable { return true }
    switch valueType {
    case .double, .decimal, .date: return true
    case .any, .null, .bool, .integer, .string, .uuid, .data, .record, .object, .list, .set: return false
    }
  }
}
