import Foundation
import PredicateSyntax

/// How far boxing goes into values within values. Records of structs end early, as nobody compares them deeply; the data
/// of untyped rows ends where a stack could.
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
      let type = SwiftType.of(Value.self)
      if case .any = type.kind { return boxErased(value, depth) }
      return withUnsafePointer(to: value) { type.box(UnsafeRawPointer($0), depth) }
    }
    return _openExistential(value, do: open)
  }

  /// Boxes a value whose type says nothing by itself.
  private static func boxErased(_ value: Any, _ depth: BoxingDepth) -> FormatValue {
    func asDynamicType<Value>(_: Value.Type) -> FormatValue {
      guard RuntimeReflection.kind(of: Value.self) != .existential, let value = value as? Value else { return .null }
      return box(any: value, depth)
    }
    func open<Value>(_ value: Value) -> FormatValue {
      // An existential put into `Any` by generic code keeps its own type; the value inside is asked for by name.
      if RuntimeReflection.kind(of: Value.self) == .existential {
        let dynamic: Any.Type = Swift.type(of: value as Any)
        return asDynamicType(dynamic)
      }
      if Value.self == AnyHashable.self, let hashable = value as? AnyHashable {
        return box(any: hashable.base, depth)
      }
      if Value.self == FormatObject.self, let reference = value as? FormatObject { return .object(reference) }
      return boxFoundation(value as AnyObject, depth)
    }
    return _openExistential(value, do: open)
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
