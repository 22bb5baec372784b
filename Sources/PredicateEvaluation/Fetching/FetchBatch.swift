/// Some of the objects or rows that a request is for, and how far the fetch has come with them.
public struct FetchBatch<Item: Sendable>: Sendable {
  /// The objects or rows, in the request's order; at least one.
  public var items: [Item]
  /// How far the fetch has come.
  public var progress: FetchProgress

  /// Makes a batch.
  public init(_ items: [Item], progress: FetchProgress) {
    self.items = items
    self.progress = progress
  }
}

/// How far a fetch has come.
public struct FetchProgress: Sendable, Hashable {
  /// How much is done: elements that were looked at, or rows of a database that were handed over.
  public var completed: Int
  /// How much there is to do; nil where nobody has counted.
  public var total: Int?

  /// The part that is done, from 0 to 1; nil where the whole is not known.
  public var fraction: Double? { total.map { $0 > 0 ? Double(completed) / Double($0) : 1 } }

  /// Makes a progress.
  public init(_ completed: Int, of total: Int? = nil) {
    self.completed = completed
    self.total = total
  }

  /// How many objects or rows a batch holds where the request does not say.
  package static let defaultBatchSize = 1_000
}
