import PredicateSemantics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The addresses of a block's values. They are `stride` bytes apart, or `offset` bytes into objects whose references are
/// consecutive.
///
/// Safety: The objects of a block are valid during the call. Lanes are those of live objects, and `offset` is within the
/// type's size.
@safe struct LaneAddresses {
  private let base: UnsafeRawPointer
  private let stride: Int
  private let offset: Int
  private let isIndirect: Bool

  /// Creates the addresses of values that are `stride` bytes apart.
  @inline(__always)
  init(first: UnsafeRawPointer, stride: Int) {
    unsafe base = first
    self.stride = stride
    offset = 0
    isIndirect = false
  }

  /// Creates the addresses that are `offset` bytes after those of the referenced objects.
  @inline(__always)
  init(references: UnsafePointer<UnsafeRawPointer>, offset: Int) {
    unsafe base = UnsafeRawPointer(references)
    stride = unsafe MemoryLayout<UnsafeRawPointer>.stride
    self.offset = offset
    isIndirect = true
  }

  // The branch always goes the same way within a block.
  @inline(__always)
  subscript(lane: Int) -> UnsafeRawPointer { unsafe isIndirect ? behindReference(lane) : base + lane &* stride }

  @inline(__always)
  private func behindReference(_ lane: Int) -> UnsafeRawPointer {
    unsafe base.assumingMemoryBound(to: UnsafeRawPointer.self)[lane] + offset
  }

  /// Returns the lanes of `live` whose value passes.
  ///
  /// - Parameter isShort: Whether the test has only a few instructions. Each kind of address then has a loop of its own.
  @inline(__always)
  func scan(_ live: UInt64, isShort: Bool = false, _ test: (UnsafeRawPointer) -> Bool) -> UInt64 {
    if !isShort { return PredicateEvaluation.scan(live) { unsafe test(self[$0]) } }
    return isIndirect
      ? PredicateEvaluation.scan(live, isShort: true) { unsafe test(behindReference($0)) }
      : PredicateEvaluation.scan(live, isShort: true) { unsafe test(base + $0 &* stride) }
  }

  /// Calls `body` with each lane of `live` and the address of its value. Each kind of address has a loop of its own.
  @inline(__always)
  func forEach(_ live: UInt64, _ body: (Int, UnsafeRawPointer) -> Void) {
    if isIndirect {
      everyLane(live) { unsafe body($0, behindReference($0)) }
    } else {
      everyLane(live) { unsafe body($0, base + $0 &* stride) }
    }
  }

  /// Whether all 64 references are equal.
  var areEqual: Bool {
    guard isIndirect else { return false }
    let references = unsafe base.assumingMemoryBound(to: UInt.self)
    let first = unsafe references[0]
    // Check the last first: if rows are sorted by the referenced object, a block with any difference differs there.
    if unsafe references[63] != first { return false }
    var differing: UInt = 0
    for lane in 1..<63 { unsafe differing |= references[lane] ^ first }
    return differing == 0
  }
}

/// Finds the values of a key path in the objects of a block.
///
/// The ways to find an address, and the test for nil, are here and not in the loops over the lanes, which are specialized for
/// each test.
///
/// Safety: `first` is below the count of the array, and the offset is within the type's size.
struct AddressReader {
  private let path: AccessPath
  private let ownOffset: Int?
  /// The key that decides whether the objects of a block have the field at the offset.
  private let key: ObjectKey?
  private let stride: Int
  /// Returns the lanes whose optional value is not nil. `nil` if the values are not optional.
  private let present: ((LaneAddresses, UInt64) -> UInt64)?
  /// Whether consecutive lanes may have the same address.
  let mayShare: Bool

  @inline(never)
  init(_ path: AccessPath) {
    self.path = path
    ownOffset = path.own?.offset
    key = path.own?.key
    stride = path.layout.stride
    present = path.type.presence
    mayShare = ownOffset == nil && path.isThroughObject
  }

  /// The cost of finding the address of one lane, approximately in nanoseconds.
  var cost: Int { ownOffset == nil ? 2 : path.layout.isReference ? 1 : 0 }

  /// The addresses of a field of the block's own objects or values. `nil` for other paths, and if the class of each object
  /// decides.
  var ownAddresses: OwnAddresses? {
    key != nil
      ? nil
      : ownOffset.map {
        OwnAddresses(offset: $0, stride: stride, isReference: path.layout.isReference, present: present)
      }
  }

  /// Calls `body` with the addresses of the live lanes' values and the lanes whose value is not nil. `body` is compiled once for
  /// each kind of address, so that its loops do not test the kind.
  @inline(__always)
  func withAddresses<R>(
    _ run: Run, _ block: Block, _ live: UInt64, _ body: (LaneAddresses, UInt64) -> R
  ) -> R {
    guard let ownOffset, unsafe key?.isInPlace(block.references, live) != false else {
      return unsafe path.withAddresses(run, block, live) { pointers, mask in
        let addresses = unsafe LaneAddresses(references: pointers, offset: 0)
        return body(addresses, present?(addresses, mask) ?? mask)
      }
    }
    if path.layout.isReference {
      let addresses = unsafe LaneAddresses(references: block.references, offset: ownOffset)
      return body(addresses, present?(addresses, live) ?? live)
    }
    let addresses = unsafe LaneAddresses(first: block.base + (block.first &* stride &+ ownOffset), stride: stride)
    return body(addresses, present?(addresses, live) ?? live)
  }
}

/// The addresses of a field of the objects or values of each block.
///
/// Safety: `first` is below the count of the array, and the offset is within the type's size.
struct OwnAddresses {
  let offset: Int
  let stride: Int
  let isReference: Bool
  let present: ((LaneAddresses, UInt64) -> UInt64)?

  /// Returns the addresses in a block.
  @inline(__always)
  func of(_ block: Block) -> LaneAddresses {
    unsafe isReference
      ? LaneAddresses(references: block.references, offset: offset)
      : LaneAddresses(first: block.base + (block.first &* stride &+ offset), stride: stride)
  }
}

extension SwiftType {
  /// The function that returns the lanes whose optional value is not nil, or `nil` if the values are not optional. The value of
  /// an optional is at the address of the optional.
  fileprivate var presence: ((LaneAddresses, UInt64) -> UInt64)? {
    switch nilTest {
    case .never, .any, .formatValue: return nil
    case .byte(let offset, let byte):
      return { addresses, live in
        unsafe addresses.scan(live) { unsafe $0.load(fromByteOffset: offset, as: UInt8.self) != byte }
      }
    case .string:
      return { addresses, live in
        unsafe addresses.scan(live) { unsafe $0.assumingMemoryBound(to: String?.self).pointee != nil }
      }
    case .zeroWord, .opened: return { addresses, live in unsafe addresses.scan(live) { unsafe !self.isNil($0) } }
    }
  }
}
