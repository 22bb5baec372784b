import PredicateEvaluation
import PredicateFetching
import PredicateSyntax

/// Groups objects that are passed part by part, and are not in memory at the same time. It stores the first object of each group
/// and the state of its aggregates.
///
/// Safety: The address is that of an array, or is not used if there are no objects.
struct PartGroups<Root> {
  private let program: FetchProgram
  private let budget: Budget
  private var grouper: Grouper
  private var firsts: [Root] = []
  /// The first error of the returned rows, if errors are treated as nil.
  private(set) var failure: FormatDiagnostic?

  init(_ program: FetchProgram, _ budget: Budget) {
    (self.program, self.budget) = (program, budget)
    // Other sums would have to be added again if one of them becomes infinite, and the objects are gone then.
    grouper = Grouper(program, boxesDoubles: true)
  }

  /// Adds the objects at `positions` of a part.
  ///
  /// - Throws: `FormatError` for the first object whose evaluation fails, or if a limit is exceeded.
  mutating func add(_ positions: [Int], of part: [Root]) throws(FormatError) {
    if positions.isEmpty { return }
    try program.withRun(over: part, budget) { (run) throws(FormatError) in
      try grouper.add(Selection(positions, of: part.count), run)
      if let stop = run.stop { throw FetchProgram.error(stop) }
    }
    for first in grouper.takeFirsts() { firsts.append(part[first]) }
  }

  /// Returns the rows of the page, in order.
  mutating func rows() throws(FormatError) -> [[String: FormatValue]] {
    let rows = try rows(nil)
    if program.shape.onError == .yieldNil {
      do throws(FormatError) { _ = try self.rows(.throw) } catch { failure = error.diagnostics.first }
    }
    return rows
  }

  private mutating func rows(_ onError: EvaluationOptions.ErrorHandling?) throws(FormatError) -> [[String: FormatValue]]
  {
    let groups = try groups(onError)
    return try program.withRun(over: firsts, budget, onError) { (run) throws(FormatError) in
      try program.rows(of: program.page(of: groups, run), run)
    }
  }

  /// Returns the number of groups of the page.
  mutating func count() throws(FormatError) -> Int { program.countOfPage(try groups(nil).count) }

  private mutating func groups(_ onError: EvaluationOptions.ErrorHandling?) throws(FormatError) -> [Group] {
    try program.withRun(over: firsts, budget, onError) { (run) throws(FormatError) in
      // Without keys there is a group even if no object was added.
      try grouper.add(Selection(all: 0), run)
      return try program.groups(of: grouper, run)
    }
  }
}

extension FetchProgram {
  /// Calls a function with a run over objects.
  fileprivate func withRun<Root, Result>(
    over objects: [Root], _ budget: Budget, _ onError: EvaluationOptions.ErrorHandling? = nil,
    _ body: (Run) throws(FormatError) -> Result
  ) throws(FormatError) -> Result {
    try unsafe objects.withUnsafeBufferPointer { (buffer) throws(FormatError) in
      try unsafe withUnsafePointer(to: UInt8(0)) { (anyAddress) throws(FormatError) in
        let base = unsafe buffer.baseAddress.map { unsafe UnsafeRawPointer($0) } ?? UnsafeRawPointer(anyAddress)
        let run = try unsafe run(base, buffer.count, budget, onError: onError)
        defer { run.returnUnusedSteps() }
        return try body(run)
      }
    }
  }
}
