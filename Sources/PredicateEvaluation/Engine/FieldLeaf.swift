import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AccessPath {
  /// Returns a node for a function that takes the addresses of values that are not nil and the lanes to test, and returns the
  /// lanes that pass. The loop over the lanes is in the function, so that the comparison is inlined into the loop.
  func leaf(cost: Int, _ test: @escaping (LaneAddresses, UInt64) -> UInt64) -> PredicateNode {
    let reader = AddressReader(self)
    let cost = cost + reader.cost
    if let own = reader.ownAddresses {
      guard let present = own.present else {
        return PredicateNode(cost: cost) { _, block, live in test(own.of(block), live) }
      }
      return PredicateNode(cost: cost) { _, block, live in
        let addresses = own.of(block)
        return test(addresses, present(addresses, live))
      }
    }
    return PredicateNode(cost: cost) { run, block, live in
      reader.withAddresses(run, block, live) { addresses, present in
        // Consecutive objects often share the referenced object. One test then answers for all.
        if reader.mayShare, present == ~0, addresses.areEqual { return test(addresses, 1) == 0 ? 0 : present }
        return test(addresses, present)
      }
    }
  }
}

/// Returns the lanes of `live` that pass. Each run of consecutive lanes is tested without a branch on its answers.
///
/// - Parameter isShort: Whether the test has only a few instructions. The loop then tests four lanes at a time.
///
/// Safety: A lane is at most 64, and a shift by 64 is avoided. `answers` loses no bit that counts, because a run has at most
/// 64 lanes.
@inline(__always)
func scan(_ live: UInt64, isShort: Bool = false, _ test: (Int) -> Bool) -> UInt64 {
  var result: UInt64 = 0
  var rest = live
  while rest != 0 {
    var lane = rest.trailingZeroBitCount
    let end = lane &+ (~(rest &>> UInt64(truncatingIfNeeded: lane))).trailingZeroBitCount
    // Each answer is shifted in at the lowest bit, which takes the fewest instructions. The answer of the first lane is then the
    // highest bit. (Testing the last lane first would make the mirroring unnecessary, but `predbench` is then slower in W1, W3, W9
    // and W13, which wait for memory.)
    var answers: UInt64 = 0
    while isShort, lane &+ 4 <= end {
      // Written out, because the compiler unrolls a loop only in some builds.
      answers = answers &+ answers &+ (test(lane) ? 1 : 0)
      answers = answers &+ answers &+ (test(lane &+ 1) ? 1 : 0)
      answers = answers &+ answers &+ (test(lane &+ 2) ? 1 : 0)
      answers = answers &+ answers &+ (test(lane &+ 3) ? 1 : 0)
      lane &+= 4
    }
    while lane < end {
      answers = answers &+ answers &+ (test(lane) ? 1 : 0)
      lane &+= 1
    }
    result |= mirrored(answers) &>> UInt64(truncatingIfNeeded: 64 &- end)
    rest &= end == 64 ? 0 : ~0 &<< UInt64(truncatingIfNeeded: end)
  }
  return result
}

/// Returns the bits in reverse order.
///
/// Safety: A shift by less than 64 bits; the bits that are lost are masked.
@inline(__always)
private func mirrored(_ word: UInt64) -> UInt64 {
  var word = word.byteSwapped
  word = (word &>> 4) & 0x0F0F_0F0F_0F0F_0F0F | (word & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
  word = (word &>> 2) & 0x3333_3333_3333_3333 | (word & 0x3333_3333_3333_3333) &<< 2
  return (word &>> 1) & 0x5555_5555_5555_5555 | (word & 0x5555_5555_5555_5555) &<< 1
}

/// The integers of a range. A value is in it if `value - low`, as an unsigned number, is at most `high - low`: one comparison
/// instead of two.
///
/// Safety: A difference of integers may wrap. As an unsigned number it is the distance.
struct IntegerRange<T: FixedWidthInteger> {
  private let low: T
  private let span: T.Magnitude

  /// Creates a range, or returns `nil` if it is empty.
  init?(_ low: T, _ high: T) {
    guard low <= high else { return nil }
    self.low = low
    span = T.Magnitude(truncatingIfNeeded: high &- low)
  }

  @inline(__always)
  func contains(_ value: T) -> Bool { T.Magnitude(truncatingIfNeeded: value &- low) <= span }
}

/// Numbers, searched without a branch on their values.
///
/// Safety: The program owns the memory of the numbers. `half` is at most `rest`, so each index is below the count.
@safe struct Members<Number: Comparable & Hashable & BitwiseCopyable> {
  private let sorted: UnsafePointer<Number>
  private let count: Int

  init(_ numbers: [Number], _ store: KernelMemory) {
    let numbers = Set(numbers).sorted()
    unsafe (sorted, count) = (store.values(numbers), numbers.count)
  }

  /// Returns whether a number is a member. NaN never is.
  @inline(__always)
  func contain(_ value: Number) -> Bool {
    var base = unsafe sorted
    var rest = count
    if rest == 0 { return false }
    while rest > 1 {
      let half = rest / 2
      unsafe base = base[half] <= value ? base + half : base
      rest &-= half
    }
    return unsafe base.pointee == value
  }
}

/// A value that compares as a double: doubles and floats, dates as seconds, booleans as 1 and 0.
protocol RealValue {
  var real: Double { get }
}

extension Double: RealValue {
  @inline(__always) var real: Double { self }
}

extension Float: RealValue {
  @inline(__always) var real: Double { Double(self) }
}

extension Date: RealValue {
  @inline(__always) var real: Double { timeIntervalSinceReferenceDate }
}

extension Bool: RealValue {
  @inline(__always) var real: Double { self ? 1 : 0 }
}

extension ByteKernel {
  /// Tests the string at an address.
  @inline(__always)
  func test(stringAt address: UnsafeRawPointer) -> Bool {
    let string = unsafe address.assumingMemoryBound(to: String.self)
    return unsafe string.pointee.utf8.withContiguousStorageIfAvailable { bytes in
      // An empty buffer may have no address. Then any address will do, because nothing is read.
      unsafe test(bytes.baseAddress ?? address.assumingMemoryBound(to: UInt8.self), bytes.count)
    } ?? test(bridged: string)
  }

  /// Tests a string without contiguous UTF-8, which only Objective-C bridging creates. On other platforms the code is left
  /// out, because with it the kernel would be copied for every string.
  @inline(__always)
  func test(bridged string: UnsafePointer<String>) -> Bool {
    #if canImport(ObjectiveC)
    return unsafe Self.copied(string, self)
    #else
    return false
    #endif
  }

  #if canImport(ObjectiveC)
  @inline(never)
  static func copied(_ string: UnsafePointer<String>, _ kernel: Self) -> Bool {
    unsafe Array(string.pointee.utf8).withUnsafeBufferPointer { bytes in
      if let address = bytes.baseAddress { return unsafe kernel.test(address, bytes.count) }
      return unsafe withUnsafePointer(to: UInt8(0)) { unsafe kernel.test($0, 0) }
    }
  }
  #endif
}

extension AccessPath: ByteKernelVisitor {
  /// Returns the leaf that tests the strings of the path.
  @inline(__always)
  func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> PredicateNode {
    leaf(cost: 4) { addresses, live in unsafe addresses.scan(live) { unsafe kernel.test(stringAt: $0) } }
  }
}
