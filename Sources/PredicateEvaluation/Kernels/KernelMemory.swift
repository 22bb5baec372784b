/// The owner of the memory that kernels and columns point into. Code that keeps a kernel must keep its memory.
///
/// Kernels contain only pointers and integers, because an array in a kernel would be retained for every string it tests.
/// One thread fills the memory while a program is compiled or a column is created; after that it is only read.
///
/// Safety: One thread fills the memory before others read it, and only `deinit` frees it.
@safe package final class KernelMemory: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  /// The number of bytes.
  private(set) var byteCount = 0

  package init() {}

  deinit {
    while let block = unsafe blocks.popLast() { unsafe block.deallocate() }
  }

  private func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(1, byteCount), alignment: 16)
    unsafe blocks.append(block)
    self.byteCount += byteCount
    return unsafe block
  }

  /// Returns a copy of the bytes.
  package func bytes(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: values(bytes), count: bytes.count)
  }

  /// Returns a copy of the values.
  func values<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
    let copy = unsafe allocate(values.count * MemoryLayout<Value>.stride).bindMemory(
      to: Value.self, capacity: values.count)
    unsafe copy.initialize(from: values, count: values.count)
    return unsafe UnsafePointer(copy)
  }

  /// Returns room for values, each of them `value`.
  func values<Value: BitwiseCopyable>(_ count: Int, filledWith value: Value) -> UnsafeMutablePointer<Value> {
    unsafe allocate(count * MemoryLayout<Value>.stride).initializeMemory(as: Value.self, repeating: value, count: count)
  }

  /// Returns room for one value per row and 64 more, so that a whole block can be read from any row on.
  func rows<Value: BitwiseCopyable>(_ count: Int, filledWith value: Value) -> UnsafeMutablePointer<Value> {
    unsafe values(count + 64, filledWith: value)
  }
}
