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

  /// - Parameter isLeft: Whether the constant is the comparison's left operand.
  init(_ test: ValueComparison, _ constant: FormatValue, isLeft: Bool) {
    func answer(_ value: FormatValue) -> UntypedAnswer {
      do throws(EvaluationFault) {
        return UntypedAnswer(
          try isLeft ? test.holds(constant, value, named: "", nil) : test.holds(value, constant, named: "", nil))
      } catch {
        return .unknown
      }
    }
    (null, yes, no) = (answer(.null), answer(.bool(true)), answer(.bool(false)))
  }
}

extension UntypedPath {
  /// Returns a node that tests the value of the path for each lane; `definition` decides if the kernel does not.
  @inline(__always)
  func leaf<Kernel: UntypedKernel>(
    _ kernel: Kernel, _ constants: UntypedConstants, mayFault: Bool, _ definition: PredicateNode
  ) -> PredicateNode {
    let path = self
    let lanes = definition.lanes
    return PredicateNode(cost: 50, mayFault: mayFault) { run, block, live in
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

  init(_ bounds: Bounds) {
    let ends = bounds.integers(Int64.self)
    integers = IntegerRange(ends.low, ends.high)
    (low, high) = bounds.doubles
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
  let mayFault: Bool
  let definition: PredicateNode

  @inline(__always)
  func visit<Kernel: ByteKernel>(_ kernel: Kernel) -> PredicateNode {
    path.leaf(UntypedText(kernel: kernel), constants, mayFault: mayFault, definition)
  }
}
