import PredicateSemantics
import PredicateSyntax

/// A key path of SELF whose values are in a column: lane j of a block is row `first + j`. Everything else reads the objects,
/// with the same answers and the same errors.
struct ColumnPath {
  private let path: ResolvedPath
  private let access: AccessPath
  private let family: Column.Family
  private let columns: ColumnSource

  /// Creates the path of an expression, or returns `nil` if a column cannot contain its values.
  init?(_ expression: ResolvedExpression, in compiler: Compiler) {
    guard let columns = compiler.columns, compiler.current == 0, case .path(let path) = expression.kind,
      path.scope == 0,
      let access = compiler.field(expression), let family = Column.Family(access)
    else { return nil }
    (self.path, self.access, self.family, self.columns) = (path, access, family, columns)
  }

  private var column: Column? {
    columns.store.column(path.keyNames, access, base: columns.base, count: columns.count)
  }

  /// Returns a node that tests the values, or `nil` if the objects must be read.
  func node(for test: ValueTest, of planned: PlannedComparison, in compiler: inout Compiler) -> PredicateNode? {
    let store = compiler.store
    switch test {
    case .isNil: return column?.nilNode
    case .never: return .never
    case .range(let interval):
      return family == .text || (family == .date) != interval.isOfDates ? nil : column?.node(interval)
    case .text(let test, let needle, let options):
      return family == .text ? column?.textNode(store) { $0.node(test, needle, options, store) } : nil
    case .order(let op, let needle, let options):
      guard family == .text, let order = op.order else { return nil }
      return column?.textNode(store) { $0.node(order, needle, options, store) }
    case .matches(_, let options):
      guard family == .text, let strings = compiler.pattern(of: planned.comparison)?.strings else { return nil }
      return column?.textNode(store) { $0.node(strings, options, store) }
    case .members(let elements):
      // A nil element equals a nil key, which a set of values does not contain.
      if elements.contains(where: \.isNull) { return nil }
      switch family {
      case .integer: return column?.membershipNode(elements, store)
      // A value that is not a string equals no string.
      case .text: return column?.textNode(store) { $0.node(anyOf: elements.compactMap(\.stringValue), store) }
      case .double, .float, .date, .flag: return nil
      }
    }
  }

  /// The integers of the path, or `nil` if the values are not integers.
  var integers: NumberNode<Int64>? { family == .integer ? column?.integers : nil }

  /// Returns `max:(key)` or `min:(key)` of a column of integers, which the column stores, or `nil` for other expressions
  /// and if the column has no value, which is an error.
  static func extreme(_ expression: ResolvedExpression, in compiler: Compiler) -> FormatValue? {
    guard case .reduceWhole(let reduction, let leaf) = expression.kind, [.minimum, .maximum].contains(reduction.kind),
      let column = ColumnPath(leaf, in: compiler), column.family == .integer, let extremes = column.column?.extremes
    else { return nil }
    return reduction.kind == .minimum ? extremes.least : extremes.greatest
  }
}

// MARK: Nodes of each kind of column

extension Column {
  /// Returns a node for the rows whose values are in an interval, or `nil` for texts.
  func node(_ interval: NumericInterval) -> PredicateNode? {
    switch self {
    case .int8(let column): return column.node(interval)
    case .uint8(let column): return column.node(interval)
    case .int16(let column): return column.node(interval)
    case .int32(let column): return column.node(interval)
    case .int64(let column): return column.node(interval)
    case .uint64(let column): return column.node(interval)
    case .real(let column):
      let (low, high) = interval.doubles
      return column.node(low: low, high: high)
    case .flag(let isTrue, let present):
      let (low, high) = interval.doubles
      return isTrue.node(low: low, high: high, present: present)
    case .text, .codes8, .codes16: return nil
    }
  }

  /// Returns the node that `node` makes for a column of texts, or `nil` for other values.
  func textNode(_ store: KernelMemory, _ node: (TextColumn) -> PredicateNode?) -> PredicateNode? {
    switch self {
    case .text(let column): node(column)
    case .codes8(let column): column.node(store, node)
    case .codes16(let column): column.node(store, node)
    case .int8, .uint8, .int16, .int32, .int64, .uint64, .real, .flag: nil
    }
  }

  /// Returns a node for the rows whose integers are among constants, or `nil` for other values.
  func membershipNode(_ elements: [FormatValue], _ store: KernelMemory) -> PredicateNode? {
    switch self {
    case .int8(let column): column.membershipNode(elements, store)
    case .uint8(let column): column.membershipNode(elements, store)
    case .int16(let column): column.membershipNode(elements, store)
    case .int32(let column): column.membershipNode(elements, store)
    case .int64(let column): column.membershipNode(elements, store)
    case .uint64(let column): column.membershipNode(elements, store)
    case .real, .flag, .text, .codes8, .codes16: nil
    }
  }

  /// The node for the rows that are nil.
  var nilNode: PredicateNode {
    switch self {
    case .int8(let column): column.present.nilNode
    case .uint8(let column): column.present.nilNode
    case .int16(let column): column.present.nilNode
    case .int32(let column): column.present.nilNode
    case .int64(let column): column.present.nilNode
    case .uint64(let column): column.present.nilNode
    case .real(let column): column.nilNode
    case .flag(_, let present): present.nilNode
    case .text(let column): column.present.nilNode
    case .codes8(let column): column.nilNode
    case .codes16(let column): column.nilNode
    }
  }

  /// The integers as 64 bits, or `nil` if they do not fit or the values are not integers.
  var integers: NumberNode<Int64>? {
    switch self {
    case .int8(let column): column.integers
    case .uint8(let column): column.integers
    case .int16(let column): column.integers
    case .int32(let column): column.integers
    case .int64(let column): column.integers
    case .uint64, .real, .flag, .text, .codes8, .codes16: nil
    }
  }

  /// The least and the greatest integer, or `nil` if there are no integers.
  var extremes: (least: FormatValue, greatest: FormatValue)? {
    switch self {
    case .int8(let column): column.extremes.map { (FormatValue($0), FormatValue($1)) }
    case .uint8(let column): column.extremes.map { (FormatValue($0), FormatValue($1)) }
    case .int16(let column): column.extremes.map { (FormatValue($0), FormatValue($1)) }
    case .int32(let column): column.extremes.map { (FormatValue($0), FormatValue($1)) }
    case .int64(let column): column.extremes.map { (FormatValue($0), FormatValue($1)) }
    case .uint64(let column): column.extremes.map { (FormatValue($0), FormatValue($1)) }
    case .real, .flag, .text, .codes8, .codes16: nil
    }
  }
}
