import PredicateFetching
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// The results of a request to a database, as an asynchronous sequence of batches. A connection of its own reads them on a
/// thread of its own, and reads no row before its batch is requested, so memory use does not grow with the table.
///
///     let batches = try SQLiteStore.batches(of: request, in: .readOnly("words.db"), model: model)
///     for try await batch in batches { print(batch.items, batch.progress) }
///
/// The connection opens for the first batch and closes after the last one, after an error, or if the caller breaks out of the
/// loop. Until then it sees the database as of the first batch, and nobody can write to a database with a rollback journal,
/// which is the default. If the task is cancelled, the statement is interrupted and `CancellationError` is thrown.
///
/// What SQL cannot express exactly, such as an order by the user's locale, is done in memory. Then the first batch reads all
/// rows.
public struct SQLiteBatches<Item: Sendable>: AsyncSequence, Sendable {
  let location: SQLiteDatabaseConnection.Location
  let library: SQLiteLibrary?
  let model: PredicateModel
  let fetch: StoreFetch
  /// The fetch that counts the items first; nil if no count is requested.
  let count: StoreFetch?
  let batchSize: Int?
  /// Converts a row to an item.
  let item: @Sendable ([FormatValue]) -> Item
  /// Converts all rows to items, if that is not possible row by row.
  let answer: @Sendable ([[FormatValue]]) throws(FormatError) -> [Item]

  /// Returns an iterator that begins at the first batch, with a new connection.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: SQLiteReader(self)) }

  /// An iterator over the batches.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: SQLiteReader<Item>

    /// Returns the next batch, or nil after the last one.
    ///
    /// - Throws: `SQLiteDatabaseError`, `FormatError` or `CancellationError`. No batches follow an error.
    public mutating func next() async throws -> FetchBatch<Item>? {
      let reader = reader
      return try await withTaskCancellationHandler {
        try await reader.next()
      } onCancel: {
        reader.interrupt()
      }
    }
  }
}

extension SQLiteStore {
  /// Returns the objects that a request selects, in its order, as an asynchronous sequence of batches of its `batchSize`.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - location: The database. A new database in memory would have no tables.
  ///   - model: The data model of the database.
  ///   - variables: Values for `$NAME` variables.
  ///   - isCounted: Whether to count the objects first, so that the progress has a total. This takes about as long as finding
  ///     them.
  ///   - library: The library of SQLite, or nil for the system's.
  /// - Throws: `FormatError` if the request is invalid.
  public static func batches(
    of request: PredicateFetchRequest, in location: SQLiteDatabaseConnection.Location, model: PredicateModel,
    variables: [String: (any FormatArgument)?] = [:], isCounted: Bool = false, library: SQLiteLibrary? = nil
  ) throws(FormatError) -> SQLiteBatches<FetchedObject> {
    let fetch = try StoreFetch(request, .objects, in: model, variables: variables)
    let count = isCounted ? try StoreFetch(request, .count, in: model, variables: variables) : nil
    return SQLiteBatches(
      location: location, library: library, model: model, fetch: fetch, count: count, batchSize: request.batchSize,
      item: { fetch.object($0) }, answer: { (rows) throws(FormatError) in try fetch.answer(rows).map(fetch.object) })
  }

  /// Returns the rows of a request, in its order, as an asynchronous sequence of batches of its `batchSize`. The parameters are
  /// those of `batches(of:in:model:variables:isCounted:library:)`.
  ///
  /// - Throws: `FormatError` if the request is invalid.
  public static func rowBatches(
    of request: PredicateFetchRequest, in location: SQLiteDatabaseConnection.Location, model: PredicateModel,
    variables: [String: (any FormatArgument)?] = [:], isCounted: Bool = false, library: SQLiteLibrary? = nil
  ) throws(FormatError) -> SQLiteBatches<[String: FormatValue]> {
    let fetch = try StoreFetch(request, .rows, in: model, variables: variables)
    let count = isCounted ? try StoreFetch(request, .count, in: model, variables: variables) : nil
    return SQLiteBatches(
      location: location, library: library, model: model, fetch: fetch, count: count, batchSize: request.batchSize,
      item: { fetch.attributes($0) }, answer: { (rows) throws(FormatError) in try fetch.answer(rows) })
  }
}
