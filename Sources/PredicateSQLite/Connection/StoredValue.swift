import PredicateSQL
import PredicateSemantics
import PredicateSyntax

extension PredicateModel.AttributeType {
  /// Returns the value that a stored value means, with NULL as a null value, or `nil` if a column of this type cannot contain it.
  package func value(ofStored stored: FormatValue) -> FormatValue? {
    if case .null = stored { return .null }
    switch self {
    case .boolean: return integer(stored).map { .bool($0 != 0) }
    case .integer16, .integer32, .integer64: return integer(stored).map(FormatValue.integer)
    case .float, .double: return double(stored).map(FormatValue.double)
    case .decimal(let storage): return decimal(stored, storage)
    case .string:
      if case .string = stored { return stored }
      return nil
    case .date(let storage): return date(stored, storage)
    case .uuid: return uuid(stored)
    case .data:
      if case .data = stored { return stored }
      return nil
    }
  }

  private func integer(_ stored: FormatValue) -> Int64? {
    switch stored {
    case .integer(let value): value
    // A column without a type may contain 3.0 for 3.
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }

  private func double(_ stored: FormatValue) -> Double? {
    switch stored {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  private func decimal(_ stored: FormatValue, _ storage: DecimalStorage) -> FormatValue? {
    guard case .scaledInteger(let scale) = storage, let units = integer(stored) else { return nil }
    return FormatDecimal(units).shifted(by: -scale).map(FormatValue.decimal)
  }

  private func date(_ stored: FormatValue, _ storage: DateStorage) -> FormatValue? {
    switch storage {
    case .native, .instant, .day: return nil
    case .referenceSeconds: return double(stored).map(FormatValue.date)
    case .unixSeconds: return double(stored).map { .date($0 - .unixSecondsOf2001) }
    case .unixIntegerSeconds: return integer(stored).map { .date(Double($0) - .unixSecondsOf2001) }
    case .unixMilliseconds:
      let (millis, overflow) = integer(stored).map { $0.subtractingReportingOverflow(978_307_200_000) } ?? (0, true)
      return overflow ? nil : .date(Double(millis) / 1_000)
    case .text:
      guard case .string(let text) = stored else { return nil }
      return Double.seconds(ofDate: text).map(FormatValue.date)
    case .timestampText:
      guard case .string(let text) = stored else { return nil }
      return Double.seconds(ofTimestamp: text).map(FormatValue.date)
    }
  }

  private func uuid(_ stored: FormatValue) -> FormatValue? {
    switch stored {
    case .string(let text): return FormatUUID(text).map(FormatValue.uuid)
    case .data(let bytes) where bytes.count == 16:
      let halves = [bytes.prefix(8), bytes.suffix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
      return .uuid(FormatUUID(high: halves[0], low: halves[1]))
    default: return nil
    }
  }
}
