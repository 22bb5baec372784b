import PredicateSemantics
import PredicateSyntax

// Arithmetic of decimals, exact as in memory: in the engine's native type if it has one, else in integers that count units.
//
// A result that may have more than 38 digits is refused, because it does not exist in memory either. In SQLite, a result that
// does not fit into an integer ends the statement with an error.

extension Lowering {
  /// Returns a sum, difference or product of two decimals, or of a decimal and an integer.
  mutating func decimals(
    _ operation: Arithmetic, _ left: SQLValue, _ right: SQLValue, named name: String, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    guard !operation.isDivision else {
      throw refusal("\(name) of decimals", "evaluation in memory keeps 38 digits of the result", at: range)
    }
    let isProduct = operation == .multiply
    var result: SQLValue
    if table.storage.contains(.nativeDecimal) {
      var a = try native(left, named: name, at: range)
      let b = try native(right, named: name, at: range)
      let scale = isProduct ? a.scale + b.scale : max(a.scale, b.scale)
      let precision =
        isProduct ? a.precision + b.precision + 1 : max(a.precision - a.scale, b.precision - b.scale) + scale + 1
      guard precision <= Self.greatestPrecision else {
        throw refusal("\(name) of such decimals", "the result may have more than 38 digits", at: range)
      }
      try checkScale(scale, of: "\(name) of such decimals", at: range)
      if isTooWide(precision, forOperandsOf: max(a.precision, b.precision)) {
        a.sql = try decimal(of: a.sql, Self.largePrecision, a.scale, for: name, at: range)
      }
      result = SQLValue(
        .infix(a.sql, operation.rawValue, b.sql), .decimal(.native(precision: precision, scale: scale)),
        isNullable: false)
    } else {
      let (a, b) = (try units(left, named: name, at: range), try units(right, named: name, at: range))
      let scale = isProduct ? a.scale + b.scale : max(a.scale, b.scale)
      let sides =
        isProduct
        ? (a.sql, b.sql)
        : (try scaled(a.sql, by: scale - a.scale, at: range), try scaled(b.sql, by: scale - b.scale, at: range))
      result = SQLValue(
        try spell(.units, "\(sides.0) \(sql: operation.rawValue) \(sides.1)", for: name, at: range),
        .decimal(.scaledInteger(scale: scale)), isNullable: false)
    }
    result.sql = try checked(result.sql, at: range)
    result.isNullable = left.isNullable || right.isNullable
    return result
  }

  /// Returns whether an operation of decimals has a type with fewer digits than its result needs.
  private func isTooWide(_ digits: Int, forOperandsOf widest: Int) -> Bool {
    guard let size = table.decimalSizes.first(where: { $0 >= widest }) else { return false }
    return digits > size
  }

  /// Returns the sum of decimals over rows; 0 for no rows.
  func sum(
    _ operand: SQLValue, named name: String, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    guard table.storage.contains(.nativeDecimal) else {
      let (sql, scale) = try units(operand, named: name, at: range)
      return SQLValue(
        try spell(.sumUnits, sql, for: name, at: range), .decimal(.scaledInteger(scale: scale)), isNullable: false)
    }
    let (sql, precision, scale) = try native(operand, named: name, at: range)
    // 10 billion (10^10) rows of 28 digits fit into 38 digits.
    guard precision <= Self.greatestPrecision - 10 else {
      throw refusal("\(name) of such decimals", "the result may have more than 38 digits", at: range)
    }
    return SQLValue(
      .function("COALESCE", .function("SUM", sql), "0"), .decimal(.native(precision: precision + 10, scale: scale)),
      isNullable: false)
  }

  /// Returns the magnitude of a decimal.
  func magnitude(of value: SQLValue, at range: FormatRange) throws(Refusal) -> SQLValue {
    var result = withoutColumn(value)
    if table.storage.contains(.nativeDecimal) {
      let (sql, precision, scale) = try native(value, named: "abs", at: range)
      if let digits = table.absoluteDigits, precision > digits {
        throw refusal("abs of such decimals", "it keeps \(digits) digits of them", at: range)
      }
      result.sql = try spell(.absoluteDouble, sql, for: "abs", at: range)
      result.type = .decimal(.native(precision: precision, scale: scale))
    } else {
      // SQLite's abs fails if the magnitude does not fit.
      result.sql = try spell(.absoluteInteger, value.sql, for: "abs", at: range)
    }
    return result
  }

  /// Returns a decimal constant as an operand of arithmetic.
  func value(_ number: FormatDecimal, _ name: String, at range: FormatRange) throws(Refusal) -> SQLValue {
    let scale = max(0, -number.exponent)
    let precision = max(1, number.digitCount + number.exponent) + scale
    guard precision <= Self.greatestPrecision else {
      throw refusal("a decimal with so many digits", "the limit is 38", at: range)
    }
    if table.storage.contains(.nativeDecimal) {
      let sql = try decimal(of: "\(SQLParameter(.decimal(number), .decimal))", precision, scale, for: name, at: range)
      return SQLValue(sql, .decimal(.native(precision: precision, scale: scale)), isNullable: false)
    }
    guard let integer = number.shifted(by: scale).flatMap({ Int64($0.description) }) else {
      throw refusal("a decimal with so many digits", "in units of its scale it does not fit into 64 bits", at: range)
    }
    return SQLValue(
      "\(SQLParameter(.integer(integer), .integer))", .decimal(.scaledInteger(scale: scale)), isNullable: false)
  }

  /// The maximum number of digits of a decimal in all engines.
  private static let greatestPrecision = 38
  /// A number of digits that only the largest of an engine's decimal types has.
  private static let largePrecision = 19
  /// The maximum number of digits of a 64-bit integer.
  static let integerDigits = 19

  /// Returns a number in the engine's native decimal type, with its number of digits in total and after the decimal point.
  func native(
    _ value: SQLValue, named name: String, at range: FormatRange
  ) throws(Refusal) -> (sql: SQL, precision: Int, scale: Int) {
    let reason = "its operand is not a number"
    switch value.type {
    case .decimal(.native(let precision, let scale)): return (value.sql, precision, scale)
    case .decimal(.scaledInteger(let scale)):
      let units = try decimal(of: value.sql, Self.integerDigits, 0, for: name, at: range)
      if scale == 0 { return (units, Self.integerDigits, 0) }
      let text = SQL("'0.\(String(repeating: "0", count: scale - 1))1'" as String)
      let unit = try decimal(of: text, scale, scale, for: name, at: range)
      return (.infix(units, "*", unit), Self.integerDigits + 1 + scale, scale)
    case .integer(let bounds):
      let digits = String(max(bounds.lowerBound.magnitude, bounds.upperBound.magnitude)).count
      return (try decimal(of: value.sql, digits, 0, for: name, at: range), digits, 0)
    case .boolean, .double, .text, .date, .uuid, .data, .object: throw refusal(name, reason, at: range)
    }
  }

  private func decimal(
    of sql: SQL, _ precision: Int, _ scale: Int, for name: String, at range: FormatRange
  ) throws(Refusal) -> SQL {
    try checkScale(scale, of: name, at: range)
    return try spell(
      .decimal, sql, SQL("\(precision)" as String), SQL("\(scale)" as String), for: name, at: range)
  }

  /// Refuses a decimal with more digits after the point than the engine's type has.
  private func checkScale(_ scale: Int, of name: String, at range: FormatRange) throws(Refusal) {
    guard let limit = table.greatestScale, scale > limit else { return }
    throw refusal(name, "it keeps \(limit) digits after the decimal point", at: range)
  }

  /// Returns a number as an integer that counts units of 10^-scale.
  private func units(
    _ value: SQLValue, named name: String, at range: FormatRange
  ) throws(Refusal) -> (sql: SQL, scale: Int) {
    let reason = "its operand is not a number"
    switch value.type {
    case .decimal(.scaledInteger(let scale)): return (value.sql, scale)
    case .integer: return (try integer64(value, at: range), 0)
    case .boolean, .double, .decimal, .text, .date, .uuid, .data, .object: throw refusal(name, reason, at: range)
    }
  }

  /// Converts units to smaller units.
  private func scaled(_ sql: SQL, by exponent: Int, at range: FormatRange) throws(Refusal) -> SQL {
    if exponent == 0 { return sql }
    let isSmall = exponent < Self.integerDigits
    guard isSmall else { throw refusal("a decimal with tiny units", "they do not fit into 64 bits", at: range) }
    return try spell(.units, "\(sql) * 1\(sql: String(repeating: "0", count: exponent))", for: "a decimal", at: range)
  }

  /// Converts the values of a conditional, which are two decimals, or an integer and a decimal, to one type.
  func convertDecimals(
    _ x: inout SQLValue, _ y: inout SQLValue, hasInteger: Bool, at range: FormatRange
  ) throws(Refusal) {
    guard case .decimal(.native(let l, let first)) = x.type, case .decimal(.native(let r, let second)) = y.type else {
      return
    }
    let scale = max(first, second)
    let precision = max(l - first, r - second, hasInteger ? Self.integerDigits : 0) + scale
    guard precision <= Self.greatestPrecision else {
      throw refusal("TERNARY of such decimals", "its values may have more than 38 digits together", at: range)
    }
    if first != second {
      x.sql = try decimal(of: x.sql, precision, scale, for: "TERNARY", at: range)
      y.sql = try decimal(of: y.sql, precision, scale, for: "TERNARY", at: range)
    }
    x.type = .decimal(.native(precision: precision, scale: scale))
  }

  /// Returns two decimals as operands of an equality, or nil if the equality is exact without a change.
  func joinable(_ left: SQLValue, _ right: SQLValue, at range: FormatRange) throws(Refusal) -> (SQL, SQL)? {
    guard !table.joinsDecimalsExactly, case .decimal(.native(let l, let first)) = left.type,
      case .decimal(.native(let r, let second)) = right.type, first != second
    else { return nil }
    let digits = max(l - first, r - second)
    let (precision, scale) = first > second ? (l, first) : (r, second)
    if digits <= precision - scale { return nil }
    func wide(_ value: SQLValue) throws(Refusal) -> SQL {
      try decimal(of: value.sql, min(digits + scale, 65), scale, for: "a comparison of decimals", at: range)
    }
    return first > second ? (try wide(left), right.sql) : (left.sql, try wide(right))
  }

  /// Returns two decimals of different scales in a form in which they compare exactly, or nil if the engine has none.
  func alike(
    _ left: SQLValue, _ right: SQLValue, at range: FormatRange
  ) throws(Refusal) -> (SQLValue, SQLValue)? {
    switch (left.type, right.type) {
    case (.decimal(.native(let l, let first)), .decimal(.native(let r, let second))):
      let digits = max(l - first, r - second) + max(first, second)
      guard digits <= Self.greatestPrecision else { return nil }
      guard isTooWide(digits, forOperandsOf: max(l, r)) else { return (left, right) }
      var wide = withoutColumn(left)
      wide.sql = try decimal(of: left.sql, Self.largePrecision, first, for: "a comparison of decimals", at: range)
      return (wide, right)
    case (.decimal(.scaledInteger(let first)), .decimal(.scaledInteger(let second)))
    where dialect.spellings[.units] != nil:
      var (x, y) = (left, right)
      x.sql = try scaled(x.sql, by: max(first, second) - first, at: range)
      y.sql = try scaled(y.sql, by: max(first, second) - second, at: range)
      x.type = .decimal(.scaledInteger(scale: max(first, second)))
      y.type = x.type
      return (withoutColumn(x), withoutColumn(y))
    default: return nil
    }
  }
}
