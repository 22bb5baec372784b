import PredicateSemantics
import PredicateSyntax

// Protocols for the generic types of the standard library. Only these types conform. They give access to a type that is known
// only at run time through its public interface, without assumptions about its layout.

/// An optional type.
protocol OptionalStorage {
  /// The type of the payload.
  static var wrappedType: Any.Type { get }
  /// Returns whether the optional at `address` is nil.
  static func isNil(_ address: UnsafeRawPointer) -> Bool
  /// Returns the byte at `offset` of a nil.
  static func nilByte(at offset: Int) -> UInt8?
}

// Safety: Memory is read as the type of the given metadata, through that type's own interface.
extension Optional: OptionalStorage {
  static var wrappedType: Any.Type { Wrapped.self }

  static func isNil(_ address: UnsafeRawPointer) -> Bool {
    if case .none = unsafe address.assumingMemoryBound(to: Self.self).pointee { true } else { false }
  }

  static func nilByte(at offset: Int) -> UInt8? {
    let absent: Self = .none
    return unsafe withUnsafeBytes(of: absent) { unsafe $0.indices.contains(offset) ? $0[offset] : nil }
  }
}

/// An array or set type.
protocol ElementStorage {
  /// The type of the elements.
  static var elementType: Any.Type { get }
  /// Calls `body` with the address of the first element and the number of elements of the collection at `address`.
  /// The elements are one stride apart. They are valid only during the call.
  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void)
}

extension ElementStorage where Self: Sequence {
  static var elementType: Any.Type { Element.self }
}

extension ElementStorage {
  /// Calls `body` with a buffer. An empty buffer may have no base address; `body` then receives `address` and a count of 0.
  fileprivate static func pass<Element>(
    _ elements: UnsafeBufferPointer<Element>, for address: UnsafeRawPointer, to body: (UnsafeRawPointer, Int) -> Void
  ) {
    unsafe body(elements.baseAddress.map { unsafe UnsafeRawPointer($0) } ?? address, elements.count)
  }
}

extension Array: ElementStorage {
  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    unsafe address.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer {
      unsafe pass($0, for: address, to: body)
    }
  }
}

extension ContiguousArray: ElementStorage {
  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    unsafe address.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer {
      unsafe pass($0, for: address, to: body)
    }
  }
}

extension ArraySlice: ElementStorage {
  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    unsafe address.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer {
      unsafe pass($0, for: address, to: body)
    }
  }
}

extension Array {
  /// Calls `body` with the elements of a copy of the collection at `address`.
  static func withElementsOf(
    _ copy: [Element], for address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void
  ) {
    unsafe copy.withUnsafeBufferPointer { unsafe pass($0, for: address, to: body) }
  }
}

extension Set: ElementStorage {
  static func withElements(_ address: UnsafeRawPointer, _ body: (UnsafeRawPointer, Int) -> Void) {
    unsafe ContiguousArray(address.assumingMemoryBound(to: Self.self).pointee)
      .withUnsafeBufferPointer { unsafe pass($0, for: address, to: body) }
  }
}

/// A dictionary type. Each address must be that of a dictionary of this type. No text of a predicate determines an address.
package protocol DictionaryStorage {
  /// The type of the keys.
  static var keyType: Any.Type { get }
  /// The type of the values.
  static var valueType: Any.Type { get }
  /// Returns the number of keys of the dictionary at `address`.
  static func count(_ address: UnsafeRawPointer) -> Int
  /// Calls `body` with each key that has a name and the address of its value, which is valid only during the call.
  static func forEach(_ address: UnsafeRawPointer, _ body: (String, UnsafeRawPointer) -> Void)
  /// Calls `body` with the address of the value whose key has a name, or with nil if no key has it. The address is valid only
  /// during the call.
  ///
  /// - Returns: Whether `body` was called. If several keys have the name, it is not.
  static func withValue(_ address: UnsafeRawPointer, forKey key: String, _ body: (UnsafeRawPointer?) -> Void) -> Bool
}

extension Dictionary: DictionaryStorage {
  package static var keyType: Any.Type { Key.self }
  package static var valueType: Any.Type { Value.self }

  package static func count(_ address: UnsafeRawPointer) -> Int {
    unsafe address.assumingMemoryBound(to: Self.self).pointee.count
  }

  package static func forEach(_ address: UnsafeRawPointer, _ body: (String, UnsafeRawPointer) -> Void) {
    if Key.self == String.self {
      // A fast path for the most common key type. `Key` is `String` here, so the cast does not change the type.
      for (key, value) in unsafe address.assumingMemoryBound(to: [String: Value].self).pointee {
        unsafe withUnsafePointer(to: value) { unsafe body(key, UnsafeRawPointer($0)) }
      }
      return
    }
    let type = SwiftType.of(Key.self)
    for (key, value) in unsafe address.assumingMemoryBound(to: Self.self).pointee {
      guard let name = Self.name(of: key, type) else { continue }
      unsafe withUnsafePointer(to: value) { unsafe body(name, UnsafeRawPointer($0)) }
    }
  }

  package static func withValue(
    _ address: UnsafeRawPointer, forKey key: String, _ body: (UnsafeRawPointer?) -> Void
  ) -> Bool {
    let value: Value?
    if Key.self == String.self {
      value = unsafe address.assumingMemoryBound(to: [String: Value].self).pointee[key]
    } else {
      let dictionary = unsafe address.assumingMemoryBound(to: Self.self).pointee
      let type = SwiftType.of(Key.self)
      if case .any = type.kind {
        value = ((key as? Key) ?? (AnyHashable(key) as? Key)).flatMap { dictionary[$0] }
      } else {
        // Enum cases that differ only in their associated values have the same name.
        let named = dictionary.keys.filter { Self.name(of: $0, type) == key }
        if named.count > 1 { return false }
        value = named.first.flatMap { dictionary[$0] }
      }
    }
    if let value { unsafe withUnsafePointer(to: value) { unsafe body(UnsafeRawPointer($0)) } } else { body(nil) }
    return true
  }

  /// Returns the name of a key in key paths: a string itself, the digits of a number, or the text of a case.
  private static func name(of key: Key, _ type: SwiftType) -> String? {
    if case .any = type.kind { return (key as? String) ?? (AnyHashable(key).base as? String) }
    switch unsafe withUnsafePointer(to: key, { unsafe type.box(UnsafeRawPointer($0)) }) {
    case .string(let name): return name
    case .integer(let number): return String(number)
    case .unsigned(let number): return String(number)
    case .null, .bool, .double, .decimal, .date, .uuid, .data, .list, .set, .record, .object: return nil
    }
  }
}

extension SwiftType {
  /// Whether values of the type can be dictionary keys with names.
  var namesKeys: Bool {
    switch kind {
    case .string, .substring, .integer: true
    case .read(let type, _): type == .string || type == .integer
    case .any: type == AnyHashable.self
    case .bool, .float, .double, .decimal, .date, .data, .uuid, .url, .formatValue, .optional, .array, .set,
      .dictionary, .structure, .object, .unreadable:
      false
    }
  }
}

/// A range type. Its bounds are its keys.
protocol RangeStorage {
  /// Which bounds the range includes.
  static var shape: RangeShape { get }
}

extension ClosedRange: RangeStorage { static var shape: RangeShape { .closed } }
extension Range: RangeStorage { static var shape: RangeShape { .halfOpen } }
extension PartialRangeFrom: RangeStorage { static var shape: RangeShape { .from } }
extension PartialRangeThrough: RangeStorage { static var shape: RangeShape { .through } }
extension PartialRangeUpTo: RangeStorage { static var shape: RangeShape { .upTo } }

/// A closure that reads the value at an address.
typealias ValueReader = (UnsafeRawPointer) -> FormatValue

/// Returns a reader that reads an enumeration as the name of its case. Associated values are not read.
func caseReader(of type: Any.Type) -> ValueReader {
  let name = SwiftType.name(of: type)
  #if NoRuntimeSymbols
  let cause = "\(name) has a mirror or a description of its own, so its cases are not read with NoRuntimeSymbols"
  #else
  let cause = "\(name) was compiled without the names of its cases"
  #endif
  let reason = cause + "; name its keys in predicateKeys"
  return { unsafe SwiftType.caseName(of: type, at: $0).map { .string($0) } ?? .unreadable(reason) }
}

/// Returns the type of the raw values.
func rawValueType<Coded: RawRepresentable>(_: Coded.Type) -> Any.Type { Coded.RawValue.self }

/// Calls `body` with the address of the raw value of the value of `type` at `address`.
func withRawValue<Coded: RawRepresentable, Result>(
  of _: Coded.Type, _ address: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result
) -> Result {
  unsafe withUnsafePointer(to: address.assumingMemoryBound(to: Coded.self).pointee.rawValue) {
    unsafe body(UnsafeRawPointer($0))
  }
}

/// Returns the type of optional values of `type`.
func optionalType(of type: Any.Type) -> Any.Type {
  func open<Value>(_: Value.Type) -> Any.Type { Value?.self }
  return open(type)
}

/// Calls `body` with the address of an optional, which contains a copy of the value at `address`.
///
/// - Parameters:
///   - type: The type of the value.
///   - address: The address of a value of that type, which `AccessPath` found, or `nil` for an optional that is nil.
func withOptional(of type: Any.Type, _ address: UnsafeRawPointer?, _ body: (UnsafeRawPointer) -> Void) {
  func open<Value>(_: Value.Type) {
    unsafe withUnsafePointer(to: address?.assumingMemoryBound(to: Value.self).pointee) {
      unsafe body(UnsafeRawPointer($0))
    }
  }
  open(type)
}

/// Returns a copy of the value of `type` at `address`.
func copyAny(_ type: Any.Type, _ address: UnsafeRawPointer) -> Any {
  // A fast path for the most common type. Generic code would wrap the `Any` in another `Any`.
  if type == Any.self { return unsafe address.assumingMemoryBound(to: Any.self).pointee }
  func open<Value>(_: Value.Type) -> Any { unsafe address.assumingMemoryBound(to: Value.self).pointee }
  return open(type)
}
