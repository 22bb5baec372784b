import PredicateSemantics
import PredicateSyntax

/// The rows that `why` counts and shows: those of files or of a database.
///
/// Each output of `why` is the count of a predicate or the value of an expression, so both kinds of rows have the same functions.
///
/// Every count and value is subject to `limits`, because the parts of a predicate do not carry the limits of the whole.
package protocol WhyRows {
  /// The limits of the explained predicate.
  var limits: PredicateLimits { get set }
  /// Reads the cells of files as a predicate asks. Parts of the predicate that ask nothing of a cell read it likewise.
  func prepare(for predicate: FormatPredicate)
  /// Counts the rows that a predicate matches.
  ///
  /// - Throws: The error of a limit, or one that ended a statement of the database. The counts would be wrong.
  func tally(of predicate: FormatPredicate) throws(FormatError) -> Tally
  /// Returns the first rows that a predicate matches. A value that cannot be computed is nil.
  func rows(matching predicate: FormatPredicate, skipping offset: Int, limit: Int) -> [WhyRow]
  /// Returns whether a predicate matches a row.
  func isTrue(_ predicate: FormatPredicate, on row: WhyRow) throws(NoValue) -> Bool
  /// Returns the value of an expression for a row.
  func value(of expression: FormatExpression, on row: WhyRow) throws(NoValue) -> FormatValue
  /// Returns the warnings about a predicate that depend on the rows, and not on its text alone.
  ///
  /// - Throws: `FormatError` if the predicate does not fit the model of the rows.
  func warnings(of predicate: FormatPredicate) throws(FormatError) -> [FormatDiagnostic]
}

/// How many rows a predicate matches.
package struct Tally {
  /// The number of rows that it matches. A value that cannot be computed is nil.
  package var matching = 0
  /// The number of rows on which it cannot be evaluated.
  package var failing = 0
  /// The reason that it cannot be evaluated, on the first of these rows or at all.
  package var reason: String?

  package init(matching: Int = 0, failing: Int = 0, reason: String? = nil) {
    (self.matching, self.failing, self.reason) = (matching, failing, reason)
  }
}

/// A row of a file or a database.
package struct WhyRow {
  /// The position of the row in its file, or nil in a database.
  var position: String?
  /// The text of the row.
  package var text: String
  /// The fields that identify the row, as JSON.
  package var fields: [(key: String, json: String)]
  /// The index of the row among those of all files, or 0 in a database.
  package var index = 0
  /// The primary key of the object in its database, or null for a row of a file.
  package var identifier = FormatValue.null

  package init(
    position: String? = nil, text: String, fields: [(key: String, json: String)], index: Int = 0,
    identifier: FormatValue = .null
  ) {
    self.position = position
    self.text = text
    self.fields = fields
    self.index = index
    self.identifier = identifier
  }
}

/// The reason that a part of a predicate has no value.
package struct NoValue: Error {
  package let reason: String

  /// Takes the message of the first error of the library, or the description of an error of the database.
  package init(_ error: any Error) {
    guard let error = error as? FormatError else {
      reason = "\(error)".cleaned
      return
    }
    reason = error.diagnostics.first { $0.severity == .error }?.message ?? "the value cannot be computed"
  }
}

extension WhyRows {
  /// Returns whether an aggregate function takes a key path whose value is not a collection: `max:(length)`.
  package func isOverRows(_ expression: FormatExpression, on row: WhyRow) -> Bool {
    guard case .function(let call) = expression.kind, let argument = call.arguments.first,
      PredefinedFunction.named(call.selector)?.isReduction == true, case .keyPath = argument.kind,
      let value = try? value(of: argument, on: row)
    else { return false }
    return value.arrayValue == nil
  }
}
