import PredicateSemantics
import PredicateSyntax

/// Creates the leaves of an untyped path for one comparison. A test is given the kinds of values that the constant is compared
/// with. An answer is `nil` if the definition of the comparison must decide.
struct UntypedLeaf {
  private let path: UntypedPath
  private let definition: PredicateNode
  /// Whether a value of another kind than the constant is an error. `==` is false for such a value. Other operators fail.
  private let mayFail: Bool
  /// The definition's answers for nil and the two booleans, computed once.
  private let (null, yes, no): (Bool?, Bool?, Bool?)
  /// The definition's answer for collections, if it is the same for all of them. `nil` if the definition must read them.
  private let collection: Bool?

  fileprivate init(_ path: UntypedPath, _ comparison: ResolvedComparison, in compiler: inout Compiler) {
    self.path = path
    let members = ConstantMembers(comparison)
    var tests: [ConstantTest] = []
    for part in comparison.operator == .isWithin ? comparison.parts : [comparison] {
      if let test = compiler.constantTest(part, members) { tests.append(test) }
    }
    func answer(_ value: FormatValue) -> Bool? {
      for test in tests {
        guard let isTrue = try? test.isTrue(value) else { return nil }
        if !isTrue { return false }
      }
      return true
    }
    (null, yes, no) = (answer(.null), answer(.bool(true)), answer(.bool(false)))
    definition =
      comparison.operator == .isWithin ? compiler.definition(comparison) : compiler.valueLeaf(comparison, members)
    mayFail = comparison.operator != .equal && comparison.operator != .isAmong
    let constant = comparison.left.constant ?? comparison.right.constant ?? .null
    let holdsCollections = constant.elements?.contains(where: \.isCollection) ?? constant.isCollection
    collection = holdsCollections ? nil : answer(.list([]))
  }

  /// Returns the leaf for the strings that pass a kernel.
  func leaf(_ kernel: AnyKernel) -> PredicateNode { leaf(mayFail: mayFail, text: { kernel.test($0) }) }

  /// The leaf of a comparison with nil, which no other value passes.
  var nilLeaf: PredicateNode {
    leaf(mayFail: false, text: { _ in false }, integer: { _ in false }, real: { _ in false })
  }

  /// Returns the leaf for the numbers in an interval.
  func leaf(_ interval: NumericInterval) -> PredicateNode {
    let integers = IntegerRange<Int64>(interval)
    let (low, high) = interval.doubles
    return leaf(
      mayFail: mayFail, integer: { integers?.contains($0) ?? false }, real: { low <= $0 && $0 <= high })
  }

  /// Returns the leaf for the strings and numbers among constants.
  func leaf(among elements: [FormatValue], _ options: FormatStringOptions, _ store: KernelMemory) -> PredicateNode {
    let texts = withSetKernel(elements.compactMap(\.stringValue), options: options, store: store, AnyKernel.Maker())
    let (integers, reals) = (Members(integersOf: elements, store), Members(realsOf: elements, store))
    return leaf(
      mayFail: false, text: { texts.test($0) }, integer: { integers.contain($0) }, real: { reals.contain($0) })
  }

  /// Returns a node that tests the value of the path for each lane; the definition decides if the tests do not.
  private func leaf(
    mayFail: Bool, text: @escaping (String) -> Bool? = { _ in nil }, integer: @escaping (Int64) -> Bool? = { _ in nil },
    real: @escaping (Double) -> Bool? = { _ in nil }
  ) -> PredicateNode {
    let (path, definition, null, yes, no) = (path, definition.lanes, null, yes, no)
    // A collection is not an error here, so it is not read, however deep it is.
    let collection = mayFail ? nil : collection
    return PredicateNode(cost: PredicateNode.untypedCost, mayFail: mayFail || path.mayFail) { run, block, live in
      var unknown: UInt64 = 0
      let countsTexts = run.limits.countsTexts
      var bytes = 0
      var result = unsafe path.access.withAddresses(run, block, live) { addresses, mask in
        var result: UInt64 = 0
        // If nil is on the path, the definition decides too.
        unknown = live & ~mask
        forEachLane(mask) { lane in
          let answer: Bool?
          switch unsafe path.read(addresses[lane]) {
          case .string(let value):
            // Safety: The texts of 64 lanes are in memory, so the sum of their lengths fits.
            if countsTexts { bytes &+= value.utf8.count }
            answer = text(value)
          case .integer(let number): answer = integer(number)
          // NaN reads as nil.
          case .double(let number): answer = number.isNaN ? null : real(number)
          case .bool(let flag): answer = flag ? yes : no
          case .null: answer = null
          case .list, .set, .record: answer = collection
          case nil, .unsigned, .decimal, .date, .uuid, .data, .object: answer = nil
          }
          switch answer {
          case true?: result |= bit(lane)
          case false?: break
          case nil: unknown |= bit(lane)
          }
        }
        return result
      }
      if unknown != 0 { result |= definition(run, block, unknown) }
      return run.spend(bytes: bytes) ? result : 0
    }
  }
}

extension UntypedPath {
  /// Returns a node that tests the values, or `nil` if the definition of the comparison must be used.
  func node(for test: ValueTest, of planned: PlannedComparison, in compiler: inout Compiler) -> PredicateNode? {
    let (comparison, store) = (planned.comparison, compiler.store)
    let leaf = UntypedLeaf(self, comparison, in: &compiler)
    switch test {
    case .isNil, .never: return comparison.operator.order == nil ? nil : leaf.nilLeaf
    case .range(let interval): return interval.isOfDates ? nil : leaf.leaf(interval)
    case .text(let test, let needle, let options):
      return leaf.leaf(withTextKernel(test, needle: needle, options: options, store: store, AnyKernel.Maker()))
    case .order(let op, let needle, let options):
      return op.order.map {
        leaf.leaf(withOrderKernel($0, needle: needle, options: options, store: store, AnyKernel.Maker()))
      }
    case .matches(_, let options):
      guard let pattern = compiler.pattern(of: comparison), pattern.needsNoExpression, let strings = pattern.strings
      else {
        return nil
      }
      let kernels = withPatternKernels(strings, options: options, store: store, AnyKernel.Maker())
      return kernels.isEmpty ? nil : Compiler.joined(kernels.map(leaf.leaf), none: false, Compiler.or)
    case .members(let elements, let options): return leaf.leaf(among: elements, options, store)
    }
  }
}

/// The definition of a comparison of a value with a constant.
private struct ConstantTest {
  let comparison: ValueComparison
  let members: ConstantMembers?
  let left: FormatValue?
  let right: FormatValue?

  func isTrue(_ value: FormatValue) throws(EvaluationError) -> Bool {
    if let members { return members.contain(value) }
    return try comparison.isTrue(left ?? value, right ?? value, nil)
  }
}

extension Compiler {
  fileprivate mutating func constantTest(_ comparison: ResolvedComparison, _ members: ConstantMembers?) -> ConstantTest?
  {
    valueComparison(comparison).map {
      ConstantTest(
        comparison: $0, members: members, left: comparison.left.constant, right: comparison.right.constant)
    }
  }
}
