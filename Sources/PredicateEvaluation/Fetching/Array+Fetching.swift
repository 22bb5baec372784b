import PredicateModel
import PredicateSyntax

// What one asks an array with a request; a database is asked the same by `SQLiteStore`. Each method compiles the request
// for the type of the elements; `CompiledFetch` does so once.
//
// Each throws `FormatError` with a wrong key, an impossible comparison or what the request cannot ask, even where there are
// no elements; or with the fault of the first element that has one, where `onFault` is `.throw`.

extension Array {
  /// The elements that a request is for, in its order. In its predicate, `max:(key)` ranges over the whole array.
  public func fetchAll(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Element] {
    try CompiledFetch(request, variables: variables, functions: functions).objects(of: self, onFault: onFault)
  }

  /// The first element that a request is for; nil where there is none.
  public func fetchOne(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Element? {
    try fetchAll(request.first, variables: variables, functions: functions, onFault: onFault).first
  }

  /// How many elements, or rows, a request is for; its limit and offset count.
  public func fetchCount(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int {
    try CompiledFetch(request, variables: variables, functions: functions).count(of: self, onFault: onFault)
  }

  /// What tells the elements apart that a request is for: their positions.
  public func fetchIdentifiers(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Int] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).indices(of: self, onFault: onFault)
  }

  /// The position of the first element that a request is for; nil where there is none.
  public func fetchIdentifier(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int? {
    try fetchIdentifiers(request.first, variables: variables, functions: functions, onFault: onFault).first
  }

  /// The rows that a request makes: values by the names of its properties.
  ///
  /// Of no elements counts and sums are 0, and `min:`, `max:` and `average:` a fault; nil where `onFault` is `.yieldNil`.
  public func queryAttributes(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [[String: FormatValue]] {
    try CompiledFetch(request, variables: variables, functions: functions).rows(of: self, onFault: onFault)
  }

  /// The rows that a request makes, each read as a type of the program's own: see `FormatValueDecoder`.
  ///
  /// - Throws: `FormatError` as the others, and `DecodingError` where a row does not fit the type.
  public func queryAttributes<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws -> [Row] {
    try queryAttributes(request, variables: variables, functions: functions, onFault: onFault).map {
      try FormatValueDecoder().decode(type, from: $0)
    }
  }

  /// The value of a property: of the first element that a request is for, or of all of them where it is an aggregate.
  ///
  /// - Parameters:
  ///   - property: what is asked for; it takes the place of the request's properties.
  ///   - type: what the value is read as, such as `Int.self`.
  /// - Returns: the value; nil where it is nil, or there is no element.
  public func queryValue<Value: PredicateFunctionValue>(
    _ property: FetchProperty, as type: Value.Type = Value.self,
    for request: PredicateFetchRequest = PredicateFetchRequest(), variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Value? {
    let request = request.first.tweaked { $0.properties = [property] }
    let rows = try queryAttributes(request, variables: variables, functions: functions, onFault: onFault)
    return try property.value(of: rows.first, as: type)
  }
}

extension PredicateFetchRequest {
  /// The same request for the first object or row.
  package var first: PredicateFetchRequest { tweaked { $0.limit = Swift.min($0.limit ?? 1, 1) } }
}

extension FetchProperty {
  /// The value of the property in a row; nil where there is none.
  ///
  /// - Throws: `FormatError` where the value is no value of the type.
  package func value<Value: PredicateFunctionValue>(
    of row: [String: FormatValue]?, as type: Value.Type
  ) throws(FormatError) -> Value? {
    guard let value = row?[name], !value.isNull else { return nil }
    if let value = Value(functionValue: value) { return value }
    let message = Message.wrongOperand(
      of: "the property '\(name)'", wanted: "a value of \(type)", found: value.valueType.description)
    throw FormatError([Diagnostic(message, at: expression.range)], source: "")
  }
}
