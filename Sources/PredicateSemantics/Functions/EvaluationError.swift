import PredicateSyntax

/// An error in the computation of a value (Rationale 5.1). It is thrown or becomes nil, depending on `onError`.
package struct EvaluationError: Error {
  package var message: Message

  package init(_ message: Message) { self.message = message }

  /// The error for a value that is nested too deep to be read as a whole.
  package static var nestedTooDeep: EvaluationError {
    let limit = FormatValue.greatestNesting
    return EvaluationError(
      .unreadableValue(reason: "lists, sets and records are nested more than \(limit) levels deep; read a part of it"))
  }

  /// Whether the error is thrown regardless of `onError`, because the value is unknown: a limit ended the computation, or the
  /// value can only be read elsewhere.
  package var isAlwaysThrown: Bool { message.isAlwaysThrown }
}
