import PredicateModel
import PredicateSyntax

// If the objects have columns, a comparison of a key path of SELF with a constant reads the column of the path: lane j of a
// block is row `first + j`. Everything else reads the objects, with the same answers and the same faults.
extension Compiler {
  /// Returns a leaf over a column, or `nil` if the comparison is not of a key path with a constant or there is no column.
  mutating func columnLeaf(_ comparison: ResolvedComparison) -> PredicateNode? {
    guard columns != nil, current == 0 else { return nil }
    var (left, right, op) = (comparison.left, comparison.right, comparison.operator)
    if op == .contains {
      guard let elements = left.constant?.elements else { return nil }
      return membershipLeaf(right, elements)
    }
    if columnPath(left) == nil, let mirrored = op.mirrored { (left, right, op) = (right, left, mirrored) }
    guard let (path, access, family) = columnPath(left), let constant = right.constant ?? columnExtreme(right) else {
      return nil
    }
    if constant.isNull { return op.holdsForNil.map { $0 ? nilLeaf(path, access) : .never } ?? nil }
    switch family {
    case .integer:
      guard let bounds = Bounds(op, constant, for: .number) else { return nil }
      return columns?.column(path, access)?.content.node(bounds)
    case .flag, .real:
      let isDate = if case .date = access.type.unwrapped.kind { true } else { false }
      guard let bounds = Bounds(op, constant, for: isDate ? .date : .number) else { return nil }
      return columns?.column(path, access)?.content.node(bounds)
    case .text:
      guard case .string(let text) = constant, !comparison.options.contains(.localeSensitive),
        let test = ColumnTextTest(op, text, comparison.options)
      else { return nil }
      return columns?.column(path, access)?.content.node(test, store)
    }
  }

  /// Returns the integers of a path that has a column of them.
  func columnIntegers(_ path: ResolvedPath) -> IntegerNode? {
    guard let columns, current == 0, path.scope == 0, let access = AccessPath(path, from: layout(of: 0)),
      case .integer? = Column.Family(access)
    else { return nil }
    return columns.column(path, access)?.content.integers
  }

  /// Returns the path of an expression, if a column can contain its values.
  private func columnPath(
    _ expression: ResolvedExpression
  ) -> (path: ResolvedPath, access: AccessPath, family: Column.Family)? {
    guard case .path(let path) = expression.kind, path.scope == 0, let access = AccessPath(path, from: layout(of: 0)),
      let family = Column.Family(access)
    else { return nil }
    return (path, access, family)
  }

  /// Returns `max:(key)` or `min:(key)` of a column of integers, which the column stores, or `nil` for other expressions
  /// and if there is no value, which is a fault.
  private func columnExtreme(_ expression: ResolvedExpression) -> FormatValue? {
    guard case .reduceWhole(let reduction, let leaf) = expression.kind, [.minimum, .maximum].contains(reduction.kind),
      let (path, access, family) = columnPath(leaf), family == .integer,
      let extremes = columns?.column(path, access)?.content.extremes
    else { return nil }
    return reduction.kind == .minimum ? extremes.least : extremes.greatest
  }

  private func nilLeaf(_ path: ResolvedPath, _ access: AccessPath) -> PredicateNode? {
    columns?.column(path, access)?.content.nilNode
  }

  /// Returns a leaf for `key IN {…}` with constant strings or integers.
  private func membershipLeaf(_ expression: ResolvedExpression, _ elements: [FormatValue]) -> PredicateNode? {
    // A nil element equals a nil key, which a set of values does not contain.
    guard let (path, access, family) = columnPath(expression), !elements.contains(where: \.settled.isNull) else {
      return nil
    }
    switch family {
    case .integer: return columns?.column(path, access)?.content.membershipNode(elements, store)
    case .text:
      // A value that is not a string equals no string.
      let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return columns?.column(path, access)?.content.node(.membership(texts), store)
    case .real, .flag: return nil
    }
  }
}

extension ResolvedComparison.Operator {
  /// Whether the comparison of nil with nil is true; the comparison of another value with nil is false. `nil` if it is
  /// decided elsewhere.
  fileprivate var holdsForNil: Bool? {
    switch self {
    case .equal, .lessThanOrEqual, .greaterThanOrEqual: true
    case .lessThan, .greaterThan, .between, .contains, .text, .matches: false
    case .notEqual: nil
    }
  }
}

extension ColumnTextTest {
  fileprivate init?(_ op: ResolvedComparison.Operator, _ text: String, _ options: StringOptions) {
    switch op {
    case .equal: self = .text(.equal, text, options)
    case .text(let test): self = .text(test, text, options)
    case .lessThan: self = .order(.less, text, options)
    case .lessThanOrEqual: self = .order(.lessOrEqual, text, options)
    case .greaterThan: self = .order(.greater, text, options)
    case .greaterThanOrEqual: self = .order(.greaterOrEqual, text, options)
    case .matches:
      // The same options as in `Pattern`.
      let options = options.intersection(StringOptions.folding)
      let marks = options.subtracting(.caseInsensitive)
      guard let strings = PatternStrings(marks.isEmpty ? text : folded(text, marks), options) else { return nil }
      self = .pattern(strings, options)
    case .notEqual, .contains, .between: return nil
    }
  }
}

// MARK: Nodes of each kind of column

extension Column.Content {
  /// Returns a node for the rows whose values are in an interval, or `nil` for texts.
  func node(_ bounds: Bounds) -> PredicateNode? {
    switch self {
    case .int8(let column): return column.node(bounds)
    case .uint8(let column): return column.node(bounds)
    case .int16(let column): return column.node(bounds)
    case .int32(let column): return column.node(bounds)
    case .int64(let column): return column.node(bounds)
    case .uint64(let column): return column.node(bounds)
    case .real(let column):
      let (low, high) = bounds.doubles
      return column.node(low: low, high: high)
    case .flag(let column):
      let (low, high) = bounds.doubles
      return column.node(low: low, high: high)
    case .text, .codes8, .codes16: return nil
    }
  }

  /// Returns a node for the rows whose texts pass a test, or `nil` for other values.
  func node(_ test: ColumnTextTest, _ store: NeedleStore) -> PredicateNode? {
    switch self {
    case .text(let column): column.node(test, store)
    case .codes8(let column): column.node(test, store)
    case .codes16(let column): column.node(test, store)
    default: nil
    }
  }

  /// Returns a node for the rows whose integers are among constants, or `nil` for other values.
  func membershipNode(_ elements: [FormatValue], _ store: NeedleStore) -> PredicateNode? {
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
    case .flag(let column): column.present.nilNode
    case .text(let column): column.present.nilNode
    case .codes8(let column): column.nilNode
    case .codes16(let column): column.nilNode
    }
  }

  /// The integers as 64 bits, or `nil` if they do not fit or the values are not integers.
  var integers: IntegerNode? {
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
