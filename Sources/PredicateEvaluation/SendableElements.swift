// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import PredicateSemantics
import PredicateSyntax

// The methods of Filtering.swift for `Sendable` types. The compiler prefers them if it knows the conformance. They do not read a
// stored `var` of a class unless `predicateKeys` lists it, because another thread may be changing it, and they may use several
// threads. Grammar/Guides/Isolation.md explains why. The documentation shows each method once.

// Safety: The address of the argument is used only during the call.
extension FormatPredicate {
  @inlinable @_documentation(visibility: internal)
  public func evaluate<T: Sendable>(with object: T) throws(FormatError) -> Bool {
    try unsafe withUnsafePointer(to: object) { (pointer) throws(FormatError) in
      try unsafe isTrue(at: UnsafeRawPointer(pointer), as: T.self, isShared: true, yieldsNil: false)
    }
  }

  @_documentation(visibility: internal)
  public func evaluate<T: Sendable>(with object: T, options: EvaluationOptions) throws(FormatError) -> Bool {
    try isTrue(of: object, isShared: true, options)
  }

  @_documentation(visibility: internal)
  public func findings<T: Sendable>(for _: T.Type, functions: PredicateFunctions = .none) -> [FormatDiagnostic] {
    findings(for: T.self, isShared: true, functions)
  }
}

extension FormatExpression {
  @_documentation(visibility: internal)
  public func value<T: Sendable>(with object: T) throws(FormatError) -> FormatValue {
    try CompiledExpression<T>(self, isShared: true, EvaluationOptions()).value(of: object)
  }

  @_documentation(visibility: internal)
  public func value<T: Sendable>(with object: T, options: EvaluationOptions) throws(FormatError) -> FormatValue {
    try CompiledExpression<T>(self, isShared: true, options).value(of: object)
  }
}

extension Sequence where Element: Sendable {
  @_documentation(visibility: internal)
  public func filtered(
    by predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Element] {
    let elements = Array(self)
    return try predicate.compiled(for: elements, isShared: true, options).filter(elements)
  }

  @_documentation(visibility: internal)
  public func count(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Int {
    let elements = Array(self)
    return try predicate.compiled(for: elements, isShared: true, options).count(of: elements)
  }

  @_documentation(visibility: internal)
  public func first(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Element? {
    let elements = Array(self)
    return try predicate.compiled(for: elements, isShared: true, options).first(of: elements)
  }
}

extension Array where Element: Sendable {
  @_documentation(visibility: internal)
  public func indices(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Int] {
    try predicate.compiled(for: self, isShared: true, options).indices(of: self)
  }

  @_documentation(visibility: internal) @discardableResult
  public mutating func removeAll(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Int {
    remove(at: try predicate.compiled(for: self, isShared: true, options).indices(of: self))
  }

  @_documentation(visibility: internal) @discardableResult
  public mutating func updateAll(
    matching predicate: FormatPredicate, options: EvaluationOptions = EvaluationOptions(),
    _ change: (inout Element) -> Void
  ) throws(FormatError) -> Int {
    update(at: try predicate.compiled(for: self, isShared: true, options).indices(of: self), change)
  }
}

extension CompiledPredicate where Root: Sendable {
  @_documentation(visibility: internal)
  public init(
    _ predicate: FormatPredicate, for _: Root.Type = Root.self, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) {
    try self.init(predicate, isShared: true, options)
  }
}

extension CompiledExpression where Root: Sendable {
  @_documentation(visibility: internal)
  public init(
    _ expression: FormatExpression, for _: Root.Type = Root.self, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) {
    try self.init(expression, isShared: true, options)
  }
}

extension PredicateColumns where Element: Sendable {
  @_documentation(visibility: internal)
  public init(_ elements: [Element]) { self.init(elements, isShared: true) }

  @_documentation(visibility: internal)
  public init(_ elements: [Element], keys: [String]) throws(FormatError) {
    self.init(elements, isShared: true)
    try prepare(keys)
  }
}

extension PredicateFetchRequest {
  @_documentation(visibility: internal)
  public func validated<T: Sendable>(
    by profile: PredicateProfile, for type: T.Type, functions: PredicateFunctions = .none
  ) throws(FormatError) -> PredicateFetchRequest {
    try validated(by: profile, for: SwiftType.of(type), functions, isShared: true)
  }
}

extension FormatPredicate {
  @_documentation(visibility: internal)
  public init<T: Sendable>(
    _ format: String, profile: PredicateProfile, for type: T.Type, validator: (any PredicateValidator)? = nil,
    functions: PredicateFunctions = .none, arguments: [(any FormatArgument)?] = []
  ) throws(FormatError) {
    try self.init(format, profile, for: SwiftType.of(type), validator, functions, arguments, isShared: true)
  }

  @_documentation(visibility: internal)
  public func findings<T: Sendable>(
    in profile: PredicateProfile, for type: T.Type, functions: PredicateFunctions = .none
  ) -> [FormatDiagnostic] {
    findings(in: profile, for: SwiftType.of(type), functions, isShared: true)
  }
}
