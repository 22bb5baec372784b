import Foundation
import PredicateSyntax

/// How far boxing goes into values within values. Records of structs end early, as nobody compares them deeply; the
/// data of untyped rows ends where a stack could.
struct BoxingDepth {
  var structures = 8
  var collections = 64

  /// What is left inside a struct, nil where nothing is.
  func insideStructure() -> BoxingDepth? {
    guard structures > 0 else { return nil }
    var inner = self
    inner.structures -= 1
    return inner
  }

  /// What is left inside a collection, nil where nothing is.
  func insideCollection() -> BoxingDepth? {
    guard collections > 0 else { return nil }
    var inner = self
    inner.collections -= 1
    return inner
  }
}

extension SwiftType {
  /// The value at `address`, boxed. For a class the address holds the reference.
  ///
  /// An object stays a reference; a struct without a value of its own becomes a record of its keys, eight structs deep.
  /// What cannot be read is nil.
  package func box(_ address: UnsafeRawPointer) -> FormatValue { box(address, BoxingDepth()) }

  func box(_ address: UnsafeRawPointer, _ depth: BoxingDepth) -> FormatValue {
    switch kind {
    case .bool: return .bool(address.load(as: Bool.self))
    case .integer(let kind): return kind.box(address)
    case .float: return .double(Double(address.load(as: Float.self)))
    case .double: return .double(address.load(as: Double.self))
    case .string: return .string(address.load(as: String.self))
    case .substring: return .string(String(address.load(as: Substring.self)))
    case .decimal: return FormatValue(address.load(as: Decimal.self))
    case .date: return FormatValue(address.load(as: Date.self))
    case .data: return FormatValue(address.load(as: Data.self))
    case .uuid: return FormatValue(address.load(as: UUID.self))
    case .url: return FormatValue(address.load(as: URL.self))
    case .formatValue: return address.load(as: FormatValue.self)
    case .any: return SwiftType.box(any: copyAny(type, address), depth)
    case .optional(let payload): return isOwnNil(address) ? .null : payload.box(address, depth)
    case .array(let element): return boxElements(address, element, depth).map { .list($0) } ?? .null
    case .set(let element): return boxElements(address, element, depth).map { .set($0) } ?? .null
    case .dictionary(let value): return boxDictionary(address, value, depth)
    case .rawEnum(let raw):
      guard case .raw(let coded) = opening else { return .null }
      return withRawValue(of: coded, address) { raw.box($0) }
    case .structure: return boxRecord(address, depth)
    case .object: return .object(FormatObject(address.load(as: AnyObject.self)))
    case .unreadable: return .null
    }
  }

  /// The boxed value of anything, by its own type.
  package static func box(any value: Any) -> FormatValue { box(any: value, BoxingDepth()) }

  static func box(any value: Any, _ depth: BoxingDepth) -> FormatValue {
    func open<Value>(_ value: Value) -> FormatValue {
      // What untyped rows are mostly made of, without a search.
      if Value.self == String.self, let text = value as? String { return .string(text) }
      if Value.self == Int.self, let number = value as? Int { return .integer(Int64(number)) }
      let type = SwiftType.of(Value.self)
      if case .any = type.kind { return boxReference(value, depth) }
      return withUnsafePointer(to: value) { type.box(UnsafeRawPointer($0), depth) }
    }
    return _openExistential(unwrapped(value), do: open)
  }

  /// Whether a value is nil by its own type; looks at no more of it than that.
  static func isNil(any value: Any) -> Bool {
    func open<Value>(_ value: Value) -> Bool {
      let type = SwiftType.of(Value.self)
      if case .any = type.kind { return value is NSNull }
      return withUnsafePointer(to: value) { type.isNil(UnsafeRawPointer($0)) }
    }
    return _openExistential(unwrapped(value), do: open)
  }

  /// The value inside of an existential or of `AnyHashable`, and any other value itself.
  private static func unwrapped(_ value: Any) -> Any {
    func open<Value>(_ value: Value) -> Any {
      if Value.self == AnyHashable.self, let hashable = value as? AnyHashable { return hashable.base }
      guard RuntimeReflection.kind(of: Value.self) == .existential else { return value }
      // Generic code that puts an existential into `Any` wraps it as it is; the cast takes out what is inside.
      func cast<Dynamic>(_: Dynamic.Type) -> Any? { value as? Dynamic }
      let dynamic: Any.Type = Swift.type(of: value as Any)
      return cast(dynamic) ?? NSNull()
    }
    return _openExistential(value, do: open)
  }

  /// Boxes a value of a reference type that stands for another value.
  private static func boxReference(_ value: Any, _ depth: BoxingDepth) -> FormatValue {
    if let reference = value as? FormatObject { return .object(reference) }
    return boxFoundation(value as AnyObject, depth)
  }

  /// Whether the optional itself is nil; one inside it is asked in turn.
  private func isOwnNil(_ address: UnsafeRawPointer) -> Bool {
    if case .opened(let storage) = nilTest { storage.isNil(address) } else { isNil(address) }
  }

  private func boxElements(
    _ address: UnsafeRawPointer, _ element: SwiftType, _ depth: BoxingDepth
  ) -> [FormatValue]? {
    guard let inner = depth.insideCollection() else { return nil }
    var values: [FormatValue] = []
    withElements(address) { base, count in
      values.reserveCapacity(count)
      for index in 0..<count { values.append(element.box(base + index * element.stride, inner)) }
    }
    return values
  }

  private func boxDictionary(
    _ address: UnsafeRawPointer, _ value: SwiftType, _ depth: BoxingDepth
  ) -> FormatValue {
    guard case .dictionary(let storage) = opening, let inner = depth.insideCollection() else { return .null }
    var record: [String: FormatValue] = [:]
    storage.forEach(address) { record[$0] = value.box($1, inner) }
    return .record(record)
  }

  private func boxRecord(_ address: UnsafeRawPointer, _ depth: BoxingDepth) -> FormatValue {
    guard let inner = depth.insideStructure() else { return .null }
    var record: [String: FormatValue] = [:]
    for field in fields.readable {
      record[field.name] = field.withValue(of: address) { field.type.box($0, inner) }
    }
    return .record(record)
  }
}
