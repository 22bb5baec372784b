import CommandSupport
import Foundation
import PredcheckSupport
import PredicateInput
import PredicateLint
import PredicateSemantics
import PredicateSyntax

/// `predcheck lint`: checks the predicates in files where they are written.
struct LintCommand {
  let call: Call
  let console: Console
  let configuration: Configuration?

  func run() throws(CommandStop) -> ExitCode {
    guard !call.operands.isEmpty else { throw .usage(UsageError("expected a file or a folder", .lint)) }
    let form = LintForm(rawValue: try usage(call.requiredText(.form))) ?? .text
    let linter = try linter()
    var isComplete = true
    let files = try files(&isComplete)
    var reports = try reports(on: files, linter, &isComplete)
    if call.has(.fixFiles) || call.has(.allFileFixes) || call.has(.diff) {
      var reported = reports
      if !call.has(.writeBaseline) { _ = try applyBaseline(to: &reported) }
      try fix(&reports, reported, LintFixer(linter: linter), &isComplete)
      if call.has(.diff) { return status(isComplete, reported) }
    }
    let unused = try applyBaseline(to: &reports)
    if unused > 0 {
      console.report(
        "predcheck: the baseline has \(counted(unused, "finding")) that \(unused == 1 ? "is" : "are") no longer found; "
          + "--write-baseline leaves \(unused == 1 ? "it" : "them") out")
    }
    LintOutput(form: form, console: console).write(reports)
    if form == .text { console.report(summary(reports)) }
    return status(isComplete, reports)
  }

  private func status(_ isComplete: Bool, _ reports: [LintReport]) -> ExitCode {
    if !isComplete { return .unusable }
    return reports.contains { $0.findings.contains(where: isFailure) } ? .no : .fine
  }

  private func isFailure(_ finding: LintFinding) -> Bool {
    finding.diagnostic.severity == .error || call.has(.strict)
  }

  private func summary(_ reports: [LintReport]) -> String {
    let findings = reports.flatMap(\.findings)
    let errors = findings.count { $0.diagnostic.severity == .error }
    let predicates = reports.reduce(0) { $0 + $1.predicates.count }
    let files = reports.count { !$0.predicates.isEmpty }
    return "predcheck: \(counted(errors, "error")) and \(counted(findings.count - errors, "warning")) in "
      + "\(counted(predicates, "predicate")) of \(counted(files, "file"))"
  }

  // MARK: Options

  private func linter() throws(CommandStop) -> Linter {
    var linter = Linter()
    linter.severities = configuration?.severities ?? [:]
    linter.isUnsafe = call.has(.allFileFixes)
    for definition in call.values(.define) {
      let text = try usage(Call.text(definition, what: "the value of --define", .lint))
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw .usage(UsageError("--define needs NAME=VALUE, found '\(text)'", .lint))
      }
      linter.definitions[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    if let name = try usage(call.text(.hostProfile)) { linter.profile = try reading(PredicateProfile.read(name)) }
    guard let path = try usage(call.text(.fileModel)) else {
      if call.has(.entity) { throw .usage(UsageError("--entity needs --model", .lint)) }
      return linter
    }
    let model = try reading(ModelInput.readKeys(path))
    linter.model = model
    linter.entity = try usage(call.text(.entity))
    if let entity = linter.entity { try ModelInput.expect(entity, among: model.entities, .lint) }
    return linter
  }

  // MARK: Files

  /// Reads the files. Reports those that cannot be read.
  private func files(_ isComplete: inout Bool) throws(CommandStop) -> [String] {
    var walk = FileWalk(excluding: configuration?.excluded ?? [], below: configuration?.folder ?? "")
    for operand in call.operands {
      let path = try usage(Call.text(operand, what: "the path", .lint))
      do throws(InputError) { try walk.add(path) } catch {
        console.report("predcheck: \(error)")
        isComplete = false
      }
    }
    return walk.paths
  }

  /// Checks the files on all processors. Files without predicates and findings have no report.
  private func reports(on paths: [String], _ linter: Linter, _ isComplete: inout Bool) throws(CommandStop)
    -> [LintReport]
  {
    let kind = try usage(call.text(.kind)).flatMap(FileKind.init)
    let work = LintWork(paths: paths, kind: kind, linter: linter)
    work.run()
    let results = work.results
    for error in results.errors {
      console.report("predcheck: \(error)")
      isComplete = false
    }
    if work.isOfUnknownKind {
      console.report("predcheck: \(paths[0].cleaned): the name does not say how to read this file; --as KIND does")
    }
    return results.reports
  }

  /// Fixes the findings that are reported, and makes new reports on the files that have changed.
  private func fix(
    _ reports: inout [LintReport], _ reported: [LintReport], _ fixer: LintFixer, _ isComplete: inout Bool
  ) throws(CommandStop) {
    for index in reports.indices {
      let report = reported[index]
      let fixed = fixer.fixed(report)
      guard fixed != report.file.bytes else { continue }
      if call.has(.diff) {
        UnifiedDiff(of: report.file.path, from: report.file.bytes, to: fixed, color: console.hasOutputColor)
          .write(to: console.output)
        continue
      }
      do throws(InputError) { try writeFile(fixed, to: report.file.path) } catch {
        console.report("predcheck: \(error)")
        isComplete = false
        continue
      }
      if let file = HostFile(path: report.file.path, bytes: fixed, kind: report.file.kind) {
        reports[index] = fixer.linter.report(on: file)
      }
    }
  }

  // MARK: Baseline

  /// Removes the findings that the baseline has, or writes it. Returns the number of its findings that are no longer found.
  private func applyBaseline(to reports: inout [LintReport]) throws(CommandStop) -> Int {
    guard let path = try usage(call.text(.baseline)) else {
      if call.has(.writeBaseline) { throw .usage(UsageError("--write-baseline needs --baseline FILE", .lint)) }
      return 0
    }
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    if call.has(.writeBaseline) {
      let baseline = LintBaseline(reports, below: folder)
      try reading(writeFile(Array(baseline.text.utf8), to: path))
      for index in reports.indices { reports[index].findings = [] }
      return 0
    }
    return try reading(LintBaseline.read(path)).apply(to: &reports, below: folder)
  }
}
