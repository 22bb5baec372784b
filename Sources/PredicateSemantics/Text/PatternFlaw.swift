import PredicateSyntax

/// An error in a regular expression: an unmatched bracket, a quantifier that repeats nothing, or a backslash at the end.
///
/// Patterns with comments, quoted text or other syntax that is not read here have no flaw.
package struct PatternFlaw {
  /// The place in the UTF-8 of the pattern.
  package let bytes: Range<Int>
  package let reason: String

  private init(at start: Int, _ reason: String) { (bytes, self.reason) = (start..<start + 1, reason) }

  /// Finds the first flaw of a pattern, or returns `nil` if it has none.
  package init?(in pattern: String) {
    let bytes = Array(pattern.utf8)
    var index = 0
    // The offsets of the brackets that are open.
    var groups: [Int] = []
    var sets: [Int] = []
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\\"):
        if index + 1 == bytes.count {
          self.init(at: index, "the backslash at the end escapes nothing")
          return
        }
        if bytes[index + 1] == UInt8(ascii: "Q") { return nil }
        // `\c` and any character are one control character.
        index += bytes[index + 1] == UInt8(ascii: "c") ? 2 : 1
      case UInt8(ascii: "["):
        sets.append(index)
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "^") { index += 1 }
        // A bracket first in a set is read differently by engines.
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "]") { return nil }
      case UInt8(ascii: "]") where !sets.isEmpty: sets.removeLast()
      case UInt8(ascii: "(") where sets.isEmpty:
        groups.append(index)
        if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "?") {
          // The flag x permits comments.
          let flags = bytes[(index + 2)...].prefix { $0.isLetter || $0 == UInt8(ascii: "-") }
          if bytes[index + 2] == UInt8(ascii: "#") || flags.contains(UInt8(ascii: "x")) { return nil }
          index += 1
        }
      case UInt8(ascii: ")") where sets.isEmpty:
        if groups.popLast() == nil {
          self.init(at: index, "the ) closes no group")
          return
        }
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
        if index == 0 {
          self.init(at: index, "the \(Character(UnicodeScalar(byte))) repeats nothing")
          return
        }
      default: break
      }
      index += 1
    }
    if let open = sets.last {
      self.init(at: open, "the [ is not closed")
    } else if let open = groups.last {
      self.init(at: open, "the ( is not closed")
    } else {
      return nil
    }
  }
}
