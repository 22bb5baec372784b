import PredicateInput
import PredicateLint
import PredicateSyntax
import PredicateXML

/// A finding about a predicate in a file, or about the file.
struct LintFinding: Sendable {
  /// A change of the file.
  struct Fix: Sendable {
    /// The change of the text.
    let text: FormatDiagnostic.FixIt
    let range: Range<Int>
    let replacement: String
  }

  /// The finding, with its ranges in the file. Those of a binary property list are in the text of the predicate.
  var diagnostic: FormatDiagnostic
  /// The index of the predicate in the file, or nil for findings about the file.
  var predicate: Int?
  /// The best fix, if the file can be changed.
  var fix: Fix?

  var range: Range<Int> { diagnostic.range.start..<diagnostic.range.end }

  /// Creates a finding about a predicate.
  init(_ diagnostic: FormatDiagnostic, predicate: Int, fix: Fix? = nil) {
    (self.diagnostic, self.predicate, self.fix) = (diagnostic, predicate, fix)
  }

  /// Creates a finding about the file.
  init(_ code: FormatDiagnostic.Code, _ message: String, at range: Range<Int>) {
    diagnostic = FormatDiagnostic(
      code: code, severity: code.severity, message: message, range: FormatRange(range.lowerBound, range.upperBound))
  }

  var code: String { diagnostic.code.rawValue }
}

/// The findings about a file.
struct LintReport: Sendable {
  let file: HostFile
  var predicates: [PredicateText] = []
  /// The texts of the predicates, with something in their holes.
  var texts: [String] = []
  var findings: [LintFinding] = []

  /// The text that the range of a finding refers to.
  func source(of finding: LintFinding) -> [UInt8] {
    guard let index = finding.predicate, !predicates[index].isInFile else { return file.bytes }
    return Array(texts[index].utf8)
  }

  /// The path of the file, and in a binary property list that of the text.
  func name(of finding: LintFinding) -> String {
    guard let index = finding.predicate, !predicates[index].isInFile else { return file.path }
    return "\(file.path):\(predicates[index].path)"
  }
}
