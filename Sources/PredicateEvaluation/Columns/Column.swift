import PredicateSemantics
import PredicateSyntax

/// The values of one key path for all elements of a collection, in memory of their own.
///
/// Rows are the positions of the elements. Every array is one block longer than the number of rows, so that kernels can
/// read 64 rows from any row on. The additional answers are ignored.
///
/// Safety: Nothing changes after a column is made. The program owns its memory, and a block follows its last row.
@safe enum Column: @unchecked Sendable {
  case integers(IntegerColumn)
  /// Doubles, and values that compare as doubles: floats, and dates as seconds. nil is NaN, because NaN reads as nil.
  case real(UnsafePointer<Double>)
  /// Booleans, one bit each. `isTrue` is `nil` if no row is true, and `present` is `nil` if every row has a value.
  case flag(isTrue: RowBits?, present: RowBits?)
  case text(TextColumn)
  /// Texts with few distinct values, as codes.
  case codes8(CodedColumn<UInt8>)
  case codes16(CodedColumn<UInt16>)

  /// A description of the values and their storage, for people.
  var description: String {
    switch self {
    case .integers(let column): "integers of \(column.type.bitWidth) bits"
    case .real: "doubles"
    case .flag: "flags"
    case .text(let column): column.isASCII ? "texts, all ASCII" : "texts"
    case .codes8(let column): "\(column.distinct) distinct texts, codes of 8 bits"
    case .codes16(let column): "\(column.distinct) distinct texts, codes of 16 bits"
    }
  }
}

extension Column {
  /// The kind of values in a column. `nil` if the values of a path have no column.
  enum Family {
    case integer, double, float, date, flag, text

    init?(_ path: AccessPath) {
      if path.endsAtObject { return nil }
      // The leaves do not read an optional of an optional either.
      if case .optional(let payload) = path.type.kind, case .optional = payload.kind { return nil }
      if path.endsInLength {
        self = .integer
        return
      }
      switch path.type.unwrapped.kind {
      case .integer: self = .integer
      case .double: self = .double
      case .float: self = .float
      case .date: self = .date
      case .bool: self = .flag
      case .string: self = .text
      case .decimal, .substring, .data, .uuid, .url, .formatValue, .any, .optional, .array, .set, .dictionary, .read,
        .structure, .object, .unreadable:
        return nil
      }
    }
  }
}

// MARK: Nodes

extension Column {
  /// Returns a node for the rows whose values are in an interval, or `nil` for texts.
  func node(_ interval: NumericInterval) -> PredicateNode? {
    switch self {
    case .integers(let column): column.type.columnNode(column, interval)
    case .real(let values): unsafe values.node(interval)
    case .flag(let isTrue, let present): isTrue.node(interval, present: present)
    case .text, .codes8, .codes16: nil
    }
  }

  /// The texts of the column, each distinct one once if the rows have codes, or `nil` for other values.
  var texts: TextColumn? {
    switch self {
    case .text(let column): column
    case .codes8(let column): column.texts
    case .codes16(let column): column.texts
    case .integers, .real, .flag: nil
    }
  }

  /// Returns a node for the rows whose text passes. `node` tests `texts`.
  func node(ofTexts node: PredicateNode, _ store: KernelMemory) -> PredicateNode {
    switch self {
    case .codes8(let column): column.node(ofTexts: node, store)
    case .codes16(let column): column.node(ofTexts: node, store)
    case .text, .integers, .real, .flag: node
    }
  }

  /// The node for the rows that are nil.
  var nilNode: PredicateNode {
    switch self {
    case .integers(let column): column.present.nilNode
    case .real(let values): unsafe values.nilNode
    case .flag(_, let present): present.nilNode
    case .text(let column): column.present.nilNode
    case .codes8(let column): column.nilNode
    case .codes16(let column): column.nilNode
    }
  }
}

extension UnsafePointer<Double> {
  /// Returns a node for the rows of a column whose values are in an interval.
  func node(_ interval: NumericInterval) -> PredicateNode {
    let (low, high) = interval.doubles
    return PredicateNode(cost: 1) { _, block, live in
      let values = unsafe self + block.first
      return columnLanes(live, ifMoreThan: 12) {
        unsafe Int(values[$0] >= low ? 1 : 0) & (values[$0] <= high ? 1 : 0) != 0
      }
    }
  }

  /// The node for the rows of a column that are nil.
  var nilNode: PredicateNode {
    PredicateNode(cost: 1) { _, block, live in
      let values = unsafe self + block.first
      return columnLanes(live, ifMoreThan: 12) { unsafe values[$0] != values[$0] }
    }
  }
}

extension RowBits? {
  /// Returns a node for the rows whose booleans, as 1 and 0, are in an interval. The bits mark those that are true.
  func node(_ interval: NumericInterval, present: RowBits?) -> PredicateNode {
    let (low, high) = interval.doubles
    let (takesTrue, takesFalse) = (low <= 1 && 1 <= high, low <= 0 && 0 <= high)
    let isTrue = self
    return PredicateNode(cost: 0) { _, block, live in
      let mask = present.lanes(block, live)
      let ones = isTrue?.word(from: block.first) ?? 0
      return (takesTrue ? mask & ones : 0) | (takesFalse ? mask & ~ones : 0)
    }
  }

  /// The node for the rows without a value, if the bits mark those with one.
  var nilNode: PredicateNode {
    guard let present = self else { return .never }
    return PredicateNode(cost: 0) { _, block, live in live & ~present.word(from: block.first) }
  }
}
