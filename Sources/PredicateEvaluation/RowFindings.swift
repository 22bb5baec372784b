import PredicateSemantics
import PredicateSyntax

// Safety: The address of the row is used only during the call.
extension FormatPredicate {
  /// Returns the findings of `findings(for:functions:)` for the type of the rows. If the rows are dictionaries or records, whose
  /// missing keys are `nil`, also returns a warning for each key that no row contains, and for each comparison of a key with a
  /// constant that no row can equal, because the values in all rows are of another kind.
  ///
  /// The method reads all rows. It is meant for tools and tests. Filtering does not depend on its result.
  public func findings<Row>(for rows: [Row], functions: PredicateFunctions = .none) -> [FormatDiagnostic] {
    findings(for: rows, read: nil, functions: functions)
  }

  /// Returns the findings of `findings(for:functions:)` if the rows are read with another predicate, which differs in its keys.
  package func findings<Row>(
    for rows: [Row], read: FormatPredicate?, functions: PredicateFunctions = .none
  ) -> [FormatDiagnostic] {
    let known = findings(for: Row.self, functions: functions)
    if known.contains(where: { $0.severity == .error }) { return known }
    return rowFindings(for: rows, read: read).reduce(into: known) { $0.add($1) }
  }

  /// Returns the warnings that depend on the rows.
  fileprivate func rowFindings<Row>(for rows: [Row], read: FormatPredicate? = nil) -> [FormatDiagnostic] {
    let type = SwiftType.of(Row.self)
    var census = RowCensus(self, read: read.map { ($0, []) }, reader: .engine)
    for row in rows {
      if census.isComplete { break }
      unsafe census.look(at: withUnsafePointer(to: row) { unsafe type.value(at: UnsafeRawPointer($0)) })
    }
    return census.findings
  }
}

extension FormatPredicate {
  /// Passes the warnings that depend on the rows to the handler of warnings, if the rows are dictionaries or records.
  func reportRowFindings<Row>(in rows: [Row]) {
    guard PredicateWarnings.handler != nil else { return }
    let type = SwiftType.of(Row.self).valueType
    if type == .any || type == .record { PredicateWarnings.report(rowFindings(for: rows), of: self) }
  }
}

extension RowReader {
  /// Reads rows with the engine. Other threads may access the objects that the rows refer to.
  package static var engine: RowReader {
    RowReader(
      key: { object, key in try? SwiftType.read(object, key, isShared: true) },
      value: { expression in
        let compiled = try? CompiledExpression<FormatValue>(
          expression, options: EvaluationOptions(onError: .yieldNil))
        return compiled.map { compiled in { row in try? compiled.value(of: row) } }
      })
  }
}
