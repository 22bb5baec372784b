extension Array where Element == UInt64 {
  /// The objects whose bits are set: one word for each 64 of them.
  ///
  /// The size of the result is known, so no array grows, and nothing here is compiled for the type.
  func elements<Object>(of objects: [Object]) -> [Object] {
    objects.withUnsafeBufferPointer { source in
      [Object](unsafeUninitializedCapacity: reduce(0) { $0 + $1.nonzeroBitCount }) { buffer, filled in
        guard let target = buffer.baseAddress, let source = source.baseAddress else { return }
        if Object.self is AnyClass {
          filled = copy(UnsafeRawPointer(source), to: UnsafeMutableRawPointer(target))
          return
        }
        for (block, mask) in enumerated() {
          forEachLane(mask) { lane in
            (target + filled).initialize(to: source[block &* 64 &+ lane])
            filled += 1
          }
        }
      }
    }
  }

  /// The same of references, whatever the class; how many.
  private func copy(_ objects: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> Int {
    let source = objects.assumingMemoryBound(to: AnyObject.self)
    let copies = target.assumingMemoryBound(to: AnyObject.self)
    var filled = 0
    for (block, mask) in enumerated() where mask != 0 {
      #if !canImport(ObjectiveC)  // where a reference may be no address
        visit(source + block &* 64, mask, copies + filled)
      #endif
      forEachLane(mask) { lane in
        (copies + filled).initialize(to: source[block &* 64 &+ lane])
        filled &+= 1
      }
    }
    return filled
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
