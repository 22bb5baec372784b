import PredicateCases
import PredicateSyntax

/// `predcheck test`: runs case files.
struct TestCommand {
  private let call: Invocation
  private let console: Console

  init(_ call: Invocation, _ console: Console) {
    self.call = call
    self.console = console
  }

  func run() throws(CommandStop) -> ExitCode {
    let files = try caseFiles()
    var runner = CaseRunner(ignoresUnknownFields: call.has(.ignoreUnknown))
    var totals = CaseTotals()
    for subject in files.flatMap(\.cases) {
      let outcome: CaseOutcome
      do { outcome = try runner.run(subject) } catch { throw .input(error) }
      totals.count(outcome)
      report(outcome, of: subject)
    }
    console.output.write((call.has(.json) ? totals.json : totals.description) + "\n")
    return totals.failed == 0 ? .fine : .no
  }

  private func caseFiles() throws(CommandStop) -> [CaseFile] {
    guard !call.operands.isEmpty else { throw .usage(UsageError("expected a path of cases", .test)) }
    var files: [CaseFile] = []
    for operand in call.operands {
      let path: String
      do { path = try Invocation.text(operand, what: "a path", .test) } catch { throw .usage(error) }
      do {
        if path == "-" {
          files.append(try CaseFile(console.input.readAll(), name: "<stdin>"))
        } else {
          files += try CaseFile.read(path)
        }
      } catch {
        throw .input(error)
      }
    }
    return files
  }

  private func report(_ outcome: CaseOutcome, of subject: Case) {
    guard call.has(.json) else {
      if case .failed(let expected, let got) = outcome {
        let place = "\(subject.file):\(subject.line)"
        let line = "\(subject.id.cleaned): expected \(oneLine(expected)), got \(oneLine(got)) (\(place.cleaned))"
        console.output.write(line + "\n")
      }
      return
    }
    var fields: [(key: String, json: String)] = [("id", JSONWriter.quoted(subject.id))]
    switch outcome {
    case .passed: return
    case .failed(let expected, let got):
      fields += [
        ("outcome", JSONWriter.quoted("failed")), ("expected", JSONWriter.quoted(expected)),
        ("got", JSONWriter.quoted(got)),
      ]
    case .skipped(let reason):
      fields += [("outcome", JSONWriter.quoted("skipped")), ("reason", JSONWriter.quoted(reason))]
    }
    fields += [("file", JSONWriter.quoted(subject.file)), ("line", "\(subject.line)")]
    console.output.write(JSONWriter.object(fields) + "\n")
  }

  /// A failure is one line, also where a value holds line breaks, and no character of it steers a terminal.
  private func oneLine(_ text: String) -> String {
    text.unicodeScalars.contains(where: \.disturbsLines) ? JSONWriter.quoted(text) : text
  }
}

extension CaseTotals {
  /// The last object of `test --json`.
  fileprivate var json: String {
    JSONWriter.object([("passed", "\(passed)"), ("failed", "\(failed)"), ("skipped", "\(skipped)")])
  }
}
