import PredicateSyntax

// Warnings about the children of AND and OR, and about the predicate of a SUBQUERY.

extension TextFindings {
  mutating func visitChain(_ parts: [FormatPredicate], isAnd: Bool) {
    var seen: Set<FormatPredicate> = []
    for part in parts {
      guard case .comparison = part.kind else { continue }
      // Comparisons with a conversion may differ once the arguments are bound.
      if !seen.insert(part).inserted, part.isFree(of: { $0.mayDifferEachTime }) {
        report(.repeatedComparison, at: part.range)
      }
    }
    visitExclusions(parts, isAnd: isAnd)
    if !isAnd { visitMixture(parts) }
  }

  /// Warns about `a == 1 AND a == 2` and `a != 1 OR a != 2`, which were probably meant as a list.
  private mutating func visitExclusions(_ parts: [FormatPredicate], isAnd: Bool) {
    var values: [FormatExpression: FormatValue] = [:]
    for part in parts {
      guard case .comparison(let comparison) = part.kind, comparison.modifier == .direct,
        comparison.operator == (isAnd ? .equalTo : .notEqualTo), comparison.options.isEmpty,
        case .keyPath(let steps) = comparison.left.kind, comparison.left.isFree(of: { $0.isPlaceholder }),
        case .constant(let value) = comparison.right.kind, value.isExact
      else { continue }
      guard let other = values[comparison.left] else {
        values[comparison.left] = value
        continue
      }
      guard other != value, other.isString == value.isString, !steps.isEmpty else { continue }
      let key = comparison.left.format
      // One warning is enough for the chain.
      return report(isAnd ? .neverTrue(key: key) : .alwaysTrue(key: key), at: part.range)
    }
  }

  /// Warns about `a OR b AND c` without parentheses.
  private mutating func visitMixture(_ parts: [FormatPredicate]) {
    for part in parts {
      // The range of a predicate includes its parentheses, so without them it starts at its first child.
      guard case .and(let inner) = part.kind, let first = inner.first, first.range.start == part.range.start,
        part.range.end > part.range.start, case let whole = places.text(part.range), !whole.isEmpty
      else { continue }
      report(
        .mixedAndOr, at: part.range,
        fixIts: [fixIt("write parentheses around it", at: part.range, with: "(\(whole))", isSafe: true)])
      return
    }
  }

  /// Warns about a SUBQUERY whose predicate never uses its variable: each element has the same result.
  mutating func visitSubquery(_ variable: String, _ predicate: FormatPredicate, at range: SourceRange) {
    guard predicate.isFree(of: { $0.speaks(of: variable) || $0.isPlaceholder }) else { return }
    if case .constant = predicate.kind { return }
    report(.unusedVariable(variable), at: predicate.range)
  }
}

extension FormatValue {
  /// Whether equality with the value excludes every other value. True for integers and strings.
  fileprivate var isExact: Bool {
    switch self {
    case .integer, .string: true
    default: false
    }
  }

  fileprivate var isString: Bool {
    if case .string = self { true } else { false }
  }
}

extension FormatPredicate {
  /// Returns whether no expression in the predicate, at any depth, satisfies a condition.
  fileprivate func isFree(of kind: (FormatExpression) -> Bool) -> Bool {
    switch self.kind {
    case .comparison(let comparison): comparison.left.isFree(of: kind) && comparison.right.isFree(of: kind)
    case .and(let parts), .or(let parts): parts.allSatisfy { $0.isFree(of: kind) }
    case .not(let part): part.isFree(of: kind)
    case .constant, .invalid: true
    }
  }
}

extension FormatExpression {
  fileprivate func isFree(of kind: (FormatExpression) -> Bool) -> Bool {
    if kind(self) { return false }
    return self.kind.parts.allSatisfy { $0.isFree(of: kind) } && self.kind.predicatePart?.isFree(of: kind) ?? true
  }

  /// Whether the value may change: a conversion without argument, a random number, the clock, or a registered function.
  fileprivate var mayDifferEachTime: Bool {
    switch kind {
    case .function(let selector, _):
      PredefinedFunction.named(selector)?.mayDifferEachTime ?? true
    case .targetFunction: true
    default: isPlaceholder
    }
  }

  fileprivate var isPlaceholder: Bool {
    switch kind {
    case .placeholder: true
    case .keyPath(let steps), .keys(_, let steps): steps.contains { if case .placeholder = $0 { true } else { false } }
    default: false
    }
  }

  fileprivate func speaks(of variable: String) -> Bool {
    switch kind {
    case .variable(let name): name == variable
    case .keyPath(let steps), .keys(_, let steps): steps.contains(.variable(variable))
    default: false
    }
  }
}
