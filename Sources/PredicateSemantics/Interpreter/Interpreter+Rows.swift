import PredicateSyntax

/// The keys of untyped rows. The checker does not look these up: they are read at run time.
package final class UntypedKeys: KeySource {
  package init() {}

  package func key(_ name: String, of type: ObjectType) -> KeyLookup { .absent(known: []) }
}

extension Interpreter {
  /// Returns the indices of the rows that match a predicate.
  ///
  /// - Parameters:
  ///   - predicate: The predicate. Its conversions and variables must have values.
  ///   - type: The type of the rows.
  ///   - keys: The keys of typed rows.
  /// - Throws: `FormatError` with the errors of the predicate, or the error of the first row that has one.
  package static func indices(
    of rows: [FormatValue], matching predicate: FormatPredicate, type: ValueType = .any,
    keys: any KeySource = UntypedKeys(), functions: PredicateFunctions = .none, system: SystemFunctions = .none,
    onError: EvaluationOptions.ErrorHandling = .throw
  ) throws(FormatError) -> [Int] {
    let predicate = predicate.located
    let limits = try PredicateLimits?.none.inForce(for: predicate)
    let tree = try Checker.resolve(predicate, root: type, keys: keys, functions: functions).tree
    let interpreter = Interpreter(rows: rows, system: system, limits: limits, onError: onError)
    do throws(Failure) {
      try interpreter.check(.predicate(tree))
      var found: [Int] = []
      for (index, row) in rows.enumerated() where try interpreter.matches(row, tree) { found.append(index) }
      return found
    } catch {
      throw FormatError([error.diagnostic], source: predicate.source)
    }
  }

  /// Returns the value of an expression for an untyped row. `max:(key)` ranges over this one row.
  ///
  /// - Parameter expression: The expression. Its conversions and variables must have values.
  /// - Throws: `FormatError` with the errors of the expression, or the error of its evaluation.
  package static func value(
    of expression: FormatExpression, for row: FormatValue, functions: PredicateFunctions = .none,
    system: SystemFunctions = .none, onError: EvaluationOptions.ErrorHandling = .throw
  ) throws(FormatError) -> FormatValue {
    let expression = expression.located
    let limits = try PredicateLimits?.none.inForce(for: expression)
    let tree = try Checker.resolve(
      expression, root: .any, keys: UntypedKeys(), functions: functions, isResult: true)
    let interpreter = Interpreter(rows: [row], system: system, limits: limits, onError: onError)
    do throws(Failure) {
      try interpreter.check(.expression(tree))
      return try interpreter.value(of: tree, for: row)
    } catch {
      throw FormatError([error.diagnostic], source: expression.source)
    }
  }
}
