import PredicateFormat

/// Returns the shortest failing predicate found by removing one part at a time.
package func shrunk(_ predicate: FormatPredicate, _ fails: (FormatPredicate) -> Bool) -> FormatPredicate {
  var shortest = predicate
  var tries = 500
  var isShorter = true
  while isShorter {
    isShorter = false
    for candidate in shorter(shortest) where tries > 0 {
      tries -= 1
      if fails(candidate) {
        shortest = candidate
        isShorter = true
        break
      }
    }
  }
  return shortest
}

/// Returns predicates with one part removed, the shortest first.
private func shorter(_ predicate: FormatPredicate) -> [FormatPredicate] {
  switch predicate.kind {
  case .constant, .invalid: return []
  case .and(let parts): return parts + fewer(parts).map { FormatPredicate(.and($0)) }
  case .or(let parts): return parts + fewer(parts).map { FormatPredicate(.or($0)) }
  case .not(let part): return [part] + shorter(part).map { FormatPredicate(.not($0)) }
  case .comparison(let comparison): return shorter(comparison).map { FormatPredicate(.comparison($0)) }
  }
}

/// Returns lists with one part removed or shortened.
private func fewer(_ parts: [FormatPredicate]) -> [[FormatPredicate]] {
  var result: [[FormatPredicate]] = []
  if parts.count > 4 { result += [Array(parts.prefix(parts.count / 2)), Array(parts.suffix(parts.count / 2))] }
  for index in parts.indices {
    var rest = parts
    rest.remove(at: index)
    if rest.count > 1 { result.append(rest) }
  }
  for (index, part) in parts.enumerated() {
    for candidate in shorter(part) {
      var changed = parts
      changed[index] = candidate
      result.append(changed)
    }
  }
  return result
}

private func shorter(_ comparison: FormatPredicate.Comparison) -> [FormatPredicate.Comparison] {
  var result: [FormatPredicate.Comparison] = []
  func add(_ change: (inout FormatPredicate.Comparison) -> Void) {
    var changed = comparison
    change(&changed)
    result.append(changed)
  }
  if !comparison.options.isEmpty { add { $0.options = [] } }
  for left in shorter(comparison.left) { add { $0.left = left } }
  for right in shorter(comparison.right) { add { $0.right = right } }
  return result
}

/// Returns expressions with one part removed. Those of another type fail the check, so they are not candidates.
private func shorter(_ expression: FormatExpression) -> [FormatExpression] {
  switch expression.kind {
  case .keyPath(let steps) where steps.count > 1: return [FormatExpression(.keyPath(Array(steps.dropFirst())))]
  case .constant(.list(let values)): return fewer(values).map { FormatExpression(.constant(.list($0))) }
  case .function(let call):
    let arguments = call.arguments
    return arguments
      + arguments.indices.flatMap { index in
        shorter(arguments[index]).map { candidate in
          var changed = arguments
          changed[index] = candidate
          return FormatExpression(.function(.init(call.selector, changed)))
        }
      }
  case .cast(let cast): return [cast.value]
  case .conditional(let choice):
    return [choice.then, choice.otherwise]
      + shorter(choice.condition).map { FormatExpression(.conditional(.init($0, choice.then, choice.otherwise))) }
  case .subquery(let subquery):
    let candidates = [FormatPredicate(true)] + shorter(subquery.predicate)
    return candidates.map { FormatExpression.subquery(subquery.collection, variable: subquery.variable, $0) }
  case .keys(let keys): return shorter(keys.root).map { FormatExpression(.keys(.init(of: $0, keys.steps))) }
  default: return []
  }
}

private func fewer(_ values: [FormatValue]) -> [[FormatValue]] {
  if values.count > 4 { return [Array(values.prefix(values.count / 2)), Array(values.suffix(values.count / 2))] }
  return values.indices.map { index in
    var rest = values
    rest.remove(at: index)
    return rest
  }
}
