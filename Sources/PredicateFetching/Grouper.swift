import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

/// Assigns objects to groups and computes aggregates. Uses typed keys and aggregates if available, and boxed values otherwise.
package struct Grouper {
  private let program: FetchProgram
  /// The group keys, for grouping by boxed values.
  private let keys: [ValueNode]
  private var groupOfKeys: [[EqualityKey]: Int] = [:]
  /// The key values of the last object. The next object uses the same memory.
  private var lastKey: [EqualityKey] = []
  /// The group keys, for grouping by ranks. `nil` unless all keys have ranks.
  private var tree: KeyTree?
  /// The position of each group's first object, or the number of the group after `takeFirsts()`.
  private var firsts: [Int] = []
  private var firstsTaken = 0
  /// The first errors of aggregates that are nil because errors are treated as nil.
  private var failures: [Aggregate: FormatDiagnostic] = [:]

  /// One aggregate of one group.
  private struct Aggregate: Hashable {
    var slot: Int
    var group: Int
  }
  /// The state of each aggregate: typed, or one `ReductionState` for each group.
  private var totals: [GroupTotals?]
  private var states: [[ReductionState]]
  /// The indices of the aggregates whose values are boxed.
  private let untyped: [Int]

  /// - Parameter boxesDoubles: Whether doubles are added one by one. A sum that becomes infinite is then an error.
  package init(_ program: FetchProgram, boxesDoubles: Bool) {
    self.program = program
    keys = program.fetch.shape == .distinctRows ? program.columns : program.groupKeys
    let ranks = program.keyRanks.compactMap { $0 }
    tree = !ranks.isEmpty && ranks.count == keys.count ? KeyTree(ranks) : nil
    totals = program.reductions.map { reduced in
      if boxesDoubles, case .doubles? = reduced.typedInput { return nil }
      return reduced.typedInput.map { GroupTotals($0, reduced.reduction) }
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

  // MARK: Adding objects

  /// Adds the selected objects.
  ///
  /// - Throws: The error of the first object whose evaluation fails.
  package mutating func add(_ selection: Selection, _ run: Run) throws(FormatError) {
    // Without keys there is exactly one group, even if no object is selected.
    if keys.isEmpty, firsts.isEmpty { _ = begin(selection.first ?? 0) }
    var groupOfLane = [Int](repeating: 0, count: 64)
    try selection.forEachBlock { (first, live) throws(FormatError) in
      let block = unsafe Block(base: run.whole.base, first: first)
      try program.spend(run, rows: live.nonzeroBitCount)
      if var tree {
        self.tree = nil  // The local variable is then the only owner, so nothing is copied.
        unsafe tree.findGroups(run, block, live, &groupOfLane) { begin(first + $0) }
        self.tree = tree
      }
      if tree == nil && !keys.isEmpty || !untyped.isEmpty {
        var rest = live
        while rest != 0 {
          let lane = rest.trailingZeroBitCount
          // Safety: The mask is not 0.
          rest &= rest &- 1
          if tree == nil, !keys.isEmpty { groupOfLane[lane] = try group(of: first + lane, run) }
          try addValues(of: first + lane, into: groupOfLane[lane], run)
        }
      }
      for total in totals { unsafe total?.add(run, block, live, into: groupOfLane) }
    }
  }

  /// Returns the group of an object according to its boxed key values.
  private mutating func group(of index: Int, _ run: Run) throws(FormatError) -> Int {
    lastKey.removeAll(keepingCapacity: true)
    for node in keys { lastKey.append(EqualityKey(try program.value(node, run, index))) }
    if let known = groupOfKeys[lastKey] { return known }
    let group = begin(index)
    // `map` copies the array, so that the next object can use its memory.
    groupOfKeys[lastKey.map { $0 }] = group
    return group
  }

  private mutating func addValues(of index: Int, into group: Int, _ run: Run) throws(FormatError) {
    for slot in untyped {
      let reduction = program.reductions[slot]
      let value = try program.value(reduction.value, run, index, source: reduction.source)
      try program.spend(run, rows: 0, value)
      do throws(EvaluationError) { try states[slot][group].add(value) } catch {
        if run.onError == .throw {
          throw FormatError(error.message, at: reduction.range, source: reduction.source)
        }
        let error = FormatDiagnostic(error.message, at: reduction.range)
        failures.merge([Aggregate(slot: slot, group: group): error]) { first, _ in first }
        states[slot][group].fail()
      }
    }
  }

  /// Returns the positions of the first objects of the groups that are new since the last call. From now on, the position of each
  /// of them is the number of its group, so that the caller can keep these objects and release the others.
  package mutating func takeFirsts() -> [Int] {
    let new = Array(firsts[firstsTaken...])
    for group in firstsTaken..<firsts.count { firsts[group] = group }
    firstsTaken = firsts.count
    return new
  }

  // MARK: Results

  private func state(_ slot: Int, _ group: Int) -> ReductionState? {
    // `map` returns an optional of an optional: a typed sum that is not finite stays nil.
    totals[slot].map { $0.state(of: group) } ?? states[slot][group]
  }

  /// Whether a typed sum is not finite.
  var hasInfiniteSum: Bool {
    firsts.indices.contains { group in totals.indices.contains { state($0, group) == nil } }
  }

  /// Returns the groups in the order of their first objects.
  func groups() -> [Group] {
    firsts.indices.map { index in
      var group: Group = (firsts[index], [])
      for slot in totals.indices {
        // Cannot be nil, because the caller has checked `hasInfiniteSum`.
        guard let state = state(slot, index) else {
          group.values.append((.null, nil))
          continue
        }
        do throws(EvaluationError) {
          group.values.append((try state.result(), failures[Aggregate(slot: slot, group: index)]))
        } catch {
          group.values.append((.null, FormatDiagnostic(error.message, at: program.reductions[slot].range)))
        }
      }
      return group
    }
  }
}
