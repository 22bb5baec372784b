import PredicateCases
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Applies every fix-it of the corpus's diagnostics, and checks that the diagnostic is gone.
struct FixItTests {
  @Test("fix-its fix their diagnostics", arguments: caseFiles(below: "Errors"))
  func mends(file: String) throws {
    var runner = CaseRunner()
    for subject in try Case.all(inFile: file) {
      for finding in runner.findings(of: subject) {
        for fixIt in finding.fixIts { try tryOut(fixIt, of: finding, in: subject, &runner) }
      }
    }
  }

  private func tryOut(
    _ fixIt: FormatDiagnostic.FixIt, of finding: FormatDiagnostic, in subject: Case, _ runner: inout CaseRunner
  ) throws {
    var fixed = subject
    fixed.text = fixIt.applied(to: subject.text)
    let before = runner.findings(of: subject)
    let after = runner.findings(of: fixed)
    let code = finding.code
    #expect(
      after.count { $0.code == code } < before.count { $0.code == code } || fixIt.reveals(after, after: before),
      "\(subject.id): '\(fixIt.title)' gives \(fixed.text), where \(code.rawValue) remains")
    // A safe fix-it causes no other error.
    if fixIt.isSafe {
      let errors = after.filter { $0.severity == .error }.count - before.filter { $0.severity == .error }.count
      #expect(errors <= 0, "\(subject.id): '\(fixIt.title)' gives \(fixed.text): \(after.map(\.message))")
    }
  }

  @Test(
    "with a fix-it applied, any predicate of the corpus parses, or has fewer errors, or only errors in the text after it",
    arguments: caseFiles())
  func improves(file: String) throws {
    for subject in try Case.all(inFile: file)
    where subject.text.utf8.count < 10_000 && !subject.isExpression {
      let findings = Self.findings(in: subject.text)
      let errors = findings.count { $0.severity == .error }
      for finding in findings {
        for fixIt in finding.fixIts {
          let fixed = fixIt.applied(to: subject.text)
          let after = Self.findings(in: fixed)
          let rest = after.filter { $0.severity == .error }
          #expect(
            rest.isEmpty || rest.count < errors || fixIt.reveals(rest, after: findings),
            "\(subject.id): '\(fixIt.title)' gives \(fixed): \(rest.map(\.message))")
        }
      }
    }
  }

  /// Returns the errors and warnings that need only the text.
  private static func findings(in text: String) -> [FormatDiagnostic] {
    do throws(FormatError) {
      return try FormatPredicate.template(text).findings()
    } catch {
      return error.diagnostics
    }
  }

  @Test("the corpus offers fix-its of both kinds")
  func areThere() throws {
    var safe = 0
    var unsafe = 0
    var runner = CaseRunner()
    for file in caseFiles(below: "Errors") {
      for subject in try Case.all(inFile: file) {
        for fixIt in runner.findings(of: subject).flatMap(\.fixIts) {
          if fixIt.isSafe { safe += 1 } else { unsafe += 1 }
        }
      }
    }
    #expect(safe > 40)
    #expect(unsafe > 40)
  }
}

extension FormatDiagnostic.FixIt {
  /// Returns whether the fix adds errors only to the text after it. The parser reports one error of a comparison, so a fix may reveal
  /// the next one.
  fileprivate func reveals(_ errors: [FormatDiagnostic], after before: [FormatDiagnostic]) -> Bool {
    errors.allSatisfy { error in
      error.severity != .error || error.range.start >= range.start + replacement.utf8.count
        || error.range.start < range.start && before.contains { ($0.code, $0.range) == (error.code, error.range) }
    }
  }
}
