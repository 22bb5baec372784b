/// The owner of the memory that kernels point into. Code that keeps a kernel must keep its store.
///
/// Kernels contain only pointers and integers, because an array in a kernel would be retained for every string it tests.
/// One thread fills a store while a program is compiled; after that it is only read.
package final class NeedleStore: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawPointer] = []

  package init() {}

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Returns a copy of the bytes that lives as long as the store. Eight zeros follow, so that a word can be loaded from the
  /// address of any byte.
  package func bytes(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    let copy = values(bytes + [UInt8](repeating: 0, count: 8))
    return UnsafeBufferPointer(start: copy, count: bytes.count)
  }

  /// Returns a copy of the values that lives as long as the store. They must be trivial, because they are not destroyed.
  func values<Value>(_ values: [Value]) -> UnsafePointer<Value> {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: max(values.count, 1) * MemoryLayout<Value>.stride, alignment: max(MemoryLayout<Value>.alignment, 8))
    blocks.append(block)
    let copy = block.bindMemory(to: Value.self, capacity: max(values.count, 1))
    copy.initialize(from: values, count: values.count)
    return UnsafePointer(copy)
  }
}
