/// A key of a Swift type: where its value stands, or the closure that gives it.
package struct Field: Sendable {
  /// The key.
  package let name: String
  /// The type that has the key.
  package let owner: SwiftType
  /// The type of the value.
  package let type: SwiftType
  /// How the value is reached.
  package let access: Access
  /// Whether it is a stored `var` of a class: whoever has the object may change it.
  var isVariable = false

  /// How the value of a key is reached.
  package enum Access: Sendable {
    /// Bytes from the address of the struct, or from the object that a class's reference points to.
    case offset(Int)
    /// A closure of the program.
    case getter(KeyGetter)
  }

  /// Calls `body` with the address of the field's value: of `object`, which is an object's reference or a value's
  /// address. The address is good only during the call.
  func withValue<Result>(of object: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
    switch access {
    case .offset(let offset): body(object + offset)
    case .getter(let getter): getter.withValue(of: object, body)
    }
  }
}

extension Field {
  /// Whether it is a key of the main actor.
  var isOnMainActor: Bool { if case .getter(let getter) = access { getter.place == .mainActor } else { false } }

  /// Why such a key is not read elsewhere.
  static let isOnlyOnMainActor = "it is read on the main actor only"

  /// Why a variable is not read of objects that other threads may have.
  static let mayBeChanging =
    "it is a var of a class, and the elements are Sendable, so another thread may be changing it; name it in predicateKeys"
}

/// What a type answers when it is asked for a key.
package enum FieldLookup: Sendable {
  case found(Field)
  /// The name is known, but its value cannot be read; why.
  case unreadable(reason: String)
  /// No such key; those that there are.
  case absent(known: [String])
}

/// The keys of a type.
struct FieldTable: Sendable {
  enum Entry: Sendable {
    /// A key, and the name of its storage where it is a stored one.
    case readable(Field, storage: String?)
    case unreadable(String)
  }

  private(set) var entries: [String: Entry] = [:]
  /// The names in the order of declaration, superclasses first.
  private(set) var order: [String] = []
  /// Why keys may be missing from the table: the reason given for a key that is not there.
  var incomplete: String?
  /// Names that storage such as `_x` suggests, and the reason given for them where nothing else answers to them.
  var hinted: [String: String] = [:]
  /// Whether the offsets were compared with a value already.
  var isVerified = false
  /// Whether objects of the type store anything that is declared with `var`.
  var holdsVariables = false

  /// Adds or replaces the key `name`.
  mutating func set(_ name: String, _ entry: Entry) {
    if entries.updateValue(entry, forKey: name) == nil { order.append(name) }
  }

  /// Where the closures of the keys may be called.
  var place: KeyGetter.Place {
    readable.reduce(.anywhere) { place, field in
      if case .getter(let getter) = field.access { max(place, getter.place) } else { place }
    }
  }

  /// The readable fields in order.
  var readable: [Field] {
    order.compactMap { name in
      if case .readable(let field, _)? = entries[name] { field } else { nil }
    }
  }

  /// Answers for `name`.
  func lookup(_ name: String) -> FieldLookup {
    switch entries[name] {
    case .readable(let field, _)?: return .found(field)
    case .unreadable(let reason)?: return .unreadable(reason: reason)
    case nil: break
    }
    if let reason = hinted[name] ?? incomplete { return .unreadable(reason: reason) }
    return .absent(known: readable.map(\.name))
  }
}

extension SwiftType {
  /// The key `name`; an optional's are those of what it wraps, at the same address once it is known not to be nil.
  package func field(_ name: String) -> FieldLookup {
    if case .optional(let payload) = kind { return payload.field(name) }
    // Within the lock, so that the table is not copied.
    if let answer = fieldTable.withLock({ $0?.lookup(name) }) { return answer }
    return fields.lookup(name)
  }

  /// The keys, found now if they were not before. The search runs outside the lock, since it asks for other types and
  /// runs the program's `predicateKeys`; two threads may both search, and find the same.
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
