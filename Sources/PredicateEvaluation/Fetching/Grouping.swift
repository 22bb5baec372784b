import PredicateModel
import PredicateSyntax

/// One aggregate over a group: what becomes of the values of its objects.
struct GroupReduction {
  var reduction: Reduction
  var value: ValueNode
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
  /// The groups of the objects at `selection` that are meant, in the order of their first objects; for distinct rows, a
  /// group is the objects with equal rows.
  func groups(
    _ base: UnsafeRawPointer, _ count: Int, _ selection: [Int], _ onFault: FaultHandling
  ) throws(FormatError) -> [Group] {
    let run = try run(base, count, onFault)
    let keys = fetch.shape == .distinctRows ? columns : groupKeys
    var places: [GroupKey: Int] = [:]
    var groups: [Group] = []
    var states: [[ReductionState]] = []
    func newGroup(_ first: Int) {
      groups.append(Group(first: first))
      states.append(reductions.map { ReductionState($0.reduction) })
    }
    // Without keys there is one group, be it of nothing.
    if keys.isEmpty { newGroup(selection.first ?? 0) }
    for index in selection {
      var place = 0
      if !keys.isEmpty {
        var values: [FormatValue] = []
        for key in keys { values.append(try value(key, run, index)) }
        let key = GroupKey(values)
        if let known = places[key] {
          place = known
        } else {
          place = groups.count
          places[key] = place
          newGroup(index)
        }
      }
      for slot in reductions.indices {
        let value = try value(reductions[slot].value, run, index)
        do throws(EvaluationFault) { try states[place][slot].add(value) } catch {
          if onFault == .throw {
            throw FormatError([Diagnostic(error.message, at: reductions[slot].range)], source: "")
          }
          states[place][slot].fail()
        }
      }
    }
    for place in groups.indices {
      groups[place].values = zip(states[place], reductions).map { state, reduction in
        do throws(EvaluationFault) { return Run.WholeValue(value: try state.result()) } catch {
          let fault = onFault == .throw ? Diagnostic(error.message, at: reduction.range) : nil
          return Run.WholeValue(value: .null, fault: fault)
        }
      }
    }
    guard let having else { return groups }
    var kept: [Group] = []
    for group in groups {
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
    var columns: [SortColumn] = []
    for key in order + ties {
      columns.append(
        try key.column(groups.count, onFault) { (position) throws(FormatError) in
          run.setWholeValues(groups[position].values)
          return try value(key.node, run, groups[position].first)
        })
    }
    var rows: [[String: FormatValue]] = []
    for position in page(of: SortColumn.order(columns, count: groups.count)) {
      run.setWholeValues(groups[position].values)
      rows.append(try row(run, groups[position].first, onFault))
    }
    return rows
  }
}

/// Values that are equal to others as the language compares them.
private struct GroupKey: Hashable {
  private let values: [FormatValue]

  init(_ values: [FormatValue]) { self.values = values.map { $0.equalityKey ?? $0 } }
}
