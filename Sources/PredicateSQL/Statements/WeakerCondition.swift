import PredicateSemantics
import PredicateSyntax

extension Lowering {
  /// Returns a condition that holds for all objects for which a predicate is true (or false), and perhaps for others. It is made of
  /// the parts that can be translated, and finds the objects for the residual predicate.
  ///
  /// - Returns: `nil` if no part restricts the objects.
  mutating func weakerCondition(_ predicate: ResolvedPredicate, is wanted: Bool) -> SQLCondition? {
    switch predicate {
    case .and(let parts) where wanted, .or(let parts) where !wanted:
      let conditions = parts.compactMap { weakerCondition($0, is: wanted) }
      return conditions.isEmpty ? nil : .all(of: conditions)
    case .or(let parts), .and(let parts):
      var conditions: [SQLCondition] = []
      for part in parts {
        guard let condition = weakerCondition(part, is: wanted) else { return nil }
        conditions.append(condition)
      }
      return .any(of: conditions)
    case .not(let part): return weakerCondition(part, is: !wanted)
    case .constant, .comparison, .some, .every:
      return exactCondition(predicate, is: wanted) ?? exactCondition(weakened(predicate, is: wanted), is: wanted)
    }
  }

  /// Returns the condition of a predicate, or `nil` without joins if it is refused.
  private mutating func exactCondition(_ predicate: ResolvedPredicate, is wanted: Bool) -> SQLCondition? {
    let before = self
    if let condition = try? condition(predicate, is: wanted) { return condition }
    self = before
    return nil
  }

  /// Returns a predicate that is true (or false) whenever the given one is, and has no search of a folded text that is refused.
  private func weakened(_ predicate: ResolvedPredicate, is wanted: Bool) -> ResolvedPredicate {
    switch predicate {
    case .constant: predicate
    case .and(let parts): .and(parts.map { weakened($0, is: wanted) })
    case .or(let parts): .or(parts.map { weakened($0, is: wanted) })
    case .not(let part): .not(weakened(part, is: !wanted))
    case .some(let collection, let test): .some(collection, weakened(test, is: wanted))
    case .every(let collection, let test): .every(collection, weakened(test, is: wanted))
    case .comparison(let comparison): wanted ? weakened(comparison) : predicate
    }
  }

  /// Returns a search for a part of the constant, or a comparison of the text as it is. Returns the comparison itself if it does not
  /// fold texts.
  private func weakened(_ comparison: ResolvedComparison) -> ResolvedPredicate {
    if comparison.operator == .isWithin { return .and(comparison.parts.map { weakened($0) }) }
    guard case .string(let needle)? = comparison.right.constant, let flavor = table.patterns,
      !comparison.options.isDisjoint(with: FormatStringOptions.folding)
    else { return .comparison(comparison) }
    switch comparison.operator {
    case .text(let test): return weakenedSearch(test, needle, comparison, flavor)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      if comparison.options.contains(.localeSensitive) { return .comparison(comparison) }
      return weakenedOrder(needle, comparison)
    case .equal, .notEqual, .matches, .contains, .between, .isAmong, .isWithin: return .comparison(comparison)
    }
  }

  /// Returns a predicate that is true of each text whose folding passes the comparison. It compares texts of ASCII as they are, and is
  /// true of all other texts.
  private func weakenedOrder(_ constant: String, _ comparison: ResolvedComparison) -> ResolvedPredicate {
    var (bound, others) = (comparison, comparison)
    (bound.options, others.options, others.operator) = ([], [], .matches)
    others.right.kind = .constant(.string("[\\x{1}-\\x{7F}]*[^\\x{1}-\\x{7F}][\\x{1}-\\x{10FFFF}]*"))
    var folded = PredicateSemantics.folded(constant, comparison.options)
    // A text of ASCII is not greater than its folding, which is in lowercase.
    if comparison.options.contains(.caseInsensitive),
      comparison.operator == .greaterThan || comparison.operator == .greaterThanOrEqual
    {
      bound.operator = .greaterThanOrEqual
      folded = Self.leastText(foldingFrom: folded)
    }
    bound.right.kind = .constant(.string(folded))
    return .or([.comparison(bound), .comparison(others)])
  }

  /// Returns a text that is not greater than any text of ASCII whose folding is at least the given one.
  private static func leastText(foldingFrom folding: String) -> String {
    var least = String.UnicodeScalarView()
    for scalar in folding.unicodeScalars {
      switch scalar {
      case "a"..."z": least.append(Unicode.Scalar(UInt8(scalar.value - 0x20)))
      // Capital letters are less than these scalars, but their foldings are greater.
      case "["..."`":
        least.append("A")
        return String(least)
      default: least.append(scalar)
      }
    }
    return String(least)
  }

  /// Returns a search for a part of the constant.
  private func weakenedSearch(
    _ test: TextTest, _ needle: String, _ comparison: ResolvedComparison, _ flavor: SQLPatternFlavor
  ) -> ResolvedPredicate {
    var weaker = comparison
    if let part = searchablePart(of: needle, test, comparison.options, flavor) {
      weaker.operator = .text(.contains)
      weaker.right.kind = .constant(.string(part))
    } else {
      // What contains a text is not nil.
      (weaker.operator, weaker.options) = (.notEqual, [])
      weaker.right.kind = .constant(.null)
    }
    return .comparison(weaker)
  }

  /// Returns the longest part of a constant that a pattern can search for, or `nil` if there is none.
  private func searchablePart(
    of needle: String, _ test: TextTest, _ options: FormatStringOptions, _ flavor: SQLPatternFlavor
  ) -> String? {
    var parts = [PredicateSemantics.folded(needle, options)]
    if test == .like {
      let program = LikePattern(needle, options).program
      parts = program.split { $0 == LikePattern.anyRun || $0 == LikePattern.anyScalar }
        .map { String(decoding: $0, as: UTF8.self) }
    }
    for part in parts.sorted(by: { $0.unicodeScalars.count > $1.unicodeScalars.count }) {
      var scalars = Array(part.unicodeScalars.prefix(64))
      while !scalars.isEmpty {
        let text = String(String.UnicodeScalarView(scalars))
        if isSearchable(text, options, flavor) { return text }
        scalars.removeLast()
      }
    }
    return nil
  }

  private func isSearchable(_ text: String, _ options: FormatStringOptions, _ flavor: SQLPatternFlavor) -> Bool {
    let patterns = try? foldedPatterns(containing: [text], isAtStart: false, isAtEnd: false, options, flavor)
    return patterns != nil
  }
}
