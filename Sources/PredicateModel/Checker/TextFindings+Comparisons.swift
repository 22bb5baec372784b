import PredicateSyntax

// Warnings about one comparison that is valid but probably not what was meant.

extension TextFindings {
  mutating func visit(_ comparison: FormatPredicate.Comparison, at range: FormatRange) {
    let (left, right) = (comparison.left, comparison.right)
    if comparison.operator == .matches { patterns.insert(right.range.start) }
    if comparison.operator.isEquality { visitNilInQuotes(left, right) }
    visitPattern(comparison)
    if left.isLiteral, right.isLiteral {
      // A conversion in quotes has a warning of its own.
      if !holdsConversion(places.text(range)) { report(.constantComparison, at: range) }
      return
    }
    if let conversion = left.valueConversion, right.isLiteral || right.valueConversion != nil {
      visitValueForKey(conversion, comparison)
    }
    visitUnintended(comparison, at: range)
    switch comparison.operator.kind {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      if left.isNil || right.isNil { report(.nilOrder(comparison.operator.spelling), at: range) }
    case .isIn:
      if case .aggregate(let elements) = right.kind {
        if elements.isEmpty { report(.emptyList, at: range) }
        for element in elements where element.isNil { report(.nilInList("IN"), at: element.range) }
      }
      if left.isNil { report(.nilInList("IN"), at: left.range) }
    case .contains:
      if right.isNil { report(.nilInList("CONTAINS"), at: right.range) }
    case .text:
      if case .constant(.string("")) = right.kind {
        report(.emptyNeedle(comparison.operator.spelling), at: range)
      }
      if comparison.operator == .like { visitLike(comparison) }
    case .equal, .notEqual, .between, .matches, .program: break
    }
    visitOptions(comparison)
  }

  /// Warns about `%@ == %@` and `%@ == 5`, which use no key. A value before IN, CONTAINS or BETWEEN is common and correct.
  private mutating func visitValueForKey(_ conversion: String, _ comparison: FormatPredicate.Comparison) {
    switch comparison.operator.kind {
    case .isIn, .contains, .between, .matches, .program: return
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .text:
      let place = comparison.left.range
      let isWhole = places.text(place) == "%@"
      report(.valueForKey(conversion), at: place, fixIts: isWhole ? [fixIt("write %K", at: place, with: "%K")] : [])
    }
  }

  /// Warns about LIKE with a literal without wildcards.
  private mutating func visitLike(_ comparison: FormatPredicate.Comparison) {
    let place = comparison.right.range
    guard case .constant(.string(let pattern)) = comparison.right.kind, let literal = places.literal(at: place),
      !pattern.contains(where: { $0 == "*" || $0 == "?" || $0 == "\\" }), !holdsConversion(pattern)
    else { return }
    if pattern.count > 1, pattern.hasPrefix("%") || pattern.hasSuffix("%") {
      let wildcards = literal.replacing("%", with: "*")
      return report(.sqlWildcard, at: place, fixIts: [fixIt("write \(wildcards)", at: place, with: wildcards)])
    }
    // By the rules of a locale, == may match more than a pattern does.
    guard !pattern.isEmpty, !comparison.options.contains(.localeSensitive), let op = operatorPlace(of: comparison)
    else {
      return
    }
    report(.likeWithoutWildcard, at: op, fixIts: [fixIt("write ==", at: op, with: "==", isSafe: true)])
  }

  /// Warns about options for a constant that is not a string.
  private mutating func visitOptions(_ comparison: FormatPredicate.Comparison) {
    let value = comparison.right.isPlainNonString ? comparison.right : comparison.left
    guard !comparison.options.isEmpty, value.isPlainNonString, let op = operatorPlace(of: comparison, options: true)
    else { return }
    // Without a space, `CONTAINS[c]TRUE` would become one word.
    let rest = places.isWithinWord(op) ? " " : ""
    report(
      .optionsIgnored(places.text(op), value: places.text(value.range)), at: op,
      fixIts: [fixIt("remove them", at: op, with: rest, isSafe: true)])
  }

  /// Warns about `== 'nil'`, which compares with a string.
  private mutating func visitNilInQuotes(_ left: FormatExpression, _ right: FormatExpression) {
    for side in [left, right] {
      guard case .constant(.string(let value)) = side.kind, let literal = places.literal(at: side.range),
        ["nil", "NIL", "null", "NULL", "<null>", "(null)"].contains(value)
      else { continue }
      report(.quotedNil(literal), at: side.range, fixIts: [fixIt("write nil", at: side.range, with: "nil")])
    }
  }

  // MARK: Source text

  /// Returns the range of the operator of a comparison without its options, or the range of its options.
  private func operatorPlace(of comparison: FormatPredicate.Comparison, options: Bool = false) -> FormatRange? {
    guard let gap = places.between(comparison.left.range, comparison.right.range) else { return nil }
    let (name, brackets) = places.operatorAndOptions(gap)
    if options { return brackets == name ? nil : brackets }
    return name
  }

  func fixIt(
    _ title: String, at range: FormatRange, with text: String, isSafe: Bool = false
  ) -> FormatDiagnostic.FixIt {
    FormatDiagnostic.FixIt(title: title, range: range, replacement: text, isSafe: isSafe)
  }

  /// Returns whether a string contains what looks like a conversion for a value or a key.
  func holdsConversion(_ text: String) -> Bool { text.contains("%@") || text.contains("%K") }
}

extension ComparisonOperator {
  var isEquality: Bool { self == .equalTo || self == .notEqualTo }
}

extension FormatExpression {
  /// Whether the expression is a constant or a list of constants.
  fileprivate var isLiteral: Bool {
    switch kind {
    case .constant: true
    case .aggregate(let elements):
      !elements.isEmpty && elements.allSatisfy { if case .constant = $0.kind { true } else { false } }
    default: false
    }
  }

  fileprivate var isNil: Bool {
    if case .constant(.null) = kind { true } else { false }
  }

  /// Whether the expression is a constant that no option affects.
  fileprivate var isPlainNonString: Bool {
    switch kind {
    case .constant(.integer), .constant(.unsigned), .constant(.double), .constant(.bool), .constant(.null): true
    default: false
    }
  }

  /// The conversion, if the expression is a conversion for a value.
  fileprivate var valueConversion: String? {
    if case .placeholder(let conversion) = kind, conversion.kind == .value { conversion.text } else { nil }
  }
}
