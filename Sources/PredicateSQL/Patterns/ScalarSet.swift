/// A set of Unicode scalars, as ascending ranges that are not adjacent. It never contains surrogates or U+0000.
struct ScalarSet: Hashable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>]

  static let none = ScalarSet(ranges: [])
  /// All scalars that a text can contain.
  static let all = ScalarSet(ranges: [1...0xD7FF, 0xE000...0x10FFFF])

  private init(ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

  /// Creates a set from ranges in any order, without numbers that are not scalars of a text.
  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      for whole in Self.all.ranges where range.overlaps(whole) { append(range.clamped(to: whole)) }
    }
  }

  /// Creates a set from scalars in any order.
  init(_ scalars: some Sequence<UInt32>) { self.init(scalars.map { $0...$0 }) }

  /// Appends a range that does not begin before the last one.
  private mutating func append(_ range: ClosedRange<UInt32>) {
    if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
      ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }

  /// The scalar of a set with exactly one scalar, else nil.
  var single: UInt32? {
    guard let first = ranges.first, ranges.count == 1, first.count == 1 else { return nil }
    return first.lowerBound
  }

  /// The scalars that are not in the set.
  var complement: ScalarSet {
    var rest: [ClosedRange<UInt32>] = []
    for whole in Self.all.ranges {
      var next = whole.lowerBound
      for range in ranges where range.overlaps(whole) {
        if range.lowerBound > next { rest.append(next...range.lowerBound - 1) }
        next = range.upperBound + 1
      }
      if next <= whole.upperBound { rest.append(next...whole.upperBound) }
    }
    return ScalarSet(ranges: rest)
  }

  /// The approximate number of bytes of the set in an engine: a bit for each low scalar, the rest for the bounds of ranges.
  var weight: Int {
    if single != nil { return 5 }
    let complement = complement
    let written = complement.ranges.count < ranges.count ? complement : self
    return written.ranges.reduce(40) { sum, range in
      sum + 1 + Self.length(range.lowerBound) + (range.count > 1 ? Self.length(range.upperBound) : 0)
    }
  }

  /// Returns the number of bytes of a scalar in UTF-8.
  private static func length(_ scalar: UInt32) -> Int { Unicode.Scalar(scalar).map { UTF8.width($0) } ?? 0 }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  func contains(_ scalar: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }

  func isDisjoint(with other: ScalarSet) -> Bool {
    var (index, otherIndex) = (0, 0)
    while index < ranges.count && otherIndex < other.ranges.count {
      let (range, otherRange) = (ranges[index], other.ranges[otherIndex])
      if range.overlaps(otherRange) { return false }
      if range.upperBound < otherRange.lowerBound { index += 1 } else { otherIndex += 1 }
    }
    return true
  }
}
