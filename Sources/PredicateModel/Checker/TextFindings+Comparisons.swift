import PredicateSyntax

// Warnings about one comparison: valid text that is hardly what was meant.

extension TextFindings {
  mutating func visit(_ comparison: FormatPredicate.Comparison, at range: SourceRange) {
    let (left, right) = (comparison.left, comparison.right)
    if comparison.comparison == .matches { patterns.insert(right.range.start) }
    if comparison.comparison.isEquality { visitNilInQuotes(left, right) }
    if left.isLiteral, right.isLiteral {
      // A conversion in quotes is told of where it stands.
      if !holdsConversion(places.text(range)) { report(.constantComparison, at: range) }
      return
    }
    if let conversion = left.valueConversion, right.isLiteral || right.valueConversion != nil {
      visitValueForKey(conversion, comparison)
    }
    switch comparison.comparison {
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      if left.isNil || right.isNil { report(.nilOrder(comparison.comparison.spelling), at: range) }
    case .like: visitLike(comparison)
    case .in:
      if case .aggregate(let elements) = right.kind {
        if elements.isEmpty { report(.emptyList, at: range) }
        for element in elements where element.isNil { report(.nilInList("IN"), at: element.range) }
      }
      if left.isNil { report(.nilInList("IN"), at: left.range) }
    case .contains:
      if right.isNil { report(.nilInList("CONTAINS"), at: right.range) }
    case .beginsWith, .endsWith:
      if case .constant(.string("")) = right.kind {
        report(.emptyNeedle(comparison.comparison.spelling), at: range)
      }
    default: break
    }
    visitOptions(comparison)
  }

  /// `%@ == %@` and `%@ == 5`: no key is asked. (A value before IN, CONTAINS or BETWEEN is common, and right.)
  private mutating func visitValueForKey(_ conversion: String, _ comparison: FormatPredicate.Comparison) {
    switch comparison.comparison {
    case .in, .contains, .between, .matches, .custom, .tokenMatches, .boundedBy, .utiEquals, .utiConformsTo: return
    default:
      let place = comparison.left.range
      let isWhole = places.text(place) == "%@"
      report(.valueForKey(conversion), at: place, fixIts: isWhole ? [fixIt("write %K", at: place, with: "%K")] : [])
    }
  }

  /// LIKE with a literal that has no wildcard.
  private mutating func visitLike(_ comparison: FormatPredicate.Comparison) {
    let place = comparison.right.range
    guard case .constant(.string(let pattern)) = comparison.right.kind, let literal = places.literal(at: place),
      !pattern.contains(where: { $0 == "*" || $0 == "?" || $0 == "\\" }), !holdsConversion(pattern)
    else { return }
    if pattern.count > 1, pattern.hasPrefix("%") || pattern.hasSuffix("%") {
      let wildcards = literal.replacing("%", with: "*")
      return report(.sqlWildcard, at: place, fixIts: [fixIt("write \(wildcards)", at: place, with: wildcards)])
    }
    // By the rules of a locale, == may find more than a pattern does.
    guard !pattern.isEmpty, !comparison.options.contains(.localeSensitive), let op = operatorPlace(of: comparison)
    else {
      return
    }
    report(.likeWithoutWildcard, at: op, fixIts: [fixIt("write ==", at: op, with: "==", isSafe: true)])
  }

  /// Options beside a constant that is no string.
  private mutating func visitOptions(_ comparison: FormatPredicate.Comparison) {
    let value = comparison.right.isPlainNonString ? comparison.right : comparison.left
    guard !comparison.options.isEmpty, value.isPlainNonString, let op = operatorPlace(of: comparison, options: true)
    else { return }
    // Without them `CONTAINS[c]TRUE` would be one word.
    let rest = places.isWithinWord(op) ? " " : ""
    report(
      .optionsIgnored(places.text(op), value: places.text(value.range)), at: op,
      fixIts: [fixIt("remove them", at: op, with: rest, isSafe: true)])
  }

  /// `== 'nil'`: a text of three letters.
  private mutating func visitNilInQuotes(_ left: FormatExpression, _ right: FormatExpression) {
    for side in [left, right] {
      guard case .constant(.string(let value)) = side.kind, let literal = places.literal(at: side.range),
        ["nil", "NIL", "null", "NULL", "<null>", "(null)"].contains(value)
      else { continue }
      report(.quotedNil(literal), at: side.range, fixIts: [fixIt("write nil", at: side.range, with: "nil")])
    }
  }

  // MARK: The text

  /// Where the operator of a comparison stands, its options left out, or where the options stand.
  private func operatorPlace(of comparison: FormatPredicate.Comparison, options: Bool = false) -> SourceRange? {
    guard let gap = places.between(comparison.left.range, comparison.right.range) else { return nil }
    let (name, brackets) = places.operatorAndOptions(gap)
    if options { return brackets == name ? nil : brackets }
    return name
  }

  func fixIt(
    _ title: String, at range: SourceRange, with text: String, isSafe: Bool = false
  ) -> Diagnostic.FixIt {
    Diagnostic.FixIt(title: title, range: range, replacement: text, isSafe: isSafe)
  }

  /// Whether a string holds what looks like a conversion for a value or a key.
  func holdsConversion(_ text: String) -> Bool { text.contains("%@") || text.contains("%K") }
}

extension ComparisonOperator {
  fileprivate var isEquality: Bool { self == .equalTo || self == .notEqualTo }
}

extension FormatExpression {
  /// A constant, or a list of constants, as the text writes them.
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

  /// A constant that no option touches.
  fileprivate var isPlainNonString: Bool {
    switch kind {
    case .constant(.integer), .constant(.unsigned), .constant(.double), .constant(.bool), .constant(.null): true
    default: false
    }
  }

  /// The conversion for a value that stands here.
  fileprivate var valueConversion: String? {
    if case .placeholder(let conversion) = kind, conversion.kind == .value { conversion.text } else { nil }
  }
}
