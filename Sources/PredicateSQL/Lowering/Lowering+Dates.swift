import PredicateSemantics
import PredicateSyntax

// Dates in the forms that functions need: as seconds since 2001, and in the engine's own type.

extension Lowering {
  /// Returns a date as a double, in seconds since 2001. Returns any other value unchanged.
  func referenceSeconds(_ value: SQLValue, at range: FormatRange) throws(Refusal) -> SQLValue {
    guard case .date(let storage) = value.type else { return value }
    let name = "a date in seconds"
    var result = value
    switch storage {
    case .referenceSeconds: return value
    case .unixSeconds: result.sql = .infix(value.sql, "-", SQL(table.secondsTo2001))
    case .unixIntegerSeconds:
      let seconds = SQL.infix(try spell(.integer64, value.sql, for: name, at: range), "-", "978307200")
      result.sql = try spell(.double, seconds, for: name, at: range)
    case .unixMilliseconds:
      let millis = SQL.infix(try spell(.integer64, value.sql, for: name, at: range), "-", "978307200000")
      result.sql = .infix(try spell(.double, millis, for: name, at: range), "/", "1000")
    case .text where dialect.spellings[.textSeconds] != nil,
      .timestampText where dialect.spellings[.textSeconds] != nil:
      result.sql = try spell(.textSeconds, value.sql, for: name, at: range)
    case .native, .instant, .day, .text, .timestampText:
      result.sql = try spell(.referenceSeconds, nativeDate(value, named: name, at: range), for: name, at: range)
    }
    result.type = .date(.referenceSeconds)
    result.column = nil
    switch storage {
    case .native, .instant, .day: result.origin = .smallMoment
    case .referenceSeconds, .unixSeconds, .unixIntegerSeconds, .unixMilliseconds, .text, .timestampText: break
    }
    return result
  }

  /// Returns a date in the engine's native type, in UTC. Dates that are stored as numbers lose the fractions of their seconds.
  private func nativeDate(_ value: SQLValue, named name: String, at range: FormatRange) throws(Refusal) -> SQL {
    guard case .date(let storage) = value.type else { return value.sql }
    switch storage {
    case .native: return value.sql
    case .instant: return try spell(.instant, value.sql, for: name, at: range)
    case .day: return dialect.spellings[.dayDate]?([value.sql]) ?? value.sql
    case .text, .timestampText: return try spell(.textDate, value.sql, for: name, at: range)
    case .referenceSeconds, .unixSeconds, .unixIntegerSeconds, .unixMilliseconds:
      let seconds = try referenceSeconds(value, at: range).sql
      // Checks the operation first, so that a refusal names it.
      let template = try template(of: .secondsDate, for: name, at: range)
      let (first, last) = (Double.years1To9999.lowerBound, Double.years1To9999.upperBound)
      return try naming([seconds], [.double], at: range) { named in
        let isAfterFirst: SQL = "\(named[0]) >= \(SQLParameter(.double(first), .double))"
        let isBeforeLast: SQL = "\(named[0]) < \(SQLParameter(.double(last), .double))"
        return SQL(.choice(.all(of: [.test(isAfterFirst), .test(isBeforeLast)]), template([named[0]]), nil))
      }
    }
  }

  /// Returns a part of a date in UTC, or in the time zone that the second operand names.
  @inline(never)
  mutating func part(
    _ unit: CalendarUnit, of operands: [ResolvedExpression], at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let name = unit.rawValue
    let value = try value(operands[0])
    guard case .date = value.type else { throw refusal(name, "its operand is not a date", at: range) }
    if !value.type.hasCalendar { note(.error, "\(name) yields nil outside the years 1 to 9999", at: range) }
    var zone = CalendarUnit.utc
    if operands.count == 2 {
      guard case .string(let named)? = operands[1].constant else {
        throw refusal("\(name) in a time zone", "the zone is not a constant", at: operands[1].range)
      }
      guard CalendarUnit.isZoneName(named) else {
        throw refusal(
          "\(name) in a time zone", "the zone has no name such as \"Europe/Berlin\"", at: operands[1].range)
      }
      zone = named
    }
    // A day has the parts of its date in UTC itself.
    let isPartOfDay = value.type == .date(.day) && unit != .hour && zone == CalendarUnit.utc
    var date = isPartOfDay ? value.sql : try nativeDate(value, named: name, at: range)
    if zone != CalendarUnit.utc {
      date = try spell(.localDate, date, SQL("'\(zone)'" as String), for: "a time zone", at: operands[1].range)
    }
    let (operation, bounds): (SQLOperation, ClosedRange<Int64>) =
      switch unit {
      case .year: (.year, 1...9_999)
      case .month: (.month, 1...12)
      case .day: (.day, 1...31)
      case .hour: (.hour, 0...23)
      }
    return SQLValue(
      try spell(operation, date, for: name, at: range), .integer(bounds),
      isNullable: value.isNullable || !value.type.hasCalendar)
  }
}

extension SQLType {
  /// Whether all values are dates in the years 1 to 9999.
  fileprivate var hasCalendar: Bool {
    switch self {
    case .date(.native), .date(.instant), .date(.day), .date(.text), .date(.timestampText): true
    default: false
    }
  }
}
