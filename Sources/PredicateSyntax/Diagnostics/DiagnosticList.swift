/// The diagnostics of one run in source order, up to a limit.
package struct DiagnosticList: Sendable {
  /// The diagnostics in source order.
  package private(set) var ordered: [FormatDiagnostic] = []
  /// Whether to stop parsing because a limit is reached or further errors would be misleading.
  package private(set) var isStopped = false
  /// Whether errors are ignored, because the text is skipped after an error or read ahead.
  var isMuted = false
  private let limit: Int
  private var lastStart = -1

  package init(limit: Int = Limits.default.errors) { self.limit = max(limit, 0) }

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

  /// Returns the last diagnostic whose range begins at a position or after it.
  func last(from start: Int) -> FormatDiagnostic? { ordered.last { $0.range.start >= start } }

  /// Reports an existing diagnostic at its own position.
  package mutating func report(_ finding: FormatDiagnostic) {
    let range = finding.range
    guard !isStopped, !isMuted, range.start != lastStart else { return }
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
  /// Stops the list, because further errors would be misleading. A stop after an ignored error is ignored too.
  package mutating func stop() { isStopped = isStopped || !isMuted }

  /// Reports an error after which parsing must stop, and returns it. It is never ignored, because no other error may follow.
  @discardableResult
  package mutating func stop(_ message: Message, at range: FormatRange) -> FormatDiagnostic {
    isMuted = false
    defer { isStopped = true }
    return report(message, at: range)
  }
}
