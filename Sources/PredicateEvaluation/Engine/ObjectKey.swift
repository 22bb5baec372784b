import PredicateSemantics
import PredicateSyntax
import Synchronization

/// A key of the objects of a class that may have subclasses. Each object is read as its own class requires: in place, or by the
/// closure that the subclass registers under the same name. A subclass that overrides the property and registers no closure is an
/// error.
///
/// The loops over the lanes compare classes: with the class whose key this is, and with the subclass met last. Other classes are
/// looked up, once for each block.
///
/// Safety: The references are those of live objects. Each has the class of the key or a subclass, and so the field at its offset.
final class ObjectKey: Sendable {
  private let field: Field
  private let isShared: Bool
  private let range: FormatRange
  private let ownClass: UInt
  /// The last subclass whose objects are read as those of the class itself.
  private let alike = Atomic<UInt>(0)
  /// The other classes that were met.
  private let known = Lock<[(objectClass: UInt, reading: Reading)]>([])

  /// How the objects of a class are read.
  private enum Reading {
    /// As those of the class of the key.
    case same
    case offset(Int)
    case getter(KeyGetter)
    case refused(FormatDiagnostic)
  }

  /// - Parameters:
  ///   - isShared: Whether other threads may access the objects.
  ///   - range: The position of the key path in the text.
  init(_ field: Field, isShared: Bool, at range: FormatRange) {
    self.field = field
    self.isShared = isShared
    self.range = range
    ownClass = unsafe unsafeBitCast(field.owner.type, to: UInt.self)
  }

  /// The offset of the property if the class itself reads it in place.
  var offset: Int? { if case .offset(let offset) = field.access { offset } else { nil } }

  /// Returns the class of an object.
  @inline(__always)
  private static func objectClass(_ object: UnsafeRawPointer) -> UInt {
    #if canImport(ObjectiveC)
    // The first word of an object may contain more than its class.
    unsafe Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef {
      unsafe unsafeBitCast(type(of: $0), to: UInt.self)
    }
    #else
    unsafe object.load(as: UInt.self)
    #endif
  }

  /// Returns the live lanes whose objects may have to be read in another way.
  @inline(__always)
  private func others(_ objects: UnsafePointer<UnsafeRawPointer>, _ live: UInt64) -> UInt64 {
    let (own, alike) = (ownClass, alike.load(ordering: .relaxed))
    var others: UInt64 = 0
    everyLane(live) { lane in
      let objectClass = unsafe Self.objectClass(objects[lane])
      others |= objectClass == own || objectClass == alike ? 0 : bit(lane)
    }
    return others
  }

  /// Returns whether the objects of all live lanes are read in place, at the offset of the class itself.
  @inline(never)
  func isInPlace(_ objects: UnsafePointer<UnsafeRawPointer>, _ live: UInt64) -> Bool {
    let others = unsafe others(objects, live)
    if others == 0 { return true }
    let known = known.withLock { $0 }
    var isInPlace = true
    forEachLane(others) { lane in
      guard isInPlace else { return }
      if case .same = unsafe reading(objects[lane], known) {} else { isInPlace = false }
    }
    return isInPlace
  }

  /// Replaces the references of the live lanes by the addresses of the key's values.
  ///
  /// - Returns: The lanes that have a value. If a class refuses the key, the run ends with that error.
  @inline(never)
  func resolve(_ run: Run, _ live: UInt64, _ addresses: UnsafeMutablePointer<UnsafeRawPointer>) -> UInt64 {
    let others = unsafe others(addresses, live)
    var (same, answered): (UInt64, UInt64) = (live & ~others, live)
    var calls: [(objectClass: UInt, getter: KeyGetter, lanes: UInt64)] = []
    let known = others == 0 ? [] : known.withLock { $0 }
    forEachLane(others) { lane in
      let object = unsafe addresses[lane]
      switch unsafe reading(object, known) {
      case .same: same |= bit(lane)
      case .offset(let offset): unsafe addresses[lane] += offset
      case .getter(let getter) where getter.isolation == .mainActor && !isOnMainActor():
        unsafe run.end(unreadable(of: object, Field.isOnlyOnMainActor))
        answered &= ~bit(lane)
      case .getter(let getter):
        let objectClass = unsafe Self.objectClass(object)
        if let index = calls.firstIndex(where: { $0.objectClass == objectClass }) {
          calls[index].lanes |= bit(lane)
        } else {
          calls.append((objectClass, getter, bit(lane)))
        }
      case .refused(let error):
        run.end(error)
        answered &= ~bit(lane)
      }
    }
    switch field.access {
    case .offset(let offset): everyLane(same) { unsafe addresses[$0] += offset }
    case .getter(let getter): if same != 0 { calls.append((ownClass, getter, same)) }
    }
    for call in calls { unsafe run.get(call.getter, call.lanes, addresses) }
    return answered
  }

  /// Returns how an object is read. `known` contains the classes that were known when the block began.
  private func reading(
    _ object: UnsafeRawPointer, _ known: [(objectClass: UInt, reading: Reading)]
  ) -> Reading {
    let objectClass = unsafe Self.objectClass(object)
    if objectClass == ownClass { return .same }
    let found = known.first { $0.objectClass == objectClass }?.reading
    let reading = if let found { found } else { unsafe newReading(object, objectClass) }
    if case .same = reading { alike.store(objectClass, ordering: .relaxed) }
    return reading
  }

  @inline(never)
  private func newReading(_ object: UnsafeRawPointer, _ objectClass: UInt) -> Reading {
    // The keys of the class are found outside the lock, because this may call the program's `predicateKeys`.
    let reading = unsafe reading(in: SwiftType.of(Self.dynamicType(object)))
    return known.withLock { known in
      if let other = known.first(where: { $0.objectClass == objectClass }) { return other.reading }
      known.append((objectClass, reading))
      return reading
    }
  }

  private static func dynamicType(_ object: UnsafeRawPointer) -> Any.Type {
    unsafe Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { Swift.type(of: $0) }
  }

  /// Returns how the objects of a subclass are read.
  private func reading(in type: SwiftType) -> Reading {
    let table = type.fields
    let entry = table.lookup(field.name)
    if case .found(let own) = entry, case .getter(let getter) = own.access {
      if own.type === field.type { return .getter(getter) }
      let reason = "its value there is \(own.type.name), and in \(field.owner.name) it is \(field.type.name)"
      return .refused(unreadable(type, reason))
    }
    guard let offset else {
      // The subclass does not register the key of its superclass.
      switch entry {
      case .found(let own) where own.type === field.type && !(isShared && own.isVariable):
        if case .offset(let offset) = own.access { return .offset(offset) }
        return .same
      case .found(let own):
        return .refused(unreadable(type, own.isVariable ? Field.mayBeChanging : "its value there is \(own.type.name)"))
      case .unreadable(let reason): return .refused(unreadable(type, reason))
      case .absent: return .refused(unreadable(type, "its predicateKeys do not contain it"))
      }
    }
    // A property of the subclass with the same name is another property.
    if let reason = table.overridden[offset] { return .refused(unreadable(type, reason)) }
    if table.isolation == .mainActor, field.isVariable { return .refused(unreadable(type, SwiftType.isolated)) }
    return .same
  }

  private func unreadable(_ type: SwiftType, _ reason: String) -> FormatDiagnostic {
    FormatDiagnostic(
      .unreadableKey(field.name, type: type.name, reason: reason, isAlwaysThrown: true), at: range)
  }

  private func unreadable(of object: UnsafeRawPointer, _ reason: String) -> FormatDiagnostic {
    unsafe unreadable(SwiftType.of(Self.dynamicType(object)), reason)
  }
}
