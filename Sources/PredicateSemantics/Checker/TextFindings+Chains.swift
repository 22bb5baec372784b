import PredicateSyntax

// Warnings about the children of AND and OR, and about the predicate of a SUBQUERY.

extension TextFindings {
  mutating func visitChain(_ parts: [FormatPredicate], isAnd: Bool) {
    var seen = Set<FormatPredicate>(minimumCapacity: parts.count)
    for part in parts {
      guard case .comparison = part.kind else { continue }
      // Comparisons with a conversion may differ once the arguments are bound.
      if !seen.insert(part).inserted, !part.contains(where: { $0.mayDifferEachTime }) {
        // A conversion or an interpolation in quotes has a warning of its own.
        if Self.replaceable(in: source.text(part.range)) == nil { report(.repeatedComparison, at: part.range) }
      }
    }
    visitExclusions(parts, isAnd: isAnd)
    visitLengths(parts)
    if isAnd {
      visitBounds(parts)
      visitExcludedAlternatives(parts)
    } else {
      visitMixture(parts)
    }
  }

  /// Warns about `a == 1 AND a == 2` and `a != 1 OR a != 2`, which were probably meant as a list.
  private mutating func visitExclusions(_ parts: [FormatPredicate], isAnd: Bool) {
    var values: [FormatExpression: FormatValue] = [:]
    for part in parts {
      guard case .comparison(let comparison) = part.kind, comparison.modifier == .direct,
        comparison.operator == (isAnd ? .equalTo : .notEqualTo), comparison.options.isEmpty,
        case .keyPath(let steps) = comparison.left.kind, !comparison.left.contains(where: { $0.isPlaceholder }),
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

  /// Warns about `a != 1 AND (a == 1 OR b)`, whose first alternative is never true.
  private mutating func visitExcludedAlternatives(_ parts: [FormatPredicate]) {
    var excluded: Set<FormatPredicate.Comparison> = []
    for part in parts {
      if case .comparison(let comparison) = part.kind, comparison.operator == .notEqualTo,
        comparison.modifier == .direct
      {
        excluded.insert(comparison)
      }
    }
    if excluded.isEmpty { return }
    for part in parts {
      guard case .or(let alternatives) = part.kind else { continue }
      for alternative in alternatives {
        guard case .comparison(var comparison) = alternative.kind, comparison.operator == .equalTo,
          case .constant = comparison.right.kind
        else { continue }
        comparison.operator = .notEqualTo
        guard excluded.contains(comparison) else { continue }
        let (key, value) = (comparison.left.format, comparison.right.format)
        report(
          .contradiction(key: key, "!= \(value)", "== \(value)"), at: alternative.range,
          fixIts: removal(of: alternative, among: alternatives))
      }
    }
  }

  /// Returns the fix-its that remove the first or the second of two alternatives.
  private func removal(
    of alternative: FormatPredicate, among alternatives: [FormatPredicate]
  ) -> [FormatDiagnostic.FixIt] {
    guard alternatives.count == 2 else { return [] }
    let (first, second) = (alternatives[0].range, alternatives[1].range)
    guard first.end <= second.start else { return [] }
    let range =
      alternative.range == first ? FormatRange(first.start, second.start) : FormatRange(first.end, second.end)
    return [.remove(range)]
  }

  /// Warns about `a.length == 0 OR a == 0`, where the first comparison takes a for a string and the second for a number.
  private mutating func visitLengths(_ parts: [FormatPredicate]) {
    let lengths = parts.filter { $0.lengthComparedWithZero != nil }
    if lengths.isEmpty { return }
    // The integer that each operand is first compared with.
    var integers: [FormatExpression: FormatExpression] = [:]
    for part in parts {
      guard case .comparison(let comparison) = part.kind, case .constant(.integer) = comparison.right.kind,
        integers[comparison.left] == nil
      else { continue }
      integers[comparison.left] = comparison.right
    }
    for part in lengths {
      guard let (comparison, steps) = part.lengthComparedWithZero else { continue }
      let key = FormatExpression(.keyPath(Array(steps.dropLast())))
      guard let integer = integers[key] else { continue }
      let isEmpty: Bool
      switch comparison.operator.kind {
      case .equal, .lessThanOrEqual: isEmpty = true
      case .notEqual, .greaterThan: isEmpty = false
      case .lessThan, .greaterThanOrEqual, .text, .matches, .isIn, .contains, .between, .program: continue
      }
      let text = "\(key.format) \(isEmpty ? "==" : "!=") \"\""
      report(
        .lengthOfNumber(key.format, integer.format), at: comparison.left.range,
        fixIts: [.titled("for an empty string, write \(text)", at: part.range, with: text)])
    }
  }

  /// Warns about `a OR b AND c` without parentheses.
  private mutating func visitMixture(_ parts: [FormatPredicate]) {
    for part in parts {
      // The range of a predicate includes its parentheses, so without them it starts at its first child.
      guard case .and(let inner) = part.kind, let first = inner.first, first.range.start == part.range.start,
        part.range.end > part.range.start, case let whole = source.text(part.range), !whole.isEmpty
      else { continue }
      report(
        .mixedAndOr, at: part.range,
        fixIts: [.titled("write parentheses around it", at: part.range, with: "(\(whole))", isSafe: true)])
      return
    }
  }

  /// Warns about a SUBQUERY whose predicate never uses its variable: each element has the same result.
  mutating func visit(_ subquery: FormatExpression.Subquery) {
    let (variable, predicate) = (subquery.variable, subquery.predicate)
    if predicate.contains(where: { $0.reads(variable) || $0.isPlaceholder }) { return }
    if case .constant = predicate.kind { return }
    report(.unusedVariable(variable), at: predicate.range)
  }
}

extension FormatPredicate {
  /// A comparison of the length of a key with 0, and the key path; `nil` for other predicates.
  fileprivate var lengthComparedWithZero: (comparison: Comparison, steps: [FormatExpression.KeyStep])? {
    guard case .comparison(let comparison) = kind, case .keyPath(let steps) = comparison.left.kind,
      steps.count > 1, steps.last == .key("length"), comparison.right.kind == .constant(.integer(0))
    else { return nil }
    return (comparison, steps)
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

extension FormatExpression {
  /// Whether the value may change: a conversion without argument, a random number, the clock, or a registered function.
  package var mayDifferEachTime: Bool {
    switch kind {
    case .function(let call): PredefinedFunction.named(call.selector)?.mayDifferEachTime ?? true
    case .targetFunction: true
    default: isPlaceholder
    }
  }

  fileprivate var isPlaceholder: Bool {
    if case .placeholder = kind { return true }
    return kind.steps?.contains { if case .placeholder = $0.kind { true } else { false } } ?? false
  }

  fileprivate func reads(_ variable: String) -> Bool {
    if case .variable(variable) = kind { return true }
    return kind.steps?.contains(.variable(variable)) ?? false
  }
}
