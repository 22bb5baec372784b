import CommandSupport
import Foundation
import PredicateInput
import PredicateLint
import PredicateSyntax

/// The Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard of 2020-03-27).
enum SARIF {
  static func log(of reports: [LintReport]) -> String {
    let findings = reports.flatMap { report in report.placed.map { (report, $0) } }
    let codes = Set(findings.map { $0.1.finding.code }).sorted()
    let driver = String.jsonObject([
      ("name", String.jsonString("predcheck")), ("version", String.jsonString(packageVersion)),
      ("rules", String.jsonArray(codes.map(rule))),
    ])
    let run = String.jsonObject([
      ("tool", String.jsonObject([("driver", driver)])), ("columnKind", String.jsonString("unicodeCodePoints")),
      ("results", String.jsonArray(findings.map { result($0.0, $0.1, codes) })),
    ])
    return String.jsonObject([
      ("$schema", String.jsonString("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", String.jsonString("2.1.0")), ("runs", String.jsonArray([run])),
    ]) + "\n"
  }

  private static func rule(_ code: String) -> String {
    let why = FormatDiagnostic.Code(rawValue: code).flatMap(DiagnosticPage.of)?.why ?? code
    return String.jsonObject([("id", String.jsonString(code)), ("shortDescription", text(why))])
  }

  private static func text(_ text: String) -> String { String.jsonObject([("text", String.jsonString(text))]) }

  private static func result(_ report: LintReport, _ placed: PlacedFinding, _ codes: [String]) -> String {
    let finding = placed.finding
    var fields: [(key: String, json: String)] = [
      ("ruleId", String.jsonString(finding.code)),
      ("ruleIndex", "\(codes.firstIndex(of: finding.code) ?? -1)"),
      ("level", String.jsonString(placed.severity)), ("message", text(placed.message)),
      ("locations", String.jsonArray([location(report, placed)])),
    ]
    if let index = finding.predicate {
      let print = "\(finding.code):\(report.texts[index])"
      fields.append(("partialFingerprints", String.jsonObject([("predicate/v1", String.jsonString(print))])))
    }
    if let fix = finding.fix { fields.append(("fixes", String.jsonArray([self.fix(fix, report)]))) }
    return String.jsonObject(fields)
  }

  /// Returns the path of a file as a URI, relative if the path is.
  private static func uri(_ path: String) -> String {
    let written = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return path.hasPrefix("/") ? "file://" + written : written
  }

  private static func artifact(_ report: LintReport) -> String {
    String.jsonObject([("uri", String.jsonString(uri(report.file.path)))])
  }

  private static func location(_ report: LintReport, _ placed: PlacedFinding) -> String {
    var physical = [("artifactLocation", artifact(report))]
    let predicate = placed.finding.predicate.map { report.predicates[$0] }
    if predicate?.isInFile ?? true {
      let region = String.jsonObject([
        ("startLine", "\(placed.start.line)"), ("startColumn", "\(placed.scalars.start)"),
        ("endLine", "\(placed.end.line)"), ("endColumn", "\(placed.scalars.end)"),
      ])
      physical.append(("region", region))
    }
    var fields = [("physicalLocation", String.jsonObject(physical.map { (key: $0.0, json: $0.1) }))]
    if let path = predicate?.path, !path.isEmpty {
      let logical = String.jsonObject([("fullyQualifiedName", String.jsonString(path))])
      fields.append(("logicalLocations", String.jsonArray([logical])))
    }
    return String.jsonObject(fields.map { (key: $0.0, json: $0.1) })
  }

  private static func fix(_ fix: LintFinding.Fix, _ report: LintReport) -> String {
    let region = String.jsonObject([
      ("byteOffset", "\(fix.range.lowerBound)"), ("byteLength", "\(fix.range.count)"),
    ])
    let replacement = String.jsonObject([("deletedRegion", region), ("insertedContent", text(fix.replacement))])
    let change = String.jsonObject([
      ("artifactLocation", artifact(report)), ("replacements", String.jsonArray([replacement])),
    ])
    return String.jsonObject([
      ("description", text(fix.text.title)), ("artifactChanges", String.jsonArray([change])),
    ])
  }
}

/// The reports of tests that build servers read: a test for each predicate, which fails if it has an error.
enum JUnit {
  static func report(of reports: [LintReport]) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for report in reports where !report.predicates.isEmpty || !report.findings.isEmpty {
      let placed = report.placed
      let cases = report.predicates.indices.map { index in
        testCase(report.texts[index], report, placed.filter { $0.finding.predicate == index })
      }
      let own = placed.filter { $0.finding.predicate == nil }
      let all = own.isEmpty ? cases : cases + [testCase("(file)", report, own)]
      let failures = all.count { $0.isFailure }
      text += "  <testsuite name=\"\(report.file.path.inXML)\" tests=\"\(all.count)\" failures=\"\(failures)\">\n"
      text += all.map(\.xml).joined() + "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func testCase(
    _ name: String, _ report: LintReport, _ findings: [PlacedFinding]
  ) -> (xml: String, isFailure: Bool) {
    let head = "    <testcase classname=\"\(report.file.path.inXML)\" name=\"\(name.inXML)\""
    if findings.isEmpty { return (head + "/>\n", false) }
    let errors = findings.filter { $0.finding.diagnostic.severity == .error }
    func line(_ finding: PlacedFinding) -> String {
      "\(finding.name):\(finding.start.line):\(finding.start.column): \(finding.severity)[\(finding.finding.code)]: "
        + finding.message
    }
    let text = findings.map(line).joined(separator: "\n").inXML
    let inner =
      errors.isEmpty
      ? "      <system-out>\(text)</system-out>\n"
      : "      <failure type=\"\(errors[0].finding.code)\" message=\"\(errors[0].message.inXML)\">\(text)</failure>\n"
    return (head + ">\n" + inner + "    </testcase>\n", !errors.isEmpty)
  }
}

extension String {
  /// The text as XML writes it. Characters that XML cannot have become the replacement character.
  fileprivate var inXML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result += scalar == "\n" ? "&#10;" : "&#9;"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
