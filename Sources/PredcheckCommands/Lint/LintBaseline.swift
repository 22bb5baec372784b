import Foundation
import PredicateInput
import PredicateSyntax

/// The findings that a project had when it began to use lint. They are not reported again.
///
/// A finding is known by its file, its code and the text of its predicate, so that it stays known if its lines move.
struct LintBaseline {
  /// The version of the file.
  static let fileVersion = 1

  struct Entry: Hashable {
    let file: String
    let code: String
    let text: String
  }

  private var version = Self.fileVersion
  private var findings: [Entry] = []

  /// Reads a baseline.
  static func read(_ path: String) throws(InputError) -> LintBaseline {
    try readJSON(readRegularFile(path), name: path, LintBaseline.init)
  }

  private init(_ value: FormatValue) throws(FieldError) {
    let fields = try Fields(value)
    try fields.expectVersion(Self.fileVersion)
    try fields.expectOnly(["version", "findings"])
    findings = try fields.objects(of: "findings", only: ["file", "code", "text"]) { entry throws(FieldError) in
      Entry(
        file: try entry.read("file", .text), code: try entry.read("code", .text), text: try entry.read("text", .text))
    }
  }

  /// Creates the baseline of reports.
  init(_ reports: [LintReport], below folder: String) {
    findings = reports.flatMap { report in report.findings.map { Self.entry($0, report, folder) } }
  }

  private static func entry(_ finding: LintFinding, _ report: LintReport, _ folder: String) -> Entry {
    let path = URL(fileURLWithPath: report.file.path).standardizedFileURL.path
    let file = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    return Entry(file: file, code: finding.code, text: finding.predicate.map { report.texts[$0] } ?? "")
  }

  /// The text of the file.
  var text: String {
    let lines = findings.map { entry in
      String.jsonObject([
        ("file", String.jsonString(entry.file)), ("code", String.jsonString(entry.code)),
        ("text", String.jsonString(entry.text)),
      ])
    }
    let list = lines.isEmpty ? "[]" : "[\n    \(lines.joined(separator: ",\n    "))\n  ]"
    return "{\n  \"version\": \(version),\n  \"findings\": \(list)\n}\n"
  }

  /// Removes the known findings from reports, each as often as it is known. Returns the number of entries that are no longer needed.
  func apply(to reports: inout [LintReport], below folder: String) -> Int {
    var left: [Entry: Int] = [:]
    for entry in findings { left[entry, default: 0] += 1 }
    for index in reports.indices {
      let report = reports[index]
      reports[index].findings.removeAll { finding in
        let entry = Self.entry(finding, report, folder)
        guard let count = left[entry], count > 0 else { return false }
        left[entry] = count - 1
        return true
      }
    }
    return left.values.reduce(0, +)
  }
}
