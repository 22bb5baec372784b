import PredicateSyntax

/// The precision of a binary number: the significant bits of `Float16`, `Float` and `Double`.
package enum BinaryPrecision: Sendable, Hashable {
  case half, single, double

  /// Returns the number of this precision that is nearest to a double, or infinity beyond its range.
  package func nearest(to value: Double) -> Double {
    switch self {
    case .double: return value
    case .single: return Double(Float(value))
    case .half:
      // Swift has no `Float16` on Macs with Intel processors.
      guard value.isFinite, value != 0 else { return value }
      let unit = Double(sign: .plus, exponent: max(value.exponent, -14) - 10, significand: 1)
      let rounded = (value / unit).rounded(.toNearestOrEven) * unit
      return rounded.magnitude > 65504 ? Double(signOf: value, magnitudeOf: .infinity) : rounded
    }
  }
}

/// A `Float` or `Float16` whose type is known only at run time, such as a property of an object in an `[Any]`. It is the object of
/// a `FormatValue`, so that a constant next to it is read as a number of its precision. Computations and results use the
/// double.
package final class NarrowNumber: Sendable {
  package let value: Double
  package let precision: BinaryPrecision

  init(_ value: Double, _ precision: BinaryPrecision) {
    self.value = value
    self.precision = precision
  }
}

extension FormatValue {
  /// Returns a number of a precision that is known only at run time. NaN reads as nil.
  package static func narrow(_ value: Double, _ precision: BinaryPrecision) -> FormatValue {
    value.isNaN ? .null : .object(FormatObject(NarrowNumber(value, precision)))
  }

  /// The number, if its precision is known only at run time. Otherwise `nil`.
  package var narrowNumber: NarrowNumber? {
    if case .object(let object) = self { object.object as? NarrowNumber } else { nil }
  }

  /// The double of a number whose precision is known only at run time, or any other value itself.
  package var widened: FormatValue { narrowNumber.map { .double($0.value) } ?? self }

  /// Returns a constant as the operand of an operation with a binary number. A decimal becomes the nearest number of this
  /// precision, and so does a double, unless that is infinite.
  package func asOperand(of precision: BinaryPrecision) -> FormatValue {
    guard case .double(let number) = asDoubleOperand() else { return self }
    let nearest = precision.nearest(to: number)
    return nearest.isInfinite ? asDoubleOperand() : .double(nearest)
  }
}
