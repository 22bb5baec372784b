import PredicateSyntax

// Safety: The address is that of an object in the caller's array. As many bytes are read as its type's size.
extension SwiftType {
  /// Compares the offsets of the stored fields with the `Mirror` of a value. Fields that differ become unreadable.
  ///
  /// Only the first call for a type does this. Later calls return an empty array. If the result is not empty, predicates compiled
  /// before must be compiled again. A field that a custom mirror hides, or shows with another type, cannot be compared and
  /// keeps its offset.
  ///
  /// - Parameter isShared: Whether other threads may access the object. A mirror of an object with variables would read them.
  /// - Returns: The names of the fields that differ. `address` is the reference of an object or the address of a value.
  package func verify(object address: UnsafeRawPointer, isShared: Bool = false) -> [String] {
    if fieldTable.withLock({ $0?.isVerified == true }) { return [] }
    let table = fields
    if isShared, table.hasVariables { return [] }
    let failed = unsafe mismatches(of: table, address)
    return fieldTable.withLock { stored in
      guard stored?.isVerified == false else { return [] }
      stored?.isVerified = true
      for name in failed {
        stored?.set(name, .unreadable(reason: "its location could not be verified; name it in predicateKeys"))
      }
      return failed
    }
  }

  /// Returns whether `verify` would compare the stored fields of a value.
  func canBeVerified(isShared: Bool) -> Bool {
    hasFields && !isEntity
      && fieldTable.withLock { $0?.isVerified != true && !(isShared && $0?.hasVariables == true) }
  }

  private func mismatches(of table: FieldTable, _ address: UnsafeRawPointer) -> [String] {
    guard hasFields else { return [] }
    let value: Any =
      if case .object = kind { unsafe Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() } else {
        unsafe copyAny(type, address)
      }
    let children = mirrored(Mirror(reflecting: value))
    return table.order.filter { name in
      guard case .found(let field)? = table.entries[name], let storage = field.storage,
        case .offset(let offset) = field.access,
        let child = children[storage]
      else { return false }
      return unsafe !Self.isStored(child, field.type, at: address + offset)
    }
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

  /// Returns whether `child` is stored at `address`: the same bytes or, because of padding and boxes, an equal value. A child of
  /// another type comes from a custom mirror and cannot be compared.
  private static func isStored(_ child: Any, _ type: SwiftType, at address: UnsafeRawPointer) -> Bool {
    func open<Value>(_ value: Value) -> Bool {
      guard Value.self == type.type else { return true }
      let isSame = unsafe withUnsafeBytes(of: value) { bytes in
        unsafe bytes.elementsEqual(UnsafeRawBufferPointer(start: address, count: type.size))
      }
      return unsafe isSame
        || withUnsafePointer(to: value) { unsafe type.box(UnsafeRawPointer($0)) } == type.box(address)
    }
    return _openExistential(child, do: open)
  }
}
