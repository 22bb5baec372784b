/// Owns the memory that kernels point into; whoever holds a kernel must hold its store.
///
/// Kernels hold pointers and integers alone, for an array in one would be retained for every string it is asked about.
/// A store is filled while a program is compiled, by one thread, and only read from then on.
package final class NeedleStore: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawPointer] = []

  package init() {}

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// A copy of the bytes that lives as long as the store. Eight bytes of 0 follow, so that a word may be loaded
  /// wherever a byte begins.
  package func bytes(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    let copy = values(bytes + [UInt8](repeating: 0, count: 8))
    return UnsafeBufferPointer(start: copy, count: bytes.count)
  }

  /// A copy of the values, which must be trivial (they are not destroyed), that lives as long as the store.
  func values<Value>(_ values: [Value]) -> UnsafePointer<Value> {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: max(values.count, 1) * MemoryLayout<Value>.stride, alignment: max(MemoryLayout<Value>.alignment, 8))
    blocks.append(block)
    let copy = block.bindMemory(to: Value.self, capacity: max(values.count, 1))
    copy.initialize(from: values, count: values.count)
    return UnsafePointer(copy)
  }
}
