import PredicateSemantics
import PredicateSyntax

extension SQLParameter {
  /// Returns the parameter as a literal of a dialect, or nil if the dialect has none for the value.
  package func literal(_ dialect: DatabaseDialect) -> String? {
    guard isList, case .list(let values) = value else { return Self.literal(value, dialect) }
    var literals: [String] = []
    for value in values {
      guard let literal = Self.literal(value, dialect) else { return nil }
      literals.append(literal)
    }
    return dialect.spellings[.listLiteral]?.text([literals.joined(separator: ", ")])
  }

  private static func literal(_ value: FormatValue, _ dialect: DatabaseDialect) -> String? {
    switch value {
    case .bool(let value): return value ? dialect.table.true : dialect.table.false
    case .integer(let number): return numberLiteral("\(number)", .integerLiteral, dialect)
    case .double(let number): return doubleLiteral(number, dialect)
    case .decimal(let number): return numberLiteral(number.plainText, .decimalLiteral, dialect)
    case .string(let text): return textLiteral(text, dialect)
    case .date(let seconds): return timestamp(seconds).flatMap { quotedLiteral($0, .timestampLiteral, dialect) }
    case .uuid(let uuid): return quotedLiteral(uuid.text, .uuidLiteral, dialect)
    case .data(let bytes): return quotedLiteral(hexadecimal(bytes), .bytesLiteral, dialect)
    case .null, .unsigned, .list, .set, .record, .object: return nil
    }
  }

  private static func quotedLiteral(
    _ text: String, _ operation: SQLOperation, _ dialect: DatabaseDialect
  ) -> String? {
    dialect.spellings[operation]?.text([quoted(text)])
  }

  private static func quoted(_ text: String, doublesBackslash: Bool = false) -> String {
    DialectTable.Quoting("'", "'", doublesBackslash: doublesBackslash).quoted(text)
  }

  // MARK: Texts, bytes and dates

  private static func textLiteral(_ text: String, _ dialect: DatabaseDialect) -> String? {
    var previous: UnicodeScalar = " "
    var hasBackslash = false
    for scalar in text.unicodeScalars {
      // A terminal would obey a control character that is pasted, and Spark replaces `${name}` even within quotes.
      if scalar.disturbsLines || scalar == "{" && previous == "$" {
        return quotedLiteral(hexadecimal(Array(text.utf8)), .hexadecimalTextLiteral, dialect)
      }
      if scalar == "\\" { hasBackslash = true }
      previous = scalar
    }
    if hasBackslash, let template = dialect.spellings[.escapedTextLiteral] {
      return template.text([quoted(text, doublesBackslash: true)])
    }
    return quotedLiteral(text, .textLiteral, dialect)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Returns a date as `2014-01-01 00:00:00.000000`, or nil outside the years 1 to 9999.
  private static func timestamp(_ seconds: Double) -> String? {
    guard seconds.magnitude < 0x1p40 else { return nil }
    let micros = Int64((seconds * 1_000_000).rounded())
    let fraction = ((micros % 1_000_000) + 1_000_000) % 1_000_000
    let whole = Array(Double((micros - fraction) / 1_000_000).dateText.utf8)
    // A date outside these years is written as a number.
    guard whole.count == 20 else { return nil }
    let time = String(decoding: whole[..<10], as: UTF8.self) + " " + String(decoding: whole[11..<19], as: UTF8.self)
    return time + "." + String("\(1_000_000 + fraction)".dropFirst())
  }

  // MARK: Numbers

  /// Returns a number as a literal. `exact` is another spelling of the number without quotes.
  private static func numberLiteral(
    _ text: String, exact: String? = nil, _ operation: SQLOperation, _ dialect: DatabaseDialect
  ) -> String? {
    let bare = exact ?? text
    // `--` would begin a comment.
    let operand = bare.utf8.first == UInt8(ascii: "-") ? "(\(bare))" : bare
    return dialect.spellings[operation]?.text([operand, quoted(text)])
  }

  private static func doubleLiteral(_ number: Double, _ dialect: DatabaseDialect) -> String? {
    if number.isNaN { return dialect.spellings[.isNaN] == nil ? nil : numberLiteral("NaN", .doubleLiteral, dialect) }
    guard number.isInfinite else {
      return numberLiteral("\(number)", exact: exact(number), .doubleLiteral, dialect)
    }
    guard dialect.table.holdsInfinity else { return nil }
    let sign = number < 0 ? "-" : ""
    return numberLiteral("\(sign)Infinity", exact: "\(sign)9e999", .doubleLiteral, dialect)
  }

  /// Returns an expression for a double that engines evaluate to this double even if they read decimal fractions with errors in
  /// the last digit, as SQLite does. A number with few digits is its own text. Any other number is an integer, multiplied by or
  /// divided by powers of two.
  private static func exact(_ number: Double) -> String {
    guard let decimal = FormatDecimal(shortest: number) else { return "\(number)" }
    // Then 64 bits hold the integer of the digits, and its product with the power of ten or its quotient is rounded correctly
    // even if it is rounded twice.
    if decimal.digitCount <= 15, (-4...6).contains(decimal.exponent) { return "\(number)" }
    var shift = number.significandWidth - Int(number.exponent)
    let sign = shift > 0 ? " / " : " * "
    var text = "\(Int64(Double(sign: .plus, exponent: shift, significand: number)))"
    shift = abs(shift)
    // These powers have at most 15 digits.
    while shift > 0 {
      let step = min(shift, 49)
      text += "\(sign)\(Int64(1) << Int64(step)).0"
      shift -= step
    }
    return "(\(text))"
  }
}
