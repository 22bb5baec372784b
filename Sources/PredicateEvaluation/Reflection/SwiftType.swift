import Foundation
import PredicateModel
import PredicateSyntax

/// A Swift type as predicates see it: what its values read as, which keys it has, where they stand.
///
/// There is one for each Swift type, made when it is first asked for and kept for good, since its identifier stands in
/// compiled predicates. What it reads it reads in place, through the address of a value of exactly this type (of a
/// subclass too, where it is a class); giving it any other address is the one mistake it cannot notice.
///
/// It is `Sendable` because all of it is constant but the table of fields, which has a lock of its own.
package final class SwiftType: @unchecked Sendable {
  /// What values of a type read as.
  package enum Kind {
    case bool
    case integer(IntegerKind)
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
    /// `Any` and other existentials, `AnyHashable`, Foundation's reference types: known by the value's own type.
    case any
    /// The payload stands at the same address.
    case optional(SwiftType)
    /// Elements stand one after the other; `withElements` gives them.
    case array(SwiftType)
    case set(SwiftType)
    /// A dictionary whose keys are strings, or may be, or numbers and cases, by their texts; the type of its values.
    case dictionary(SwiftType)
    /// A type that code reads as a value of the type given: raw values, the names of cases, `LibraryValues`.
    case read(as: ValueType)
    /// A struct or tuple: keys by fields at offsets from its address.
    case structure
    /// A class: keys by fields at offsets from the object that the reference at the address points to.
    case object
    /// Nothing can be read; why.
    case unreadable(String)
  }

  /// The type itself.
  package let type: Any.Type
  /// The type's name without its module.
  package let name: String
  /// The bytes that a value takes; of a class, those of a reference.
  package let size: Int
  /// The bytes from one element of an array to the next.
  package let stride: Int
  /// What an address of a value is a multiple of.
  package let alignment: Int
  /// What values read as.
  package let kind: Kind
  /// Whether the program tells the keys while it runs; see `ToldType`.
  package let isTold: Bool
  /// A number that finds this type again while the program runs; see `with(identifier:)`.
  package let identifier: Int
  /// The type in the words of the checker.
  package let valueType: ValueType

  /// How values of a generic or erased type are opened.
  let opening: Opening
  /// How nil is told.
  let nilTest: NilTest
  /// The keys, found when one is first asked for.
  let fieldTable = Lock<FieldTable?>(nil)

  /// How values of a generic or erased type are opened.
  enum Opening {
    case none
    case optional(any OptionalStorage.Type)
    /// Whether an array's elements are references of native objects, which all arrays of such hold alike.
    case elements(any ElementStorage.Type, ofReferences: Bool)
    case dictionary(any DictionaryStorage.Type)
    /// Gives the value at an address.
    case reader(ValueReader)
  }

  /// How nil is told, fastest first.
  enum NilTest {
    /// It cannot be nil.
    case never
    /// An optional reference: the word is zero.
    case zeroWord
    /// An optional that is nil where the byte at the offset has the value.
    case byte(at: Int, is: UInt8)
    /// `String?`, which is common enough to be read by its own type.
    case string
    /// Any other optional: through its own type.
    case opened(any OptionalStorage.Type)
    /// An existential: by the value in it.
    case value
  }

  private init(type: Any.Type, described: Description, identifier: Int, name: String? = nil) {
    let layout = TypeLayout(of: type)
    self.type = type
    self.identifier = identifier
    isTold = name != nil
    let name = name ?? Self.name(of: type)
    self.name = name
    size = layout.size
    stride = layout.stride
    alignment = layout.alignment
    kind = described.kind
    opening = described.opening
    nilTest = Self.nilTest(described, size: layout.size)
    valueType = Self.valueType(described.kind, name: name, identifier: identifier)
  }

  /// Whether nil may stand where a value of the type is expected.
  package var isNullable: Bool {
    switch kind {
    case .optional, .any, .formatValue: true
    default: false
    }
  }

  /// What messages call `type`.
  static func name(of type: Any.Type) -> String { _typeName(type, qualified: false) }

  private static func valueType(_ kind: Kind, name: String, identifier: Int) -> ValueType {
    switch kind {
    case .bool: .bool
    case .integer: .integer
    case .float, .double: .double
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
    case .read(let type): type
    case .structure, .object: .object(ObjectType(name: name, identifier: identifier))
    }
  }

  private static func nilTest(_ described: Description, size: Int) -> NilTest {
    switch (described.kind, described.opening) {
    case (.any, _), (.formatValue, _): return .value
    case (.optional(let payload), .optional(let storage)):
      // An optional inside an optional is nil when either is.
      if case .never = payload.nilTest {} else { return .opened(storage) }
      if case .object = payload.kind { return .zeroWord }
      if case .string = payload.kind { return .string }
      // A type without spare bit patterns is followed by a byte for the optional: 0 before a value, 1 for nil. What nil
      // looks like is looked at, not assumed.
      if size == payload.size + 1, storage.nilByte(at: payload.size) == 1 { return .byte(at: payload.size, is: 1) }
      switch payload.kind {
      case .bool, .read:
        // One byte in all: nil is a byte that no value has.
        if size == 1, let byte = storage.nilByte(at: 0) { return .byte(at: 0, is: byte) }
      default: break
      }
      return .opened(storage)
    default: return .never
    }
  }
}

extension SwiftType {
  /// All types met so far.
  private struct Registry {
    var byType: [ObjectIdentifier: SwiftType] = [:]
    var byIdentifier: [SwiftType] = []
  }

  private static let registry = Lock(Registry())

  /// The description of `type`, always the same one.
  package static func of(_ type: Any.Type) -> SwiftType {
    let key = ObjectIdentifier(type)
    if let known = registry.withLock({ $0.byType[key] }) { return known }
    // Elements, payloads and raw values are described outside the lock; fields are not looked at here, so that types
    // may contain themselves.
    let described = Description(of: type)
    return registry.withLock { registry in
      if let known = registry.byType[key] { return known }
      let made = SwiftType(type: type, described: described, identifier: registry.byIdentifier.count)
      registry.byType[key] = made
      registry.byIdentifier.append(made)
      return made
    }
  }

  /// A type of its own, of which values are stored as those of `type`, and read as `kind` says.
  static func told(_ type: Any.Type, _ kind: Kind, name: String) -> SwiftType {
    var described = Description(of: type)
    described.kind = kind
    return registry.withLock { registry in
      let made = SwiftType(type: type, described: described, identifier: registry.byIdentifier.count, name: name)
      registry.byIdentifier.append(made)
      return made
    }
  }

  /// The type whose `identifier` it is.
  package static func with(identifier: Int) -> SwiftType? {
    registry.withLock { $0.byIdentifier.indices.contains(identifier) ? $0.byIdentifier[identifier] : nil }
  }
}
