import Foundation
import PredicateSyntax

/// A test of the value at an address. nil never passes.
protocol FieldKernel {
  func test(_ place: UnsafeRawPointer) -> Bool
}

extension AccessPath {
  /// Returns a node that tests the value of the path for each lane. It is specialized for each kernel, to inline the test.
  @inline(__always)
  func leaf<Kernel: FieldKernel>(cost: Int, _ kernel: Kernel) -> PredicateNode {
    let path = self
    let stride = layout.stride
    switch shape {
    case .valueField(let offset):
      return PredicateNode(cost: cost) { _, block, live in
        let start = block.base + (block.first &* stride &+ offset)
        return scan(live) { kernel.test(start + $0 &* stride) }
      }
    case .objectField(let offset):
      return PredicateNode(cost: cost + 1) { _, block, live in
        let objects = block.references
        return scan(live) { kernel.test(objects[$0] + offset) }
      }
    case .general:
      let mayShare = isThroughObject
      return PredicateNode(cost: cost + 2) { run, block, live in
        path.withPlaces(run, block, live) { places, mask in
          // Consecutive objects often share the referenced object. One test then answers for all.
          if mayShare, mask == ~0, areEqual(places) { return kernel.test(places[0]) ? mask : 0 }
          return scan(mask) { kernel.test(places[$0]) }
        }
      }
    }
  }
}

/// Returns the lanes of `live` that pass. Consecutive lanes are tested without a branch.
@inline(__always)
func scan(_ live: UInt64, _ test: (Int) -> Bool) -> UInt64 {
  if live == 0 { return 0 }
  let first = live.trailingZeroBitCount
  let row = live &>> UInt64(truncatingIfNeeded: first)
  if row & (row &+ 1) == 0 {
    // Shifting each answer in from below takes the fewest instructions, but the first lane ends up on top.
    var answers: UInt64 = 0
    let end = first &+ row.nonzeroBitCount
    var lane = first
    while lane < end {
      answers = answers &+ answers &+ (test(lane) ? 1 : 0)
      lane &+= 1
    }
    return mirrored(answers) &>> UInt64(truncatingIfNeeded: 64 &- end)
  }
  var result: UInt64 = 0
  var rest = live
  while rest != 0 {
    let lane = rest.trailingZeroBitCount
    rest &= rest &- 1
    if test(lane) { result |= bit(lane) }
  }
  return result
}

/// Returns the bits in reverse order.
@inline(__always)
private func mirrored(_ word: UInt64) -> UInt64 {
  var word = word.byteSwapped
  word = (word &>> 4) & 0x0F0F_0F0F_0F0F_0F0F | (word & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
  word = (word &>> 2) & 0x3333_3333_3333_3333 | (word & 0x3333_3333_3333_3333) &<< 2
  return (word &>> 1) & 0x5555_5555_5555_5555 | (word & 0x5555_5555_5555_5555) &<< 1
}

/// Returns whether all 64 addresses are equal.
@inline(__always)
func areEqual(_ places: UnsafeMutablePointer<UnsafeRawPointer>) -> Bool {
  let first = UInt(bitPattern: places[0])
  // Check the last first: if rows are sorted by the referenced object, a block with any difference differs there.
  if UInt(bitPattern: places[63]) != first { return false }
  var differing: UInt = 0
  for lane in 1..<63 { differing |= UInt(bitPattern: places[lane]) ^ first }
  return differing == 0
}

// MARK: Kernels

/// A kernel that tests whether an integer is in a range: whether its unsigned distance from the lower bound is at most that
/// of the upper bound.
struct IntegerRange<T: FixedWidthInteger>: FieldKernel {
  private let low: T
  private let width: T.Magnitude

  /// Creates a range, or returns `nil` if it is empty.
  init?(_ low: T, _ high: T) {
    guard low <= high else { return nil }
    self.low = low
    width = T.Magnitude(truncatingIfNeeded: high &- low)
  }

  /// Creates the range of all integers up to `high`.
  init(upTo high: T) {
    low = .min
    width = T.Magnitude(truncatingIfNeeded: high &- .min)
  }

  /// Creates the range of all integers from `low`.
  init(from low: T) {
    self.low = low
    width = T.Magnitude(truncatingIfNeeded: T.max &- low)
  }

  @inline(__always)
  func test(_ place: UnsafeRawPointer) -> Bool { contains(place.assumingMemoryBound(to: T.self).pointee) }

  @inline(__always)
  func contains(_ value: T) -> Bool { T.Magnitude(truncatingIfNeeded: value &- low) <= width }
}

/// A kernel that tests whether an optional integer is in a range.
struct OptionalIntegerRange<T: FixedWidthInteger>: FieldKernel {
  let range: IntegerRange<T>

  @inline(__always)
  func test(_ place: UnsafeRawPointer) -> Bool {
    guard let value = place.assumingMemoryBound(to: T?.self).pointee else { return false }
    return range.contains(value)
  }
}

/// A kernel that tests whether an integer is one of the sorted constants: a binary search without a branch on the values.
struct IntegerMembership<T: FixedWidthInteger>: FieldKernel {
  let members: UnsafePointer<T>
  let count: Int

  @inline(__always)
  func test(_ place: UnsafeRawPointer) -> Bool {
    let value = place.assumingMemoryBound(to: T.self).pointee
    var base = members
    var rest = count
    if rest == 0 { return false }
    while rest > 1 {
      let half = rest / 2
      base = base[half] <= value ? base + half : base
      rest &-= half
    }
    return base.pointee == value
  }
}

/// A kernel that tests whether the number of elements of an array of objects is in a range.
struct ArrayCountRange: FieldKernel {
  let range: IntegerRange<Int>

  @inline(__always)
  func test(_ place: UnsafeRawPointer) -> Bool {
    // Arrays of objects have the same layout for all classes; see `SwiftType.withElements`.
    range.contains(place.assumingMemoryBound(to: [AnyObject].self).pointee.count)
  }
}

/// A value that compares as a double: doubles and floats, dates as seconds, booleans as 1 and 0. nil is NaN, because NaN
/// reads as nil.
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

extension Optional: RealValue where Wrapped: RealValue {
  @inline(__always) var real: Double { self?.real ?? .nan }
}

/// A kernel that tests whether a value is in a closed interval. nil is not.
struct RealRange<Value: RealValue>: FieldKernel {
  let low: Double
  let high: Double

  @inline(__always)
  func test(_ place: UnsafeRawPointer) -> Bool {
    let value = place.assumingMemoryBound(to: Value.self).pointee.real
    return value >= low && value <= high
  }
}

/// A test of the bytes of a string.
struct StringKernel<Kernel: ByteKernel>: FieldKernel {
  let kernel: Kernel

  @inline(__always)
  func test(_ place: UnsafeRawPointer) -> Bool {
    let string = place.assumingMemoryBound(to: String.self)
    return string.pointee.utf8.withContiguousStorageIfAvailable { bytes in
      // An empty buffer may have no address. Then any address will do, because nothing is read.
      kernel.test(bytes.baseAddress ?? place.assumingMemoryBound(to: UInt8.self), bytes.count)
    } ?? kernel.test(bridged: string)
  }
}

/// A test of the bytes of an optional string.
struct OptionalStringKernel<Kernel: ByteKernel>: FieldKernel {
  let kernel: Kernel

  @inline(__always)
  func test(_ place: UnsafeRawPointer) -> Bool {
    guard let string = place.assumingMemoryBound(to: String?.self).pointee else { return false }
    return string.utf8.withContiguousStorageIfAvailable { bytes in
      kernel.test(bytes.baseAddress ?? place.assumingMemoryBound(to: UInt8.self), bytes.count)
    } ?? withUnsafePointer(to: string) { kernel.test(bridged: $0) }
  }
}

extension ByteKernel {
  /// Tests a string without contiguous UTF-8, which only Objective-C bridging creates. Other platforms omit the code, which
  /// would cost every string a copy of the kernel.
  @inline(__always)
  func test(bridged string: UnsafePointer<String>) -> Bool {
    #if canImport(ObjectiveC)
      return Self.copied(string, self)
    #else
      return false
    #endif
  }

  #if canImport(ObjectiveC)
    @inline(never)
    static func copied(_ string: UnsafePointer<String>, _ kernel: Self) -> Bool {
      Array(string.pointee.utf8).withUnsafeBufferPointer { bytes in
        if let address = bytes.baseAddress { return kernel.test(address, bytes.count) }
        return withUnsafePointer(to: UInt8(0)) { kernel.test($0, 0) }
      }
    }
  #endif
}

/// A visitor that creates the leaf of a key path of a string.
struct TextLeafMaker: ByteKernelVisitor {
  let path: AccessPath
  let isOptional: Bool
  let cost: Int

  @inline(__always)
  func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> PredicateNode {
    isOptional
      ? path.leaf(cost: cost, OptionalStringKernel(kernel: kernel))
      : path.leaf(cost: cost, StringKernel(kernel: kernel))
  }
}
