/// The variables that are bound at the current position of a walk, each with a meaning: those that an enclosing SUBQUERY
/// declares, and those that `:=` has assigned before that position. An assignment is in force until the innermost SUBQUERY ends.
///
/// Looking up a name is one dictionary access, regardless of the number of names.
package struct VariableScopes<Meaning> {
  /// The meanings of the bound names.
  private var meanings: [String: Meaning] = [:]
  /// The bindings in order, each with the meaning that it hides.
  private var bindings: [(name: String, meaning: Meaning, hidden: Meaning?)] = []
  /// The number of bindings before each enclosing SUBQUERY.
  private var starts: [Int] = []

  package init() {}

  /// The variables of the enclosing SUBQUERYs, outermost first.
  package var subqueries: [(variable: String, meaning: Meaning)] {
    starts.map { (bindings[$0].name, bindings[$0].meaning) }
  }

  /// The number of enclosing SUBQUERYs.
  package var depth: Int { starts.count }

  /// The meaning of a name, or `nil` if it is not bound.
  package subscript(name: String) -> Meaning? { meanings[name] }

  /// Binds a name, up to the end of the innermost SUBQUERY.
  package mutating func bind(_ name: String, to meaning: Meaning) {
    bindings.append((name, meaning, meanings[name]))
    meanings[name] = meaning
  }

  /// Enters the predicate of a SUBQUERY, inside which its variable is bound.
  package mutating func enter(_ variable: String, _ meaning: Meaning) {
    starts.append(bindings.count)
    bind(variable, to: meaning)
  }

  /// Leaves the predicate of the innermost SUBQUERY, which removes all bindings made inside it.
  ///
  /// - Returns: The names that were bound, beginning with the variable of the SUBQUERY.
  @discardableResult
  package mutating func leave() -> [String] {
    guard let start = starts.popLast() else { return [] }
    let ended = bindings[start...]
    bindings.removeSubrange(start...)
    for binding in ended.reversed() { meanings[binding.name] = binding.hidden }
    return ended.map { $0.name }
  }
}

extension VariableScopes<Void> {
  /// Binds a name without a meaning.
  package mutating func bind(_ name: String) { bind(name, to: ()) }

  /// Returns whether a name is bound.
  package func contains(_ name: String) -> Bool { self[name] != nil }
}
