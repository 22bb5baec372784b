import PredicateSyntax

/// The types that CAST supports: value types only, never classes.
package enum Cast: String, CaseIterable, Sendable {
  case string = "NSString", number = "NSNumber", decimal = "NSDecimalNumber", date = "NSDate", uuid = "UUID"
  case data = "NSData"

  /// Names of the types in other languages, and other class names.
  private static let otherNames: [String: Cast] = [
    "String": .string, "NSMutableString": .string, "Int": .number, "Integer": .number, "Double": .number,
    "Float": .number, "Bool": .number, "Number": .number, "Decimal": .decimal, "Date": .date, "NSUUID": .uuid,
    "Data": .data,
  ]

  /// Returns the error for a type that CAST does not support.
  static func unknown(_ name: String) -> Message {
    let known = allCases.map { $0.rawValue }
    return .unknownCast(name, nearest: otherNames[name]?.rawValue ?? nearestWord(to: name, among: known), known: known)
  }

  /// The type of the converted value.
  var result: ValueType {
    switch self {
    case .string: .string
    case .number: .any  // an integer, a decimal or a double, depending on the text
    case .decimal: .decimal
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    }
  }

  /// Returns the value converted to the type. nil stays nil, and text that is not a number yields nil.
  ///
  /// - Throws: An error if values of this kind cannot be converted.
  package func convert(_ value: FormatValue) throws(EvaluationError) -> FormatValue {
    if let converted = converted(value.nanAsNil) {
      // Text may exceed the range of doubles: `1.0e999`.
      if case (.double(let number), .string) = (converted, value) {
        _ = try ValueFunction.finite(number, of: "CAST to \"\(rawValue)\"")
      }
      return converted
    }
    if case (.number, .string) = (self, value) { return .null }
    if case (.decimal, .string) = (self, value) { return .null }
    if case (.date, .string(let text)) = (self, value) {
      throw EvaluationError(
        .wrongOperand(
          of: "CAST to \"\(rawValue)\"", expected: "a date such as 2014-01-01T00:00:00Z",
          found: "a string that is not one: \(Double.problem(ofDate: text))"))
    }
    let expected = "a value that it can convert"
    throw EvaluationError(
      .wrongOperand(of: "CAST to \"\(rawValue)\"", expected: expected, found: value.valueType.description))
  }

  /// Returns the converted value, or `nil` if the value cannot be converted.
  private func converted(_ value: FormatValue) -> FormatValue? {
    switch (self, value) {
    case (_, .null): .null
    case (.string, _): .string(Self.text(of: value))
    case (.number, .integer), (.number, .unsigned), (.number, .double), (.number, .decimal), (.decimal, .decimal),
      (.date, .date), (.uuid, .uuid), (.data, .data):
      value
    case (.number, .string(let text)): Self.number(of: text)
    case (.number, .bool(let value)): .integer(value ? 1 : 0)
    case (.number, .date(let seconds)): .double(seconds)
    case (.decimal, .string(let text)): FormatDecimal(text).map(FormatValue.decimal)
    case (.decimal, .bool(let value)): .decimal(FormatDecimal(value ? 1 : 0))
    case (.decimal, .double(let number)): FormatDecimal(shortest: number).map(FormatValue.decimal)
    case (.decimal, _): value.exactDecimal.map(FormatValue.decimal)
    case (.date, .string(let text)): Double.seconds(ofDate: text).map(FormatValue.date)
    case (.date, _): value.doubleValue.map(FormatValue.date)
    case (.uuid, .string(let text)): FormatUUID(text).map(FormatValue.uuid)
    case (.data, .string(let text)): [UInt8](base64: text).map(FormatValue.data)
    case (.number, _), (.uuid, _), (.data, _): nil
    }
  }

  /// Returns the text of a value.
  static func text(of value: FormatValue) -> String {
    switch value {
    case .string(let text): text
    // -0.0 equals 0.0, and databases may lose its sign, so both have the same text.
    case .double(0): "0"
    case .decimal(let number): number.description
    case .null, .bool, .integer, .unsigned, .double, .date, .uuid, .data, .list, .set, .record, .object:
      value.formatExpression.format
    }
  }

  private static func number(of text: String) -> FormatValue? {
    if text.utf8.contains(UInt8(ascii: ".")) { return Double(text).map(FormatValue.double) }
    return Int64(text).map(FormatValue.integer) ?? hexadecimal(text).map(FormatValue.integer)
      ?? FormatDecimal(text).map(FormatValue.decimal)
  }
}

/// Returns the integer written as `0x1F` or `-0x10`, or `nil` for other text.
private func hexadecimal(_ text: String) -> Int64? {
  let sign = text.hasPrefix("-") ? "-" : ""
  let digits = text.dropFirst(sign.count)
  guard digits.hasPrefix("0x") || digits.hasPrefix("0X"), digits.dropFirst(2).first?.isHexDigit == true else {
    return nil
  }
  return Int64(sign + digits.dropFirst(2), radix: 16)
}
