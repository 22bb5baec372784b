#if !NoRuntimeSymbols
// What the compiler recorded about a class: whether it is an actor, which methods a subclass may override, and which methods of
// its superclasses it overrides. The layout is that of `TargetClassDescriptor` in the sources of Swift, part of the stable ABI of
// Apple's platforms. The records of a class exist even if the optimizer removed the methods, because nothing calls them.

/// The descriptor of a Swift class.
///
/// Safety: The runtime returns the address of the descriptor, which is never freed. Its flags and counts determine the addresses in
/// it. A descriptor with flags that are not known here is not read (`isUnderstood`).
@safe struct ClassDescriptor {
  private let start: UnsafeRawPointer
  private let flags: UInt32
  /// The methods that the class introduces, 8 bytes each: the flags and the implementation.
  private var methods = (address: UInt(0), count: 0)
  /// The inherited methods that the class overrides, 12 bytes each: the class, its method and the implementation.
  private var overrides = (address: UInt(0), count: 0)
  /// Whether the tables of methods could be located.
  private(set) var isUnderstood = true

  /// Creates the descriptor, or returns `nil` for a class that Swift did not compile.
  init?(of type: AnyClass) {
    guard let start = unsafe runtimeTypeDescriptor(type) else { return nil }
    unsafe self.start = start
    flags = unsafe start.load(as: UInt32.self)
    // The lowest five bits are the kind of the descriptor.
    guard flags & 0x1F == 16 else { return nil }
    locateTables()
  }

  /// Finds the tables, which follow the parts of fixed size and the generic signature.
  private mutating func locateTables() {
    var next = unsafe start + 44
    func half(_ offset: Int) -> Int { unsafe Int((next + offset).load(as: UInt16.self)) }
    func word(_ offset: Int) -> Int { unsafe Int((next + offset).load(as: UInt32.self)) }
    let isGeneric = flags & 0x80 != 0
    if isGeneric {
      let (parameters, requirements, kinds) = (half(8), half(10), half(14))
      unsafe next += 16 + (parameters + 3) / 4 * 4 + 12 * requirements
      // Parameter packs and integer parameters have records of their own.
      if kinds & 1 != 0 { unsafe next += 4 + 8 * half(0) }
      if kinds & 4 != 0 { unsafe next += 4 + 4 * word(0) }
      if kinds & ~5 != 0 { isUnderstood = false }
    }
    let hasResilientSuperclass = flags & 1 << 29 != 0
    if hasResilientSuperclass { unsafe next += 4 }
    switch flags >> 16 & 3 {
    case 0: break
    case 1: unsafe next += 12
    default: isUnderstood = false
    }
    guard isUnderstood else { return }
    let (hasMethods, hasOverrides) = (flags & 1 << 31 != 0, flags & 1 << 30 != 0)
    if hasMethods {
      methods = unsafe (UInt(bitPattern: next + 8), word(4))
      unsafe next += 8 + 8 * methods.count
    }
    if hasOverrides { overrides = unsafe (UInt(bitPattern: next + 4), word(0)) }
  }

  /// Whether the class is an actor, distributed or not.
  var isActor: Bool { flags & 1 << 23 != 0 }

  /// A property or a subscript that a subclass may override. It is identified by the address of the record of its getter.
  typealias Property = (getter: UInt, isSettable: Bool)

  /// The properties and subscripts, in the order of declaration. A stored `var` that may be overridden has a setter.
  var properties: [Property] {
    (0..<methods.count).compactMap { index in
      let method = methods.address + UInt(index) * 8
      guard Self.kind(of: method) == .getter else { return nil }
      return (method, index + 1 < methods.count && Self.kind(of: method + 8) == .setter)
    }
  }

  /// The getters of superclasses that the class overrides.
  var overriddenGetters: [UInt] {
    (0..<overrides.count).compactMap { index in
      let method = Self.target(of: overrides.address + UInt(index) * 12 + 4)
      return Self.kind(of: method) == .getter ? method : nil
    }
  }

  private enum MethodKind { case getter, setter, other }

  /// Returns the kind of the method of an instance whose record is at an address.
  private static func kind(of method: UInt) -> MethodKind {
    guard let address = unsafe UnsafeRawPointer(bitPattern: method) else { return .other }
    switch unsafe address.load(as: UInt32.self) & 0x1F {
    // A property whose type cannot be copied has a coroutine, of an old or a new form, in place of the getter.
    case 0x12, 0x15, 0x16: return .getter
    case 0x13: return .setter
    default: return .other
    }
  }

  /// Returns the address that a relative reference means. The lowest bit says that the address is stored there.
  private static func target(of reference: UInt) -> UInt {
    guard let address = unsafe UnsafeRawPointer(bitPattern: reference) else { return 0 }
    let distance = unsafe Int(address.load(as: Int32.self))
    if distance == 0 { return 0 }
    let target = unsafe address + (distance & ~1)
    return unsafe distance & 1 == 0 ? UInt(bitPattern: target) : target.load(as: UInt.self)
  }
}

extension SwiftType {
  /// Returns whether `type` is an actor, distributed or not.
  package static func isActor(_ type: Any.Type) -> Bool {
    guard let type = type as? AnyClass else { return false }
    return ancestry(of: type).contains { ClassDescriptor(of: $0)?.isActor == true }
  }

  /// The properties of the classes of an object that subclasses override.
  struct OverriddenProperties {
    /// For each class, root class first, its properties, or `nil` if they are not known.
    private let properties: [[ClassDescriptor.Property]?]
    /// For each overridden getter, the name of the class that overrides it.
    private var overriding: [UInt: String] = [:]
    /// The index and the name of a class whose overrides are not known.
    private var unknown: (level: Int, name: String)?

    init(in chain: [AnyClass]) {
      let descriptors = chain.map { ClassDescriptor(of: $0) }
      properties = descriptors.map { $0.flatMap { $0.isUnderstood ? $0.properties : nil } }
      for (level, descriptor) in descriptors.enumerated() {
        guard let descriptor else { continue }
        if !descriptor.isUnderstood { unknown = (level, SwiftType.name(of: chain[level])) }
        for getter in descriptor.overriddenGetters { overriding[getter] = SwiftType.name(of: chain[level]) }
      }
    }

    /// Returns for each variable of a class the reason why it must not be read in place, or `nil` if it may be.
    ///
    /// The record of a method has no name. If a class has as many variables as properties with a setter, they are in the same
    /// order. Otherwise every variable of the class may be the overridden one.
    ///
    /// - Parameters:
    ///   - storage: The names of the variables of the class.
    ///   - level: The index of the class.
    func reasons(ofVariables storage: [String], _ level: Int, _ name: String) -> [String?] {
      if let unknown, unknown.level > level {
        return storage.map { _ in "\(unknown.name) may override it; \(SwiftType.remedy)" }
      }
      guard let properties = properties[level] else { return storage.map { _ in nil } }
      let places =
        properties.lazy.filter(\.isSettable).count == storage.count
        ? Self.places(of: storage, in: properties) : storage.map { _ in properties.startIndex..<properties.endIndex }
      return places.map { place in
        let candidates = properties[place].filter(\.isSettable).map { overriding[$0.getter] }
        guard let subclass = candidates.lazy.compactMap({ $0 }).first else { return nil }
        return candidates.count == 1
          ? "\(subclass) overrides it; \(SwiftType.remedy)"
          : "\(subclass) overrides a property of \(name), and this may be the one; \(SwiftType.remedy)"
      }
    }

    /// Returns for each variable the properties that may be it, if all are in the order of declaration.
    ///
    /// The storage of a wrapped property is a variable such as `_x`. If the wrapper has no setter, `x` is a property without one.
    /// A variable with such a name may therefore have the place of a property without a setter, and then another property with
    /// one is computed.
    private static func places(of storage: [String], in properties: [ClassDescriptor.Property]) -> [Range<Int>] {
      func mayBe(_ name: String, _ index: Int) -> Bool { properties[index].isSettable || name.hasPrefix("_") }
      var (first, last): ([Int], [Int]) = ([], [])
      var rest = properties.indices
      for name in storage {
        guard let index = rest.first(where: { mayBe(name, $0) }) else { break }
        first.append(index)
        rest = index + 1..<rest.upperBound
      }
      rest = properties.indices
      for name in storage.reversed() {
        guard let index = rest.last(where: { mayBe(name, $0) }) else { break }
        last.append(index)
        rest = rest.lowerBound..<index
      }
      return zip(first, last.reversed()).map { $0..<$1 + 1 }
    }
  }
}

// Safety: The runtime exports this entry point, which accepts any type. The address is that of constant data.
@_silgen_name("swift_getTypeContextDescriptor")
private func runtimeTypeDescriptor(_: Any.Type) -> UnsafeRawPointer?
#endif
