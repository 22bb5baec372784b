/// A collection operator of key paths (Rationale 6.5): `kids.@sum.age`.
package enum CollectionOperator: String, CaseIterable, Sendable {
  case average = "@avg", count = "@count", maximum = "@max", minimum = "@min", sum = "@sum"
  case distinctUnionOfArrays = "@distinctUnionOfArrays", distinctUnionOfObjects = "@distinctUnionOfObjects"
  case distinctUnionOfSets = "@distinctUnionOfSets", unionOfArrays = "@unionOfArrays"
  case unionOfObjects = "@unionOfObjects"

  /// The values that an operator returns as a list: all of them, or each once.
  package enum Union: Sendable {
    case all, distinct
  }

  /// The names of all operators.
  package static let names = allCases.map { $0.rawValue }

  /// The reduction of the values, or `nil` if the operator returns a list.
  package var reduction: Reduction.Kind? {
    switch self {
    case .count: .count
    case .sum: .sum
    case .average: .average
    case .minimum: .minimum
    case .maximum: .maximum
    case .distinctUnionOfArrays, .distinctUnionOfObjects, .distinctUnionOfSets, .unionOfArrays, .unionOfObjects: nil
    }
  }

  /// The values of the resulting list, or `nil` if the operator reduces them. Key paths flatten, so the operators for arrays and
  /// sets equal those for objects.
  package var union: Union? {
    switch self {
    case .unionOfArrays, .unionOfObjects: .all
    case .distinctUnionOfArrays, .distinctUnionOfObjects, .distinctUnionOfSets: .distinct
    case .count, .sum, .average, .minimum, .maximum: nil
    }
  }
}
