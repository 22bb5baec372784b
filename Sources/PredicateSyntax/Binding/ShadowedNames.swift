/// The variables that are bound at the current position of a walk: those that an enclosing SUBQUERY declares, and those that
/// `:=` assigns to the left, up to the end of the innermost SUBQUERY.
///
/// Looking up a name is one dictionary access, regardless of the number of names.
package struct ShadowedNames<Name: Hashable> {
  /// The number of bindings of each name.
  private var counts: [Name: Int] = [:]
  /// The names in the order in which they were bound.
  private var names: [Name] = []
  /// The number of names before each enclosing SUBQUERY.
  private var outer: [Int] = []

  package init() {}

  package func contains(_ name: Name) -> Bool { counts[name] != nil }

  /// Records that `name := …` has been visited.
  package mutating func insert(_ name: Name) {
    counts[name, default: 0] += 1
    names.append(name)
  }

  /// Records that the predicate of a SUBQUERY begins.
  package mutating func enterSubquery(_ variable: Name) {
    outer.append(names.count)
    insert(variable)
  }

  /// Records that the predicate of the innermost SUBQUERY ends, which removes all bindings made inside it.
  package mutating func leaveSubquery() {
    let count = outer.popLast() ?? 0
    while names.count > count, let name = names.popLast() {
      let rest = (counts[name] ?? 0) - 1
      counts[name] = rest > 0 ? rest : nil
    }
  }
}
