#if !NoRuntimeSymbols
import PredicateSyntax

// Safety: The address is that of an object in the caller's array. As many bytes are read as its type's size.
extension SwiftType {
  /// The number of values of a type that are compared. Fields that no value among them confirms keep their offsets: the values of
  /// a `Bool` that is always false do not show where it is.
  package static let maximumComparisons = 64

  /// Compares the offsets of the stored fields with the `Mirror` of a value. Fields that differ become unreadable.
  ///
  /// A value confirms the offset of a field if its bytes occur nowhere else in the object, so that no other offset would agree with
  /// the mirror. The calls for a type compare values until each field is confirmed, at most `maximumComparisons`. Later calls return
  /// an empty array. If the result is not empty, predicates compiled before must be compiled again. A field that a custom mirror
  /// hides, or shows with another type, cannot be compared and keeps its offset.
  ///
  /// - Parameter isShared: Whether other threads may access the object. A mirror of an object with variables would read them.
  /// - Returns: The names of the fields that differ. `address` is the reference of an object or the address of a value.
  package func verify(object address: UnsafeRawPointer, isShared: Bool = false) -> [String] {
    if fieldTable.withLock({ $0?.isVerified == true }) { return [] }
    let table = fields
    if isShared, table.hasVariables { return [] }
    let (failed, confirmed) = unsafe comparison(of: table, address)
    return fieldTable.withLock { stored in
      guard var table = stored, !table.isVerified else { return [] }
      table.comparisons += 1
      table.confirmed.formUnion(confirmed)
      let unconfirmed = table.readable.filter { $0.storage != nil && !table.confirmed.contains($0.name) }.map(\.name)
      let differing = unconfirmed.filter(failed.contains)
      for name in differing {
        table.set(name, .unreadable(reason: "its location could not be verified; \(Self.remedy)"))
      }
      table.isVerified = unconfirmed.count == differing.count || table.comparisons >= Self.maximumComparisons
      stored = table
      return differing
    }
  }

  /// Returns whether `verify` would compare the stored fields of a value.
  package func canBeVerified(isShared: Bool) -> Bool {
    hasFields && !isEntity
      && fieldTable.withLock { $0?.isVerified != true && !(isShared && $0?.hasVariables == true) }
  }

  /// Returns the stored fields that differ from the mirror of a value, and those that the value confirms or cannot be compared.
  private func comparison(
    of table: FieldTable, _ address: UnsafeRawPointer
  ) -> (differing: Set<String>, confirmed: Set<String>) {
    var (differing, confirmed): (Set<String>, Set<String>) = ([], [])
    // The mirror of an object without stored keys is not made, because a remote actor has no memory to read.
    let stored = table.readable.filter { $0.storage != nil }
    guard hasFields, !stored.isEmpty else { return ([], []) }
    let value: Any =
      if case .object = kind { unsafe Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() } else {
        unsafe copyAny(type, address)
      }
    let children = mirrored(Mirror(reflecting: value))
    for field in stored {
      guard let child = field.storage.flatMap({ children[$0] }) else {
        confirmed.insert(field.name)
        continue
      }
      switch unsafe agreement(of: child, field, address, stored) {
      case .confirmed: confirmed.insert(field.name)
      case .undecided: break
      case .differs: differing.insert(field.name)
      }
    }
    return (differing, confirmed)
  }

  /// Returns the children of this type and its superclasses by label. Skips the levels of subclasses. If two fields have the same
  /// name, the one closer to this type is used.
  private func mirrored(_ mirror: Mirror) -> [String: Any] {
    var children: [String: Any] = [:]
    var level: Mirror? = mirror
    while let current = level, current.subjectType != type { level = current.superclassMirror }
    while let current = level {
      for case (let label?, let value) in current.children where children[label] == nil { children[label] = value }
      level = current.superclassMirror
    }
    return children
  }

  private enum Agreement { case confirmed, undecided, differs }

  /// Compares the child of a mirror with the value of its field: the same bytes or, because of padding and boxes, an equal value. A
  /// child of another type comes from a custom mirror and cannot be compared.
  private func agreement(
    of child: Any, _ field: Field, _ object: UnsafeRawPointer, _ fields: [Field]
  ) -> Agreement {
    guard case .offset(let offset) = field.access else { return .confirmed }
    let (type, address) = unsafe (field.type, object + offset)
    func open<Value>(_ value: Value) -> Agreement {
      guard Value.self == type.type, type.size > 0 else { return .confirmed }
      let isSame = unsafe withUnsafeBytes(of: value) { bytes in
        unsafe bytes.elementsEqual(UnsafeRawBufferPointer(start: address, count: type.size))
      }
      if isSame { return unsafe isOnlyPlace(offset, type, object) ? .confirmed : .undecided }
      let boxed = unsafe withUnsafePointer(to: value) { unsafe type.box(UnsafeRawPointer($0)) }
      guard unsafe boxed == type.box(address) else { return .differs }
      let hasEqual = fields.contains { other in
        guard other.name != field.name, other.type === type, case .offset(let offset) = other.access else {
          return false
        }
        return unsafe type.box(object + offset) == boxed
      }
      return boxed.isNull || hasEqual ? .undecided : .confirmed
    }
    return _openExistential(child, do: open)
  }

  /// Returns whether the bytes of a value are not all zero, and occur at no other place of the object that could be its offset.
  private func isOnlyPlace(_ offset: Int, _ field: SwiftType, _ object: UnsafeRawPointer) -> Bool {
    let extent = storageExtent
    let bytes = unsafe UnsafeRawBufferPointer(start: object + offset, count: field.size)
    if unsafe bytes.allSatisfy({ $0 == 0 }) { return false }
    return !Swift.stride(from: extent.lowerBound, through: extent.upperBound - field.size, by: field.alignment)
      .contains { place in
        unsafe place != offset && bytes.elementsEqual(UnsafeRawBufferPointer(start: object + place, count: field.size))
      }
  }

  /// The bytes that the stored properties may occupy, from the address of the value or the object.
  private var storageExtent: Range<Int> {
    guard case .object = kind, let type = type as? AnyClass else { return 0..<size }
    return Self.headerSize..<max(Self.headerSize, Self.instanceSize(of: type))
  }
}
#endif
