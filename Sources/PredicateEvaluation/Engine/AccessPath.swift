import PredicateSemantics
import PredicateSyntax

/// The path from the objects of a block to the values of a key path, resolved once to hops and offsets.
///
/// Safety: No text or argument determines an address: addresses come from the caller's array, which lives as long as the call
/// and has an element for each lane, and from offsets that `SwiftType` found and verified. A value is read as its field's
/// declared type, by which `Compiler` chooses the leaf.
struct AccessPath {
  enum Hop {
    /// Adds a number of bytes, to reach a field of the same object or value.
    case add(Int)
    /// Follows a reference to an object, and adds a number of bytes.
    case load(Int)
    /// Follows a reference that may be nil, and adds a number of bytes.
    case loadOptional(Int)
    /// Unwraps an optional value; the address stays the same.
    case unwrap(SwiftType)
    /// Calls a registered key, which creates its values for the whole block.
    case get(KeyGetter)
    /// Reads a key of objects as the class of each object requires.
    case key(ObjectKey)
  }

  let layout: Layout
  /// The offset of the first field in the objects or values of the block.
  private var offset = 0
  /// The steps from the first field to the value.
  private var hops: [Hop] = []
  /// The type of the value at the end, including its optional.
  private(set) var type: SwiftType
  /// Whether the path ends at the object itself, not at a reference to it.
  private(set) var endsAtObject: Bool
  /// Whether the path ends in the `length` of a string.
  private(set) var endsInLength = false
  private(set) var hasGetters = false
  /// Whether a subclass may register a closure for a key of the path.
  private(set) var hasObjectKeys = false

  /// Creates the path from objects with `layout`. `keys` is the source that the path was checked with, and `range` the position
  /// of the path in the text.
  init(_ path: ResolvedPath, from layout: Layout, _ keys: SwiftKeySource, at range: FormatRange) {
    self.layout = layout
    type = layout.type
    endsAtObject = layout.isReference
    for step in path.steps {
      if step.key != nil {
        append(keys.fields[step.field], isShared: keys.isShared, at: range)
      } else {
        // A step without a key is the length of a string.
        endsInLength = true
      }
    }
  }

  private mutating func append(_ field: Field, isShared: Bool, at range: FormatRange) {
    precondition(field.owner === type.unwrapped)  // Safety: A scope keeps the type that was checked.
    let mayBeOfSubclass = type.unwrapped.mayHaveSubclasses
    // Continue at the object or value that has the field.
    if endsAtObject {
      endsAtObject = false
    } else {
      appendHopsToObject()
    }
    if case .getter = field.access { hasGetters = true }
    switch field.access {
    case _ where mayBeOfSubclass:
      hops.append(.key(ObjectKey(field, isShared: isShared, at: range)))
      hasObjectKeys = true
    case .offset(let offset): add(offset)
    case .getter(let getter): hops.append(.get(getter))
    }
    type = field.type
  }

  /// Appends a number of bytes: to the last hop, if that finds addresses itself.
  private mutating func add(_ offset: Int) {
    switch hops.popLast() {
    case nil: self.offset += offset
    case .add(let before): hops.append(.add(before + offset))
    case .load(let before): hops.append(.load(before + offset))
    case .loadOptional(let before): hops.append(.loadOptional(before + offset))
    case let hop?: hops += [hop, .add(offset)]
    }
  }

  /// Appends the hops from a value to the object or struct that has the keys, through optionals of any depth.
  private mutating func appendHopsToObject() {
    var inner = type
    while case .optional(let payload) = inner.kind {
      if case .object = payload.kind {
        // nil is the zero word here. If this optional is inside another one, an earlier hop has unwrapped that.
        hops.append(.loadOptional(0))
        return
      }
      hops.append(.unwrap(inner))
      inner = payload
    }
    if case .object = inner.kind { hops.append(.load(0)) }
  }

  /// The offset of a field of the block's own objects or values, which need no list of addresses. `nil` for other paths. If there
  /// is a key, only blocks whose objects it finds to be in place have the field there.
  var own: (offset: Int, key: ObjectKey?)? {
    if case .optional = layout.type.kind { return nil }
    if endsAtObject { return nil }
    if hops.isEmpty { return (offset, nil) }
    guard case .key(let key)? = hops.first, let start = key.offset else { return nil }
    if hops.count == 1 { return (start, key) }
    if hops.count == 2, case .add(let more) = hops[1] { return (start + more, key) }
    return nil
  }

  /// Whether the value belongs to an object other than the block's own.
  var isThroughObject: Bool {
    hops.contains { if case .load = $0 { true } else if case .loadOptional = $0 { true } else { false } }
  }

  /// Finds the addresses of the live lanes' values, and returns the lanes that have no nil on the path.
  ///
  /// If the path has registered keys, the addresses are valid until `run.release`.
  @inline(never)
  func resolve(
    _ run: Run, _ block: Block, _ live: UInt64, _ addresses: UnsafeMutablePointer<UnsafeRawPointer>
  ) -> UInt64 {
    var mask = live
    let offset = offset
    if layout.isReference, layout.type.isNullable {
      forEachLane(live) { lane in
        // An optional reference that is nil is a zero word.
        if let object = unsafe layout.address(block, lane).load(as: UnsafeRawPointer?.self) {
          unsafe addresses[lane] = object + offset
        } else {
          mask &= ~bit(lane)
        }
      }
    } else if layout.isReference {
      let objects = unsafe block.references
      everyLane(live) { unsafe addresses[$0] = objects[$0] + offset }
    } else {
      let (start, stride) = unsafe (layout.address(block, 0) + offset, layout.stride)
      everyLane(live) { unsafe addresses[$0] = start + $0 &* stride }
    }
    for hop in hops {
      switch hop {
      case .add(let offset): everyLane(mask) { unsafe addresses[$0] += offset }
      case .load(let offset):
        everyLane(mask) { unsafe addresses[$0] = addresses[$0].load(as: UnsafeRawPointer.self) + offset }
      case .loadOptional(let offset):
        forEachLane(mask) { lane in
          if let object = unsafe addresses[lane].load(as: UnsafeRawPointer?.self) {
            unsafe addresses[lane] = object + offset
          } else {
            mask &= ~bit(lane)
          }
        }
      case .unwrap(let type): forEachLane(mask) { if unsafe type.isNil(addresses[$0]) { mask &= ~bit($0) } }
      case .get(let getter): if mask != 0 { unsafe run.get(getter, mask, addresses) }
      case .key(let key): if mask != 0 { mask = unsafe key.resolve(run, mask, addresses) }
      }
    }
    return mask
  }

  /// Calls `body` with the addresses of the live lanes' values and the lanes that have one.
  @inline(__always)
  func withAddresses<R>(
    _ run: Run, _ block: Block, _ live: UInt64, _ body: (UnsafeMutablePointer<UnsafeRawPointer>, UInt64) -> R
  ) -> R {
    // Not by `withLanes`: this recurses for collections in collections, and a debug build would use more of the stack.
    unsafe withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: 64) { buffer in
      let addresses = unsafe buffer.baseAddress.unsafelyUnwrapped  // a buffer of 64 has an address
      let before = unsafe run.temporaries.count
      let result = unsafe body(addresses, resolve(run, block, live, addresses))
      if hasGetters || hasObjectKeys { run.release(to: before) }
      return result
    }
  }

  /// Returns the value of one lane, of any type.
  func box(_ run: Run, _ block: Block, _ lane: Int) -> FormatValue {
    unsafe withAddresses(run, block, bit(lane)) { addresses, mask in
      if mask == 0 { return .null }
      let address = unsafe addresses[lane]
      if endsInLength { return unsafe length(at: address).map { .integer(Int64($0)) } ?? .null }
      // The value is the object itself; the list of addresses contains a reference to it.
      if endsAtObject { return unsafe type.unwrapped.value(at: UnsafeRawPointer(addresses + lane)) }
      return unsafe type.value(at: address).nanAsNil
    }
  }

  /// Returns the UTF-16 length of the string at an address, or `nil` for nil.
  @inline(__always)
  func length(at address: UnsafeRawPointer) -> Int? {
    if case .string = type.kind { return unsafe address.assumingMemoryBound(to: String.self).pointee.utf16.count }
    guard case .string(let text) = unsafe type.box(address) else { return nil }
    return text.utf16.count
  }
}
