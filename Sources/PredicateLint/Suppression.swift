import PredicateXML

/// A comment that hides findings: `predcheck:ignore CODE,… REASON`, or `predcheck:ignore-file` for all of a file.
///
/// It applies to the predicates that begin on its line, or else to the first predicate after it.
package struct Suppression: Sendable {
  /// The codes that it hides.
  package let codes: [String]
  /// The reason that it gives, or an empty text.
  package let reason: String
  /// The bytes of the comment from `predcheck` to its last code.
  package let file: Range<Int>
  package let isForFile: Bool
  private let line: Int

  private static let word = "predcheck:ignore"

  /// Returns the comments of a file.
  package static func all(in bytes: [UInt8]) -> [Suppression] {
    let ranges = bytes.ranges(of: word)
    if ranges.isEmpty { return [] }
    let lines = FileLines(bytes)
    return ranges.map { Suppression(bytes, $0, line: lines.line(of: $0.lowerBound)) }
  }

  private init(_ bytes: [UInt8], _ start: Range<Int>, line: Int) {
    self.line = line
    var index = start.upperBound
    let suffix = "-file".utf8
    isForFile = bytes[index...].starts(with: suffix)
    if isForFile { index += suffix.count }
    var end = index
    var codes: [String] = []
    while index < bytes.count {
      while index < bytes.count, bytes[index] == 0x20 { index += 1 }
      let code = bytes[index...].prefix { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
      if code.isEmpty { break }
      codes.append(String(decoding: code, as: UTF8.self))
      (index, end) = (code.endIndex, code.endIndex)
      guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { break }
      index += 1
    }
    self.codes = codes
    file = start.lowerBound..<end
    let rest = String(decoding: bytes[end...].prefix { $0 != 0x0A }, as: UTF8.self)
    let ends = ["-->", "*/"].compactMap { rest.firstRange(of: $0)?.lowerBound }
    reason = rest[..<(ends.min() ?? rest.endIndex)].filter { !$0.isWhitespace && $0 != ":" && $0 != "-" }
  }

  /// Returns the indexes of the predicates that the comment applies to.
  ///
  /// - Parameter starts: The lines where the predicates of the file begin, in order.
  package func predicates(startingOn starts: [Int]) -> [Int] {
    if isForFile { return Array(starts.indices) }
    let here = starts.indices.filter { starts[$0] == line }
    if !here.isEmpty { return here }
    guard let next = starts.first(where: { $0 > line }) else { return [] }
    return starts.indices.filter { starts[$0] == next }
  }
}
