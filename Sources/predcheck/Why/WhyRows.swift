import PredicateFetching
import PredicateInput
import PredicateSQLite
import PredicateSemantics
import PredicateSyntax

/// The rows that `why` counts and shows: those of files or of a database.
///
/// Each output of `why` is the count of a predicate or the value of an expression, so both kinds of rows have the same functions.
///
/// Every count and value is subject to `limits`, because the parts of a predicate do not carry the limits of the whole.
protocol WhyRows {
  /// The limits of the explained predicate.
  var limits: Limits { get set }
  /// Counts the rows that a predicate matches.
  ///
  /// - Throws: The error of a limit, or one that ended a statement of the database. The counts would be wrong.
  func tally(of predicate: FormatPredicate) throws(FormatError) -> Tally
  /// Returns the first rows that a predicate matches. A value that cannot be computed is nil.
  func rows(matching predicate: FormatPredicate, skipping offset: Int, limit: Int) -> [WhyRow]
  /// Returns whether a predicate matches a row.
  func isTrue(_ predicate: FormatPredicate, on row: WhyRow) throws(NoValue) -> Bool
  /// Returns the value of an expression for a row.
  func value(of expression: FormatExpression, on row: WhyRow) throws(NoValue) -> FormatValue
  /// Returns the warnings about a predicate that depend on the rows, and not on its text alone.
  ///
  /// - Throws: `FormatError` if the predicate does not fit the model of the rows.
  func warnings(of predicate: FormatPredicate) throws(FormatError) -> [FormatDiagnostic]
}

/// How many rows a predicate matches.
struct Tally {
  /// The number of rows that it matches. A value that cannot be computed is nil.
  var matching = 0
  /// The number of rows on which it cannot be evaluated.
  var failing = 0
  /// The reason that it cannot be evaluated, on the first of these rows or at all.
  var reason: String?
}

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

/// A row of a file or a database.
struct WhyRow {
  /// The position of the row in its file, or nil in a database.
  var position: String?
  /// The text of the row.
  var text: String
  /// The fields that identify the row, as JSON.
  var fields: [(key: String, json: String)]
  /// The index of the row among those of all files, or 0 in a database.
  var index = 0
  /// The primary key of the object in its database, or null for a row of a file.
  var identifier = FormatValue.null
}

/// The reason that a part of a predicate has no value.
struct NoValue: Error {
  let reason: String

  /// Takes the message of the first error of the library, or the description of an error of the database.
  init(_ error: any Error) {
    guard let error = error as? FormatError else {
      reason = "\(error)".cleaned
      return
    }
    reason = error.diagnostics.first { $0.severity == .error }?.message ?? "the value cannot be computed"
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

extension WhyRows {
  /// Returns whether an aggregate function takes a key path whose value is not a collection: `max:(length)`.
  func isOverRows(_ expression: FormatExpression, on row: WhyRow) -> Bool {
    guard case .function(let call) = expression.kind, let argument = call.arguments.first,
      PredefinedFunction.named(call.selector)?.isReduction == true, case .keyPath = argument.kind,
      let value = try? value(of: argument, on: row)
    else { return false }
    return value.arrayValue == nil
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
