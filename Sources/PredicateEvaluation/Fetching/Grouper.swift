import PredicateModel
import PredicateSyntax

/// Assigns objects to groups and computes aggregates. Uses typed keys and aggregates if available, and boxed values otherwise.
struct Grouper {
  private let program: FetchProgram
  /// The group keys, for grouping by boxed values.
  private let keys: [ValueNode]
  private var places: [[EqualityKey]: Int] = [:]
  /// The group keys, for grouping by ranks. `nil` unless all keys have ranks.
  private var tree: KeyTree?
  /// The position of each group's first object.
  private var firsts: [Int] = []
  /// The state of each aggregate: typed, or one `ReductionState` for each group.
  private var totals: [GroupTotals?]
  private var states: [[ReductionState]]
  /// The indices of the aggregates whose values are boxed.
  private let untyped: [Int]

  init(_ program: FetchProgram, byType: Bool) {
    self.program = program
    keys = program.fetch.shape == .distinctRows ? program.columns : program.groupKeys
    let ranks = program.keyRanks.compactMap { $0 }
    tree = !ranks.isEmpty && ranks.count == keys.count ? KeyTree(ranks) : nil
    totals = program.reductions.map { reduced in
      byType ? reduced.totals.map { GroupTotals($0, reduced.reduction) } : nil
    }
    untyped = totals.indices.filter { [totals] in totals[$0] == nil }
    states = program.reductions.map { _ in [] }
  }

  private mutating func begin(_ first: Int) -> Int {
    firsts.append(first)
    for slot in totals.indices {
      if let totals = totals[slot] {
        totals.begin()
      } else {
        let reduced = program.reductions[slot]
        states[slot].append(ReductionState(reduced.reduction, of: reduced.type))
      }
    }
    return firsts.count - 1
  }

  // MARK: Taking objects

  /// Adds the selected objects.
  ///
  /// - Throws: The error of the first object whose evaluation fails.
  mutating func take(_ selection: Selection, _ run: Run) throws(FormatError) {
    // Without keys there is exactly one group, even if no object is selected.
    if keys.isEmpty { _ = begin(selection.first ?? 0) }
    var places = [Int](repeating: 0, count: 64)
    try selection.forEachBlock { (first, live) throws(FormatError) in
      let block = Block(base: run.whole.base, first: first)
      try program.spend(run, rows: live.nonzeroBitCount)
      if var tree {
        self.tree = nil  // The local variable is then the only owner, so nothing is copied.
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

  /// Returns the group of an object according to its boxed key values.
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
      do throws(EvaluationError) { try states[slot][place].add(value) } catch {
        if run.onError == .throw {
          throw FormatError([FormatDiagnostic(error.message, at: reduction.range)], source: "")
        }
        states[slot][place].fail()
      }
    }
  }

  // MARK: Results

  private func state(_ slot: Int, _ place: Int) -> ReductionState? {
    totals[slot].map { $0.state(of: place) } ?? states[slot][place]
  }

  /// Whether a typed sum is not finite.
  var hasInfiniteSum: Bool {
    firsts.indices.contains { place in totals.indices.contains { state($0, place) == nil } }
  }

  /// Returns the groups in the order of their first objects.
  func groups(_ onError: ErrorHandling) -> [Group] {
    firsts.indices.map { place in
      var group: Group = (firsts[place], [])
      for slot in totals.indices {
        // Cannot be nil, because the caller has checked `hasInfiniteSum`.
        guard let state = state(slot, place) else {
          group.values.append((.null, nil))
          continue
        }
        do throws(EvaluationError) {
          group.values.append((try state.result(), nil))
        } catch {
          let error = FormatDiagnostic(error.message, at: program.reductions[slot].range)
          group.values.append((.null, onError == .throw ? error : nil))
        }
      }
      return group
    }
  }
}
