import PredicateModel
import PredicateSyntax

/// The way from the objects of a block to the values of a key path: hops and offsets, found once.
///
/// The engine follows raw addresses: here, and in the leaves and nodes that read the values at the end (the files that
/// ArchitectureTests names). No text and no argument makes an address. They come from the caller's array, held for the
/// time of the call, and from offsets that `SwiftType` found and checked; a value is read as the type that its field was
/// declared with, which `Compiler` chooses the leaf by.
struct AccessPath {
  enum Hop {
    /// On by so many bytes, to a field of the same object or value.
    case add(Int)
    /// The place holds a reference: on to the object.
    case load
    /// The place holds a reference or nil.
    case loadOptional
    /// The place holds an optional value: on to the value, at the same place.
    case unwrap(SwiftType)
    /// A registered key: its values are made for the whole block.
    case get(KeyGetter)
  }

  let layout: Layout
  private(set) var hops: [Hop] = []
  /// The type of the value at the end, with its optional.
  private(set) var type: SwiftType
  /// Whether the end is the object itself, not a place that holds its reference.
  private(set) var endsAtObject: Bool
  /// Whether `length` of the string at the end is meant.
  private(set) var endsInLength = false
  private(set) var hasGetters = false

  /// The way of `path` from objects laid out as `layout`; nil where the types have changed under it.
  init?(_ path: ResolvedPath, from layout: Layout) {
    self.layout = layout
    type = layout.type
    endsAtObject = layout.isReference
    for step in path.steps {
      switch step.kind {
      case .length: endsInLength = true
      case .key(let name):
        guard append(name) else { return nil }
      }
    }
  }

  private mutating func append(_ name: String) -> Bool {
    guard case .found(let field) = type.field(name) else { return false }
    // Up to the object or value that has the field.
    if endsAtObject {
      endsAtObject = false
    } else {
      appendHopsToObject()
    }
    switch field.access {
    case .offset(let offset):
      if case .add(let before)? = hops.last {
        hops[hops.count - 1] = .add(before + offset)
      } else {
        hops.append(.add(offset))
      }
    case .getter(let getter):
      hops.append(.get(getter))
      hasGetters = true
    }
    type = field.type
    return true
  }

  /// From the place of a value to the object or struct whose keys are meant, through optionals of any depth.
  private mutating func appendHopsToObject() {
    var inner = type
    while case .optional(let payload) = inner.kind {
      if case .object = payload.kind {
        // nil is the zero word here, and was told already where this optional is itself in one.
        hops.append(.loadOptional)
        return
      }
      hops.append(.unwrap(inner))
      inner = payload
    }
    if case .object = inner.kind { hops.append(.load) }
  }

  /// Where the path is a field of the block's own objects: the fastest ways, without a list of addresses.
  enum Shape {
    case valueField(offset: Int)
    case objectField(offset: Int)
    case general
  }

  var shape: Shape {
    if case .optional = layout.type.kind { return .general }
    switch hops.count {
    case 0 where !layout.isReference: return .valueField(offset: 0)
    case 1:
      guard case .add(let offset) = hops[0] else { return .general }
      return layout.isReference ? .objectField(offset: offset) : .valueField(offset: offset)
    default: return .general
    }
  }

  /// Whether the value belongs to another object than the block's own.
  var isThroughObject: Bool {
    hops.contains { if case .load = $0 { true } else if case .loadOptional = $0 { true } else { false } }
  }

  /// Finds the places of the values of the live lanes; the lanes for which nil stands in the way are not in the answer.
  ///
  /// Where the path has registered keys the places live until `run.release`.
  @inline(never)
  func resolve(
    _ run: Run, _ block: Block, _ live: UInt64, _ places: UnsafeMutablePointer<UnsafeRawPointer>
  ) -> UInt64 {
    var mask = live
    if layout.isReference, layout.type.isNullable {
      forEachLane(live) { lane in
        // An optional reference that is nil is a zero word.
        if let object = layout.place(block, lane).load(as: UnsafeRawPointer?.self) {
          places[lane] = object
        } else {
          mask &= ~bit(lane)
        }
      }
    } else if layout.isReference {
      let objects = block.references
      everyLane(live) { places[$0] = objects[$0] }
    } else {
      let (start, stride) = (layout.place(block, 0), layout.stride)
      everyLane(live) { places[$0] = start + $0 &* stride }
    }
    for hop in hops {
      switch hop {
      case .add(let offset): everyLane(mask) { places[$0] += offset }
      case .load: everyLane(mask) { places[$0] = places[$0].load(as: UnsafeRawPointer.self) }
      case .loadOptional:
        forEachLane(mask) { lane in
          if let object = places[lane].load(as: UnsafeRawPointer?.self) {
            places[lane] = object
          } else {
            mask &= ~bit(lane)
          }
        }
      case .unwrap(let type): forEachLane(mask) { if type.isNil(places[$0]) { mask &= ~bit($0) } }
      case .get(let getter): if mask != 0 { get(getter, run, mask, places) }
      }
    }
    return mask
  }

  private func get(
    _ getter: KeyGetter, _ run: Run, _ live: UInt64, _ places: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    let type = getter.type
    let room = UnsafeMutableRawPointer.allocate(byteCount: max(1, type.stride * 64), alignment: type.alignment)
    getter.call(lanes: places, live: live, out: room)
    run.temporaries.append(Run.Temporary(getter: getter, place: room, live: live))
    forEachLane(live) { places[$0] = UnsafeRawPointer(room + $0 * type.stride) }
  }

  /// Calls `body` with the places of the values of the live lanes, and the lanes that have one.
  @inline(__always)
  func withPlaces<R>(
    _ run: Run, _ block: Block, _ live: UInt64, _ body: (UnsafeMutablePointer<UnsafeRawPointer>, UInt64) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: 64) { buffer in
      let places = buffer.baseAddress.unsafelyUnwrapped  // a buffer of 64 has an address
      let before = run.temporaries.count
      let result = body(places, resolve(run, block, live, places))
      if hasGetters { run.release(to: before) }
      return result
    }
  }

  /// The value of one lane, whatever its type.
  func box(_ run: Run, _ block: Block, _ lane: Int) -> FormatValue {
    withPlaces(run, block, bit(lane)) { places, mask in
      if mask == 0 { return .null }
      let place = places[lane]
      if endsInLength { return length(at: place).map { .integer(Int64($0)) } ?? .null }
      // The object itself: the list of places holds its reference.
      if endsAtObject { return type.unwrapped.value(at: UnsafeRawPointer(places + lane)) }
      return type.value(at: place).settled
    }
  }

  /// The UTF-16 length of the string at a place, nil for nil.
  @inline(__always)
  func length(at place: UnsafeRawPointer) -> Int? {
    switch type.kind {
    case .string: return place.assumingMemoryBound(to: String.self).pointee.utf16.count
    default:
      guard case .string(let text) = type.box(place) else { return nil }
      return text.utf16.count
    }
  }
}
