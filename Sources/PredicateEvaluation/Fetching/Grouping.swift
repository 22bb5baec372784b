import PredicateModel
import PredicateSyntax

/// One aggregate over a group: what becomes of the values of its objects.
struct GroupReduction {
  /// What tells it from others; nil where its values are not those at a key path.
  var name: String?
  var reduction: Reduction
  var value: ValueNode
  /// The values, where they are read by type.
  var totals: TotalLeaf?
  var range: SourceRange
}

/// Objects with equal keys.
struct Group {
  /// The position of the first of them, which stands for all where a key is read; 0 where there is none.
  var first: Int
  /// The values of the aggregates.
  var values: [Run.WholeValue] = []
}

extension FetchProgram {
  /// The groups of the selected objects that are meant, in the order of their first objects; for distinct rows, a group is
  /// the objects with equal rows.
  func groups(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: Selection, _ onFault: FaultHandling
  ) throws(FormatError) -> [Group] {
    let run = try run(base, count, onFault)
    var grouper = Grouper(self, byType: true)
    try grouper.take(selection, run)
    // A sum that is not finite is the fault of some object: all are asked again, one by one, which one.
    if grouper.hasInfiniteSum {
      grouper = Grouper(self, byType: false)
      try grouper.take(selection, run)
    }
    let groups = grouper.groups(onFault)
    guard let having else { return groups }
    var kept: [Group] = []
    for group in groups {
      try spend(run, rows: 1)
      run.setWholeValues(group.values)
      let isMeant = having.lanes(run, Block(base: base, first: group.first), 1) == 1
      if let fault = run.faults.lowest { throw FormatError([fault], source: "") }
      if isMeant { kept.append(group) }
    }
    return kept
  }

  /// The rows of groups in order, those of the page.
  func ordered(
    _ groups: [Group], _ base: UnsafeRawPointer, _ count: Int, _ onFault: FaultHandling
  ) throws(FormatError) -> [[String: FormatValue]] {
    let run = try run(base, count, onFault)
    let columns = try sortColumns(order + ties, run, at: groups.map(\.first)) { run.setWholeValues(groups[$0].values) }
    let order = Ordering(columns: columns).first(wanted, of: Selection(all: groups.count))
    try look(run)
    var rows: [[String: FormatValue]] = []
    for position in page(of: order) {
      run.setWholeValues(groups[position].values)
      rows.append(try row(run, groups[position].first, onFault))
    }
    return rows
  }
}
