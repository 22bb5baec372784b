import PredicateSyntax

// Warnings about one comparison: valid text that is hardly what was meant.

extension TextFindings {
  mutating func visit(_ comparison: FormatPredicate.Comparison, at range: SourceRange) {
    let (left, right) = (comparison.left, comparison.right)
    if comparison.comparison == .matches { patterns.insert(right.range.start) }
    if comparison.comparison.isEquality { visitNilInQuotes(left, right) }
    if left.isLiteral, right.isLiteral {
      // A conversion in quotes is told of where it stands.
      if !holdsConversion(text(range)) { report(.constantComparison, at: range) }
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
      if case .aggregate(let elements) = right.kind, elements.isEmpty { report(.emptyList, at: range) }
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
      let isWhole = text(place) == "%@"
      report(.valueForKey(conversion), at: place, fixIts: isWhole ? [fixIt("write %K", at: place, with: "%K")] : [])
    }
  }

  /// LIKE with a literal that has no wildcard.
  private mutating func visitLike(_ comparison: FormatPredicate.Comparison) {
    let place = comparison.right.range
    guard case .constant(.string(let pattern)) = comparison.right.kind, let literal = literal(at: place),
      !pattern.contains(where: { $0 == "*" || $0 == "?" || $0 == "\\" }), !holdsConversion(pattern)
    else { return }
    if pattern.count > 1, pattern.hasPrefix("%") || pattern.hasSuffix("%") {
      let wildcards = literal.replacing("%", with: "*")
      return report(.sqlWildcard, at: place, fixIts: [fixIt("write \(wildcards)", at: place, with: wildcards)])
    }
    guard !pattern.isEmpty, let op = operatorPlace(of: comparison) else { return }
    report(.likeWithoutWildcard, at: op, fixIts: [fixIt("write ==", at: op, with: "==", isSafe: true)])
  }

  /// Options beside a constant that is no string.
  private mutating func visitOptions(_ comparison: FormatPredicate.Comparison) {
    let value = comparison.right.isPlainNonString ? comparison.right : comparison.left
    guard !comparison.options.isEmpty, value.isPlainNonString, let op = operatorPlace(of: comparison, options: true)
    else { return }
    report(
      .optionsIgnored(text(op), value: text(value.range)), at: op,
      fixIts: [fixIt("remove them", at: op, with: "", isSafe: true)])
  }

  /// `== 'nil'`: a text of three letters.
  private mutating func visitNilInQuotes(_ left: FormatExpression, _ right: FormatExpression) {
    for side in [left, right] {
      guard case .constant(.string(let value)) = side.kind, let literal = literal(at: side.range),
        ["nil", "NIL", "null", "NULL", "<null>", "(null)"].contains(value)
      else { continue }
      report(.quotedNil(literal), at: side.range, fixIts: [fixIt("write nil", at: side.range, with: "nil")])
    }
  }

  // MARK: The text

  /// The text of a range; empty where the range is not of this text.
  func text(_ range: SourceRange) -> String {
    guard range.end <= source.count else { return "" }
    return String(decoding: source[range.start..<range.end], as: UTF8.self)
  }

  /// The literal at a range, quotes and all; nil where a string was not written there, but bound or made.
  func literal(at range: SourceRange) -> String? {
    guard range.end <= source.count, range.end - range.start >= 2, case let quote = source[range.start],
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), source[range.end - 1] == quote
    else { return nil }
    return text(range)
  }

  /// Where the operator of a comparison stands, its options left out, or where the options stand.
  private func operatorPlace(of comparison: FormatPredicate.Comparison, options: Bool = false) -> SourceRange? {
    let (start, end) = (comparison.left.range.end, comparison.right.range.start)
    guard start < end, end <= source.count else { return nil }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    let gap = source[start..<end]
    let open = gap.firstIndex(of: UInt8(ascii: "["))
    if options {
      guard let open, let close = gap.firstIndex(of: UInt8(ascii: "]")), open < close else { return nil }
      return SourceRange(open, close + 1)
    }
    guard let first = gap.firstIndex(where: { !isBlank($0) }),
      let last = source[first..<(open ?? end)].lastIndex(where: { !isBlank($0) })
    else { return nil }
    return SourceRange(first, last + 1)
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
