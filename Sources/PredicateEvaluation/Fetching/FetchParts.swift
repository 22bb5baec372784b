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

  /// The keys of the objects that were found, where these are put into an order.
  private var order: PartOrder?

  /// - Parameter isOrdered: whether the order of the request matters: not where objects are counted.
  /// - Returns: nil where objects are put into groups, or something ranges over all of them.
  package init?(_ fetch: CompiledFetch<Root>, onFault: FaultHandling, isOrdered: Bool = true) {
    let (program, predicate) = (fetch.program, fetch.predicate?.program)
    let isOfObjects = program.fetch.shape == .objects || program.fetch.shape == .rows
    guard isOfObjects, predicate?.rangesOverAll != true, program.shape.wholeReductions == 0 else { return nil }
    self.fetch = fetch
    self.onFault = onFault
    budgets = (Budget(predicate?.shape.limits ?? program.shape.limits), Budget(program.shape.limits))
    page = (fetch.page.offset, fetch.page.limit ?? .max)
    if isOrdered, !program.fetch.order.isEmpty { order = PartOrder(program, onFault, budgets.rows) }
  }

  /// Whether `places()` tells the order of the objects that were found, and the page of it; else all is as it is found.
  package var isOrdered: Bool { order != nil }

  /// The objects that were found in all parts, in order, those of the page: which of them each is.
  ///
  /// - Throws: `FormatError` with a limit that is reached.
  package mutating func places() throws(FormatError) -> ArraySlice<UInt32> {
    resume()
    defer { pausedSince = .now }
    let places = try order?.places() ?? []
    return places.dropFirst(page.offset).prefix(page.limit)
  }

  /// The positions in the part of the objects that are meant; whatever the page, where they are put into an order.
  ///
  /// - Throws: `FormatError` with the fault of the first object that has one, where faults are thrown, or with the limit that
  ///   is reached.
  package mutating func positions(in part: [Root]) throws(FormatError) -> [Int] {
    resume()
    defer { pausedSince = .now }
    let (sum, overflow) = asked.addingReportingOverflow(part.count)
    asked = overflow ? .max : sum
    let found = try selected(of: part)
    if isOrdered {
      try part.withUnsafeBufferPointer { (buffer) throws(FormatError) in
        guard let base = buffer.baseAddress else { return }
        try order?.take(found, UnsafeRawPointer(base), buffer.count)
      }
      return found
    }
    let offset = min(page.offset, found.count)
    page.offset -= offset
    let positions = found.dropFirst(offset).prefix(page.limit)
    page.limit -= positions.count
    return Array(positions)
  }

  /// The rows that the request makes of the part, where they are in no order.
  package mutating func rows(of part: [Root]) throws(FormatError) -> [[String: FormatValue]] {
    try rows(ofEach: part, at: positions(in: part))
  }

  /// The row that the request makes of each of some objects.
  package mutating func rows(ofEach objects: [Root]) throws(FormatError) -> [[String: FormatValue]] {
    try rows(ofEach: objects, at: Array(objects.indices))
  }

  private mutating func rows(ofEach part: [Root], at positions: [Int]) throws(FormatError) -> [[String: FormatValue]] {
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
