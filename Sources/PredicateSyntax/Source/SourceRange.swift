/// A half-open range of UTF-8 offsets into the text of a format string.
///
/// Trees carry ranges for diagnostics only: two trees that differ in ranges alone are equal.
public struct SourceRange: Sendable, Hashable {
  // Half the size of two Ints: every node and token holds one.
  private var first: Int32
  private var behind: Int32

  /// The offset of the first byte, counted from 0.
  public var start: Int { Int(first) }
  /// The offset after the last byte; never less than `start`.
  public var end: Int { Int(behind) }

  /// Makes the range `start..<end`; an `end` before `start` is brought up to it, and a `start` below 0 to that. Offsets
  /// reach to 2 GiB.
  public init(_ start: Int, _ end: Int) {
    first = Int32(clamping: max(start, 0))
    behind = Int32(clamping: max(start, end, 0))
  }

  /// The range of a token or node: both offsets are the parser's own, ordered, and within `Limits.greatestLength`.
  init(near start: Int, _ end: Int) {
    first = Int32(truncatingIfNeeded: start)
    behind = Int32(truncatingIfNeeded: end)
  }

  /// The place of what was built by hand and stands in no text.
  public static let none = SourceRange(0, 0)

  /// The same range of the text, to underline it; nil where the text has no such range.
  ///
  /// - Parameter text: the format string that the range is of.
  public func range(in text: String) -> Range<String.Index>? {
    guard end <= text.utf8.count else { return nil }
    let first = text.utf8.index(text.startIndex, offsetBy: start)
    return first..<text.utf8.index(first, offsetBy: end - start)
  }

  /// The smallest range that holds both.
  public func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(start, other.start), max(end, other.end))
  }
}

extension SourceRange: CustomStringConvertible {
  /// `4..<9`.
  public var description: String { "\(start)..<\(end)" }
}

extension SourceRange: Encodable {
  private enum CodingKeys: String, CodingKey {
    case start, end
  }

  /// Writes `{"start": 4, "end": 9}`.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(start, forKey: .start)
    try fields.encode(end, forKey: .end)
  }
}
