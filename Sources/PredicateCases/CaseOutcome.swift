/// What came of a case.
package enum CaseOutcome: Sendable, Hashable {
  case passed
  /// The first assertion that does not hold.
  case failed(expected: String, got: String)
  /// Counted neither as passed nor as failed, and why.
  case skipped(reason: String)
}

/// How many cases came out which way.
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

  /// `3 passed, 0 failed, 1 skipped`.
  package var description: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }
}
