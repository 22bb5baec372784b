import PredicateSemantics
import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The description of a Swift type for predicates: how its values are read, and the names and locations of its keys.
///
/// There is one instance for each Swift type. It is created on first use and never released, because compiled predicates contain
/// its identifier. It reads values in place. Each address must be that of a value of exactly this type, or of a subclass if the
/// type is a class. A wrong address cannot be detected.
///
/// The class is `Sendable` because everything is constant except the field table, which has its own lock.
///
/// Safety: Everything is constant except the field table, which has its own lock.
package final class SwiftType: @unchecked Sendable {
  /// How the values of a type are read.
  ///
  /// Safety: A `ValueReader` is called with the address of a value of the type that has it.
  @safe enum Kind {
    case bool
    /// An integer. The type is never `Int` or `UInt`, but the type of their width.
    case integer(any StoredInteger.Type)
    case float
    case double
    case decimal
    case string
    case substring
    case date
    case data
    case uuid
    case url
    /// `FormatValue` itself, as in untyped rows.
    case formatValue
    /// `Any` and other existentials, `AnyHashable` and Foundation's reference types. The dynamic type decides.
    case any
    /// An optional. Its payload has the same address.
    case optional(SwiftType)
    /// A contiguous sequence of elements, available through `withElements`.
    case array(SwiftType)
    case set(SwiftType)
    /// A dictionary with values of the given type. The keys are strings, `AnyHashable`, integers or cases, and are read as text.
    case dictionary(SwiftType, any DictionaryStorage.Type)
    /// A type that a closure reads as a value of the given type: raw values, names of cases and values of library types.
    case read(as: ValueType, ValueReader)
    /// A struct or tuple. Its keys are fields at offsets from its address.
    case structure
    /// A class. Its keys are fields at offsets from the object that the reference points to.
    case object
    /// An unreadable type, with the reason.
    case unreadable(String)
  }

  /// The Swift type.
  package let type: Any.Type
  /// The name of the type without its module.
  package let name: String
  /// The size of a value in bytes. For a class, the size of a reference.
  package let size: Int
  /// The distance in bytes between consecutive array elements.
  package let stride: Int
  /// The alignment of a value in bytes.
  package let alignment: Int
  /// How the values are read.
  let kind: Kind
  /// Whether the keys are defined at run time. See `EntityType`.
  package let isEntity: Bool
  /// The number that identifies this type within the process. See `with(identifier:)`.
  package let identifier: Int
  /// The type as the checker represents it.
  package let valueType: ValueType

  /// The access to the elements of an array or a set; nil for other types.
  let elementStorage: (any ElementStorage.Type)?
  /// Whether the type is an array of native objects, whose layout does not depend on the class.
  let isArrayOfReferences: Bool
  /// How values are tested for nil.
  let nilTest: NilTest
  /// The keys, or `nil` until the first lookup.
  let fieldTable = Lock<FieldTable?>(nil)

  /// The tests for nil, fastest first.
  enum NilTest {
    /// The value cannot be nil.
    case never
    /// An optional reference is nil if the word is zero.
    case zeroWord
    /// An optional is nil if the byte at the offset has this value.
    case byte(at: Int, is: UInt8)
    /// `String?` is common enough to be tested through its own type.
    case string
    /// Any other optional is tested through its own generic type, and then its payload.
    case opened(any OptionalStorage.Type, payload: SwiftType)
    /// An existential is tested through its contents.
    case any
    case formatValue
  }

  private init(type: Any.Type, kind: Kind, identifier: Int, name: String? = nil) {
    let layout = Self.layout(of: type)
    self.type = type
    self.identifier = identifier
    isEntity = name != nil
    let name = name ?? Self.name(of: type)
    self.name = name
    size = layout.size
    stride = layout.stride
    alignment = layout.alignment
    self.kind = kind
    elementStorage = type as? any ElementStorage.Type
    isArrayOfReferences =
      if case .array(let element) = kind { Self.isArrayOfReferences(type, of: element) } else { false }
    nilTest = Self.nilTest(of: type, kind, size: layout.size)
    #if NoRuntimeSymbols
    valueType = Self.isMirrored(type, kind) ? .any : Self.valueType(kind, name: name, identifier: identifier)
    #else
    valueType = Self.valueType(kind, name: name, identifier: identifier)
    #endif
  }

  /// The reason why values of the type cannot be read, or `nil` if they can.
  package var unreadableReason: String? { if case .unreadable(let reason) = kind { reason } else { nil } }

  /// The type of the payload if the values are optionals, otherwise the type itself.
  var payload: SwiftType { if case .optional(let payload) = kind { payload } else { self } }

  /// The type without any optionals around it.
  var unwrapped: SwiftType { if case .optional(let payload) = kind { payload.unwrapped } else { self } }

  /// Whether the values are structs or objects, whose stored properties are keys.
  var hasFields: Bool {
    switch kind {
    case .structure, .object: true
    case .bool, .integer, .float, .double, .decimal, .string, .substring, .date, .data, .uuid, .url, .formatValue, .any,
      .optional, .array, .set, .dictionary, .read, .unreadable:
      false
    }
  }

  /// Whether the values are objects whose own class may be a subclass with other keys.
  var mayHaveSubclasses: Bool {
    if case .object = kind { !isEntity } else { false }
  }

  /// Whether a value of the type can be nil.
  package var isNullable: Bool {
    switch kind {
    case .optional, .any, .formatValue: true
    case .bool, .integer, .float, .double, .decimal, .string, .substring, .date, .data, .uuid, .url, .array, .set,
      .dictionary, .read, .structure, .object, .unreadable:
      false
    }
  }

  /// Returns the name of `type` as declared, for profiles and diagnostics. The runtime shows a raw identifier in backticks, with U+00A0
  /// for each space.
  static func name(of type: Any.Type) -> String {
    let name = _typeName(type, qualified: false)
    guard name.utf8.contains(UInt8(ascii: "`")) else { return name }
    var plain = ""
    var isRaw = false
    for scalar in name.unicodeScalars {
      if scalar == "`" {
        isRaw.toggle()
      } else {
        plain.unicodeScalars.append(isRaw && scalar == "\u{A0}" ? " " : scalar)
      }
    }
    return plain
  }

  private static func valueType(_ kind: Kind, name: String, identifier: Int) -> ValueType {
    switch kind {
    case .bool: .bool
    case .integer: .integer
    case .float: .double(precision: .single)
    case .double: .double
    case .decimal: .decimal
    case .string, .substring, .url: .string
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .formatValue, .any, .unreadable: .any
    case .optional(let payload): payload.valueType
    case .array(let element): .list(element.valueType)
    case .set(let element): .set(element.valueType)
    case .dictionary: .record
    case .read(let type, _): type
    case .structure, .object: .object(ObjectType(name: name, identifier: identifier))
    }
  }

  private static func nilTest(of type: Any.Type, _ kind: Kind, size: Int) -> NilTest {
    guard case .optional(let payload) = kind, let storage = type as? any OptionalStorage.Type else {
      return if case .any = kind { .any } else if case .formatValue = kind { .formatValue } else { .never }
    }
    // An optional of an optional is nil if either is nil.
    if case .never = payload.nilTest {} else { return .opened(storage, payload: payload) }
    if case .object = payload.kind { return .zeroWord }
    if case .string = payload.kind { return .string }
    // A type without spare bit patterns has an extra byte as an optional: 0 for a value, 1 for nil. The test reads a real nil
    // and does not assume this layout.
    if size == payload.size + 1, storage.nilByte(at: payload.size) == 1 { return .byte(at: payload.size, is: 1) }
    switch (payload.kind, size) {
    case (.bool, 1), (.read, 1):
      // The value and the optional share one byte. nil is a byte that no value uses.
      if let byte = storage.nilByte(at: 0) { return .byte(at: 0, is: byte) }
    default: break
    }
    return .opened(storage, payload: payload)
  }
}

extension SwiftType {
  /// All types that have been described.
  private static let registry = Lock((byType: [ObjectIdentifier: SwiftType](), byIdentifier: [SwiftType]()))

  /// Returns the description of `type`. All calls with the same type return the same instance.
  @inline(never)
  package static func of(_ type: Any.Type) -> SwiftType {
    let key = ObjectIdentifier(type)
    if let known = registry.withLock({ $0.byType[key] }) { return known }
    // Elements, payloads and raw values are described outside the lock. Fields are found later, so that types may contain
    // themselves.
    let kind = Self.kind(of: type)
    return registry.withLock { registry in
      if let known = registry.byType[key] { return known }
      let made = SwiftType(type: type, kind: kind, identifier: registry.byIdentifier.count)
      registry.byType[key] = made
      registry.byIdentifier.append(made)
      return made
    }
  }

  /// Returns a new type whose values have the layout of `type` and are read as `kind`.
  static func entity(_ type: Any.Type, _ kind: Kind, name: String) -> SwiftType {
    registry.withLock { registry in
      let made = SwiftType(type: type, kind: kind, identifier: registry.byIdentifier.count, name: name)
      registry.byIdentifier.append(made)
      return made
    }
  }

  /// Returns the type with an identifier.
  package static func with(identifier: Int) -> SwiftType? {
    registry.withLock { $0.byIdentifier.indices.contains(identifier) ? $0.byIdentifier[identifier] : nil }
  }
}
