import PredicateSyntax

/// How one side of a comparison is read beside the other: a constant number is the kind of number that stands beside it, a
/// decimal beside a decimal, a double beside a double. Lists are read element by element.
package enum ConstantReading {
  /// No constant: the value as it is.
  case value
  /// A constant, with the decimal that it is where the double does not tell (`0.1 + 0.2`).
  case constant(exact: DecimalNumber?)
  /// A list some parts of which are constants.
  case parts([ConstantReading])

  package init(_ expression: ResolvedExpression) {
    switch expression.kind {
    case .constant: self = .constant(exact: nil)
    case .number(_, let exact): self = .constant(exact: exact)
    case .list(let parts):
      let readings = parts.map { ConstantReading($0) }
      self = readings.contains { $0.isConstant } ? .parts(readings) : .value
    default: self = .value
    }
  }

  private var isConstant: Bool {
    switch self {
    case .value: false
    case .constant, .parts: true
    }
  }

  /// How an element of the side is read.
  package func element(_ index: Int) -> ConstantReading {
    switch self {
    case .value: .value
    case .constant: .constant(exact: nil)
    case .parts(let parts): parts.indices.contains(index) ? parts[index] : .value
    }
  }

  /// Two values as they are read beside each other. Of two constants the double is read as a decimal.
  package static func pair(
    _ left: FormatValue, _ right: FormatValue, _ readings: (left: ConstantReading, right: ConstantReading)
  ) -> (FormatValue, FormatValue) {
    switch (readings.left, readings.right) {
    case (.constant(let exact), .value): return (left.read(exact, beside: right), right)
    case (.value, .constant(let exact)): return (left, right.read(exact, beside: left))
    case (.constant(let l), .constant(let r)):
      if case .decimal = right { return (left.read(l, beside: right), right) }
      if case .decimal = left { return (left, right.read(r, beside: left)) }
      return (left, right)
    default: return (left, right)
    }
  }
}

extension FormatValue {
  /// The constant beside another value, with the decimal that it is where the double does not tell.
  fileprivate func read(_ exact: DecimalNumber?, beside other: FormatValue) -> FormatValue {
    switch (self, other) {
    case (_, .decimal): return exact.map(FormatValue.decimal) ?? besideDecimal()
    case (.set(let elements), .set(let others)):
      // Each element as it is found among the others.
      let known = ValueLookup(others)
      return .set(
        elements.map { element in
          [element.besideDecimal(), element.besideDouble()].first { known.contains($0) } ?? element
        })
    default: return beside(other)
    }
  }
}
