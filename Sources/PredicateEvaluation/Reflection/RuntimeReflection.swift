// The stored fields of types, as described by the Swift runtime.
//
// The functions at the end of this file are entry points of the runtime, which the standard library's `Mirror` calls.
// They are used because no public API returns the offset of a field without an instance. They have no side effects,
// accept any type, and return 0 fields for types without fields. `FieldDiscovery.swift` checks the offsets.
//
// They are declared in this file and in `ClassDescriptor.swift` only. With the trait `NoRuntimeSymbols` neither is compiled, and
// `PublicReflection.swift` takes their place.

extension SwiftType {
  /// The runtime's description of a stored field:
  ///
  /// - `name`: The name of the storage, such as `text`, or `_text` for wrapped and observed properties. Empty if names
  ///   were stripped.
  /// - `type`: The declared type, or `()` for a type that cannot be copied or is not known at run time.
  /// - `offset`: The number of bytes from the address of a value, or from that of the object if the type is a class.
  /// - `isStrong`: False for `weak` and `unowned`, whose storage is not a plain reference.
  /// - `isVariable`: Whether the field is declared with `var`.
  typealias StoredField = (name: String, type: Any.Type, offset: Int, isStrong: Bool, isVariable: Bool)

  /// The kinds of types that are read in different ways.
  enum RuntimeKind {
    case objectType, structure, enumeration, tuple, function, existential, other
  }

  /// Returns the kind of `type`. The numbers are those of `MetadataKind.def` in the sources of Swift.
  static func runtimeKind(of type: Any.Type) -> RuntimeKind {
    if type is AnyClass { return .objectType }
    // Safety: A metatype is the address of its metadata. The first word of all metadata that are not those of a class is the kind.
    switch unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee {
    // Classes of Core Foundation and Objective-C.
    case 0x203, 0x305: return .objectType
    case 0x200: return .structure
    case 0x201: return .enumeration
    case 0x301: return .tuple
    case 0x302: return .function
    // The second kind has constraints on associated types.
    case 0x303, 0x307: return .existential
    default: return .other
    }
  }

  /// Returns the classes from the root class to `type`.
  static func ancestry(of type: AnyClass) -> [AnyClass] {
    var chain: [AnyClass] = [type]
    while let last = chain.last, let parent = _getSuperclass(last) { chain.append(parent) }
    return chain.reversed()
  }

  /// Returns the size, stride and alignment of `type`.
  static func layout(of type: Any.Type) -> (size: Int, stride: Int, alignment: Int) {
    func open<T>(_: T.Type) -> (Int, Int, Int) {
      (MemoryLayout<T>.size, MemoryLayout<T>.stride, MemoryLayout<T>.alignment)
    }
    return open(type)
  }
}

extension String {
  /// The identifier as declared. The runtime shows a raw identifier in backticks, with U+00A0 for each space.
  var plainIdentifier: String {
    guard utf8.count > 2, utf8.first == UInt8(ascii: "`"), utf8.last == UInt8(ascii: "`") else { return self }
    var plain = ""
    for scalar in unicodeScalars.dropFirst().dropLast() {
      plain.unicodeScalars.append(scalar == "\u{A0}" ? " " : scalar)
    }
    return plain
  }
}

#if !NoRuntimeSymbols
extension SwiftType {
  /// Returns the number of stored fields of `type`, including those of superclasses.
  static func fieldCount(of type: Any.Type) -> Int { runtimeFieldCount(type) }

  /// Returns the stored fields of `type`, starting with those of superclasses.
  static func storedFields(of type: Any.Type) -> [StoredField] {
    (0..<max(0, runtimeFieldCount(type))).map { index in
      var description = FieldDescription()
      let fieldType = unsafe runtimeFieldType(type, index: index, description: &description)
      let name = unsafe description.name.map { unsafe String(cString: $0) } ?? ""
      unsafe description.free?(description.name)
      return (name, fieldType, runtimeFieldOffset(type, index: index), description.isStrong, description.isVar)
    }
  }

  /// Returns the name of the case of the enumeration value at `address`, or `nil` if names were stripped.
  static func caseName(of type: Any.Type, at address: UnsafeRawPointer) -> String? {
    func open<Value>(_: Value.Type) -> String? {
      // Safety: Callers pass the address of an initialized value of `type`, which `Value` is. No input selects the type.
      unsafe runtimeCaseName(address.assumingMemoryBound(to: Value.self).pointee)
        .map { unsafe String(cString: $0).plainIdentifier }
    }
    return open(type)
  }

  /// Returns the size in bytes of an object whose dynamic type is `type`, including its header.
  static func instanceSize(of type: AnyClass) -> Int { runtimeInstanceSize(type) }
}

/// The structure that the runtime fills in for a field. The runtime defines its layout.
///
/// The runtime has enlarged it before. A runtime that writes more fields writes them into `slack` and not over the stack. Only the
/// head is read.
///
/// Safety: The runtime fills in the structure, and its name remains valid until `free` is called.
@safe package struct FieldDescription {
  package var name: UnsafePointer<CChar>?
  package var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  package var isStrong = false
  package var isVar = false
  private var slack: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)

  init() {}
}

// Safety: The standard library declares these entry points of the runtime with the same types. They accept any type, and callers
// pass indices below the count of fields.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_: Value) -> UnsafePointer<CChar>?
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func runtimeFieldCount(_: Any.Type) -> Int
@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func runtimeFieldOffset(_: Any.Type, index: Int) -> Int
@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func runtimeFieldType(
  _: Any.Type, index: Int, description: UnsafeMutablePointer<FieldDescription>
) -> Any.Type
// `_class_getInstancePositiveExtentSize` of the standard library, which exports it for its own inlinable code but does not
// declare it publicly.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func runtimeInstanceSize(_: AnyClass) -> Int
#endif
