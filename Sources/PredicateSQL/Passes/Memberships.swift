/// The pass that makes EXISTS in a query of elements membership of the owner's key in that query.
///
/// Both forms find the same rows. Most engines plan EXISTS as well as IN. If an engine runs EXISTS for each owner, IN is better unless
/// few owners are left. IN is also better for the keys of one part of an OR, if an index finds the elements.
enum Memberships {
  static func apply(to statement: inout Statement, _ table: DialectTable) {
    // The query of the owners, if the test is a conjunct of it.
    var conjunctOf: [Int: Int] = [:]
    for (index, query) in statement.queries.enumerated() {
      for part in query.condition.conjuncts {
        if case .exists(let elements, isNegated: false) = part { conjunctOf[elements.number] = index }
      }
    }
    let leavesFewRows = statement.objects.map { statement.leavesFewRows(statement.queries[$0]) } ?? false
    // Queries in a query come before it.
    for index in statement.queries.indices where statement.queries[index].canBeMembership {
      let query = statement.queries[index]
      let isFaster = table.runsExistsForEachRow && (query.depth > 1 || !leavesFewRows)
      let usesIndex = statement.isServed(query.condition)
      let isBetter: Bool
      if let owners = conjunctOf[index] {
        isBetter = usesIndex && (isFaster || statement.queries[owners].isAlternative)
      } else {
        isBetter = isFaster && (usesIndex || query.depth == 1)
      }
      if isBetter { statement.queries[index].isMembership = true }
    }
  }
}
