import PredicateModel
import PredicateSyntax

/// The answer of a kernel for a value. If it is unknown, the comparison's definition decides.
enum UntypedAnswer {
  case no, yes, unknown

  @inline(__always)
  init(_ answer: Bool) { self = answer ? .yes : .no }
}

/// A test of values whose kind is known only at run time. It handles the kinds that its constant compares with.
protocol UntypedKernel {
  func test(_ text: String) -> UntypedAnswer
  func test(_ integer: Int64) -> UntypedAnswer
  func test(_ real: Double) -> UntypedAnswer
}

/// The definition's answers for nil and the two booleans, computed once.
struct UntypedConstants {
  let null: UntypedAnswer
  let yes: UntypedAnswer
  let no: UntypedAnswer

  init(_ comparison: ResolvedComparison, _ pattern: Pattern?, _ limits: Limits) {
    let test = ValueComparison(comparison, pattern, limits)
    let (left, right) = (comparison.left.constant, comparison.right.constant)
    func answer(_ value: FormatValue) -> UntypedAnswer {
      do throws(EvaluationError) {
        return UntypedAnswer(try test.holds(left ?? value, right ?? value, named: "", nil))
      } catch {
        return .unknown
      }
    }
    (null, yes, no) = (answer(.null), answer(.bool(true)), answer(.bool(false)))
  }
}

extension UntypedPath: TestedValues {
  func node(for test: ValueTest, of planned: PlannedComparison, in compiler: inout Compiler) -> PredicateNode? {
    let (comparison, store) = (planned.comparison, compiler.store)
    let pattern = compiler.pattern(of: comparison)
    let constants = UntypedConstants(comparison, pattern, compiler.limits)
    let definition = compiler.valueLeaf(comparison)
    // Values of different kinds are unequal; ordering them is an error.
    let maker = UntypedLeafMaker(
      path: self, constants: constants, mayFail: mayFail || comparison.operator != .equal, definition: definition)
    switch test {
    case .isNil, .never:
      guard comparison.operator.order != nil else { return nil }
      return leaf(UntypedNil(), constants, mayFail: mayFail, definition)
    case .range(let interval):
      return interval.isOfDates ? nil : leaf(UntypedRange(interval), constants, mayFail: maker.mayFail, definition)
    case .text(let test, let needle, let options):
      return withTextKernel(test, needle: needle, options: options, store: store, maker)
    case .order(let ordering, let needle, let options):
      return withOrderKernel(ordering, needle: needle, options: options, store: store, maker)
    case .matches(_, let options):
      guard let pattern, pattern.isStringsOnly, let strings = pattern.strings else { return nil }
      let tests = withPatternKernels(strings, options: options, store: store, maker)
      return tests.isEmpty ? nil : Compiler.joined(tests, none: false, Compiler.or)
    case .members(let elements):
      let texts = NeedleSet(elements.compactMap(\.stringValue).map { Array($0.utf8) }, store)
      let integers = IntegerMembership<Int64>.members(elements)
      let members = IntegerMembership<Int64>(members: store.values(integers), count: integers.count)
      let kernel = UntypedMembership(texts: InBytes(set: texts), integers: members)
      return leaf(kernel, constants, mayFail: mayFail, definition)
    }
  }

  /// Returns a node that tests the value of the path for each lane; `definition` decides if the kernel does not.
  @inline(__always)
  func leaf<Kernel: UntypedKernel>(
    _ kernel: Kernel, _ constants: UntypedConstants, mayFail: Bool, _ definition: PredicateNode
  ) -> PredicateNode {
    let path = self
    let lanes = definition.lanes
    return PredicateNode(cost: 50, mayFail: mayFail) { run, block, live in
      var unknown: UInt64 = 0
      let countsTexts = run.limits.countsTexts
      var bytes = 0
      var result = path.access.withPlaces(run, block, live) { places, mask in
        var result: UInt64 = 0
        // If nil is on the path, the definition decides too.
        unknown = live & ~mask
        forEachLane(mask) { lane in
          let value = path.read(places[lane])
          if countsTexts, case .string(let text)? = value { bytes &+= text.utf8.count }
          switch Self.test(value, kernel, constants) {
          case .no: break
          case .yes: result |= bit(lane)
          case .unknown: unknown |= bit(lane)
          }
        }
        return result
      }
      if unknown != 0 { result |= lanes(run, block, unknown) }
      return run.spend(bytes: bytes) ? result : 0
    }
  }

  @inline(__always)
  private static func test<Kernel: UntypedKernel>(
    _ value: FormatValue?, _ kernel: Kernel, _ constants: UntypedConstants
  ) -> UntypedAnswer {
    switch value {
    case .string(let text): kernel.test(text)
    case .integer(let number): kernel.test(number)
    // NaN reads as nil.
    case .double(let number): number.isNaN ? constants.null : kernel.test(number)
    case .bool(let flag): flag ? constants.yes : constants.no
    case .null: constants.null
    case nil, .unsigned, .decimal, .date, .uuid, .data, .list, .set, .record, .object: .unknown
    }
  }
}

// MARK: Kernels

/// A test of strings.
struct UntypedText<Kernel: ByteKernel>: UntypedKernel {
  let kernel: Kernel

  @inline(__always)
  func test(_ text: String) -> UntypedAnswer {
    withUnsafePointer(to: text) { UntypedAnswer(StringKernel(kernel: kernel).test(UnsafeRawPointer($0))) }
  }

  @inline(__always)
  func test(_ integer: Int64) -> UntypedAnswer { .unknown }

  @inline(__always)
  func test(_ real: Double) -> UntypedAnswer { .unknown }
}

/// A kernel that tests whether a number is in an interval.
struct UntypedRange: UntypedKernel {
  /// The integers in the interval, or `nil` if there are none.
  private let integers: IntegerRange<Int64>?
  private let low: Double
  private let high: Double

  init(_ interval: NumericInterval) {
    integers = IntegerRange(interval)
    (low, high) = interval.doubles
  }

  @inline(__always)
  func test(_ text: String) -> UntypedAnswer { .unknown }

  @inline(__always)
  func test(_ integer: Int64) -> UntypedAnswer { UntypedAnswer(integers?.contains(integer) ?? false) }

  @inline(__always)
  func test(_ real: Double) -> UntypedAnswer { UntypedAnswer(real >= low && real <= high) }
}

/// A kernel that tests whether a string or an integer is one of the constants.
struct UntypedMembership: UntypedKernel {
  let texts: InBytes
  let integers: IntegerMembership<Int64>

  @inline(__always)
  func test(_ text: String) -> UntypedAnswer {
    withUnsafePointer(to: text) { UntypedAnswer(StringKernel(kernel: texts).test(UnsafeRawPointer($0))) }
  }

  @inline(__always)
  func test(_ integer: Int64) -> UntypedAnswer {
    withUnsafePointer(to: integer) { UntypedAnswer(integers.test(UnsafeRawPointer($0))) }
  }

  @inline(__always)
  func test(_ real: Double) -> UntypedAnswer { .unknown }
}

/// A comparison with nil, which no other value passes.
struct UntypedNil: UntypedKernel {
  @inline(__always)
  func test(_ text: String) -> UntypedAnswer { .no }

  @inline(__always)
  func test(_ integer: Int64) -> UntypedAnswer { .no }

  @inline(__always)
  func test(_ real: Double) -> UntypedAnswer { .no }
}

/// A visitor that creates the leaf of an untyped path.
struct UntypedLeafMaker: ByteKernelVisitor {
  let path: UntypedPath
  let constants: UntypedConstants
  let mayFail: Bool
  let definition: PredicateNode

  @inline(__always)
  func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> PredicateNode {
    path.leaf(UntypedText(kernel: kernel), constants, mayFail: mayFail, definition)
  }
}
