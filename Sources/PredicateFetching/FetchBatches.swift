import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

/// An asynchronous sequence of the batches that a request selects from an array. Each batch is computed on demand, off the
/// caller's actor, in parts of some thousand elements.
///
///     for try await batch in try words.batches(of: request) { print(batch.items, batch.progress) }
///
/// With sort keys, groups or distinct rows, the first batch requires all elements. Otherwise a batch is returned as soon as it is
/// full. Later elements are evaluated when the next batch is requested. If the request has a limit, the elements well after the
/// page are never evaluated, so they cause no errors. (`max:(key)` in the predicate reads all elements.)
///
/// The limits apply to all batches of an iterator together. The time between two batches does not count.
///
/// If the task is cancelled, the next part throws `CancellationError`. Sorting is not interrupted.
public struct FetchBatches<Element: Sendable, Item: Sendable>: AsyncSequence, Sendable {
  /// Creates the items for the elements at positions.
  typealias ItemMaker = @Sendable ([Element], [Int], _ budget: Budget) throws(FormatError) -> [Item]

  fileprivate let elements: [Element]
  fileprivate let fetch: CompiledFetch<Element>
  fileprivate let batchSize: Int
  fileprivate let make: ItemMaker

  init(
    _ elements: [Element], _ fetch: CompiledFetch<Element>, _ batchSize: Int?,
    _ make: @escaping ItemMaker
  ) {
    self.elements = elements
    self.fetch = fetch
    self.batchSize = Swift.max(1, batchSize ?? FetchProgress.defaultBatchSize)
    self.make = make
  }

  /// Returns an iterator that starts at the first batch.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// An iterator over the batches.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: FetchBatches
    /// The number of elements examined so far.
    private var examined = 0
    /// The aggregates over all elements that are known so far.
    private var wholeValues: [Run.WholeValue?] = []
    /// The positions of matches not yet returned, if the request is gradual.
    private var found: ArraySlice<Int> = []
    /// The number of matches still to skip, and the number still to return after them.
    private var page: (offset: Int, limit: Int)
    /// The items not yet returned, if all items were created at once.
    private var made: ArraySlice<Item>?
    private var isOver = false
    /// The budgets for the predicate and for creating rows. They are paused except during a part.
    private let budgets: (predicate: Budget, rows: Budget)

    fileprivate init(_ source: FetchBatches) {
      self.source = source
      budgets = source.fetch.budgets()
      budgets.predicate.pause()
      budgets.rows.pause()
      page = source.fetch.page
    }

    /// Returns the next batch, or `nil` after the last one.
    ///
    /// - Throws: `FormatError` for the first element whose evaluation fails, unless errors yield nil, and `CancellationError`.
    ///   After an error there are no more batches.
    public mutating func next() async throws -> FetchBatch<Item>? {
      if isOver { return nil }
      do {
        let items = source.fetch.isInOrderOfMatches ? try await nextFound() : try await nextMade()
        isOver = items.isEmpty
        return isOver ? nil : FetchBatch(items, progress: FetchProgress(examined, of: source.elements.count))
      } catch {
        isOver = true
        // Either the engine or the check between parts can notice the cancellation first.
        if let error = error as? FormatError, error.diagnostics.first?.code == .cancelled { throw CancellationError() }
        throw error
      }
    }

    /// Examines elements until a batch is full.
    private mutating func nextFound() async throws -> [Item] {
      try Task.checkCancellation()
      while found.count < Swift.min(source.batchSize, page.limit), let more = try await examine() {
        let left = Swift.min(page.offset, more.count)
        page.offset -= left
        found += more.dropFirst(left)
      }
      let positions = found.prefix(Swift.min(source.batchSize, page.limit))
      found = found.dropFirst(positions.count)
      page.limit -= positions.count
      return positions.isEmpty ? [] : try items(at: Array(positions))
    }

    private func items(at positions: [Int]) throws(FormatError) -> [Item] {
      budgets.rows.resume()
      defer { budgets.rows.pause() }
      return try source.make(source.elements, positions, budgets.rows)
    }

    /// Returns the next of all items. The first call examines all elements and creates the items.
    private mutating func nextMade() async throws -> [Item] {
      try Task.checkCancellation()
      if made == nil {
        var positions: [Int] = []
        while let more = try await examine() { positions += more }
        made = ArraySlice(try items(at: positions))
      }
      let items = Array((made ?? []).prefix(source.batchSize))
      made = made?.dropFirst(items.count)
      return items
    }

    /// Returns the positions of the matches in the next part, or `nil` if all parts were examined.
    private mutating func examine() async throws -> [Int]? {
      let part = examined..<Swift.min(examined + Self.partSize, source.elements.count)
      if part.isEmpty { return nil }
      // Let other tasks run between parts.
      await Task.yield()
      try Task.checkCancellation()
      examined = part.upperBound
      budgets.predicate.resume()
      defer { budgets.predicate.pause() }
      return try source.fetch.positions(
        ofMatchesIn: source.elements, part, &wholeValues, budgets.predicate)
    }

    /// The number of elements in a part. It is a multiple of 64. Most predicates need far less than a millisecond for a part.
    private static var partSize: Int { 8_192 }
  }
}

extension Array where Element: Sendable {
  /// Returns the elements that the request selects, in its order, as an asynchronous sequence of batches of its `batchSize`.
  ///
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or if the request is for rows.
  public func batches(
    of request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> FetchBatches<Element, Element> {
    let fetch = try CompiledFetch<Element>(request, isShared: true, options)
    try fetch.program.expect(rows: false)
    let isInOrder = fetch.isInOrderOfMatches
    return FetchBatches(self, fetch, request.batchSize) { (elements, positions, _) throws(FormatError) in
      isInOrder ? positions.map { elements[$0] } : try fetch.objects(of: elements, at: positions)
    }
  }

  /// Returns the rows of the request, in its order, as an asynchronous sequence of batches of its `batchSize`.
  ///
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or if the request is for objects.
  public func rowBatches(
    of request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> FetchBatches<Element, [String: FormatValue]> {
    let fetch = try CompiledFetch<Element>(request, isShared: true, options)
    try fetch.program.expect(rows: true)
    let isInOrder = fetch.isInOrderOfMatches
    return FetchBatches(self, fetch, request.batchSize) { (elements, positions, budget) throws(FormatError) in
      // `nextFound` has already limited the matches to the page.
      try isInOrder
        ? fetch.rows(of: elements, eachAt: positions, budget)
        : fetch.rows(of: elements, at: positions)
    }
  }
}
