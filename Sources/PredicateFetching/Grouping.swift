import PredicateEvaluation
import PredicateSyntax

/// A set of objects with equal keys: the position of its first object, from which the keys are read, and the values of the
/// aggregates. The position is 0 if an aggregate without keys ranges over no objects.
package typealias Group = (first: Int, values: [Run.WholeValue])

// Safety: `withUnsafeBufferPointer` keeps the address of the caller's array valid, and lanes are below its count.
extension FetchProgram {
  /// Returns the groups of the selected objects that satisfy `having`, in the order of their first objects. For distinct rows, a
  /// group consists of the objects with equal rows.
  func groups(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection
  ) throws(FormatError) -> [Group] {
    let run = try unsafe run(base, count)
    var grouper = Grouper(self, boxesDoubles: false)
    try grouper.add(selection, run)
    // Adding some value made the sum infinite, which is an error. Add the boxed values one by one to find it.
    if grouper.hasInfiniteSum {
      grouper = Grouper(self, boxesDoubles: true)
      try grouper.add(selection, run)
    }
    return try self.groups(of: grouper, run)
  }

  /// Returns the groups that satisfy `having`, in the order of their first objects.
  package func groups(of grouper: Grouper, _ run: Run) throws(FormatError) -> [Group] {
    if let stop = run.stop { throw FetchProgram.error(stop) }
    let groups = grouper.groups()
    guard let having else { return groups }
    var kept: [Group] = []
    for group in groups {
      try spend(run, rows: 1)
      run.setWholeValues(group.values)
      let passes = unsafe having.lanes(run, Block(base: run.whole.base, first: group.first), 1) == 1
      if let error = run.lowestError { throw FormatError([error], source: fetch.havingSource) }
      if passes { kept.append(group) }
    }
    return kept
  }

  /// Returns the groups of the page, in order.
  package func page(of groups: [Group], _ run: Run) throws(FormatError) -> [Group] {
    let columns = try sortColumns(order + ties, run, at: groups.map { $0.first }) {
      run.setWholeValues(groups[$0].values)
    }
    let order = columns.positions(first: rowsNeeded, of: Selection(all: groups.count))
    try checkLimits(of: run)
    return page(of: order).map { groups[$0] }
  }

  /// Returns the rows of groups.
  package func rows(of groups: [Group], _ run: Run) throws(FormatError) -> [[String: FormatValue]] {
    var rows: [[String: FormatValue]] = []
    for group in groups {
      try spend(run, rows: 1)
      run.setWholeValues(group.values)
      rows.append(try row(run, group.first))
    }
    return rows
  }
}
