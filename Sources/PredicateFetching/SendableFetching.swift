import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

// Overloads for `Sendable` types, for the reason in PredicateEvaluation/SendableElements.swift.

extension Sequence where Element: Sendable {
  /// Returns the elements sorted by the given keys. The sort is stable.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func sorted(by first: SortKey, _ others: SortKey...) throws(FormatError) -> [Element] {
    try sorted(by: [first] + others)
  }

  /// Returns the elements sorted by the given keys. The sort is stable.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func sorted(by keys: [SortKey], onError: ErrorHandling = .throw) throws(FormatError) -> [Element] {
    try Array(self).fetchAll(PredicateFetchRequest(sortKeys: keys), onError: onError)
  }
}

extension Array where Element: Sendable {
  /// Returns the elements that the request selects, in its order.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func fetchAll(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Element] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).objects(
      of: self, onError: onError)
  }

  /// Returns the first element that the request selects, or `nil` if there is none.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func fetchOne(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Element? {
    try fetchAll(request.limitedToOne, variables: variables, functions: functions, onError: onError).first
  }

  /// Returns the number of elements or rows that the request selects, after its offset and limit.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func fetchCount(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).count(of: self, onError: onError)
  }

  /// Returns the positions of the elements that the request selects.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func fetchIdentifiers(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Int] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).indices(
      of: self, onError: onError)
  }

  /// Returns the position of the first element that the request selects, or `nil` if there is none.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func fetchIdentifier(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int? {
    try fetchIdentifiers(request.limitedToOne, variables: variables, functions: functions, onError: onError).first
  }

  /// Returns the rows of the request: values by property name.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func queryAttributes(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [[String: FormatValue]] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).rows(of: self, onError: onError)
  }

  /// Returns the rows of the request, decoded as a `Decodable` type.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func queryAttributes<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws -> [Row] {
    try queryAttributes(request, variables: variables, functions: functions, onError: onError).map {
      try FormatValueDecoder().decode(type, from: $0)
    }
  }

  /// Returns the value of a property for the first element that the request selects. An aggregate is computed over all of them.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func queryValue<Value: PredicateFunctionValue>(
    _ property: FetchProperty, as type: Value.Type = Value.self,
    for request: PredicateFetchRequest = PredicateFetchRequest(), variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Value? {
    let request = request.limitedToOne.with { $0.properties = [property] }
    let rows = try queryAttributes(request, variables: variables, functions: functions, onError: onError)
    return try property.value(of: rows.first, as: type)
  }
}
