import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateSyntax

/// What a request gives of a database, batch by batch, read while the caller waits elsewhere: on a connection and a thread
/// of its own, and never a row before its batch is asked for. So the memory it takes does not grow with the table.
///
///     let batches = try SQLiteStore.batches(of: request, in: .readOnly("words.db"), model: model)
///     for try await batch in batches { show(batch.items, batch.progress) }
///
/// The connection is opened for the first batch, and closed after the last one, on an error, and where the caller breaks
/// out of the loop. To the end it sees the database as it was at the first batch; until then nobody can write to one that
/// keeps a rollback journal, as by default. Where the task is cancelled, the statement is interrupted, and
/// `CancellationError` thrown.
///
/// What SQL cannot say exactly, such as an order by the user's locale, is done in memory: then all rows are read for the
/// first batch.
public struct SQLiteBatches<Item: Sendable>: AsyncSequence, Sendable {
  let plan: SQLiteReader<Item>.Plan

  /// Starts from the beginning, with another connection.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: SQLiteReader(plan)) }

  /// Hands over the batches, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: SQLiteReader<Item>

    /// The next batch; nil after the last one.
    ///
    /// - Throws: `SQLiteFault`, `FormatError` and `CancellationError`. After an error there are no more batches.
    public mutating func next() async throws -> FetchBatch<Item>? {
      let reader = reader
      return try await withTaskCancellationHandler {
        try await reader.next()
      } onCancel: {
        reader.interrupt.send()
      }
    }
  }
}

extension SQLiteStore {
  /// The objects that a request is for, in its order, as an asynchronous sequence of batches of its `batchSize`.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - place: the database; one in memory would be another one, without tables.
  ///   - model: what the database holds.
  ///   - variables: values for `$NAME` variables.
  ///   - isCounted: whether the objects are counted first, so that the progress tells how many there are. It takes about as
  ///     long as finding them.
  ///   - library: the library of SQLite; that of the machine where it is nil.
  /// - Throws: `FormatError` with what is wrong with the request.
  public static func batches(
    of request: PredicateFetchRequest, in place: SQLiteConnection.Place, model: DataModel,
    variables: [String: (any FormatArgument)?] = [:], isCounted: Bool = false, library: SQLiteLibrary? = nil
  ) throws(FormatError) -> SQLiteBatches<FetchedObject> {
    let fetch = try StoreFetch(request, .objects, in: model, variables: variables)
    let count = isCounted ? try StoreFetch(request, .count, in: model, variables: variables) : nil
    return SQLiteBatches(
      plan: .init(
        place: place, library: library, fetch: fetch, count: count, batchSize: request.batchSize,
        item: { fetch.object($0) }, answer: { (rows) throws(FormatError) in try fetch.answer(rows).map(fetch.object) }))
  }

  /// The rows that a request makes, in its order, as an asynchronous sequence of batches of its `batchSize`; with the
  /// parameters of `batches(of:in:model:variables:isCounted:library:)`.
  public static func rowBatches(
    of request: PredicateFetchRequest, in place: SQLiteConnection.Place, model: DataModel,
    variables: [String: (any FormatArgument)?] = [:], isCounted: Bool = false, library: SQLiteLibrary? = nil
  ) throws(FormatError) -> SQLiteBatches<[String: FormatValue]> {
    let fetch = try StoreFetch(request, .rows, in: model, variables: variables)
    let count = isCounted ? try StoreFetch(request, .count, in: model, variables: variables) : nil
    return SQLiteBatches(
      plan: .init(
        place: place, library: library, fetch: fetch, count: count, batchSize: request.batchSize,
        item: { fetch.attributes($0) }, answer: { (rows) throws(FormatError) in try fetch.answer(rows) }))
  }
}
