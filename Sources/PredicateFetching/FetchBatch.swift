/// Some of the objects or rows of a request, and the progress of the fetch.
public struct FetchBatch<Item: Sendable>: Sendable {
  /// The objects or rows, in the order of the request. There is at least one.
  public var items: [Item]
  /// The progress of the fetch, including this batch.
  public var progress: FetchProgress

  /// Creates a batch.
  public init(_ items: [Item], progress: FetchProgress) {
    self.items = items
    self.progress = progress
  }
}

/// The progress of a fetch.
public struct FetchProgress: Sendable, Hashable {
  /// The amount of completed work: the elements examined, or the rows of a database returned.
  public var completed: Int
  /// The total amount of work, or `nil` if it was not counted.
  public var total: Int?

  /// The completed fraction, from 0 to 1, or `nil` if the total is unknown.
  public var fraction: Double? { total.map { $0 > 0 ? Double(completed) / Double($0) : 1 } }

  /// Creates a progress value.
  public init(_ completed: Int, of total: Int? = nil) {
    self.completed = completed
    self.total = total
  }

  /// The number of objects or rows in a batch if the request does not specify one.
  package static let defaultBatchSize = 1_000
}
