import PredicateModel

/// The sum, the least or the greatest of integers, block by block.
struct IntegerTotal {
  private let kind: Reduction.Kind
  private(set) var value: Int64
  private(set) var hasValues = false
  /// How many times 2^64 the sum lies beside `value`: what overflows on the way may come back.
  private var carries = 0
  /// Whether the sum is none of 64 bits.
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

  /// Takes the values of the lanes that have one.
  mutating func add(_ values: UnsafeMutablePointer<Int64>, _ present: UInt64) {
    hasValues = hasValues || present != 0
    // In locals, so that the loops keep them in registers.
    var value = value
    switch kind {
    case .count, .median, .mode, .standardDeviation: break
    case .sum, .average:
      if present == ~0, value.magnitude < 1 << 62, let sum = Self.sumOfSmall(values) {
        self.value = value &+ sum
        return
      }
      var carries = carries
      everyLane(present) { lane in
        let (next, overflow) = value.addingReportingOverflow(values[lane])
        value = next
        if overflow { carries += values[lane] < 0 ? -1 : 1 }
      }
      self.carries = carries
    case .minimum: everyLane(present) { value = min(value, values[$0]) }
    case .maximum: everyLane(present) { value = max(value, values[$0]) }
    }
    self.value = value
  }

  /// Takes integers of 32 bits or less of the live lanes, which `read` gives.
  @inline(__always)
  mutating func add<T: FixedWidthInteger>(_ live: UInt64, _ read: (Int) -> T) {
    hasValues = hasValues || live != 0
    switch kind {
    case .count, .median, .mode, .standardDeviation: break
    case .sum, .average:
      // 64 of them cannot overflow.
      var sum: Int64 = 0
      everyLane(live) { sum &+= Int64(truncatingIfNeeded: read($0)) }
      let (next, overflow) = value.addingReportingOverflow(sum)
      value = next
      if overflow { carries += sum < 0 ? -1 : 1 }
    case .minimum:
      // From the least so far on: in each block anew the processor would not foresee which integers are less.
      var least = T(clamping: value)
      everyLane(live) { least = min(least, read($0)) }
      if live != 0 { value = min(value, Int64(truncatingIfNeeded: least)) }
    case .maximum:
      var greatest = T(clamping: value)
      everyLane(live) { greatest = max(greatest, read($0)) }
      if live != 0 { value = max(value, Int64(truncatingIfNeeded: greatest)) }
    }
  }

  /// The sum of 64 values where each fits into 32 bits, so that nothing on the way to it can overflow; nil of others.
  private static func sumOfSmall(_ values: UnsafeMutablePointer<Int64>) -> Int64? {
    var sum: Int64 = 0
    var excess: UInt64 = 0
    for lane in 0..<64 {
      sum &+= values[lane]
      excess |= UInt64(bitPattern: values[lane] &+ 0x8000_0000) &>> 32
    }
    return excess == 0 ? sum : nil
  }
}
