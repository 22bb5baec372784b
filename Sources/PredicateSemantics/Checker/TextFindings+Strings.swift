import PredicateSyntax

// Warnings about string literals: conversions in quotes, and backslashes that are dropped.

extension TextFindings {
  mutating func visitString(_ value: String, at range: FormatRange) {
    // Fast path: most strings contain neither character.
    let isArgument = value.utf8.count == 2 && value.utf8.first == UInt8(ascii: "$") && value.utf8.last?.isDigit == true
    guard hasBackslash || isArgument || value.utf8.contains(UInt8(ascii: "%")), let literal = source.literal(at: range)
    else { return }
    // `$0` is an argument of Realm.
    if isArgument {
      return report(.quotedPlaceholder(value, isWhole: true), at: range, fixIts: [.write("%@", at: range)])
    }
    let isWhole = value.utf8.count <= 4 && FormatConversion(value) != nil
    if let found = isWhole ? value : Self.conversion(in: value) {
      // %s takes a C string, but a string of the program is meant.
      let conversion = value == "%s" || value == "%S" ? "%@" : value
      report(
        .quotedPlaceholder(found, isWhole: isWhole), at: range, fixIts: isWhole ? [.write(conversion, at: range)] : [])
    } else if let found = Self.interpolation(in: literal, isPattern: patterns.contains(range.start)) {
      let isWhole = found.utf8.count == literal.utf8.count - 2
      report(.quotedInterpolation(found), at: range, fixIts: isWhole ? [.write("%@", at: range)] : [])
    } else {
      visitBackslashes(of: literal, at: range)
    }
  }

  /// Returns the first interpolation of Swift in a text, such as `\(name)`, or `nil` if there is none. Brackets that are both escaped, as
  /// in `\(note\)`, are meant as text. So is one in a group of a regular expression, which the other one closes.
  static func interpolation(in text: String, isPattern: Bool = false) -> String? {
    var (start, depth, groups): (String.Index?, Int, Int) = (nil, 0, 0)
    var isEscaped = false
    for (index, character) in zip(text.indices, text) {
      if isEscaped {
        isEscaped = false
        if start != nil { return nil }
        if character == "(", groups == 0 { (start, depth) = (text.index(before: index), 1) }
      } else if character == "\\" {
        isEscaped = true
      } else if let start {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if depth == 0 { return String(text[start...index]) }
      } else if isPattern, character == "(" || character == ")" {
        groups += character == "(" ? 1 : -1
      }
    }
    return nil
  }

  /// Warns about invalid escapes and, in a pattern, about escapes that the regular expression would interpret.
  private mutating func visitBackslashes(of literal: String, at range: FormatRange) {
    let isPattern = patterns.contains(range.start)
    let bytes = Array(literal.utf8)
    var corrected: [UInt8] = []
    var first: Int?
    var index = 0
    while index < bytes.count {
      corrected.append(bytes[index])
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
        index += 1
        if !Self.isEscape(bytes[index], inPattern: isPattern) {
          first = first ?? index - 1
          corrected.append(UInt8(ascii: "\\"))
        }
        corrected.append(bytes[index])
      }
      index += 1
    }
    guard let first else { return }
    let escape = FormatRange(range.start + first, range.start + first + 2)
    let found = source.text(escape)
    let replacement = String(decoding: corrected, as: UTF8.self)
    report(
      isPattern ? .singleBackslash(found) : .droppedBackslash(found), at: escape,
      fixIts: [.write(replacement, at: range)])
  }

  /// Returns whether the character after a backslash forms an intended escape. `\b` and `\1` in a pattern are not.
  private static func isEscape(_ byte: UInt8, inPattern: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "v"), UInt8(ascii: "u"), UInt8(ascii: "U"),
      UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "a"), UInt8(ascii: "0"):
      true
    case UInt8(ascii: "b"), UInt8(ascii: "1")...UInt8(ascii: "7"): !inPattern
    // A non-ASCII character is literal, and a backslash must not split its bytes.
    case 0x80...: true
    default: false
    }
  }
}
