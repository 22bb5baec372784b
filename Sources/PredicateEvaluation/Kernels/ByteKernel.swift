/// A test of the bytes of one string. `bytes` must not be read if `count` is 0.
package protocol ByteKernel: Sendable { func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool }

/// An operation on a kernel whose type is known; `visit` is specialized for each kernel.
package protocol ByteKernelVisitor {
  associatedtype Result
  func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> Result
}

/// A kernel with the same answer for every string, such as a needle that is never found or `LIKE "*"`.
package struct ConstantKernel: ByteKernel {
  let answer: Bool

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool { answer }
}
