/// A test of the bytes of one string. `bytes` must not be read if `count` is 0.
///
/// A kernel contains only addresses and numbers, and passes only these to functions that are not inlined: it would otherwise be
/// copied for every string.
package protocol ByteKernel { func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool }

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

/// A kernel of any type, called through a closure.
///
/// Safety: The closure is a kernel, whose memory the program owns.
@safe struct AnyKernel: ByteKernel {
  private let call: (UnsafePointer<UInt8>, Int) -> Bool

  func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool { unsafe call(bytes, count) }

  func test(_ text: String) -> Bool {
    unsafe withUnsafePointer(to: text) { unsafe test(stringAt: UnsafeRawPointer($0)) }
  }

  /// A visitor that returns the kernel.
  struct Maker: ByteKernelVisitor {
    func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> AnyKernel { unsafe AnyKernel { unsafe kernel.test($0, $1) } }
  }
}
