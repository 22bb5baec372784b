import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// Returns `container CONTAINS item` or `item IN container`. No container contains nil.
  mutating func membership(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition {
    let (container, item) = (comparison.left, comparison.right)
    if item.constant?.isNull == true { return .constant(!wanted) }
    switch container.kind {
    case .constant(let constant):
      guard let elements = constant.nanAsNil.elements else { return .constant(!wanted) }
      return try membership(of: item, in: elements, comparison, is: wanted)
    case .list(let parts): return try membership(of: item, among: parts, comparison, is: wanted)
    case .elements(let collection, let leaf):
      return try membership(of: item, in: collection, leaf, comparison, is: wanted)
    case .path(let path) where container.type.isCollection:
      return try membership(of: item, in: path, comparison, is: wanted)
    default: throw refusal(comparison.spelled.spelling, "its collection is computed", at: container.range)
    }
  }

  /// Returns membership in a constant list.
  private mutating func membership(
    of item: ResolvedExpression, in elements: [FormatValue], _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    if let constant = item.constant {
      let isFound = elements.contains {
        let (element, item) = ConstantReading.pair($0, constant, (.constant(exact: nil), ConstantReading(item)))
        return FormatValue.equal(element, item)
      }
      return .constant(isFound == wanted)
    }
    let equalities = elements.filter { !$0.isNull }.map { element in
      var equality = comparison
      (equality.operator, equality.left, equality.options) = (.equal, item, [])
      equality.right = ResolvedExpression(constant: element.nanAsNil, at: comparison.range)
      return equality
    }
    return try membership(of: item, equalTo: equalities, comparison, is: wanted)
  }

  /// Returns the condition that a key is equal to one of several constants, with the options.
  mutating func mergedEqualities(_ comparison: ResolvedComparison, is wanted: Bool) throws(Refusal) -> SQLCondition {
    if comparison.options.folds, folded(try value(comparison.left), comparison.options).isPattern {
      // Each constant is a pattern of its own.
      return try joined(comparison.parts.map { .comparison($0) }, is: wanted, isAll: !wanted)
    }
    return try membership(of: comparison.left, equalTo: comparison.parts, comparison, is: wanted)
  }

  /// Returns the condition that an item is equal to the constant of one of several equalities.
  private mutating func membership(
    of item: ResolvedExpression, equalTo equalities: [ResolvedComparison], _ comparison: ResolvedComparison,
    is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    var operand = try value(item)
    let options = equalities.first?.options ?? []
    operand = folded(operand, options)
    switch operand.type {
    case .date(.unixSeconds): operand = try referenceSeconds(operand, at: comparison.range)
    // The values of a list have the type of `native` dates, and such a date may be one of several texts.
    case .date(.timestampText), .date(.instant), .date(.day):
      return try joined(equalities.map { .comparison($0) }, is: wanted, isAll: !wanted)
    default: break
    }
    // Only values that the item's type can represent can be equal to it. Adds each value once.
    var parameters: [SQLParameter] = []
    var seen: Set<FormatValue> = []
    for equality in equalities {
      let expression = equality.withConstantOnRight.right
      guard var constant = try constant(expression, comparedWith: operand, of: item) else { continue }
      if options.folds, case .string(let text) = constant {
        constant = .string(PredicateSemantics.folded(text, options))
      }
      guard
        case .exactly(var parameter) = try fit(
          constant, to: operand.type, isComputed: operand.column == nil, at: equality.range)
      else { continue }
      if case .double(0) = parameter.value { parameter.value = .double(0) }  // 0 and -0 are one element
      guard seen.insert(parameter.value).inserted else { continue }
      parameters.append(parameter)
    }
    guard !parameters.isEmpty else { return .constant(!wanted) }
    let test = keyTest(of: operand, wanted ? .equal : .unequal, !wanted, comparison)
    if !wanted, operand.isNullable, !operand.sql.isRepeatable {
      return try inList(operand, parameters, is: true, at: comparison.range).negated().tested(test)
    }
    let condition = try inList(operand, parameters, is: wanted, at: comparison.range)
    if wanted { return condition.tested(test) }
    let isNull: [SQLCondition] = operand.isNullable ? [.isNull(operand.sql, isNegated: false)] : []
    return .any(of: [condition] + isNull).tested(test)
  }

  /// The maximum number of values for which an index of a column of another type than text is searched.
  private static let mostSearchedValues = 100

  /// Returns `x IN (…)` or `NOT (x IN (…))` with a single parameter, or with one for each value of a list that is short or that
  /// a parameter cannot contain.
  private func inList(
    _ operand: SQLValue, _ parameters: [SQLParameter], is wanted: Bool, at range: FormatRange
  ) throws(Refusal) -> SQLCondition {
    let side = key(operand)
    let isSearched = wanted && operand.column?.attribute.isIndexed == true
    var found: [SQLCondition] = []
    if wanted, parameters.count <= Self.mostSearchedValues,
      let search = search(operand, parameters.map { sql($0, operand.type) })
    {
      found = [search]
    }
    if parameters.count > parametersPerList, let list = try listParameter(side, parameters, isSearched, at: range) {
      return .all(of: found + [requiring(.test(list), is: wanted, isNullable: false)])
    }
    let values = parameters.map { sql($0, operand.type) }
    if parameters.count == 1 { return .all(of: found + [.test("\(side) \(sql: wanted ? "=" : "<>") \(values[0])")]) }
    // Engines limit the number of values in one IN, so long lists are split.
    var groups: [SQLCondition] = []
    var rest = values[...]
    while !rest.isEmpty {
      groups.append(.test("\(side) IN (\(.list(rest.prefix(1_000))))"))
      rest = rest.dropFirst(1_000)
    }
    let condition = SQLCondition.any(of: groups)
    if groups.count > 1 { try checkLength(condition.length, at: range) }
    return .all(of: found + [requiring(condition, is: wanted, isNullable: false)])
  }

  /// Returns membership in a list in one parameter, or nil if the dialect has none for such values.
  private func listParameter(
    _ side: SQL, _ parameters: [SQLParameter], _ isSearched: Bool, at range: FormatRange
  ) throws(Refusal) -> SQL? {
    guard let kind = parameters.first?.kind,
      let template = (isSearched ? nil : dialect.spellings[.inScan]) ?? dialect.spellings[SQLOperation(listOf: kind)]
    else { return nil }
    var longest = 1
    for parameter in parameters {
      if case .string(let text) = parameter.value { longest = max(longest, text.unicodeScalars.count) }
    }
    if let limit = table.longestListText, longest > limit { return nil }
    let list: SQLParameter
    if table.bindsArrays {
      list = SQLParameter(.list(parameters.map { $0.value }), kind, isList: true)
    } else {
      guard let text = JSONList.text(of: parameters.map { $0.value }) else { return nil }
      list = SQLParameter(.string(text), .text)
    }
    return try checked(template([side, "\(list)", SQL("\(longest)" as String)]), at: range)
  }

  /// Returns membership in a list with elements that are not constants.
  private mutating func membership(
    of item: ResolvedExpression, among parts: [ResolvedExpression], _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let parts = parts.filter { $0.constant?.isNull != true }
    if item.isComputed, item.constant == nil {
      return try membership(ofComputed: item, among: parts, comparison, is: wanted)
    }
    var alternatives: [SQLCondition] = []
    for part in parts { alternatives.append(try equal(item, part, comparison)) }
    return requiring(.any(of: alternatives).withoutKeys, is: wanted)
  }

  /// Returns membership of a computed value, whose SQL may be long, in a list with elements that are not constants.
  private mutating func membership(
    ofComputed item: ResolvedExpression, among parts: [ResolvedExpression], _ comparison: ResolvedComparison,
    is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    var equality = comparison
    (equality.operator, equality.left, equality.options) = (.equal, item, [])
    return try naming(rowValues(of: [item] + parts), at: comparison.range) { lowering, named throws(Refusal) in
      var rest = named.dropFirst()
      var alternatives: [SQLCondition] = []
      for part in parts {
        equality.right = part
        let sides = part.constant == nil ? [named[0], rest.removeFirst()] : [named[0]]
        alternatives.append(try lowering.compare(sides, equality, is: true, acceptsTwoNils: false))
      }
      return lowering.requiring(.any(of: alternatives).withoutKeys, is: wanted)
    }
  }

  /// Returns an equality that is true of values only, never of two nils.
  private mutating func equal(
    _ item: ResolvedExpression, _ element: ResolvedExpression, _ comparison: ResolvedComparison
  ) throws(Refusal) -> SQLCondition {
    var equality = comparison
    (equality.operator, equality.left, equality.right, equality.options) = (.equal, element, item, [])
    let condition = try condition(equality, is: true)
    guard item.constant == nil, element.constant == nil, item.mayBeNull else { return condition }
    return .all(of: [condition, nilCondition(try value(item), isAccepted: false, others: true)])
  }

  /// Returns membership in the values of a key path through a collection, or of a SUBQUERY.
  private mutating func membership(
    of item: ResolvedExpression, in collection: ResolvedCollection, _ leaf: ResolvedExpression,
    _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    var test = comparison
    (test.operator, test.left, test.right, test.options) = (.equal, leaf, item, [])
    var parts = [ResolvedPredicate.comparison(test)]
    // No collection contains nil, although an element may be nil.
    if item.constant == nil, item.mayBeNull {
      var isThere = comparison
      (isThere.operator, isThere.left, isThere.options) = (.notEqual, item, [])
      isThere.right = ResolvedExpression(constant: .null, at: item.range)
      parts.append(.comparison(isThere))
    }
    return try exists(collection, where: .and(parts), is: true, isNegated: !wanted)
  }

  /// Returns membership in a to-many relationship.
  private mutating func membership(
    of item: ResolvedExpression, in path: ResolvedPath, _ comparison: ResolvedComparison, is wanted: Bool
  ) throws(Refusal) -> SQLCondition {
    let container = comparison.left
    let element = container.type.element
    let scope = scopes.count
    let collection = ResolvedCollection(
      identifier: -1, sources: [.path(path)], scope: scope, elementType: element, name: comparison.spelled.spelling,
      range: container.range)
    let leaf = ResolvedExpression(
      .path(ResolvedPath(scope: scope, steps: [])), type: element, isNullable: true, range: container.range)
    return try membership(of: item, in: collection, leaf, comparison, is: wanted)
  }
}

extension ResolvedExpression {
  /// Creates a constant of its own type.
  init(constant value: FormatValue, at range: FormatRange) {
    self.init(.constant(value), type: value.valueType, isNullable: value.isNull, range: range)
  }

  /// Whether the value may be NULL. A computed value may be, because an error reads as nil.
  var mayBeNull: Bool {
    if case .path = kind { return isNullable }
    return true
  }
}

extension SQLOperation {
  /// The membership in a list of values of a kind.
  fileprivate init(listOf kind: SQLParameter.Kind) {
    self =
      switch kind {
      case .integer: .inIntegers
      case .text: .inTexts
      case .double: .inDoubles
      case .boolean, .decimal, .timestamp, .uuid, .bytes: .inValues
      }
  }
}

/// Lists of integers, texts or doubles as JSON.
enum JSONList {
  /// Returns the list, or nil if a value has no exact form.
  ///
  /// Engines differ in the last digit when they read decimal fractions, so a double is three integers `[n, s, t]`, of which
  /// n / 2^s / 2^t is the exact value.
  static func text(of values: [FormatValue]) -> String? {
    var text = "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      switch value {
      case .integer(let number): text += "\(number)"
      case .string(let string): quote(string, &text)
      case .double(let number):
        guard let (numerator, shift) = fraction(number) else { return nil }
        text += "[\(numerator),\(min(shift, longestShift)),\(max(shift - longestShift, 0))]"
      case .null, .bool, .unsigned, .decimal, .date, .uuid, .data, .list, .set, .record, .object: return nil
      }
    }
    return text + "]"
  }

  /// The greatest power of two that is a positive integer of 64 bits.
  private static let longestShift = 62

  /// Returns a double as an integer divided by a power of two, or nil for very large, very small and infinite numbers.
  private static func fraction(_ number: Double) -> (numerator: Int64, shift: Int)? {
    if let whole = Int64(exactly: number) { return (whole, 0) }
    let shift = number.significandWidth - Int(number.exponent)
    guard number.isFinite, (1...2 * longestShift).contains(shift),
      let numerator = Int64(exactly: Double(sign: .plus, exponent: shift, significand: number))
    else { return nil }
    return (numerator, shift)
  }

  private static func quote(_ string: String, _ text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text += "\\"
        text.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
