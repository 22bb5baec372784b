/// The diagnostics of one run in source order, up to a limit.
package struct DiagnosticList: Sendable {
  /// The diagnostics in source order.
  package private(set) var ordered: [FormatDiagnostic] = []
  /// Whether to stop parsing because a limit is reached or further errors would be misleading.
  package private(set) var isStopped = false
  private let limit: Int
  private var lastStart = -1

  package init(limit: Int = PredicateLimits.default.errors) { self.limit = max(limit, 0) }

  /// Whether any diagnostic is an error.
  package var hasErrors: Bool { ordered.contains { $0.severity == .error } }

  /// Reports an error, and returns it. Further errors at the same position are ignored, because they follow from the first.
  @discardableResult @inline(never)
  package mutating func report(
    _ message: Message, at range: FormatRange, labels: [FormatDiagnostic.Label] = [],
    fixIts: [FormatDiagnostic.FixIt] = []
  ) -> FormatDiagnostic {
    let finding = FormatDiagnostic(message, at: range, labels: labels, fixIts: fixIts)
    report(finding)
    return finding
  }

  /// Reports an existing diagnostic at its own position.
  package mutating func report(_ finding: FormatDiagnostic) {
    let range = finding.range
    guard !isStopped, range.start != lastStart else { return }
    lastStart = range.start
    if ordered.count == limit {
      ordered.append(FormatDiagnostic(.tooManyErrors(limit: limit), at: range))
      isStopped = true
    } else {
      // Insert in source order, because some errors are found only after reading on.
      let index = ordered.lastIndex { $0.range.start <= range.start }.map { $0 + 1 } ?? 0
      ordered.insert(finding, at: index)
    }
  }

  /// Reports an error after which parsing must stop.
  package mutating func stop(_ message: Message, at range: FormatRange) {
    report(message, at: range)
    isStopped = true
  }
}
