extension Printer {
  // MARK: Constants

  mutating func print(_ value: FormatValue) {
    switch value {
    case .null: append("nil")
    case .bool(let value):
      if isCompared { append(value ? "1" : "0") } else { append(value ? "YES" : "NO") }
    case .integer(let value): append(String(value))
    case .unsigned(let value): append(String(value))
    case .double(let value): append(isCompared ? Self.shortest(value) : Self.lossless(value))
    case .decimal(let value): append(text(of: value))
    case .string(let value): append(Self.quoted(value))
    case .date(let seconds):
      let fixed = form == .canonical ? Self.fixed(seconds) : nil
      append("CAST(\(fixed ?? Self.lossless(seconds)), \"NSDate\")")
    case .uuid(let value): append("CAST(\"\(value.text)\", \"UUID\")")
    case .data(let bytes): append("CAST(\"\(Base64.text(of: bytes))\", \"NSData\")")
    case .list(let values): print(values)
    // The union with nothing makes a set of the braces' list.
    case .set(let values):
      print(elementsOf: values)
      append(" UNION {}")
    case .record(let fields) where fields.isEmpty: append("{=}")  // `{}` would be a list.
    case .record(let fields):
      let pairs = fields.map { (Self.quoted($0.key), text(of: $0.value)) }.sorted { $0.0 < $1.0 }
      print(elements: pairs.map { "\($0.0) = \($0.1)" })
    case .object(let object): append("<\(type(of: object.object))>")
    }
  }

  /// The elements of a set. It has no order: they are printed in the order of their texts, so that the print is always the
  /// same.
  mutating func print(elementsOf values: [FormatValue]) { print(elements: values.map(text).sorted()) }

  private mutating func print(_ values: [FormatValue]) {
    append("{")
    for (index, value) in values.enumerated() {
      if index > 0 { append(", ") }
      print(value)
    }
    append("}")
  }

  private mutating func print(elements: [String]) { append("{" + elements.joined(separator: ", ") + "}") }

  /// The text of a part of the constant that is being printed.
  private func text(of value: FormatValue) -> String {
    var part = empty
    part.print(value)
    return part.text
  }

  /// A decimal: digits where a literal of them is a decimal or is compared as one, else what makes it one.
  private func text(of value: DecimalNumber) -> String {
    let text = value.description
    if value.isLiteral { return text.contains { $0 == "." || $0 == "e" } ? text : text + ".0" }
    // An integer, or a double that keeps the digits, is read as the same number beside every other one.
    let isItself =
      value.exponent < 0
      ? DecimalNumber(shortest: value.doubleValue) == value : Int64(text) != nil || UInt64(text) != nil
    return isCompared && isItself ? text : "CAST(\"\(text)\", \"NSDecimalNumber\")"
  }

  /// A string literal. Quotes and backslashes are escaped, and so is what a line of a terminal or of a log should not hold;
  /// all else stands as it is.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result.unicodeScalars.append(scalar)
      default:
        if scalar.disturbsLines { result += scalar.escapes } else { result.unicodeScalars.append(scalar) }
      }
    }
    return result + "\""
  }

  /// The shortest text that reads as the same double. NaN reads as nil everywhere; infinity has no spelling, and what
  /// stands for it here does not parse (`inf` would be a key).
  static func lossless(_ value: Double) -> String {
    if value.isNaN { return "nil" }
    return value.isFinite ? value.description : "<\(value.description)>"
  }

  /// The same without the `.0` of whole numbers. Minus zero keeps it: `-0` would read as the integer 0.
  static func shortest(_ value: Double) -> String {
    let text = lossless(value)
    return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
  }

  /// The number with six decimals, as C's `%f` writes it; nil where that reads as another number.
  static func fixed(_ value: Double) -> String? {
    // From 2^53 on six decimals are more than the shortest text has, and Apple's print is not known.
    guard value.magnitude < 0x1p53 else { return nil }
    let whole = UInt64(value.magnitude)
    // (No `rounded()`: it would need the C library's.)
    let millionths = UInt64((value.magnitude - Double(whole)) * 1_000_000 + 0.5)
    let digits = String(millionths)
    guard digits.count <= 6 else { return nil }
    let sign = value.sign == .minus ? "-" : ""
    let text = "\(sign)\(whole)." + String(repeating: "0", count: 6 - digits.count) + digits
    return Double(text)?.bitPattern == value.bitPattern ? text : nil
  }
}
