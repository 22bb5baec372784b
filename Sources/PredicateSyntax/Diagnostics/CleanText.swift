extension UnicodeScalar {
  /// Whether the scalar would do something to a terminal or to the lines of a log: control characters, the line ends of
  /// Unicode, and the marks that turn the direction of writing round (`Bidi_Control`).
  package var disturbsLines: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The scalar as format strings and JSON may hold it, in one escape or, beyond 16 bits, in two: `\u0020`.
  package var escapes: String {
    String(self).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

extension String {
  /// The text on one line, fit to be shown: each scalar that disturbs lines is a blank. All that a message repeats of a
  /// stranger's text, names and values and names of files, goes through here.
  package var cleaned: String {
    guard unicodeScalars.contains(where: \.disturbsLines) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars { result.append(scalar.disturbsLines ? " " : scalar) }
    return String(result)
  }
}
