import Foundation
import PredicateCases
import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax
import TestSupport
import Testing

/// Runs the cases on typed Swift values (structs with typed fields, strings, numbers) and on columns of these rows. Other
/// leaves of the engine must give the same answers and errors.
///
/// A case takes part if its rows are values of one type, or records with only the keys `a` and `b` and one type per key.
struct TypedRowTests {
  private struct Row<A, B> { let a: A, b: B }

  @Test("typed fields give the same answers as untyped rows")
  func typedRows() throws {
    var tested = 0
    for file in caseFiles() {
      for subject in try Case.all(inFile: file).sampled where !Self.differs.contains(subject.id) {
        // Another leaf takes a different number of steps.
        if subject.limits != nil || subject.profile != nil { continue }
        guard subject.error == nil || subject.error?.stage == .evaluate, let wrong = examine(subject) else { continue }
        tested += 1
        if !wrong.isEmpty { Issue.record("\(subject.id): \(wrong)") }
      }
    }
    print("typed rows: \(tested) cases")
    #expect(tested > (isFullRun ? 1_000 : 100))
  }

  /// Cases in which the type is known before there is a value, or which no struct can represent.
  private static let differs: Set<String> = [
    // A type mismatch is found when the predicate is compiled.
    "order/mismatch-not-reached", "logic/kinds-of-keys-not-checked", "nil/between-before-kinds",
    "nil/operand-before-kinds",
    // So is a key that the type does not have.
    "collection-operators/union-of-objects-empty", "modifiers/ternary",
    "hostile-rows/key/class", "hostile-rows/key/description", "hostile-rows/key/value-for-key", "hostile-rows/key/case",
    "hostile-rows/key/prototype", "hostile-rows/shape/empty-list-average",
    // A struct is not a record, and this one is not Equatable.
    "comparison/self-record-argument", "keypaths/self-alone-any-case",
  ]

  /// Returns a description of differences, which is empty if there are none; nil for cases that do not take part.
  private func examine(_ subject: Case) -> String? {
    var values = subject.object.map { [$0] } ?? []
    if let rows = subject.objects { values = rows }
    if values.isEmpty || values.allSatisfy(\.isNull) { return nil }
    if let records = records(of: values), let a = column(records.map { $0["a"] ?? .null }),
      let b = column(records.map { $0["b"] ?? .null })
    {
      return examine(subject, a, b)
    }
    return column(values).map { examine(subject, $0) }
  }

  private func examine(_ subject: Case, _ rows: some Column) -> String { examine(subject, rows.values) }

  private func examine(_ subject: Case, _ a: some Column, _ b: some Column) -> String {
    examine(subject, zip(a.values, b.values).map { Row(a: $0, b: $1) })
  }

  /// Returns the values as records with only the keys `a` and `b`, or nil if they have another form.
  private func records(of values: [FormatValue]) -> [[String: FormatValue]]? {
    var records: [[String: FormatValue]] = []
    for value in values {
      guard case .record(let fields) = value, Set(fields.keys).isSubset(of: ["a", "b"]), !fields.isEmpty else {
        return nil
      }
      records.append(fields)
    }
    return records
  }

  private func examine(_ subject: Case, _ rows: [some Any]) -> String {
    let wrong = examine(subject, rows, inColumns: false)
    if !wrong.isEmpty || subject.isExpression { return wrong }
    let wrongInColumns = examine(subject, rows, inColumns: true)
    return wrongInColumns.isEmpty ? "" : "in columns: \(wrongInColumns)"
  }

  private func examine<Root>(_ subject: Case, _ rows: [Root], inColumns: Bool) -> String {
    do throws(FormatError) {
      let got: FormatValue
      let expected: FormatValue?
      if !subject.isExpression {
        let predicate = try FormatPredicate.template(subject.text).binding(subject.arguments ?? [])
        let (variables, functions) = (subject.variables, subject.functions)
        let indices =
          inColumns
          ? try PredicateColumns(rows).indices(
            matching: predicate, options: EvaluationOptions(variables: variables, functions: functions))
          : try rows.indices(
            matching: predicate, options: EvaluationOptions(variables: variables, functions: functions))
        got = .list(indices.map { .integer(Int64($0)) })
        let matches = subject.matches ?? subject.result.map { $0 ? [0] : [] }
        expected = matches.map { .list($0.map { .integer(Int64($0)) }) }
      } else {
        let expression = try FormatExpression.template(subject.text).binding(subject.arguments ?? [])
        let compiled = try CompiledExpression(
          expression, for: Root.self,
          options: EvaluationOptions(variables: subject.variables, functions: subject.functions))
        got = try compiled.value(of: rows[0])
        expected = subject.value
      }
      if let error = subject.error { return "expected \(error.code ?? "an error"), got \(got)" }
      guard let expected, !equalInCase(expected, got) else { return "" }
      return "expected \(expected), got \(got)"
    } catch {
      let codes = error.diagnostics.map(\.code.rawValue)
      guard let expected = subject.error else { return "no error expected, got \(codes)" }
      return expected.code.map(codes.contains) ?? true ? "" : "expected \(expected.code ?? ""), got \(codes)"
    }
  }

  // MARK: Columns

  private protocol Column {
    associatedtype Value
    var values: [Value] { get }
  }

  private struct Values<Value>: Column { let values: [Value] }

  /// Returns the values as a column of one Swift type, or nil if they have several types or a type that is not tried here.
  private func column(_ values: [FormatValue]) -> (any Column)? {
    // A column that contains only nil has no type.
    if values.allSatisfy(\.isNull) { return Values(values: values) }
    let optionals = [
      optionals(values, integer), optionals(values, text), optionals(values, boolean), optionals(values, double),
      optionals(values, unsigned), optionals(values, decimal), optionals(values, date), optionals(values, uuid),
      optionals(values, data),
    ]
    return optionals.compactMap(\.self).first ?? collections(values, integer) ?? collections(values, text)
  }

  private func integer(_ value: FormatValue) -> Int? {
    if case .integer(let value) = value { Int(value) } else { nil }
  }
  private func unsigned(_ value: FormatValue) -> UInt64? {
    if case .unsigned(let value) = value { value } else { nil }
  }
  private func boolean(_ value: FormatValue) -> Bool? {
    if case .bool(let value) = value { value } else { nil }
  }
  private func double(_ value: FormatValue) -> Double? {
    if case .double(let value) = value { value } else { nil }
  }
  private func text(_ value: FormatValue) -> String? {
    if case .string(let value) = value { value } else { nil }
  }
  private func decimal(_ value: FormatValue) -> Decimal? {
    if case .decimal(let value) = value { Decimal(string: value.description) } else { nil }
  }
  private func date(_ value: FormatValue) -> Date? {
    if case .date(let value) = value { Date(timeIntervalSinceReferenceDate: value) } else { nil }
  }
  private func uuid(_ value: FormatValue) -> UUID? {
    if case .uuid(let value) = value { UUID(value) } else { nil }
  }
  private func data(_ value: FormatValue) -> Data? {
    if case .data(let value) = value { Data(value) } else { nil }
  }

  /// Returns the values as optionals of one type.
  private func optionals<T>(_ values: [FormatValue], _ read: (FormatValue) -> T?) -> (any Column)? {
    var result: [T?] = []
    for value in values {
      let read = read(value)
      if read == nil, value != .null { return nil }
      result.append(read)
    }
    return Values(values: result)
  }

  /// Returns lists, sets or dictionaries of one type. (A field that is an optional collection reads as empty if it is nil.)
  private func collections<T: Hashable>(_ values: [FormatValue], _ read: (FormatValue) -> T?) -> (any Column)? {
    func all(_ elements: [FormatValue]) -> [T]? {
      let result = elements.compactMap(read)
      return result.count == elements.count ? result : nil
    }
    var lists: [[T]] = []
    var sets: [Set<T>] = []
    var dictionaries: [[String: T]] = []
    for value in values {
      switch value {
      case .list(let elements): if let all = all(elements) { lists.append(all) }
      case .set(let elements): if let all = all(elements) { sets.append(Set(all)) }
      case .record(let fields):
        let read = fields.compactMapValues(read)
        if read.count == fields.count { dictionaries.append(read) }
      default: return nil
      }
    }
    if lists.count == values.count { return Values(values: lists) }
    if sets.count == values.count { return Values(values: sets) }
    return dictionaries.count == values.count ? Values(values: dictionaries) : nil
  }
}
