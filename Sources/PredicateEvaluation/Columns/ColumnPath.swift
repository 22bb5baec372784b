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

  /// The texts of the column, if its values are texts.
  private var texts: TextColumn? { family == .text ? column?.texts : nil }

  /// Returns a node for the rows whose text passes, or `nil` if `node`, which tests `texts`, is `nil`.
  private func node(ofTexts node: PredicateNode?, _ store: KernelMemory) -> PredicateNode? {
    node.flatMap { column?.node(ofTexts: $0, store) }
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
      return node(ofTexts: texts?.testNode(test, needle, options, store), store)
    case .order(let op, let needle, let options):
      return op.order.flatMap { node(ofTexts: texts?.orderNode($0, needle, options, store), store) }
    case .matches(_, let options):
      guard let strings = compiler.pattern(of: planned.comparison)?.strings else { return nil }
      return node(ofTexts: texts?.patternNode(strings, options, store), store)
    case .members(let elements, let options):
      // A nil element equals a nil key, which a set of values does not contain.
      if elements.contains(where: \.isNull) { return nil }
      switch family {
      case .integer: return integerColumn?.node(among: elements, store)
      // A value that is not a string equals no string.
      case .text where options.folds: return nil
      case .text: return node(ofTexts: texts?.membershipNode(elements.compactMap(\.stringValue), store), store)
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
