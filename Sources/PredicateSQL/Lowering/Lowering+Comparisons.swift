import PredicateSemantics
import PredicateSyntax

/// The six comparison operators of SQL.
enum SQLComparator: String, Sendable {
  case equal = "=", unequal = "<>", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="

  init?(_ comparison: ResolvedComparison.Operator) {
    switch comparison {
    case .equal: self = .equal
    case .notEqual: self = .unequal
    case .lessThan: self = .less
    case .lessThanOrEqual: self = .lessOrEqual
    case .greaterThan: self = .greater
    case .greaterThanOrEqual: self = .greaterOrEqual
    case .text, .matches, .contains, .between, .isAmong, .isWithin: return nil
    }
  }

  /// The comparison that is true of two non-nil values if this one is false.
  var opposite: SQLComparator {
    switch self {
    case .equal: .unequal
    case .unequal: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The comparison of the same two values in the other order.
  var withOperandsExchanged: SQLComparator {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// Whether the comparison is true of two equal values.
  var acceptsEqual: Bool { self == .equal || self == .lessOrEqual || self == .greaterOrEqual }

  /// Returns whether the comparison is true of a left value that is less (`below`) or greater than the right one.
  func accepts(below: Bool) -> Bool {
    switch self {
    case .equal: false
    case .unequal: true
    case .less, .lessOrEqual: below
    case .greater, .greaterOrEqual: !below
    }
  }
}

extension Lowering {
  /// Returns the condition that is TRUE exactly if the comparison has the value.
  ///
  /// Like all recursive functions and those between it and `value(_:)`, it has a small stack frame. It calls only mutating
  /// functions, for the reason that `value(_:)` gives.
  @inline(never)
  mutating func condition(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition {
    try refuseLocale(comparison)
    return switch comparison.operator {
    case .between: try between(comparison, is: wanted)
    case .contains: try membership(comparison, is: wanted)
    case .isAmong: try mergedEqualities(comparison, is: wanted)
    case .isWithin: try joined(comparison.parts.map { .comparison($0) }, is: wanted, isAll: wanted)
    case .text(let test): try textTest(test, comparison, is: wanted)
    case .matches: try matches(comparison, is: wanted)
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      try ordered(comparison, is: wanted)
    }
  }

  @inline(never)
  private mutating func refuseLocale(_ comparison: ResolvedComparison) throws(Refusal) {
    if comparison.options.contains(.localeSensitive), comparison.operator != .text(.like) {
      throw refusal("[l]", "it depends on the user's locale", at: comparison.range)
    }
  }

  /// Returns the condition of `==`, `!=`, `<`, `<=`, `>` or `>=`. The plan has the constants of evaluation in memory. SQL converts them
  /// to the types of columns instead, so only the form of the plan is used.
  private mutating func ordered(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition {
    let planned = PlannedComparison(comparison)
    switch planned.plan {
    case .existence(let collection, let isWanted):
      return try exists(collection, where: nil, is: true, isNegated: isWanted != (wanted != planned.isNegated))
    case .count: if let test = try reductionTest(comparison, is: wanted) { return test }
    case .value: return try test(comparison, is: wanted)
    case .aggregate, .membership, .equalKeys, .definition:
      if let known = try resultWithoutValues(comparison, is: wanted) { return known }
    }
    if let average = try comparisonWithAverage(comparison, is: wanted) { return average }
    return try compare(rowValues(of: [comparison.left, comparison.right]), comparison, is: wanted)
  }

  /// Returns the condition of a comparison with a constant. The first of several forms that applies is used.
  private mutating func test(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition {
    if let known = try resultWithoutValues(comparison, is: wanted) { return known }
    if let condition = try solved(comparison, is: wanted) { return condition }
    // The comparison of a shorter key path that is nil for the same rows.
    if let object = objectTest(comparison) { return try ordered(object, is: wanted) }
    if let average = try comparisonOfAverage(comparison, is: wanted) { return average }
    if let test = try reductionTest(comparison, is: wanted) { return test }
    return try compare(rowValues(of: [comparison.left, comparison.right]), comparison, is: wanted)
  }

  /// Returns the condition if both operands are constants, or if a collection is compared with nil; otherwise nil.
  @inline(never)
  mutating func resultWithoutValues(
    _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition? {
    let comparator = try comparator(of: comparison)
    let (left, right) = (comparison.left, comparison.right)
    if let first = left.constant, let second = right.constant {
      let (first, second) = ConstantReading.pair(first, second, (ConstantReading(left), ConstantReading(right)))
      return .constant(Self.compareConstants(first, comparator, second, comparison) == wanted)
    }
    guard left.type.isCollection || right.type.isCollection else { return nil }
    guard left.constant?.isNull == true || right.constant?.isNull == true else {
      throw refusal("a comparison of collections", "SQL has only single values", at: comparison.range)
    }
    // A relationship always has a collection. A key path through an object that is nil has none.
    let collection = left.type.isCollection ? left : right
    guard case .path(let path) = collection.kind, !path.steps.dropLast().contains(where: { $0.isNullable }) else {
      throw refusal("a comparison of a collection with nil", "the collection may be nil", at: collection.range)
    }
    return .constant((comparator == .unequal) == wanted)
  }

  /// Returns the operator of one of the six comparisons. The other operators have functions of their own.
  private func comparator(of comparison: ResolvedComparison) throws(Refusal) -> SQLComparator {
    if let comparator = SQLComparator(comparison.operator) { return comparator }
    throw refusal(comparison.spelled.spelling, "it has no counterpart", at: comparison.range)
  }

  /// Returns the values of those expressions that are not constants.
  mutating func rowValues(of expressions: [ResolvedExpression]) throws(Refusal) -> [SQLValue] {
    var values: [SQLValue] = []
    for expression in expressions where expression.constant == nil { values.append(try value(expression)) }
    return values
  }

  /// Returns one of the six comparisons of the operands that are not constants.
  ///
  /// - Parameters:
  ///   - sides: The values of these operands, the left one first.
  ///   - acceptsTwoNils: Whether `==`, `<=` and `>=` are true of two nils.
  @inline(never)
  mutating func compare(
    _ sides: [SQLValue], _ comparison: ResolvedComparison, is wanted: Bool, acceptsTwoNils: Bool = true
  ) throws(Refusal) -> SQLCondition {
    let ordered = comparison.withConstantOnRight
    let comparator = try comparator(of: ordered)
    guard let first = sides.first else {
      throw refusal("this comparison", "both operands are constants", at: comparison.range)
    }
    if let constant = try constant(ordered.right, comparedWith: first, of: ordered.left) {
      return try compareWithConstant(first, comparator, constant, comparison.options, at: comparison, is: wanted)
    }
    let last = sides[sides.count - 1]
    return try compareValues(
      asElement(first, comparison.left, with: last), comparator, asElement(last, comparison.right, with: first),
      comparison, is: wanted, acceptsTwoNils: acceptsTwoNils)
  }

  /// Returns an element of a list of constants as a number of 32 bits if it is compared with one, and any other value itself.
  private func asElement(
    _ value: SQLValue, _ expression: ResolvedExpression, with other: SQLValue
  ) throws(Refusal) -> SQLValue {
    guard expression.isElementOfConstant, other.type.isSingle || other.hasBothPrecisions, case .double = value.type,
      let parameter = value.sql.parameter
    else { return value }
    let narrowed = parameter.value.asOperand(of: .single)
    if other.hasBothPrecisions { try expectOnePrecision(parameter.value, narrowed, at: expression.range) }
    var value = value
    value.sql = "\(SQLParameter(narrowed, .double))"
    return value
  }

  /// Refuses a constant that is compared with values of 32 and of 64 bits, unless it is the same number in both precisions.
  private func expectOnePrecision(
    _ constant: FormatValue, _ narrowed: FormatValue, at range: FormatRange
  ) throws(Refusal) {
    if FormatValue.equal(constant, narrowed) { return }
    throw refusal("this constant", "its precision depends on the value that it is compared with", at: range)
  }

  // MARK: A value and a constant

  /// Returns a constant, converted for a comparison with a value, or nil if the expression is not a constant.
  ///
  /// - Parameters:
  ///   - value: The SQL value.
  ///   - operand: The expression of the value.
  /// - Throws: A refusal if the type of the constant is different for different values of the operand.
  func constant(
    _ expression: ResolvedExpression, comparedWith value: SQLValue, of operand: ResolvedExpression
  ) throws(Refusal) -> FormatValue? {
    guard let constant = expression.constant else { return nil }
    if value.hasBothPrecisions {
      try expectOnePrecision(constant, constant.asOperand(of: .single), at: expression.range)
    }
    var converted = constant
    var isDouble = false
    switch value.type {
    case .decimal: converted = expression.constantAsDecimal ?? constant
    case .double(let isSingle): (converted, isDouble) = (constant.asOperand(of: isSingle ? .single : .double), true)
    case .boolean, .integer, .text, .date, .uuid, .data, .object: break
    }
    // An element of a list of constants is compared with a decimal as a decimal, but its SQL value is a double.
    if value.isMixed || isDouble && operand.isElementOfConstant, !FormatValue.equal(constant, converted) {
      throw refusal("this constant", "its type depends on the value that it is compared with", at: expression.range)
    }
    return converted
  }

  /// Returns a comparison of a value with a constant.
  mutating func compareWithConstant(
    _ operand: SQLValue, _ comparator: SQLComparator, _ constant: FormatValue, _ options: FormatStringOptions,
    at comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    if constant.isNull { return compareWithNil(operand, comparator, is: wanted, comparison) }
    try expectOrder(of: operand, comparator, at: comparison.range)
    var operand = folded(operand, options)
    var constant = constant.nanAsNil
    if options.folds, case .string(let text) = constant {
      if operand.isPattern { return try foldedEquality(operand, text, comparator, options, comparison, is: wanted) }
      constant = .string(PredicateSemantics.folded(text, options))
    }
    if case .date(.unixSeconds) = operand.type, case .date(let seconds) = constant,
      !Self.comparesExactlyAsUnixSeconds(seconds)
    {
      operand = try referenceSeconds(operand, at: comparison.range)
    }
    let fitted = try fit(constant, to: operand.type, isComputed: operand.column == nil, at: comparison.range)
    let effective = wanted ? comparator : comparator.opposite
    // nil is unequal to every constant and has no order with it.
    let acceptsNil = (comparator == .unequal) == wanted
    let test = keyTest(of: operand, effective, acceptsNil, comparison)
    switch fitted {
    case .exactly(let parameter):
      return compareWithParameter(operand, effective, sql(parameter, operand.type), acceptsNil: acceptsNil).tested(test)
    case .within(let least, let greatest):
      let (first, last) = (sql(least, operand.type), sql(greatest, operand.type))
      switch effective {
      case .less, .greaterOrEqual:
        return compareWithParameter(operand, effective, first, acceptsNil: acceptsNil).tested(test)
      case .lessOrEqual, .greater:
        return compareWithParameter(operand, effective, last, acceptsNil: acceptsNil).tested(test)
      case .equal:
        return .all(of: [
          compareWithParameter(operand, .greaterOrEqual, first, acceptsNil: false).tested(test),
          compareWithParameter(operand, .lessOrEqual, last, acceptsNil: false),
        ])
      case .unequal:
        return .any(of: [
          compareWithParameter(operand, .less, first, acceptsNil: acceptsNil).tested(test),
          compareWithParameter(operand, .greater, last, acceptsNil: false),
        ])
      }
    case .justAbove(let parameter):
      // No value equals the constant: values up to the parameter are less than it, all others greater.
      if effective == .equal || effective == .unequal {
        return nilCondition(operand, isAccepted: acceptsNil, others: effective == .unequal)
      }
      let order: SQLComparator = effective.accepts(below: true) ? .lessOrEqual : .greater
      return compareWithParameter(operand, order, sql(parameter, operand.type), acceptsNil: acceptsNil).tested(test)
    case .belowAll: return nilCondition(operand, isAccepted: acceptsNil, others: effective.accepts(below: false))
    case .aboveAll: return nilCondition(operand, isAccepted: acceptsNil, others: effective.accepts(below: true))
    case .incomparable:
      // Different kinds are never equal. Their order is an error, which makes the comparison false.
      return .constant(acceptsNil)
    }
  }

  /// Returns a comparison with a parameter. Includes rows with nil if they are accepted.
  private func compareWithParameter(
    _ operand: SQLValue, _ comparator: SQLComparator, _ parameter: SQL, acceptsNil: Bool
  ) -> SQLCondition {
    let side = comparator == .equal || comparator == .unequal ? equalityText(operand) : orderText(operand)
    var conditions = [SQLCondition.test("\(side) \(sql: comparator.rawValue) \(parameter)")]
    if comparator == .equal, operand.column?.attribute.isIndexed == true, !isExactText(operand, isOrder: false) {
      // The column's own collation can use the index; the exact one then selects the matching rows.
      conditions = [.all(of: [.test("\(operand.sql) = \(parameter)"), conditions[0]])]
    }
    if comparator == .equal, let search = search(operand, [parameter]) {
      conditions = [.all(of: [search, conditions[0]])]
    }
    if acceptsNil {
      if operand.isNullable, !operand.mayBeNaN, operand.sql.isName || !operand.sql.isRepeatable {
        return .test("(\(side) \(sql: comparator.opposite.rawValue) \(parameter)) IS NOT TRUE")
      }
      if operand.isNullable { conditions.append(.isNull(operand.sql, isNegated: false)) }
      // NaN reads as nil. Most engines treat it as unequal to and greater than everything, so only these comparisons exclude it.
      let excludesNaN = comparator == .less || comparator == .lessOrEqual || !table.ordersNaN
      if operand.mayBeNaN, excludesNaN, let isNaN = isNaN(operand) {
        conditions.append(.test(isNaN))
      }
      return .any(of: conditions)
    }
    if operand.mayBeNaN, [.greater, .greaterOrEqual, .unequal].contains(comparator), let isNaN = isNaN(operand) {
      conditions.append(.test("NOT (\(isNaN))"))
    }
    return .all(of: conditions)
  }

  /// Returns a condition that an index can serve, and that is true of each row whose text is one of the parameters; nil if the text is not
  /// that of a column of another type, or if the dialect cannot convert texts to the type.
  func search(_ operand: SQLValue, _ parameters: [SQL]) -> SQLCondition? {
    guard case .converted(let column, let type)? = operand.origin?.kind else { return nil }
    var values: [SQL] = []
    for parameter in parameters {
      switch type {
      case .character:
        // Every character set has the characters of ASCII. MariaDB reports an error for a constant with others.
        guard let template = dialect.spellings[.characterValue], case .string(let text)? = parameter.parameter?.value,
          text.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        values.append(template([parameter]))
      case .enumeration(let name):
        guard let template = dialect.spellings[.enumerationValue] else { return nil }
        values.append(template([parameter, "\(sql: table.quoted(name))"]))
      }
    }
    return .test(values.count == 1 ? "\(column) = \(values[0])" : "\(column) IN (\(.list(values)))")
  }

  private func isNaN(_ operand: SQLValue) -> SQL? { dialect.spellings[.isNaN]?([operand.sql]) }

  /// Returns a condition with one answer for nil and NaN and another for all other values.
  func nilCondition(_ operand: SQLValue, isAccepted: Bool, others: Bool) -> SQLCondition {
    if isAccepted == others || !operand.isNullable { return .constant(others) }
    let isNull = SQLCondition.isNull(operand.sql, isNegated: false)
    guard operand.mayBeNaN, let isNaN = isNaN(operand) else {
      return .isNull(operand.sql, isNegated: !isAccepted)
    }
    if isAccepted { return .any(of: [isNull, .test(isNaN)]) }
    return .all(of: [.isNull(operand.sql, isNegated: true), .test("NOT (\(isNaN))")])
  }

  private mutating func compareWithNil(
    _ operand: SQLValue, _ comparator: SQLComparator, is wanted: Bool, _ comparison: ResolvedComparison
  ) -> SQLCondition {
    // nil equals nil, so `<=` and `>=` are true of two nils. Only `!=` is true of a value and nil.
    let acceptsNil = comparator.acceptsEqual == wanted
    let acceptsValues = (comparator == .unequal) == wanted
    return nilCondition(operand, isAccepted: acceptsNil, others: acceptsValues).tested(
      keyTest(of: operand, acceptsNil ? .equal : .unequal, acceptsNil, comparison))
  }

  // MARK: Two values

  private mutating func compareValues(
    _ left: SQLValue, _ comparator: SQLComparator, _ right: SQLValue, _ comparison: ResolvedComparison, is wanted: Bool,
    acceptsTwoNils: Bool
  ) throws(Refusal) -> SQLCondition {
    let folded = (folded(left, comparison.options), folded(right, comparison.options))
    // Most engines round a 64-bit integer to compare it with a double.
    let comparesExactly = isLargeInteger(folded.0, with: folded.1) || isLargeInteger(folded.1, with: folded.0)
    let sides =
      comparesExactly
      ? (withoutNaN(folded.0), withoutNaN(folded.1))
      : try unified(folded.0, folded.1, comparator, at: comparison.range)
    guard let (x, y) = sides else {
      // Values of different kinds are equal only if both are nil.
      let acceptsBothNil = acceptsTwoNils && comparator.acceptsEqual
      guard comparator == .unequal || acceptsBothNil else { return .constant(!wanted) }
      let areNil = (comparator == .unequal) != wanted
      let conditions = [left, right].map { nilCondition($0, isAccepted: areNil, others: !areNil) }
      return areNil ? .all(of: conditions) : .any(of: conditions)
    }
    let test = keyTest(of: x, y, wanted ? comparator : comparator.opposite, comparison)
    return try compareUnified(x, comparator, y, comparison, is: wanted, acceptsTwoNils: acceptsTwoNils).tested(test)
  }

  /// Returns a comparison of values of a common type. A long value occurs in it once, unless values may be repeated.
  ///
  /// SQL's own comparison is neither true nor false if an operand is NULL. The condition must also find these rows:
  ///
  /// - `=` that is true, and `!=` that is false: both operands are nil, if two nils are accepted.
  /// - `!=` that is true, and `=` that is false: one operand is nil.
  /// - `<=` and `>=` that are true: both are nil, if two nils are accepted. If they are false: one is nil, or, if two nils are not
  ///   accepted, at least one.
  /// - `<` and `>` that are true: no other rows. If they are false: at least one operand is nil.
  private mutating func compareUnified(
    _ x: SQLValue, _ comparator: SQLComparator, _ y: SQLValue, _ comparison: ResolvedComparison, is wanted: Bool,
    acceptsTwoNils: Bool, mayRepeat: Bool = false
  ) throws(Refusal) -> SQLCondition {
    let range = comparison.range
    let comparesExactly = isLargeInteger(x, with: y) || isLargeInteger(y, with: x)
    let isNull = (SQLCondition.isNull(x.sql, isNegated: false), SQLCondition.isNull(y.sql, isNegated: false))
    let isNotNull = (SQLCondition.isNull(x.sql, isNegated: true), SQLCondition.isNull(y.sql, isNegated: true))
    let effective = wanted ? comparator : comparator.opposite
    let isOrder = effective != .equal && effective != .unequal
    let areNullable = x.isNullable && y.isNullable
    let either: [SQLCondition] = (x.isNullable ? [isNull.0] : []) + (y.isNullable ? [isNull.1] : [])
    // An order is true of values only, but `<=` and `>=` are true of two nils too.
    let acceptsBothNil = acceptsTwoNils && areNullable && comparator.acceptsEqual
    let isLong = !mayRepeat && !(x.sql.isRepeatable && y.sql.isRepeatable)
    let repeatsValues = isOrder ? acceptsBothNil : comparesExactly
    if isLong, areNullable, repeatsValues {
      return try naming([x, y], at: range) { lowering, named throws(Refusal) in
        try lowering.compareUnified(
          named[0], comparator, named[1], comparison, is: wanted, acceptsTwoNils: acceptsTwoNils, mayRepeat: true)
      }
    }
    let texts = try comparable(x, y, isOrder: isOrder, at: range)
    func plain(_ comparator: SQLComparator) throws(Refusal) -> SQLCondition {
      if comparesExactly { return .test(try exactly(x, comparator, y, at: range)) }
      let sql: SQL = "\(texts.0) \(sql: comparator.rawValue) \(texts.1)"
      // IS TRUE prevents that an index serves the comparison.
      let isInexact = !table.findsNullBesideRanges && comparator != .equal && texts.0.isRange(of: texts.1)
      return .test(isInexact ? "(\(sql)) IS TRUE" : sql)
    }
    // All rows with a nil are accepted, so the condition is that the opposite is FALSE or NULL.
    let isNotOpposite = isOrder ? !wanted : effective == .unequal && !areNullable
    if isLong, !either.isEmpty, isNotOpposite {
      return try plain(effective.opposite).negated()
    }
    let plain = try plain(effective)
    let bothNil = SQLCondition.all(of: [isNull.0, isNull.1])
    let oneNil: [SQLCondition] = [.all(of: [isNull.0, isNotNull.1]), .all(of: [isNotNull.0, isNull.1])]
    switch effective {
    case .equal:
      guard areNullable, acceptsTwoNils else { return plain }
      let isIndexed = x.column?.attribute.isIndexed == true || y.column?.attribute.isIndexed == true
      if comparesExactly || isIndexed && !isLong && !table.nullSafeEqualUsesIndex {
        return .any(of: [plain, bothNil])
      }
      return .test(try spell(.nullSafeEqual, texts.0, texts.1, for: "equality", at: range))
    case .unequal:
      guard areNullable else { return .any(of: [plain] + either) }
      if comparesExactly { return .any(of: [plain] + oneNil) }
      return .test(try spell(.nullSafeDistinct, texts.0, texts.1, for: "equality", at: range))
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    if wanted { return .any(of: [plain] + (acceptsBothNil ? [bothNil] : [])) }
    return .any(of: [plain] + (acceptsBothNil ? oneNil : either))
  }

  // MARK: Objects that are nil

  /// Returns a comparison of an object with nil that replaces a comparison of its key with nil and needs no join.
  ///
  /// If the name of a department is never nil, `dept == nil` replaces `dept.name == nil`. Returns nil if the key may be nil.
  func objectTest(_ comparison: ResolvedComparison) -> ResolvedComparison? {
    var result = comparison.withConstantOnRight
    guard groups == nil, result.right.constant?.isNull == true, case .path(var path) = result.left.kind
    else { return nil }
    var isShorter = false
    while path.steps.count > 1, let last = path.steps.last, !last.isNullable {
      path.steps.removeLast()
      isShorter = true
    }
    guard isShorter, let last = path.steps.last else { return nil }
    result.left = ResolvedExpression(.path(path), type: last.type, isNullable: true, range: result.left.range)
    return result
  }

  // MARK: Two constants

  /// Returns the result of a comparison of two constants.
  static func compareConstants(
    _ left: FormatValue, _ comparator: SQLComparator, _ right: FormatValue, _ comparison: ResolvedComparison
  ) -> Bool {
    let (left, right) = (left.nanAsNil, right.nanAsNil)
    switch comparator {
    case .equal: return FormatValue.equal(left, right, comparison.options)
    case .unequal: return !FormatValue.equal(left, right, comparison.options)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    if left.isNull || right.isNull { return left.isNull && right.isNull && comparator.acceptsEqual }
    guard let order = FormatValue.order(left, right, comparison.options) else { return false }
    return order == 0 ? comparator.acceptsEqual : comparator.accepts(below: order < 0)
  }
}

extension ResolvedExpression {
  /// Whether the value is computed, so that its SQL may be long.
  var isComputed: Bool {
    switch kind {
    case .function, .cast, .conditional, .reduce, .reduceWhole: true
    case .constant, .number, .path, .dynamicPath, .elements, .reduceDynamic, .registered, .list, .index, .setOperation,
      .distinct:
      false
    }
  }
}
