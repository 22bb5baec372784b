import PredicateSyntax

/// An error in the computation of a value (Rationale 5.1). It is thrown or becomes nil, depending on `onError`.
package struct EvaluationError: Error {
  package var message: Message

  package init(_ message: Message) { self.message = message }

  /// Whether the error is thrown regardless of `onError`, because the value is unknown: a limit ended the computation, or the
  /// value can only be read elsewhere.
  package var isAlwaysThrown: Bool { message.isAlwaysThrown }
}
