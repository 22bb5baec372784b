extension Printer {
  // MARK: Constants

  mutating func print(_ value: FormatValue) {
    switch value {
    case .null: append("nil")
    case .bool(let value):
      if form == .lossless { append(value ? "YES" : "NO") } else { append(value ? "1" : "0") }
    case .integer(let value): append(String(value))
    case .unsigned(let value): append(String(value))
    case .double(let value): append(form == .lossless ? Self.lossless(value) : Self.shortest(value))
    case .decimal(let value): append(Self.text(of: value, form))
    case .string(let value): append(Self.quoted(value))
    case .date(let seconds):
      append("CAST(\(form == .lossless ? Self.lossless(seconds) : Self.fixed(seconds)), \"NSDate\")")
    case .uuid(let value): append("CAST(\"\(value.text)\", \"UUID\")")
    case .data(let bytes): append("CAST(\"\(Base64.text(of: bytes))\", \"NSData\")")
    case .list(let values): print(values)
    // A set has no order: its elements are printed in the order of their texts, so that the print is always the same.
    // In the lossless form the union with nothing makes it a set again; without it the braces are a list.
    case .set(let values):
      let elements = values.map { Self.text(of: $0, form) }.sorted().joined(separator: ", ")
      append(form == .lossless ? "{\(elements)} UNION {}" : "{\(elements)}")
    case .record(let fields):
      let pairs = fields.map { (Self.quoted($0.key), Self.text(of: $0.value, form)) }.sorted { $0.0 < $1.0 }
      append("{" + pairs.map { "\($0.0) = \($0.1)" }.joined(separator: ", ") + "}")
    case .object(let object): append("<\(type(of: object.object))>")
    }
  }

  private mutating func print(_ values: [FormatValue]) {
    append("{")
    for (index, value) in values.enumerated() {
      if index > 0 { append(", ") }
      print(value)
    }
    append("}")
  }

  static func text(of value: FormatValue, _ form: Form) -> String {
    var printer = Printer(form)
    printer.print(value)
    return printer.text
  }

  /// A decimal: digits where a literal of them is a decimal, else what makes it one in the lossless form.
  private static func text(of value: DecimalNumber, _ form: Form) -> String {
    let text = value.description
    if value.isLiteral { return text.contains { $0 == "." || $0 == "e" } ? text : text + ".0" }
    return form == .lossless ? "CAST(\"\(text)\", \"NSDecimalNumber\")" : text
  }

  /// A string literal; only the quote and the backslash are escaped, all else stands as it is.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// The shortest text that reads as the same double. NaN reads as nil everywhere; infinity has no spelling, and what
  /// stands for it here does not parse (`inf` would be a key).
  static func lossless(_ value: Double) -> String {
    if value.isNaN { return "nil" }
    return value.isFinite ? value.description : "<\(value.description)>"
  }

  /// The shortest text that reads as the same double, without the `.0` of whole numbers. Minus zero keeps it: `-0` would
  /// read as the integer 0.
  static func shortest(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
  }

  /// The number with six decimals, as C's `%f` writes it; the exact value is rounded, ties to even.
  static func fixed(_ value: Double) -> String {
    guard value.isFinite else { return value.description }
    let magnitude = value.magnitude
    let sign = value.sign == .minus ? "-" : ""
    // From 2^53 on every double is whole. (No `rounded()`: it would need the C library's.)
    guard magnitude < 0x1p53 else { return sign + wholeDigits(magnitude) + ".000000" }
    var whole = UInt64(magnitude)
    let scaled = (magnitude - Double(whole)) * 1_000_000
    var millionths = UInt64(scaled)
    let rest = scaled - Double(millionths)
    if rest > 0.5 || rest == 0.5 && millionths & 1 == 1 { millionths += 1 }
    if millionths == 1_000_000 { (whole, millionths) = (whole + 1, 0) }
    let fraction = String(millionths)
    return sign + String(whole) + "." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }

  /// The digits of a whole, non-negative double, however large.
  private static func wholeDigits(_ value: Double) -> String {
    if let small = UInt64(exactly: value) { return String(small) }
    // Beyond 64 bits the double is a significand times a power of two: doubled in decimal digits.
    var digits = String(value.significandBitPattern | 1 << 52).utf8.reversed().map { $0 - UInt8(ascii: "0") }
    for _ in 0..<(Int(value.exponent) - 52) {
      var carry: UInt8 = 0
      for index in digits.indices {
        let doubled = digits[index] * 2 + carry
        digits[index] = doubled % 10
        carry = doubled / 10
      }
      if carry > 0 { digits.append(carry) }
    }
    return String(decoding: digits.reversed().map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }
}
