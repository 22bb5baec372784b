import PredicateSemantics
import PredicateSyntax

// Safety: The address of the argument is used only during the call, and the predicate owns its program.
extension FormatPredicate {
  /// Returns whether an object matches the predicate. The object can be a value of any Swift type, a dictionary or a `FormatValue`.
  ///
  /// The first call for a type `T` compiles the predicate. The predicate and its copies cache the result for up to eight types.
  /// Subtrees extracted from a parsed tree have no cache. The method has one parameter, so you can write
  /// `words.filter(predicate.evaluate(with:))`.
  ///
  /// - Parameter object: The value of SELF.
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or if the evaluation fails.
  @inlinable
  public func evaluate<T>(with object: T) throws(FormatError) -> Bool {
    try unsafe withUnsafePointer(to: object) { (pointer) throws(FormatError) in
      try unsafe isTrue(at: UnsafeRawPointer(pointer), as: T.self, isShared: false, .throw)
    }
  }

  /// Returns whether the object at an address matches the predicate.
  ///
  /// - Parameter isShared: Whether other threads may access the object.
  @usableFromInline
  func isTrue(
    at address: UnsafeRawPointer, as type: Any.Type, isShared: Bool, _ onError: ErrorHandling
  ) throws(FormatError) -> Bool {
    let key = Compilation.Key(ObjectIdentifier(type), isShared: isShared)
    guard let known = unsafe compiled(for: key) else {
      return try unsafe program(for: type, key).isTrue(of: address, onError)
    }
    // The predicate's cache owns the program, so this fast path does not retain it.
    let answer = unsafe known._withUnsafeGuaranteedRef { unsafe ($0 as? Program)?.quickAnswer(for: address, onError) }
    if let answer { return answer }
    return try unsafe program(for: type, key).newAnswer(for: address, onError)
  }

  @inline(never)
  private func program(for type: Any.Type, _ key: Compilation.Key) throws(FormatError) -> Program {
    if let known = unsafe compiled(for: key)?.takeUnretainedValue() as? Program { return known }
    let program = try unsafe Program(
      self, for: SwiftType.of(type), isShared: key.isShared, variables: [:], functions: .none, limits: nil)
    keep(program, for: key)
    return program
  }

  /// Returns whether an object matches the predicate. The object can be a value of any Swift type, a dictionary or a `FormatValue`.
  ///
  /// The compiled predicate is cached only if there are no variables and no functions. Otherwise each call compiles it. Use
  /// `CompiledPredicate` to compile it once.
  ///
  /// - Parameters:
  ///   - object: The value of SELF.
  ///   - variables: The values of `$NAME` variables, by name without the dollar sign.
  ///   - functions: The functions that the predicate may call in addition to the built-in ones.
  ///   - onError: What happens if a value cannot be computed.
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or if the evaluation fails.
  public func evaluate<T>(
    with object: T, variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none,
    onError: ErrorHandling = .throw
  ) throws(FormatError) -> Bool {
    if variables.isEmpty && functions.isNone {
      return try unsafe withUnsafePointer(to: object) { (pointer) throws(FormatError) in
        try unsafe isTrue(at: UnsafeRawPointer(pointer), as: T.self, isShared: false, onError)
      }
    }
    return try CompiledPredicate(self, for: T.self, variables: variables, functions: functions).evaluate(
      with: object, onError: onError)
  }

  /// Returns the errors and warnings for objects of a type, such as unknown keys and impossible comparisons.
  public func findings<T>(for _: T.Type, functions: PredicateFunctions = .none) -> [FormatDiagnostic] {
    do throws(FormatError) {
      return try CompiledPredicate(self, for: T.self, functions: functions).warnings
    } catch {
      return error.diagnostics
    }
  }
}

extension FormatExpression {
  /// Returns the value of the expression for an object. Each call compiles it. Use `CompiledExpression` to compile once.
  ///
  /// - Throws: `FormatError` for an unknown key, or if the evaluation fails.
  public func value<T>(with object: T) throws(FormatError) -> FormatValue {
    try CompiledExpression(self, for: T.self).value(of: object)
  }

  /// Returns the value of the expression for an object.
  ///
  /// - Throws: `FormatError` for an unknown key, or if the evaluation fails.
  public func value<T>(
    with object: T, variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none,
    onError: ErrorHandling = .throw
  ) throws(FormatError) -> FormatValue {
    try CompiledExpression(self, for: T.self, variables: variables, functions: functions).value(
      of: object, onError: onError)
  }
}

extension Array {
  /// Returns the elements that match the predicate, in order. The predicate is compiled once.
  ///
  ///     let recent = try books.filtered(by: FormatPredicate("year > %@", 1965))
  ///     let template = try FormatPredicate("price < $MOST")
  ///     let cheap = try books.filtered(by: template, variables: ["MOST": 10])
  ///
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or for the first element whose evaluation fails.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none,
    onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Element] {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions)
      .reportingRowFindings(of: predicate, in: self).filter(self, onError: onError)
  }

  /// Returns the positions of the elements that match the predicate, in order.
  ///
  /// - Throws: The errors of `filtered(by:variables:functions:onError:)`.
  public func indices(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Int] {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions)
      .reportingRowFindings(of: predicate, in: self).indices(of: self, onError: onError)
  }

  /// Returns the number of elements that match the predicate.
  ///
  /// - Throws: The errors of `filtered(by:variables:functions:onError:)`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions)
      .reportingRowFindings(of: predicate, in: self).count(of: self, onError: onError)
  }

  /// Returns the first element that matches the predicate, or `nil` if no element matches. If a later element
  /// cannot be evaluated, no error is thrown.
  ///
  /// - Throws: The errors of `filtered(by:variables:functions:onError:)`.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Element? {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions)
      .reportingRowFindings(of: predicate, in: self).first(of: self, onError: onError)
  }
}

// Methods with a `threads` parameter. SendableElements.swift contains those without it for elements that are `Sendable`.
extension Array where Element: Sendable {
  /// Returns the elements that match the predicate, in order, using several threads. The result does not depend on their number.
  ///
  /// - Parameter threads: The maximum number of threads. Values below 1 mean 1. For small amounts of work, fewer are used.
  /// - Throws: The errors of `filtered(by:variables:functions:onError:)`.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw, threads: Int
  ) throws(FormatError) -> [Element] {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions)
      .reportingRowFindings(of: predicate, in: self).filter(self, onError: onError, threads: threads)
  }

  /// Returns the positions of the elements that match the predicate, in order, using up to `threads` threads.
  ///
  /// - Throws: The errors of `filtered(by:variables:functions:onError:)`.
  public func indices(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw, threads: Int
  ) throws(FormatError) -> [Int] {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions)
      .reportingRowFindings(of: predicate, in: self).indices(of: self, onError: onError, threads: threads)
  }

  /// Returns the number of elements that match the predicate, using up to `threads` threads.
  ///
  /// - Throws: The errors of `filtered(by:variables:functions:onError:)`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw, threads: Int
  ) throws(FormatError) -> Int {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions)
      .reportingRowFindings(of: predicate, in: self).count(of: self, onError: onError, threads: threads)
  }
}

// Each method first reads the whole sequence, because `max:(key)` ranges over all elements.
extension Sequence {
  /// Returns the elements that match the predicate, in the order of the sequence.
  ///
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or for the first element whose evaluation fails.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none,
    onError: ErrorHandling = .throw
  ) throws(FormatError) -> [Element] {
    try Array(self).filtered(by: predicate, variables: variables, functions: functions, onError: onError)
  }

  /// Returns the number of elements that match the predicate.
  ///
  /// - Throws: The errors of `filtered(by:variables:functions:onError:)`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Int {
    try Array(self).count(matching: predicate, variables: variables, functions: functions, onError: onError)
  }

  /// Returns the first element of the sequence that matches the predicate, or `nil` if there is none.
  ///
  /// - Throws: The errors of `filtered(by:variables:functions:onError:)`.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onError: ErrorHandling = .throw
  ) throws(FormatError) -> Element? {
    try Array(self).first(matching: predicate, variables: variables, functions: functions, onError: onError)
  }
}
