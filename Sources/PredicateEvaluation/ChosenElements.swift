/// Copies the selected elements of an array. Each mask has one bit for each of 64 elements.
///
/// The size of the result is known in advance, so no array is reallocated. Nothing here is specialized for the element type.
/// Several threads can copy different parts.
///
/// Safety: The array's address is valid during `withUnsafeBufferPointer`. Rows are below its count, and offsets below the
/// number of set bits, for which the result has memory.
struct ChosenElements {
  private let masks: [UInt64]
  private let parts: Parts
  /// The position of each part's first element in the result.
  private let offsets: [Int]
  private let count: Int

  /// The approximate cost of one selected element in nanoseconds, for its retain and later release.
  private static let cost = 8

  init(_ masks: [UInt64], threads: Int = 1) {
    self.masks = masks
    let all = masks.reduce(0) { $0 + $1.nonzeroBitCount }
    // `Parts` needs the cost of a row. It falls with the proportion of selected rows.
    let cost = masks.isEmpty ? 0 : all * Self.cost / (masks.count * 64)
    parts = Parts(of: masks.count * 64, threads: all * Self.cost < 2 * Parts.minimumWork ? 1 : threads, cost: cost)
    var count = 0
    offsets = parts.ranges.map { rows in
      defer { count += masks[rows.lowerBound / 64..<rows.upperBound / 64].reduce(0) { $0 + $1.nonzeroBitCount } }
      return count
    }
    self.count = all
  }

  /// Returns the selected elements.
  func copy<Element>(of elements: [Element]) -> [Element] {
    // All empty arrays share one storage, which must not be written to.
    if count == 0 { return [] }
    return unsafe elements.withUnsafeBufferPointer { source in
      unsafe [Element](unsafeUninitializedCapacity: count) { buffer, filled in
        guard let target = buffer.baseAddress, let source = source.baseAddress else { return }
        parts.forEach { part, rows in
          if Element.self is AnyClass {
            unsafe copyReferences(from: UnsafeRawPointer(source), to: UnsafeMutableRawPointer(target), part, rows)
          } else {
            unsafe copy(from: source, to: target, part, rows)
          }
        }
        filled = count
      }
    }
  }

  private func copy<Element>(
    from source: UnsafePointer<Element>, to target: UnsafeMutablePointer<Element>, _ part: Int, _ rows: Range<Int>
  ) {
    var offset = offsets[part]
    for block in rows.lowerBound / 64..<rows.upperBound / 64 {
      forEachLane(masks[block]) { lane in
        unsafe (target + offset).initialize(to: source[block &* 64 &+ lane])
        offset &+= 1
      }
    }
  }

  /// Copies references of any class.
  private func copyReferences(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ part: Int, _ rows: Range<Int>
  ) {
    let source = unsafe source.assumingMemoryBound(to: AnyObject.self)
    let target = unsafe target.assumingMemoryBound(to: AnyObject.self)
    var offset = offsets[part]
    for block in rows.lowerBound / 64..<rows.upperBound / 64 where masks[block] != 0 {
      #if !canImport(ObjectiveC)  // A reference on Apple platforms may be a tagged pointer.
      unsafe visit(source + block &* 64, masks[block], target + offset)
      #endif
      forEachLane(masks[block]) { lane in
        unsafe (target + offset).initialize(to: source[block &* 64 &+ lane])
        offset &+= 1
      }
    }
  }
}

/// Reads the first word of each object that `mask` selects from a block of references. The reads are independent of each other,
/// so the processor loads all objects at the same time. Retaining them one by one would wait for each. The words go into memory
/// that the caller fills with the references afterward.
///
/// The function must not be inlined, because the optimizer would then remove the reads.
///
/// Safety: `target` has memory for one reference for each set bit, at most 64.
@inline(never)
private func visit(_ references: UnsafeRawPointer, _ mask: UInt64, _ target: UnsafeMutableRawPointer) {
  let objects = unsafe references.assumingMemoryBound(to: UnsafeRawPointer.self)
  var offset = 0
  forEachLane(mask) {
    unsafe target.storeBytes(of: objects[$0].load(as: UInt.self), toByteOffset: offset, as: UInt.self)
    offset &+= MemoryLayout<UInt>.stride
  }
}
