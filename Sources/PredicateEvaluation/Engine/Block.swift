import PredicateSemantics
import PredicateSyntax

/// Up to 64 consecutive objects: lane *j* of a block is the object at index `first + j` from `base`.
///
/// A `PredicateNode` takes a block and a mask of live lanes, one bit per object, and returns the lanes for which it is true. AND
/// evaluates its right operand for the lanes for which the left one is true, and OR for those for which it is false. NOT inverts
/// the lanes of its operand.
///
/// Safety: The array of `base` is valid during the call, and live lanes are below its count. A bit is at least 1, so 1 less
/// does not wrap.
@safe package struct Block {
  package var base: UnsafeRawPointer
  package var first: Int

  @inlinable
  package init(base: UnsafeRawPointer, first: Int) {
    unsafe self.base = base
    self.first = first
  }

  /// The references in the block, which are valid only if its objects are references and none is nil.
  @inline(__always)
  var references: UnsafePointer<UnsafeRawPointer> {
    unsafe base.assumingMemoryBound(to: UnsafeRawPointer.self) + first
  }

  /// Calls `body` for each block of the `count` objects at `base`, in order, until it returns `false`.
  ///
  /// - Parameter start: The index of the first object.
  @inline(__always)
  static func forEach(_ base: UnsafeRawPointer, _ count: Int, from start: Int = 0, _ body: (Block, UInt64) -> Bool) {
    var first = start
    while first < count {
      let live = count - first >= 64 ? ~0 : (UInt64(1) << UInt64(count - first)) &- 1
      if unsafe !body(Block(base: base, first: first), live) { return }
      first += 64
    }
  }
}

/// The memory layout of a scope's objects: consecutive values or references.
///
/// Safety: `first + lane` is below the count of the array, so no product exceeds its size in bytes.
struct Layout {
  let type: SwiftType
  let stride: Int
  /// Whether the objects are stored as references.
  let isReference: Bool
  /// Whether the objects live as long as a program runs. Values that a registered key created do not.
  let isPersistent: Bool

  init(elementsOf type: SwiftType, isPersistent: Bool = true) {
    self.type = type
    self.isPersistent = isPersistent
    stride = type.stride
    isReference = type.isReference
  }

  /// Returns the address of lane `lane`.
  @inline(__always)
  func address(_ block: Block, _ lane: Int) -> UnsafeRawPointer { unsafe block.base + (block.first &+ lane) &* stride }
}

extension SwiftType {
  /// Whether values are references to objects, optional or not.
  var isReference: Bool { if case .object = payload.kind { true } else { false } }
}

/// Calls `body` with memory for one value of each lane.
@inline(__always)
func withLanes<Value, R>(of: Value.Type, _ body: (UnsafeMutablePointer<Value>) -> R) -> R {
  unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 64) { buffer in
    unsafe body(buffer.baseAddress.unsafelyUnwrapped)  // a buffer of 64 has an address
  }
}

// The nodes of a program are structs with one closure: a closure stored directly in an array, dictionary or optional would
// be called through a thunk each time.

/// A node that computes true or false for each lane.
package struct PredicateNode {
  /// Takes the live lanes and returns those that are true.
  package var lanes: (Run, Block, UInt64) -> UInt64
  /// The approximate cost of one lane, used to evaluate the cheap operands of AND and OR first.
  var cost: Int
  /// Whether a lane may fail. Such nodes are evaluated in source order.
  var mayFail: Bool

  init(cost: Int, mayFail: Bool = false, _ lanes: @escaping (Run, Block, UInt64) -> UInt64) {
    self.lanes = lanes
    self.cost = cost
    self.mayFail = mayFail
  }

  // The costs of nodes whose work is not known before the run, approximately in nanoseconds per lane.
  /// Structures are compared by their own `==`.
  static let structureCost = 50
  /// The type of the value is known only at run time.
  static let untypedCost = 50
  /// A regular expression is matched.
  static let expressionCost = 100
  /// Values of any kind are computed and compared.
  static let valuesCost = 200
  /// The elements of a collection are visited.
  static let elementsCost = 1000

  /// A node that is true for no lane.
  static var never: PredicateNode { PredicateNode(cost: 0) { _, _, _ in 0 } }
}

/// A node that computes a number for each lane and returns the lanes that are neither nil nor NaN.
///
/// Safety: `fill` writes to memory for 64 numbers, which its caller has.
@safe package struct NumberNode<Number> {
  package let fill: (Run, Block, UInt64, UnsafeMutablePointer<Number>) -> UInt64
  var mayFail = false
  /// Adds the values of the live lanes to a total without copying them, and returns the lanes that are not nil. For integer
  /// fields of 32 bits or less.
  var fold: ((Run, Block, UInt64, inout IntegerTotal) -> UInt64)?

  /// Returns a node for the numbers that pass a test.
  @inline(__always)
  func node(cost: Int, _ test: @escaping (Number) -> Bool) -> PredicateNode {
    let fill = unsafe fill
    return PredicateNode(cost: cost, mayFail: mayFail) { run, block, live in
      unsafe withLanes(of: Number.self) { values in
        var result: UInt64 = 0
        // Safety: A lane is below 64.
        unsafe everyLane(fill(run, block, live, values)) {
          result |= unsafe (test(values[$0]) ? 1 : 0) &<< UInt64(truncatingIfNeeded: $0)
        }
        return result
      }
    }
  }
}

/// A node that computes any value for one lane, for expressions without a typed node.
package struct ValueNode {
  package let read: (Run, Block, Int) -> FormatValue
}

/// A node that visits the elements of one lane's collection.
///
/// Safety: `withElements` keeps the elements at an address valid until the call ends.
@safe struct CollectionNode {
  /// Calls the last argument with the elements in blocks, until it returns `false`. The result is false if the collection is nil.
  var forEach: (Run, Block, Int, (Block, UInt64) -> Bool) -> Bool
  let layout: Layout
  /// The number of elements, if it is known without visiting them.
  var count: NumberNode<Int64>?
  /// Calls the last argument with the address of the first element and the number of elements. `nil` unless the elements
  /// are known to be in an original array, whose address no other array has while the program runs.
  var elementsAt: ((Run, Block, Int, (UnsafeRawPointer, Int) -> Void) -> Void)?
  /// Whether visiting the elements may fail or find the collection absent.
  var mayFail = true
}
