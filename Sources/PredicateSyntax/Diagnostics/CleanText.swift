extension UnicodeScalar {
  /// Whether the scalar could disturb a terminal or the lines of a log. These are control characters, Unicode line separators,
  /// and bidirectional controls (`Bidi_Control`).
  package var disturbsLines: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The scalar as an escape of format strings and JSON, such as `\u0020`, or as two escapes beyond 16 bits.
  package var escapes: String {
    String(self).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

extension String {
  /// The text on a single line, with a space for each scalar that disturbs lines. All untrusted text in messages, such as names,
  /// values, and file names, must pass through here.
  package var cleaned: String {
    guard unicodeScalars.contains(where: { $0.disturbsLines }) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(scalar.disturbsLines ? " " : scalar) }
    return String(result)
  }
}
