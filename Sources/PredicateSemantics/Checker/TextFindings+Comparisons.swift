import PredicateSyntax

// Warnings about one comparison that is valid but probably not what was meant.

extension TextFindings {
  mutating func visit(_ comparison: FormatPredicate.Comparison, at range: FormatRange) {
    let (left, right) = (comparison.left, comparison.right)
    if comparison.operator == .matches { patterns.insert(right.range.start) }
    if comparison.operator.isEquality {
      visitNilInQuotes(left, right)
      visitWildcardOfEquality(comparison)
    }
    visitPattern(comparison)
    if left.isLiteral, right.isLiteral {
      // A conversion in quotes has a warning of its own.
      if conversion(in: source.text(range)) == nil {
        let exchanged = exchangedOperands(comparison)
        report(.constantComparison(exchanged: exchanged), at: range, fixIts: exchanged == nil ? keyFixIts(left) : [])
      }
      return
    }
    if right.isValue { visitValueForKey(comparison) }
    visitLiteralForKey(comparison)
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
      visitValueInParentheses(right)
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

  /// Warns about `'name' == %@` and `no == %@`, where a key is meant.
  private mutating func visitLiteralForKey(_ comparison: FormatPredicate.Comparison) {
    let range = comparison.left.range
    let text = source.text(range)
    guard comparison.operator.isEquality, comparison.right.valueConversion != nil else { return }
    switch comparison.left.kind {
    case .constant(.string(let key)):
      let words = key.split(separator: ".", omittingEmptySubsequences: false)
      guard words.allSatisfy({ String($0).isPlainWord }), source.literal(at: range) != nil else { return }
      report(
        .valueForKey(text), at: range,
        fixIts: [.titled("in quotes it is a string; for the key, write \(key)", at: range, with: key)])
    case .constant(.bool):
      guard text == "no" || text == "yes" else { return }
      report(
        .valueForKey("'\(text)'"), at: range,
        fixIts: [.titled("for the key, write #\(text)", at: range, with: "#\(text)")])
    default: return
    }
  }

  /// Warns about `%@ == %@`, `%@ IN {1, 2}` and `%@.length > 0`, which use no key.
  private mutating func visitValueForKey(_ comparison: FormatPredicate.Comparison) {
    let range = comparison.left.range
    var root = comparison.left
    if case .keys(let keys) = root.kind, case .key(.named)? = keys.steps.first?.kind {
      root = keys.root
    }
    guard let conversion = root.valueConversion, comparison.operator.kind != .program else { return }
    let text = source.text(range)
    let key = "%K" + text.dropFirst(conversion.count)
    report(.valueForKey(conversion), at: range, fixIts: text.hasPrefix(conversion) ? [.write(key, at: range)] : [])
  }

  /// Returns a comparison of two strings with its operands exchanged, as `'abc' CONTAINS 'b'` for `'b' CONTAINS 'abc'`, or `nil` if
  /// the left string is not a part of the right one.
  private func exchangedOperands(_ comparison: FormatPredicate.Comparison) -> String? {
    guard comparison.operator.kind == .contains || comparison.operator.kind == .text, comparison.operator != .like,
      case .constant(.string(let left)) = comparison.left.kind,
      case .constant(.string(let right)) = comparison.right.kind,
      !left.isEmpty, left.utf8.count < right.utf8.count, right.contains(left),
      let op = source.between(comparison.left.range, comparison.right.range)
    else { return nil }
    return "\(source.text(comparison.right.range)) \(source.text(op)) \(source.text(comparison.left.range))"
  }

  /// Returns the fix-its for a string in place of a key, as in `'name' == 'Ann'`.
  private func keyFixIts(_ left: FormatExpression) -> [FormatDiagnostic.FixIt] {
    guard case .constant(.string(let key)) = left.kind, key.isPlainWord, !Keyword.isReserved(key),
      source.literal(at: left.range) != nil
    else { return [] }
    return [.titled("in quotes it is a string; for the key, write \(key)", at: left.range, with: key)]
  }

  /// Warns about `name IN ('Ann')` and `id IN (3)`, where a list of one value is meant.
  private mutating func visitValueInParentheses(_ right: FormatExpression) {
    let text = source.text(right.range)
    guard case .constant(let value) = right.kind, !value.isCollection, text.hasPrefix("("), text.hasSuffix(")") else {
      return
    }
    let list = "{\(text.dropFirst().dropLast())}"
    report(.listInParentheses, at: right.range, fixIts: [.write(list, at: right.range)])
  }

  /// Warns about LIKE with a literal without wildcards.
  private mutating func visitLike(_ comparison: FormatPredicate.Comparison) {
    let range = comparison.right.range
    guard case .constant(.string(let pattern)) = comparison.right.kind, let literal = source.literal(at: range),
      !pattern.contains(where: { $0 == "*" || $0 == "?" || $0 == "\\" }), conversion(in: pattern) == nil
    else { return }
    if pattern.count > 1, pattern.hasPrefix("%") || pattern.hasSuffix("%") {
      let wildcards = literal.replacing("%", with: "*")
      return report(.sqlWildcard, at: range, fixIts: [.write(wildcards, at: range)])
    }
    // By the rules of a locale, == may match more than a pattern does. A pattern that folds to the empty string matches
    // nothing.
    let options = comparison.options
    guard !pattern.folded(options).isEmpty, !options.contains(.localeSensitive), let op = operatorRange(of: comparison)
    else { return }
    report(.likeWithoutWildcard, at: op, fixIts: [.write("==", at: op, isSafe: true)])
  }

  /// Warns about `name == "Ann*"`, where LIKE is meant.
  private mutating func visitWildcardOfEquality(_ comparison: FormatPredicate.Comparison) {
    guard case .constant(.string(let text)) = comparison.right.kind, source.literal(at: comparison.right.range) != nil,
      text.utf8.count > 2, text.hasPrefix("*") || text.hasSuffix("*"), text.contains(where: { $0.isLetter }),
      let op = operatorRange(of: comparison)
    else { return }
    report(
      .wildcardOfEquality(source.text(op)), at: op,
      fixIts: comparison.operator == .equalTo
        ? [.titled("write LIKE", at: op, with: source.isAfterBlank(op) ? "LIKE" : " LIKE ")] : [])
  }

  /// Warns about options for a constant that is not a string.
  private mutating func visitOptions(_ comparison: FormatPredicate.Comparison) {
    let value = comparison.right.isPlainNonString ? comparison.right : comparison.left
    guard !comparison.options.isEmpty, value.isPlainNonString, let op = operatorRange(of: comparison, options: true)
    else { return }
    // Without a space, `CONTAINS[c]TRUE` would become one word.
    let rest = source.isWithinWord(op) ? " " : ""
    report(
      .optionsIgnored(source.text(op), value: source.text(value.range)), at: op,
      fixIts: [.titled("remove them", at: op, with: rest, isSafe: true)])
  }

  /// Warns about `== 'nil'`, which compares with a string.
  private mutating func visitNilInQuotes(_ left: FormatExpression, _ right: FormatExpression) {
    for side in [left, right] {
      guard case .constant(.string(let value)) = side.kind, let literal = source.literal(at: side.range),
        ["nil", "NIL", "null", "NULL", "<null>", "(null)"].contains(value)
      else { continue }
      report(.quotedNil(literal), at: side.range, fixIts: [.write("nil", at: side.range)])
    }
  }

  // MARK: Source text

  /// Returns the range of the operator of a comparison without its options, or the range of its options.
  private func operatorRange(of comparison: FormatPredicate.Comparison, options: Bool = false) -> FormatRange? {
    guard let gap = source.between(comparison.left.range, comparison.right.range) else { return nil }
    let (name, brackets) = source.operatorAndOptions(gap)
    if options { return brackets == name ? nil : brackets }
    return name
  }

  /// Returns the first conversion for a value or a key that a string contains, or `nil` if it contains none.
  func conversion(in text: String) -> String? { ["%@", "%K", "%1$@", "%2$@"].first { text.contains($0) } }
}

extension ComparisonOperator {
  var isEquality: Bool { self == .equalTo || self == .notEqualTo }
}

extension String {
  /// Whether the text consists of ASCII letters, digits and `_`, and begins with a letter.
  fileprivate var isPlainWord: Bool {
    first?.isLetter == true && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
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
    if case .placeholder(let conversion) = kind { conversion.text } else { nil }
  }

  /// Whether the expression is a constant, a conversion for a value, or a list of these.
  fileprivate var isValue: Bool {
    if case .aggregate(let elements) = kind { return !elements.isEmpty && elements.allSatisfy { $0.isValue } }
    return isLiteral || valueConversion != nil
  }
}
