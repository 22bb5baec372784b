import PredicateSemantics

/// The sum, minimum or maximum of integers, computed block by block.
struct IntegerTotal {
  private let kind: Reduction.Kind
  private(set) var value: Int64
  private(set) var hasValues = false
  /// The multiple of 2^64 to add to `value`. Later values may cancel an overflow.
  private var carries = 0
  /// Whether the sum does not fit in 64 bits.
  var overflows: Bool { carries != 0 }

  init(_ kind: Reduction.Kind) {
    self.kind = kind
    value =
      switch kind {
      case .count, .sum, .average, .median, .mode, .standardDeviation: 0
      case .minimum: .max
      case .maximum: .min
      }
  }

  /// Adds the values of the lanes that have one.
  mutating func add(_ values: UnsafeMutablePointer<Int64>, _ present: UInt64) {
    hasValues = hasValues || present != 0
    // A local copy, so that the loops keep it in a register.
    var value = value
    switch kind {
    case .count, .median, .mode, .standardDeviation: break
    case .sum, .average:
      if present == ~0, value.magnitude < 1 << 62, let sum = unsafe Self.sumOfSmall(values) {
        // Safety: The value is below 2^62, and the sum of 64 integers of 32 bits below 2^38.
        self.value = value &+ sum
        return
      }
      var carries = carries
      everyLane(present) { lane in
        let (next, overflow) = unsafe value.addingReportingOverflow(values[lane])
        value = next
        if overflow { unsafe carries += values[lane] < 0 ? -1 : 1 }
      }
      self.carries = carries
    case .minimum: everyLane(present) { value = unsafe min(value, values[$0]) }
    case .maximum: everyLane(present) { value = unsafe max(value, values[$0]) }
    }
    self.value = value
  }

  /// Adds the integers of the live lanes, which have at most 32 bits.
  @inline(__always)
  mutating func add<T: StoredInteger>(_ addresses: LaneAddresses, _ live: UInt64, of type: T.Type) {
    func forEach(_ body: (T) -> Void) {
      unsafe addresses.forEach(live) { _, address in unsafe body(address.assumingMemoryBound(to: T.self).pointee) }
    }
    hasValues = hasValues || live != 0
    switch kind {
    case .count, .median, .mode, .standardDeviation: break
    case .sum, .average:
      // Safety: The sum of 64 such integers cannot overflow.
      var sum: Int64 = 0
      forEach { sum &+= Int64(truncatingIfNeeded: $0) }
      let (next, overflow) = value.addingReportingOverflow(sum)
      value = next
      if overflow { carries += sum < 0 ? -1 : 1 }
    case .minimum:
      // Start from the least so far: if each block started over, the comparisons would be hard to predict.
      var least = T(clamping: value)
      forEach { least = min(least, $0) }
      if live != 0 { value = min(value, Int64(truncatingIfNeeded: least)) }
    case .maximum:
      var greatest = T(clamping: value)
      forEach { greatest = max(greatest, $0) }
      if live != 0 { value = max(value, Int64(truncatingIfNeeded: greatest)) }
    }
  }

  /// Returns the sum of 64 values, or `nil` unless each fits in 32 bits, so that no intermediate sum overflows.
  private static func sumOfSmall(_ values: UnsafeMutablePointer<Int64>) -> Int64? {
    // Safety: The sum may wrap if a value does not fit in 32 bits. It is then not returned.
    var sum: Int64 = 0
    var excess: UInt64 = 0
    for lane in 0..<64 {
      unsafe sum &+= values[lane]
      unsafe excess |= UInt64(bitPattern: values[lane] &+ 0x8000_0000) &>> 32
    }
    return excess == 0 ? sum : nil
  }
}
