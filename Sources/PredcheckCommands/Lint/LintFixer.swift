import PredcheckSupport
import PredicateLint
import PredicateSyntax

/// Applies the fixes of findings to files.
struct LintFixer {
  let linter: Linter

  /// The maximum number of times that a predicate is fixed and checked again.
  private static let maximumRounds = 10

  /// Returns the bytes of a file after the fixes of the findings that are reported.
  ///
  /// Each change is read back: if the predicate does not then have the text of the fix, or if another predicate has changed, the change
  /// is not made.
  func fixed(_ report: LintReport) -> [UInt8] {
    var report = report
    // Findings that are not reported, because a baseline has them, are not fixed.
    let reported = Set(report.findings.compactMap(\.predicate))
    for _ in 0..<Self.maximumRounds {
      let indexes = Set(report.findings.compactMap { $0.fix == nil ? nil : $0.predicate }).intersection(reported)
      var bytes = report.file.bytes
      // From the end, so that the places of the others stay valid.
      for index in indexes.sorted(by: >) {
        if let changed = changed(bytes, report, index) { bytes = changed }
      }
      if bytes == report.file.bytes { break }
      guard let file = HostFile(path: report.file.path, bytes: bytes, kind: report.file.kind) else { break }
      report = linter.report(on: file)
    }
    return report.file.bytes
  }

  /// Returns the file with the fixes of one predicate applied, or nil if no fix can be applied.
  private func changed(_ bytes: [UInt8], _ report: LintReport, _ index: Int) -> [UInt8]? {
    var result = bytes
    var applied: [FormatDiagnostic.FixIt] = []
    var start = Int.max
    for fix in fixes(of: report, index) where fix.range.upperBound <= start && !bytes[fix.range].contains(0x0A) {
      result.replaceSubrange(fix.range, with: fix.replacement.utf8)
      applied.append(fix.text)
      start = fix.range.lowerBound
    }
    guard result != bytes, let old = predicates(in: bytes, report), let new = predicates(in: result, report),
      new.count == old.count, old.indices.allSatisfy({ $0 == index || new[$0].template == old[$0].template })
    else { return nil }
    let expected = CheckedFormat.applying(applied, to: Array(report.texts[index].utf8))
    guard linter.check(new[index]).0.text.utf8 == expected else { return nil }
    // A guess that makes the text worse is not applied.
    let model = linter.model(in: report.file)
    func errors(_ predicate: PredicateText) -> Int {
      linter.findings(about: predicate, at: index, model).1.count { $0.diagnostic.severity == .error }
    }
    return errors(new[index]) <= errors(old[index]) ? result : nil
  }

  /// Returns the predicates in changed bytes of a file, or nil if they cannot be read.
  private func predicates(in bytes: [UInt8], _ report: LintReport) -> [PredicateText]? {
    try? HostFile(path: report.file.path, bytes: bytes, kind: report.file.kind)?.predicates()
  }

  /// Returns the fixes of a predicate from its end.
  private func fixes(of report: LintReport, _ index: Int) -> [LintFinding.Fix] {
    report.findings.compactMap { $0.predicate == index ? $0.fix : nil }
      .filter { $0.text.isSafe || linter.isUnsafe }
      .sorted { $0.range.lowerBound > $1.range.lowerBound }
  }
}
