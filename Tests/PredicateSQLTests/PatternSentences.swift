import Foundation
import TestSupport

/// Random patterns, most of them in the portable part, and random texts that have a chance to match them.
struct PatternSentences {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(state: seed) }

  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private static let letters = [
    "a", "b", "c", "A", "B", "s", "S", "f", "i", "ſ", "K", "k", "é", "e\u{301}", "É", "ß", "ẞ", "ﬁ", "ﬀ", "İ", "ı", "σ",
    "ς", "Σ", "ι",
    "\u{345}", "α", "ᾳ", "1", "٣", "_", "-", " ", "\n", "\r", "\u{85}", "\u{2028}", "\t", ",", "#", "~", "'", "\"", "/",
    "<", "&",
    "%", "😀", "\u{10FFFF}", "\u{FFFF}", "中", "Ａ", "\u{200D}", "\u{7F}", "!", "=", ":", ";", "@", "`",
  ]
  private static let escapes = [
    "\\.", "\\*", "\\\\", "\\[", "\\]", "\\(", "\\)", "\\{", "\\}", "\\|", "\\^", "\\$", "\\-", "\\ ", "\\n", "\\t",
    "\\r", "\\u00e9",
    "\\x41", "\\x{1f600}", "\\U0001F600", "\\&", "\\/", "\\_", "\\e",
  ]
  private static let classes = ["\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\p{L}", "\\p{Lu}", "\\P{Ll}", "\\p{Mn}"]
  private static let junk = [
    "{", "}", "]", ")", "(", "*", "+", "?", "\\b", "(?i)", "^", "$", "&&", "\\Q", "{,2}", "[", "|",
  ]

  mutating func pattern() -> String {
    let pattern = alternatives(depth: 3)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return "^" + pattern + "$"
    case 1: return "\\A" + pattern
    case 2:
      var broken = Array(pattern)
      broken.insert(contentsOf: Array(pick(Self.junk)), at: Int.random(in: 0...broken.count, using: &random))
      return String(broken)
    default: return pattern
    }
  }

  private mutating func alternatives(depth: Int) -> String {
    (0..<pick([1, 1, 1, 2, 3])).map { _ in sequence(depth: depth) }.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<pick([0, 1, 2, 2, 3, 4])).map { _ in atom(depth: depth) + quantifier() }.joined()
  }

  private mutating func quantifier() -> String {
    pick(["", "", "", "", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "{0}", "{3}"]) + (oneIn(30) ? "?" : "")
  }

  private mutating func atom(depth: Int) -> String {
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: return set()
    case 2: return pick(Self.classes)
    case 3: return pick(Self.escapes)
    case 4: return "."
    case 5 where depth > 0, 6 where depth > 0: return pick(["(", "(?:"]) + alternatives(depth: depth - 1) + ")"
    case 7: return pick(["ss", "ffi", "st", "aa", "αι"])
    default: return pick(Self.letters)
    }
  }

  private mutating func set() -> String {
    var set = oneIn(3) ? "[^" : "["
    if oneIn(6) { set += "-" }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        set += pick([
          "a-c", "A-Z", "0-9", "à-ÿ", "\\x{1f600}-\\U0001F64F", " -~", "α-ω", "a-\\u007a", "\u{D7FF}-\u{E000}",
        ])
      case 1: set += pick(Self.classes)
      case 2: set += pick(Self.escapes)
      default: set += pick(Self.letters)
      }
    }
    if oneIn(6) { set += "-" }
    return set + "]"
  }

  /// Returns a text of the letters, often of those that the pattern contains.
  mutating func text(for pattern: String) -> String {
    let own = pattern.unicodeScalars.filter { !"()[]{}|*+?^$\\.".unicodeScalars.contains($0) }.map { String($0) }
    var text = ""
    for _ in 0..<pick([0, 1, 1, 2, 2, 3, 4, 6]) {
      let letter = oneIn(3) || own.isEmpty ? pick(Self.letters) : pick(own)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: text += letter.uppercased()
      case 1: text += letter.lowercased()
      default: text += letter
      }
    }
    return text.contains("\0") ? "" : text
  }
}
