import PredicateSyntax

/// Equalities of one key with constants, joined by OR.
final class MergedEqualities {
  private let first: KeyComparison
  /// Whether the OR is negated, as in an AND of `!=`.
  private let isNegated: Bool
  private var parts: [ResolvedComparison] = []
  private var constants: [FormatValue] = []
  private var known: Set<FormatValue> = []
  private var sources: [Int] = []

  init(_ first: KeyComparison, isNegated: Bool, source: Int) {
    (self.first, self.isNegated) = (first, isNegated)
    append(first, source: source)
  }

  func append(_ comparison: KeyComparison, source: Int) {
    sources.append(source)
    guard known.insert(comparison.constant).inserted else { return }
    constants.append(comparison.constant)
    var equality = comparison.written
    equality.operator = .equal
    parts.append(equality)
  }

  var part: MergedPart {
    var comparison = parts[0]
    if parts.count > 1 {
      (comparison.operator, comparison.left, comparison.parts) = (.isAmong, first.keyExpression, parts)
      comparison.right = ResolvedExpression(
        .constant(.list(constants)), type: .list(.any), isNullable: false, range: comparison.range)
    } else if isNegated {
      // A single `!=` stays one.
      return first.written.operator == .notEqual
        ? MergedPart(.comparison(first.written), isNegated: false, sources: sources)
        : MergedPart(.comparison(comparison), isNegated: true, sources: sources)
    }
    return MergedPart(.comparison(comparison), isNegated: isNegated, sources: sources)
  }
}

/// Comparisons that bound one key by constants. Of those with the same operator and the same kind of constant, the strictest one
/// remains, or the weakest one.
final class MergedBounds {
  /// The bounds of which one remains.
  private struct Side: Hashable {
    var `operator`: ResolvedComparison.Operator
    var kind: KeyComparison.Kind
  }

  private let first: KeyComparison
  /// Whether the strictest bounds remain.
  private let isStrict: Bool
  private let isNegated: Bool
  private var sides: [Side: Int] = [:]
  private var bounds: [(comparison: KeyComparison, source: Int)] = []
  private var sources: [Int] = []
  /// The index of the first comparison if it remains.
  private var firstIndex: Int? = 0

  init(_ first: KeyComparison, isStrict: Bool, isNegated: Bool, source: Int) {
    (self.first, self.isStrict, self.isNegated) = (first, isStrict, isNegated)
    append(first, source: source)
  }

  func append(_ comparison: KeyComparison, source: Int) {
    sources.append(source)
    let side = Side(operator: comparison.operator, kind: comparison.kind)
    guard let index = sides[side] else {
      sides[side] = bounds.count
      bounds.append((comparison, source))
      return
    }
    let order =
      FormatValue.order(comparison.constant, bounds[index].comparison.constant, comparison.written.options) ?? 0
    let isLower = comparison.operator == .greaterThan || comparison.operator == .greaterThanOrEqual
    // A greater lower bound is stricter, and a lesser upper bound.
    guard order != 0, (order > 0) == (isLower == isStrict) else { return }
    bounds[index] = (comparison, source)
    if index == firstIndex { firstIndex = nil }
  }

  func parts(isAnd: Bool) -> [MergedPart] {
    var bounds = bounds
    // The value may be of another kind. The error then is that of the first comparison.
    if firstIndex == nil, first.hasUnknownType { bounds.insert((first, sources[0]), at: 0) }
    // An AND of texts has no single test.
    guard isAnd, !isNegated, bounds.count > 1, first.kind != .string else {
      return bounds.map { MergedPart(.comparison($0.comparison.written), isNegated: isNegated, sources: [$0.source]) }
    }
    var range = first.written
    (range.operator, range.left) = (.isWithin, first.keyExpression)
    range.parts = bounds.map { $0.comparison.written }
    range.right = ResolvedExpression(
      .constant(.list(bounds.map { $0.comparison.constant })), type: .list(.any), isNullable: false, range: range.range)
    return [MergedPart(.comparison(range), isNegated: false, sources: sources)]
  }
}
