import Foundation
import PredicateSemantics
import PredicateSyntax

/// The limits for boxing nested values. The depth of structs is small, because deep records are rarely compared. The depth of
/// collections protects the stack. The number of values protects memory from lists that contain another list many times, which
/// contains a third many times. Values beyond a limit are unreadable.
struct BoxingLimits {
  private var structures = Self.maximumStructures
  private var collections = Self.maximumCollections
  private var values = Self.maximumValues
  /// Whether structs become records, and numbers doubles. Structs are kept as they are if a caller reads their keys, and numbers
  /// keep their precision if a caller reads constants next to them.
  let opensStructures: Bool

  init(opensStructures: Bool = true) { self.opensStructures = opensStructures }

  /// The maximum nesting depth of structs.
  static let maximumStructures = 8
  /// The maximum nesting depth of collections.
  static var maximumCollections: Int { FormatValue.greatestNesting }
  /// The maximum total number of values.
  static let maximumValues = 1 << 22

  /// Enters a struct. Returns the reason if a limit is exceeded.
  mutating func enterStructure() -> String? {
    guard structures > 0 else { return "structs are nested more than \(Self.maximumStructures) levels deep" }
    structures -= 1
    return take(1)
  }

  mutating func leaveStructure() { structures += 1 }

  /// Enters a collection of `count` values. Returns the reason if a limit is exceeded.
  mutating func enterCollection(of count: Int) -> String? {
    guard collections > 0 else {
      return "collections are nested more than \(Self.maximumCollections) levels deep; one may contain itself"
    }
    if let reason = take(count) { return reason }
    collections -= 1
    return nil
  }

  mutating func leaveCollection() { collections += 1 }

  private mutating func take(_ count: Int) -> String? {
    guard count < values else { return "it contains more than \(Self.maximumValues) values" }
    values -= count
    return nil
  }
}

// Safety: The integer at the address has this type.
extension SwiftType {
  /// Returns the boxed value at `address` for reading its keys. Unlike with `box`, structs do not become records, and a `Float`
  /// is not widened.
  package func value(at address: UnsafeRawPointer) -> FormatValue {
    var limits = BoxingLimits(opensStructures: false)
    return unsafe box(address, &limits)
  }

  /// Returns the boxed value at `address`. For a class, the address is that of the reference.
  ///
  /// An object remains a reference. A struct that is not itself a value becomes a record of its keys, up to 8 structs deep. An
  /// `UnreadableValue` replaces anything that cannot be read.
  package func box(_ address: UnsafeRawPointer) -> FormatValue {
    var limits = BoxingLimits()
    return unsafe box(address, &limits)
  }

  func box(_ address: UnsafeRawPointer, _ limits: inout BoxingLimits) -> FormatValue {
    switch kind {
    case .bool: return unsafe .bool(address.load(as: Bool.self))
    case .integer(let integer): return unsafe integer.box(address)
    case .float:
      let number = unsafe Double(address.load(as: Float.self))
      return limits.opensStructures ? .double(number) : .narrow(number, .single)
    case .double: return unsafe .double(address.load(as: Double.self))
    case .string: return unsafe .string(address.load(as: String.self))
    case .substring: return unsafe .string(String(address.load(as: Substring.self)))
    case .decimal: return unsafe FormatValue(address.load(as: Decimal.self))
    case .date: return unsafe FormatValue(address.load(as: Date.self))
    case .data: return unsafe FormatValue(address.load(as: Data.self))
    case .uuid: return unsafe FormatValue(address.load(as: UUID.self))
    case .url: return unsafe FormatValue(address.load(as: URL.self))
    case .formatValue: return unsafe address.load(as: FormatValue.self)
    case .any: return unsafe SwiftType.box(any: copyAny(type, address), &limits)
    case .optional(let payload): return unsafe isOwnNil(address) ? .null : payload.box(address, &limits)
    case .array(let element): return unsafe boxElements(address, element, &limits, FormatValue.list)
    case .set(let element): return unsafe boxElements(address, element, &limits, FormatValue.set)
    case .dictionary(let value, let storage): return unsafe boxDictionary(address, value, storage, &limits)
    case .read(_, let read): return unsafe limits.opensStructures ? read(address).widened : read(address)
    case .structure:
      #if NoRuntimeSymbols
      if let raw = unsafe importedRawValue(address) { return SwiftType.box(any: raw, &limits) }
      #endif
      if limits.opensStructures { return unsafe boxRecord(address, &limits) }
      return unsafe .object(FormatObject(BoxedStructure(copyAny(type, address), of: self)))
    case .object: return unsafe .object(FormatObject(address.load(as: AnyObject.self)))
    case .unreadable(let reason): return .unreadable(reason)
    }
  }

  /// Returns the boxed value of anything, according to its dynamic type.
  package static func box(any value: Any) -> FormatValue {
    var limits = BoxingLimits()
    return box(any: value, &limits)
  }

  static func box(any value: Any, _ limits: inout BoxingLimits) -> FormatValue {
    func open<Value>(_ value: Value) -> FormatValue {
      // A fast path for the most common types in untyped rows.
      if Value.self == String.self, let text = value as? String { return .string(text) }
      if Value.self == Int.self, let number = value as? Int { return .integer(Int64(number)) }
      let type = SwiftType.of(Value.self)
      if case .any = type.kind { return boxReference(value, &limits) }
      return unsafe withUnsafePointer(to: value) { unsafe type.box(UnsafeRawPointer($0), &limits) }
    }
    return _openExistential(unwrapped(value), do: open)
  }

  /// Returns whether a value is nil according to its dynamic type, without boxing it.
  static func isNil(any value: Any) -> Bool {
    func open<Value>(_ value: Value) -> Bool {
      let type = SwiftType.of(Value.self)
      if case .any = type.kind { return value is NSNull }
      return unsafe withUnsafePointer(to: value) { unsafe type.isNil(UnsafeRawPointer($0)) }
    }
    return _openExistential(unwrapped(value), do: open)
  }

  /// Returns the value inside an existential or `AnyHashable`, or any other value itself.
  private static func unwrapped(_ value: Any) -> Any {
    func open<Value>(_ value: Value) -> Any {
      if Value.self == AnyHashable.self, let hashable = value as? AnyHashable { return hashable.base }
      guard runtimeKind(of: Value.self) == .existential else { return value }
      // Generic code that converts an existential to `Any` wraps it. The cast unwraps it.
      func cast<Dynamic>(_: Dynamic.Type) -> Any? { value as? Dynamic }
      let dynamic: Any.Type = Swift.type(of: value as Any)
      return cast(dynamic) ?? NSNull()
    }
    return _openExistential(value, do: open)
  }

  /// Boxes an instance of a reference type that represents a value.
  private static func boxReference(_ value: Any, _ limits: inout BoxingLimits) -> FormatValue {
    if let reference = value as? FormatObject { return .object(reference) }
    return boxFoundation(value as AnyObject, &limits)
  }

  /// Returns whether the outer optional is nil. An inner optional is tested when the payload is boxed.
  private func isOwnNil(_ address: UnsafeRawPointer) -> Bool {
    if case .opened(let storage, _) = nilTest { unsafe storage.isNil(address) } else { unsafe isNil(address) }
  }

  private func boxElements(
    _ address: UnsafeRawPointer, _ element: SwiftType, _ limits: inout BoxingLimits,
    _ collection: ([FormatValue]) -> FormatValue
  ) -> FormatValue {
    var values: [FormatValue] = []
    var reason: String?
    unsafe withElements(address) { base, count in
      reason = limits.enterCollection(of: count)
      if reason != nil { return }
      values.reserveCapacity(count)
      for index in 0..<count { unsafe values.append(element.box(base + index * element.stride, &limits)) }
      limits.leaveCollection()
    }
    return reason.map { .unreadable($0) } ?? collection(values)
  }

  private func boxDictionary(
    _ address: UnsafeRawPointer, _ value: SwiftType, _ storage: any DictionaryStorage.Type, _ limits: inout BoxingLimits
  ) -> FormatValue {
    if let reason = unsafe limits.enterCollection(of: storage.count(address)) { return .unreadable(reason) }
    defer { limits.leaveCollection() }
    var record: [String: FormatValue] = [:]
    unsafe storage.forEach(address) { record[$0] = unsafe value.box($1, &limits) }
    return unsafe record.count == storage.count(address) ? .record(record) : .unreadable(SwiftType.nonStringKeys)
  }

  /// The reason why a dictionary cannot be read as a whole. (A string key in it can still be read.)
  static let nonStringKeys = "a dictionary is read only if its keys are strings, and some of these are not"

  func boxRecord(_ address: UnsafeRawPointer, _ limits: inout BoxingLimits) -> FormatValue {
    if let reason = limits.enterStructure() { return .unreadable(reason) }
    defer { limits.leaveStructure() }
    var record: [String: FormatValue] = [:]
    #if NoRuntimeSymbols
    for (key, child) in unsafe mirrored(address) { record[key] = Self.box(any: child, &limits) }
    #endif
    let fields = fields
    for name in fields.order {
      switch fields.entries[name] {
      case .found(let field)? where field.isOnMainActor: record[name] = .unreadable(Field.isOnlyOnMainActor)
      case .found(let field)?: record[name] = unsafe field.withValue(of: address) { unsafe field.type.box($0, &limits) }
      case .unreadable(let reason)?: record[name] = .unreadable(reason)
      case .absent?, nil: break
      }
    }
    return .record(record)
  }
}
