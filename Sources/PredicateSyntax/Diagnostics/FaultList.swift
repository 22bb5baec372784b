/// The faults of one run, in the order of the text, no more than a limit.
package struct FaultList: Sendable {
  package private(set) var diagnostics: [Diagnostic] = []
  /// Set where reading on would bring only noise: the limit of faults, or of height, is reached.
  package private(set) var isStopped = false
  private let limit: Int
  private var lastStart = -1

  package init(limit: Int = Limits.default.faults) { self.limit = max(limit, 0) }

  /// Whether anything is wrong.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Adds a fault. Of several at the same place only the first counts, since the others follow from it.
  package mutating func report(
    _ message: Message, at range: SourceRange, labels: [Diagnostic.Label] = [], fixIts: [Diagnostic.FixIt] = []
  ) {
    report(Diagnostic(message, at: range, labels: labels, fixIts: fixIts))
  }

  /// Adds a fault that was found elsewhere, in its own place.
  package mutating func report(_ finding: Diagnostic) {
    let range = finding.range
    guard !isStopped, range.start != lastStart else { return }
    lastStart = range.start
    if diagnostics.count == limit {
      diagnostics.append(Diagnostic(.tooManyFaults(limit: limit), at: range))
      isStopped = true
    } else {
      // What is reported only when more has been read stands where it belongs all the same.
      let index = diagnostics.lastIndex { $0.range.start <= range.start }.map { $0 + 1 } ?? 0
      diagnostics.insert(finding, at: index)
    }
  }

  /// Ends the list: what follows would be noise.
  package mutating func stop() { isStopped = true }

  /// Reports a fault after which nothing more is read.
  package mutating func stop(_ message: Message, at range: SourceRange) {
    report(message, at: range)
    isStopped = true
  }
}
