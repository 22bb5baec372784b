import PredicateSemantics
import PredicateSyntax

/// A comparison of the offsets that a program uses with what `Mirror` shows of the first values that it meets: those of its
/// objects' own type, and those of the structs and objects on the way to its keys.
///
/// It reads only values that the program's keys lead to, because other threads may be using the others. A value that is
/// first reached later, such as one in an optional that was nil for long, is read at its discovered offset.
///
/// Safety: `withUnsafeBufferPointer` keeps the address of the caller's array valid, and lanes are below its count.
/// `FieldDiscovery` found the offsets within the type's size, and compared them with the `Mirror` of a value.
package final class OffsetCheck: Sendable {
  private let root: SwiftType
  /// The fields that are read, each once, in the order in which the checker met them. Empty if no type needs the check.
  private let fields: [Field]
  /// Whether other threads can access the objects.
  private let isShared: Bool
  /// The number of runs that still look for types that have not been seen yet, and the error that a run found.
  private let state: Lock<(rounds: Int, error: FormatDiagnostic?)>

  /// The maximum number of values that a run checks.
  private static let maximumValues = 64

  package init(_ keys: SwiftKeySource) {
    (root, isShared) = (keys.root, keys.isShared)
    let hasTypesToCheck = keys.hasUnverifiedTypes || root.unwrapped.canBeVerified(isShared: isShared)
    var known: Set<ObjectIdentifier> = []
    fields = hasTypesToCheck ? keys.fields.filter { known.insert(ObjectIdentifier($0)).inserted } : []
    state = Lock((rounds: hasTypesToCheck ? 16 : 0, error: nil))
  }

  /// Returns the error in the offsets that `count` values at `base` reveal, or `nil` if there is none.
  package func error(_ base: UnsafeRawPointer, count: Int) -> FormatDiagnostic? {
    guard count > 0 else { return nil }
    let (rounds, error) = state.withLock { $0 }
    if rounds == 0 { return error }
    let next = unsafe look(base, count, rounds)
    state.withLock { $0 = next }
    return next.error
  }

  /// Whether there is nothing left to check.
  var isDone: Bool { state.withLock { $0.rounds == 0 && $0.error == nil } }

  private func look(_ base: UnsafeRawPointer, _ count: Int, _ rounds: Int) -> (rounds: Int, error: FormatDiagnostic?) {
    for index in 0..<min(count, Self.maximumValues) {
      if let error = unreadableKey { return (0, error) }
      guard
        root.unwrapped.canBeVerified(isShared: isShared)
          || fields.contains(where: { $0.owner.canBeVerified(isShared: isShared) })
      else { return (0, nil) }
      var seen: Set<Int> = []
      unsafe visit(root, at: base + index * root.stride, &seen)
    }
    let error = unreadableKey
    return (error == nil ? rounds - 1 : 0, error)
  }

  /// The error for the first key whose offset differs, or `nil` if there is none.
  private var unreadableKey: FormatDiagnostic? {
    for field in fields {
      guard case .unreadable(let reason) = field.owner.field(field.name) else { continue }
      return FormatDiagnostic(.unreadableKey(field.name, type: field.owner.name, reason: reason), at: .none)
    }
    return nil
  }

  /// Checks the value at an address and the values that the keys lead to, once for each type.
  private func visit(_ type: SwiftType, at address: UnsafeRawPointer, _ seen: inout Set<Int>) {
    switch type.kind {
    case .optional(let payload): if unsafe !type.isNil(address) { unsafe visit(payload, at: address, &seen) }
    case .array(let element), .set(let element):
      guard element.mayHaveFields else { return }
      unsafe type.withElements(address) { first, count in if count > 0 { unsafe visit(element, at: first, &seen) } }
    case .object: unsafe check(type, address.load(as: UnsafeRawPointer.self), &seen)
    case .structure: unsafe check(type, address, &seen)
    case .bool, .integer, .float, .double, .decimal, .string, .substring, .date, .data, .uuid, .url, .formatValue, .any,
      .dictionary, .read, .unreadable:
      break
    }
  }

  private func check(_ type: SwiftType, _ base: UnsafeRawPointer, _ seen: inout Set<Int>) {
    guard
      type.identifier == root.unwrapped.identifier
        || fields.contains(where: { $0.owner.identifier == type.identifier }),
      seen.insert(type.identifier).inserted
    else { return }
    _ = unsafe type.verify(object: base, isShared: isShared)
    for field in fields where field.owner.identifier == type.identifier {
      // The comparison with the value may have shown that the key cannot be read.
      guard case .found = type.field(field.name), case .offset(let offset) = field.access else { continue }
      unsafe visit(field.type, at: base + offset, &seen)
    }
  }
}

extension SwiftType {
  /// Whether values may be or contain structs or objects.
  fileprivate var mayHaveFields: Bool {
    switch kind {
    case .object, .structure: true
    case .optional(let inner), .array(let inner), .set(let inner): inner.mayHaveFields
    case .bool, .integer, .float, .double, .decimal, .string, .substring, .date, .data, .uuid, .url, .formatValue, .any,
      .dictionary, .read, .unreadable:
      false
    }
  }
}
