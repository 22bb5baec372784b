import PredicateSyntax

/// A part of an AND or an OR after merging.
package struct MergedPart: Sendable {
  package var predicate: ResolvedPredicate
  package var isNegated: Bool
  /// The indices of the parts that were merged into this one.
  package var sources: [Int]

  package init(_ predicate: ResolvedPredicate, isNegated: Bool, sources: [Int]) {
    self.predicate = predicate
    self.isNegated = isNegated
    self.sources = sources
  }
}

extension ResolvedPredicate {
  /// Returns the parts of an AND or an OR with the same answers and the same errors, in which each key is tested once:
  ///
  /// - An OR of equalities of one key with constants becomes one comparison (`isAmong`). In AND, the same holds for `!=`.
  /// - Of the bounds of one key, only the strictest ones remain (in OR, the weakest ones). An AND of the bounds becomes one comparison
  ///   (`isWithin`).
  /// - Of equal parts, only the first one remains.
  ///
  /// Parts of the same kind within a part count as parts too: `(a OR b) OR c`, and in AND also `NOT (a OR b)`. Engines call this
  /// for each AND and OR, so that both evaluate the same parts. Parts of parts are returned as parts, so that they are looked at once.
  package static func merged(_ parts: [ResolvedPredicate], isAnd: Bool) -> [ResolvedPredicate] {
    guard parts.count > 1 else { return parts }
    var merging = PartMerging(isAnd: isAnd)
    for index in parts.indices { merging.addParts(of: parts[index], source: index) }
    guard merging.hasMerged || merging.hasNested else { return parts }
    return merging.result.map { $0.isNegated ? .not($0.predicate) : $0.predicate }
  }

  /// Returns the parts of an AND as `merged(_:isAnd:)` does, each with the indices of the parts that it stands for.
  package static func mergedConjuncts(_ parts: [MergedPart]) -> [MergedPart] {
    guard parts.count > 1 else { return parts }
    var merging = PartMerging(isAnd: true)
    for (index, part) in parts.enumerated() { merging.add(part.predicate, isNegated: part.isNegated, source: index) }
    return merging.hasMerged ? merging.result : parts
  }
}

/// Merges the parts of one AND or OR, which are added in the order of the text.
///
/// A merged part has the place of its first comparison. A comparison moves there only if no part in between may fail, because for
/// some objects it would decide before that error. A part that fails for the same objects as an earlier one never fails first.
struct PartMerging {
  /// What may fail for an object: reading a key, or ordering its value and a value of another kind.
  private struct Failure: Hashable {
    var key: KeyIdentity
    var family: ValueType.Family?
  }

  /// The comparisons that are merged: those of one key, of one kind.
  private struct Group: Hashable {
    var key: KeyIdentity
    var options: FormatStringOptions
    /// The family of the bounds, or `nil` for equalities.
    var family: ValueType.Family?
    var isNegated: Bool
  }

  private enum Place {
    case part(MergedPart)
    case equalities(MergedEqualities)
    case bounds(MergedBounds)
  }

  let isAnd: Bool
  private(set) var hasMerged = false
  /// Whether parts were themselves joined alike.
  private(set) var hasNested = false
  private var places: [Place] = []
  /// The places that still take comparisons.
  private var groups: [Group: Int] = [:]
  /// The places of other parts.
  private var known: [PartIdentity: Int] = [:]
  private var knownNegated: [PartIdentity: Int] = [:]
  /// What cannot fail at the end of the parts so far, because an earlier part would have failed.
  private var checked: Set<Failure> = []

  init(isAnd: Bool) {
    self.isAnd = isAnd
  }

  /// Adds a part, or its own parts if they are joined alike.
  mutating func addParts(of predicate: ResolvedPredicate, source: Int) {
    // A loop, because the parts of a high tree are merged where the stack is already deep.
    var pending = [(predicate: predicate, isNegated: false)]
    while let (predicate, isNegated) = pending.popLast() {
      switch predicate {
      case .and(let parts) where isAnd != isNegated, .or(let parts) where isAnd == isNegated:
        hasNested = true
        for part in parts.reversed() { pending.append((part, isNegated)) }
      case .not(let part): pending.append((part, !isNegated))
      case .constant, .and, .or, .comparison, .some, .every: add(predicate, isNegated: isNegated, source: source)
      }
    }
  }

  /// Adds a part.
  @inline(never)
  mutating func add(_ predicate: ResolvedPredicate, isNegated: Bool, source: Int) {
    if case .comparison(let comparison) = predicate, let bound = KeyComparison(comparison),
      add(bound, isNegated, source)
    {
      return
    }
    addOther(predicate, isNegated, source)
  }

  private mutating func addOther(_ predicate: ResolvedPredicate, _ isNegated: Bool, _ source: Int) {
    if let identity = PartIdentity(predicate) {
      if let index = isNegated ? knownNegated[identity] : known[identity], case .part(var part) = places[index] {
        part.sources.append(source)
        places[index] = .part(part)
        hasMerged = true
        return
      }
      if isNegated { knownNegated[identity] = places.count } else { known[identity] = places.count }
    }
    if predicate.mayFail { groups.removeAll() }
    places.append(.part(MergedPart(predicate, isNegated: isNegated, sources: [source])))
  }

  /// Adds a comparison of a key and a constant, or returns `false` if such comparisons are not merged.
  private mutating func add(_ comparison: KeyComparison, _ isNegatedPart: Bool, _ source: Int) -> Bool {
    // `!=` is an equality of a negated part.
    let isNegated = isNegatedPart != (comparison.operator == .notEqual)
    let isEquality = comparison.bound == nil
    if isEquality, isNegated != isAnd { return false }
    let group = Group(
      key: comparison.key, options: comparison.written.options, family: isEquality ? nil : comparison.family,
      isNegated: isNegated)
    if let index = groups[group] {
      switch places[index] {
      case .equalities(let equalities): equalities.append(comparison, source: source)
      case .bounds(let bounds): bounds.append(comparison, source: source)
      case .part: break
      }
      hasMerged = true
      return true
    }
    if comparison.hasUnknownType {
      // The first reading of the key, and the first order, may fail.
      var failures = [Failure(key: comparison.key, family: nil)]
      if !isEquality { failures.append(Failure(key: comparison.key, family: comparison.family)) }
      if failures.contains(where: { !checked.contains($0) }) { groups.removeAll() }
      checked.formUnion(failures)
    }
    groups[group] = places.count
    places.append(
      isEquality
        ? .equalities(MergedEqualities(comparison, isNegated: isNegated, source: source))
        : .bounds(MergedBounds(comparison, isStrict: isAnd != isNegated, isNegated: isNegated, source: source)))
    return true
  }

  /// The parts after merging.
  var result: [MergedPart] {
    var result: [MergedPart] = []
    for place in places {
      switch place {
      case .part(let part): result.append(part)
      case .equalities(let equalities): result.append(equalities.part)
      case .bounds(let bounds): result += bounds.parts(isAnd: isAnd)
      }
    }
    return result
  }
}

extension ResolvedPredicate {
  /// Whether evaluating the predicate may fail for an object. `true` if the predicate has many parts.
  fileprivate var mayFail: Bool {
    var pending = [self]
    var looked = 0
    while let predicate = pending.popLast() {
      looked += 1
      guard looked <= 100 else { return true }
      switch predicate {
      case .constant: break
      case .and(let parts), .or(let parts): pending += parts
      case .not(let part): pending.append(part)
      case .comparison(let comparison): if comparison.mayFail { return true }
      case .some, .every: return true
      }
    }
    return false
  }
}

extension ResolvedComparison {
  fileprivate var mayFail: Bool {
    guard left.isReadSafely, right.isReadSafely else { return true }
    switch self.operator {
    case .equal, .notEqual, .isAmong: return false
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      return left.type.family == .unknown || right.type.family == .unknown
    case .text(let test): return test == .like || left.type != .string || right.type != .string
    case .contains: return left.constant?.elements == nil
    case .matches, .between, .isWithin: return true
    }
  }
}
