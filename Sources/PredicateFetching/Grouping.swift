import PredicateEvaluation
import PredicateSyntax

/// A set of objects with equal keys: the position of its first object, from which the keys are read, and the values of the
/// aggregates. The position is 0 if an aggregate without keys ranges over no objects.
typealias Group = (first: Int, values: [Run.WholeValue])

// Safety: `withUnsafeBufferPointer` keeps the address of the caller's array valid, and lanes are below its count.
extension FetchProgram {
  /// Returns the groups of the selected objects that satisfy `having`, in the order of their first objects. For distinct rows, a
  /// group consists of the objects with equal rows.
  func groups(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection, _ onError: ErrorHandling
  ) throws(FormatError) -> [Group] {
    let run = try unsafe run(base, count, onError)
    var grouper = Grouper(self, byType: true)
    try grouper.add(selection, run)
    // Adding some value made the sum infinite, which is an error. Add the boxed values one by one to find it.
    if grouper.hasInfiniteSum {
      grouper = Grouper(self, byType: false)
      try grouper.add(selection, run)
    }
    if let stop = run.stop { throw FetchProgram.error(stop) }
    let groups = grouper.groups(onError)
    guard let having else { return groups }
    var kept: [Group] = []
    for group in groups {
      try spend(run, rows: 1)
      run.setWholeValues(group.values)
      let passes = unsafe having.lanes(run, Block(base: base, first: group.first), 1) == 1
      if let error = run.lowestError { throw FormatError([error], source: fetch.havingSource) }
      if passes { kept.append(group) }
    }
    return kept
  }

  /// Returns the rows of the page of groups, in order.
  func ordered(
    _ groups: [Group], _ base: UnsafeRawPointer, _ count: Int, _ onError: ErrorHandling
  ) throws(FormatError) -> [[String: FormatValue]] {
    let run = try unsafe run(base, count, onError)
    let columns = try sortColumns(order + ties, run, at: groups.map { $0.first }) {
      run.setWholeValues(groups[$0].values)
    }
    let order = columns.positions(first: rowsNeeded, of: Selection(all: groups.count))
    try checkLimits(of: run)
    var rows: [[String: FormatValue]] = []
    for position in page(of: order) {
      try spend(run, rows: 1)
      run.setWholeValues(groups[position].values)
      rows.append(try row(run, groups[position].first, onError))
    }
    return rows
  }
}
