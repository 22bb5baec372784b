import PredicateModel
import PredicateSyntax

/// A sort key bound to a Swift type.
struct CompiledSortKey<Root> {
  private let key: SortKey
  private let expression: CompiledExpression<Root>

  /// - Throws: `FormatError` where the type has no such key, or its values have no order.
  init(_ key: SortKey) throws(FormatError) {
    self.key = key
    expression = try CompiledExpression(.keyPath(key.keyPath))
    if expression.type.family == .other { throw Self.unordered(key, expression.type) }
  }

  /// The values of the elements.
  ///
  /// - Throws: `FormatError` with the fault of the first element that has one; a value that has no order with the first
  ///   is one.
  func column(of elements: [Root], _ onFault: FaultHandling) throws(FormatError) -> SortColumn {
    var values = try expression.values(of: elements, onFault: onFault)
    var family: ValueType.Family?
    for index in values.indices {
      values[index] = values[index].settled
      if values[index].isNull { continue }
      let type = values[index].valueType
      let fits = family.map { $0 == type.family } ?? (type.family != .other)
      if fits {
        family = type.family
      } else if onFault == .throw {
        throw Self.unordered(key, type, beside: family)
      } else {
        values[index] = .null
      }
    }
    return SortColumn(values, isAscending: key.isAscending)
  }

  private static func unordered(
    _ key: SortKey, _ found: ValueType, beside family: ValueType.Family? = nil
  ) -> FormatError {
    let wanted =
      switch family {
      case .number?: "numbers, as the values before"
      case .string?: "strings, as the values before"
      case .date?: "dates, as the values before"
      default: "numbers, strings or dates"
      }
    let message = Message.wrongOperand(of: "the sort key '\(key.keyPath)'", wanted: wanted, found: found.description)
    return FormatError([Diagnostic(message, at: .none)], source: "")
  }
}

/// The values of one sort key, in the order of the elements; all of one kind, or nil.
struct SortColumn {
  private let values: [FormatValue]
  /// A number for each value that rises with it, though not always where it does. It decides nearly all comparisons.
  private let ranks: [UInt64]
  private let isAscending: Bool

  init(_ values: [FormatValue], isAscending: Bool) {
    self.values = values
    self.isAscending = isAscending
    ranks = values.map(\.sortRank)
  }

  /// Below, at or above 0 as element `left` comes before, beside or after element `right`.
  @inline(__always)
  private func compare(_ left: Int, _ right: Int) -> Int {
    let (l, r) = (ranks[left], ranks[right])
    let order = l == r ? Self.compare(values[left], values[right]) : l < r ? -1 : 1
    return isAscending ? order : -order
  }

  /// nil is less than all else.
  private static func compare(_ left: FormatValue, _ right: FormatValue) -> Int {
    switch (left, right) {
    case (.null, .null): 0
    case (.null, _): -1
    case (_, .null): 1
    default: ValueOrder.order(left, right) ?? 0
    }
  }

  /// The positions of `count` elements in the order of their columns, the first column deciding first. Equal elements
  /// keep their order.
  static func order(_ columns: [SortColumn], count: Int) -> [Int] {
    (0..<count).sorted { left, right in
      for column in columns {
        let order = column.compare(left, right)
        if order != 0 { return order < 0 }
      }
      return left < right
    }
  }
}

extension FormatValue {
  /// Of two values of one kind, the greater one's rank is not the lesser: a string's first eight bytes, and the nearest
  /// double of a number or date. nil's is the least.
  fileprivate var sortRank: UInt64 {
    switch self {
    case .bool(let value): Self.rank(value ? 1 : 0)
    case .integer(let value): Self.rank(Double(value))
    case .unsigned(let value): Self.rank(Double(value))
    case .double(let value), .date(let value): Self.rank(value)
    case .decimal(let value): Self.rank(value.doubleValue)
    case .string(let text):
      text.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - min(8, text.utf8.count)))
    case .null, .uuid, .data, .list, .set, .record, .object: 0
    }
  }

  /// The bits of a double, brought into the order of the doubles.
  private static func rank(_ value: Double) -> UInt64 {
    let bits = (value + 0).bitPattern  // -0 + 0 is 0, which it equals
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
