/// The variables that have a meaning of their own at a place of the text: those that a SUBQUERY around it declares, and those
/// that `:=` assigns to the left of it, up to the end of the SUBQUERY that it stands in.
///
/// A name is found in the time of one look into a dictionary, however many there are.
package struct ShadowedNames<Name: Hashable> {
  /// How often each name is shadowed.
  private var counts: [Name: Int] = [:]
  /// The names in the order in which they were shadowed.
  private var names: [Name] = []
  /// How many there were before each SUBQUERY around.
  private var outer: [Int] = []

  package init() {}

  package func contains(_ name: Name) -> Bool { counts[name] != nil }

  /// `name := …` has been read.
  package mutating func insert(_ name: Name) {
    counts[name, default: 0] += 1
    names.append(name)
  }

  /// The predicate of a SUBQUERY begins.
  package mutating func enterSubquery(_ variable: Name) {
    outer.append(names.count)
    insert(variable)
  }

  /// The predicate of the innermost SUBQUERY ends, and what was shadowed within it is so no more.
  package mutating func leaveSubquery() {
    let count = outer.popLast() ?? 0
    while names.count > count, let name = names.popLast() {
      let rest = (counts[name] ?? 0) - 1
      counts[name] = rest > 0 ? rest : nil
    }
  }
}
