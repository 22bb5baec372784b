import PredicateSemantics
import PredicateSyntax

extension Compiler {
  /// Returns a leaf that compares a number with a value that is the same for all objects of a run, as in
  /// `length == max:(length)`. The value is computed on first use, and compared with the leaf for constants from then on.
  ///
  /// Returns `nil` if the key is not a stored number.
  mutating func aggregateLeaf(
    _ subject: ResolvedExpression, _ op: ResolvedComparison.Operator, _ value: ResolvedExpression,
    _ planned: PlannedComparison
  ) -> PredicateNode? {
    guard let path = field(subject) else { return nil }
    // A column stores its extremes.
    if let column = ColumnPath(subject, in: self), let extreme = ColumnPath.extreme(value, in: self),
      let test = ValueTest(op, extreme, []), let leaf = column.node(for: test, of: planned, in: &self)
    {
      return path.charging(leaf, limits)
    }
    guard !isGrouped, !path.endsAtObject, !path.endsInLength, path.type.unwrapped.isNumber else {
      return nil
    }
    // The definition is used if the value has an error, is not a number, or is a decimal and the key is a double. A range of
    // doubles rounds a decimal, which is right only for a constant.
    let definition = definition(planned.comparison)
    let value = self.value(value)
    let slot = newHoistedLeaf()
    let isOfDoubles = path.type.unwrapped.valueType.isDouble
    return PredicateNode(cost: definition.cost, mayFail: definition.mayFail) { run, block, live in
      if live == 0 { return 0 }
      let leaf = run.hoistedLeaf(slot) {
        let value = value.read(run, block, live.trailingZeroBitCount)
        if isOfDoubles, case .decimal = value { return nil }
        return NumericInterval(op, value).flatMap(path.rangeLeaf)
      }
      return (leaf ?? definition).lanes(run, block, live)
    }
  }
}

extension SwiftType {
  fileprivate var isNumber: Bool {
    switch kind {
    case .integer, .double, .float: true
    case .bool, .decimal, .string, .substring, .date, .data, .uuid, .url, .formatValue, .any, .optional, .array, .set,
      .dictionary, .read, .structure, .object, .unreadable:
      false
    }
  }
}
