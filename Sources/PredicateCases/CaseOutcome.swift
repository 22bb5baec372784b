package enum CaseOutcome: Sendable, Hashable {
  case passed
  /// The first assertion that failed.
  case failed(expected: String, got: String)
  /// The case counts neither as passed nor as failed.
  case skipped(reason: String)
}
