import PredcheckSupport
import PredicateFetching
import PredicateInput
import PredicateSQLite
import PredicateSemantics
import PredicateSyntax

extension FormatError {
  /// Whether a limit ended the evaluation, or that of a regular expression.
  fileprivate var isOfLimit: Bool {
    diagnostics.first.map { $0.code.endsEvaluation || $0.code == .patternLimit } ?? false
  }

  /// Whether the error ended a running statement. Its count is then unknown. Other errors are found before a statement runs, for
  /// example in a part that cannot be translated on its own.
  fileprivate var endsStatement: Bool {
    isOfLimit || diagnostics.first?.code == .overflow || diagnostics.first?.code == .functionFailed
  }
}

/// The rows of one or several files.
struct RowsOfFiles: WhyRows {
  /// The rows, with the readings of cells that were needed so far.
  private final class Cells {
    var table: RowTable
    var plan: CellPlan
    var warnings = CellWarnings()

    init(_ table: RowTable) { (self.table, plan) = (table, CellPlan(table.cells)) }
  }

  private let cells: Cells
  let onError: EvaluationOptions.ErrorHandling
  var progress: Progress?
  var limits = PredicateLimits.default

  init(
    table: RowTable, onError: EvaluationOptions.ErrorHandling, progress: Progress? = nil,
    limits: PredicateLimits = .default
  ) {
    cells = Cells(table)
    (self.onError, self.progress, self.limits) = (onError, progress, limits)
  }

  private var table: RowTable { cells.table }

  /// The warnings about cells that the explained predicate reads.
  var cellWarnings: CellWarnings { cells.warnings }

  func prepare(for predicate: FormatPredicate) {
    guard table.hasCells else { return }
    var plan = CellPlan(table.cells)
    _ = cells.table.read(predicate, &plan)
    cells.plan = plan
    cells.warnings = CellWarnings(
      table.failures.filter { plan.readings.contains($0.key) }, plan, sample: table, columns: table.columns)
  }

  /// Returns a tree that reads the cells of the rows as it, or else the explained predicate, asks.
  private func read<Tree: FormatTree>(_ tree: Tree) -> Tree { cells.table.read(tree, cells.plan) }

  func tally(of predicate: FormatPredicate) throws(FormatError) -> Tally {
    defer { progress?.addCounting() }
    let predicate = read(predicate).limited(to: limits)
    do throws(FormatError) {
      return Tally(matching: try table.values.count(matching: predicate, options: EvaluationOptions(onError: onError)))
    } catch {
      if error.isOfLimit { throw error }
      return try tally(of: predicate, failing: error)
    }
  }

  /// Counts the rows that a predicate matches, and those on which it fails. If it cannot be compiled, it fails on all of them.
  private func tally(of predicate: FormatPredicate, failing error: FormatError) throws(FormatError) -> Tally {
    var tally = Tally(reason: NoValue(error).reason)
    do throws(FormatError) {
      let compiled = try CompiledPredicate(predicate, for: FormatValue.self)
      tally.matching = try table.values.count(matching: predicate, options: EvaluationOptions(onError: .yieldNil))
      tally.failing = table.values.count { (try? compiled.evaluate(with: $0)) == nil }
    } catch {
      if error.isOfLimit { throw error }
      tally.failing = table.values.count
    }
    return tally
  }

  func rows(matching predicate: FormatPredicate, skipping offset: Int, limit: Int) -> [WhyRow] {
    let predicate = read(predicate).limited(to: limits)
    let found = (try? table.values.indices(matching: predicate, options: EvaluationOptions(onError: .yieldNil))) ?? []
    return found.dropFirst(offset).prefix(limit).map { index in
      WhyRow(
        position: table.position(of: index), text: String(decoding: table.source(of: index), as: UTF8.self).cleaned,
        fields: table.jsonPosition(of: index), index: index)
    }
  }

  func isTrue(_ predicate: FormatPredicate, on row: WhyRow) throws(NoValue) -> Bool {
    let predicate = predicate.limited(to: limits)
    let isOverRows = predicate.contains { self.isOverRows($0, on: row) }
    let read = read(predicate)
    do {
      guard isOverRows else {
        return try read.evaluate(with: table.values[row.index], options: EvaluationOptions(onError: onError))
      }
      // Ignores errors in other rows.
      return try table.values.indices(matching: read, options: EvaluationOptions(onError: .yieldNil)).contains(
        row.index)
    } catch { throw NoValue(error) }
  }

  func value(of expression: FormatExpression, on row: WhyRow) throws(NoValue) -> FormatValue {
    let read = read(expression).limited(to: limits)
    do { return try read.value(with: table.values[row.index], options: EvaluationOptions(onError: onError)) } catch {
      throw NoValue(error)
    }
  }

  func warnings(of predicate: FormatPredicate) -> [FormatDiagnostic] {
    let read = read(predicate)
    return predicate.warnings(for: table, read: read)
  }
}

extension FormatPredicate {
  /// Returns the warnings that depend on rows, such as one about a key that no row has, and not on the text alone.
  ///
  /// - Parameter read: The predicate that reads the cells of the rows.
  func warnings(for table: RowTable, read: FormatPredicate) -> [FormatDiagnostic] {
    let ofText = findings()
    return findings(for: table.values, read: read).filter { $0.severity == .warning && !ofText.contains($0) }
      .map { $0.notingDelimiter(of: table) }
  }
}

/// The objects of an entity in a SQLite database. Errors of the database are errors of the predicate that it evaluates.
struct RowsOfDatabase: WhyRows {
  let store: SQLiteStore
  let entity: PredicateModel.Entity
  var progress: Progress?
  var limits = PredicateLimits.default

  func prepare(for predicate: FormatPredicate) {}

  func tally(of predicate: FormatPredicate) throws(FormatError) -> Tally {
    defer { progress?.addCounting() }
    do {
      let request = PredicateFetchRequest(predicate.limited(to: limits), of: entity.name)
      return Tally(matching: try store.fetchCount(request))
    } catch {
      if let error = error as? FormatError, error.endsStatement { throw error }
      return Tally(reason: NoValue(error).reason)
    }
  }

  func rows(matching predicate: FormatPredicate, skipping offset: Int, limit: Int) -> [WhyRow] {
    let request = PredicateFetchRequest(predicate.limited(to: limits), of: entity.name, limit: limit, offset: offset)
    return ((try? store.fetchAll(request)) ?? []).map { object in
      let value = String.jsonObject(entity.attributes.map { ($0.name, String(json: object[$0.name])) })
      return WhyRow(
        text: value, fields: [("id", String(json: object.identifier)), ("value", value)],
        identifier: object.identifier)
    }
  }

  func isTrue(_ predicate: FormatPredicate, on row: WhyRow) throws(NoValue) -> Bool {
    do { return try store.fetchCount(request(row).matching(predicate.limited(to: limits))) > 0 } catch {
      throw NoValue(error)
    }
  }

  func value(of expression: FormatExpression, on row: WhyRow) throws(NoValue) -> FormatValue {
    do {
      let property = FetchProperty("value", expression.limited(to: limits))
      let rows = try store.queryAttributes(request(row).selecting(property))
      return rows.first?["value"] ?? .null
    } catch { throw NoValue(error) }
  }

  func warnings(of predicate: FormatPredicate) throws(FormatError) -> [FormatDiagnostic] {
    _ = try predicate.check(against: store.model, entity: entity.name)
    // No warning depends on the rows of a database.
    return []
  }

  /// Returns the request for one object.
  private func request(_ row: WhyRow) -> PredicateFetchRequest {
    PredicateFetchRequest(entity.predicate(ofKeys: [row.identifier]), of: entity.name)
  }
}
