import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// Returns a predefined function of operands that are not all constant. A nil operand is an error, for which the result is
  /// nil: NULL operands give NULL without a test.
  @inline(never)
  mutating func result(
    of function: ValueFunction, _ operands: [ResolvedExpression], _ type: ValueType, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    if let known = try nilResult(of: function, operands, at: range) { return known }
    if case .calendar(let unit)? = function.operation { return try part(unit, of: operands, at: range) }
    return try result(of: function, type, values(operands), at: range)
  }

  /// Returns the value of a function with a nil constant as an operand, or nil. Notes whether the result may be nil.
  @inline(never)
  private mutating func nilResult(
    of function: ValueFunction, _ operands: [ResolvedExpression], at range: FormatRange
  ) throws(Refusal) -> SQLValue? {
    if function.takesNil { return nil }
    let name = function.name
    if operands.contains(where: { $0.constant?.isNull == true }) {
      note(.error, "\(name) of nil has no value", at: range)
      return SQLValue("NULLIF(1, 1)", .integer(1...1), isNullable: true)
    }
    if operands.contains(where: { $0.isNullable }) { note(.error, "\(name) of nil yields nil", at: range) }
    return nil
  }

  private mutating func values(_ operands: [ResolvedExpression]) throws(Refusal) -> [SQLValue] {
    var values: [SQLValue] = []
    for operand in operands { values.append(try value(operand)) }
    return values
  }

  /// Returns a function of values.
  @inline(never)
  private mutating func result(
    of function: ValueFunction, _ type: ValueType, _ operands: [SQLValue], at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let name = function.name
    let values = operands.map { withoutNaN($0) }
    for value in values where function.operation != .operand { _ = try ofOneKind(value, name, at: range) }
    if case .key = function.computation, let value = sameValue(as: values[0], function) { return value }
    switch function.operation {
    case .now: return SQLValue(try spell(.now, for: "now", at: range), .date(.referenceSeconds), isNullable: false)
    case .length: return try utf16Length(of: values[0], at: range)
    case .operand: return withoutColumn(values[0])
    case .add: return try arithmetic(.add, values, named: name, at: range)
    case .subtract: return try arithmetic(.subtract, values, named: name, at: range)
    case .multiply: return try arithmetic(.multiply, values, named: name, at: range)
    case .divide: return try arithmetic(.divide, values, named: name, at: range)
    case .modulus: return try arithmetic(.modulus, values, named: name, at: range)
    case .bitAnd: return try bits(.bitAnd, values, named: name, at: range)
    case .bitOr: return try bits(.bitOr, values, named: name, at: range)
    case .bitXor: return try bits(.bitXor, values, named: name, at: range)
    case .bitNot: return try bits(.bitNot, values, named: name, at: range)
    case .shiftLeft: return try bits(.shiftLeft, values, named: name, at: range)
    case .shiftRight: return try bits(.shiftRight, values, named: name, at: range)
    case .squareRoot: return try real(.squareRoot, values[0], named: name, at: range)
    case .floor: return try rounded(.floor, values[0], named: name, at: range)
    case .ceiling: return try rounded(.ceiling, values[0], named: name, at: range)
    case .truncate: return try rounded(.truncate, values[0], named: name, at: range)
    case .absolute: return try absolute(values[0], at: range)
    case .calendar, nil: return try registered(function, type, values, at: range)
    }
  }

  /// An operator of arithmetic, by its sign.
  enum Arithmetic: String {
    case add = "+", subtract = "-", multiply = "*", divide = "/", modulus = "%"

    /// Creates the arithmetic operator of an operation. Returns `nil` for the other operations.
    init?(_ operation: ValueFunction.Operation?) {
      switch operation {
      case .add: self = .add
      case .subtract: self = .subtract
      case .multiply: self = .multiply
      case .divide: self = .divide
      case .modulus: self = .modulus
      case .bitAnd, .bitOr, .bitXor, .bitNot, .shiftLeft, .shiftRight, .squareRoot, .floor, .ceiling, .truncate,
        .absolute, .now, .length, .calendar, .operand, nil:
        return nil
      }
    }

    /// The operations on integers and on doubles.
    fileprivate var operations: (integers: SQLOperation, doubles: SQLOperation) {
      switch self {
      case .add: (.addIntegers, .addDoubles)
      case .subtract: (.subtractIntegers, .subtractDoubles)
      case .multiply: (.multiplyIntegers, .multiplyDoubles)
      case .divide: (.divideIntegers, .divideDoubles)
      case .modulus: (.modulusIntegers, .modulusDoubles)
      }
    }

    var isDivision: Bool { self == .divide || self == .modulus }

    /// Returns the bounds of the result of integers within bounds, or nil if it may not fit into 64 bits.
    fileprivate func bounds(_ left: ClosedRange<Int64>, _ right: ClosedRange<Int64>) -> ClosedRange<Int64>? {
      let (a, b) = (left, right)
      switch self {
      case .add: return Self.range([(a.lowerBound, b.lowerBound), (a.upperBound, b.upperBound)]) { $0 + $1 }
      case .subtract:
        return Self.range([(a.lowerBound, b.upperBound), (a.upperBound, b.lowerBound)]) { $0 - $1 }
      case .multiply:
        return Self.range(
          [
            (a.lowerBound, b.lowerBound), (a.lowerBound, b.upperBound), (a.upperBound, b.lowerBound),
            (a.upperBound, b.upperBound),
          ]) { $0 * $1 }
      case .divide:
        // Only the minimum divided by -1 does not fit.
        if a.lowerBound == .min, b.contains(-1) { return nil }
        let most = Int64(clamping: max(a.lowerBound.magnitude, a.upperBound.magnitude))
        return (a.lowerBound == .min ? .min : -most)...most
      case .modulus:
        // The remainder has the sign of the dividend and is smaller in magnitude than the divisor.
        let most = Int64(clamping: max(b.lowerBound.magnitude, b.upperBound.magnitude))
        return (a.lowerBound < 0 ? -most : 0)...(a.upperBound > 0 ? most : 0)
      }
    }

    /// Returns the condition under which the sum, difference or product with a constant fits into 64 bits: whether it is a
    /// condition on the left integer, and its operator with the right side. Returns nil for two integers that are not
    /// constant, and for quotients.
    fileprivate func condition(
      of left: ClosedRange<Int64>, _ right: ClosedRange<Int64>
    ) -> (isOnLeft: Bool, sql: String)? {
      let isOnLeft = right.lowerBound == right.upperBound
      guard isOnLeft || left.lowerBound == left.upperBound else { return nil }
      let constant = isOnLeft ? right.lowerBound : left.lowerBound
      switch self {
      case .add:
        return (isOnLeft, constant > 0 ? "<= \(Int64.max - constant)" : ">= \(Int64.min - constant)")
      case .subtract where isOnLeft:
        return (true, constant > 0 ? ">= \(Int64.min + constant)" : "<= \(Int64.max + constant)")
      case .subtract:
        return (false, constant < 0 ? "<= \(constant - Int64.min)" : ">= \(constant - Int64.max)")
      case .multiply:
        let ends = constant == -1 ? (-Int64.max, Int64.max) : (Int64.min / constant, Int64.max / constant)
        return (isOnLeft, "BETWEEN \(min(ends.0, ends.1)) AND \(max(ends.0, ends.1))")
      case .divide, .modulus: return nil
      }
    }

    private static func range(
      _ pairs: [(Int64, Int64)], _ combine: (Int128, Int128) -> Int128
    ) -> ClosedRange<Int64>? {
      let results = pairs.map { combine(Int128($0), Int128($1)) }
      guard let low = results.min().flatMap({ Int64(exactly: $0) }),
        let high = results.max().flatMap({ Int64(exactly: $0) })
      else { return nil }
      return low...high
    }
  }

  // MARK: Arithmetic

  private mutating func arithmetic(
    _ operation: Arithmetic, _ operands: [SQLValue], named name: String, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let (left, right) = (operands[0], operands[1])
    if operation.isDivision {
      note(.error, "a division by zero yields nil", at: range)
    }
    switch (left.type, right.type) {
    case (.integer(let l), .integer(let r)):
      return try integers(operation, left, l, right, r, named: name, at: range)
    case (.date, _), (_, .date): return try dates(operation, left, right, named: name, at: range)
    case (.decimal, .decimal), (.decimal, .integer), (.integer, .decimal):
      return try decimals(operation, left, right, named: name, at: range)
    default: break
    }
    let sides = (try double(left, named: name, at: range), try double(right, named: name, at: range))
    note(.error, "\(name) yields nil if the result is not a finite number", at: range)
    return SQLValue(
      try spell(operation.operations.doubles, sides.0, sides.1, for: name, at: range), .double, isNullable: true)
  }

  private mutating func integers(
    _ operation: Arithmetic, _ left: SQLValue, _ l: ClosedRange<Int64>, _ right: SQLValue, _ r: ClosedRange<Int64>,
    named name: String, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let (a, b) = (try integer64(left, at: range), try integer64(right, at: range))
    let isDivision = operation.isDivision
    let bounds = operation.bounds(l, r)
    // A dialect with `fits` and a spelling of its own needs this spelling also for results that fit.
    let spelling = table.operations[operation.operations.integers]
    let isPlain =
      !isDivision
      && (dialect.spellings[.fits] == nil || spelling == DialectTable.common[operation.operations.integers])
    var result = SQLValue(
      try spell(operation.operations.integers, a, b, for: name, at: range), .integer(bounds ?? Int64.min...Int64.max),
      isNullable: left.isNullable || right.isNullable || isDivision)
    if let bounds {
      // The result cannot overflow, so the plain operator is enough. The one of MySQL cannot compute the least integer.
      if isPlain || !isDivision && bounds.lowerBound != .min { result.sql = .infix(a, operation.rawValue, b) }
      return result
    }
    note(.error, "\(name) yields nil if the result does not fit into 64 bits", at: range)
    result.isNullable = true
    let isOfUnguarded = left.unguarded != nil || right.unguarded != nil
    // An integer of SQLite that overflows becomes a REAL, and so do sums, differences and products of it.
    let unguarded: SQL? =
      !table.overflowBecomesDouble || isDivision
      ? nil : .infix(left.unguarded ?? a, operation.rawValue, right.unguarded ?? b)
    if !isOfUnguarded || isDivision, let (isOnLeft, condition) = operation.condition(of: l, r),
      (isOnLeft ? a : b).isRepeatable
    {
      let tested = isOnLeft ? a : b
      let plain: SQL = isPlain ? "\(a) \(sql: operation.rawValue) \(b)" : result.sql
      result.sql = try checked(SQL(.choice(.test("\(tested) \(sql: condition)"), plain, nil)), at: range)
      result.origin = unguarded.map { SQLValue.Origin(.unguarded($0)) }
      return result
    }
    guard let fits = dialect.spellings[.fits] else { return result }
    if let unguarded {
      result.sql = try naming([unguarded], [.integer], at: range) {
        SQL(.choice(.test(fits([$0[0], $0[0]])), $0[0], nil))
      }
      result.origin = SQLValue.Origin(.unguarded(unguarded))
      return result
    }
    let template = try template(of: operation.operations.integers, for: name, at: range)
    let widen = dialect.spellings[.wide]
    result.sql = try naming([a, b], [.integer, .integer], at: range) { sides in
      let plain = template(sides)
      guard let widen else { return SQL(.choice(.test(fits([plain, plain])), plain, nil)) }
      let divisor = isDivision ? .function("NULLIF", widen([sides[1]]), "0") : widen([sides[1]])
      let wide = SQL.infix(widen([sides[0]]), operation.rawValue, divisor)
      return SQL(.choice(.test(fits([plain, wide])), plain, nil))
    }
    return result
  }

  /// Returns the sum or difference of dates and seconds.
  private mutating func dates(
    _ operation: Arithmetic, _ left: SQLValue, _ right: SQLValue, named name: String, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let (x, y) = (try referenceSeconds(left, at: range), try referenceSeconds(right, at: range))
    let areDates = if case (.date, .date) = (x.type, y.type) { true } else { false }
    // In memory, the sum of two dates and a number minus a date are errors for every row.
    let isError =
      switch operation {
      case .subtract: if case .date = x.type { false } else { true }
      case .add, .multiply, .divide, .modulus: areDates
      }
    if isError { throw refusal(name, "a date cannot be that operand", at: range) }
    func seconds(_ value: SQLValue) throws(Refusal) -> SQL {
      if case .date = value.type { value.sql } else { try double(value, named: name, at: range) }
    }
    let type = areDates ? SQLType.double : .date(.referenceSeconds)
    guard x.isSmall, y.isSmall else {
      let sql = try spell(operation.operations.doubles, seconds(x), seconds(y), for: name, at: range)
      return SQLValue(sql, type, isNullable: true)
    }
    let sql = try SQL.infix(seconds(x), operation.rawValue, seconds(y))
    var result = SQLValue(sql, type, isNullable: x.isNullable || y.isNullable)
    result.origin = .smallMoment
    return result
  }

  /// Returns an integer as a signed one of 64 bits, for arithmetic.
  func integer64(_ value: SQLValue, at range: FormatRange) throws(Refusal) -> SQL {
    guard case .integer(let bounds) = value.type, value.column != nil || value.isNarrow else { return value.sql }
    let hasAllBits = bounds == Int64.min...Int64.max
    return try spell(hasAllBits ? .integerOperand : .integer64, value.sql, for: "an integer", at: range)
  }

  /// Returns a number as a double for arithmetic.
  func double(_ value: SQLValue, named name: String, at range: FormatRange) throws(Refusal) -> SQL {
    switch value.type {
    case .double(let isSingle):
      return isSingle ? try spell(.double, value.sql, for: name, at: range) : value.sql
    case .integer(let bounds):
      if bounds.lowerBound == bounds.upperBound, !value.isNullable, let exact = Double(exactly: bounds.lowerBound) {
        return "\(SQLParameter(.double(exact), .double))"
      }
      return try spell(.double, value.sql, for: name, at: range)
    case .decimal(.native):
      let isExact = dialect.spellings[.decimalDouble] == nil
      return try spell(isExact ? .double : .decimalDouble, value.sql, for: name, at: range)
    case .decimal(.scaledInteger(let scale)):
      if scale == 0 { return try spell(.double, value.sql, for: name, at: range) }
      // The nearest double: the quotient of two doubles is rounded twice if the units are not exact as a double.
      if dialect.spellings[.unitDouble] != nil {
        return try spell(.unitDouble, value.sql, SQL("\(scale)" as String), for: name, at: range)
      }
      return try spell(.double, native(value, named: name, at: range).sql, for: name, at: range)
    case .boolean, .text, .date, .uuid, .data, .object: throw refusal(name, "its operand is not a number", at: range)
    }
  }

  private mutating func absolute(_ value: SQLValue, at range: FormatRange) throws(Refusal) -> SQLValue {
    if case .decimal = value.type { return try magnitude(of: value, at: range) }
    guard case .integer(let bounds) = value.type else {
      return SQLValue(
        try spell(.absoluteDouble, double(value, named: "abs", at: range), for: "abs", at: range), .double,
        isNullable: true)
    }
    let operand = try integer64(value, at: range)
    let most = Int64(clamping: max(bounds.lowerBound.magnitude, bounds.upperBound.magnitude))
    var result = SQLValue(
      try spell(.absoluteInteger, operand, for: "abs", at: range), .integer(0...most), isNullable: value.isNullable)
    guard bounds.lowerBound == .min else {
      result.sql = .function("abs", operand)
      return result
    }
    note(.error, "abs yields nil if the result does not fit into 64 bits", at: range)
    let template = try template(of: .absoluteInteger, for: "abs", at: range)
    result.sql = try naming([operand], [.integer], at: range) { operands in
      SQL(.choice(.test("\(operands[0]) <> -9223372036854775807 - 1"), template(operands), nil))
    }
    result.isNullable = true
    return result
  }

  // MARK: Bits, rounding and other functions

  private mutating func bits(
    _ operation: SQLOperation, _ operands: [SQLValue], named name: String, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    var texts: [SQL] = []
    for operand in operands {
      guard case .integer = operand.type else { throw refusal(name, "its operand is not an integer column", at: range) }
      texts.append(try integer64(operand, at: range))
    }
    guard let template = dialect.spellings[operation] else {
      throw refusal(name, "it has no such operation", at: range)
    }
    if operation == .shiftLeft || operation == .shiftRight {
      note(.error, "a shift by less than 0 or more than 63 bits yields nil", at: range)
    }
    return SQLValue(try written(template, texts, operation.operands, at: range), .integer64, isNullable: true)
  }

  private mutating func rounded(
    _ operation: SQLOperation, _ value: SQLValue, named name: String, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    if case .decimal = value.type {
      throw refusal("\(name) of a decimal", "evaluation in memory returns a decimal", at: range)
    }
    return try real(operation, value, named: name, at: range)
  }

  /// Returns a function of a double that is a double.
  private mutating func real(
    _ operation: SQLOperation, _ value: SQLValue, named name: String, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let sql = try spell(operation, double(value, named: name, at: range), for: name, at: range)
    note(.error, "\(name) yields nil if the result is not a finite number", at: range)
    return SQLValue(sql, .double, isNullable: true)
  }

  /// Returns the operand of a key whose value is the operand in every row, or `nil` if it may differ.
  private func sameValue(as operand: SQLValue, _ key: ValueFunction) -> SQLValue? {
    switch (operand.type, key.selector) {
    case (.integer, "integerValue"), (.integer, "longLongValue"), (.double(isSingle: false), "doubleValue"),
      (.double(isSingle: true), "floatValue"):
      operand
    case (.integer(let bounds), "intValue"):
      bounds.lowerBound >= Int64(Int32.min) && bounds.upperBound <= Int64(Int32.max) ? operand : nil
    default: nil
    }
  }

  /// Returns a call of a registered function, which runs the same code as evaluation in memory.
  private mutating func registered(
    _ function: ValueFunction, _ type: ValueType, _ operands: [SQLValue], at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let name = function.name
    guard let template = dialect.spellings[.call] else {
      throw refusal(name, "its results may differ from those in memory", at: range)
    }
    if function.mayDifferEachTime { throw refusal(name, "its value differs each time", at: range) }
    let result: SQLType? =
      switch type {
      case .string: .text
      case .integer: .integer64
      case .double: .double
      case .bool: .boolean(.native)
      case .any, .null, .decimal, .date, .uuid, .data, .record, .object, .list, .set: nil
      }
    guard let result else {
      throw refusal(name, "its result is not a string, an integer, a double or a boolean", at: range)
    }
    if function.takesNil, operands.contains(where: { if case .decimal = $0.type { true } else { false } }) {
      throw refusal(name, "its operand is a decimal", at: range)
    }
    if function.selector == "stringValue", case .double(isSingle: true)? = operands.first?.type {
      throw refusal(name, "the function receives a double, whose text has more digits than that of a float", at: range)
    }
    var arguments: SQL = "\(SQLParameter(.string(function.selector), .text))"
    for operand in operands {
      let text =
        switch operand.type {
        case .text: operand.sql
        case .integer where function.takesNil: try integer64(operand, at: range)
        default: try double(operand, named: name, at: range)
        }
      arguments = "\(arguments), \(text)"
    }
    if !function.takesNil { note(.error, "\(name) yields nil if it has no value", at: range) }
    return SQLValue(try checked(template([arguments]), at: range), result, isNullable: true)
  }
}
