import PredicateSyntax

/// Makes one value of many: the one definition of `@count @sum @avg @min @max` and of `count: sum: average: min: max:`.
package struct ReductionState: Sendable {
  let reduction: Reduction
  private var count: Int64 = 0
  /// The sum so far: in 64 bits while all is whole, in doubles after.
  private var sum = FormatValue.integer(0)
  private var best: FormatValue?

  package init(_ reduction: Reduction) { self.reduction = reduction }

  /// Takes one more value.
  package mutating func add(_ value: FormatValue) throws(EvaluationFault) {
    let value = value.settled
    if value.isNull {
      // nil counts as 0 in operators' sums and averages, as an element in counts, and nowhere else.
      if reduction.isCollectionOperator { count += 1 }
      return
    }
    count += 1
    switch reduction.kind {
    case .count: break
    case .sum, .average:
      _ = try Arithmetic.double(value, of: reduction.name)
      sum = try Arithmetic.add([sum, value])
    case .minimum, .maximum:
      guard let current = best else {
        if value.valueType.family == .other { throw mismatch(value) }
        best = value
        return
      }
      guard let order = ValueOrder.order(value, current) else { throw mismatch(value) }
      if reduction.kind == .minimum ? order < 0 : order > 0 { best = value }
    }
  }

  private func mismatch(_ value: FormatValue) -> EvaluationFault {
    EvaluationFault(.wrongOperand(of: reduction.name, wanted: "values of one kind", found: value.valueType.description))
  }

  /// The value of all that was taken. Nothing has no average, least or greatest value: nil for operators, a fault for
  /// functions.
  package func result() throws(EvaluationFault) -> FormatValue {
    switch reduction.kind {
    case .count: return .integer(count)
    case .sum: return sum
    case .average:
      if count > 0 { return .double(try Arithmetic.double(sum, of: reduction.name) / Double(count)) }
    case .minimum, .maximum:
      if let best { return best }
    }
    if reduction.isCollectionOperator { return .null }
    throw EvaluationFault(.emptyCollection(of: reduction.name))
  }
}
