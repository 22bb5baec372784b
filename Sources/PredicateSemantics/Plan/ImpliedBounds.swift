import PredicateSyntax

extension ResolvedPredicate {
  /// The bounds of keys that each part of an OR implies: `date >= %@` for `date > %@ OR (date == %@ AND id > 7)`. Empty for every
  /// other predicate.
  ///
  /// A part implies the comparisons of keys with constants that it consists of. If all parts have only single values of a key, it is
  /// left out, because each part can find its value. If no part is an AND, there is nothing more to know about the key.
  package var impliedBounds: [ResolvedPredicate] {
    guard case .or(let parts) = self, parts.contains(where: { if case .and = $0 { true } else { false } }) else {
      return []
    }
    var common: ImpliedBounds?
    var pending = Array(parts.reversed())
    while let part = pending.popLast() {
      if case .or(let inner) = part {
        pending += inner.reversed()
      } else if !part.isNever {
        let bounds = ImpliedBounds(of: part)
        if common == nil { common = bounds } else { common?.formUnion(bounds) }
        if common?.isEmpty == true { return [] }
      }
    }
    return common?.comparisons ?? []
  }

  /// Whether the predicate tests whether a value is nil that never is.
  private var isNever: Bool {
    guard case .comparison(let comparison) = self, comparison.operator == .equal else { return false }
    let ordered = comparison.withConstantOnRight
    return ordered.right.constant?.isNull == true && ordered.left.isReadSafely && !ordered.left.isNullable
  }
}

/// The bounds of keys that hold for all values that a predicate accepts. An end of a range is one of them.
private struct ImpliedBounds {
  private struct Side: Hashable {
    var key: KeyIdentity
    var kind: KeyComparison.Kind
    var options: FormatStringOptions
    var isLower: Bool
  }

  private struct Bound {
    /// The key and the constant on its right, with `>=` or `<=`.
    var comparison: ResolvedComparison
    var constant: FormatValue
    /// Whether a range has the bound, and not only single values.
    var isOfRange: Bool
  }

  private var sides: [Side: Int] = [:]
  private var bounds: [(side: Side, bound: Bound)] = []

  /// Creates the bounds of an AND or of a comparison.
  init(of predicate: ResolvedPredicate) {
    var pending = [predicate]
    while let part = pending.popLast() {
      switch part {
      case .and(let parts): pending += parts.reversed()
      case .comparison(let comparison): if let test = KeyComparison(comparison) { add(test) }
      case .constant, .or, .not, .some, .every: break
      }
    }
  }

  var isEmpty: Bool { sides.isEmpty }

  var comparisons: [ResolvedPredicate] {
    var result: [ResolvedPredicate] = []
    for (_, bound) in bounds where bound.isOfRange { result.append(.comparison(bound.comparison)) }
    return result
  }

  private mutating func add(_ test: KeyComparison) {
    switch test.operator {
    case .equal:
      add(test, isLower: true, isOfRange: false)
      add(test, isLower: false, isOfRange: false)
    case .greaterThan, .greaterThanOrEqual: add(test, isLower: true, isOfRange: true)
    case .lessThan, .lessThanOrEqual: add(test, isLower: false, isOfRange: true)
    case .notEqual, .text, .matches, .contains, .between, .isAmong, .isWithin: break
    }
  }

  /// Adds a bound. Of several bounds on the same side, the first one is enough.
  private mutating func add(_ test: KeyComparison, isLower: Bool, isOfRange: Bool) {
    // Only kinds with an order that is certain.
    guard test.kind != .other, !test.hasUnknownType else { return }
    var comparison = test.written.withConstantOnRight
    comparison.operator = isLower ? .greaterThanOrEqual : .lessThanOrEqual
    let side = Side(key: test.key, kind: test.kind, options: comparison.options, isLower: isLower)
    insert(Bound(comparison: comparison, constant: test.constant, isOfRange: isOfRange), at: side)
  }

  private mutating func insert(_ bound: Bound, at side: Side) {
    guard sides[side] == nil else { return }
    sides[side] = bounds.count
    bounds.append((side, bound))
  }

  /// Keeps the bounds that the other predicate has too. Of two constants, the weaker bound remains.
  mutating func formUnion(_ other: ImpliedBounds) {
    let own = bounds
    (bounds, sides) = ([], [:])
    for (side, bound) in own {
      guard let index = other.sides[side] else { continue }
      let another = other.bounds[index].bound
      guard let order = FormatValue.order(another.constant, bound.constant, side.options) else { continue }
      var weaker = order != 0 && (order < 0) == side.isLower ? another : bound
      weaker.isOfRange = bound.isOfRange || another.isOfRange
      insert(weaker, at: side)
    }
  }
}
