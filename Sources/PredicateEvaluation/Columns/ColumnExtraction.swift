import PredicateSemantics
import PredicateSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The extraction of the values of a path from all elements.
///
/// Safety: The array is valid during the call, and rows are below its count. An address has a value of its `SwiftType`, which
/// selects the family.
@safe struct ColumnExtraction {
  let path: AccessPath
  let base: UnsafeRawPointer
  let count: Int
  private let run: Run
  private let memory = KernelMemory()

  init(_ path: AccessPath, base: UnsafeRawPointer, count: Int) {
    self.path = path
    unsafe self.base = base
    self.count = count
    run = unsafe Run(ProgramShape(), base: base, count: count)
  }

  /// Returns the column and its memory. Values of some types have no column, nor do texts of more than four gigabytes.
  func column() -> (column: Column, memory: KernelMemory)? {
    let column: Column? =
      switch Column.Family(path) {
      case .integer: integers
      case .double: reals(Double.self)
      case .float: reals(Float.self)
      case .date: reals(Date.self)
      case .flag: flags
      case .text: texts()
      case nil: nil
      }
    // If the class of an object refuses the key, the objects are read, which reports it.
    return run.stop == nil ? column.map { ($0, memory) } : nil
  }

  /// Calls `body` with the index of the first row of each block, the addresses of its values, and the lanes that have one.
  @inline(__always)
  private func forEachBlock(_ body: (Int, LaneAddresses, UInt64) -> Void) {
    let reader = AddressReader(path)
    unsafe Block.forEach(base, count) { block, live in
      reader.withAddresses(run, block, live) { addresses, present in body(block.first, addresses, present) }
      return true
    }
  }

  // MARK: Numbers

  private var integers: Column? {
    if case .integer(let integer) = path.type.unwrapped.kind, integer == UInt64.self, !path.endsInLength {
      return unsigned
    }
    guard let node = path.integerNode else { return nil }
    var values = [Int64](repeating: 0, count: count + 64)
    var present: [UInt64] = []
    unsafe values.withUnsafeMutableBufferPointer { buffer in
      guard let values = buffer.baseAddress else { return }
      unsafe Block.forEach(base, count) { block, live in
        unsafe present.append(node.fill(run, block, live, values + block.first))
        return true
      }
    }
    return narrowed(values, present)
  }

  private var unsigned: Column? {
    var values = [UInt64](repeating: 0, count: count)
    var present: [UInt64] = []
    forEachBlock { first, addresses, mask in
      forEachLane(mask) { values[first + $0] = unsafe addresses[$0].load(as: UInt64.self) }
      present.append(mask)
    }
    if values.allSatisfy({ $0 <= UInt64(Int64.max) }) { return narrowed(values.map(Int64.init), present) }
    return integerColumn(of: UInt64.self, values, present)
  }

  /// Returns the values in the narrowest width that fits all of them. Missing values are 0.
  private func narrowed(_ values: [Int64], _ present: [UInt64]) -> Column {
    var (least, greatest): (Int64, Int64) = (0, 0)
    for value in values { (least, greatest) = (min(least, value), max(greatest, value)) }
    if least >= 0, greatest <= UInt8.max { return integerColumn(of: UInt8.self, values, present) }
    if least >= Int8.min, greatest <= Int8.max { return integerColumn(of: Int8.self, values, present) }
    if least >= Int16.min, greatest <= Int16.max { return integerColumn(of: Int16.self, values, present) }
    if least >= Int32.min, greatest <= Int32.max { return integerColumn(of: Int32.self, values, present) }
    return integerColumn(of: Int64.self, values, present)
  }

  /// Returns the column of values that all fit in a type.
  private func integerColumn<T: StoredInteger>(
    of type: T.Type, _ values: [some FixedWidthInteger], _ present: [UInt64]
  ) -> Column {
    let copy = unsafe memory.rows(count, filledWith: 0 as T)
    unsafe values.withUnsafeBufferPointer { values in
      for row in 0..<count { unsafe copy[row] = T(truncatingIfNeeded: values[row]) }
    }
    var extremes: (T, T)?
    for (block, mask) in present.enumerated() {
      forEachLane(mask) { lane in
        let value = unsafe copy[block * 64 + lane]
        extremes = (min(extremes?.0 ?? value, value), max(extremes?.1 ?? value, value))
      }
    }
    return unsafe .integers(
      IntegerColumn(
        type: type, values: copy, extremes: extremes.map { (FormatValue($0), FormatValue($1)) },
        present: RowBits(present, count: count, unless: true, in: memory)))
  }

  private func reals<Value: RealValue>(_ type: Value.Type) -> Column {
    let values = unsafe memory.rows(count, filledWith: Double.nan)
    unsafe read(type, into: values)
    return unsafe .real(UnsafePointer(values))
  }

  private var flags: Column {
    var values = [Double](repeating: .nan, count: count + 64)
    unsafe values.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe read(Bool.self, into: base) }
    }
    var (isTrue, present): ([UInt64], [UInt64]) = ([], [])
    unsafe Block.forEach(base, count) { block, live in
      var (ones, there): (UInt64, UInt64) = (0, 0)
      forEachLane(live) { lane in
        if values[block.first + lane] == 1 { ones |= bit(lane) }
        if !values[block.first + lane].isNaN { there |= bit(lane) }
      }
      isTrue.append(ones)
      present.append(there)
      return true
    }
    return .flag(
      isTrue: RowBits(isTrue, count: count, unless: false, in: memory),
      present: RowBits(present, count: count, unless: true, in: memory))
  }

  /// Reads values that compare as doubles.
  private func read<Value: RealValue>(_: Value.Type, into values: UnsafeMutablePointer<Double>) {
    forEachBlock { first, addresses, mask in
      forEachLane(mask) {
        unsafe values[first + $0] = addresses[$0].assumingMemoryBound(to: Value.self).pointee.real
      }
    }
  }

  // MARK: Texts

  private func texts() -> Column? {
    var builder = TextBuilder(count)
    var isWhole = true
    forEachBlock { first, addresses, mask in
      for lane in 0..<min(64, count - first) where isWhole {
        isWhole =
          unsafe mask & bit(lane) == 0
          ? builder.append(bytes: nil) : builder.append(addresses[lane].assumingMemoryBound(to: String.self))
      }
    }
    if !isWhole { return nil }
    return builder.coded(in: memory) ?? .text(builder.column(in: memory))
  }
}
