import PredicateModel
import PredicateSyntax

/// Puts objects into groups and takes their values: by type where keys and aggregates have one, else value by value.
struct Grouper {
  private let program: FetchProgram
  /// What groups are told apart by, where it has no typed ranks.
  private let keys: [ValueNode]
  private var places: [[EqualityKey]: Int] = [:]
  /// What tells them apart where all keys have ranks.
  private var tree: KeyTree?
  /// The positions of the groups' first objects.
  private var firsts: [Int] = []
  /// What has been taken, for each aggregate: by type, or of each group by value.
  private var totals: [(any GroupTotals)?]
  private var states: [[ReductionState]]
  /// The aggregates whose values are taken one by one.
  private let untyped: [Int]

  init(_ program: FetchProgram, byType: Bool) {
    self.program = program
    keys = program.fetch.shape == .distinctRows ? program.columns : program.groupKeys
    let ranks = program.keyRanks.compactMap { $0 }
    tree = !ranks.isEmpty && ranks.count == keys.count ? KeyTree(ranks) : nil
    totals = program.reductions.map { byType ? $0.totals?.totals($0.reduction) : nil }
    untyped = totals.indices.filter { [totals] in totals[$0] == nil }
    states = program.reductions.map { _ in [] }
  }

  private mutating func begin(_ first: Int) -> Int {
    firsts.append(first)
    for slot in totals.indices {
      if let totals = totals[slot] {
        totals.begin()
      } else {
        states[slot].append(ReductionState(program.reductions[slot].reduction))
      }
    }
    return firsts.count - 1
  }

  // MARK: Taking objects

  /// Takes the selected objects.
  ///
  /// - Throws: the fault of the first that has one.
  mutating func take(_ selection: Selection, _ run: Run) throws(FormatError) {
    // Without keys there is one group, be it of nothing.
    if keys.isEmpty { _ = begin(selection.first ?? 0) }
    var places = [Int](repeating: 0, count: 64)
    try selection.forEachBlock { (first, live) throws(FormatError) in
      let block = Block(base: run.whole.base, first: first)
      try program.spend(run, rows: live.nonzeroBitCount)
      if var tree {
        self.tree = nil  // so that there is one owner, and nothing is copied
        tree.place(run, block, live, &places) { begin(first + $0) }
        self.tree = tree
      }
      if tree == nil && !keys.isEmpty || !untyped.isEmpty {
        var rest = live
        while rest != 0 {
          let lane = rest.trailingZeroBitCount
          rest &= rest &- 1
          if tree == nil, !keys.isEmpty { places[lane] = try place(of: first + lane, run) }
          try takeValues(of: first + lane, into: places[lane], run)
        }
      }
      for total in totals { total?.take(run, block, live, into: places) }
    }
  }

  /// The group of an object, by the values of its keys.
  private mutating func place(of index: Int, _ run: Run) throws(FormatError) -> Int {
    var key: [EqualityKey] = []
    for node in keys { key.append(EqualityKey(try program.value(node, run, index))) }
    if let known = places[key] { return known }
    let place = begin(index)
    places[key] = place
    return place
  }

  private mutating func takeValues(of index: Int, into place: Int, _ run: Run) throws(FormatError) {
    for slot in untyped {
      let reduction = program.reductions[slot]
      let value = try program.value(reduction.value, run, index)
      do throws(EvaluationFault) { try states[slot][place].add(value) } catch {
        if run.onFault == .throw { throw FormatError([Diagnostic(error.message, at: reduction.range)], source: "") }
        states[slot][place].fail()
      }
    }
  }

  // MARK: Results

  private func state(_ slot: Int, _ place: Int) -> ReductionState? {
    totals[slot].map { $0.state(of: place, program.reductions[slot].reduction) } ?? states[slot][place]
  }

  /// Whether a sum by type is not finite.
  var hasInfiniteSum: Bool {
    firsts.indices.contains { place in totals.indices.contains { state($0, place) == nil } }
  }

  /// The groups in the order of their first objects.
  func groups(_ onFault: FaultHandling) -> [Group] {
    firsts.indices.map { place in
      var group = Group(first: firsts[place])
      for slot in totals.indices {
        // `hasInfiniteSum` has been asked, so that there is one.
        guard let state = state(slot, place) else {
          group.values.append(Run.WholeValue(value: .null))
          continue
        }
        do throws(EvaluationFault) {
          group.values.append(Run.WholeValue(value: try state.result()))
        } catch {
          let fault = Diagnostic(error.message, at: program.reductions[slot].range)
          group.values.append(Run.WholeValue(value: .null, fault: onFault == .throw ? fault : nil))
        }
      }
      return group
    }
  }
}
