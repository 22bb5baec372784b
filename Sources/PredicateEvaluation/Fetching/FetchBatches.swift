import PredicateModel
import PredicateSyntax

/// What a request gives of an array, batch by batch, worked out while the caller waits elsewhere: each batch is made when
/// it is asked for, off the caller's actor, some thousand elements at a time.
///
///     for try await batch in try words.batches(of: request) { show(batch.items, batch.progress) }
///
/// Where the request has no order, a batch is handed over as soon as it is full, and nothing behind it is looked at
/// before the next one is asked for: with a limit, elements some thousand behind the page are not asked whether they have a
/// fault.
/// Otherwise all elements are looked at first. Between parts it is seen whether the task was cancelled, which is thrown as
/// `CancellationError`; the sorting itself is one piece.
public struct FetchBatches<Element: Sendable, Item: Sendable>: AsyncSequence, Sendable {
  /// What items are made of: elements at positions.
  typealias Making = @Sendable ([Element], [Int]) throws(FormatError) -> [Item]

  fileprivate let elements: [Element]
  fileprivate let fetch: CompiledFetch<Element>
  fileprivate let onFault: FaultHandling
  fileprivate let batchSize: Int
  fileprivate let make: Making

  init(
    _ elements: [Element], _ fetch: CompiledFetch<Element>, _ onFault: FaultHandling, _ batchSize: Int?,
    _ make: @escaping Making
  ) {
    self.elements = elements
    self.fetch = fetch
    self.onFault = onFault
    self.batchSize = Swift.max(1, batchSize ?? FetchProgress.defaultBatchSize)
    self.make = make
  }

  /// Starts from the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Hands over the batches, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: FetchBatches
    /// How many elements have been looked at.
    private var examined = 0
    /// What they have told about all elements.
    private var wholeValues: [Run.WholeValue?] = []
    /// The positions of those found that are not handed over yet, where they are as they are found.
    private var found: ArraySlice<Int> = []
    /// How many of those to come are left out, and how many are handed over.
    private var page: (offset: Int, limit: Int)
    /// What is not handed over yet, where all was made at once.
    private var made: ArraySlice<Item>?
    private var isOver = false

    fileprivate init(_ source: FetchBatches) {
      self.source = source
      page = (source.fetch.page.offset, source.fetch.page.limit ?? .max)
    }

    /// The next batch; nil after the last one.
    ///
    /// - Throws: `FormatError` with the fault of the first element that has one, where faults are thrown, and
    ///   `CancellationError`. After an error there are no more batches.
    public mutating func next() async throws -> FetchBatch<Item>? {
      if isOver { return nil }
      do {
        let items = source.fetch.isGradual ? try await nextFound() : try await nextMade()
        isOver = items.isEmpty
        return isOver ? nil : FetchBatch(items, progress: FetchProgress(examined, of: source.elements.count))
      } catch {
        isOver = true
        // Whichever notices first: the engine, or the steps between its parts.
        if let fault = error as? FormatError, fault.diagnostics.first?.code == .cancelled { throw CancellationError() }
        throw error
      }
    }

    /// Looks at more elements until a batch is full.
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
      return positions.isEmpty ? [] : try source.make(source.elements, Array(positions))
    }

    /// Looks at all elements and makes everything, the first time.
    private mutating func nextMade() async throws -> [Item] {
      try Task.checkCancellation()
      if made == nil {
        var selection: [Int] = []
        while let more = try await examine() { selection += more }
        made = ArraySlice(try source.make(source.elements, selection))
      }
      let items = Array((made ?? []).prefix(source.batchSize))
      made = made?.dropFirst(items.count)
      return items
    }

    /// The positions of the elements of the next part of which the predicate is true; nil where there is no more.
    private mutating func examine() async throws -> [Int]? {
      let part = examined..<Swift.min(examined + Self.partSize, source.elements.count)
      if part.isEmpty { return nil }
      // Others who wait for a thread have their turn between parts.
      await Task.yield()
      try Task.checkCancellation()
      examined = part.upperBound
      return try source.fetch.selection(from: source.elements, in: part, &wholeValues, source.onFault)
    }

    /// How many elements are looked at without a pause: a multiple of 64, and far below a millisecond for most predicates.
    private static var partSize: Int { 8_192 }
  }
}

extension Array where Element: Sendable {
  /// The elements that a request is for, in its order, as an asynchronous sequence of batches of its `batchSize`.
  ///
  /// - Throws: `FormatError` with a wrong key, an impossible comparison, or where the request is for rows.
  public func batches(
    of request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> FetchBatches<Element, Element> {
    let fetch = try CompiledFetch<Element>(request, variables: variables, functions: functions)
    try fetch.expect(rows: false)
    let isGradual = fetch.isGradual
    return FetchBatches(self, fetch, onFault, request.batchSize) { (elements, positions) throws(FormatError) in
      isGradual ? positions.map { elements[$0] } : try fetch.objects(of: elements, at: positions, onFault)
    }
  }

  /// The rows that a request makes, in its order, as an asynchronous sequence of batches of its `batchSize`.
  ///
  /// - Throws: `FormatError` with a wrong key, an impossible comparison, or where the request is for objects.
  public func rowBatches(
    of request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> FetchBatches<Element, [String: FormatValue]> {
    let fetch = try CompiledFetch<Element>(request, variables: variables, functions: functions)
    try fetch.expect(rows: true)
    let isGradual = fetch.isGradual
    return FetchBatches(self, fetch, onFault, request.batchSize) { (elements, positions) throws(FormatError) in
      // What is found one after the other was paged before.
      try isGradual
        ? fetch.rows(of: elements, eachAt: positions, onFault) : fetch.rows(of: elements, at: positions, onFault)
    }
  }
}
