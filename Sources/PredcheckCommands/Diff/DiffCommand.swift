import CommandSupport
import PredcheckSupport
import PredicateEvaluation
import PredicateInput
import PredicateSQL
import PredicateSyntax

/// `predcheck diff`: compares the meanings of two format strings.
struct DiffCommand {
  let call: Call
  let console: Console

  /// A format of the call.
  private struct Side {
    var request: FormatRequest
    /// The variables of the format.
    var variables: [String]
    /// The predicate with its arguments and variables.
    var predicate: FormatPredicate
    var compiled: CompiledPredicate<FormatValue>
  }

  func run() throws(CommandStop) -> ExitCode {
    guard call.operands.count >= 2 else {
      throw .usage(UsageError("expected two format strings, found \(call.operands.count)", .diff))
    }
    var requests: [FormatRequest] = []
    for (index, format) in call.operands.prefix(2).enumerated() {
      requests.append(try usage(FormatRequest(call, format: format, name: "format-\(index + 1)")))
    }
    if requests.allSatisfy(\.isOnStandardInput) {
      throw .usage(UsageError("standard input can be read only once", .diff))
    }
    var files: RowInput?
    if call.has(.data) || call.operands.count > 2 {
      try usage(call.refuse([.model, .entity, .rows, .seed], "cannot be combined with files"))
      let format = requests.first(where: \.isOnStandardInput) ?? requests[0]
      files = try usage(RowInput(call, with: format, formatCount: requests.count))
    } else {
      try usage(RowInput.expectNoOptions(call))
    }
    let most = try usage(call.requiredNumber(.rows, from: 1))
    let seed = try usage(call.requiredNumber(.seed))
    let model = try ModelInput.given(call, console)
    var (left, right) = (try side(requests[0], model), try side(requests[1], model))
    left.request.warn(ofUnusedIn: left.variables + right.variables, console)
    var table: RowTable?
    if let files { table = try files.table(console) }
    if let form = NormalForm.predicate(of: left.predicate)?.format,
      let other = NormalForm.predicate(of: right.predicate)?.format, form.utf8.elementsEqual(other.utf8)
    {
      return answer("same by normal form: \(form)", [("form", String.jsonString(form))])
    }
    if var rows = table {
      try read(&left, &rows)
      try read(&right, &rows)
      table = rows
    }
    var uses = KeyUses()
    if table == nil {
      for side in [left, right] { try addUses(of: side, to: &uses) }
    }
    do {
      if let table { return try compare(left, right, on: table) }
      return try search(left, right, model, uses, most: most, seed: seed)
    } catch { throw left.request.ended(by: error, console, json: call.has(.json)) }
  }

  /// Reads a format. Reports its errors, also those that only a model or a compilation finds.
  private func side(_ request: FormatRequest, _ model: ModelEntity?) throws(CommandStop) -> Side {
    var request = request
    try request.readFormat(console)
    let format = try request.predicate(console, json: call.has(.json), of: model)
    let predicate = format.substituting(request.variables)
    do {
      if let model { try predicate.check(against: model.model, entity: model.entity) }
      return Side(
        request: request, variables: format.variables, predicate: predicate,
        compiled: try CompiledPredicate(
          predicate, for: FormatValue.self, options: EvaluationOptions(onError: .yieldNil)))
    } catch { throw request.ended(by: error, console, json: call.has(.json)) }
  }

  /// Adds the keys and constants of a format. Reports a key path that is too long for rows that are made.
  private func addUses(of side: Side, to uses: inout KeyUses) throws(CommandStop) {
    uses.walk(side.predicate)
    guard uses.longestPath > RowMaker.mostKeys else { return }
    throw .input(
      InputError(
        side.request.name,
        "a key path has \(uses.longestPath) keys, and rows are made for at most \(RowMaker.mostKeys); "
          + "predcheck diff FORMAT FORMAT FILE compares the answers for the rows of a file"))
  }

  /// Reads the cells of the rows as a format asks, and reports the warnings of the format that depend on the rows.
  private func read(_ side: inout Side, _ table: inout RowTable) throws(CommandStop) {
    var plan = CellPlan(table.cells)
    let read = table.read(side.predicate, &plan)
    CellWarnings(table.failures.filter { plan.readings.contains($0.key) }, plan, sample: table, columns: table.columns)
      .report(console)
    let warnings = side.predicate.warnings(for: table, read: read)
    side.request.report(FormatError(warnings, source: side.predicate.source), console, json: false)
    do {
      side.compiled = try CompiledPredicate(read, for: FormatValue.self, options: EvaluationOptions(onError: .yieldNil))
    } catch {
      throw side.request.ended(by: error, console, json: call.has(.json))
    }
  }

  // MARK: Comparing answers

  /// Compares the answers for all rows of a file.
  private func compare(_ left: Side, _ right: Side, on table: RowTable) throws(FormatError) -> ExitCode {
    let found = Set(try left.compiled.indices(of: table.values))
    let different = found.symmetricDifference(try right.compiled.indices(of: table.values))
    let count = table.values.count
    guard let index = different.min() else {
      return answer("no difference found in \(count) rows", [("rows", "\(count)")])
    }
    let position = [("file", String.jsonString(table.name(of: index))), ("line", "\(table.line(of: index))")]
    write(
      left, right, table.shownValue(of: index), isLeft: found.contains(index),
      position: "\(table.position(of: index)): ",
      position + [("count", "\(different.count)"), ("rows", "\(count)")])
    if !call.has(.json) { console.output.write("different answers for \(different.count) of \(count) rows\n") }
    return .no
  }

  /// Looks for a row with different answers among rows that are made from the keys and the constants of both formats.
  private func search(
    _ left: Side, _ right: Side, _ model: ModelEntity?, _ uses: KeyUses, most: Int, seed: Int
  ) throws(FormatError) -> ExitCode {
    var maker = uses.rows
    if let model, let entity = model.model.index(ofEntity: model.entity) {
      let source = ModelKeySource(model.model)
      maker.setType(source.type(ofEntity: entity), isNullable: false, source)
    }
    func differs(_ row: FormatValue) throws(FormatError) -> Bool {
      let isLeft = try left.compiled.evaluate(with: row)
      return try right.compiled.evaluate(with: row) != isLeft
    }
    var random = SplitMix(state: UInt64(seed))
    var found: FormatValue?
    var searched = try maker.forEachRow(most: most, &random) { row throws(FormatError) in
      if try differs(row) { found = row }
      return found != nil
    }
    if uses.lackConstants { searched.areAll = false }
    let fields = [("rows", "\(searched.count)"), ("all", searched.areAll ? "true" : "false"), ("seed", "\(seed)")]
    guard var row = found else {
      let which =
        searched.areAll
        ? "all combinations of values near the constants"
        : uses.lackConstants ? "values near the first constants" : "random, seed \(seed)"
      return answer("no difference found in \(searched.count) rows (\(which))", fields)
    }
    // Without a model, each key may be absent. Keys that make no difference are left out.
    if model == nil, case .record(let record) = row {
      row = .record(try RowMaker.reduced(record) { fields throws(FormatError) in try differs(.record(fields)) })
    }
    let isLeft = try left.compiled.evaluate(with: row)
    write(left, right, row, isLeft: isLeft, position: "", fields)
    return .no
  }

  // MARK: Output

  /// Prints that no difference was found.
  private func answer(_ text: String, _ fields: [(key: String, json: String)]) -> ExitCode {
    console.output.write((call.has(.json) ? String.jsonObject([("different", "false")] + fields) : text) + "\n")
    return .fine
  }

  /// Prints a row and the answers of both formats.
  private func write(
    _ left: Side, _ right: Side, _ row: FormatValue, isLeft: Bool, position: String,
    _ fields: [(key: String, json: String)]
  ) {
    let answers = ["\(isLeft)", "\(!isLeft)"]
    if call.has(.json) {
      let all = [("different", "true"), ("row", String(json: row)), ("first", answers[0]), ("second", answers[1])]
      return console.output.write(String.jsonObject(all + fields) + "\n")
    }
    console.output.write("\(position)different answers for \(String(json: row))\n")
    for (answer, side) in zip(answers, [left, right]) {
      let isTrue = answer == "true"
      let shown = console.painted(answer, isTrue ? "32" : "31") + (isTrue ? "  " : " ")
      console.output.write("  \(shown) \(side.predicate.format)\n")
    }
  }
}
