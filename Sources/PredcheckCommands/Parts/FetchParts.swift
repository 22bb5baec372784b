import PredicateEvaluation
import PredicateFetching
import PredicateSyntax

/// A fetch over objects that are not in memory at the same time. The caller passes them part by part. The limits apply to all
/// parts together, and the time between calls does not count.
///
/// Safety: The array's own buffer is used only within the closure.
package struct FetchParts<Root> {
  private let fetch: CompiledFetch<Root>
  /// The budgets for the predicate and for creating rows.
  private let budgets: (predicate: Budget, rows: Budget)
  private var total = 0
  /// The number of matches still to skip, and the number still to return after them.
  private var page: (offset: Int, limit: Int)

  /// The sort keys of the matches so far, if the request is sorted.
  private var order: PartOrder?
  /// The groups of the matches so far, if the request has groups or distinct rows.
  private var groups: PartGroups<Root>?

  /// - Parameter isOrdered: Whether to sort. Counting objects does not need the order.
  /// - Returns: `nil` if an aggregate ranges over all objects.
  package init?(_ fetch: CompiledFetch<Root>, isOrdered: Bool = true) {
    let (program, predicate) = (fetch.program, fetch.predicate?.program)
    // The aggregates of groups range over the objects of a group.
    let rangesOverAll = program.fetch.shape != .groups && program.shape.wholeReductions > 0
    guard predicate?.rangesOverAll != true, !rangesOverAll else { return nil }
    self.fetch = fetch
    budgets = fetch.budgets()
    page = fetch.page
    switch program.fetch.shape {
    case .groups, .distinctRows: groups = PartGroups(program, budgets.rows)
    case .objects, .rows:
      if isOrdered, !program.fetch.order.isEmpty { order = PartOrder(program, budgets.rows) }
    }
  }

  /// Whether `sortedMatches()` returns the page of the matches in order. Otherwise matches are returned as they are found.
  package var isOrdered: Bool { order != nil }

  /// Whether `rowsOfGroups()` returns the rows, which are of groups of matches.
  package var isGrouped: Bool { groups != nil }

  /// The first error of the rows of groups, if errors are treated as nil.
  package var failureOfGroups: FormatDiagnostic? { groups?.failure }

  /// Returns the rows of the groups of all parts, in order.
  ///
  /// - Throws: `FormatError` for the first group or row whose evaluation fails, or if a limit is exceeded.
  package mutating func rowsOfGroups() throws(FormatError) -> [[String: FormatValue]] {
    resume()
    defer { pause() }
    return try groups?.rows() ?? []
  }

  /// Returns the number of groups of all parts.
  ///
  /// - Throws: The errors of `rowsOfGroups()`.
  package mutating func countOfGroups() throws(FormatError) -> Int {
    resume()
    defer { pause() }
    return try groups?.count() ?? 0
  }

  /// Returns the page of the sorted matches of all parts, each as its index among the matches.
  ///
  /// - Throws: `FormatError` if a limit is exceeded.
  package mutating func sortedMatches() throws(FormatError) -> ArraySlice<UInt32> {
    resume()
    defer { pause() }
    let matches = try order?.sortedIndices() ?? []
    return matches.dropFirst(page.offset).prefix(page.limit)
  }

  /// Returns the positions of the matches in a part. If the request is sorted or has groups, these are all matches, regardless of
  /// the page.
  ///
  /// - Throws: `FormatError` for the first object whose evaluation fails, unless errors yield nil, or if a limit is exceeded.
  package mutating func positions(in part: [Root]) throws(FormatError) -> [Int] {
    resume()
    defer { pause() }
    let (sum, overflow) = total.addingReportingOverflow(part.count)
    total = overflow ? .max : sum
    let found = try selected(of: part)
    if isOrdered {
      try unsafe part.withUnsafeBufferPointer { (buffer) throws(FormatError) in
        guard let base = buffer.baseAddress else { return }
        try unsafe order?.add(found, UnsafeRawPointer(base), buffer.count)
      }
      return found
    }
    if isGrouped {
      try groups?.add(found, of: part)
      return found
    }
    let offset = min(page.offset, found.count)
    page.offset -= offset
    let positions = found.dropFirst(offset).prefix(page.limit)
    page.limit -= positions.count
    return Array(positions)
  }

  /// Returns one row for each of the given objects.
  package mutating func rows(ofEach objects: [Root]) throws(FormatError) -> [[String: FormatValue]] {
    try rows(of: objects, at: Array(objects.indices))
  }

  /// Returns one row for each of the objects at some positions of a part.
  package mutating func rows(of part: [Root], at positions: [Int]) throws(FormatError) -> [[String: FormatValue]] {
    resume()
    defer { pause() }
    return try fetch.rows(of: part, eachAt: positions, budgets.rows)
  }

  private func selected(of part: [Root]) throws(FormatError) -> [Int] {
    // All counts above the limit are reported as one more than the limit, so that the message does not depend on the parts.
    let limit = fetch.program.shape.limits.rows
    let reported = total > limit ? limit + 1 : total
    guard let predicate = fetch.predicate else {
      try fetch.program.shape.expect(rows: reported, "")
      return Array(part.indices)
    }
    let budget = budgets.predicate
    let masks = try unsafe part.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [UInt64] in
      guard let base = buffer.baseAddress else { return [] }
      return try unsafe predicate.program.run(
        partAt: UnsafeRawPointer(base), count: buffer.count, ofTotal: reported, budget)
    }
    return CompiledPredicate<Root>.positions(masks)
  }

  private func resume() {
    budgets.predicate.resume()
    budgets.rows.resume()
  }

  private func pause() {
    budgets.predicate.pause()
    budgets.rows.pause()
  }
}
