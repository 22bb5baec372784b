import PredicateModel
import PredicateSyntax

// The standard library's generic types, opened: each protocol is conformed to by the types it names and by no other,
// so that a type known only at run time is read through its own public interface and not through its layout.

/// Optional.
protocol OptionalStorage {
  /// What is wrapped.
  static var wrappedType: Any.Type { get }
  /// Whether the optional at `address` is nil.
  static func isNil(_ address: UnsafeRawPointer) -> Bool
  /// The byte at `offset` of a nil.
  static func nilByte(at offset: Int) -> UInt8?
}

extension Optional: OptionalStorage {
  static var wrappedType: Any.Type { Wrapped.self }

  static func isNil(_ address: UnsafeRawPointer) -> Bool {
    if case .none = address.assumingMemoryBound(to: Self.self).pointee { true } else { false }
  }

  static func nilByte(at offset: Int) -> UInt8? {
    let absent: Self = .none
    return withUnsafeBytes(of: absent) { $0.indices.contains(offset) ? $0[offset] : nil }
  }
}

/// Arrays and Set.
protocol ElementStorage {
  /// The type of an element.
  static var elementType: Any.Type { get }
  /// Calls `body` with the address of the first element and the number of elements of the collection at `address`.
  /// The elements stand a stride apart, and only during the call.
  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void)
}

extension ElementStorage {
  /// Calls `body` for a buffer; an empty one gives `address` with a count of 0, since a base is wanted.
  fileprivate static func pass<Element>(
    _ elements: UnsafeBufferPointer<Element>, for address: UnsafeRawPointer, to body: (UnsafeRawPointer, Int) -> Void
  ) {
    body(elements.baseAddress.map { UnsafeRawPointer($0) } ?? address, elements.count)
  }
}

extension Array: ElementStorage {
  static var elementType: Any.Type { Element.self }

  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    address.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { pass($0, for: address, to: body) }
  }
}

extension ContiguousArray: ElementStorage {
  static var elementType: Any.Type { Element.self }

  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    address.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { pass($0, for: address, to: body) }
  }
}

extension ArraySlice: ElementStorage {
  static var elementType: Any.Type { Element.self }

  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    address.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { pass($0, for: address, to: body) }
  }
}

extension Array {
  /// Calls `body` with the elements of a copy that was made of the collection at `address`.
  static func withElementsOf(
    _ copy: [Element], for address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void
  ) {
    copy.withUnsafeBufferPointer { pass($0, for: address, to: body) }
  }
}

extension Set: ElementStorage {
  static var elementType: Any.Type { Element.self }

  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    ContiguousArray(address.assumingMemoryBound(to: Self.self).pointee)
      .withUnsafeBufferPointer { pass($0, for: address, to: body) }
  }
}

/// Dictionary.
protocol DictionaryStorage {
  /// The type of a key.
  static var keyType: Any.Type { get }
  /// The type of a value.
  static var valueType: Any.Type { get }
  /// How many keys the dictionary at `address` has.
  static func count(_ address: UnsafeRawPointer) -> Int
  /// Calls `body` with each key that has a name and the address of its value, good only during the call.
  static func forEach(_ address: UnsafeRawPointer, _ body: (String, UnsafeRawPointer) -> Void)
  /// Calls `body` with the address of the value for `key`, nil where there is none, good only during the call.
  static func withValue(_ address: UnsafeRawPointer, forKey key: String, _ body: (UnsafeRawPointer?) -> Void)
}

extension Dictionary: DictionaryStorage {
  static var keyType: Any.Type { Key.self }
  static var valueType: Any.Type { Value.self }

  static func count(_ address: UnsafeRawPointer) -> Int { address.assumingMemoryBound(to: Self.self).pointee.count }

  static func forEach(_ address: UnsafeRawPointer, _ body: (String, UnsafeRawPointer) -> Void) {
    if Key.self == String.self {
      // The same type by another name, and the common one.
      for (key, value) in address.assumingMemoryBound(to: [String: Value].self).pointee {
        withUnsafePointer(to: value) { body(key, UnsafeRawPointer($0)) }
      }
      return
    }
    let type = SwiftType.of(Key.self)
    for (key, value) in address.assumingMemoryBound(to: Self.self).pointee {
      guard let name = Self.name(of: key, type) else { continue }
      withUnsafePointer(to: value) { body(name, UnsafeRawPointer($0)) }
    }
  }

  static func withValue(_ address: UnsafeRawPointer, forKey key: String, _ body: (UnsafeRawPointer?) -> Void) {
    if Key.self == String.self {
      guard let value = address.assumingMemoryBound(to: [String: Value].self).pointee[key] else { return body(nil) }
      return withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
    }
    let dictionary = address.assumingMemoryBound(to: Self.self).pointee
    let type = SwiftType.of(Key.self)
    let found: Key?
    switch type.kind {
    case .any: found = (key as? Key) ?? (AnyHashable(key) as? Key)
    default: found = dictionary.keys.first { Self.name(of: $0, type) == key }
    }
    guard let found, let value = dictionary[found] else { return body(nil) }
    withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
  }

  /// What a key path calls a key: a string itself, a number by its digits, a case by what it reads as.
  private static func name(of key: Key, _ type: SwiftType) -> String? {
    if case .any = type.kind { return (key as? String) ?? (AnyHashable(key).base as? String) }
    switch withUnsafePointer(to: key, { type.box(UnsafeRawPointer($0)) }) {
    case .string(let name): return name
    case .integer(let number): return String(number)
    case .unsigned(let number): return String(number)
    default: return nil
    }
  }
}

extension SwiftType {
  /// Whether keys of dictionaries of the type have names.
  var namesKeys: Bool {
    switch kind {
    case .string, .substring, .integer, .read(as: .string), .read(as: .integer): true
    case .any: type == AnyHashable.self
    default: false
    }
  }
}

/// Ranges, whose bounds are their keys.
protocol RangeStorage {
  /// Which of the bounds belong to it.
  static var shape: RangeShape { get }
}

extension ClosedRange: RangeStorage { static var shape: RangeShape { .closed } }
extension Range: RangeStorage { static var shape: RangeShape { .halfOpen } }
extension PartialRangeFrom: RangeStorage { static var shape: RangeShape { .from } }
extension PartialRangeThrough: RangeStorage { static var shape: RangeShape { .through } }
extension PartialRangeUpTo: RangeStorage { static var shape: RangeShape { .upTo } }

/// Gives the value at an address.
typealias ValueReader = (UnsafeRawPointer) -> FormatValue

/// Reads an enumeration as the name of its case; what is stored beside it is not read.
func caseReader(of type: Any.Type) -> ValueReader {
  let reason =
    "\(SwiftType.name(of: type)) was compiled without the names of its cases; name what is asked of it in predicateKeys"
  return { RuntimeReflection.caseName(of: type, at: $0).map { .string($0) } ?? .unreadable(reason) }
}

/// What a raw-representable type reads as.
func rawValueType<Coded: RawRepresentable>(_: Coded.Type) -> Any.Type { Coded.RawValue.self }

/// Calls `body` with the address of the raw value of the value of `type` at `address`.
func withRawValue<Coded: RawRepresentable, Result>(
  of _: Coded.Type, _ address: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result
) -> Result {
  withUnsafePointer(to: address.assumingMemoryBound(to: Coded.self).pointee.rawValue) { body(UnsafeRawPointer($0)) }
}

/// The value of `type` at `address`, in an existential box.
func copyAny(_ type: Any.Type, _ address: UnsafeRawPointer) -> Any {
  // `Any` itself, the common one, as it is: generic code would wrap it once more.
  if type == Any.self { return address.assumingMemoryBound(to: Any.self).pointee }
  func open<Value>(_: Value.Type) -> Any { address.assumingMemoryBound(to: Value.self).pointee }
  return open(type)
}
