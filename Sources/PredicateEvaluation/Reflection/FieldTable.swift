/// A key of a Swift type, with the offset of its value or the closure that returns it. A class, so that looking up a key copies
/// only a reference.
///
/// Safety: `FieldDiscovery` found the offsets within the type's size, and compared them with the `Mirror` of a value.
package final class Field: Sendable {
  /// The name of the key.
  package let name: String
  /// The type that has the key.
  package let owner: SwiftType
  /// The type of the value.
  package let type: SwiftType
  /// How the value is accessed.
  package let access: Access
  /// The name of the storage of a stored property.
  let storage: String?
  /// Whether the key is a stored `var` of a class. Any code with a reference to the object may change it.
  let isVariable: Bool

  init(
    name: String, owner: SwiftType, type: SwiftType, access: Access, storage: String? = nil, isVariable: Bool = false
  ) {
    self.name = name
    self.owner = owner
    self.type = type
    self.access = access
    self.storage = storage
    self.isVariable = isVariable
  }

  /// Returns the field of a variable that the program has registered as a key, and so is read although it is a variable.
  func registered() -> Field { Field(name: name, owner: owner, type: type, access: access, storage: storage) }

  /// The ways of accessing the value of a key.
  package enum Access: Sendable {
    /// The distance in bytes from the address of the struct, or from the object that the reference points to.
    case offset(Int)
    /// A closure of the program.
    case getter(KeyGetter)
  }

  /// Calls `body` with the address of the field's value. `object` is the reference of an object or the address of a value. The
  /// address is valid only during the call.
  func withValue<Result>(of object: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
    switch access {
    case .offset(let offset): unsafe body(object + offset)
    case .getter(let getter): unsafe getter.withValue(of: object, body)
    }
  }
}

extension Field {
  /// Whether the key is isolated to the main actor.
  var isOnMainActor: Bool { if case .getter(let getter) = access { getter.isolation == .mainActor } else { false } }

  /// The reason why such a key is not read by other code.
  static let isOnlyOnMainActor = "it is read on the main actor only"

  /// The reason why a variable is not read if other threads may access the object.
  static let mayBeChanging =
    "it is a var of a class, and the elements are Sendable, so another thread may change it; name it in predicateKeys"
}

/// The result of looking up a key.
package enum FieldLookup: Sendable {
  case found(Field)
  /// The name is known, but its value cannot be read.
  case unreadable(reason: String)
  /// There is no such key. `known` contains the existing keys.
  case absent(known: [String])
}

/// The keys of a type.
struct FieldTable: Sendable {
  private(set) var entries: [String: FieldLookup] = [:]
  /// The names in the order of declaration, superclasses first.
  private(set) var order: [String] = []
  /// The reason why the table may be incomplete. It is reported for keys that are not in the table.
  var incomplete: String?
  /// What is wrong with the registered keys. It is reported for every key.
  var flaw: String?
  /// Names suggested by storage such as `_x`, with the reasons to report unless a key has that name.
  var hinted: [String: String] = [:]
  /// Whether the offsets need no more comparisons with values.
  var isVerified = false
  /// The number of values that the offsets have been compared with.
  var comparisons = 0
  /// The stored properties whose offsets a value has confirmed.
  var confirmed: Set<String> = []
  /// For the offset of each stored variable that a subclass overrides, the reason why it is not read there.
  var overridden: [Int: String] = [:]
  /// Whether objects of the type have stored variables.
  var hasVariables = false

  /// Adds or replaces a key.
  mutating func set(_ name: String, _ entry: FieldLookup) {
    if entries.updateValue(entry, forKey: name) == nil { order.append(name) }
  }

  /// Where the closures of all keys may be called.
  var isolation: KeyGetter.Isolation {
    readable.reduce(.anywhere) { isolation, field in
      if case .getter(let getter) = field.access { max(isolation, getter.isolation) } else { isolation }
    }
  }

  /// The readable fields, in order.
  var readable: [Field] {
    order.compactMap { name in
      if case .found(let field)? = entries[name] { field } else { nil }
    }
  }

  /// Looks up a key.
  func lookup(_ name: String) -> FieldLookup {
    if let flaw { return .unreadable(reason: flaw) }
    if let entry = entries[name] { return entry }
    if let reason = hinted[name] ?? incomplete { return .unreadable(reason: reason) }
    return .absent(known: readable.map(\.name))
  }
}

extension SwiftType {
  /// Looks up a key. The keys of an optional are those of its payload, which has the same address if the optional is not nil.
  package func field(_ name: String) -> FieldLookup {
    if case .optional(let payload) = kind { return payload.field(name) }
    // The lookup runs inside the lock, so that the table is not copied.
    if let answer = fieldTable.withLock({ $0?.lookup(name) }) { return answer }
    return fields.lookup(name)
  }

  /// The keys, discovered on first use. Discovery runs outside the lock, because it describes other types and calls the program's
  /// `predicateKeys`. If two threads discover the keys at the same time, they find the same.
  var fields: FieldTable {
    if let known = fieldTable.withLock({ $0 }) { return known }
    let found = discoverFields()
    return fieldTable.withLock { table in
      if let known = table { return known }
      table = found
      return found
    }
  }
}
