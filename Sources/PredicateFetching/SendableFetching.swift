// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

// Overloads for `Sendable` types, for the reason in PredicateEvaluation/SendableElements.swift.

extension Sequence where Element: Sendable {
  @_documentation(visibility: internal)
  public func sorted(by first: SortKey, _ others: SortKey...) throws(FormatError) -> [Element] {
    try sorted(by: [first] + others)
  }

  @_documentation(visibility: internal)
  public func sorted(
    by keys: [SortKey], options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Element] {
    try Array(self).fetchAll(PredicateFetchRequest(sortKeys: keys), options: options)
  }
}

extension Array where Element: Sendable {
  @_documentation(visibility: internal)
  public func fetchAll(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Element] {
    try CompiledFetch<Element>(request, isShared: true, options).objects(of: self)
  }

  @_documentation(visibility: internal)
  public func fetchOne(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Element? {
    try fetchAll(request.limitedToOne, options: options).first
  }

  @_documentation(visibility: internal)
  public func fetchCount(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Int {
    try CompiledFetch<Element>(request, isShared: true, options).count(of: self)
  }

  @_documentation(visibility: internal)
  public func fetchIdentifiers(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Int] {
    try CompiledFetch<Element>(request, isShared: true, options).indices(of: self)
  }

  @_documentation(visibility: internal)
  public func fetchIdentifier(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Int? {
    try fetchIdentifiers(request.limitedToOne, options: options).first
  }

  @_documentation(visibility: internal)
  public func queryAttributes(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [[String: FormatValue]] {
    try CompiledFetch<Element>(request, isShared: true, options).rows(of: self)
  }

  @_documentation(visibility: internal)
  public func queryAttributes<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, options: EvaluationOptions = EvaluationOptions()
  ) throws -> [Row] {
    try queryAttributes(request, options: options).map {
      try FormatValueDecoder().decode(type, from: $0)
    }
  }

  @_documentation(visibility: internal)
  public func queryValue<Value: PredicateFunctionValue>(
    _ property: FetchProperty, as type: Value.Type = Value.self,
    for request: PredicateFetchRequest = PredicateFetchRequest(), options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Value? {
    let request = request.limitedToOne.with { $0.properties = [property] }
    let rows = try queryAttributes(request, options: options)
    return try property.value(of: rows.first, as: type)
  }
}

extension CompiledFetch where Root: Sendable {
  @_documentation(visibility: internal)
  public init(
    _ request: PredicateFetchRequest, for _: Root.Type = Root.self, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) {
    try self.init(request, isShared: true, options)
  }
}
