import PredicateModel
import PredicateSyntax

extension Array {
  /// The elements that a request is for, in its order. Its aggregate plays no part.
  ///
  /// Sort keys are read once of each element that the predicate selects. In the predicate, `max:(key)` ranges over the
  /// whole array.
  ///
  /// - Parameters:
  ///   - request: what to fetch.
  ///   - variables: values for `$NAME` variables, by name without the dollar sign.
  ///   - functions: the functions of the program that the predicate may call.
  ///   - onFault: what a value that cannot be computed does. A sort value that has no order with those before it is a
  ///     fault too.
  /// - Throws: `FormatError` with a wrong key or impossible comparison, even where there are no elements; or with the
  ///   fault of the first element that has one.
  public func fetch(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Element] {
    var keys: [CompiledSortKey<Element>] = []
    for key in request.sortKeys { keys.append(try CompiledSortKey(key)) }
    let elements = try selected(by: request, variables, functions, onFault)
    if keys.isEmpty { return elements }
    var columns: [SortColumn] = []
    for key in keys { columns.append(try key.column(of: elements, onFault)) }
    return SortColumn.order(columns, count: elements.count).map { elements[$0] }
  }

  /// How many elements a request is for.
  ///
  /// - Throws: `FormatError`, as `fetch(_:variables:functions:onFault:)`.
  public func count(
    for request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int {
    guard let predicate = request.predicate else { return count }
    return try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions).count(
      of: self, onFault: onFault)
  }

  /// The rows that a request for an aggregate makes: one, which holds the value over all the elements that the predicate
  /// selects, under the aggregate's name. Sort keys play no part.
  ///
  /// Of no elements counts and sums are 0, and `min:`, `max:` and `average:` a fault; nil where `onFault` is `.yieldNil`.
  ///
  /// - Throws: `FormatError`, as `fetch(_:variables:functions:onFault:)`, and where the request has no aggregate, or an expression
  ///   that asks for a single element.
  public func fetchRows(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [[String: FormatValue]] {
    guard let aggregate = request.aggregate else {
      let message = Message.notEvaluated("a request without an aggregate", reason: "rows are made of its aggregate")
      throw FormatError([Diagnostic(message, at: .none)], source: "")
    }
    let compiled = try CompiledExpression(
      aggregate.expression, for: Element.self, variables: variables, functions: functions)
    guard !compiled.asksForOneObject else {
      let reason = "it is no aggregate over all rows, such as average:(key)"
      throw FormatError(
        [Diagnostic(.notEvaluated(aggregate.expression.format, reason: reason), at: .none)], source: "")
    }
    let elements = try selected(by: request, variables, functions, onFault)
    return [[aggregate.name: try compiled.value(over: elements, onFault: onFault)]]
  }

  private func selected(
    by request: PredicateFetchRequest, _ variables: [String: (any FormatArgument)?], _ functions: PredicateFunctions,
    _ onFault: FaultHandling
  ) throws(FormatError) -> [Element] {
    guard let predicate = request.predicate else { return self }
    return try filtered(by: predicate, variables: variables, functions: functions, onFault: onFault)
  }
}
