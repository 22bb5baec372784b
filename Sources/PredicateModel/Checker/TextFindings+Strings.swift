import PredicateSyntax

// Warnings about string literals: conversions in quotes, and backslashes that the string swallows.

extension TextFindings {
  mutating func visitString(_ value: String, at range: SourceRange) {
    // Most strings hold neither sign.
    guard hasBackslash || value.utf8.contains(UInt8(ascii: "%")), let literal = places.literal(at: range) else {
      return
    }
    if holdsConversion(value) || value.utf8.count <= 4 && value != "%%" && Conversion(value) != nil {
      let isWhole = Conversion(value) != nil
      report(
        .quotedPlaceholder(isWhole ? value : value.contains("%@") ? "%@" : "%K"), at: range,
        fixIts: isWhole ? [fixIt("write \(value)", at: range, with: value)] : [])
    } else {
      visitBackslashes(of: literal, at: range)
    }
  }

  /// `2020-01-31` is what is left of 2020 after 1 and 31.
  mutating func visitSubtraction(at range: SourceRange) {
    guard range.end - range.start == 10 else { return }
    let text = places.text(range)
    if text.isEmpty { return }
    for (index, byte) in text.utf8.enumerated() {
      let isDash = index == 4 || index == 7
      guard isDash ? byte == UInt8(ascii: "-") : byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") else { return }
    }
    report(.unquotedDate, at: range)
  }

  /// The escapes that are none, and in a pattern also those that mean something else to the regular expression.
  private mutating func visitBackslashes(of literal: String, at range: SourceRange) {
    let isPattern = patterns.contains(range.start)
    let bytes = Array(literal.utf8)
    var mended: [UInt8] = []
    var first: Int?
    var index = 0
    while index < bytes.count {
      mended.append(bytes[index])
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
        index += 1
        if !Self.isEscape(bytes[index], inPattern: isPattern) {
          first = first ?? index - 1
          mended.append(UInt8(ascii: "\\"))
        }
        mended.append(bytes[index])
      }
      index += 1
    }
    guard let first else { return }
    let place = SourceRange(range.start + first, range.start + first + 2)
    let found = places.text(place)
    let replacement = String(decoding: mended, as: UTF8.self)
    report(
      isPattern ? .singleBackslash(found) : .droppedBackslash(found), at: place,
      fixIts: [fixIt("write \(replacement)", at: range, with: replacement, isSafe: isPattern)])
  }

  /// Whether the character after a backslash makes an escape that can be meant: `\b` and `\1` of a pattern cannot.
  private static func isEscape(_ byte: UInt8, inPattern: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "v"), UInt8(ascii: "u"), UInt8(ascii: "U"),
      UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "a"), UInt8(ascii: "0"):
      true
    case UInt8(ascii: "b"), UInt8(ascii: "1")...UInt8(ascii: "7"): !inPattern
    // Beyond ASCII the character is itself, and half of it is no place to put a backslash.
    case 0x80...: true
    default: false
    }
  }
}
