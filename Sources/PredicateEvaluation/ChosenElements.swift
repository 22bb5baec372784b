/// Copies the chosen elements of an array: those whose bits are set, one word for each 64.
///
/// The size of the result is known, so no array grows; nothing here is compiled for the type; and the elements of each part
/// may be copied by another thread.
struct ChosenElements {
  private let masks: [UInt64]
  private let parts: Parts
  /// How many elements each part gives, added up: where its first one goes.
  private let places: [Int]
  private let count: Int

  /// What one chosen element costs in nanoseconds: it must be retained, and later released.
  private static let cost = 8

  init(_ masks: [UInt64], threads: Int = 1) {
    self.masks = masks
    let all = masks.reduce(0) { $0 + $1.nonzeroBitCount }
    // Parts are of rows, which cost the less the fewer of them are chosen.
    let cost = masks.isEmpty ? 0 : all * Self.cost / (masks.count * 64)
    parts = Parts(of: masks.count * 64, threads: all * Self.cost < 2 * Parts.leastWork ? 1 : threads, cost: cost)
    var count = 0
    places = parts.ranges.map { rows in
      defer { count += masks[rows.lowerBound / 64..<rows.upperBound / 64].reduce(0) { $0 + $1.nonzeroBitCount } }
      return count
    }
    self.count = all
  }

  /// The chosen ones of the elements.
  func copy<Element>(of elements: [Element]) -> [Element] {
    // An array of capacity 0 is one that all threads share, and would be written to.
    if count == 0 { return [] }
    return elements.withUnsafeBufferPointer { source in
      [Element](unsafeUninitializedCapacity: count) { buffer, filled in
        guard let target = buffer.baseAddress, let source = source.baseAddress else { return }
        parts.forEach { part, rows in
          if Element.self is AnyClass {
            copyReferences(from: UnsafeRawPointer(source), to: UnsafeMutableRawPointer(target), part, rows)
          } else {
            copy(from: source, to: target, part, rows)
          }
        }
        filled = count
      }
    }
  }

  private func copy<Element>(
    from source: UnsafePointer<Element>, to target: UnsafeMutablePointer<Element>, _ part: Int, _ rows: Range<Int>
  ) {
    var place = places[part]
    for block in rows.lowerBound / 64..<rows.upperBound / 64 {
      forEachLane(masks[block]) { lane in
        (target + place).initialize(to: source[block &* 64 &+ lane])
        place &+= 1
      }
    }
  }

  /// The same of references, whatever the class.
  private func copyReferences(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ part: Int, _ rows: Range<Int>
  ) {
    let source = source.assumingMemoryBound(to: AnyObject.self)
    let target = target.assumingMemoryBound(to: AnyObject.self)
    var place = places[part]
    for block in rows.lowerBound / 64..<rows.upperBound / 64 where masks[block] != 0 {
      #if !canImport(ObjectiveC)  // where a reference may be no address
        visit(source + block &* 64, masks[block], target + place)
      #endif
      forEachLane(masks[block]) { lane in
        (target + place).initialize(to: source[block &* 64 &+ lane])
        place &+= 1
      }
    }
  }
}

/// Reads the beginning of the objects that `mask` tells of a block of references, into memory that is to be filled with
/// these references: so the objects are on their way from memory all at once, before they are retained one by one, each of
/// which waits for the one before.
///
/// Not inlined, or it would be left out as useless.
@inline(never)
private func visit(_ references: UnsafeRawPointer, _ mask: UInt64, _ target: UnsafeMutableRawPointer) {
  let objects = references.assumingMemoryBound(to: UnsafeRawPointer.self)
  var place = 0
  forEachLane(mask) {
    target.storeBytes(of: objects[$0].load(as: UInt.self), toByteOffset: place, as: UInt.self)
    place &+= 8
  }
}
