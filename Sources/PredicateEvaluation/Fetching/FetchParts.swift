import PredicateModel
import PredicateSyntax

/// One use of a fetch over objects that are not all there at once. It is asked part by part; the limits hold for all parts
/// together, and the time between them does not count.
package struct FetchParts<Root> {
  private let fetch: CompiledFetch<Root>
  private let onFault: FaultHandling
  /// What asking about the objects may cost, and what making rows of them may.
  private let budgets: (predicate: Budget, rows: Budget)
  private var asked = 0
  private var pausedSince: ContinuousClock.Instant?
  /// How many of the objects that are found next are left out, and how many follow.
  private var page: (offset: Int, limit: Int)

  /// - Returns: nil where nothing is known before the last object: objects are put into an order or into groups, or something
  ///   ranges over all of them.
  package init?(_ fetch: CompiledFetch<Root>, onFault: FaultHandling) {
    let ranges = fetch.predicate?.program.rangesOverAll == true || fetch.program.shape.wholeReductions > 0
    guard fetch.isGradual, !ranges else { return nil }
    self.fetch = fetch
    self.onFault = onFault
    let limits = fetch.program.shape.limits
    budgets = (Budget(fetch.predicate?.program.shape.limits ?? limits), Budget(limits))
    page = (fetch.page.offset, fetch.page.limit ?? .max)
  }

  /// The positions in the part of the objects that are meant.
  ///
  /// - Throws: `FormatError` with the fault of the first object that has one, where faults are thrown, or with the limit that
  ///   is reached.
  package mutating func positions(in part: [Root]) throws(FormatError) -> [Int] {
    resume()
    defer { pausedSince = .now }
    let (sum, overflow) = asked.addingReportingOverflow(part.count)
    asked = overflow ? .max : sum
    let found = try selected(of: part)
    let offset = min(page.offset, found.count)
    page.offset -= offset
    let positions = found.dropFirst(offset).prefix(page.limit)
    page.limit -= positions.count
    return Array(positions)
  }

  /// The rows that the request makes of the part.
  package mutating func rows(of part: [Root]) throws(FormatError) -> [[String: FormatValue]] {
    let positions = try positions(in: part)
    resume()
    defer { pausedSince = .now }
    let fetch = fetch, onFault = onFault, budget = budgets.rows
    return try part.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [[String: FormatValue]] in
      guard let base = buffer.baseAddress else { return [] }
      return try fetch.program.rows(UnsafeRawPointer(base), buffer.count, at: positions, onFault, budget)
    }
  }

  private func selected(of part: [Root]) throws(FormatError) -> [Int] {
    // One more than may be is as many as are told of.
    let limit = fetch.program.shape.limits.rows
    let told = asked > limit ? limit + 1 : asked
    guard let predicate = fetch.predicate else {
      try fetch.program.shape.expect(rows: told, "")
      return Array(part.indices)
    }
    let onFault = onFault, budget = budgets.predicate
    let masks = try part.withUnsafeBufferPointer { (buffer) throws(FormatError) -> [UInt64] in
      guard let base = buffer.baseAddress else { return [] }
      return try predicate.program.run(
        partAt: UnsafeRawPointer(base), count: buffer.count, asked: told, onFault, budget)
    }
    return CompiledPredicate<Root>.positions(masks)
  }

  private mutating func resume() {
    guard let since = pausedSince else { return }
    pausedSince = nil
    let pause = .now - since
    budgets.predicate.postpone(by: pause)
    budgets.rows.postpone(by: pause)
  }
}
