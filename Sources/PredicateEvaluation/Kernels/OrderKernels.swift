import PredicateSemantics
import PredicateSyntax

/// A needle to compare by order of bytes, which in UTF-8 is the order of scalars.
///
/// Safety: Counts and indices are not negative, so differences fit. No byte at or after `count` is read (KernelTests pass
/// exactly that many). The program owns the memory of the needle.
@safe struct OrderProbe {
  private let count: Int
  /// The first eight bytes, the first of them highest, padded with zeros.
  private let first: UInt64
  private let needle: UnsafePointer<UInt8>

  /// Creates a probe for a needle in memory of a `KernelMemory`.
  init(_ needle: UnsafeBufferPointer<UInt8>) {
    count = needle.count
    unsafe self.needle = needle.baseAddress.unsafelyUnwrapped  // memory of a store has an address
    first = unsafe word(self.needle, min(needle.count, 8)).byteSwapped
  }

  /// Returns the order of the string relative to the needle: negative, 0 or positive. `caseBit` folds the case of ASCII.
  @inline(__always)
  func order(_ bytes: UnsafePointer<UInt8>, _ length: Int, caseBit: UInt64) -> Int {
    let text = unsafe length < 8 ? word(bytes, length) : word(bytes)
    let head = (caseBit == 0 ? text : lowered(text, caseBit)).byteSwapped
    if head != first { return head < first ? -1 : 1 }
    if length <= 8 || count <= 8 { return length &- count }
    return unsafe Self.orderRest(needle, count, bytes, length, caseBit)
  }

  /// Returns the order of the bytes after the first eight.
  @inline(never)
  private static func orderRest(
    _ needle: UnsafePointer<UInt8>, _ count: Int, _ bytes: UnsafePointer<UInt8>, _ length: Int, _ caseBit: UInt64
  ) -> Int {
    let shared = min(length, count)
    var index = 8
    while index < shared {
      let size = min(shared &- index, 8)
      let text = unsafe word(bytes + index, size)
      let left = (caseBit == 0 ? text : lowered(text, caseBit)).byteSwapped
      let right = unsafe word(needle + index, size).byteSwapped
      if left != right { return left < right ? -1 : 1 }
      index &+= 8
    }
    return length &- count
  }
}

/// A kernel that tests whether the string is before or after the needle.
package struct OrderBytes: ByteKernel {
  let needle: OrderProbe
  let accepted: AcceptedOrder
  /// The folding of the strings, or `nil` if nothing is folded. The needle has been folded already.
  let folding: Folded?

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard let folding else { return unsafe accepts(needle.order(bytes, count, caseBit: 0)) }
    return unsafe accepts(
      isASCII(bytes, count)
        ? needle.order(bytes, count, caseBit: folding.caseBit) : folding.orderByFolding(bytes, count))
  }

  /// Returns what `AcceptedOrder.accepts` does. A call to another module would retain every string.
  @inline(__always)
  private func accepts(_ order: Int) -> Bool {
    order < 0 ? accepted.less : order == 0 ? accepted.equal : accepted.greater
  }
}

/// Passes the kernel of `<`, `<=`, `>=` or `>` with a constant string to the visitor.
package func withOrderKernel<Visitor: ByteKernelVisitor>(
  _ accepted: AcceptedOrder, needle: String, options: FormatStringOptions, store: KernelMemory, _ visitor: Visitor
) -> Visitor.Result {
  let bytes = unsafe store.bytes(Array(folded(needle, options).utf8))
  // `orderByFolding` ignores the test.
  let folding = unsafe options.folds ? Folded(.equal, bytes, options, store) : nil
  return unsafe visitor.visit(OrderBytes(needle: OrderProbe(bytes), accepted: accepted, folding: folding))
}
