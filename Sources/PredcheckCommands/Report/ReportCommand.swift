import CommandSupport
import PredcheckSupport
import PredicateEvaluation
import PredicateInput
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// `predcheck report`: writes a web page with everything that is known about a format string.
struct ReportCommand {
  let call: Call
  let console: Console

  /// The maximum number of rows that match, and of other rows, whose values are shown.
  private static let maximumRows = 2

  func run() throws(CommandStop) -> ExitCode {
    var format = try usage(FormatRequest(call, hasFiles: true))
    var files: RowInput?
    if call.has(.data) || call.operands.count > 1 {
      files = try usage(RowInput(call, with: format))
    } else {
      try usage(RowInput.expectNoOptions(call))
    }
    let path = try call.outputPath(.page)
    let ownProfile = try usage(ProfileInput(call))
    let model = try ModelInput.given(call, console)
    var profiles = PredicateProfile.general
    let profile = try ownProfile.profile()
    if let profile { profiles = [profile] + profiles.filter { $0.name != profile.name } }
    try format.readFormat(console)
    var table: RowTable?
    if let files { table = try files.table(console) }
    let rules = profile?.useRules
    let keys = model.map { ($0.model.keyModel, $0.entity) }
    let check = FormatCheck(arguments: format.arguments, model: keys, rules: rules)
    var checked = check.result(of: format.format)
    let predicate: FormatPredicate
    do throws(FormatError) {
      if !checked.isValid { throw FormatError(checked.diagnostics, source: checked.source) }
      predicate = try self.predicate(format, isEvaluated: table != nil, rules)
    } catch {
      checked.add(error.diagnostics)
      format.report(FormatError(checked.diagnostics, source: checked.source), console, json: false)
      try page(of: checked, format.format).write(to: path, console)
      return .unusable
    }
    format.report(FormatError(checked.diagnostics, source: checked.source), console, json: false)
    let rows = table.map {
      RowsOfFiles(
        table: $0, onError: files?.onError ?? .throw, progress: console.progress,
        limits: profile?.predicateLimits ?? .default)
    }
    rows?.prepare(for: predicate)
    rows?.cellWarnings.report(console)
    let answer: WhyAnswer?
    do throws(FormatError) {
      answer = try rows.map { rows throws(FormatError) in try WhyAnswer(predicate, of: rows) }
    } catch {
      format.report(error, console, json: false)
      return .unusable
    }
    let statements = model.map { self.statements(predicate, $0.model, $0.entity) } ?? []
    let verdicts = profiles.map { verdict(predicate, $0, format.refusals(of: predicate, $0, model)) }
    try page(of: predicate, checked, rows, answer, statements, verdicts).write(to: path, console)
    return .fine
  }

  /// Returns the predicate with its arguments and variables. If rows are evaluated, all of them need a value.
  private func predicate(
    _ format: FormatRequest, isEvaluated: Bool, _ rules: UseRules?
  ) throws(FormatError) -> FormatPredicate {
    var predicate = try FormatPredicate.template(utf8: format.format).following(rules)
    if isEvaluated || !format.arguments.isEmpty { predicate = try predicate.binding(format.arguments) }
    format.warn(ofUnusedIn: predicate.variables, console)
    predicate = predicate.substituting(format.variables)
    if isEvaluated { _ = try CompiledPredicate(predicate, for: FormatValue.self) }
    return predicate
  }

  // MARK: Pages

  /// Returns the page of a format with errors.
  private func page(of checked: CheckedFormat, _ format: [UInt8]) -> WebPage {
    var page = WebPage("predcheck report", of: checked.source)
    page.addParagraph("This format is wrong: \(counted(checked.errorCount, "error")).", .lead)
    for diagnostic in checked.diagnostics {
      page.add(diagnostic, in: checked.source)
      if let why = DiagnosticPage.of(diagnostic.code)?.why { page.addParagraph(why, .note) }
    }
    let fixed = checked.fixed(format, unsafe: true)
    if fixed != format {
      page.addHeading("With the first fix of each")
      page.addCode(String(decoding: fixed, as: UTF8.self))
    }
    return page
  }

  private func page(
    of predicate: FormatPredicate, _ checked: CheckedFormat, _ rows: RowsOfFiles?, _ answer: WhyAnswer?,
    _ statements: [Finding], _ verdicts: [Finding]
  ) -> WebPage {
    let warnings = checked.diagnostics + (answer?.warnings ?? [])
    var page = WebPage("predcheck report", of: predicate.laidOut(width: 80))
    page.addParagraph("In words: \(predicate.sentence).", .lead)
    var facts: [(word: String, style: WebPage.Style, text: String)] = []
    if let answer {
      let matching = answer.root.tally.matching
      facts.append(("\(matching) of \(answer.total)", matching == 0 ? .bad : .good, "rows match"))
    }
    facts.append(("\(warnings.count)", warnings.isEmpty ? .good : .bad, warnings.count == 1 ? "warning" : "warnings"))
    for (findings, text) in [(statements, "dialects of SQL express it"), (verdicts, "profiles permit it")] {
      let names = findings.flatMap(\.names)
      if names.isEmpty { continue }
      let good = findings.filter { $0.style == .good }.flatMap(\.names)
      facts.append(("\(good.count) of \(names.count)", good.isEmpty ? .bad : .good, text))
    }
    page.add(facts, asFacts: true)
    if !warnings.isEmpty { page.addHeading("Warnings") }
    for warning in warnings { page.add(warning, in: predicate.source) }
    page.addHeading("The parts")
    page.add(answer?.root ?? WhyAnswer.Part(predicate), of: answer?.total)
    if let answer { page.add(answer) }
    if let rows { add(rows, of: predicate, to: &page) }
    for (title, findings) in [("SQL", statements), ("Profiles", verdicts)] where !findings.isEmpty {
      page.addHeading(title)
      for (index, finding) in findings.enumerated() {
        let isOpen = title == "Profiles" || index == 0
        page.add(
          finding.part, below: finding.names.joined(separator: ", "), finding.verdict, finding.style, isOpen: isOpen)
      }
    }
    return page
  }

  /// Adds the values of all parts for the first rows that match, and for the first ones that do not.
  private func add(_ rows: RowsOfFiles, of predicate: FormatPredicate, to page: inout WebPage) {
    let shown = [predicate, !predicate].flatMap { rows.rows(matching: $0, skipping: 0, limit: Self.maximumRows) }
    if !shown.isEmpty { page.addHeading("Rows that match, and rows that do not") }
    page.add(shown.map { Explanation(of: predicate, on: $0, of: rows) })
  }

  // MARK: Dialects and profiles

  /// What dialects or a profile make of the predicate.
  private typealias Finding = (names: [String], verdict: String, style: WebPage.Style, part: WebPage)

  /// Returns the statement of each dialect, or the errors if the dialect cannot express the predicate. Dialects with the same statement
  /// share a finding.
  private func statements(_ predicate: FormatPredicate, _ model: PredicateModel, _ entity: String) -> [Finding] {
    var findings: [Finding] = []
    for dialect in DatabaseDialect.all {
      var finding: Finding = ([dialect.name], "not possible", .bad, WebPage("", of: ""))
      do throws(FormatError) {
        let translator = try SQLTranslator(dialect, model: model, entity: entity)
        let statement = try translator.select(where: predicate)
        finding.part.addCode(try statement.text(of: dialect, inLines: true, withLiterals: false))
        finding.verdict = statement.parameters.isEmpty ? "" : counted(statement.parameters.count, "parameter")
        finding.style = .good
        finding.part.add(statement.items + dialect.items)
      } catch {
        finding.part.add(error.diagnostics.map(\.item))
      }
      if let index = findings.firstIndex(where: { $0.part.text == finding.part.text }) {
        findings[index].names.append(dialect.name)
      } else {
        findings.append(finding)
      }
    }
    return findings
  }

  private func verdict(
    _ predicate: FormatPredicate, _ profile: PredicateProfile, _ findings: [FormatDiagnostic]
  ) -> Finding {
    let refusals = findings.filter { $0.severity == .error }
    var finding: Finding = ([profile.name], "permits it", .good, WebPage("", of: ""))
    if !refusals.isEmpty {
      let isAboutKeys = refusals.allSatisfy { $0.code == .keyNotPermitted }
      finding.verdict = isAboutKeys ? "refuses it until its keys are listed" : "refuses it"
      finding.style = .bad
    }
    finding.part.addParagraph(profile.about, .note)
    if !refusals.isEmpty { finding.part.add(refusals.map(\.item)) }
    return finding
  }
}

extension FormatDiagnostic {
  /// The message and the notes as an item of a list.
  fileprivate var item: (word: String, style: WebPage.Style, text: String) {
    (code.rawValue, .plain, ([message] + notes).joined(separator: "; "))
  }
}

extension TranslatedStatement {
  /// The parameters and the notes as items of a list.
  fileprivate var items: [(word: String, style: WebPage.Style, text: String)] {
    var items: [(word: String, style: WebPage.Style, text: String)] = []
    for (index, parameter) in parameters.enumerated() {
      let kind = parameter.kind.rawValue + (parameter.isList ? " list" : "")
      items.append(("parameter \(index + 1)", .plain, "\(kind) \(Explanation.shown(parameter.value))"))
    }
    if !requiredFunctions.isEmpty {
      items.append(("functions of PredicateSQLite", .plain, requiredFunctions.joined(separator: ", ")))
    }
    for note in notes { items.append((note.kind.rawValue, note.kind == .index ? .good : .bad, note.message)) }
    return items
  }
}

extension DatabaseDialect {
  /// The statements that a session needs first, as items of a list.
  fileprivate var items: [(word: String, style: WebPage.Style, text: String)] {
    table.sessionSettings.compactMap(\.statement).map { ("session", .plain, $0) }
  }
}
