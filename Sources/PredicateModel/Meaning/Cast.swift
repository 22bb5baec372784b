import PredicateSyntax

/// The types that CAST knows: values only, never classes.
package enum Cast: String, CaseIterable, Sendable {
  case string = "NSString", number = "NSNumber", decimal = "NSDecimalNumber", date = "NSDate", uuid = "UUID"
  case data = "NSData"

  /// The type of what a conversion gives.
  var result: ValueType {
    switch self {
    case .string: .string
    case .number: .any  // an integer or a double, as the text tells
    case .decimal: .decimal
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    }
  }

  /// The value as the type. nil stays nil, and a text that writes no number gives nil.
  ///
  /// - Throws: a fault where values of the kind have no such form.
  package func convert(_ value: FormatValue) throws(EvaluationFault) -> FormatValue {
    if let converted = converted(value.settled) { return converted }
    if case (.number, .string) = (self, value) { return .null }
    if case (.decimal, .string) = (self, value) { return .null }
    let wanted = "a value that it can read"
    throw EvaluationFault(
      .wrongOperand(of: "CAST to \"\(rawValue)\"", wanted: wanted, found: value.valueType.description))
  }

  private func converted(_ value: FormatValue) -> FormatValue? {
    switch (self, value) {
    case (_, .null): return .null
    case (.string, .string), (.number, .integer), (.number, .unsigned), (.number, .double), (.number, .decimal),
      (.decimal, .decimal), (.date, .date), (.uuid, .uuid), (.data, .data):
      return value
    case (.string, _): return .string(value.formatExpression.format)
    case (.number, .bool(let value)): return .integer(value ? 1 : 0)
    case (.number, .date(let seconds)): return .double(seconds)
    case (.number, .string(let text)):
      if text.utf8.contains(UInt8(ascii: ".")) { return Double(text).map(FormatValue.double) }
      return Int64(text).map(FormatValue.integer) ?? DecimalNumber(text).map(FormatValue.decimal)
    case (.decimal, .string(let text)): return DecimalNumber(text).map(FormatValue.decimal)
    case (.decimal, .integer(let number)): return .decimal(DecimalNumber(number))
    case (.decimal, .double(let number)): return DecimalNumber(shortest: number).map(FormatValue.decimal)
    case (.date, .integer(let seconds)): return .date(Double(seconds))
    case (.date, .double(let seconds)): return .date(seconds)
    case (.date, .decimal(let seconds)): return .date(seconds.doubleValue)
    case (.date, .string(let text)): return DateText.seconds(text).map(FormatValue.date)
    case (.uuid, .string(let text)): return FormatUUID(text).map(FormatValue.uuid)
    case (.data, .string(let text)): return Base64.bytes(of: text).map(FormatValue.data)
    default: return nil
    }
  }
}
