import CommandSupport
import PredcheckSupport
import PredicateInput
import PredicateSQL
import PredicateSyntax

/// `predcheck explain`: prints the page of a diagnostic code, or lists all codes.
struct ExplainCommand {
  let call: Call
  let console: Console

  func run() throws(CommandStop) -> ExitCode {
    if call.operands.isEmpty {
      list()
      return .fine
    }
    var pages: [DiagnosticPage] = []
    for operand in call.operands { pages.append(try page(of: operand)) }
    for (index, page) in pages.enumerated() {
      if call.has(.json) {
        console.output.write(page.json + "\n")
      } else {
        console.output.write((index > 0 ? "\n" : "") + page.text(on: console) + "\n")
      }
    }
    return .fine
  }

  /// Prints all codes by subject, each with its severity and the first sentence of its page.
  private func list() {
    if call.has(.json) {
      for page in DiagnosticPage.all { console.output.write(page.json + "\n") }
      return
    }
    let width = DiagnosticPage.all.map(\.code.rawValue.count).max() ?? 0
    for (index, group) in DiagnosticPage.groups.enumerated() {
      console.output.write((index > 0 ? "\n" : "") + console.painted(group.head, "1") + "\n")
      for page in group.pages {
        let name = page.code.rawValue
        let padding = String(repeating: " ", count: width - name.count)
        let severity = page.code.severity == .error ? "error  " : "warning"
        let line = "  \(name)\(padding)  \(severity)  \(page.summary)"
        console.output.write((console.width.map { line.cut(toColumns: $0) } ?? line) + "\n")
      }
    }
  }

  private func page(of operand: [UInt8]) throws(CommandStop) -> DiagnosticPage {
    var name = String(decoding: operand, as: UTF8.self)
    // Accepts the form that messages use: `error[is-null]`, `[is-null]`.
    if name.hasSuffix("]"), let open = name.firstIndex(of: "[") {
      name = String(name[name.index(after: open)...].dropLast())
    }
    if let code = FormatDiagnostic.Code(rawValue: name), let page = DiagnosticPage.of(code) { return page }
    let nearest = nearestWord(to: name, among: FormatDiagnostic.Code.allCases.map(\.rawValue))
    let hint = nearest.map { "did you mean \($0)?" } ?? "predcheck explain lists all codes"
    throw .usage(UsageError("unknown code '\(Explanation.shortened(name))'; \(hint)", .explain))
  }
}

extension DiagnosticPage {
  /// The severity, and the stage that reports the code.
  private var kind: String {
    let stage =
      switch code.stage {
      case .parse: "found in the text"
      case .bind: "found when arguments are bound"
      case .evaluate: "found in types or values"
      }
    return "\(code.severity.rawValue), \(stage)"
  }

  /// Returns the page as text.
  fileprivate func text(on console: Console) -> String {
    let head = console.painted(code.rawValue, code.severity == .error ? "31;1" : "33;1")
    var lines = ["\(head): \(kind)", "", why, ""]
    lines += Self.lines(of: bad, head: console.painted("wrong", "1"))
    if let finding = bad.findings().first(where: { $0.code == code }) {
      let source = String(decoding: bad.bytes, as: UTF8.self)
      let rendered = finding.rendered(in: source, color: console.hasOutputColor)
      lines += [""] + rendered.split(separator: "\n").map { "    \($0)" } + [""]
    }
    lines += Self.lines(of: good, head: console.painted("right", "1"))
    if !mistakes.isEmpty { lines += ["", console.painted("also", "1") + ":"] }
    let width = min(mistakes.map(\.example.count).max() ?? 0, 48)
    for mistake in mistakes {
      let padding = String(repeating: " ", count: max(0, width - mistake.example.count))
      lines.append("    " + mistake.example + (mistake.repair.map { padding + "  write  \($0)" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(of example: DiagnosticExample, head: String) -> [String] {
    ["\(head):", "    " + (example.bytes.isEmpty ? "(nothing)" : example.text)]
      + (example.setting.map { ["    (\($0))"] } ?? [])
  }

  fileprivate var json: String {
    String.jsonObject([
      ("code", String.jsonString(code.rawValue)),
      ("severity", String.jsonString(code.severity.rawValue)),
      ("stage", String.jsonString(code.stage.rawValue)),
      ("why", String.jsonString(why)),
      ("bad", Self.json(of: bad)),
      ("good", Self.json(of: good)),
      ("mistakes", String.jsonArray(mistakes.map(Self.json))),
    ])
  }

  private static func json(of mistake: Mistake) -> String {
    let repair = mistake.repair.map { [("repair", String.jsonString($0))] } ?? []
    return String.jsonObject([("format", String.jsonString(mistake.example))] + repair)
  }

  private static func json(of example: DiagnosticExample) -> String {
    var fields: [(key: String, json: String)] = [("format", String.jsonString(example.text))]
    if let arguments = example.arguments { fields.append(("arguments", arguments)) }
    switch example.subject {
    case .nothing: break
    case .file(let name): fields.append(("file", String.jsonString(name)))
    case .object(let object): fields.append(("object", object))
    case .words: fields.append(("type", String.jsonString(DiagnosticExample.Word.declaration)))
    case .groups(let keys):
      fields.append(("type", String.jsonString(DiagnosticExample.Word.declaration)))
      fields.append(("groupKeys", String.jsonArray(keys.map(String.jsonString))))
    case .entity(let name):
      fields.append(("model", String.jsonString(DiagnosticExample.WordModel.declaration)))
      fields.append(("entity", String.jsonString(name)))
    case .statement(let dialect, let limits):
      fields.append(("model", String.jsonString(DiagnosticExample.WordModel.declaration)))
      fields.append(("dialect", String.jsonString(dialect.name)))
      if limits.length != SQLLimits.default.length { fields.append(("length", "\(limits.length)")) }
      if limits.parameters != SQLLimits.default.parameters { fields.append(("parameters", "\(limits.parameters)")) }
    }
    if let profile = example.profile { fields.append(("profile", String.jsonString(profile))) }
    if let refused = example.refused { fields.append(("refused", String.jsonString(refused))) }
    if let registered = example.registered { fields.append(("functions", String.jsonString(registered.text))) }
    return String.jsonObject(fields)
  }
}
