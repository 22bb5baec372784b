import PredicateModel
import PredicateSyntax

extension Compiler {
  /// Returns a leaf that compares a number with a value that is the same for all objects of a run, as in
  /// `length == max:(length)`. The value is computed on first use, and compared with the leaf for constants from then on.
  ///
  /// - Parameter general: The node that computes both sides. It answers if the value has a fault or is not a number.
  mutating func hoisted(_ comparison: ResolvedComparison, _ general: PredicateNode) -> PredicateNode {
    var (left, right, op) = (comparison.left, comparison.right, comparison.operator)
    if left.isSameForAllObjects, let mirrored = op.mirrored { (left, right, op) = (right, left, mirrored) }
    guard takesShortcuts, groupReductions == nil, case .path(let resolved) = left.kind, right.isSameForAllObjects,
      let path = AccessPath(resolved, from: layout(of: resolved.scope)), !path.endsAtObject, !path.endsInLength
    else { return general }
    let isInteger = path.type.unwrapped.kind.isInteger
    guard isInteger || path.type.unwrapped.kind.isReal else { return general }
    let value = value(right)
    let slot = newHoistedLeaf()
    return PredicateNode(cost: general.cost, mayFault: general.mayFault) { run, block, live in
      if live == 0 { return 0 }
      let leaf = run.hoistedLeaf(slot) {
        let constant = value.read(run, block, live.trailingZeroBitCount)
        guard let bounds = Bounds(op, constant, for: .number) else { return nil }
        return isInteger ? path.integerLeaf(bounds) : path.realLeaf(bounds)
      }
      return (leaf ?? general).lanes(run, block, live)
    }
  }
}

extension ResolvedExpression {
  /// Whether the value is the same for every object of a run but unknown before the run.
  fileprivate var isSameForAllObjects: Bool {
    switch kind {
    case .reduceWhole: true
    case .function(let function, let operands):
      // Expressions of constants only have already been folded.
      !function.mayDifferEachTime && operands.allSatisfy { $0.constant != nil || $0.isSameForAllObjects }
    default: false
    }
  }
}

extension SwiftType.Kind {
  fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }

  fileprivate var isReal: Bool {
    switch self {
    case .double, .float: true
    default: false
    }
  }
}
