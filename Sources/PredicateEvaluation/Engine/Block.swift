import PredicateModel
import PredicateSyntax

/// Up to 64 objects in a row: lane *j* of a block is the object at `first + j` places from `base`.
///
/// Every node of a program works on a block and a mask of live lanes, one bit an object, and answers with the lanes for
/// which it is true. AND hands on the lanes that are still true, OR those still false, NOT inverts; so the right side is
/// never asked where the left decides, and no object is boxed.
struct Block {
  var base: UnsafeRawPointer
  var first: Int

  /// The references of the block's objects, where it holds references and none is nil.
  @inline(__always)
  var references: UnsafePointer<UnsafeRawPointer> {
    base.assumingMemoryBound(to: UnsafeRawPointer.self) + first
  }

  /// Calls `body` for the blocks of `count` objects from `base`, in order, until it answers false.
  ///
  /// - Parameter start: the first object that is meant.
  @inline(__always)
  static func forEach(_ base: UnsafeRawPointer, _ count: Int, from start: Int = 0, _ body: (Block, UInt64) -> Bool) {
    var first = start
    while first < count {
      let live = count - first >= 64 ? ~0 : (UInt64(1) << UInt64(count - first)) &- 1
      if !body(Block(base: base, first: first), live) { return }
      first += 64
    }
  }
}

/// How the objects of a scope stand in memory: as values one after the other, or as references.
struct Layout {
  let type: SwiftType
  let stride: Int
  /// Whether the place holds a reference; then the object's address is what it holds.
  let isReference: Bool
  /// Whether the objects live as long as a program runs: not so of what a registered key has made.
  let isHeld: Bool

  init(elementsOf type: SwiftType, isHeld: Bool = true) {
    self.type = type
    self.isHeld = isHeld
    stride = type.stride
    isReference = type.isReference
  }

  /// The place of lane `lane`.
  @inline(__always)
  func place(_ block: Block, _ lane: Int) -> UnsafeRawPointer { block.base + (block.first &+ lane) &* stride }
}

extension SwiftType {
  /// Whether values are references of objects, optional or not.
  var isReference: Bool {
    switch kind {
    case .object: true
    case .optional(let payload): if case .object = payload.kind { true } else { false }
    default: false
    }
  }

  /// The type without the optional around it.
  var unwrapped: SwiftType { if case .optional(let payload) = kind { payload.unwrapped } else { self } }
}

// The nodes of a program are closures in one-field structs: a closure in an array, dictionary or optional would be
// called through a thunk each time.

/// True or false of each lane.
struct PredicateNode {
  /// Takes the live lanes and gives those that are true.
  var lanes: (Run, Block, UInt64) -> UInt64
  /// Roughly what one lane costs, to ask the cheap sides of AND and OR first.
  var cost: Int
  /// Whether a lane may fault; such nodes are asked in the order of the text.
  var mayFault: Bool

  init(cost: Int, mayFault: Bool = false, _ lanes: @escaping (Run, Block, UInt64) -> UInt64) {
    self.lanes = lanes
    self.cost = cost
    self.mayFault = mayFault
  }

  /// True of no lane.
  static var never: PredicateNode { PredicateNode(cost: 0) { _, _, _ in 0 } }
}

/// An integer of each lane. Gives the lanes that are not nil.
struct IntegerNode {
  let fill: (Run, Block, UInt64, UnsafeMutablePointer<Int64>) -> UInt64
  var mayFault = false
  /// Takes the values into a total where they stand; nil where they are none of fields of 32 bits or less.
  var fold: IntegerFold?
}

/// Takes the integers of the live lanes into a total, none of which is nil.
struct IntegerFold {
  let take: (Block, UInt64, inout IntegerTotal) -> Void
}

/// A double of each lane. Gives the lanes that are neither nil nor NaN.
struct DoubleNode {
  let fill: (Run, Block, UInt64, UnsafeMutablePointer<Double>) -> UInt64
  var mayFault = false
}

/// Any value of one lane: the path for what has no typed node.
struct ValueNode {
  let read: (Run, Block, Int) -> FormatValue
}

/// The elements of a collection of one lane.
struct CollectionNode {
  enum Presence {
    /// The collection is nil.
    case absent
    case present
  }

  /// Calls the last parameter for the elements in blocks, until it answers false.
  var forEach: (Run, Block, Int, (Block, UInt64) -> Bool) -> Presence
  /// How the elements stand.
  let layout: Layout
  /// How many there are, where that is known without going through them; nil where it is not.
  var count: IntegerNode?
  /// Calls the last parameter with the place of the first element and the number of them, where they stand in an array that
  /// is nobody's copy: as long as a program runs no other array has that place. nil where that is not known.
  var elementsAt: ((Run, Block, Int, (UnsafeRawPointer, Int) -> Void) -> Void)?
  /// Whether going through them may meet a fault, or find the collection absent.
  var mayFail = true
}
