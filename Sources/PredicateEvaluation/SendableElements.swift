import PredicateSemantics
import PredicateSyntax

// Overloads for `Sendable` types. The compiler prefers them if it knows the conformance. They do not read a stored `var` of a
// class unless `predicateKeys` lists it, because another thread may be changing it. Otherwise each has the results and errors
// of the method of the same name. Grammar/Guides/Isolation.md explains why.

extension FormatPredicate {
  /// Returns whether an object that other threads may access matches the predicate.
  @inlinable
  public func evaluate<T: Sendable>(with object: T) throws(FormatError) -> Bool {
    try withUnsafePointer(to: object) { (pointer) throws(FormatError) in
      try isTrue(at: UnsafeRawPointer(pointer), as: T.self, isShared: true, .throw)
    }
  }

  /// Returns whether an object that other threads may access matches the predicate.
  public func evaluate<T: Sendable>(
    with object: T, variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none,
    onError: ErrorHandling = .throw
  ) throws(FormatError) -> Bool {
    if variables.isEmpty && functions.isNone {
      return try withUnsafePointer(to: object) { (pointer) throws(FormatError) in
        try isTrue(at: UnsafeRawPointer(pointer), as: T.self, isShared: true, onError)
      }
    }
    return try CompiledPredicate(self, for: T.self, variables: variables, functions: functions).evaluate(
      with: object, onError: onError)
  }

  /// Returns the errors and warnings for objects of a type that other threads may access.
  public func findings<T: Sendable>(for _: T.Type, functions: PredicateFunctions = .none) -> [FormatDiagnostic] {
    do throws(FormatError) {
      return try CompiledPredicate(self, for: T.self, functions: functions).warnings
    } catch {
      return error.diagnostics
    }
  }
}

extension FormatExpression {
  /// Returns the value of the expression for an object that other threads may access.
  public func value<T: Sendable>(with object: T) throws(FormatError) -> FormatValue {
    try CompiledExpression(self, for: T.self).value(of: object)
  }

  /// Returns the value of the expression for an object that other threads may access.
  public func value<T: Sendable>(
    with object: T, variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none,
    onError: ErrorHandling = .throw
  ) throws(FormatError) -> FormatValue {
    try CompiledExpression(self, for: T.self, variables: variables, functions: functions).value(
      of: object, onError: onError)
  }
}

extension Array where Element: Sendable {
  /// Returns the elements that match the predicate, in order.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Element] {
    try filtered(by: predicate, variables: variables, functions: functions, onError: onError, threads: 1)
  }

  /// Returns the positions of the elements that match the predicate, in order.
  public func indices(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Int] {
    try indices(matching: predicate, variables: variables, functions: functions, onError: onError, threads: 1)
  }

  /// Returns the number of elements that match the predicate.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try count(matching: predicate, variables: variables, functions: functions, onError: onError, threads: 1)
  }

  /// Returns the first element that matches the predicate, or `nil` if there is none.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Element? {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions)
      .reportingRowFindings(of: predicate, in: self).first(of: self, onError: onError)
  }
}

extension Sequence where Element: Sendable {
  /// Returns the elements sorted by the given keys. The sort is stable.
  public func sorted(by first: SortKey, _ others: SortKey...) throws(FormatError) -> [Element] {
    try sorted(by: [first] + others)
  }

  /// Returns the elements sorted by the given keys. The sort is stable.
  public func sorted(by keys: [SortKey], onError: ErrorHandling = .throw) throws(FormatError) -> [Element] {
    try Array(self).fetchAll(PredicateFetchRequest(sortKeys: keys), onError: onError)
  }

  /// Returns the elements that match the predicate, in the order of the sequence.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Element] {
    try Array(self).filtered(by: predicate, variables: variables, functions: functions, onError: onError)
  }

  /// Returns the number of elements that match the predicate.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try Array(self).count(matching: predicate, variables: variables, functions: functions, onError: onError)
  }

  /// Returns the first element of the sequence that matches the predicate, or `nil` if there is none.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Element? {
    try Array(self).first(matching: predicate, variables: variables, functions: functions, onError: onError)
  }
}

extension Array where Element: Sendable {
  /// Removes the elements that match the predicate and returns their number.
  @discardableResult
  public mutating func removeAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try removeAll(at: indices(matching: predicate, variables: variables, functions: functions, onError: onError))
  }

  /// Calls `change` with each element that matches the predicate, in order, and returns their number.
  @discardableResult
  public mutating func updateAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw, _ change: (inout Element) -> Void
  ) throws(FormatError) -> Int {
    let found = try indices(matching: predicate, variables: variables, functions: functions, onError: onError)
    for index in found { change(&self[index]) }
    return found.count
  }

  /// Returns the elements that the request selects, in its order.
  public func fetchAll(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Element] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).objects(
      of: self, onError: onError)
  }

  /// Returns the first element that the request selects, or `nil` if there is none.
  public func fetchOne(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Element? {
    try fetchAll(request.first, variables: variables, functions: functions, onError: onError).first
  }

  /// Returns the number of elements or rows that the request selects, after its offset and limit.
  public func fetchCount(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).count(of: self, onError: onError)
  }

  /// Returns the positions of the elements that the request selects.
  public func fetchIdentifiers(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Int] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).indices(
      of: self, onError: onError)
  }

  /// Returns the position of the first element that the request selects, or `nil` if there is none.
  public func fetchIdentifier(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int? {
    try fetchIdentifiers(request.first, variables: variables, functions: functions, onError: onError).first
  }

  /// Returns the rows of the request: values by property name.
  public func queryAttributes(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [[String: FormatValue]] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).rows(of: self, onError: onError)
  }

  /// Returns the rows of the request, decoded as a `Decodable` type.
  public func queryAttributes<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws -> [Row] {
    try queryAttributes(request, variables: variables, functions: functions, onError: onError).map {
      try FormatValueDecoder().decode(type, from: $0)
    }
  }

  /// Returns the value of a property for the first element that the request selects. An aggregate is computed over all of them.
  public func queryValue<Value: PredicateFunctionValue>(
    _ property: FetchProperty, as type: Value.Type = Value.self,
    for request: PredicateFetchRequest = PredicateFetchRequest(), variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Value? {
    let request = request.first.with { $0.properties = [property] }
    let rows = try queryAttributes(request, variables: variables, functions: functions, onError: onError)
    return try property.value(of: rows.first, as: type)
  }
}
