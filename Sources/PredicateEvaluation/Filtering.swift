import PredicateModel
import PredicateSyntax

extension FormatPredicate {
  /// Whether the predicate is true of an object: a value of any Swift type, a dictionary, a `FormatValue`.
  ///
  /// The predicate is compiled when it is first asked about a `T`. It keeps that for itself and its copies, for up to eight
  /// types; a part taken out of a parsed tree does not. It is a function of one parameter, so that
  /// `words.filter(predicate.evaluate(with:))` says it too.
  ///
  /// - Parameter object: what SELF is.
  /// - Throws: `FormatError` with a wrong key or impossible comparison, or with the fault of the evaluation.
  @inlinable
  public func evaluate<T>(with object: T) throws(FormatError) -> Bool {
    try withUnsafePointer(to: object) { (place) throws(FormatError) in
      try isTrue(at: UnsafeRawPointer(place), as: T.self, isShared: false, .throw)
    }
  }

  /// Whether the predicate is true of the object at a place, which is of the type.
  ///
  /// - Parameter isShared: whether other threads may have the object.
  @usableFromInline
  func isTrue(
    at place: UnsafeRawPointer, as type: Any.Type, isShared: Bool, _ onFault: FaultHandling
  ) throws(FormatError) -> Bool {
    let key = Compilation.Key(type, isShared: isShared)
    guard let known = compiled(for: key) else { return try program(for: type, key).isTrue(of: place, onFault) }
    // The predicate holds it. Here it is not even retained.
    let quick = known._withUnsafeGuaranteedRef { ($0 as? Program)?.quickAnswer(for: place, onFault) ?? .unknown }
    switch quick {
    case .yes: return true
    case .no: return false
    default: return try program(for: type, key).answer(quick, for: place, onFault)
    }
  }

  @inline(never)
  private func program(for type: Any.Type, _ key: Compilation.Key) throws(FormatError) -> Program {
    if let known = compiled(for: key)?.takeUnretainedValue() as? Program { return known }
    let program = try Program(
      self, for: SwiftType.of(type), isShared: key.isShared, variables: [:], functions: .none, limits: nil)
    keep(program, for: key)
    return program
  }

  /// Whether the predicate is true of an object: a value of any Swift type, a dictionary, a `FormatValue`.
  ///
  /// What it was compiled to is kept where there are neither variables nor functions. With them it is compiled each time;
  /// `CompiledPredicate` does so once.
  ///
  /// - Parameters:
  ///   - object: what SELF is.
  ///   - variables: values for `$NAME` variables, by name without the dollar sign.
  ///   - functions: the functions of the program that the predicate may call.
  ///   - onFault: what a value that cannot be computed does.
  /// - Throws: `FormatError` with a wrong key or impossible comparison, or with the fault of the evaluation.
  public func evaluate<T>(
    with object: T, variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none,
    onFault: FaultHandling = .throw
  ) throws(FormatError) -> Bool {
    if variables.isEmpty && functions.isNone {
      return try withUnsafePointer(to: object) { (place) throws(FormatError) in
        try isTrue(at: UnsafeRawPointer(place), as: T.self, isShared: false, onFault)
      }
    }
    return try CompiledPredicate(self, for: T.self, variables: variables, functions: functions).evaluate(
      with: object, onFault: onFault)
  }

  /// What is wrong with the predicate for objects of a type: wrong keys, impossible comparisons; empty where nothing is.
  public func findings<T>(for _: T.Type, functions: PredicateFunctions = .none) -> [Diagnostic] {
    do throws(FormatError) {
      return try CompiledPredicate(self, for: T.self, functions: functions).warnings
    } catch {
      return error.diagnostics
    }
  }
}

extension FormatExpression {
  /// The value of the expression of an object. The expression is compiled each time; `CompiledExpression` does so once.
  ///
  /// - Throws: `FormatError` with a wrong key, or with the fault of the evaluation.
  public func value<T>(with object: T) throws(FormatError) -> FormatValue {
    try CompiledExpression(self, for: T.self).value(of: object)
  }

  /// The value of the expression of an object.
  ///
  /// - Throws: `FormatError` with a wrong key, or with the fault of the evaluation.
  public func value<T>(
    with object: T, variables: [String: (any FormatArgument)?] = [:], functions: PredicateFunctions = .none,
    onFault: FaultHandling = .throw
  ) throws(FormatError) -> FormatValue {
    try CompiledExpression(self, for: T.self, variables: variables, functions: functions).value(
      of: object, onFault: onFault)
  }
}

extension Array {
  /// The elements of which the predicate is true, in order. The predicate is compiled once, then run over the array.
  ///
  /// - Throws: `FormatError` with a wrong key or impossible comparison, or with the fault of the first element that has one.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none,
    onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Element] {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions).filter(
      self, onFault: onFault)
  }

  /// The positions of the elements of which the predicate is true, in order.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func indices(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Int] {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions).indices(
      of: self, onFault: onFault)
  }

  /// How many of the elements the predicate is true of.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions).count(
      of: self, onFault: onFault)
  }

  /// The first element of which the predicate is true; nil where there is none. Those behind it are not asked, and their
  /// faults are not thrown.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Element? {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions).first(
      of: self, onFault: onFault)
  }
}

// The parallel forms, and below the plain ones for elements that other threads may have.
extension Array where Element: Sendable {
  /// The elements of which the predicate is true, in order, found by several threads; the same as with one.
  ///
  /// - Parameter threads: how many threads may work on it; 0 and less mean 1. Where there is little work, fewer take part.
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw, threads: Int
  ) throws(FormatError) -> [Element] {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions).filter(
      self, onFault: onFault, threads: threads)
  }

  /// The positions of the elements of which the predicate is true, in order, found by up to `threads` threads.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func indices(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw, threads: Int
  ) throws(FormatError) -> [Int] {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions).indices(
      of: self, onFault: onFault, threads: threads)
  }

  /// How many of the elements the predicate is true of, counted by up to `threads` threads.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw, threads: Int
  ) throws(FormatError) -> Int {
    try CompiledPredicate(predicate, for: Element.self, variables: variables, functions: functions).count(
      of: self, onFault: onFault, threads: threads)
  }
}

// The sequence is read to its end first, since `max:(key)` ranges over all of it.
extension Sequence {
  /// The elements of which the predicate is true, in the sequence's order.
  ///
  /// - Throws: `FormatError` with a wrong key or impossible comparison, or with the fault of the first element that has one.
  public func filtered(
    by predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none,
    onFault: FaultHandling = .throw
  ) throws(FormatError) -> [Element] {
    try Array(self).filtered(by: predicate, variables: variables, functions: functions, onFault: onFault)
  }

  /// How many of the elements the predicate is true of.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func count(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Int {
    try Array(self).count(matching: predicate, variables: variables, functions: functions, onFault: onFault)
  }

  /// The first element, in the sequence's order, of which the predicate is true; nil where there is none.
  ///
  /// - Throws: as `filtered(by:variables:functions:onFault:)`.
  public func first(
    matching predicate: FormatPredicate, variables: [String: (any FormatArgument)?] = [:],
    functions: PredicateFunctions = .none, onFault: FaultHandling = .throw
  ) throws(FormatError) -> Element? {
    try Array(self).first(matching: predicate, variables: variables, functions: functions, onFault: onFault)
  }
}
