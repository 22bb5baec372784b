import PredicateSyntax

/// The place in an order after which a request continues: the values of its sort keys at the last object of the page before.
struct Continuation {
  /// A sort key with what it reads and its value.
  struct Place {
    var key: SortKey
    var expression: FormatExpression
    var value: FormatValue

    /// What is true of the objects with the same value.
    var same: FormatPredicate { comparison(.equalTo, value) }

    /// What is true of the objects that the key sorts after the value, as comparisons of which one is true. nil is the least value.
    var later: [FormatPredicate] {
      switch (value, key.isAscending) {
      case (.null, true): [comparison(.notEqualTo, .null)]
      case (.null, false): []
      case (_, true): [comparison(.greaterThan, value)]
      case (_, false): [comparison(.lessThan, value), comparison(.equalTo, .null)]
      }
    }

    /// A comparison that is checked as the condition will be.
    var comparison: FormatPredicate { later.first ?? same }

    private func comparison(_ comparison: FormatComparisonOperator, _ value: FormatValue) -> FormatPredicate {
      let folds = key.comparison == .caseInsensitive && value != .null
      return FormatPredicate(
        expression, comparison, FormatExpression(.constant(value)), options: folds ? .caseInsensitive : [])
    }
  }

  var places: [Place] = []

  /// The condition of the objects after the place: the first key sorts them later, or the first key is equal and the second one sorts
  /// them later, and so on.
  var predicate: FormatPredicate {
    var result: [FormatPredicate] = []
    for place in places.reversed() {
      let rest = Self.any(of: result).map { [place.same && $0] } ?? []
      result = place.later + rest
    }
    return Self.any(of: result) ?? FormatPredicate(false)
  }

  private static func any(of parts: [FormatPredicate]) -> FormatPredicate? {
    guard var result = parts.first else { return nil }
    for part in parts.dropFirst() { result = result || part }
    return result
  }
}
