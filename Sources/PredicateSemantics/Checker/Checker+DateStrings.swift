import PredicateSyntax

// Strings compared with dates, in predicates parsed under a profile that allows them.

extension Checker {
  /// Returns a constant, or a list with constants, with its strings converted to dates if the other operand is a date or a
  /// collection of dates. Reports strings that are not dates.
  mutating func readingDateStrings(_ side: ResolvedExpression, _ other: ResolvedExpression) -> ResolvedExpression {
    guard [.date, .list(.date), .set(.date)].contains(other.type) else { return side }
    switch side.kind {
    case .constant(let value):
      guard let dates = dates(in: value, at: side.range) else { return unknown(at: side.range) }
      return dates == value ? side : constant(dates, at: side.range)
    case .list(let parts):
      var dates: [ResolvedExpression] = []
      for part in parts { dates.append(readingDateStrings(part, other)) }
      return list(of: dates, at: side.range)
    default: return side
    }
  }

  /// Returns a value with dates in place of strings. Returns `nil` after reporting a string that is not a date.
  private mutating func dates(in value: FormatValue, at range: FormatRange) -> FormatValue? {
    switch value {
    case .string(let text):
      guard let seconds = Double.seconds(ofDateOrDay: text) else {
        report(.badDate(text), at: range)
        return nil
      }
      return .date(seconds)
    case .list(let elements): return dates(in: elements, at: range).map { .list($0) }
    case .set(let elements): return dates(in: elements, at: range).map { .set($0) }
    default: return value
    }
  }

  private mutating func dates(in elements: [FormatValue], at range: FormatRange) -> [FormatValue]? {
    var dates: [FormatValue] = []
    for element in elements {
      guard case .string = element else {
        dates.append(element)
        continue
      }
      guard let date = self.dates(in: element, at: range) else { return nil }
      dates.append(date)
    }
    return dates
  }
}

extension FormatComparisonOperator {
  /// Whether the operator compares or looks up values instead of searching text.
  var comparesValues: Bool {
    switch kind {
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .isIn, .contains, .between:
      true
    case .text, .matches, .program: false
    }
  }
}
