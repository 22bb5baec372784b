import PredicateModel
import PredicateSyntax

/// What a fetch request is asked for.
public enum FetchResult: String, Sendable, Hashable, CaseIterable {
  /// The objects: the primary key as `id`, then all attributes by their names.
  case objects
  /// The primary keys, as `id`.
  case identifiers
  /// The rows of the request's properties.
  case rows
  /// How many objects or rows there are, as `count`.
  case count
}

/// A fetch request as a statement, and what is left to do in memory.
public struct SQLFetch: Sendable, Hashable {
  /// The statement. Where its rows are the answer, `FetchType.value(of:)` makes their values what the request's properties
  /// say.
  public var statement: SQLStatement
  /// What the dialect cannot say exactly, such as an order by the user's locale or the sum of doubles: a request to be run in
  /// memory over the statement's rows, each a record that `FormatValue.record(keyPaths:values:)` makes of the names of the
  /// columns. Its answer is the answer; nil where the statement's rows are that.
  public var remainder: PredicateFetchRequest?

  /// Makes a fetch of its parts.
  public init(statement: SQLStatement, remainder: PredicateFetchRequest? = nil) {
    self.statement = statement
    self.remainder = remainder
  }
}
