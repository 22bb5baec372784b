import PredicateSemantics
import PredicateSyntax

/// A key path of SELF whose values are in a column. Lane `j` of a block is row `first + j` of the column.
///
/// Where a column cannot answer, the objects are read, with the same answers and the same errors.
///
/// Safety: The program owns the columns, and the array of `base` is valid during the call.
@safe struct ColumnPath {
  private let path: ResolvedPath
  private let access: AccessPath
  private let family: Column.Family
  private let columns: ColumnSource

  /// Creates the path of an expression, or returns `nil` if a column cannot contain its values.
  init?(_ expression: ResolvedExpression, in compiler: Compiler) {
    // Scope 0 contains SELF.
    guard let columns = unsafe compiler.columns, compiler.current == 0, case .path(let path) = expression.kind,
      path.scope == 0, let access = compiler.field(expression), let family = Column.Family(access)
    else { return nil }
    unsafe (self.path, self.access, self.family, self.columns) = (path, access, family, columns)
  }

  /// The column, which is created on first use.
  private var column: Column? {
    unsafe columns.store.column(path.keyNames, access, base: columns.base, count: columns.count)
  }

  /// The column if its values are integers.
  private var integerColumn: IntegerColumn? {
    if family == .integer, case .integers(let column)? = column { column } else { nil }
  }

  /// Returns a node that tests the values, or `nil` if the objects must be read.
  func node(for test: ValueTest, of planned: PlannedComparison, in compiler: inout Compiler) -> PredicateNode? {
    let store = compiler.store
    switch test {
    case .isNil: return column?.nilNode
    case .never: return .never
    case .range(let interval):
      // An interval contains either dates or numbers.
      guard family != .text, (family == .date) == interval.isOfDates else { return nil }
      return column?.node(interval)
    case .text(let test, let needle, let options):
      return family == .text ? column?.textNode(store) { $0.testNode(test, needle, options, store) } : nil
    case .order(let op, let needle, let options):
      guard family == .text, let order = op.order else { return nil }
      return column?.textNode(store) { $0.orderNode(order, needle, options, store) }
    case .matches(_, let options):
      guard family == .text, let strings = compiler.pattern(of: planned.comparison)?.strings else { return nil }
      return column?.textNode(store) { $0.patternNode(strings, options, store) }
    case .members(let elements, let options):
      // A nil element equals a nil key, which a set of values does not contain.
      if elements.contains(where: \.isNull) { return nil }
      switch family {
      case .integer: return integerColumn?.node(among: elements, store)
      // A value that is not a string equals no string.
      case .text where options.folds: return nil
      case .text: return column?.textNode(store) { $0.membershipNode(elements.compactMap(\.stringValue), store) }
      case .double, .float, .date, .flag: return nil
      }
    }
  }

  /// The node for the values if they are integers that fit in `Int64`.
  var integers: NumberNode<Int64>? {
    guard let column = integerColumn, column.type != UInt64.self else { return nil }
    return column.node
  }

  /// Returns the value of `max:(key)` or `min:(key)`, which a column of integers stores. The result is `nil` for other
  /// expressions, and for a column without a value, whose extremes are errors.
  static func extreme(_ expression: ResolvedExpression, in compiler: Compiler) -> FormatValue? {
    guard case .reduceWhole(let reduction, let leaf) = expression.kind, [.minimum, .maximum].contains(reduction.kind),
      let extremes = ColumnPath(leaf, in: compiler)?.integerColumn?.extremes
    else { return nil }
    return reduction.kind == .minimum ? extremes.least : extremes.greatest
  }
}
