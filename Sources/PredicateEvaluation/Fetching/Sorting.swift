import PredicateModel
import PredicateSyntax

/// A sort key bound to a Swift type.
struct CompiledSortKey {
  let key: SortKey
  let node: ValueNode
  /// Whether it only decides between rows that the order leaves equal: then values without an order are no fault.
  private let isTie: Bool

  init(_ key: SortKey, _ node: ValueNode) {
    self.key = key
    self.node = node
    isTie = false
  }

  init(tie node: ValueNode) {
    key = SortKey("")
    self.node = node
    isTie = true
  }

  /// The values of `count` objects or rows.
  ///
  /// - Throws: `FormatError` with the fault of the first that has one; a value that has no order with the first is one.
  func column(
    _ count: Int, _ onFault: FaultHandling, _ read: (Int) throws(FormatError) -> FormatValue
  ) throws(FormatError) -> SortColumn {
    var values: [FormatValue] = []
    values.reserveCapacity(count)
    var family: ValueType.Family?
    for position in 0..<count {
      let value = try read(position)
      values.append(value)
      if value.isNull || isTie { continue }
      let type = value.valueType
      let fits = family.map { $0 == type.family } ?? wants(type.family)
      if fits {
        family = type.family
      } else if onFault == .throw {
        throw unordered(type, beside: family)
      } else {
        values[position] = .null
      }
    }
    if key.comparison == .caseInsensitive {
      values = values.map { if case .string(let text) = $0 { .string(folded(text, .caseInsensitive)) } else { $0 } }
    }
    return SortColumn(values, key)
  }

  private func wants(_ family: ValueType.Family) -> Bool {
    switch key.comparison {
    case .default: family != .other
    case .caseInsensitive, .localizedStandard: family == .string
    case .function: true
    }
  }

  private func unordered(_ found: ValueType, beside family: ValueType.Family?) -> FormatError {
    let wanted =
      switch family {
      case .number?: "numbers, as the values before"
      case .string?: "strings, as the values before"
      case .date?: "dates, as the values before"
      default: wants(.number) ? "numbers, strings or dates" : "strings"
      }
    let message = Message.wrongOperand(of: "the sort key '\(key.keyPath)'", wanted: wanted, found: found.description)
    return FormatError([Diagnostic(message, at: .none)], source: "")
  }
}

/// The values of one sort key, in the order of the objects; all of one kind, or nil.
struct SortColumn {
  private let values: [FormatValue]
  /// A number for each value that rises with it, though not always where it does. It decides nearly all comparisons.
  private let ranks: [UInt64]
  private let key: SortKey

  init(_ values: [FormatValue], _ key: SortKey) {
    self.values = values
    self.key = key
    switch key.comparison {
    case .default, .caseInsensitive: ranks = values.map(\.sortRank)
    case .localizedStandard, .function: ranks = values.map { $0.isNull ? 0 : 1 }
    }
  }

  /// Below, at or above 0 as element `left` comes before, beside or after element `right`.
  @inline(__always)
  private func compare(_ left: Int, _ right: Int) -> Int {
    let (l, r) = (ranks[left], ranks[right])
    let order = l == r ? compare(values[left], values[right]) : l < r ? -1 : 1
    return key.isAscending ? order : -order
  }

  /// nil is less than all else.
  private func compare(_ left: FormatValue, _ right: FormatValue) -> Int {
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    default: break
    }
    switch key.comparison {
    case .default, .caseInsensitive: return ValueOrder.total(left, right)
    case .localizedStandard:
      guard case .string(let left) = left, case .string(let right) = right else { return 0 }
      return LocalizedText.standardOrder(left, right)
    case .function(let function):
      if function.areInIncreasingOrder(left, right) { return -1 }
      return function.areInIncreasingOrder(right, left) ? 1 : 0
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

extension ValueOrder {
  /// The order of two values, of those too that the language gives none: UUIDs and bytes by their bytes. Others are equal.
  static func total(_ left: FormatValue, _ right: FormatValue) -> Int {
    switch (left, right) {
    case (.uuid(let l), .uuid(let r)): (l.high, l.low) < (r.high, r.low) ? -1 : l == r ? 0 : 1
    case (.data(let l), .data(let r)): l.lexicographicallyPrecedes(r) ? -1 : l == r ? 0 : 1
    default: order(left, right) ?? 0
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
