/// The pass that makes EXISTS in a query of elements membership of the owner's key in that query.
///
/// Both forms find the same rows. Most engines plan EXISTS as well as IN. If an engine runs EXISTS for each owner, IN is better unless
/// few owners are left. IN is also better for the keys of one part of an OR, if an index finds the elements.
///
/// Without an index, IN reads all elements once. If an object that is joined to them, such as the one beyond a link table, must have a
/// certain value, few elements remain, and EXISTS would join the elements of each owner to find that out.
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
        isBetter =
          usesIndex && (isFaster || statement.queries[owners].isAlternative) || isFaster && query.findsJoinedValue
      } else {
        isBetter = isFaster && (usesIndex || query.depth == 1)
      }
      if isBetter { statement.queries[index].isMembership = true }
    }
  }
}

extension Query {
  /// Whether a joined object must have a certain value, which is not one of only two values.
  fileprivate var findsJoinedValue: Bool {
    condition.conjuncts.contains { part in
      guard case .tested(let test, let condition) = part, test.isEquality, !condition.hasSubquery,
        let column = test.column, column.table != source.table
      else { return false }
      return column.attribute.type.valueType != .bool
    }
  }
}
