import PredicateSemantics
import PredicateSyntax

// Overloads for `Sendable` types. The compiler prefers them if it knows the conformance. They do not read a stored `var` of a
// class unless `predicateKeys` lists it, because another thread may be changing it. Otherwise each has the results and errors
// of the method of the same name. Grammar/Guides/Isolation.md explains why.

// Safety: The address of the argument is used only during the call.
extension FormatPredicate {
  /// Returns whether an object that other threads may access matches the predicate.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  @inlinable
  public func evaluate<T: Sendable>(with object: T) throws(FormatError) -> Bool {
    try unsafe withUnsafePointer(to: object) { (pointer) throws(FormatError) in
      try unsafe isTrue(at: UnsafeRawPointer(pointer), as: T.self, isShared: true, .throw)
    }
  }

  /// Returns whether an object that other threads may access matches the predicate.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func evaluate<T: Sendable>(
    with object: T, variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none,
    onError: ErrorHandling = .throw
  ) throws(FormatError) -> Bool {
    if variables.isEmpty && functions.isNone {
      return try unsafe withUnsafePointer(to: object) { (pointer) throws(FormatError) in
        try unsafe isTrue(at: UnsafeRawPointer(pointer), as: T.self, isShared: true, onError)
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
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func value<T: Sendable>(with object: T) throws(FormatError) -> FormatValue {
    try CompiledExpression(self, for: T.self).value(of: object)
  }

  /// Returns the value of the expression for an object that other threads may access.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
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
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Element] {
    try filtered(by: predicate, variables: variables, functions: functions, onError: onError, threads: 1)
  }

  /// Returns the positions of the elements that match the predicate, in order.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func indices(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Int] {
    try indices(matching: predicate, variables: variables, functions: functions, onError: onError, threads: 1)
  }

  /// Returns the number of elements that match the predicate.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try count(matching: predicate, variables: variables, functions: functions, onError: onError, threads: 1)
  }

  /// Returns the first element that matches the predicate, or `nil` if there is none.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Element? {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions)
      .reportingRowFindings(of: predicate, in: self).first(of: self, onError: onError)
  }
}

extension Sequence where Element: Sendable {
  /// Returns the elements that match the predicate, in the order of the sequence.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Element] {
    try Array(self).filtered(by: predicate, variables: variables, functions: functions, onError: onError)
  }

  /// Returns the number of elements that match the predicate.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try Array(self).count(matching: predicate, variables: variables, functions: functions, onError: onError)
  }

  /// Returns the first element of the sequence that matches the predicate, or `nil` if there is none.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Element? {
    try Array(self).first(matching: predicate, variables: variables, functions: functions, onError: onError)
  }
}

extension Array where Element: Sendable {
  /// Removes the elements that match the predicate and returns their number.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  @discardableResult
  public mutating func removeAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try removeAll(at: indices(matching: predicate, variables: variables, functions: functions, onError: onError))
  }

  /// Calls `change` with each element that matches the predicate, in order, and returns their number.
  ///
  /// - Throws: The errors of the method for types that are not `Sendable`.
  @discardableResult
  public mutating func updateAll(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw, _ change: (inout Element) -> Void
  ) throws(FormatError) -> Int {
    let found = try indices(matching: predicate, variables: variables, functions: functions, onError: onError)
    for index in found { change(&self[index]) }
    return found.count
  }
}
