/// A type that registers keys for predicates: computed, wrapped or lazy properties, or properties under another name.
///
///     extension Word: PredicateKeyed {
///       static var predicateKeys: [PredicateKey<Word>] {
///         [.key("text") { $0.text }, .key("shout") { $0.text.uppercased() }]
///       }
///     }
///
/// A registered key takes precedence over a stored property of the same name. Other stored properties remain keys. A subclass
/// has the keys of its superclass.
///
/// Any thread may ask for the keys, so the conformance cannot be isolated to an actor. In an isolated type, write `nonisolated
/// static var predicateKeys`. Grammar/Guides/Isolation.md explains when you must register keys.
public protocol PredicateKeyed: SendableMetatype {
  /// The type that the closures take, which is the conforming type itself.
  associatedtype KeyRoot = Self
  /// The registered keys. This property is read once, when a predicate first uses the type.
  static var predicateKeys: [PredicateKey<KeyRoot>] { get }
}

// Safety: There is memory for 64 values of the closure's type. Live ones are initialized, and destroyed once. Only masks that
// are not 0 lose their lowest bit.
/// A key with the closure that reads it.
public struct PredicateKey<Root>: Sendable {
  /// The key as written in a format string.
  public let name: String
  /// The type-erased closure, or `nil` if the key is a stored property that is read in place.
  package let getter: KeyGetter?
  /// The key path of the property, if one was given.
  @usableFromInline
  var keyPath: (AnyKeyPath & Sendable)?

  /// Creates a key for a stored `var` of a class whose objects several threads share. It is read in place, without a closure.
  ///
  /// This is unsafe, because nothing prevents another thread from changing the property while a predicate reads it. Use it for
  /// classes that are `@unchecked Sendable` because their objects do not change after initialization.
  public static func unsafeStored(_ name: String) -> PredicateKey<Root> { PredicateKey(stored: name) }

  private init(stored name: String) {
    self.name = name
    getter = nil
  }

  /// Creates a key from type-erased closures. Programs call `key(_:_:)` instead.
  @usableFromInline
  init(
    name: String, valueType: Any.Type, isOnMainActor: Bool = false,
    read: @escaping @Sendable (UnsafePointer<UnsafeRawPointer>, UInt64, UnsafeMutableRawPointer) -> Void,
    destroy: @escaping @Sendable (UnsafeMutableRawPointer, UInt64) -> Void
  ) {
    self.name = name
    getter = unsafe KeyGetter(
      valueType: valueType, isolation: isOnMainActor ? .mainActor : .anywhere, read: read, destroyValues: destroy)
  }

  /// Creates a key whose value is the result of `get`.
  ///
  /// The parameter is a closure, because a key-path literal would slow the program's own access to the property. The loop over
  /// a block is inlinable: the compiler inlines `get` into it in the calling module, and one opaque call processes up to 64
  /// objects.
  @inlinable
  public static func key<Value>(
    _ name: String, _ get: @escaping @Sendable (Root) -> Value
  ) -> PredicateKey<Root> {
    make(name, isOnMainActor: false, get)
  }

  /// Creates a key whose value is a property, and gives the key path of this property a name.
  ///
  /// Only for properties whose key path has no name of its own, such as computed ones, so that `%K`, `SortKey` and the conversion of a
  /// Foundation `Predicate` accept the key path. `key(_:_:)` reads faster.
  ///
  ///     static var predicateKeys: [PredicateKey<Word>] { [.key("isLong", at: \.isLong)] }
  @inlinable
  public static func key<Value>(
    _ name: String, at keyPath: KeyPath<Root, Value> & Sendable
  ) -> PredicateKey<Root> {
    var key = make(name, isOnMainActor: false) { (root: Root) in root[keyPath: keyPath] }
    key.keyPath = keyPath
    return key
  }

  /// Creates a key whose value is the result of `get` on the main actor, for types or properties that are isolated to it.
  ///
  ///     extension Item: PredicateKeyed {
  ///       nonisolated static var predicateKeys: [PredicateKey<Item>] {
  ///         [.key("title", on: MainActor.self) { $0.title }]
  ///       }
  ///     }
  ///
  /// A predicate with such a key can run only on the main actor, and throws `FormatError` elsewhere. With `threads:`, it uses one
  /// thread.
  @inlinable
  public static func key<Value>(
    _ name: String, on _: MainActor.Type, _ get: @escaping @MainActor (Root) -> Value
  ) -> PredicateKey<Root> {
    // `ProgramShape.expect` ensures that the caller is on the main actor.
    unsafe make(name, isOnMainActor: true, unsafeBitCast(get, to: (@Sendable (Root) -> Value).self))
  }

  /// Creates a key with the loop over a block.
  @inlinable @inline(__always)
  static func make<Value>(
    _ name: String, isOnMainActor: Bool, _ get: @escaping @Sendable (Root) -> Value
  ) -> PredicateKey<Root> {
    unsafe PredicateKey(
      name: name, valueType: Value.self, isOnMainActor: isOnMainActor,
      read: { lanes, live, out in
        let values = unsafe out.assumingMemoryBound(to: Value.self)
        var rest = live
        while rest != 0 {
          let lane = rest.trailingZeroBitCount
          rest &= rest &- 1
          // For a class, a lane contains the reference, so the address of the lane is that of a `Root` reference. The reference
          // comes from storage of this class or a subclass. For a value type, a lane contains the address of the value.
          let address = unsafe Root.self is AnyObject.Type ? UnsafeRawPointer(lanes + lane) : lanes[lane]
          unsafe (values + lane).initialize(to: get(address.load(as: Root.self)))
        }
      },
      destroy: { out, live in
        let values = unsafe out.assumingMemoryBound(to: Value.self)
        var rest = live
        while rest != 0 {
          unsafe (values + rest.trailingZeroBitCount).deinitialize(count: 1)
          rest &= rest &- 1
        }
      })
  }
}

/// The closure of a registered key. One call processes a block of up to 64 objects or values.
///
/// Safety: A closure of the main actor is called only if `ProgramShape` or `SwiftType.read` found that the caller is on that
/// actor.
@safe package struct KeyGetter: Sendable {
  /// Where a closure may be called, least restricted first.
  package enum Isolation: Comparable, Sendable {
    case anywhere
    /// On the caller's thread, because the caller may observe which properties of an `Observable` type are read.
    case callersThread
    case mainActor
  }

  /// The Swift type of the values.
  package let valueType: Any.Type
  /// Where the closure may be called.
  package internal(set) var isolation: Isolation
  let read: @Sendable (UnsafePointer<UnsafeRawPointer>, UInt64, UnsafeMutableRawPointer) -> Void
  let destroyValues: @Sendable (UnsafeMutableRawPointer, UInt64) -> Void

  /// The description of the type of the values.
  package var type: SwiftType { SwiftType.of(valueType) }

  /// Calls the closure for each lane whose bit is set in `live`, in ascending order, and initializes the value of lane *j* at
  /// *j* strides of `type` from `out`. The other slots do not change. A lane is the reference of an object, or the address of a
  /// value. The closure is code of the program, so addresses into an object are not valid across this call.
  package func call(lanes: UnsafePointer<UnsafeRawPointer>, live: UInt64, out: UnsafeMutableRawPointer) {
    unsafe read(lanes, live, out)
  }

  /// Destroys the values that `call` created for the same lanes.
  package func destroy(out: UnsafeMutableRawPointer, live: UInt64) { unsafe destroyValues(out, live) }

  /// Calls `body` with the address of the value for one object or value. The address is valid only during the call.
  package func withValue<Result>(of lane: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
    let layout = SwiftType.layout(of: valueType)
    return unsafe withUnsafeTemporaryAllocation(byteCount: max(1, layout.stride), alignment: layout.alignment) {
      buffer in
      // A temporary allocation of at least one byte has a base address.
      guard let out = buffer.baseAddress else { return unsafe body(lane) }
      unsafe withUnsafePointer(to: lane) { unsafe call(lanes: $0, live: 1, out: out) }
      defer { unsafe destroy(out: out, live: 1) }
      return unsafe body(UnsafeRawPointer(out))
    }
  }
}

/// Returns the name that a type registers for a key path.
func registeredName(of keyPath: AnyKeyPath, in type: any PredicateKeyed.Type) -> String? {
  func open<Keyed: PredicateKeyed>(_: Keyed.Type) -> String? {
    Keyed.predicateKeys.first { ($0.keyPath as AnyKeyPath?) == keyPath }?.name
  }
  return open(type)
}

/// Returns the keys that `type` registers, or the reason why they cannot be used.
///
/// - Parameter isObserved: Whether the caller may be observing which properties are read.
func registeredKeys(
  of type: any PredicateKeyed.Type, isObserved: Bool
) -> (keys: [(name: String, getter: KeyGetter?)], error: String?) {
  func open<Keyed: PredicateKeyed>(_: Keyed.Type) -> (keys: [(name: String, getter: KeyGetter?)], error: String?) {
    // The closures receive addresses of `Keyed`, which is safe only if they take this type or a superclass.
    let isOwn = Keyed.self == Keyed.KeyRoot.self
    guard isOwn || (Keyed.KeyRoot.self is AnyObject.Type && Keyed.self is Keyed.KeyRoot.Type) else {
      return ([], "the predicateKeys of \(Keyed.self) are keys of \(Keyed.KeyRoot.self)")
    }
    let keys = Keyed.predicateKeys.map { key in
      var getter = key.getter
      if isObserved, let isolation = getter?.isolation { getter?.isolation = max(isolation, .callersThread) }
      return (name: key.name, getter: getter)
    }
    return (keys, nil)
  }
  return open(type)
}
