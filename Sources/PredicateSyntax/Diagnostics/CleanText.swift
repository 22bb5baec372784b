extension UnicodeScalar {
  /// Whether the scalar could disturb a terminal or the lines of a log. These are control characters, Unicode line separators,
  /// and bidirectional controls (`Bidi_Control`).
  package var disturbsLines: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether the scalar is invisible, so that it could hide a text or the difference between two names: a default ignorable character
  /// of Unicode, such as zero-width spaces and joiners, variation selectors, fillers and tags.
  package var isHidden: Bool { value >= 0xAD && properties.isDefaultIgnorableCodePoint }

  /// Whether the scalar is a picture, which a joiner or a variation selector may follow.
  fileprivate var isPicture: Bool { value >= 0x203C && properties.isEmoji }

  /// The scalar as an escape of format strings and JSON, such as `\u0020`, or as two escapes beyond 16 bits.
  package var escapes: String {
    String(self).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

extension String {
  /// The text on a single line, with a space for each scalar that disturbs lines, and an escape for each other invisible scalar. All
  /// untrusted text in messages, such as names, values, and file names, must pass through here.
  package var cleaned: String {
    guard unicodeScalars.contains(where: { $0.disturbsLines || $0.isHidden }) else { return self }
    var result = ""
    // Whether a variation selector, or a joiner, belongs to the emoji before it.
    var (mayVary, mayJoin) = (false, false)
    for scalar in unicodeScalars {
      let isVariation = scalar == "\u{FE0F}" && mayVary
      let isJoiner = scalar == "\u{200D}" && mayJoin
      if scalar.disturbsLines {
        result += " "
      } else if scalar.isHidden, !isVariation, !isJoiner {
        result += scalar.escapes
      } else {
        result.unicodeScalars.append(scalar)
      }
      mayVary = scalar.isPicture
      mayJoin = mayVary || isVariation
    }
    return result
  }
}
