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
  let table: RowTable
  let onError: ErrorHandling
  var progress: Progress?
  var limits = Limits.default

  func tally(of predicate: FormatPredicate) throws(FormatError) -> Tally {
    defer { progress?.addCounting() }
    do throws(FormatError) {
      let compiled = try CompiledPredicate(predicate.limited(to: limits), for: FormatValue.self)
      guard onError == .throw else { return Tally(matching: try compiled.count(of: table.values, onError: onError)) }
      do throws(FormatError) { return Tally(matching: try compiled.count(of: table.values)) } catch {
        return try tally(of: compiled, failing: error)
      }
    } catch {
      if error.isOfLimit { throw error }
      return Tally(failing: table.values.count, reason: NoValue(error).reason)
    }
  }

  /// Counts the rows that a predicate matches if it fails on some.
  private func tally(of compiled: CompiledPredicate<FormatValue>, failing error: FormatError) throws(FormatError)
    -> Tally
  {
    if error.isOfLimit { throw error }
    var tally = Tally(matching: try compiled.count(of: table.values, onError: .yieldNil), reason: NoValue(error).reason)
    for value in table.values {
      do { _ = try compiled.evaluate(with: value) } catch { tally.failing += 1 }
    }
    return tally
  }

  func rows(matching predicate: FormatPredicate, skipping offset: Int, limit: Int) -> [WhyRow] {
    let predicate = predicate.limited(to: limits)
    let found = (try? table.values.indices(matching: predicate, onError: .yieldNil)) ?? []
    return found.dropFirst(offset).prefix(limit).map { index in
      WhyRow(
        position: table.position(of: index), text: String(decoding: table.source(of: index), as: UTF8.self).cleaned,
        fields: table.jsonPosition(of: index), index: index)
    }
  }

  func isTrue(_ predicate: FormatPredicate, on row: WhyRow) throws(NoValue) -> Bool {
    let predicate = predicate.limited(to: limits)
    do {
      guard predicate.contains(where: { isOverRows($0, on: row) }) else {
        return try predicate.evaluate(with: table.values[row.index], variables: [:], onError: onError)
      }
      // Ignores errors in other rows.
      return try table.values.indices(matching: predicate, onError: .yieldNil).contains(row.index)
    } catch { throw NoValue(error) }
  }

  func value(of expression: FormatExpression, on row: WhyRow) throws(NoValue) -> FormatValue {
    do {
      return try expression.limited(to: limits).value(
        with: table.values[row.index], variables: [:], onError: onError)
    } catch { throw NoValue(error) }
  }

  func warnings(of predicate: FormatPredicate) -> [FormatDiagnostic] { predicate.warnings(for: table) }
}

extension FormatPredicate {
  /// Returns the warnings that depend on rows, such as one about a key that no row has, and not on the text alone.
  func warnings(for table: RowTable) -> [FormatDiagnostic] {
    let ofText = findings()
    return findings(for: table.values).filter { $0.severity == .warning && !ofText.contains($0) }
      .map { $0.notingDelimiter(of: table) }
  }
}

/// The objects of an entity in a SQLite database. Errors of the database are errors of the predicate that it evaluates.
struct RowsOfDatabase: WhyRows {
  let store: SQLiteStore
  let entity: DataModel.Entity
  var progress: Progress?
  var limits = Limits.default

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
    let object = FetchedObject(entity.name, row.identifier).formatExpression
    return PredicateFetchRequest(
      FormatPredicate(FormatExpression(.evaluatedObject), .equalTo, object), of: entity.name)
  }
}
