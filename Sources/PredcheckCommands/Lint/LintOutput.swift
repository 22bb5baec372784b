import PredcheckSupport
import PredicateInput
import PredicateLint
import PredicateSyntax
import PredicateXML

/// A finding with its places for people and for other programs.
struct PlacedFinding {
  let finding: LintFinding
  /// The path of the file, and in a binary property list that of the text.
  let name: String
  let start: FilePlace
  let end: FilePlace
  /// The same places with columns in Unicode scalars.
  let scalars: (start: Int, end: Int)

  init(_ finding: LintFinding, _ report: LintReport, _ lines: FileLines, _ bytes: [UInt8]) {
    self.finding = finding
    name = report.name(of: finding)
    let range = finding.range
    start = lines.place(of: range.lowerBound, in: bytes)
    end = lines.place(of: max(range.lowerBound, range.upperBound), in: bytes)
    scalars = (
      Self.scalarColumn(of: range.lowerBound, lines, bytes, start.line),
      Self.scalarColumn(of: range.upperBound, lines, bytes, end.line)
    )
  }

  private static func scalarColumn(of offset: Int, _ lines: FileLines, _ bytes: [UInt8], _ line: Int) -> Int {
    let first = lines.range(of: line, in: bytes).lowerBound
    return bytes[first..<max(first, min(offset, bytes.count))].count { $0 & 0xC0 != 0x80 } + 1
  }

  /// The severity, as other programs spell it.
  var severity: String { finding.diagnostic.severity.rawValue }

  /// The message with its notes.
  var message: String { ([finding.diagnostic.message] + finding.diagnostic.notes).joined(separator: "; ") }

  /// The finding as a JSON object.
  func json(_ report: LintReport) -> String {
    var fields: [(key: String, json: String)] = [
      ("file", String.jsonString(report.file.path)), ("line", "\(start.line)"), ("column", "\(start.column)"),
      ("endLine", "\(end.line)"), ("endColumn", "\(end.column)"), ("code", String.jsonString(finding.code)),
      ("severity", String.jsonString(severity)), ("message", String.jsonString(finding.diagnostic.message)),
    ]
    if !finding.diagnostic.notes.isEmpty {
      fields.append(("notes", String.jsonArray(finding.diagnostic.notes.map(String.jsonString))))
    }
    if let index = finding.predicate {
      let predicate = report.predicates[index]
      fields.append(("host", String.jsonString(predicate.host)))
      if !predicate.path.isEmpty { fields.append(("path", String.jsonString(predicate.path))) }
      fields.append(("text", String.jsonString(report.texts[index])))
    }
    if let fix = finding.fix {
      let object = String.jsonObject([
        ("title", String.jsonString(fix.text.title)), ("start", "\(fix.range.lowerBound)"),
        ("end", "\(fix.range.upperBound)"), ("replacement", String.jsonString(fix.replacement)),
        ("safe", fix.text.isSafe ? "true" : "false"),
      ])
      fields.append(("fix", object))
    }
    return String.jsonObject(fields)
  }

  /// The finding as a command of GitHub's workflows.
  var githubCommand: String {
    func escaped(_ text: String) -> String {
      text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
    func property(_ text: String) -> String {
      escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
    return "::\(severity) file=\(property(name)),line=\(start.line),col=\(start.column),endLine=\(end.line),"
      + "endColumn=\(end.column),title=\(property(finding.code))::\(escaped(message))"
  }
}

extension LintReport {
  /// The findings with their places.
  var placed: [PlacedFinding] {
    if findings.isEmpty { return [] }
    let lines = FileLines(file.bytes)
    return findings.map { finding in
      let bytes = source(of: finding)
      let isInFile = finding.predicate.map { predicates[$0].isInFile } ?? true
      return PlacedFinding(finding, self, isInFile ? lines : FileLines(bytes), bytes)
    }
  }
}

/// Prints the findings of files.
struct LintOutput {
  let form: LintForm
  let console: Console

  func write(_ reports: [LintReport]) {
    switch form {
    case .text:
      for report in reports {
        for finding in report.findings {
          let text = String(decoding: report.source(of: finding), as: UTF8.self)
          let name = report.name(of: finding)
          console.output.write(
            finding.diagnostic.rendered(in: text, name: name, color: console.hasOutputColor) + "\n\n")
        }
      }
    case .json: forEach(reports) { $1.json($0) }
    case .github: forEach(reports) { $1.githubCommand }
    case .sarif: console.output.write(SARIF.log(of: reports))
    case .junit: console.output.write(JUnit.report(of: reports))
    }
  }

  private func forEach(_ reports: [LintReport], _ line: (LintReport, PlacedFinding) -> String) {
    for report in reports {
      for finding in report.placed { console.output.write(line(report, finding) + "\n") }
    }
  }
}
