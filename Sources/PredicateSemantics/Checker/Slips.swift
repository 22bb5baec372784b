import PredicateSyntax

extension Slip {
  package static let all: [Slip] = ofNil + ofLists + ofTexts + ofNumbers + ofKeys

  private static let (equality, order) = ("== !=", "< <= > >=")
  private static let comparisons = ""

  private static let ofNil = [
    Slip(
      .quotedNil, "a == 'nil'", "a == nil", for: equality, .either, isQuotedNil, writes: "nil",
      says: "$1 in quotes is a string, not nil"),
    Slip(
      .nilOrder, "a < nil", for: order, .either, isNil, marks: .whole,
      says: "nil has no order; use == or != to compare with nil, not $op"),
    Slip(.nilInList, "nil IN a", for: "IN", .left, isNil, says: "IN never finds nil, even if an element is nil"),
    Slip(
      .nilInList, "a IN {1, nil}", for: "IN CONTAINS", .right, isSoughtNil, marks: .elements,
      says: "$op never finds nil, even if an element is nil"),
    Slip(
      .optionsIgnored, "a ==[c] 5", "a == 5", for: comparisons, .either, isPlainValue, marks: .options, writes: "",
      title: "remove them", isSafe: true, says: "$options applies only to strings and has no effect on $1"),
  ]

  private static let ofLists = [
    Slip(
      .emptyList, "a IN {}", for: "IN", .right, { $0.elements?.isEmpty == true }, marks: .whole,
      says: "nothing is in an empty list: $never"),
    Slip(
      .listInParentheses, "a IN ('x')", "a IN {'x'}", for: "IN", .right, isValueInParentheses, writes: "{$inner}",
      says: "parentheses do not make a list; a list is written in braces",
      note: "IN with a string tests whether the left operand is a part of it"),
    Slip(
      .neverTrue, "{a} == 'x'", "a == 'x'", for: equality, .either, isListBesideValue, modifiers: [.direct],
      writes: "$only", says: "a list never equals a single value"),
    Slip(
      .unintendedMeaning, "ANY a == {1, 2}", "ANY a IN {1, 2}", for: "==", .right,
      { $0.elements != nil || $0.value?.isCollection == true }, modifiers: [.any, .all], marks: .operator,
      writes: "IN", says: "$infix compares each element with the whole list",
      note: "IN looks each element up in the list"),
    Slip(
      .unintendedMeaning, "a BETWEEN {10, 1}", "a BETWEEN {1, 10}", for: "BETWEEN", .right, areReversed,
      writes: "{$exchanged}", says: "the bounds are reversed; BETWEEN exchanges them",
      note: "in SQL no value is between reversed bounds"),
    Slip(
      .neverTrue, "SUBQUERY(a, $x, $x > 1) > 0", "SUBQUERY(a, $x, $x > 1).@count > 0", for: "== != < <= > >=",
      .either, isSubqueryBesideCount, modifiers: [.direct], writes: "$1.@count", title: "write .@count",
      says: "SUBQUERY gives a collection, not a number", note: "write .@count for the number of elements"),
  ]

  private static let ofTexts = [
    Slip(
      .sqlWildcard, "a LIKE '%x%'", "a LIKE '*x*'", for: "LIKE", .right, isPatternOfSQL, writes: "$percent",
      says: "the wildcards of LIKE are * and ?; '%' and '_' match themselves"),
    Slip(
      .likeWithoutWildcard, "a LIKE 'x'", "a == 'x'", for: "LIKE", .right, isPlainPattern, marks: .operator,
      writes: "==", isSafe: true, says: "LIKE without * or ? is the same as =="),
    Slip(
      .sqlWildcard, "a CONTAINS '*ann*'", "a LIKE '*ann*'", for: "== CONTAINS BEGINSWITH ENDSWITH", .right,
      hasWildcard, marks: .operator, writes: "LIKE",
      says: "with $infix a * is the character itself; it is a wildcard of LIKE"),
    Slip(
      .sqlWildcard, "a != 'Ann*'", for: "!=", .right, hasWildcard, marks: .operator,
      says: "with $infix a * is the character itself; it is a wildcard of LIKE"),
    Slip(
      .emptyNeedle, "a BEGINSWITH ''", for: "BEGINSWITH ENDSWITH LIKE", .right, { $0.value?.string == "" },
      marks: .whole, says: "$op never finds an empty string: $never", note: "for the empty string itself write == ''"),
    Slip(
      .unintendedMeaning, "a LIKE b * c", for: "LIKE MATCHES BEGINSWITH ENDSWITH", .right, isProduct,
      says: "* multiplies here, and a product is never a pattern",
      note: "write the wildcards into the string, or into the argument"),
    Slip(
      .neverTrue, "a LIKE 5", "a LIKE \"5\"", for: "LIKE BEGINSWITH ENDSWITH", .right,
      { $0.value?.isNumber == true || $0.value?.isTruth == true }, modifiers: [.direct, .any], writes: "\"$1\"",
      says: "$op compares strings, but $1 is a $kind"),
    Slip(
      .unintendedMeaning, "version > '10.9'", for: "< <= > >= BETWEEN", .either, isVersion, marks: .elements,
      says: "strings are ordered letter by letter, so '10.10' comes before '10.9'",
      note: "store the parts of a version as numbers, or with leading zeros"),
    Slip(
      .unintendedMeaning, "a > '18'", "a > 18", for: "< <= > >= BETWEEN", .either, isNumberInQuotes,
      marks: .elements, writes: "$inner",
      says: "$1 is a string, and strings are ordered letter by letter, so '10' comes before '9'"),
    Slip(
      .neverTrue, "a.intValue < '2'", "a.intValue < 2", for: "== != < <= > >= IN BETWEEN MATCHES", .either,
      isTextBesideNumberKey, modifiers: [.direct, .any], writes: "$number", says: "$key is a number, but $1 is a string"
    ),
  ]

  private static let ofNumbers = [
    Slip(
      .unintendedMeaning, "1 / 2 == a", "1.0 / 2 == a", for: "/", .left, isDividedWithRest, marks: .whole,
      writes: "$1.0 / $2", says: "the quotient of two whole numbers is whole, without its fraction"),
    Slip(
      .unintendedMeaning, "a == 2 ^ 10", "a == 2 ** 10", for: "^", .left, isBaseOfPower, marks: .operator,
      writes: "**", says: "^ is the exclusive or of the bits; a power is written **"),
    Slip(
      .unquotedDate, "a > 2020-01-31", for: "-", .left, isDate, marks: .whole,
      says: "this is a subtraction of numbers, not a date", note: Message.dateNote),
    Slip(
      .unquotedDate, "a > 31/12/2020", for: "/", .left, isDate, marks: .whole,
      says: "this is a division of numbers, not a date", note: Message.dateNote),
  ]

  private static let ofKeys = [
    Slip(
      .unintendedKey, "a == @YES", "a == YES", for: comparisons, .either, isObjectiveCLiteral, writes: "$sign",
      says: "$1 is a literal of Objective-C; here it is read as a key"),
    Slip(
      .unintendedKey, "board-id == 'x'", "board\\u002did == 'x'", for: comparisons, .either, isHyphenatedKey,
      writes: "$hyphen", says: "$1 is a subtraction of keys",
      note: "pass a key that contains a hyphen as an argument of %K, or write the hyphen as \\u002d"),
    Slip(
      .unintendedKey, "a == ture", "a == true", for: "== != LIKE BEGINSWITH ENDSWITH MATCHES CONTAINS", .right,
      isMisspelledLiteral, writes: "$literal", says: "$1 is read as a key; did you mean $literal?"),
    Slip(
      .valueForKey, "'name' == %@", "name == %@", for: equality, .left, isKeyInQuotes, writes: "$inner",
      title: "in quotes it is a string; for the key, write $inner", says: "$1 is a value, so no key is compared"),
    Slip(
      .valueForKey, "no == %@", "#no == %@", for: equality, .left, isTruthForKey, writes: "#$1",
      title: "for the key, write #$1", says: "'$1' is a value, so no key is compared"),
  ]

  static let misspelledLiterals = [
    "ture": "true", "treu": "true", "flase": "false", "fasle": "false", "nill": "nil", "undefined": "nil",
  ]
  static let objectiveCLiterals: Set<String> = ["@YES", "@NO", "@TRUE", "@FALSE", "@NIL"]
}

// MARK: Shapes

extension Slip {
  private static let isNil: Shape = { $0.value == .null }
  /// Whether nil is an element of a list, or what CONTAINS looks for.
  private static let isSoughtNil: Shape = {
    $0.value == .null && ($0.operation.spelling != "IN" || $0.operation.right.constant != .null)
  }

  private static let isQuotedNil: Shape = { $0.literal.map { spellingsOfNil.contains($0) } ?? false }
  private static let spellingsOfNil: Set<String> = ["nil", "NIL", "null", "NULL", "<null>", "(null)"]

  private static let isPlainValue: Shape = { operand in
    guard !operand.operation.options.isEmpty, let value = operand.value else { return false }
    return value.isNull || value.isNumber || value.isTruth
  }

  private static let isListBesideValue: Shape = { operand in
    guard let value = operand.other.constant else { return false }
    return operand.elements != nil && !value.isNull && !value.isCollection
  }

  private static let isValueInParentheses: Shape = { operand in
    operand.value?.isCollection == false && operand.text.hasPrefix("(") && operand.text.hasSuffix(")")
  }

  private static let areReversed: Shape = { operand in
    guard let elements = operand.elements, elements.count == 2, let low = elements[0].constant,
      let high = elements[1].constant, let order = FormatValue.compare(low, high)
    else { return false }
    return order > 0
  }

  private static let isSubqueryBesideCount: Shape = { operand in
    if case .subquery = operand.expression.kind { operand.other.isCount } else { false }
  }

  private static let isPatternOfSQL: Shape = { operand in
    guard let pattern = operand.patternWithoutWildcards else { return false }
    return pattern.count > 1 && (pattern.hasPrefix("%") || pattern.hasSuffix("%"))
  }

  private static let isPlainPattern: Shape = { operand in
    // By the rules of a locale, == may match more than a pattern does. A pattern that folds to the empty string matches nothing.
    guard let pattern = operand.patternWithoutWildcards, !isPatternOfSQL(operand) else { return false }
    let options = operand.operation.options
    return !options.contains(.localeSensitive) && !PredicateSemantics.folded(pattern, options).isEmpty
  }

  private static let hasWildcard: Shape = { operand in
    guard let text = operand.literal, text.utf8.count > 2 else { return false }
    return (text.hasPrefix("*") || text.hasSuffix("*")) && text.contains { $0.isLetter }
  }

  private static let isProduct: Shape = { operand in
    if case .function(let call) = operand.expression.kind {
      call.selector == ArithmeticOperator.multiply.selector
    } else {
      false
    }
  }

  private static let isVersion: Shape = { operand in
    guard let count = operand.numberParts?.count, count > 1 else { return false }
    if case .key(let key)? = operand.operation.left.kind.steps?.last?.kind, key.name.lowercased().contains("vers") {
      return true
    }
    return count > 2
  }

  private static let isNumberInQuotes: Shape = { operand in
    guard let parts = operand.numberParts, parts.count <= 2, !isVersion(operand), !isTextBesideNumberKey(operand)
    else { return false }
    // The order of texts with leading zeros, and of days without signs, is that of their numbers.
    return parts.count == 2 || parts[0].utf8.count != 8 && (parts[0] == "0" || !parts[0].hasPrefix("0"))
  }

  private static let isTextBesideNumberKey: Shape = { operand in
    if operand.value?.string != nil, case .key(let key)? = operand.other.kind.steps?.last?.kind {
      key.isNumber
    } else {
      false
    }
  }

  private static let isDividedWithRest: Shape = { operand in
    guard case .integer(let dividend)? = operand.value, case .integer(let divisor)? = operand.other.constant,
      divisor > 0
    else { return false }
    return dividend % divisor != 0
  }

  private static let isBaseOfPower: Shape = { operand in
    guard case .integer(let exponent)? = operand.other.constant, let infix = operand.operation.infix,
      operand.operation.source.text(infix) == "^"
    else { return false }
    return exponent == 2 || exponent == 3 || operand.value?.isNumber == true
  }

  private static let isDate: Shape = { operand in
    let text = operand.operation.source.text(operand.operation.range)
    guard text.utf8.count >= 6, text.utf8.count <= 10 else { return false }
    let isDifference = operand.operation.spelling == "-"
    let parts = text.split(separator: isDifference ? "-" : "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { $0.isDigit } }) else { return false }
    let lengths = parts.map { $0.utf8.count }
    if isDifference { return lengths == [4, 2, 2] }
    let isYearFirst = lengths[0] == 4 && lengths[2] <= 2
    let isYearLast = lengths[0] <= 2 && (lengths[2] == 4 || lengths[2] == 2)
    return lengths[1] >= 1 && lengths[1] <= 2 && (isYearFirst || isYearLast)
  }

  private static let isObjectiveCLiteral: Shape = { operand in
    guard let word = operand.word, word.hasPrefix("@") else { return false }
    return objectiveCLiterals.contains(word.uppercased())
  }

  private static let isHyphenatedKey: Shape = { operand in
    guard operand.other.constant?.string != nil, operand.expression.isHyphenated else { return false }
    return operand.text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "(") }
  }

  private static let isMisspelledLiteral: Shape = { operand in
    if case .keyPath = operand.other.kind, let word = operand.word {
      misspelledLiterals[word.lowercased()] != nil
    } else {
      false
    }
  }

  private static let isKeyInQuotes: Shape = { operand in
    guard case .placeholder = operand.other.kind, let literal = operand.literal else { return false }
    return literal.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { String($0).isPlainWord }
  }

  private static let isTruthForKey: Shape = { operand in
    guard case .placeholder = operand.other.kind, operand.value?.isTruth == true else { return false }
    return operand.text == "no" || operand.text == "yes"
  }
}

extension Operand {
  /// The pattern of LIKE, if it is a literal without wildcards and conversions.
  fileprivate var patternWithoutWildcards: String? {
    guard let literal, !literal.contains(where: { "*?\\".contains($0) }), TextFindings.replaceable(in: text) == nil
    else { return nil }
    return literal
  }

  /// The parts of a number or a version in quotes, such as `10.9.1`, or `nil` if the operand is not such a string.
  fileprivate var numberParts: [Substring]? {
    guard let parts = literal?.split(separator: ".", omittingEmptySubsequences: false), parts.count <= 4,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0.isDigit } })
    else { return nil }
    return parts
  }
}
