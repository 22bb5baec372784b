import PredicateEvaluation
import PredicateSyntax

/// A fetch over objects that are not in memory at the same time. The caller passes them part by part. The limits apply to all
/// parts together, and the time between calls does not count.
///
/// Safety: The array's own buffer is used only within the closure.
package struct FetchParts<Root> {
  private let fetch: CompiledFetch<Root>
  private let onError: ErrorHandling
  /// The budgets for the predicate and for creating rows.
  private let budgets: (predicate: Budget, rows: Budget)
  private var total = 0
  /// The number of matches still to skip, and the number still to return after them.
  private var page: (offset: Int, limit: Int)

  /// The sort keys of the matches so far, if the request is sorted.
  private var order: PartOrder?

  /// - Parameter isOrdered: Whether to sort. Counting objects does not need the order.
  /// - Returns: `nil` if the request has groups or distinct rows, or an aggregate ranges over all objects.
  package init?(_ fetch: CompiledFetch<Root>, onError: ErrorHandling, isOrdered: Bool = true) {
    let (program, predicate) = (fetch.program, fetch.predicate?.program)
    let isOfObjects = program.fetch.shape == .objects || program.fetch.shape == .rows
    guard isOfObjects, predicate?.rangesOverAll != true, program.shape.wholeReductions == 0 else { return nil }
    self.fetch = fetch
    self.onError = onError
    budgets = fetch.budgets()
    page = fetch.page
    if isOrdered, !program.fetch.order.isEmpty { order = PartOrder(program, onError, budgets.rows) }
  }

  /// Whether `sortedMatches()` returns the page of the matches in order. Otherwise matches are returned as they are found.
  package var isOrdered: Bool { order != nil }

  /// Returns the page of the sorted matches of all parts, each as its index among the matches.
  ///
  /// - Throws: `FormatError` if a limit is exceeded.
  package mutating func sortedMatches() throws(FormatError) -> ArraySlice<UInt32> {
    resume()
    defer { pause() }
    let matches = try order?.sortedIndices() ?? []
    return matches.dropFirst(page.offset).prefix(page.limit)
  }

  /// Returns the positions of the matches in a part. If the request is sorted, these are all matches, regardless of the page.
  ///
  /// - Throws: `FormatError` for the first object whose evaluation fails, if `onError` is `.throw`, or if a limit is exceeded.
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
    return try fetch.rows(of: part, eachAt: positions, onError, budgets.rows)
  }

  private func selected(of part: [Root]) throws(FormatError) -> [Int] {
    // All counts above the limit are reported as one more than the limit, so that the message does not depend on the parts.
    let limit = fetch.program.shape.limits.rows
    let reported = total > limit ? limit + 1 : total
    guard let predicate = fetch.predicate else {
      try fetch.program.shape.expect(rows: reported, "")
      return Array(part.indices)
    }
    let onError = onError, budget = budgets.predicate
    let masks = try unsafe part.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [UInt64] in
      guard let base = buffer.baseAddress else { return [] }
      return try unsafe predicate.program.run(
        partAt: UnsafeRawPointer(base), count: buffer.count, ofTotal: reported, onError, budget)
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
