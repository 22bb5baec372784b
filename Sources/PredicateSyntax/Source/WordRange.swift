// Positions in few numbers. Each stored property of a node enlarges the stack frames of recursive functions in debug builds.

/// The position of a word or an operator.
///
/// A word of a tree that was built in code has no position, nor has a word of more than 65,535 bytes.
package struct WordRange: Sendable {
  /// The start in the lower 32 bits, and the length in the next 16.
  fileprivate var bits: UInt64 = 0

  static let none = WordRange(nil)

  /// Creates the position in the lower bits of a number.
  fileprivate init(lowerBits bits: UInt64) { self.bits = bits & 0xFFFF_FFFF_FFFF }

  init(_ range: FormatRange?) {
    guard let range, let length = UInt16(exactly: range.end - range.start) else { return }
    bits = UInt64(range.start) | UInt64(length) << 32
  }

  /// The position, or `nil` if it is not known.
  package var range: FormatRange? {
    let (start, length) = (Int(bits & 0xFFFF_FFFF), Int(bits >> 32))
    return length > 0 ? FormatRange(start, start + length) : nil
  }
}

/// The number of levels of a node, the position of its word, and the kind of Swift range that it comes from.
struct NodeDetails: Sendable {
  private var bits: UInt64

  init(levels: Int, word: WordRange) { bits = word.bits | UInt64(levels) << 48 }

  var levels: Int { Int(bits >> 48 & 0xFF) }

  var word: WordRange { WordRange(lowerBits: bits) }

  var rangeKind: FormatExpression.RangeKind? {
    get { FormatExpression.RangeKind(rawValue: UInt8(bits >> 56)) }
    set { bits = bits & 0xFF_FFFF_FFFF_FFFF | UInt64(newValue?.rawValue ?? 0) << 56 }
  }
}

/// The positions of the operator of a comparison, of its options and of its modifier.
package struct ComparisonPlaces: Sendable {
  /// The position of the operator, in the next 8 bits the number of blanks before the options, and then the length of the options.
  private var infix: UInt64
  /// Twice the start of the modifier, plus 1 for a modifier of four letters.
  private var word = UInt32.max

  package static let none = ComparisonPlaces(operator: nil, options: nil, modifier: nil)

  init(operator: FormatRange?, options: FormatRange?, modifier: FormatRange?) {
    infix = WordRange(`operator`).bits
    if let options, let end = `operator`?.end, let blanks = UInt8(exactly: options.start - end),
      let length = UInt8(exactly: options.end - options.start)
    {
      infix |= UInt64(blanks) << 48 | UInt64(length) << 56
    }
    if let modifier { word = UInt32(modifier.start) << 1 | UInt32(modifier.end - modifier.start - 3) }
  }

  /// Returns the positions at a distance from these.
  func moved(by distance: Int) -> Self {
    Self(
      operator: self.operator?.moved(by: distance), options: options?.moved(by: distance),
      modifier: modifier?.moved(by: distance))
  }

  /// The position of the operator without its options, or `nil` if it is not known.
  package var `operator`: FormatRange? { WordRange(lowerBits: infix).range }

  /// The position of the options with their brackets, or `nil` if there are none.
  package var options: FormatRange? {
    guard infix >> 56 > 0, let end = self.operator?.end else { return nil }
    return FormatRange(0, Int(infix >> 56)).moved(by: end + Int(infix >> 48 & 0xFF))
  }

  /// The position of the operator with its options.
  package var operatorAndOptions: FormatRange? { self.operator.map { $0.union(options ?? $0) } }

  /// The position of ANY, SOME, ALL or NONE, or `nil` if there is no modifier.
  package var modifier: FormatRange? {
    word == .max ? nil : FormatRange(0, 3 + Int(word & 1)).moved(by: Int(word >> 1))
  }
}
