/// What the Swift runtime says about the stored fields of a type.
///
/// These are the entry points that the standard library's own `Mirror` calls; they are declared here because no public
/// declaration gives a field's offset without a value at hand. They change nothing, take any type, and answer 0 fields
/// for types that have none. `FieldDiscovery` trusts nothing they say before it has been checked.
enum RuntimeReflection {
  /// A stored field as the runtime describes it.
  struct StoredField {
    /// The name of the storage: `text`, `_text` for wrapped and observed properties, empty where names were stripped.
    var name: String
    /// The declared type; `()` for a type that cannot be copied or is not known at run time.
    var type: Any.Type
    /// Bytes from the start of the value, of an object from its reference.
    var offset: Int
    /// False for `weak` and `unowned`, whose storage is not a plain reference.
    var isStrong: Bool
    /// Whether it is declared with `var`.
    var isVariable: Bool
  }

  /// The kinds of types that `SwiftType` must tell apart.
  enum TypeKind: Equatable {
    case objectType, structure, enumeration, optional, tuple, function, existential, other
  }

  /// The kind of `type`.
  static func kind(of type: Any.Type) -> TypeKind {
    switch runtimeMetadataKind(type) {
    case 0, 0x203, 0x305: .objectType
    case 0x200: .structure
    case 0x201: .enumeration
    case 0x202: .optional
    case 0x301: .tuple
    case 0x302: .function
    case 0x303, 0x307: .existential
    default: .other
    }
  }

  /// How many stored fields `type` has, those of superclasses included.
  static func fieldCount(of type: Any.Type) -> Int { runtimeFieldCount(type) }

  /// The stored fields of `type`, those of superclasses first.
  static func fields(of type: Any.Type) -> [StoredField] {
    (0..<max(0, runtimeFieldCount(type))).map { index in
      var description = FieldDescription()
      let fieldType = runtimeFieldType(type, index: index, description: &description)
      let name = description.name.map { String(cString: $0) } ?? ""
      description.free?(description.name)
      return StoredField(
        name: name, type: fieldType, offset: runtimeFieldOffset(type, index: index), isStrong: description.isStrong,
        isVariable: description.isVar)
    }
  }

  /// The name of the case that the value of an enumeration at `address` is; nil where names were stripped.
  static func caseName(of type: Any.Type, at address: UnsafeRawPointer) -> String? {
    func open<Value>(_: Value.Type) -> String? {
      runtimeCaseName(address.assumingMemoryBound(to: Value.self).pointee).map { String(cString: $0) }
    }
    return open(type)
  }

  /// How many bytes an object of `type` itself has, header included.
  static func instanceSize(of type: AnyClass) -> Int { runtimeInstanceSize(type) }

  /// The classes from the root to `type` itself.
  static func ancestry(of type: AnyClass) -> [AnyClass] {
    var chain: [AnyClass] = [type]
    while let last = chain.last, let parent = _getSuperclass(last) { chain.append(parent) }
    return chain.reversed()
  }
}

/// Size, stride and alignment of a type that is known only at run time.
struct TypeLayout: Sendable {
  var size: Int
  var stride: Int
  var alignment: Int

  /// The layout of `type`.
  init(of type: Any.Type) {
    func open<T>(_: T.Type) -> (Int, Int, Int) {
      (MemoryLayout<T>.size, MemoryLayout<T>.stride, MemoryLayout<T>.alignment)
    }
    (size, stride, alignment) = open(type)
  }
}

/// What the runtime fills in for a field; its layout is the runtime's.
private struct FieldDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_: Value) -> UnsafePointer<CChar>?

@_silgen_name("swift_getMetadataKind")
private func runtimeMetadataKind(_: Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func runtimeFieldCount(_: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func runtimeFieldOffset(_: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func runtimeFieldType(
  _: Any.Type, index: Int, description: UnsafeMutablePointer<FieldDescription>
) -> Any.Type

// The standard library's `_class_getInstancePositiveExtentSize`, which it exports for its own inlinable code but does
// not declare for others.
@_silgen_name("$ss36_class_getInstancePositiveExtentSizeySiyXlXpF")
private func runtimeInstanceSize(_: AnyClass) -> Int
