import PredicateSyntax

/// A test of one value against a constant. nil passes only `isNil`.
package enum ValueTest: Sendable {
  case isNil
  /// True of no value, whatever its kind: nil has no order, and contains and matches nothing.
  case never
  /// The number or date is in the interval.
  case range(NumericInterval)
  case text(TextTest, String, FormatStringOptions)
  /// The text is less or greater than another, depending on the operator.
  case order(ResolvedComparison.Operator, String, FormatStringOptions)
  /// The text matches a regular expression.
  case matches(String, FormatStringOptions)
  /// The value equals one of the constants, with the options.
  case members([FormatValue], FormatStringOptions)

  /// Creates the test of `value op constant`, or returns `nil` if only the definition of the comparison tests it.
  package init?(_ op: ResolvedComparison.Operator, _ constant: FormatValue, _ options: FormatStringOptions) {
    switch constant.nanAsNil {
    case .null:
      switch op {
      case .equal, .lessThanOrEqual, .greaterThanOrEqual: self = .isNil
      case .lessThan, .greaterThan, .between, .contains, .text, .matches: self = .never
      case .notEqual, .isAmong, .isWithin: return nil
      }
    case .string(let text): self.init(op, text, options)
    case .list(let elements) where op == .isAmong: self = .members(elements, options)
    default:
      guard let interval = NumericInterval(op, constant) else { return nil }
      self = .range(interval)
    }
  }

  private init?(_ op: ResolvedComparison.Operator, _ text: String, _ options: FormatStringOptions) {
    if op == .matches {
      self = .matches(text, options)
      return
    }
    // Only Foundation compares by the rules of the user's locale.
    if options.contains(.localeSensitive) { return nil }
    switch op {
    case .equal: self = .text(.equal, text, options)
    case .text(let test):
      // A long pattern may scan a text many times, and only the definition counts those steps.
      if test == .like, text.utf8.count > LikePattern.longestQuickPart, !LikePattern(text, options).isQuick {
        return nil
      }
      self = .text(test, text, options)
    // If the types are unknown, the left operand may be a string, which is searched.
    case .contains: self = .text(.contains, text, options)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: self = .order(op, text, options)
    case .notEqual, .between, .matches, .isAmong, .isWithin: return nil
    }
  }
}
