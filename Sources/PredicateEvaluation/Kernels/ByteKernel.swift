/// A test of the bytes of one string; `bytes` may not be read where `count` is 0.
package protocol ByteKernel: Sendable { func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool }

/// What is done with a kernel once its type is known; `visit` is compiled for each kernel.
package protocol ByteKernelVisitor {
  associatedtype Result
  func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> Result
}

/// Gives the same answer for every string: a needle that is found nowhere, `LIKE "*"`.
package struct ConstantKernel: ByteKernel {
  let answer: Bool

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool { answer }
}
