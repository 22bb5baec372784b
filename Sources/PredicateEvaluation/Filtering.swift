import PredicateSemantics
import PredicateSyntax

// The methods for elements and objects of any type. SendableElements.swift has those for `Sendable` types.

// Safety: The address of the argument is used only during the call, and the predicate owns its program.
extension FormatPredicate {
  /// Returns whether an object matches the predicate. The object can be a value of any Swift type, a dictionary or a `FormatValue`.
  ///
  ///     let predicate = try FormatPredicate("year > %@", 1965)
  ///     let isRecent = try predicate.evaluate(with: books[0])
  ///     let recent = try books.filter(predicate.evaluate(with:))
  ///
  /// The first call for a type `T` compiles the predicate. The predicate and its copies cache the result for up to eight types.
  /// Subtrees extracted from a parsed tree have no cache.
  ///
  /// - Parameter object: The value of SELF.
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or if the evaluation fails.
  @inlinable
  public func evaluate<T>(with object: T) throws(FormatError) -> Bool {
    try unsafe withUnsafePointer(to: object) { (pointer) throws(FormatError) in
      try unsafe isTrue(at: UnsafeRawPointer(pointer), as: T.self, isShared: false, yieldsNil: false)
    }
  }

  /// Returns whether an object matches the predicate, with variables, functions or limits.
  ///
  ///     let template = try FormatPredicate("price < $MOST")
  ///     let isCheap = try template.evaluate(with: books[0], options: EvaluationOptions(variables: ["MOST": 10]))
  ///
  /// The compiled predicate is cached only if there are no variables, functions and limits. Otherwise each call compiles it. Use
  /// `CompiledPredicate` to compile it once.
  ///
  /// - Parameters:
  ///   - object: The value of SELF.
  ///   - options: The options.
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or if the evaluation fails.
  public func evaluate<T>(with object: T, options: EvaluationOptions) throws(FormatError) -> Bool {
    try isTrue(of: object, isShared: false, options)
  }

  func isTrue<T>(of object: T, isShared: Bool, _ options: EvaluationOptions) throws(FormatError) -> Bool {
    guard options.variables.isEmpty, options.functions.isNone, options.limits == nil else {
      return try CompiledPredicate<T>(self, isShared: isShared, options).evaluate(with: object)
    }
    return try unsafe withUnsafePointer(to: object) { (pointer) throws(FormatError) in
      try unsafe isTrue(
        at: UnsafeRawPointer(pointer), as: T.self, isShared: isShared, yieldsNil: options.onError == .yieldNil)
    }
  }

  /// Returns whether the object at an address matches the predicate.
  ///
  /// - Parameters:
  ///   - isShared: Whether other threads may access the object.
  ///   - yieldsNil: Whether a value that cannot be computed is nil.
  @usableFromInline
  func isTrue(
    at address: UnsafeRawPointer, as type: Any.Type, isShared: Bool, yieldsNil: Bool
  ) throws(FormatError) -> Bool {
    let key = Compilation.Key(ObjectIdentifier(type), isShared: isShared, yieldsNil: yieldsNil)
    guard let known = unsafe compiled(for: key) else {
      return try unsafe program(for: type, key).isTrue(of: address)
    }
    // The predicate's cache owns the program, so this fast path does not retain it.
    let answer = unsafe known._withUnsafeGuaranteedRef { unsafe ($0 as? Program)?.quickAnswer(for: address) }
    if let answer { return answer }
    return try unsafe program(for: type, key).newAnswer(for: address)
  }

  @inline(never)
  private func program(for type: Any.Type, _ key: Compilation.Key) throws(FormatError) -> Program {
    if let known = unsafe compiled(for: key)?.takeUnretainedValue() as? Program { return known }
    let options = EvaluationOptions(onError: key.yieldsNil ? .yieldNil : .throw)
    let program = try unsafe Program(self, for: SwiftType.of(type), isShared: key.isShared, options)
    keep(program, for: key)
    return program
  }

  /// Compiles the predicate for one call over an array, and reports the warnings that depend on the elements.
  func compiled<Element>(
    for elements: [Element], isShared: Bool, _ options: EvaluationOptions
  ) throws(FormatError) -> CompiledPredicate<Element> {
    let compiled = try CompiledPredicate<Element>(self, isShared: isShared, options)
    reportRowFindings(in: elements)
    return compiled
  }

  /// Returns the errors and warnings for objects of a type, such as unknown keys and impossible comparisons.
  ///
  ///     let findings = try FormatPredicate("yaer > 1965").findings(for: Book.self)
  ///
  /// - Parameter functions: The functions that the predicate may call in addition to the built-in ones.
  public func findings<T>(for _: T.Type, functions: PredicateFunctions = .none) -> [FormatDiagnostic] {
    findings(for: T.self, isShared: false, functions)
  }

  func findings<T>(for _: T.Type, isShared: Bool, _ functions: PredicateFunctions) -> [FormatDiagnostic] {
    do throws(FormatError) {
      return try CompiledPredicate<T>(self, isShared: isShared, EvaluationOptions(functions: functions)).warnings
    } catch {
      return error.diagnostics
    }
  }
}

extension FormatExpression {
  /// Returns the value of the expression for an object. Each call compiles it. Use `CompiledExpression` to compile it once.
  ///
  ///     let age = try FormatExpression("2030 - year").value(with: books[0])
  ///
  /// - Throws: `FormatError` for an unknown key, or if the evaluation fails.
  public func value<T>(with object: T) throws(FormatError) -> FormatValue {
    try CompiledExpression<T>(self, isShared: false, EvaluationOptions()).value(of: object)
  }

  /// Returns the value of the expression for an object, with variables, functions or limits.
  ///
  ///     let template = try FormatExpression("price * $RATE")
  ///     let price = try template.value(with: books[0], options: EvaluationOptions(variables: ["RATE": 2]))
  ///
  /// - Throws: `FormatError` for an unknown key, or if the evaluation fails.
  public func value<T>(with object: T, options: EvaluationOptions) throws(FormatError) -> FormatValue {
    try CompiledExpression<T>(self, isShared: false, options).value(of: object)
  }
}

// Each method first reads the whole sequence, because `max:(key)` ranges over all elements.
extension Sequence {
  /// Returns the elements that match the predicate, in order. The predicate is compiled once.
  ///
  ///     let recent = try books.filtered(by: FormatPredicate("year > %@", 1965))
  ///     let template = try FormatPredicate("price < $MOST")
  ///     let cheap = try books.filtered(by: template, options: EvaluationOptions(variables: ["MOST": 10]))
  ///
  /// - Throws: `FormatError` for an unknown key or an impossible comparison, or for the first element whose evaluation fails.
  public func filtered(
    by predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Element] {
    let elements = Array(self)
    return try predicate.compiled(for: elements, isShared: false, options).filter(elements)
  }

  /// Returns the number of elements that match the predicate.
  ///
  ///     let count = try books.count(matching: FormatPredicate("year > %@", 1965))
  ///
  /// - Throws: The errors of `filtered(by:options:)`.
  public func count(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Int {
    let elements = Array(self)
    return try predicate.compiled(for: elements, isShared: false, options).count(of: elements)
  }

  /// Returns the first element that matches the predicate, or `nil` if no element matches. If a later element
  /// cannot be evaluated, no error is thrown.
  ///
  ///     let first = try books.first(matching: FormatPredicate("year > %@", 1965))
  ///
  /// - Throws: The errors of `filtered(by:options:)`.
  public func first(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Element? {
    let elements = Array(self)
    return try predicate.compiled(for: elements, isShared: false, options).first(of: elements)
  }
}

// The methods that change elements find all matches before the first change. If the predicate fails, nothing has changed, and
// `max:(key)` ranges over the original array.
extension Array {
  /// Returns the positions of the elements that match the predicate, in order.
  ///
  ///     let positions = try books.indices(matching: FormatPredicate("year > %@", 1965))
  ///
  /// - Throws: The errors of `filtered(by:options:)`.
  public func indices(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Int] {
    try predicate.compiled(for: self, isShared: false, options).indices(of: self)
  }

  /// Removes the elements that match the predicate.
  ///
  ///     let removed = try books.removeAll(matching: FormatPredicate("year < %@", 1900))
  ///
  /// - Returns: The number of removed elements.
  /// - Throws: The errors of `filtered(by:options:)`.
  @discardableResult
  public mutating func removeAll(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Int {
    remove(at: try predicate.compiled(for: self, isShared: false, options).indices(of: self))
  }

  /// Calls `change` with each element that matches the predicate, in order.
  ///
  ///     var numbers = [1, 5, 9]
  ///     let changed = try numbers.updateAll(matching: FormatPredicate("SELF > 4")) { $0 *= 2 }
  ///
  /// - Returns: The number of matching elements.
  /// - Throws: The errors of `filtered(by:options:)`.
  @discardableResult
  public mutating func updateAll(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions(),
    _ change: (inout Element) -> Void
  ) throws(FormatError) -> Int {
    update(at: try predicate.compiled(for: self, isShared: false, options).indices(of: self), change)
  }

  /// Removes the elements at positions, which must be in ascending order, and returns their number.
  mutating func remove(at found: [Int]) -> Int {
    guard let first = found.first else { return 0 }
    // Moves each remaining element once.
    var end = first
    var removed = found[...]
    for index in first..<count {
      if index == removed.first {
        removed.removeFirst()
      } else {
        swapAt(end, index)
        end += 1
      }
    }
    removeSubrange(end...)
    return found.count
  }

  mutating func update(at found: [Int], _ change: (inout Element) -> Void) -> Int {
    for index in found { change(&self[index]) }
    return found.count
  }
}
