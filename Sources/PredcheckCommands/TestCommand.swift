import CommandSupport
import PredcheckSupport
import PredicateCases
import PredicateInput
import PredicateSyntax

/// `predcheck test`: runs case files.
struct TestCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    var runner = CaseRunner(ignoresUnknownFields: call.has(.ignoreUnknown))
    var totals = (passed: 0, failed: 0, skipped: 0)
    for (cases, confinement) in try allCases() {
      runner.files = confinement
      for subject in cases {
        let outcome = try reading(runner.run(subject))
        switch outcome {
        case .passed: totals.passed += 1
        case .failed: totals.failed += 1
        case .skipped: totals.skipped += 1
        }
        report(outcome, of: subject)
      }
    }
    let text =
      call.has(.json)
      ? String.jsonObject([
        ("passed", "\(totals.passed)"), ("failed", "\(totals.failed)"), ("skipped", "\(totals.skipped)"),
      ]) : "\(totals.passed) passed, \(totals.failed) failed, \(totals.skipped) skipped"
    console.output.write(text + "\n")
    return totals.failed == 0 ? .fine : .no
  }

  /// Returns the cases of each path, and the files that they may name.
  private func allCases() throws(CommandStop) -> [(cases: [Case], confinement: FileConfinement)] {
    guard !call.operands.isEmpty else { throw .usage(UsageError("expected a path to case files", .test)) }
    let folders = try usage(call.text(.files)).map { [$0] } ?? []
    for folder in folders where !isFolder(folder) { throw .input(InputError(folder, "this is not a folder")) }
    var all: [(cases: [Case], confinement: FileConfinement)] = []
    for operand in call.operands {
      let path = try usage(Call.text(operand, what: "a path", .test))
      if path == "-" {
        let cases = try reading(Case.all(in: console.input.readAll(), name: "<stdin>"))
        all.append((cases, FileConfinement(to: folders.isEmpty ? ["."] : folders)))
      } else {
        let confinement = FileConfinement(to: [Case.folder(of: path)] + folders)
        all.append((try reading(Case.all(at: path, confinement)), confinement))
      }
    }
    return all
  }

  private func report(_ outcome: CaseOutcome, of subject: Case) {
    guard call.has(.json) else {
      if case .failed(let expected, let got) = outcome {
        let position = "\(subject.file):\(subject.line)"
        let line = "\(subject.id.cleaned): expected \(expected.onOneLine), got \(got.onOneLine) (\(position.cleaned))"
        console.output.write(line + "\n")
      }
      return
    }
    var fields: [(key: String, json: String)] = [("id", String.jsonString(subject.id))]
    switch outcome {
    case .passed: return
    case .failed(let expected, let got):
      fields += [
        ("outcome", String.jsonString("failed")), ("expected", String.jsonString(expected)),
        ("got", String.jsonString(got)),
      ]
    case .skipped(let reason):
      fields += [("outcome", String.jsonString("skipped")), ("reason", String.jsonString(reason))]
    }
    fields += [("file", String.jsonString(subject.file)), ("line", "\(subject.line)")]
    console.output.write(String.jsonObject(fields) + "\n")
  }
}
