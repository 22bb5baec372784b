#if compiler(<6.2)
  /// What the compiler knows later ones by: a type whose conformances are not isolated.
  public typealias SendableMetatype = Any
#endif

/// A type that names keys of its own for predicates: computed properties, wrapped and lazy ones, other names.
///
///     extension Word: PredicateKeyed {
///       static var predicateKeys: [PredicateKey<Word>] {
///         [.key("text") { $0.text }, .key("shout") { $0.text.uppercased() }]
///       }
///     }
///
/// A key named here wins over a stored property of the same name; stored properties not named here remain keys. A
/// subclass has the keys of its superclass.
///
/// The keys are asked for on any thread, so the conformance cannot be isolated to an actor: write `nonisolated static var
/// predicateKeys` where the type is. Grammar/Isolation.md tells when keys must be named here.
public protocol PredicateKeyed: SendableMetatype {
  /// The type that the closures take: the conforming type itself.
  associatedtype KeyRoot = Self
  /// The keys. They are asked for once, when the first predicate meets the type.
  static var predicateKeys: [PredicateKey<KeyRoot>] { get }
}

/// A key with the closure that reads it.
public struct PredicateKey<Root>: Sendable {
  /// The key as a format string spells it.
  public let name: String
  /// The closure, erased; nil where the key is a stored property, read where it stands.
  package let getter: KeyGetter?

  /// The key of a stored `var` of a class whose objects several threads have, read where it stands and without a closure.
  ///
  /// It is unsafe: nothing checks that no thread changes the property while a predicate reads it. It is meant for classes that
  /// are `@unchecked Sendable` because nothing changes their objects once they are made.
  public static func unsafeStored(_ name: String) -> PredicateKey<Root> { PredicateKey(stored: name) }

  private init(stored name: String) {
    self.name = name
    getter = nil
  }

  /// Makes a key from erased code; `key(_:_:)` is what programs call.
  @usableFromInline
  init(
    name: String, valueType: Any.Type, isOnMainActor: Bool = false,
    read: @escaping @Sendable (UnsafePointer<UnsafeRawPointer>, UInt64, UnsafeMutableRawPointer) -> Void,
    destroy: @escaping @Sendable (UnsafeMutableRawPointer, UInt64) -> Void
  ) {
    self.name = name
    getter = KeyGetter(
      valueType: valueType, place: isOnMainActor ? .mainActor : .anywhere, read: read, destroyValues: destroy)
  }

  /// A key that reads as what `get` returns.
  ///
  /// A closure and not a key path, because a key-path literal slows the program's own access to the property. The loop
  /// over a block is inlinable, so that `get` is inlined into it in the module that writes it, and one opaque call
  /// serves up to 64 objects.
  @inlinable
  public static func key<Value>(
    _ name: String, _ get: @escaping @Sendable (Root) -> Value
  ) -> PredicateKey<Root> {
    make(name, isOnMainActor: false, get)
  }

  /// A key that reads as what `get` returns on the main actor: of a type, or a property, that is isolated to it.
  ///
  ///     extension Item: PredicateKeyed {
  ///       nonisolated static var predicateKeys: [PredicateKey<Item>] {
  ///         [.key("title", on: MainActor.self) { $0.title }]
  ///       }
  ///     }
  ///
  /// A predicate with such a key runs on the main actor alone, and throws `FormatError` elsewhere; with `threads:`, it takes
  /// one thread.
  @inlinable
  public static func key<Value>(
    _ name: String, on _: MainActor.Type, _ get: @escaping @MainActor (Root) -> Value
  ) -> PredicateKey<Root> {
    // Whoever calls it is on the main actor: `ProgramShape.expect` sees to that.
    make(name, isOnMainActor: true, unsafeBitCast(get, to: (@Sendable (Root) -> Value).self))
  }

  /// Makes the loop over a block.
  @inlinable @inline(__always)
  static func make<Value>(
    _ name: String, isOnMainActor: Bool, _ get: @escaping @Sendable (Root) -> Value
  ) -> PredicateKey<Root> {
    PredicateKey(
      name: name, valueType: Value.self, isOnMainActor: isOnMainActor,
      read: { lanes, live, out in
        let values = out.assumingMemoryBound(to: Value.self)
        var rest = live
        while rest != 0 {
          let lane = rest.trailingZeroBitCount
          rest &= rest &- 1
          // An object's lane holds the reference itself, so the lane's own address is that of a `Root` reference. It
          // came from storage of this class or of a subclass. A value's lane holds the value's address.
          let address = Root.self is AnyObject.Type ? UnsafeRawPointer(lanes + lane) : lanes[lane]
          (values + lane).initialize(to: get(address.load(as: Root.self)))
        }
      },
      destroy: { out, live in
        let values = out.assumingMemoryBound(to: Value.self)
        var rest = live
        while rest != 0 {
          (values + rest.trailingZeroBitCount).deinitialize(count: 1)
          rest &= rest &- 1
        }
      })
  }
}

/// The closure of a registered key, called for a block of up to 64 objects or values at once.
package struct KeyGetter: Sendable {
  /// Where a closure may be called, the freest first.
  package enum Place: Comparable, Sendable {
    case anywhere
    /// On the thread of the caller, who may be noting what is read: a property of an `Observable` type.
    case callersThread
    case mainActor
  }

  /// The Swift type of the values.
  package let valueType: Any.Type
  /// Where the closure may be called.
  package internal(set) var place: Place
  let read: @Sendable (UnsafePointer<UnsafeRawPointer>, UInt64, UnsafeMutableRawPointer) -> Void
  let destroyValues: @Sendable (UnsafeMutableRawPointer, UInt64) -> Void

  /// The type of the values.
  package var type: SwiftType { SwiftType.of(valueType) }

  /// Calls the closure for each lane whose bit is set in `live`, lowest first, and initialises the value of lane *j* at
  /// *j* strides of `type` from `out`; the other places stay as they are. A lane is the reference of an object, or the
  /// address of a value. The closure is the program's code: hold no address into an object across this call.
  package func call(lanes: UnsafePointer<UnsafeRawPointer>, live: UInt64, out: UnsafeMutableRawPointer) {
    read(lanes, live, out)
  }

  /// Ends the values that `call` made for the same lanes.
  package func destroy(out: UnsafeMutableRawPointer, live: UInt64) { destroyValues(out, live) }

  /// Calls `body` with the address of the value of a single object or value, good only during the call.
  package func withValue<Result>(of lane: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
    let layout = TypeLayout(of: valueType)
    return withUnsafeTemporaryAllocation(byteCount: max(1, layout.stride), alignment: layout.alignment) { buffer in
      // A temporary allocation of at least one byte has a base.
      guard let out = buffer.baseAddress else { return body(lane) }
      withUnsafePointer(to: lane) { call(lanes: $0, live: 1, out: out) }
      defer { destroy(out: out, live: 1) }
      return body(UnsafeRawPointer(out))
    }
  }
}

/// The keys that `type` registers, and why they cannot be used where they cannot.
///
/// - Parameter isObserved: whether somebody may be noting which properties are read.
func registeredKeys(
  of type: any PredicateKeyed.Type, isObserved: Bool
) -> (keys: [(name: String, getter: KeyGetter?)], fault: String?) {
  func open<Keyed: PredicateKeyed>(_: Keyed.Type) -> (keys: [(name: String, getter: KeyGetter?)], fault: String?) {
    // The closures are handed addresses of `Keyed`, which is sound only for its own type and its superclasses.
    let isOwn = Keyed.self == Keyed.KeyRoot.self
    guard isOwn || (Keyed.KeyRoot.self is AnyObject.Type && Keyed.self is Keyed.KeyRoot.Type) else {
      return ([], "the predicateKeys of \(Keyed.self) are keys of \(Keyed.KeyRoot.self)")
    }
    let keys = Keyed.predicateKeys.map { key in
      var getter = key.getter
      if isObserved, let place = getter?.place { getter?.place = max(place, .callersThread) }
      return (name: key.name, getter: getter)
    }
    return (keys, nil)
  }
  return open(type)
}
