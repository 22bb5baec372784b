import PredicateModel
import PredicateSyntax

extension Compiler {
  /// Returns a leaf that compares a key of an untyped row with a constant, or `nil` if there is none.
  mutating func untypedLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    guard takesShortcuts else { return nil }
    var (left, right, op) = (comparison.left, comparison.right, comparison.operator)
    if op == .contains, left.constant?.elements != nil { return untypedMembershipLeaf(comparison) }
    let isMirrored = left.constant != nil
    if isMirrored, let mirrored = op.mirrored { (left, right, op) = (right, left, mirrored) }
    guard let constant = right.constant, let path = UntypedPath(left, in: self) else { return nil }
    let pattern = pattern(of: comparison)
    if op == .matches, pattern?.isStringsOnly != true { return nil }
    let definition = valueLeaf(comparison)
    let constants = UntypedConstants(
      ValueComparison(comparison, pattern, limits), constant.settled, isLeft: isMirrored)
    // Values of different kinds are unequal; ordering them is a fault.
    let mayFault = path.mayFault || op != .equal
    switch constant.settled {
    case .null:
      guard op.order != nil else { return nil }
      return path.leaf(UntypedNil(), constants, mayFault: path.mayFault, definition)
    case .string(let text):
      let maker = UntypedLeafMaker(path: path, constants: constants, mayFault: mayFault, definition: definition)
      guard let strings = pattern?.strings else {
        return comparison.options.contains(.localeSensitive) ? nil : textNode(op, text, comparison.options, maker)
      }
      let tests = withPatternKernels(strings, options: comparison.options, store: store, maker)
      return tests.isEmpty ? nil : joined(tests, none: false, Self.or)
    default:
      guard let bounds = Bounds(op, constant, for: .number) else { return nil }
      return path.leaf(UntypedRange(bounds), constants, mayFault: mayFault, definition)
    }
  }

  /// Returns a leaf for `key IN {…}` with constants.
  private mutating func untypedMembershipLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    guard let list = comparison.left.constant, let elements = list.elements,
      let path = UntypedPath(comparison.right, in: self)
    else { return nil }
    var texts: [[UInt8]] = []
    for case .string(let text) in elements { texts.append(Array(text.utf8)) }
    var integers: Set<Int64> = []
    for case .integer(let number)? in elements.map(\.equalityKey) { integers.insert(number) }
    let members = IntegerMembership<Int64>(members: store.values(integers.sorted()), count: integers.count)
    // Membership ignores the options.
    let kernel = UntypedMembership(texts: InBytes(set: NeedleSet(texts, store)), integers: members)
    let constants = UntypedConstants(ValueComparison(comparison, nil, limits), list, isLeft: true)
    return path.leaf(kernel, constants, mayFault: path.mayFault, valueLeaf(comparison))
  }
}
