import PredicateSyntax

extension FormatCollectionOperator {
  /// The reduction of the values, or `nil` if the operator returns a list.
  package var reduction: Reduction? {
    let kind: Reduction.Kind? =
      switch self {
      case .count: .count
      case .sum: .sum
      case .average: .average
      case .minimum: .minimum
      case .maximum: .maximum
      case .distinctUnionOfArrays, .distinctUnionOfObjects, .distinctUnionOfSets, .unionOfArrays, .unionOfObjects: nil
      }
    return kind.map { Reduction(kind: $0, isCollectionOperator: true, name: rawValue) }
  }

  /// Returns the operator closest to a misspelled name.
  static func nearest(to name: String) -> String? { nearestWord(to: name, among: names) }

  /// Whether the operator returns each value once. Key paths flatten, so the operators for arrays and sets equal those for
  /// objects.
  package var isDistinct: Bool {
    switch self {
    case .distinctUnionOfArrays, .distinctUnionOfObjects, .distinctUnionOfSets: true
    case .average, .count, .maximum, .minimum, .sum, .unionOfArrays, .unionOfObjects: false
    }
  }
}
