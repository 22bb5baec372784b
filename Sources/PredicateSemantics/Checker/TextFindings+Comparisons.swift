import PredicateSyntax

// Warnings about one comparison that is valid but probably not what was meant.

extension TextFindings {
  mutating func visit(_ comparison: FormatPredicate.Comparison, at range: FormatRange) {
    let (left, right) = (comparison.left, comparison.right)
    if comparison.operator == .matches { patterns.insert(right.range.start) }
    visitPattern(comparison)
    if left.isLiteral, right.isLiteral {
      // A conversion or an interpolation in quotes has a warning of its own.
      if Self.replaceable(in: source.text(range)) == nil {
        let exchanged = exchangedOperands(comparison)
        report(.constantComparison(exchanged: exchanged), at: range, fixIts: exchanged == nil ? keyFixIts(left) : [])
      }
      return
    }
    if right.isValue { visitValueForKey(comparison) }
    let places = places(of: comparison)
    // The range of a comparison includes ANY, but not NONE.
    let isNone = places.modifier.map { $0.start < range.start } ?? false
    visit(
      Operation(
        left: left, right: right, spelling: comparison.operator.spelling, modifier: comparison.modifier,
        options: comparison.options, isNone: isNone, range: range, source: source, infix: places.operator,
        optionsRange: places.options))
    visitUnintended(comparison, at: range)
  }

  /// Reports the slips of an operation.
  mutating func visit(_ operation: Operation) {
    for finding in Slip.findings(in: operation) { report(finding) }
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
      let op = places(of: comparison).operatorAndOptions
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

  // MARK: Source text

  /// Returns the positions of the parts of a comparison. They are unknown if the predicate has no text.
  func places(of comparison: FormatPredicate.Comparison) -> ComparisonPlaces {
    source.isEmpty ? .none : comparison.places
  }

  /// Returns the first conversion for a value or a key that a string contains, or `nil` if it contains none.
  static func conversion(in text: String) -> String? { ["%@", "%K", "%1$@", "%2$@"].first { text.contains($0) } }

  /// Returns the first part of a text that its author expects to be replaced: a conversion, or an interpolation of Swift.
  static func replaceable(in text: String) -> String? { conversion(in: text) ?? interpolation(in: text) }
}

extension FormatComparisonOperator {
  var isEquality: Bool { self == .equalTo || self == .notEqualTo }
}

extension String {
  /// Whether the text consists of ASCII letters, digits and `_`, and begins with a letter.
  var isPlainWord: Bool {
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
