#if !hasFeature(Embedded)  // Embedded Swift has no casts to `any FormatArgument`; use `FormatValue.list` there.
// Collections accept elements of several types, as in `[1, "a"]` and `[Any]`, so elements are checked only here. An element that
// is not an argument makes the whole expression invalid, which every initializer and use reports.

extension Array: FormatArgument {
  /// A constant list if all elements are constants, otherwise an aggregate. Invalid if an element is not an argument.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { listExpression(map(argumentExpression)) }
}

extension Set: FormatArgument {
  /// A constant set if all elements are constants, otherwise an aggregate. Invalid if an element is not an argument.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression {
    let list = listExpression(map(argumentExpression))
    return if case .constant(.list(let values)) = list.kind { FormatValue.set(values).formatExpression } else { list }
  }
}

extension Dictionary: FormatArgument where Key == String {
  /// A constant record. Invalid if a value is not an argument or not a constant.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression {
    var record: [String: FormatValue] = [:]
    for (key, value) in self {
      let expression = argumentExpression(value)
      switch expression.kind {
      case .constant(let constant): record[key] = constant
      case .invalid: return expression
      default: return foreignArgument("\(Value.self) in a dictionary")
      }
    }
    return FormatValue.record(record).formatExpression
  }
}

extension ClosedRange: FormatArgument {
  /// The list of both bounds. With it, BETWEEN, IN, and CONTAINS test whether a value lies between them.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { rangeExpression(lowerBound, upperBound, .closed) }
}

extension Range: FormatArgument {
  /// The list of both bounds. With it, BETWEEN, IN, and CONTAINS test whether a value is at least the lower and below the upper.
  @_documentation(visibility: internal)
  public var formatExpression: FormatExpression { rangeExpression(lowerBound, upperBound, .halfOpen) }
}

/// Returns a constant list if all elements are constants, otherwise an aggregate, or the first invalid element if there is one.
private func listExpression(_ elements: [FormatExpression]) -> FormatExpression {
  var values: [FormatValue] = []
  values.reserveCapacity(elements.count)
  for element in elements {
    guard case .constant(let value) = element.kind else {
      return elements.first { if case .invalid = $0.kind { true } else { false } } ?? .aggregate(elements)
    }
    values.append(value)
  }
  return FormatValue.list(values).formatExpression
}

private func rangeExpression(_ lower: Any, _ upper: Any, _ range: FormatExpression.RangeKind) -> FormatExpression {
  var list = listExpression([argumentExpression(lower), argumentExpression(upper)])
  list.rangeKind = range
  return list
}

/// Returns the expression of a value whose type is known only at run time. `nil` becomes the constant nil, an enum its raw value, and
/// an object a reference.
package func argumentExpression<Value>(_ value: Value) -> FormatExpression {
  if let argument = value as? any FormatArgument { return argument.formatExpression }
  if let optional = value as? any OptionalArgument {
    return optional.wrapped.map { argumentExpression($0) } ?? .constant(nil)
  }
  // The cast may not have looked into the base.
  if Value.self == AnyHashable.self, let base = (value as? AnyHashable)?.base { return argumentExpression(base) }
  if let raw = value as? any RawRepresentable { return argumentExpression(raw.rawValue) }
  if type(of: value as Any) is AnyObject.Type { return FormatObject(value as AnyObject).formatExpression }
  return foreignArgument("\(type(of: value as Any))")
}

private func foreignArgument(_ type: String) -> FormatExpression {
  FormatExpression(.invalid(FormatDiagnostic(.foreignArgument(type: type), at: .none)))
}

/// An optional of any type.
private protocol OptionalArgument {
  var wrapped: Any? { get }
}

extension Optional: OptionalArgument {
  fileprivate var wrapped: Any? { self }
}
#endif
