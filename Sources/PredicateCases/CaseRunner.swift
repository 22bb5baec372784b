import PredicateEvaluation
import PredicateInput
import PredicateModel
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// A runner for cases. It caches files of rows, models and objects, but shares no other state between cases.
package struct CaseRunner {
  private var rowFiles: [String: [FormatValue]] = [:]
  private var modelFiles: [String: DataModel] = [:]
  /// The objects in files, by the paths of the model and of the file.
  private var stores: [[String]: ObjectGraph] = [:]
  private let ignoresUnknownFields: Bool
  /// The files that subsequent cases may name.
  package var files = FileConfinement.none

  /// - Parameter ignoresUnknownFields: Whether a case may have unknown fields, as in the files of other programs.
  package init(ignoresUnknownFields: Bool = false) { self.ignoresUnknownFields = ignoresUnknownFields }

  /// Runs a case and returns its outcome. Throws an error if its files cannot be read.
  package mutating func run(_ subject: Case) throws(InputError) -> CaseOutcome {
    if !ignoresUnknownFields, !subject.unknownFields.isEmpty {
      return .failed(
        expected: "known fields for this kind of case", got: subject.unknownFields.joined(separator: ", "))
    }
    if !subject.assertsSomething {
      return .failed(expected: "a field with the expected result, such as canonical or error", got: "none")
    }
    var result = CaseOutcome.passed
    do {
      try check(subject)
    } catch {
      switch error {
      case .mismatch(let expected, let got): result = .failed(expected: expected, got: got)
      case .error(let error, let stage): result = outcome(of: error, at: stage, subject)
      case .input(let error): throw error
      }
    }
    guard subject.isDubious else { return result }
    switch result {
    case .passed: return .skipped(reason: "dubious; it passes")
    case .failed(let expected, let got): return .skipped(reason: "dubious; expected \(expected), got \(got)")
    case .skipped: return result
    }
  }

  /// Runs a case and returns its error, expected or not, or `nil` if there is none.
  package mutating func error(of subject: Case) -> FormatError? {
    do { try check(subject) } catch {
      if case .error(let error, _) = error { return error }
    }
    return nil
  }

  /// Returns the warnings about the text of a case, if it can be parsed.
  package func warnings(of subject: Case) -> [FormatDiagnostic] {
    (try? CaseSubject(subject.text, isExpression: subject.isExpression))?.warnings(subject.functions) ?? []
  }

  /// The reason why a case stops early.
  private enum Stop: Error {
    case mismatch(expected: String, got: String)
    /// An error at a stage, which the case may expect.
    case error(FormatError, DiagnosticCode.Stage)
    case input(InputError)
  }

  /// Throws the first assertion that fails, or the error of the case.
  private mutating func check(_ subject: Case) throws(Stop) {
    let profile = try profile(of: subject)
    let parsed = try reporting(.parse) { () throws(FormatError) in
      if let profile { return try CaseSubject(subject.text, isExpression: subject.isExpression, profile) }
      return try CaseSubject(subject.text, isExpression: subject.isExpression, limits: subject.limits ?? .default)
    }
    // If there are arguments, the profile checks the text with their values instead.
    if let profile, subject.arguments == nil { try expectPermitted(parsed, profile, subject) }
    if subject.error?.stage == .parse, profile == nil || subject.arguments == nil {
      guard let finding = parsed.firstFinding(subject.functions) else {
        throw missingError(subject, got: parsed.format)
      }
      throw .error(FormatError([finding], source: subject.text), .parse)
    }
    try expectStablePrint(of: parsed, subject)
    if let specifiers = subject.specifiers {
      let found = parsed.conversions.map(\.text)
      if found != specifiers { throw .mismatch(expected: "conversions \(specifiers)", got: "\(found)") }
    }

    if let warnings = subject.warnings {
      let found = parsed.warnings(subject.functions).map(\.code.rawValue)
      if found != warnings { throw .mismatch(expected: "warnings \(warnings)", got: "\(found)") }
    }

    var bound = parsed
    if subject.arguments != nil || subject.error?.stage == .bind {
      bound = try reporting(.bind) { () throws(FormatError) in try parsed.binding(subject.arguments ?? [], profile) }
    }
    if let profile, subject.arguments != nil {
      try expectPermitted(bound, profile, subject)
      if subject.error?.stage == .parse { throw missingError(subject, got: bound.format) }
    }
    if subject.error?.stage == .bind { throw missingError(subject, got: bound.format) }
    if let canonical = subject.canonical {
      let format = bound.format
      if !format.utf8.elementsEqual(canonical.utf8) { throw .mismatch(expected: canonical, got: format) }
    }

    let model = try model(of: subject)
    if let model, let entity = subject.model?.entity, case .predicate(let predicate) = bound {
      try expectTranslation(of: predicate, subject, model, entity)
    }
    if let fetch = subject.fetch, let model {
      try expectAnswer(to: fetch, subject, model)
    } else if subject.isEvaluated {
      try evaluate(bound, subject, model)
    }
  }

  // MARK: Models

  /// Checks the predicate against the model and compares its SQL with the expected SQL.
  private func expectTranslation(
    of predicate: FormatPredicate, _ subject: Case, _ model: DataModel, _ entity: String
  ) throws(Stop) {
    let predicate = predicate.substituting(subject.variables)
    _ = try reporting(.evaluate) { () throws(FormatError) in
      try predicate.check(against: model, entity: entity, functions: subject.functions)
    }
    for (dialect, expected) in subject.sql.sorted(by: { $0.key.name < $1.key.name }) {
      let text = try reporting(.evaluate) { () throws(FormatError) in
        try predicate.sql(dialect, model: model, entity: entity).text
      }
      if text != expected { throw .mismatch(expected: "\(dialect.name): \(expected)", got: text) }
    }
    guard let dialect = subject.error?.dialect else { return }
    let text = try reporting(.evaluate) { () throws(FormatError) in
      try predicate.sql(dialect, model: model, entity: entity).text
    }
    throw missingError(subject, got: text)
  }

  private mutating func model(of subject: Case) throws(Stop) -> DataModel? {
    guard let path = subject.model?.path else { return nil }
    do {
      try files.check(path)
      if let known = modelFiles[path] { return known }
      let model = try DataModel.read(path)
      modelFiles[path] = model
      return model
    } catch {
      throw .input(error)
    }
  }

  private func profile(of subject: Case) throws(Stop) -> PredicateProfile? {
    guard let name = subject.profile else { return nil }
    do {
      if PredicateProfile.named(name) == nil { try files.check(name, mayBeMissing: true) }
      let profile = try PredicateProfile.read(name)
      return subject.keys.map(profile.permitting) ?? profile
    } catch {
      throw .input(error)
    }
  }

  private mutating func expectPermitted(
    _ text: CaseSubject, _ profile: PredicateProfile, _ subject: Case
  ) throws(Stop) {
    let model = try model(of: subject)
    let findings = try reporting(.evaluate) { () throws(FormatError) in
      // Keys that are permitted by type need a type: the entity, or that of untyped rows.
      guard profile.types != nil, case .predicate(let predicate) = text else { return text.findings(in: profile) }
      guard let model, let entity = subject.model?.entity else {
        return predicate.findings(in: profile, for: FormatValue.self, functions: subject.functions)
      }
      return try predicate.findings(in: profile, model: model, entity: entity, functions: subject.functions)
    }
    if !findings.isEmpty { throw .error(FormatError(findings, source: subject.text), .parse) }
  }

  /// Checks that the printed text parses and prints to itself. This uses the template without arguments, because an object or a
  /// date given as an argument cannot be written in canonical text.
  private func expectStablePrint(of parsed: CaseSubject, _ subject: Case) throws(Stop) {
    let first = parsed.format
    let second: String
    do {
      second = try CaseSubject(first, isExpression: subject.isExpression).format
    } catch {
      throw .mismatch(expected: "a print that parses: \(first)", got: describe(error, at: .parse))
    }
    if !first.utf8.elementsEqual(second.utf8) {
      throw .mismatch(expected: "a print that parses to itself: \(first)", got: second)
    }
  }

  // MARK: Fetching

  /// Runs the request of a case on the objects of its store in memory and compares the results.
  private mutating func expectAnswer(to fetch: FetchCase, _ subject: Case, _ model: DataModel) throws(Stop) {
    let objects: ObjectGraph
    do {
      try files.check(fetch.store)
      let name = [subject.model?.path ?? "", fetch.store]
      if let known = stores[name] {
        objects = known
      } else {
        objects = ObjectGraph(try ObjectFile.read(fetch.store, model))
        stores[name] = objects
      }
    } catch { throw .input(error) }
    let answer = try reporting(.evaluate) { () throws(FormatError) -> FetchAnswer? in
      try subject.boundRequest().map { request throws(FormatError) in
        try objects.answer(to: request, fetch.change, functions: subject.functions)
      }
    }
    guard let answer else { return }
    if subject.error?.stage == .evaluate { throw missingError(subject, got: "\(answer.count) in all") }
    let difference = try reporting(.evaluate) { () throws(FormatError) in try subject.difference(answer, objects) }
    if let difference { throw .mismatch(expected: difference.expected, got: difference.got) }
  }

  // MARK: Evaluating

  private mutating func evaluate(_ bound: CaseSubject, _ subject: Case, _ model: DataModel?) throws(Stop) {
    var rows = try rows(of: subject)
    var object = subject.object ?? .null
    if let model, let entity = subject.model.flatMap({ model.entity($0.entity) }) {
      do {
        if subject.object != nil { object = try model.object(object, of: entity, at: "object") }
        rows = try rows.map { rows throws(InputError) in try model.objects(rows, of: entity, at: "objects") }
      } catch {
        throw .input(InputError(subject.file, line: subject.line, error.description))
      }
    }
    if subject.error?.stage == .evaluate {
      let got = try reporting(.evaluate) { () throws(FormatError) in
        if let rows,
          let matches = try bound.matches(in: rows, variables: subject.variables, functions: subject.functions)
        {
          return "\(matches)"
        }
        return String(
          json: try bound.value(with: object, variables: subject.variables, functions: subject.functions))
      }
      throw missingError(subject, got: got)
    }
    if let expected = subject.result.map(FormatValue.bool) ?? subject.value {
      let got = try reporting(.evaluate) { () throws(FormatError) in
        try bound.value(with: object, variables: subject.variables, functions: subject.functions)
      }
      if !equalInCase(expected, got) {
        throw .mismatch(expected: String(json: expected), got: String(json: got))
      }
    }
    if let rows { try expectRows(rows, bound, subject) }
  }

  private mutating func rows(of subject: Case) throws(Stop) -> [FormatValue]? {
    guard subject.objects == nil, let path = subject.data else { return subject.objects }
    let kind = subject.type ?? RowKind(fileName: path)
    let name = "\(kind.rawValue) \(path)"
    do {
      try files.check(path)
      if let known = rowFiles[name] { return known }
      let rows = try RowTable.read(file: path, kind: kind).values
      rowFiles[name] = rows
      return rows
    } catch {
      throw .input(error)
    }
  }

  private func expectRows(_ rows: [FormatValue], _ bound: CaseSubject, _ subject: Case) throws(Stop) {
    let found = try reporting(.evaluate) { () throws(FormatError) in
      try bound.matches(in: rows, variables: subject.variables, functions: subject.functions)
    }
    guard let found else { throw .mismatch(expected: "a predicate, which filters rows", got: "an expression") }
    if let matches = subject.matches, matches != found {
      throw .mismatch(expected: shortened(matches), got: shortened(found))
    }
    if let count = subject.count, count != found.count {
      throw .mismatch(expected: "\(count) rows", got: "\(found.count)")
    }
    guard let values = subject.values else { return }
    let key = FormatExpression.keyPath(values.key)
    let got = try reporting(.evaluate) { () throws(FormatError) in
      var got: [FormatValue] = []
      for row in found { got.append(try key.value(with: rows[row])) }
      return got
    }
    if !equalInCase(.list(values.list), .list(got)) {
      throw .mismatch(expected: String(json: .list(values.list)), got: String(json: .list(got)))
    }
  }

  // MARK: Errors

  private func reporting<T>(
    _ stage: DiagnosticCode.Stage, _ body: () throws(FormatError) -> T
  ) throws(Stop) -> T {
    do { return try body() } catch { throw .error(error, stage) }
  }

  /// Returns whether the case expects an error, as an outcome.
  private func outcome(of error: FormatError, at stage: DiagnosticCode.Stage, _ subject: Case) -> CaseOutcome {
    let got = describe(error, at: stage)
    guard let expected = subject.error else { return .failed(expected: "no error", got: got) }
    let first = firstError(of: error)
    let isExpected =
      expected.stage == stage && (expected.offset ?? first?.range.start) == first?.range.start
      && (expected.code ?? first?.code.rawValue) == first?.code.rawValue
    return isExpected ? .passed : .failed(expected: describe(expected), got: got)
  }

  private func missingError(_ subject: Case, got: String) -> Stop {
    .mismatch(expected: subject.error.map(describe) ?? "an error", got: got)
  }

  private func firstError(of error: FormatError) -> FormatDiagnostic? {
    error.diagnostics.first { $0.severity == .error } ?? error.diagnostics.first
  }

  private func describe(_ error: FormatError, at stage: DiagnosticCode.Stage) -> String {
    guard let first = firstError(of: error) else { return "an error at \(stage.rawValue) without a diagnostic" }
    return "\(first.code.rawValue) at \(stage.rawValue), offset \(first.range.start) (\(first.message))"
  }

  private func describe(_ expected: Case.ExpectedError) -> String {
    let offset = expected.offset.map { ", offset \($0)" } ?? ""
    let dialect = expected.dialect.map { ", as \($0.name)" } ?? ""
    return "\(expected.code ?? "an error") at \(expected.stage.rawValue)\(offset)\(dialect)"
  }

  /// Returns a description of rows that lists at most 20 indices.
  private func shortened(_ rows: [Int]) -> String {
    guard rows.count > 20 else { return "\(rows)" }
    return "[\(rows.prefix(20).map(String.init).joined(separator: ", ")), … \(rows.count) in all]"
  }
}
