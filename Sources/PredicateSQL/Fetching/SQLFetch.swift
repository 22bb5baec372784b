import PredicateSemantics
import PredicateSyntax

/// The kind of result that a fetch request is run for.
public enum SQLFetchResult: String, Sendable, Hashable, CaseIterable {
  /// The objects: the primary key as `id`, then all attributes by name.
  case objects
  /// The primary keys, as `id`.
  case identifiers
  /// The rows of the request's properties.
  case rows
  /// The number of objects or rows, as `count`.
  case count
}

/// A fetch request as a statement, with the remainder to run in memory.
public struct SQLFetch: Sendable, Hashable {
  /// The statement. If its rows are the answer, `FetchType.value(of:)` converts their values to the types of the request's
  /// properties.
  public var statement: TranslatedStatement
  /// The part that the dialect cannot express exactly, such as an order by the user's locale or a sum of doubles.
  ///
  /// If not nil, run it in memory over the rows of the statement: its result is the answer. Make each row a record with
  /// `FormatValue.record(keyPaths:values:)` and the names of the columns.
  public var remainder: PredicateFetchRequest?
  /// The text of the condition of the objects, to which the positions of errors refer.
  package var source: WrittenText = ""

  /// Creates a fetch from its parts.
  public init(statement: TranslatedStatement, remainder: PredicateFetchRequest? = nil) {
    self.statement = statement
    self.remainder = remainder
  }

  init(statement: TranslatedStatement, remainder: PredicateFetchRequest? = nil, source: WrittenText) {
    self.init(statement: statement, remainder: remainder)
    self.source = source
  }
}
