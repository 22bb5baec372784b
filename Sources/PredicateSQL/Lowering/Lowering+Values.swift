import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// Returns a value as SQL.
  ///
  /// This function recurses, so it only hands each case to the function that does the work, and calls only mutating
  /// functions: in debug builds, a call of another one copies the whole `Lowering` to the stack. A tree of the maximum
  /// height then fits a small stack. Some of the functions are mutating for no other reason.
  @inline(never)
  mutating func value(_ expression: ResolvedExpression) throws(Refusal) -> SQLValue {
    let range = expression.range
    guard work.countValue() else { throw refusal(ofRepetitionAt: range) }
    if let key = key(of: expression) { return key }
    return switch expression.kind {
    case .constant(let constant): try value(constant, at: range)
    case .number(let number, _): try value(.double(number), at: range)
    case .path(let path): try value(path, at: range)
    case .reduce(let reduction, let collection, let leaf): try reduce(reduction, collection, leaf, at: range)
    case .reduceWhole(let reduction, let leaf): try reduceWhole(reduction, leaf, at: range)
    case .function(let function, let operands): try result(of: function, operands, expression.type, at: range)
    case .cast(let operand, let cast): try converted(operand, to: cast, at: range)
    case .conditional(let test, let then, let otherwise): try conditional(test, then, otherwise, at: range)
    case .dynamicPath, .index, .registered, .elements, .list, .setOperation, .distinct, .reduceDynamic:
      throw refusal(of: expression)
    }
  }

  /// Returns the error for operands that would be lowered too many times.
  @inline(never)
  private mutating func refusal(ofRepetitionAt range: FormatRange) -> Refusal {
    refusal("so deep a nesting", "some of its operators use an operand more than once", at: range)
  }

  /// Returns the error for an expression without a counterpart.
  @inline(never)
  private mutating func refusal(of expression: ResolvedExpression) -> Refusal {
    let (what, reason) =
      switch expression.kind {
      case .dynamicPath(_, let keys): ("the key '\(keys.first?.name ?? "")'", "it is read from a computed value")
      case .index: ("an index", "the elements of a relationship have no order")
      case .registered: ("a registered function", "it is computed in memory only")
      default: ("a collection as a value", "SQL has only single values")
      }
    return refusal(what, reason, at: expression.range)
  }

  /// Returns the value of a group key, or `nil` if the expression is not a group key.
  @inline(never)
  private mutating func key(of expression: ResolvedExpression) -> SQLValue? {
    groups.flatMap { groups in expression.groupKey.flatMap { groups.keys[$0] } }
  }

  /// Returns a constant other than nil as a value of its own type.
  private mutating func value(_ constant: FormatValue, at range: FormatRange) throws(Refusal) -> SQLValue {
    func made(_ parameter: SQLParameter, _ type: SQLType) -> SQLValue {
      SQLValue("\(parameter)", type, isNullable: false)
    }
    switch constant.nanAsNil {
    case .integer(let number):
      let parameter = try spell(.integerOperand, "\(SQLParameter(constant, .integer))", for: "an integer", at: range)
      return SQLValue(parameter, .integer(number...number), isNullable: false)
    case .double(let number):
      guard number.isFinite || table.holdsInfinity else { throw refusal("infinity", "it has no infinity", at: range) }
      return made(SQLParameter(constant, .double), .double)
    case .string(let text): return made(try self.text(text, at: range), .text)
    case .bool(let value): return made(parameter(value, .native), .boolean(.native))
    case .decimal(let number): return try value(number, "a decimal", at: range)
    case .date(let seconds): return made(SQLParameter(.double(seconds), .double), .date(.referenceSeconds))
    case .uuid(let uuid): return made(Self.parameter(uuid, .bytes), .uuid(.bytes))
    case .data: return made(SQLParameter(constant, .bytes), .data)
    case .null: throw refusal("nil", "a value is needed here", at: range)
    case .unsigned, .list, .set, .record, .object: throw refusal("this constant", "it has no such type", at: range)
    }
  }

  /// Returns the value with NaN as NULL.
  func withoutNaN(_ value: SQLValue) -> SQLValue {
    guard value.mayBeNaN, let template = dialect.spellings[.nanToNull] else { return value }
    var result = value
    result.sql = template([value.sql])
    result.mayBeNaN = false
    result.column = nil
    result.origin = value.column.map { SQLValue.Origin(.withoutNaN($0)) }
    return result
  }

  /// Returns `TERNARY(test, then, otherwise)`.
  @inline(never)
  private mutating func conditional(
    _ predicate: ResolvedPredicate, _ then: ResolvedExpression, _ otherwise: ResolvedExpression, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let condition = try test(predicate)
    // Only the chosen value is lowered if the condition is constant, and the value has the type that was checked.
    if case .constant(let isTrue) = condition,
      [then.type, otherwise.type].contains(.null) || then.type == otherwise.type
    {
      return try either(condition, branches([isTrue ? then : otherwise]), at: range)
    }
    return try either(condition, branches([then, otherwise]), at: range)
  }

  /// Returns the values, with nil for nil.
  private mutating func branches(_ expressions: [ResolvedExpression]) throws(Refusal) -> [SQLValue?] {
    var branches: [SQLValue?] = []
    for expression in expressions {
      branches.append(expression.constant?.isNull == true ? nil : try value(expression))
    }
    return branches
  }

  private mutating func test(_ predicate: ResolvedPredicate) throws(Refusal) -> SQLCondition {
    try condition(predicate, is: true)
  }

  /// Returns one of two values, or the only one. It is mutating only because `conditional` recurses.
  @inline(never)
  private mutating func either(
    _ condition: SQLCondition, _ branches: [SQLValue?], at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    let branches = branches.map { $0.map { withoutNaN($0) } }
    let (first, second) = (branches.first ?? nil, branches.last ?? nil)
    if branches.count == 1, let first { return first }
    return try either(condition, first, second, at: range)
  }

  /// Returns one of two values, either of which may be nil.
  private func either(
    _ condition: SQLCondition, _ first: SQLValue?, _ second: SQLValue?, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    guard let first else {
      guard let second else { throw refusal("nil", "a value is needed here", at: range) }
      return nullable(second, SQL(.choice(condition.negated(), withoutColumn(second).sql, nil)))
    }
    guard let second else {
      return nullable(first, SQL(.choice(condition, withoutColumn(first).sql, nil)))
    }
    guard var (x, y) = try unified(first, second, .equal, at: range) else {
      throw refusal("TERNARY", "its values have different types", at: range)
    }
    (x, y) = (try asDouble(withoutNaN(x), with: y, at: range), try asDouble(withoutNaN(y), with: x, at: range))
    try convertDecimals(&x, &y, hasInteger: first.type.isInteger || second.type.isInteger, at: range)
    var result = x
    result.isMixed = first.isMixed || second.isMixed || !first.type.isOfKind(second.type)
    result.hasBothPrecisions =
      first.hasBothPrecisions || second.hasBothPrecisions || first.type.isSingle != second.type.isSingle
    if result.hasBothPrecisions { result.type = .double }
    var texts = (x.sql, y.sql)
    if case .integer(let left) = x.type, case .integer(let right) = y.type {
      result.type = .integer(min(left.lowerBound, right.lowerBound)...max(left.upperBound, right.upperBound))
      texts = (try integer64(x, at: range), try integer64(y, at: range))
    } else if case .text = x.type {
      texts = (equalityText(x), equalityText(y))
    }
    result.sql = try checked(SQL(.choice(condition, texts.0, texts.1)), at: range)
    result.isNullable = x.isNullable || y.isNullable
    result.column = nil
    return result
  }

  @inline(never)
  private func nullable(_ value: SQLValue, _ sql: SQL) -> SQLValue {
    var value = value
    value.sql = sql
    value.isNullable = true
    value.isNarrow = value.isNarrow || value.column != nil
    value.column = nil
    return value
  }

  /// Returns the value as an operand of arithmetic, whose result depends on the kind of each number.
  func ofOneKind(_ value: SQLValue, _ name: String, at range: FormatRange) throws(Refusal) -> SQLValue {
    if value.isMixed { throw refusal(name, "its operand has values of different kinds", at: range) }
    return value
  }

  /// Returns CAST of an operand that is not constant.
  @inline(never)
  private mutating func converted(
    _ operand: ResolvedExpression, to cast: Cast, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    try converted(value(operand), to: cast, at: range)
  }

  @inline(never)
  private mutating func converted(_ value: SQLValue, to cast: Cast, at range: FormatRange) throws(Refusal) -> SQLValue {
    var operand = withoutColumn(try ofOneKind(withoutNaN(value), "CAST", at: range))
    switch cast {
    case .string:
      switch operand.type {
      case .text: return operand
      case .integer:
        operand.sql = try spell(.integerText, operand.sql, for: "CAST", at: range)
        operand.type = .text
        return operand
      case .double:
        let type = SQLParameter(.string(cast.rawValue), .text)
        operand.sql = try spell(.castRegistered, operand.sql, "\(type)", for: "CAST of a double to text", at: range)
        operand.type = .text
        return operand
      case .boolean, .decimal, .date, .uuid, .data, .object: break
      }
    case .number:
      switch operand.type {
      case .integer: return operand
      case .double(let isSingle):
        if isSingle { operand.sql = try spell(.double, operand.sql, for: "CAST", at: range) }
        operand.type = .double
        return operand
      case .boolean: return try number(operand, at: range)
      case .date:
        operand = try referenceSeconds(operand, at: range)
        operand.type = .double
        return operand
      case .decimal, .text, .uuid, .data, .object: break
      }
    case .decimal: if case .decimal = operand.type { return operand }
    case .date:
      switch operand.type {
      case .date: return operand
      case .integer, .double:
        operand.sql = try spell(.double, operand.sql, for: "CAST", at: range)
        operand.type = .date(.referenceSeconds)
        return operand
      case .boolean, .decimal, .text, .uuid, .data, .object: break
      }
    case .uuid: if case .uuid = operand.type { return operand }
    case .data: if case .data = operand.type { return operand }
    }
    throw refusal("CAST to \"\(cast.rawValue)\"", "it converts such values in its own way", at: range)
  }

  // MARK: Common types of two values

  /// Returns two values in a type in which they compare exactly, or nil if they are never equal.
  func unified(
    _ left: SQLValue, _ right: SQLValue, _ comparator: SQLComparator, at range: FormatRange
  ) throws(Refusal) -> (SQLValue, SQLValue)? {
    var (x, y) = (withoutNaN(left), withoutNaN(right))
    if x.isPattern || y.isPattern {
      throw refusal("a string option between two columns", "neither has a folded column for it", at: range)
    }
    try expectOrder(of: x, comparator, at: range)
    switch (x.type, y.type) {
    case (.boolean(let l), .boolean(let r)):
      if table.storage.contains(.nativeBoolean), l != r {
        (x, y) = (try number(x, at: range), try number(y, at: range))
      }
      return (x, y)
    case (.boolean, _): return try unified(number(x, at: range), y, comparator, at: range)
    case (_, .boolean): return try unified(x, number(y, at: range), comparator, at: range)
    case (.integer, .integer), (.text, .text), (.data, .data), (.double, .double): return (x, y)
    case (.integer(let bounds), .double): return (try exactDouble(x, bounds, at: range), y)
    case (.double, .integer(let bounds)): return (x, try exactDouble(y, bounds, at: range))
    case (.decimal(let l), .decimal(let r)):
      if l == r { return (x, y) }
      if case .native = l, case .native = r, table.comparesDecimalsExactly { return (x, y) }
      if let sides = try alike(x, y, at: range) { return sides }
    case (.decimal(let storage), .integer(let bounds)):
      return (x, try decimal(y, bounds, with: storage, at: range))
    case (.integer(let bounds), .decimal(let storage)):
      return (try decimal(x, bounds, with: storage, at: range), y)
    case (.date(let l), .date(let r)):
      // Two columns may have different texts of a date. One column has one text, and its texts have the order of its dates: they
      // differ first in a digit, or the greater one is longer.
      let storesOnce = l != .timestampText || x.storingColumn != nil && x.storingColumn?.name == y.storingColumn?.name
      if l == r, storesOnce { return (x, y) }
      return (try referenceSeconds(x, at: range), try referenceSeconds(y, at: range))
    case (.uuid(let l), .uuid(let r)):
      if l == r { return (x, y) }
    case (.object(let l), .object(let r)):
      return model.entities[l].sharesTable(with: model.entities[r]) ? (x, y) : nil
    case (.double, .decimal), (.decimal, .double): break
    default: return nil
    }
    throw refusal("a comparison of values that are stored differently", "it would not be exact", at: range)
  }

  /// Throws a refusal if the comparator needs an order and the value has none. The checker does not find all of these comparisons:
  /// bounds of BETWEEN that are constants are one of the exceptions.
  func expectOrder(of value: SQLValue, _ comparator: SQLComparator, at range: FormatRange) throws(Refusal) {
    if comparator == .equal || comparator == .unequal { return }
    switch value.type {
    case .boolean, .integer, .double, .decimal, .text, .date: return
    case .uuid, .data, .object: throw refusal(comparator.rawValue, "its operands have no order", at: range)
    }
  }

  /// Returns a boolean as an integer.
  func number(_ value: SQLValue, at range: FormatRange) throws(Refusal) -> SQLValue {
    guard case .boolean(let storage) = value.type else { return value }
    var result = value
    result.type = .integer(0...1)
    guard storage == .native, table.storage.contains(.nativeBoolean) else { return result }
    result.sql = "CASE \(value.sql) WHEN TRUE THEN 1 WHEN FALSE THEN 0 END"
    result.column = nil
    return result
  }

  /// Converts an integer to a double if the other value is a double.
  private func asDouble(_ value: SQLValue, with other: SQLValue, at range: FormatRange) throws(Refusal) -> SQLValue {
    guard case .integer(let bounds) = value.type, case .double = other.type else { return value }
    return try asDouble(value, bounds, at: range)
  }

  /// Returns an integer for a comparison with a double: unchanged if the engine compares both exactly, else as a double if all
  /// its values fit.
  private func exactDouble(
    _ value: SQLValue, _ bounds: ClosedRange<Int64>, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    table.comparesNumbersExactly ? value : try asDouble(value, bounds, at: range)
  }

  private func asDouble(
    _ value: SQLValue, _ bounds: ClosedRange<Int64>, at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    guard bounds.lowerBound >= -(1 << 53), bounds.upperBound <= 1 << 53 else {
      throw refusal("a 64-bit integer as a double", "it would be rounded", at: range)
    }
    var result = value
    result.sql = try spell(.double, value.sql, for: "a comparison of numbers", at: range)
    result.type = .double
    result.column = nil
    return result
  }

  /// Returns an integer as a decimal in the storage of the other operand.
  private func decimal(
    _ value: SQLValue, _ bounds: ClosedRange<Int64>, with storage: PredicateModel.AttributeType.DecimalStorage,
    at range: FormatRange
  ) throws(Refusal) -> SQLValue {
    var result = value
    result.type = .decimal(storage)
    result.column = nil
    switch storage {
    case .native(_, let scale):
      // As many digits are before the decimal point, and 38 are in total.
      guard scale <= Self.integerDigits else { break }
      result.sql = try spell(
        .integerToDecimal, value.sql, SQL("\(scale)" as String), for: "a comparison of numbers", at: range)
      return result
    case .scaledInteger(let scale):
      guard scale < Self.integerDigits else { break }
      // Safety: The scale is below `integerDigits`, so its power of ten fits in 64 bits.
      let unit = (0..<scale).reduce(Int64(1)) { unit, _ in unit &* 10 }
      let low = bounds.lowerBound.multipliedReportingOverflow(by: unit)
      let high = bounds.upperBound.multipliedReportingOverflow(by: unit)
      guard !low.overflow, !high.overflow else { break }
      result.sql = .infix(try integer64(value, at: range), "*", SQL("\(unit)" as String))
      return result
    }
    throw refusal("a comparison of an integer with a decimal number", "not all such integers fit", at: range)
  }

  /// Returns both sides as operands of a comparison; texts get the same exact collation.
  func comparable(
    _ left: SQLValue, _ right: SQLValue, isOrder: Bool, at range: FormatRange
  ) throws(Refusal) -> (SQL, SQL) {
    guard case .text = left.type else {
      if isOrder { return (left.sql, right.sql) }
      // An engine may use an equality as the key of a hash join, in which 0 and -0 can differ.
      return try joinable(left, right, at: range) ?? (key(left), key(right))
    }
    let isExact = (isExactText(left, isOrder: isOrder), isExactText(right, isOrder: isOrder))
    // Two different collations of columns conflict, so one side must name its collation.
    let areAlike = left.column?.attribute.collation == right.column?.attribute.collation
    let isNeeded = isExact != (true, true) || !areAlike && !table.ordersUndeclaredText
    return (
      isExact.0 && !isNeeded ? left.sql : try spell(.exactText, left.sql, for: "text", at: range),
      isExact.1 ? right.sql : try spell(.exactText, right.sql, for: "text", at: range)
    )
  }

  func isExactText(_ value: SQLValue, isOrder: Bool) -> Bool {
    guard case .text = value.type else { return true }
    switch value.column?.attribute.collation ?? .undeclared {
    case .exact: return true
    case .other: return false
    case .undeclared: return isOrder ? table.ordersUndeclaredText : table.equatesUndeclaredText
    }
  }

  /// Returns the value without its column. If the column does not compare text exactly, the text gets an exact collation,
  /// because the collation is no longer known from the column.
  func withoutColumn(_ value: SQLValue) -> SQLValue {
    var result = value
    if value.column?.attribute.collation == .other, table.equatesUndeclaredText { result.sql = equalityText(value) }
    result.column = nil
    return result
  }

  /// Returns a text whose equality is that of code points.
  func equalityText(_ value: SQLValue) -> SQL {
    isExactText(value, isOrder: false) ? value.sql : dialect.spellings[.exactText]?([value.sql]) ?? value.sql
  }

  /// Returns a value as a key of groups, of DISTINCT or of `IN`.
  func key(_ value: SQLValue, ofGroups: Bool = false) -> SQL {
    switch value.type {
    case .double, .date(.referenceSeconds), .date(.unixSeconds):
      let ofGroup = ofGroups ? dialect.spellings[.doubleGroupKey] : nil
      return (ofGroup ?? dialect.spellings[.doubleKey])?([value.sql]) ?? value.sql
    case .boolean, .integer, .decimal, .text, .date, .uuid, .data, .object: return equalityText(value)
    }
  }

  /// Returns a text whose order is that of code points.
  func orderText(_ value: SQLValue) -> SQL {
    isExactText(value, isOrder: true) ? value.sql : dialect.spellings[.exactText]?([value.sql]) ?? value.sql
  }
}
