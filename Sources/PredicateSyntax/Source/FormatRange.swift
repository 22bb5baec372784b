/// A half-open range of UTF-8 offsets into the text of a format string.
///
/// Ranges in trees serve only diagnostics. Two trees that differ only in their ranges are equal.
public struct FormatRange: Sendable, Hashable {
  // Half the size of two `Int`s, because every node and token stores a range.
  private var lower: Int32
  private var upper: Int32

  /// The offset of the first byte, counted from 0.
  public var start: Int { Int(lower) }
  /// The offset after the last byte. It is never less than `start`.
  public var end: Int { Int(upper) }

  /// Creates the range `start..<end`. A negative `start` becomes 0, and an `end` before `start` becomes `start`. Offsets are
  /// limited to 2 GiB.
  public init(_ start: Int, _ end: Int) {
    lower = Int32(clamping: max(start, 0))
    upper = Int32(clamping: max(start, end, 0))
  }

  /// Creates the range of a token or node, unchecked: the parser's offsets are ordered and within `PredicateLimits.greatestLength`.
  init(near start: Int, _ end: Int) {
    lower = Int32(truncatingIfNeeded: start)
    upper = Int32(truncatingIfNeeded: end)
  }

  /// The range of nodes that were built in code and have no text.
  public static let none = FormatRange(0, 0)

  /// Returns the range as string indices, for underlining, or `nil` if the text has no such range.
  ///
  /// - Parameter text: The format string that the range refers to.
  public func range(in text: String) -> Range<String.Index>? {
    guard end <= text.utf8.count else { return nil }
    let first = text.utf8.index(text.startIndex, offsetBy: start)
    return first..<text.utf8.index(first, offsetBy: end - start)
  }

  /// Returns whether another range is inside this one.
  func contains(_ other: FormatRange) -> Bool { start <= other.start && other.end <= end }

  /// Returns the range at a distance from this one.
  func moved(by distance: Int) -> FormatRange { FormatRange(start + distance, end + distance) }

  /// Returns the smallest range that contains both.
  public func union(_ other: FormatRange) -> FormatRange {
    FormatRange(min(start, other.start), max(end, other.end))
  }
}

extension FormatRange: CustomStringConvertible {
  /// The range in the form `4..<9`.
  public var description: String { "\(start)..<\(end)" }
}
