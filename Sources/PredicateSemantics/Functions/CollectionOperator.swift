/// A collection operator of key paths (Rationale 6.5): `kids.@sum.age`.
package enum CollectionOperator: String, CaseIterable, Sendable {
  case average = "@avg", count = "@count", maximum = "@max", minimum = "@min", sum = "@sum"
  case distinctUnionOfArrays = "@distinctUnionOfArrays", distinctUnionOfObjects = "@distinctUnionOfObjects"
  case distinctUnionOfSets = "@distinctUnionOfSets", unionOfArrays = "@unionOfArrays"
  case unionOfObjects = "@unionOfObjects"

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

  /// Whether the operator returns each value once. Key paths flatten, so the operators for arrays and sets equal those for
  /// objects.
  package var isDistinct: Bool {
    switch self {
    case .distinctUnionOfArrays, .distinctUnionOfObjects, .distinctUnionOfSets: true
    case .average, .count, .maximum, .minimum, .sum, .unionOfArrays, .unionOfObjects: false
    }
  }
}
