extension Printer {
  // MARK: Constants

  mutating func print(_ value: FormatValue) {
    switch value {
    case .null: append("nil")
    case .bool(let value):
      // As Apple prints them: a boolean is a number as an operand of a comparison, and YES or NO elsewhere.
      if isCompared { append(value ? "1" : "0") } else { append(value ? "YES" : "NO") }
    case .integer(let value): append(String(value))
    case .unsigned(let value): append(String(value))
    case .double(let value): append(isCompared ? Self.shortest(value) : Self.lossless(value))
    case .decimal(let value): append(text(of: value))
    case .string(let value): append(Self.quoted(value))
    case .date(let seconds):
      let fixed = !isLossless ? Self.fixed(seconds) : nil
      append("CAST(\(fixed ?? Self.lossless(seconds)), \"NSDate\")")
    case .uuid(let value): append("CAST(\"\(value.text)\", \"UUID\")")
    case .data(let bytes): append("CAST(\"\(bytes.base64)\", \"NSData\")")
    case .list(let values): print(values)
    // `UNION {}` turns the list into a set.
    case .set(let values):
      print(elementsOf: values)
      append(" UNION {}")
    case .record(let fields) where fields.isEmpty: append("{=}")  // `{}` would be a list.
    case .record(let fields):
      print(elements: fields.inByteOrder.map { "\(Self.quoted($0.key)) = \(text(of: $0.value))" })
    case .object(let object): append("<\(type(of: object.object))>")
    }
  }

  /// Prints the elements of a set. They are sorted by their texts, because a set has no order and the output must be
  /// stable.
  mutating func print(elementsOf values: [FormatValue]) { print(elements: values.map(text).inByteOrder) }

  private mutating func print(_ values: [FormatValue]) {
    append("{")
    for (index, value) in values.enumerated() {
      if index > 0 { append(", ") }
      print(value)
    }
    append("}")
  }

  private mutating func print(elements: [String]) { append("{" + elements.joined(separator: ", ") + "}") }

  /// Returns the text of one element of the constant that is being printed.
  private func text(of value: FormatValue) -> String {
    var printer = empty
    printer.print(value)
    return printer.text
  }

  /// Returns the text of a decimal: plain digits if they parse as this decimal or compare like it, otherwise a CAST.
  private func text(of value: FormatDecimal) -> String {
    let text = value.description
    if value.isLiteral { return text.contains { $0 == "." || $0 == "e" } ? text : text + ".0" }
    // Without CAST the text parses as an integer or a double. It compares like the decimal if the integer fits into 64
    // bits, or if the double converts back to this decimal.
    let comparesEqually =
      value.exponent < 0
      ? FormatDecimal(shortest: value.doubleValue) == value : Int64(text) != nil || UInt64(text) != nil
    return isCompared && comparesEqually ? text : "CAST(\"\(text)\", \"NSDecimalNumber\")"
  }

  /// Returns a string literal. Quotes, backslashes, and characters that could disturb a line of a terminal or log are
  /// escaped. A tab is kept.
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

  /// Returns the shortest text that parses to the same double. NaN prints as nil, because it is evaluated as nil.
  /// Infinity has no spelling and prints as text that does not parse (`inf` would be a key).
  static func lossless(_ value: Double) -> String {
    if value.isNaN { return "nil" }
    return value.isFinite ? value.description : "<\(value.description)>"
  }

  /// Returns `lossless(value)` without the `.0` of whole numbers. Minus zero keeps it, because `-0` would parse as the
  /// integer 0.
  static func shortest(_ value: Double) -> String {
    let text = lossless(value)
    return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
  }

  /// Returns the number with six decimals, as C's `%f` prints it, or `nil` if that text parses to another number.
  static func fixed(_ value: Double) -> String? {
    // From 2^53 on a double has no fraction, and how Apple prints such dates is unknown.
    guard value.magnitude < 0x1p53 else { return nil }
    let whole = UInt64(value.magnitude)
    // Adds 0.5 because `rounded()` would require the C library.
    let millionths = UInt64((value.magnitude - Double(whole)) * 1_000_000 + 0.5)
    let digits = String(millionths)
    guard digits.count <= 6 else { return nil }  // rounded up to a whole number
    let sign = value.sign == .minus ? "-" : ""
    let text = "\(sign)\(whole)." + String(repeating: "0", count: 6 - digits.count) + digits
    return Double(text)?.bitPattern == value.bitPattern ? text : nil
  }
}
