import PredicateSemantics
import PredicateSyntax

/// A needle to compare by order of bytes, which in UTF-8 is the order of scalars.
///
/// Safety: Counts and indices are not negative, so differences fit. No byte at or after `count` is read (KernelTests pass
/// exactly that many). Eight zeros follow a needle in memory that the program owns.
struct OrderProbe: Sendable {
  private let count: Int
  /// The first eight bytes, the first of them highest, padded with zeros.
  private let first: UInt64
  private let address: UInt

  /// Creates a probe for a needle in memory of a `KernelMemory`.
  init(_ needle: UnsafeBufferPointer<UInt8>) {
    count = needle.count
    address = UInt(bitPattern: needle.baseAddress)
    first = unsafe needle.baseAddress.map { unsafe word($0, min(needle.count, 8)).byteSwapped } ?? 0
  }

  /// Returns the order of the string relative to the needle: negative, 0 or positive. `caseBit` folds the case of ASCII.
  @inline(__always)
  func order(_ bytes: UnsafePointer<UInt8>, _ length: Int, caseBit: UInt64) -> Int {
    let text = unsafe length < 8 ? word(bytes, length) : word(bytes)
    let head = (caseBit == 0 ? text : lowered(text, caseBit)).byteSwapped
    if head != first { return head < first ? -1 : 1 }
    if length <= 8 || count <= 8 { return length &- count }
    return unsafe Self.orderRest(address, count, bytes, length, caseBit)
  }

  /// Returns the order of the bytes after the first eight.
  @inline(never)
  private static func orderRest(
    _ address: UInt, _ count: Int, _ bytes: UnsafePointer<UInt8>, _ length: Int, _ caseBit: UInt64
  ) -> Int {
    guard let needle = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return length }
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
  let fallback: FoldingFallback?

  @inline(__always)
  package func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard let fallback else { return unsafe accepted.accepts(needle.order(bytes, count, caseBit: 0)) }
    return unsafe accepted.accepts(
      isASCII(bytes, count)
        ? needle.order(bytes, count, caseBit: fallback.caseBit) : fallback.orderByFolding(bytes, count))
  }
}

/// Passes the kernel of `<`, `<=`, `>=` or `>` with a constant string to the visitor.
@inline(__always)
package func withOrderKernel<Visitor: ByteKernelVisitor>(
  _ accepted: AcceptedOrder, needle: String, options: StringOptions, store: KernelMemory, _ visitor: Visitor
) -> Visitor.Result {
  let bytes = unsafe store.bytes(Array(folded(needle, options).utf8))
  // `orderByFolding` ignores the test.
  let fallback = unsafe options.folds ? FoldingFallback(.equal, bytes, options, store) : nil
  return unsafe visitor.visit(OrderBytes(needle: OrderProbe(bytes), accepted: accepted, fallback: fallback))
}
