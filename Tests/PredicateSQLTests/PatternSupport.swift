import Foundation
import PredicateSQL
import PredicateSemantics
import PredicateSyntax
import TestSupport

/// Returns Foundation's matcher with the options of MATCHES, or nil if the pattern is invalid.
func matcher(_ pattern: String, ignoringCase: Bool = false) -> NSRegularExpression? {
  var flags: NSRegularExpression.Options = [.dotMatchesLineSeparators, .anchorsMatchLines]
  if ignoringCase { flags.insert(.caseInsensitive) }
  return try? NSRegularExpression(pattern: pattern, options: flags)
}

extension NSRegularExpression {
  func matches(_ text: String) -> Bool {
    firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }
}

extension String {
  init(scalars: some Sequence<UInt32>) {
    self.init()
    unicodeScalars.append(contentsOf: scalars.compactMap { Unicode.Scalar($0) })
  }

  /// The scalars as numbers, for messages.
  var numbers: String { unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") }
}

/// A text of many distinct scalars, to find which of them a pattern of one scalar matches.
struct ScalarText {
  let scalars: [UInt32]
  private let text: String
  private let starts: [Int: Int]
  private let length: Int

  /// The scalars that most tests use: all special ones, or the first of them if the run is not full.
  static let usual =
    isFullRun ? all : ScalarText(Array(1..<0x2200) + Array(0xA640..<0xA800) + Array(0xFB00..<0x10200))

  /// The scalars of planes 0 and 1 without the interiors of the large ranges, and the boundaries of the other planes.
  static let all = ScalarText(
    [
      1..<0x3401, 0x4DB0..<0x4E01, 0x9FF0..<0xAC01, 0xD7A0..<0xD800, 0xE000..<0xE002, 0xF8FE..<0x17001,
      0x18D00..<0x20002,
      0x2A6D0..<0x2A702, 0x2EBE0..<0x2F802, 0x2FA1C..<0x30002, 0x3134A..<0x31352, 0x323AE..<0x323B2, 0xE0000..<0xE0200,
      0xEFFFE..<0xF0002, 0xFFFFC..<0x100002, 0x10FFFC..<0x110000,
    ].flatMap { $0 })

  init(_ scalars: [UInt32]) {
    self.scalars = scalars.filter { Unicode.Scalar($0) != nil }
    text = String(scalars: self.scalars)
    var starts: [Int: Int] = [:]
    var offset = 0
    for (index, scalar) in self.scalars.enumerated() {
      starts[offset] = index
      offset += scalar < 0x10000 ? 1 : 2
    }
    starts[offset] = self.scalars.count
    self.starts = starts
    length = offset
  }

  /// Returns the scalars that a pattern of texts matches as a whole.
  func matchingOne(_ pattern: String) -> Set<UInt32>? {
    guard let expression = matcher("\\A(?:\(pattern))\\z") else { return nil }
    return Set(scalars.filter { expression.matches(String(scalars: [$0])) })
  }

  func matching(_ pattern: String, ignoringCase: Bool = false) -> Set<UInt32>? {
    guard let expression = matcher("(?:\(pattern))+", ignoringCase: ignoringCase) else { return nil }
    var found: Set<UInt32> = []
    expression.enumerateMatches(in: text, range: NSRange(location: 0, length: length)) { result, _, _ in
      guard let range = result?.range, let first = starts[range.location], let end = starts[NSMaxRange(range)] else {
        return
      }
      found.formUnion(scalars[first..<end])
    }
    return found
  }
}
