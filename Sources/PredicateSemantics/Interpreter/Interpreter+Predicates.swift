import PredicateSyntax

extension Interpreter {
  /// Returns whether a predicate is true of the current objects. Every predicate is true or false (Rationale 4.1).
  @inline(never)
  func isTrue(_ predicate: ResolvedPredicate) throws(Failure) -> Bool {
    switch predicate {
    case .constant(let value): return value
    // The first part that decides ends the evaluation, so errors of later parts do not count (Rationale 5.9).
    case .and(let parts):
      for part in parts { if try !isTrue(part) { return false } }
      return true
    case .or(let parts):
      for part in parts { if try isTrue(part) { return true } }
      return false
    case .not(let part): return try !isTrue(part)
    case .comparison(let comparison): return try isTrue(comparison)
    case .some(let collection, let test): return try contains(collection, test, true)
    // ALL is true of no elements.
    case .every(let collection, let test): return try !contains(collection, test, false)
    }
  }

  /// Returns whether a predicate has a given answer for an element of the collection. The first such element ends the search (Rationale 6.1).
  @inline(never)
  private func contains(
    _ collection: ResolvedCollection, _ test: ResolvedPredicate, _ answer: Bool
  ) throws(Failure) -> Bool {
    var isFound = false
    _ = try forEachElement(of: collection) { () throws(Failure) in
      isFound = try isTrue(test) == answer
      return !isFound
    }
    return isFound
  }

  /// Returns whether a comparison is true. If the values cannot be compared, this is an error, or the result is `false`, depending
  /// on `onError`.
  @inline(never)
  private func isTrue(_ comparison: ResolvedComparison) throws(Failure) -> Bool {
    let (left, right) = try operands(of: comparison)
    try take(1)
    let answer: Bool
    do throws(EvaluationError) {
      answer = try ValueComparison(comparison, system, limits).isTrue(left, right, self)
    } catch {
      _ = try failed(error, at: comparison.range)
      return false
    }
    // If a long match has taken the last steps, its answer does not count.
    try take(0)
    return answer
  }

  /// Returns the operands, evaluated in the order of the text, so that the first error is reported (Rationale 5.9).
  private func operands(
    of comparison: ResolvedComparison
  ) throws(Failure) -> (left: FormatValue, right: FormatValue) {
    if comparison.readsRightFirst {
      let right = try operand(comparison.right, keepsPrecision: true)
      return (try operand(comparison.left, keepsPrecision: true), right)
    }
    let left = try operand(comparison.left, keepsPrecision: true)
    return (left, try operand(comparison.right, keepsPrecision: true))
  }
}

extension ResolvedComparison {
  /// Whether the text has the right operand first: `a IN b` is resolved as "b contains a". For a range, it is resolved as BETWEEN,
  /// whose operands keep their order.
  package var readsRightFirst: Bool { spelled == .in && self.operator != .between }
}
