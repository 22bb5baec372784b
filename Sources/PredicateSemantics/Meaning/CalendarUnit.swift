import PredicateSyntax

/// A part of a date in the Gregorian calendar, which also applies to the time before its introduction.
package enum CalendarUnit: String, Sendable, CaseIterable {
  /// The year, from 1 to 9999.
  case year
  /// The month, from 1 to 12.
  case month
  /// The day of the month, from 1 to 31.
  case day
  /// The hour of the day, from 0 to 23.
  case hour

  /// The dates that have a calendar, in words.
  static let dates = "a date in the years 1 to 9999"

  /// Returns the part of a date where clocks are `offset` seconds ahead of UTC. Returns `nil` outside the years 1 to 9999, on these
  /// clocks or in UTC.
  ///
  /// - Parameters:
  ///   - seconds: The seconds since 2001-01-01 00:00:00 UTC.
  ///   - offset: The offset from UTC in seconds, negative in the west.
  package func value(of seconds: Double, offset: Int = 0) -> Int64? {
    let local = seconds.rounded(.down) + Double(offset)
    guard Double.years1To9999.contains(seconds), Double.years1To9999.contains(local) else { return nil }
    let moment = Int64(local)
    let clock = (moment % 86_400 + 86_400) % 86_400
    let date = Double.civilDate(daysSince2001: Int((moment - clock) / 86_400))
    return switch self {
    case .year: Int64(date.year)
    case .month: Int64(date.month)
    case .day: Int64(date.day)
    case .hour: clock / 3_600
    }
  }

  /// Returns whether a text has the form of a name in the time zone database, such as `Europe/Berlin` or `UTC`. Abbreviations such as
  /// `CET`, and offsets such as `+02:00`, do not have it, because systems disagree about their meaning. Names in another case, and of
  /// other areas such as `posix/Europe/Berlin`, do not have it either: only some engines know them.
  package static func isZoneName(_ text: String) -> Bool {
    if text == utc { return true }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1, areas.contains(String(parts[0])) else { return false }
    return parts.allSatisfy { part in
      guard let first = part.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
      return part.utf8.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    }
  }

  /// The areas of the time zone database, and those of its older names.
  private static let areas: Set<String> = [
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific", "Etc",
    "Brazil", "Canada", "Chile", "Mexico", "US",
  ]

  /// The time zone whose clocks show UTC.
  package static let utc = "UTC"
}

extension ValueFunction {
  /// Returns a part of a date in UTC, or `nil` in another time zone.
  static func value(
    of unit: CalendarUnit, _ operands: [FormatValue], of name: String
  ) throws(EvaluationError) -> FormatValue? {
    guard operands.count < 2 || operands[1] == .string(CalendarUnit.utc) else { return nil }
    return try value(of: unit, operands[0], offset: 0, of: name)
  }

  /// Returns a part of a date where clocks are `offset` seconds ahead of UTC.
  package static func value(
    of unit: CalendarUnit, _ operand: FormatValue, offset: Int, of name: String
  ) throws(EvaluationError) -> FormatValue {
    let seconds = try date(operand, of: name)
    guard let value = unit.value(of: seconds, offset: offset) else {
      throw EvaluationError(
        .wrongOperand(of: name, expected: CalendarUnit.dates, found: "\(seconds) seconds since 2001"))
    }
    return .integer(value)
  }

  /// Returns the seconds of a date. Throws an error for other values.
  package static func date(_ operand: FormatValue, of name: String) throws(EvaluationError) -> Double {
    guard case .date(let seconds) = operand else {
      throw EvaluationError(.wrongOperand(of: name, expected: "a date", found: operand.valueType.description))
    }
    return seconds
  }
}
