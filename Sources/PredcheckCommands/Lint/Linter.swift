import PredcheckSupport
import PredicateCoreData
import PredicateInput
import PredicateLint
import PredicateSQL
import PredicateSemantics
import PredicateSyntax
import PredicateXML

/// Checks the predicates of files.
struct Linter: Sendable {
  /// The severity of findings by code. nil hides them.
  var severities: [String: FormatDiagnostic.Severity?] = [:]
  /// The texts of substituted parts, by name.
  var definitions: [String: String] = [:]
  /// The profile of all predicates, or nil if their hosts decide.
  var profile: PredicateProfile?
  /// The model of predicates in source code, and the entity if it is the same for all.
  var model: KeyModel?
  var entity: String?
  /// Whether fixes that are guesses are offered, too.
  var isUnsafe = false

  // MARK: Files

  /// Returns the findings about a file.
  func report(on file: HostFile) -> LintReport {
    var report = LintReport(file: file)
    do throws(UnreadableFile) {
      report.predicates = try file.predicates()
    } catch {
      let offset = error.offset ?? 0
      report.findings = [LintFinding(.unreadableFile, error.reason, at: offset..<offset)]
    }
    let fileModel = model(in: file)
    for index in report.predicates.indices {
      let (text, findings) = findings(about: report.predicates[index], at: index, fileModel)
      report.texts.append(text)
      report.findings += findings
    }
    applySuppressions(to: &report)
    report.findings = report.findings.compactMap(withSeverity)
    // The places in a binary property list are those in each text.
    let isInFile = report.predicates.allSatisfy(\.isInFile)
    report.findings.sort { first, second in
      let indexes = isInFile ? (0, 0) : (first.predicate ?? -1, second.predicate ?? -1)
      return (indexes.0, first.range.lowerBound) < (indexes.1, second.range.lowerBound)
    }
    return report
  }

  /// Returns the model that a file contains, against which its own predicates are checked.
  func model(in file: HostFile) -> KeyModel? {
    file.kind == .coreDataModel ? try? KeyModel(coreDataContents: file.bytes, name: file.path) : nil
  }

  private func withSeverity(_ finding: LintFinding) -> LintFinding? {
    guard let severity = severities[finding.code] else { return finding }
    guard let severity else { return nil }
    var finding = finding
    finding.diagnostic.severity = severity
    return finding
  }

  /// Removes the findings that comments hide, and reports comments that hide nothing or are not understood.
  private func applySuppressions(to report: inout LintReport) {
    let suppressions = Suppression.all(in: report.file.bytes)
    if suppressions.isEmpty { return }
    let lines = FileLines(report.file.bytes)
    let starts = report.predicates.map { $0.isInFile ? lines.line(of: $0.start) : 0 }
    for suppression in suppressions {
      let predicates = Set(suppression.predicates(startingOn: starts))
      for code in suppression.codes {
        let count = report.findings.count
        report.findings.removeAll { finding in
          finding.code == code && (finding.predicate.map(predicates.contains) ?? suppression.isForFile)
        }
        if report.findings.count < count { continue }
        report.findings.append(
          FormatDiagnostic.Code(rawValue: code) != nil
            ? LintFinding(
              .unusedIgnore, "this comment hides no finding with the code '\(code)'", at: suppression.file)
            : LintFinding(
              .invalidIgnore, "'\(code)' is not the code of a finding\(Self.hint(code))", at: suppression.file))
      }
      if suppression.codes.isEmpty || suppression.reason.isEmpty {
        let what = suppression.codes.isEmpty ? "the codes of the findings that it hides" : "a reason after the codes"
        report.findings.append(LintFinding(.invalidIgnore, "this comment needs \(what)", at: suppression.file))
      }
    }
  }

  private static func hint(_ code: String) -> String {
    suggestion(for: code, among: FormatDiagnostic.Code.allCases.map(\.rawValue))
  }

  // MARK: Predicates

  /// Returns the findings about a predicate, with their places in the file, and its text.
  func findings(
    about predicate: PredicateText, at index: Int, _ fileModel: KeyModel?
  ) -> (text: String, [LintFinding]) {
    let (filled, result) = check(predicate, fileModel)
    var findings = result.diagnostics.compactMap { finding -> LintFinding? in
      let finding = predicate.arguments == nil ? finding.withoutConversions : finding
      if isUncertain(finding, predicate, filled.text.string) { return nil }
      if filled.touchesHole(finding.range.start..<finding.range.end) { return nil }
      return LintFinding(placed(finding, filled, predicate), predicate: index, fix: fix(of: finding, filled, predicate))
    }
    findings += insertions(in: predicate).map { LintFinding($0, predicate: index) }
    // A conversion in quotes takes no argument, and is reported.
    let hasQuotedConversion = result.diagnostics.contains { $0.code == .quotedPlaceholder }
    if let arguments = predicate.arguments, result.isValid, !hasQuotedConversion {
      findings += arguments.findings(for: result.arguments, in: filled).map {
        LintFinding($0, predicate: index)
      }
    }
    return (filled.text.string, findings)
  }

  /// Whether a finding depends on what only the program around the text knows.
  private func isUncertain(_ finding: FormatDiagnostic, _ predicate: PredicateText, _ text: String) -> Bool {
    switch finding.code {
    // A program can register functions with this package, but not with NSPredicate.
    case .unknownFunction: return predicate.arguments?.library == .ours
    // The argument may be an expression. Two of them are probably a key and its value.
    case .valueForKey: return predicate.isExpression || !isComparedWithArgument(finding, text)
    // The key path begins with the argument.
    case .keyNotPermitted: return finding.range.range(in: text).map { text[$0].contains("%K") } ?? false
    default: return false
    }
  }

  /// Whether the operand after that of a finding is an argument, as in `%@ == %@`.
  private func isComparedWithArgument(_ finding: FormatDiagnostic, _ text: String) -> Bool {
    guard let end = finding.range.range(in: text)?.upperBound else { return false }
    let words = text[end...].split { $0 == " " || $0 == "(" }
    return words.dropFirst().first?.hasPrefix("%@") ?? false
  }

  /// Checks the text of a predicate, with something in its holes.
  func check(_ predicate: PredicateText, _ fileModel: KeyModel? = nil) -> (FilledText, CheckedFormat) {
    let filled = predicate.filled(definitions) { text in
      CheckedFormat(text, isExpression: predicate.isExpression).diagnostics.first { $0.severity == .error }?.range.start
    }
    let profile = profile ?? predicate.profile.flatMap(PredicateProfile.named)
    let models = models(for: predicate, fileModel)
    let results = (models.isEmpty ? [nil] : models).map { model in
      FormatCheck(isExpression: predicate.isExpression, profile: profile, model: model).result(of: filled.text.utf8)
    }
    // Code does not show the entity, so one that the predicate fits is enough.
    return (filled, results.min { $0.errorCount < $1.errorCount } ?? results[0])
  }

  /// Returns the entities whose objects a predicate may be about.
  private func models(for predicate: PredicateText, _ fileModel: KeyModel?) -> [KeyEntity?] {
    if let fileModel {
      return predicate.entity.flatMap { fileModel.entities.contains($0) ? [(fileModel, $0)] : nil } ?? []
    }
    guard let model, predicate.arguments != nil || entity != nil, !predicate.isExpression else { return [] }
    return entity.map { [(model, $0)] } ?? model.entities.map { (model, $0) }
  }

  /// Returns warnings for code that inserts text.
  private func insertions(in predicate: PredicateText) -> [FormatDiagnostic] {
    predicate.insertions.map { insertion in
      FormatDiagnostic(
        code: .interpolation, severity: .warning,
        message: "the text of '\(insertion.code)' becomes part of the predicate and can change its meaning",
        range: FormatRange(insertion.file.lowerBound, insertion.file.upperBound),
        notes: ["write %@ for a value or %K for a key, without quotes, and pass it as an argument"])
    }
  }

  // MARK: Places

  /// Returns a finding with its places in the file.
  private func placed(
    _ finding: FormatDiagnostic, _ filled: FilledText, _ predicate: PredicateText
  ) -> FormatDiagnostic {
    guard predicate.isInFile else { return finding }
    func place(_ range: FormatRange) -> FormatRange {
      let range = filled.text.fileRange(of: range.start..<range.end)
      return FormatRange(range.lowerBound, range.upperBound)
    }
    var placed = finding
    placed.range = place(finding.range)
    placed.labels = finding.labels.map { .init(range: place($0.range), text: $0.text) }
    return placed
  }

  /// Returns the change of the file for the first fix of a finding, or nil if the file cannot be changed there.
  private func fix(
    of finding: FormatDiagnostic, _ filled: FilledText, _ predicate: PredicateText
  ) -> LintFinding.Fix? {
    finding.fixIts.first.flatMap { fixIt in
      predicate.change(of: filled, fixIt.range.start..<fixIt.range.end, to: fixIt.replacement).map { change in
        LintFinding.Fix(text: fixIt, range: change.range, replacement: change.replacement)
      }
    }
  }
}

extension FormatDiagnostic {
  /// The finding without advice to write a conversion, whose argument only a program has.
  fileprivate var withoutConversions: FormatDiagnostic {
    var finding = self
    finding.fixIts.removeAll { $0.replacement.contains("%@") }
    finding.notes.removeAll { $0.contains("%@") }
    return finding
  }
}
