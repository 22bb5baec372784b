import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

// Fetch requests on arrays. `SQLiteStore` has the same methods for databases. Each method compiles the request for the element
// type. Use `CompiledFetch` to compile a request once.

extension Array {
  /// Returns the elements that the request selects, in its order. In the predicate, `max:(key)` ranges over the whole array.
  ///
  /// - Throws: `FormatError` for an unknown key, an impossible comparison or a request that arrays do not support, even if the
  ///   array is empty. It is also thrown for the first element whose evaluation fails, unless errors yield nil.
  public func fetchAll(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Element] {
    try CompiledFetch(request, isShared: false, options).objects(of: self)
  }

  /// Returns the first element that the request selects, or `nil` if there is none.
  ///
  /// - Throws: The errors of `fetchAll(_:options:)`.
  public func fetchOne(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Element? {
    try fetchAll(request.limitedToOne, options: options).first
  }

  /// Returns the number of elements or rows that the request selects, after its offset and limit.
  ///
  /// - Throws: The errors of `fetchAll(_:options:)`.
  public func fetchCount(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Int {
    try CompiledFetch(request, isShared: false, options).count(of: self)
  }

  /// Returns the positions of the elements that the request selects.
  ///
  /// - Throws: The errors of `fetchAll(_:options:)`.
  public func fetchIdentifiers(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [Int] {
    try CompiledFetch<Element>(request, isShared: false, options).indices(of: self)
  }

  /// Returns the position of the first element that the request selects, or `nil` if there is none.
  ///
  /// - Throws: The errors of `fetchAll(_:options:)`.
  public func fetchIdentifier(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Int? {
    try fetchIdentifiers(request.limitedToOne, options: options).first
  }

  /// Returns the rows of the request: values by property name.
  ///
  /// If no element is selected, counts and sums are 0. `min:`, `max:` and `average:` are errors, or nil with `.yieldNil`.
  ///
  /// - Throws: The errors of `fetchAll(_:options:)`.
  public func queryAttributes(
    _ request: PredicateFetchRequest, options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> [[String: FormatValue]] {
    try CompiledFetch<Element>(request, isShared: false, options).rows(of: self)
  }

  /// Returns the rows of the request, decoded as a `Decodable` type by `FormatValueDecoder`.
  ///
  /// - Throws: The errors of `fetchAll(_:options:)`, and `DecodingError` if a row does not fit the type.
  public func queryAttributes<Row: Decodable>(
    _ request: PredicateFetchRequest, as type: Row.Type, options: EvaluationOptions = EvaluationOptions()
  ) throws -> [Row] {
    try queryAttributes(request, options: options).map {
      try FormatValueDecoder().decode(type, from: $0)
    }
  }

  /// Returns the value of a property for the first element that the request selects. An aggregate is computed over all of them.
  ///
  /// - Parameters:
  ///   - property: The property. It replaces the properties of the request.
  ///   - type: The type of the value, such as `Int.self`.
  /// - Returns: The value, or `nil` if it is nil or no element is selected.
  /// - Throws: The errors of `fetchAll(_:options:)`, and `FormatError` if the value does not fit the type.
  public func queryValue<Value: PredicateFunctionValue>(
    _ property: FetchProperty, as type: Value.Type = Value.self,
    for request: PredicateFetchRequest = PredicateFetchRequest(), options: EvaluationOptions = EvaluationOptions()
  ) throws(FormatError) -> Value? {
    let request = request.limitedToOne.with { $0.properties = [property] }
    let rows = try queryAttributes(request, options: options)
    return try property.value(of: rows.first, as: type)
  }
}

extension FetchProperty {
  /// Returns the value of the property in a row, or `nil` if there is none.
  ///
  /// - Throws: `FormatError` if the value does not fit the type.
  package func value<Value: PredicateFunctionValue>(
    of row: [String: FormatValue]?, as type: Value.Type
  ) throws(FormatError) -> Value? {
    guard let value = row?[name], !value.isNull else { return nil }
    if let value = type.functionConversion.instance(value) { return value }
    let message = Message.wrongOperand(
      of: "the property '\(name)'", expected: "a value of \(type)", found: value.valueType.description)
    let expression = expression.located
    throw FormatError(message, at: expression.range, source: expression.writtenText)
  }
}
