/// The outcome of a case.
package enum CaseOutcome: Sendable, Hashable {
  case passed
  /// The first assertion that failed.
  case failed(expected: String, got: String)
  /// The case counts neither as passed nor as failed.
  case skipped(reason: String)
}

/// The number of cases with each outcome.
package struct CaseTotals: Sendable, Hashable, CustomStringConvertible {
  package var passed = 0
  package var failed = 0
  package var skipped = 0

  package init() {}

  package mutating func count(_ outcome: CaseOutcome) {
    switch outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    }
  }

  /// The totals, as in `3 passed, 0 failed, 1 skipped`.
  package var description: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }
}
