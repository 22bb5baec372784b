import PredicateModel
import PredicateSyntax

// The calls of other files once more, for what is `Sendable`: the compiler takes these where it knows that, and they read no
// stored `var` of a class that is not named in `predicateKeys`, since another thread may be changing it. Each does and throws
// what the call of the same name does else. Grammar/Isolation.md says why.

extension FormatPredicate {
  /// Whether the predicate is true of an object that other threads may have.
  @inlinable
  public func evaluate<T: Sendable>(with object: T) throws(FormatError) -> Bool {
    try withUnsafePointer(to: object) { (place) throws(FormatError) in
      try isTrue(at: UnsafeRawPointer(place), as: T.self, isShared: true, .throw)
    }
  }

  /// Whether the predicate is true of an object that other threads may have.
  public func evaluate<T: Sendable>(
    with object: T, variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none,
    onFault: FaultHandling = .throw
  ) throws(FormatError) -> Bool {
    if variables.isEmpty && functions.isNone {
      return try withUnsafePointer(to: object) { (place) throws(FormatError) in
        try isTrue(at: UnsafeRawPointer(place), as: T.self, isShared: true, onFault)
      }
    }
    return try CompiledPredicate(self, for: T.self, variables: variables, functions: functions).evaluate(
      with: object, onFault: onFault)
  }

  /// What is wrong with the predicate for objects of a type that other threads may have.
  public func findings<T: Sendable>(for _: T.Type, functions: PredicateFunctions = .none) -> [Diagnostic] {
    do throws(FormatError) {
      return try CompiledPredicate(self, for: T.self, functions: functions).warnings
    } catch {
      return error.diagnostics
    }
  }
}

extension FormatExpression {
  /// The value of the expression of an object that other threads may have.
  public func value<T: Sendable>(with object: T) throws(FormatError) -> FormatValue {
    try CompiledExpression(self, for: T.self).value(of: object)
  }

  /// The value of the expression of an object that other threads may have.
  public func value<T: Sendable>(
    with object: T, variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none,
    onFault: FaultHandling = .throw
  ) throws(FormatError) -> FormatValue {
    try CompiledExpression(self, for: T.self, variables: variables, functions: functions).value(
      of: object, onFault: onFault)
  }
}

extension Array where Element: Sendable {
  /// The elements of which the predicate is true, in order.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Element] {
    try filtered(by: predicate, variables: variables, functions: functions, onFault: onFault, threads: 1)
  }

  /// The positions of the elements of which the predicate is true, in order.
  public func indices(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Int] {
    try indices(matching: predicate, variables: variables, functions: functions, onFault: onFault, threads: 1)
  }

  /// How many of the elements the predicate is true of.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int {
    try count(matching: predicate, variables: variables, functions: functions, onFault: onFault, threads: 1)
  }

  /// The first element of which the predicate is true; nil where there is none.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Element? {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions).first(
      of: self, onFault: onFault)
  }
}

extension Sequence where Element: Sendable {
  /// The elements in the order of sort keys; those that all of them leave equal keep their order.
  public func sorted(by first: SortKey, _ others: SortKey...) throws(FormatError) -> [Element] {
    try sorted(by: [first] + others)
  }

  /// The elements in the order of sort keys; those that all of them leave equal keep their order.
  public func sorted(by keys: [SortKey], onFault: FaultHandling = .throw) throws(FormatError) -> [Element] {
    try Array(self).fetchAll(PredicateFetchRequest(sortKeys: keys), onFault: onFault)
  }

  /// The elements of which the predicate is true, in the sequence's order.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Element] {
    try Array(self).filtered(by: predicate, variables: variables, functions: functions, onFault: onFault)
  }

  /// How many of the elements the predicate is true of.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int {
    try Array(self).count(matching: predicate, variables: variables, functions: functions, onFault: onFault)
  }

  /// The first element, in the sequence's order, of which the predicate is true; nil where there is none.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Element? {
    try Array(self).first(matching: predicate, variables: variables, functions: functions, onFault: onFault)
  }
}

extension Array where Element: Sendable {
  /// Removes the elements of which the predicate is true; returns how many they were.
  @discardableResult
  public mutating func removeAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int {
    try removeAll(at: indices(matching: predicate, variables: variables, functions: functions, onFault: onFault))
  }

  /// Calls `change` with each element of which the predicate is true, in order; returns how many they were.
  @discardableResult
  public mutating func updateAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw, _ change: (inout Element) -> Void
  ) throws(FormatError) -> Int {
    let found = try indices(matching: predicate, variables: variables, functions: functions, onFault: onFault)
    for index in found { change(&self[index]) }
    return found.count
  }

  /// The elements that a request is for, in its order.
  public func fetchAll(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Element] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).objects(
      of: self, onFault: onFault)
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
    try CompiledFetch<Element>(request, variables: variables, functions: functions).count(of: self, onFault: onFault)
  }

  /// What tells the elements apart that a request is for: their positions.
  public func fetchIdentifiers(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Int] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).indices(
      of: self, onFault: onFault)
  }

  /// The position of the first element that a request is for; nil where there is none.
  public func fetchIdentifier(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int? {
    try fetchIdentifiers(request.first, variables: variables, functions: functions, onFault: onFault).first
  }

  /// The rows that a request makes: values by the names of its properties.
  public func queryAttributes(
    _ request: PredicateFetchRequest, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [[String: FormatValue]] {
    try CompiledFetch<Element>(request, variables: variables, functions: functions).rows(of: self, onFault: onFault)
  }

  /// The rows that a request makes, each read as a type of the program's own.
  public func queryAttributes<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws -> [Row] {
    try queryAttributes(request, variables: variables, functions: functions, onFault: onFault).map {
      try FormatValueDecoder().decode(type, from: $0)
    }
  }

  /// The value of a property: of the first element that a request is for, or of all of them where it is an aggregate.
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
