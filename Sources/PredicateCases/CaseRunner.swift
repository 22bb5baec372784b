import PredicateEvaluation
import PredicateInput
import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// A runner for cases. It caches files of rows, models and objects, but shares no other state between cases.
package struct CaseRunner {
  private var rowFiles: [String: RowTable] = [:]
  private var modelFiles: [String: PredicateModel] = [:]
  /// The objects in files, by the paths of the model and of the file.
  private var stores: [[String]: ObjectGraph] = [:]
  private let ignoresUnknownFields: Bool
  /// The files that subsequent cases may name.
  package var files = FileConfinement.none

  /// - Parameter ignoresUnknownFields: Whether a case may have unknown fields, as in the files of other programs.
  package init(ignoresUnknownFields: Bool = false) { self.ignoresUnknownFields = ignoresUnknownFields }

  /// Runs a case and returns its outcome. Throws an error if its files cannot be read.
  package mutating func run(_ testCase: Case) throws(InputError) -> CaseOutcome {
    if !ignoresUnknownFields, !testCase.unknownFields.isEmpty {
      return .failed(
        expected: "known fields for this kind of case", got: testCase.unknownFields.joined(separator: ", "))
    }
    if !testCase.assertsSomething {
      return .failed(expected: "a field with the expected result, such as canonical or error", got: "none")
    }
    var result = CaseOutcome.passed
    do {
      try check(testCase)
    } catch {
      switch error {
      case .mismatch(let expected, let got): result = .failed(expected: expected, got: got)
      case .error(let error, let stage, let dialect): result = outcome(of: error, at: stage, dialect, testCase)
      case .input(let error): throw error
      }
    }
    guard testCase.isDubious else { return result }
    switch result {
    case .passed: return .skipped(reason: "dubious; it passes")
    case .failed(let expected, let got): return .skipped(reason: "dubious; expected \(expected), got \(got)")
    case .skipped: return result
    }
  }

  /// Runs a case and returns the `FormatError` that ends it, whether the case expects it or not. Returns `nil` if the case passes, or
  /// ends in another way, such as with a wrong result.
  package mutating func error(of testCase: Case) -> FormatError? {
    do { try check(testCase) } catch {
      if case .error(let error, _, _) = error { return error }
    }
    return nil
  }

  /// Returns the warnings about the text of a case, if it can be parsed.
  package func warnings(of testCase: Case) -> [FormatDiagnostic] {
    (try? CaseFormat(testCase.text, isExpression: testCase.isExpression))?.warnings(testCase.functions) ?? []
  }

  /// The reason why a case stops early.
  private enum Stop: Error {
    case mismatch(expected: String, got: String)
    /// An error at a stage, or of the translation to a dialect. The case may expect it.
    case error(FormatError, FormatDiagnostic.Code.Stage, DatabaseDialect? = nil)
    case input(InputError)
  }

  /// Throws the first assertion that fails, or the error of the case.
  private mutating func check(_ testCase: Case) throws(Stop) {
    let profile = try profile(of: testCase)
    let parsed = try parse(testCase, profile)
    try expectStablePrint(of: parsed, testCase)
    try checkSpecifiersAndWarnings(of: parsed, testCase, profile)
    let bound = try bind(parsed, testCase, profile)
    let model = try model(of: testCase)
    if let model, let entity = testCase.model?.entity, case .predicate(let predicate) = bound {
      try expectTranslation(of: predicate, testCase, model, entity)
    }
    if let fetch = testCase.fetch, let model {
      try expectAnswer(to: fetch, testCase, model)
    } else if testCase.isEvaluated {
      try evaluate(bound, testCase, model)
    }
  }

  /// Parses the text of a case.
  private func parse(_ testCase: Case, _ profile: PredicateProfile?) throws(Stop) -> CaseFormat {
    let parsed = try reporting(.parse) { () throws(FormatError) in
      if let profile { return try CaseFormat(testCase.text, isExpression: testCase.isExpression, profile) }
      return try CaseFormat(testCase.text, isExpression: testCase.isExpression, limits: testCase.limits ?? .default)
    }
    // The findings of a profile come first. They may depend on arguments.
    if profile == nil { try expectNoFinding(in: parsed, testCase) }
    return parsed
  }

  /// Throws the first error that needs only the text, if the case expects an error of the text.
  private func expectNoFinding(in parsed: CaseFormat, _ testCase: Case) throws(Stop) {
    guard testCase.error?.stage == .parse, let finding = parsed.firstFinding(testCase.functions) else { return }
    throw .error(FormatError([finding], source: testCase.text), .parse)
  }

  private func checkSpecifiersAndWarnings(
    of parsed: CaseFormat, _ testCase: Case, _ profile: PredicateProfile?
  ) throws(Stop) {
    if let specifiers = testCase.specifiers {
      let found = parsed.conversions.map(\.text)
      if found != specifiers { throw .mismatch(expected: "conversions \(specifiers)", got: "\(found)") }
    }
    if let warnings = testCase.warnings {
      let ofProfile = profile.map(parsed.findings) ?? []
      let all = parsed.warnings(testCase.functions) + ofProfile.filter { $0.severity == .warning }
      let found = all.inSourceOrder.map(\.code.rawValue)
      if found != warnings { throw .mismatch(expected: "warnings \(warnings)", got: "\(found)") }
    }
  }

  /// Binds the arguments of a case, checks the result against the profile, and compares the printed text with the expected one.
  private mutating func bind(
    _ parsed: CaseFormat, _ testCase: Case, _ profile: PredicateProfile?
  ) throws(Stop) -> CaseFormat {
    var bound = parsed
    if testCase.arguments != nil || testCase.error?.stage == .bind {
      bound = try reporting(.bind) { () throws(FormatError) in try parsed.binding(testCase.arguments ?? [], profile) }
    }
    if let profile {
      try expectPermitted(bound, profile, testCase)
      try expectNoFinding(in: parsed, testCase)
    }
    if let stage = testCase.error?.stage, stage != .evaluate { throw missingError(testCase, got: bound.format) }
    if let canonical = testCase.canonical {
      let format = bound.format
      if !format.utf8.elementsEqual(canonical.utf8) { throw .mismatch(expected: canonical, got: format) }
    }
    return bound
  }

  // MARK: Models

  /// Checks the predicate against the model and compares its SQL with the expected SQL.
  private func expectTranslation(
    of predicate: FormatPredicate, _ testCase: Case, _ model: PredicateModel, _ entity: String
  ) throws(Stop) {
    let predicate = predicate.substituting(testCase.variables)
    _ = try reporting(.evaluate) { () throws(FormatError) in
      try predicate.check(against: model, entity: entity, functions: testCase.functions)
    }
    func sql(_ dialect: DatabaseDialect) throws(Stop) -> String {
      try reporting(.evaluate, dialect) { () throws(FormatError) in
        try predicate.sql(dialect, model: model, entity: entity).text
      }
    }
    for (dialect, expected) in testCase.sql.sorted(by: { $0.key.name < $1.key.name }) {
      let text = try sql(dialect)
      if text != expected { throw .mismatch(expected: "\(dialect.name): \(expected)", got: text) }
    }
    if let dialect = testCase.error?.dialect { throw missingError(testCase, got: try sql(dialect)) }
  }

  private mutating func model(of testCase: Case) throws(Stop) -> PredicateModel? {
    guard let path = testCase.model?.path else { return nil }
    return try Self.reading { () throws(InputError) in
      try files.check(path)
      if let known = modelFiles[path] { return known }
      let model = try PredicateModel.read(path)
      modelFiles[path] = model
      return model
    }
  }

  private func profile(of testCase: Case) throws(Stop) -> PredicateProfile? {
    guard let name = testCase.profile else { return nil }
    return try Self.reading { () throws(InputError) in
      if PredicateProfile.named(name) == nil { try files.check(name, mayBeMissing: true) }
      let profile = try PredicateProfile.read(name)
      return testCase.keys.map(profile.permitting) ?? profile
    }
  }

  /// Throws what a profile does not permit, as an error of the stage `parse`.
  private mutating func expectPermitted(
    _ text: CaseFormat, _ profile: PredicateProfile, _ testCase: Case
  ) throws(Stop) {
    let model = try model(of: testCase)
    let findings = try reporting(.evaluate) { () throws(FormatError) in
      // Keys that are permitted by type need a type: the entity, or that of untyped rows.
      guard profile.types != nil, case .predicate(let predicate) = text else { return text.findings(in: profile) }
      guard let model, let entity = testCase.model?.entity else {
        return predicate.findings(in: profile, for: FormatValue.self, functions: testCase.functions)
      }
      return try predicate.findings(in: profile, model: model, entity: entity, functions: testCase.functions)
    }
    let errors = findings.filter { $0.severity == .error }
    if !errors.isEmpty { throw .error(FormatError(errors, source: testCase.text), .parse) }
  }

  /// Checks that the printed text parses and prints to itself. This uses the template without arguments, because an object or a
  /// date given as an argument cannot be written in canonical text.
  private func expectStablePrint(of parsed: CaseFormat, _ testCase: Case) throws(Stop) {
    let first = parsed.format
    let second: String
    do {
      second = try CaseFormat(first, isExpression: testCase.isExpression, limits: testCase.limits ?? .default).format
    } catch {
      throw .mismatch(expected: "a printed text that parses: \(first)", got: describe(error, at: .parse))
    }
    if !first.utf8.elementsEqual(second.utf8) {
      throw .mismatch(expected: "a printed text that parses to itself: \(first)", got: second)
    }
  }

  // MARK: Fetching

  /// Runs the request of a case on the objects of its store in memory and compares the results.
  private mutating func expectAnswer(to fetch: FetchCase, _ testCase: Case, _ model: PredicateModel) throws(Stop) {
    let objects = try Self.reading { () throws(InputError) -> ObjectGraph in
      try files.check(fetch.store)
      let name = [testCase.model?.path ?? "", fetch.store]
      if let known = stores[name] { return known }
      let objects = ObjectGraph(try ObjectFile.read(fetch.store, model))
      stores[name] = objects
      return objects
    }
    let answer = try reporting(.evaluate) { () throws(FormatError) -> FetchAnswer? in
      try testCase.boundRequest().map { request throws(FormatError) in
        try objects.answer(to: request, fetch.change, functions: testCase.functions)
      }
    }
    guard let answer else { return }
    if testCase.error?.stage == .evaluate { throw missingError(testCase, got: "\(answer.count) in all") }
    let difference = try reporting(.evaluate) { () throws(FormatError) in try testCase.difference(answer, objects) }
    if let difference { throw .mismatch(expected: difference.expected, got: difference.got) }
  }

  // MARK: Evaluating

  private mutating func evaluate(_ bound: CaseFormat, _ testCase: Case, _ model: PredicateModel?) throws(Stop) {
    var (rows, bound) = try rows(of: testCase, for: bound)
    var object = testCase.object ?? .null
    guard let model, let entity = testCase.model.flatMap({ model.entity($0.entity) }) else {
      try expectSameByDefinition(bound, on: object, rows, testCase)
      return try evaluate(bound, on: object, rows, testCase)
    }
    do {
      if testCase.object != nil { object = try model.object(object, of: entity, at: "object") }
      rows = try rows.map { rows throws(InputError) in try model.objects(rows, of: entity, at: "objects") }
    } catch {
      throw .input(InputError(testCase.file, line: testCase.line, error.description))
    }
    // A float keeps its precision as a value of unknown type.
    try evaluate(bound, on: object as Any, rows?.map { $0 as Any }, testCase)
  }

  private static let mostInterpretedRows = 10_000

  /// Throws a mismatch if the engine and the interpreter, which defines its answers and errors, do not agree.
  private func expectSameByDefinition(
    _ bound: CaseFormat, on object: FormatValue, _ rows: [FormatValue]?, _ testCase: Case
  ) throws(Stop) {
    // The interpreter takes other steps than the engine, and more time.
    guard testCase.limits == nil, rows?.count ?? 0 <= Self.mostInterpretedRows else { return }
    func answer(_ body: () throws(FormatError) -> String) -> String {
      do throws(FormatError) { return try body() } catch { return describe(error, at: .evaluate) }
    }
    let engine = answer { () throws(FormatError) in
      if let rows, let matches = try bound.matches(in: rows, testCase) { return "\(matches)" }
      return String(json: try bound.value(with: object, testCase))
    }
    let interpreter = answer { () throws(FormatError) in
      if let rows, let matches = try bound.interpretedMatches(in: rows, testCase) { return "\(matches)" }
      return String(json: try bound.interpretedValue(with: object, testCase))
    }
    if engine != interpreter { throw .mismatch(expected: "\(interpreter), as the interpreter finds", got: engine) }
  }

  private func evaluate<Row>(
    _ bound: CaseFormat, on object: Row, _ rows: [Row]?, _ testCase: Case
  ) throws(Stop) {
    if testCase.error?.stage == .evaluate {
      let got = try reporting(.evaluate) { () throws(FormatError) in
        if let rows, let matches = try bound.matches(in: rows, testCase) { return "\(matches)" }
        return String(json: try bound.value(with: object, testCase))
      }
      throw missingError(testCase, got: got)
    }
    if let expected = testCase.result.map(FormatValue.bool) ?? testCase.value {
      let got = try reporting(.evaluate) { () throws(FormatError) in try bound.value(with: object, testCase) }
      if !equalInCase(expected, got) {
        throw .mismatch(expected: String(json: expected), got: String(json: got))
      }
    }
    if let rows { try expectRows(rows, bound, testCase) }
  }

  /// Returns the rows of a case, and its format, which reads the cells of a CSV file as it asks.
  private mutating func rows(of testCase: Case, for bound: CaseFormat) throws(Stop) -> ([FormatValue]?, CaseFormat) {
    guard testCase.objects == nil, let path = testCase.data else { return (testCase.objects, bound) }
    let kind = testCase.type ?? RowKind(fileName: path)
    let name = "\(kind.rawValue) \(path)"
    var table = try Self.reading { () throws(InputError) in
      try files.check(path)
      if let known = rowFiles[name] { return known }
      let table = try RowTable.read(file: path, kind: kind)
      rowFiles[name] = table
      return table
    }
    let read = bound.reading(&table, testCase.variables)
    return (table.values, read)
  }

  private func expectRows(_ rows: [some Any], _ bound: CaseFormat, _ testCase: Case) throws(Stop) {
    let found = try reporting(.evaluate) { () throws(FormatError) in try bound.matches(in: rows, testCase) }
    guard let found else { throw .mismatch(expected: "a predicate, which filters rows", got: "an expression") }
    if let matches = testCase.matches, matches != found {
      throw .mismatch(expected: shortened(matches), got: shortened(found))
    }
    if let count = testCase.count, count != found.count {
      throw .mismatch(expected: "\(count) rows", got: "\(found.count)")
    }
    guard let values = testCase.values else { return }
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
    _ stage: FormatDiagnostic.Code.Stage, _ dialect: DatabaseDialect? = nil, _ body: () throws(FormatError) -> T
  ) throws(Stop) -> T {
    do { return try body() } catch { throw .error(error, stage, dialect) }
  }

  /// Returns what `body` reads. An error of a file ends the case, which cannot expect it.
  private static func reading<T>(_ body: () throws(InputError) -> T) throws(Stop) -> T {
    do { return try body() } catch { throw .input(error) }
  }

  /// Returns `passed` if the case expects the error, otherwise `failed`.
  private func outcome(
    of error: FormatError, at stage: FormatDiagnostic.Code.Stage, _ dialect: DatabaseDialect?, _ testCase: Case
  ) -> CaseOutcome {
    let got = describe(error, at: stage) + (dialect.map { ", as \($0.name)" } ?? "")
    guard let expected = testCase.error else { return .failed(expected: "no error", got: got) }
    let first = firstError(of: error)
    let isExpected =
      expected.stage == stage && expected.dialect == dialect
      && (expected.offset ?? first?.range.start) == first?.range.start
      && (expected.code ?? first?.code.rawValue) == first?.code.rawValue
    return isExpected ? .passed : .failed(expected: describe(expected), got: got)
  }

  private func missingError(_ testCase: Case, got: String) -> Stop {
    .mismatch(expected: testCase.error.map(describe) ?? "an error", got: got)
  }

  private func firstError(of error: FormatError) -> FormatDiagnostic? {
    error.diagnostics.first { $0.severity == .error } ?? error.diagnostics.first
  }

  private func describe(_ error: FormatError, at stage: FormatDiagnostic.Code.Stage) -> String {
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
