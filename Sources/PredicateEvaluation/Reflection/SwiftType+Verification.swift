import PredicateSyntax

extension SwiftType {
  /// Compares the offsets of the stored fields with what `Mirror` shows of a value, and forgets the fields that differ.
  ///
  /// Takes the reference of an object or the address of a value; returns the names of the fields that failed, which are
  /// unreadable from now on. Predicates that were compiled before must be compiled again if there are any. The first
  /// call for a type does the work, and later ones return nothing. A field that a customised mirror hides, or shows
  /// with another type, cannot be compared and keeps what discovery found.
  ///
  /// - Parameter isShared: whether other threads may have the object; a mirror of one that has variables would read them.
  package func verify(object address: UnsafeRawPointer, isShared: Bool = false) -> [String] {
    if fieldTable.withLock({ $0?.isVerified == true }) { return [] }
    let table = fields
    if isShared, table.holdsVariables { return [] }
    let failed = mismatches(of: table, address)
    return fieldTable.withLock { stored in
      guard stored?.isVerified == false else { return [] }
      stored?.isVerified = true
      for name in failed {
        stored?.set(name, .unreadable("where it is stored could not be confirmed; name it in predicateKeys"))
      }
      return failed
    }
  }

  /// Whether there are stored fields that no value has confirmed.
  var hasUnverifiedFields: Bool {
    switch kind {
    case .object, .structure: !isTold && fieldTable.withLock { $0?.isVerified != true }
    default: false
    }
  }

  private func mismatches(of table: FieldTable, _ address: UnsafeRawPointer) -> [String] {
    let children: [String: Any]
    switch kind {
    case .object:
      let object = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
      children = mirrored(Mirror(reflecting: object))
    case .structure:
      children = mirrored(Mirror(reflecting: copyAny(type, address)))
    default:
      return []
    }
    return table.order.filter { name in
      guard case .readable(let field, let storage?)? = table.entries[name], case .offset(let offset) = field.access,
        let child = children[storage]
      else { return false }
      return !Self.holds(child, field.type, at: address + offset)
    }
  }

  /// What a mirror shows of this type and its superclasses, by label; the levels of subclasses are passed over, and of
  /// two fields with one name the nearer one is kept.
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

  /// Whether `address` holds `child`, as far as that can be told: the same bytes, or where there is padding or a box of
  /// its own, the same value. A child of another type was made up by a customised mirror.
  private static func holds(_ child: Any, _ type: SwiftType, at address: UnsafeRawPointer) -> Bool {
    func open<Value>(_ value: Value) -> Bool {
      guard Value.self == type.type else { return true }
      let isSame = withUnsafeBytes(of: value) { bytes in
        bytes.elementsEqual(UnsafeRawBufferPointer(start: address, count: type.size))
      }
      return isSame || withUnsafePointer(to: value) { type.box(UnsafeRawPointer($0)) } == type.box(address)
    }
    return _openExistential(child, do: open)
  }
}
