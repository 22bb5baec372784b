import PredicateSyntax

/// The interpretation of a constant operand depending on the other operand: next to a decimal, a constant number is a
/// decimal; next to a binary number, it is a number of its precision. Lists are interpreted element by element.
package enum ConstantReading {
  /// Not a constant: the value is used unchanged.
  case value
  /// A constant, with its exact decimal if the double loses it (`0.1 + 0.2`).
  case constant(exact: FormatDecimal?)
  /// A list with some constant elements.
  case parts([ConstantReading])

  package init(_ expression: ResolvedExpression) {
    switch expression.kind {
    case .constant: self = .constant(exact: nil)
    case .number(_, let exact): self = .constant(exact: exact)
    case .path(let path) where path.isConstant: self = .constant(exact: nil)
    case .list(let parts):
      let readings = parts.map { ConstantReading($0) }
      self = readings.contains { $0.isConstant } ? .parts(readings) : .value
    case .path, .dynamicPath, .elements, .reduce, .reduceWhole, .reduceDynamic, .function, .registered, .index, .cast,
      .setOperation, .distinct, .conditional:
      self = .value
    }
  }

  /// Returns the operands of one operation. If one of them is a decimal, the constants are decimals.
  ///
  /// - Parameter constants: The value of each operand if another one is a decimal; `nil` if the operand is not constant.
  package static func together(_ constants: [FormatValue?], _ values: [FormatValue]) -> [FormatValue] {
    let hasDecimal = values.contains { if case .decimal = $0 { true } else { false } }
    return hasDecimal ? zip(constants, values).map { $0 ?? $1 } : values
  }

  private var isConstant: Bool {
    switch self {
    case .value: false
    case .constant, .parts: true
    }
  }

  /// Returns the interpretation of an element of the operand, or of a field. All fields of a constant record are constants.
  package func element(_ index: Int) -> ConstantReading {
    switch self {
    case .value: .value
    case .constant: .constant(exact: nil)
    case .parts(let parts): parts.indices.contains(index) ? parts[index] : .value
    }
  }

  /// Returns two values, each interpreted depending on the other. If both are constant, the double becomes a decimal.
  package static func pair(
    _ left: FormatValue, _ right: FormatValue, _ readings: (left: ConstantReading, right: ConstantReading)
  ) -> (FormatValue, FormatValue) {
    if let number = left.narrowNumber { return (.double(number.value), right.read(readings.right, with: number)) }
    if let number = right.narrowNumber { return (left.read(readings.left, with: number), .double(number.value)) }
    switch (readings.left, readings.right) {
    case (.constant(let exact), .value): return (left.read(exact, with: right), right)
    case (.value, .constant(let exact)): return (left, right.read(exact, with: left))
    case (.constant(let l), .constant(let r)):
      if case .decimal = right { return (left.read(l, with: right), right) }
      if case .decimal = left { return (left, right.read(r, with: left)) }
      return (left, right)
    case (.value, .value), (.value, .parts), (.constant, .parts), (.parts, _): return (left, right)
    }
  }
}

extension FormatValue {
  /// Returns the value next to a number whose precision is known only at run time.
  fileprivate func read(_ reading: ConstantReading, with number: NarrowNumber) -> FormatValue {
    if case .constant = reading { asOperand(of: number.precision) } else { widened }
  }

  /// Returns the constant interpreted next to another value; `exact` is its exact decimal if the double loses it.
  fileprivate func read(_ exact: FormatDecimal?, with other: FormatValue) -> FormatValue {
    switch (self, other) {
    case (_, .decimal): return exact.map(FormatValue.decimal) ?? asDecimalOperand()
    case (.set(let elements), .set(let others)):
      // Each element keeps the interpretation that occurs among the others.
      let known = Set(others.map(EqualityKey.init))
      return .set(
        elements.map { element in
          [element.asDecimalOperand(), element.asDoubleOperand()].first { known.contains(EqualityKey($0)) } ?? element
        })
    default: return asOperand(with: other)
    }
  }
}
