import PredicateEvaluation
import PredicateSemantics
import PredicateSyntax

/// A sort key compiled for a Swift type.
package struct CompiledSortKey {
  package let key: SortKey
  /// The text that the positions of errors refer to.
  package let source: WrittenText
  package let node: ValueNode
  /// The typed ranks of the values, if there are any. Evaluating the key then cannot fail.
  let ranks: RankNode?
  private let onError: EvaluationOptions.ErrorHandling
  /// Whether the key only orders rows with equal sort keys. Values that have no order are then allowed.
  private let isTie: Bool

  init(_ resolved: ResolvedSortKey, _ compiler: inout Compiler) {
    key = resolved.key
    source = resolved.source
    node = compiler.compileSeparately(resolved.value)
    ranks =
      switch resolved.key.comparison {
      case .default: compiler.ranks(resolved.value)
      case .caseInsensitive: compiler.ranks(resolved.value, foldsCase: true)
      case .localizedStandard, .function: nil
      }
    onError = compiler.shape.onError
    isTie = false
  }

  init(tie value: ResolvedExpression, _ compiler: inout Compiler) {
    key = SortKey("")
    source = ""
    node = compiler.compileSeparately(value)
    ranks = compiler.ranks(value)
    onError = compiler.shape.onError
    isTie = true
  }

  /// Returns a value in the form in which it is compared. `family` is the type family of the values before it.
  ///
  /// A custom function compares values of any type.
  ///
  /// - Throws: `FormatError` if the value cannot be compared with them, unless errors yield nil.
  package func comparable(
    _ value: FormatValue, _ family: inout ValueType.Family?
  ) throws(FormatError) -> FormatValue {
    if case .function = key.comparison { return value }
    if value.isNull || isTie { return value }
    let type = value.valueType
    if family.map({ $0 == type.family }) ?? accepts(type.family) {
      family = type.family
    } else if onError == .throw {
      throw unordered(type, with: family)
    } else {
      return .null
    }
    if key.comparison == .caseInsensitive, case .string(let text) = value {
      return .string(folded(text, .caseInsensitive))
    }
    return value
  }

  private func accepts(_ family: ValueType.Family) -> Bool {
    switch key.comparison {
    case .default: family != .other
    case .caseInsensitive, .localizedStandard: family == .string
    case .function: true
    }
  }

  private func unordered(_ found: ValueType, with family: ValueType.Family?) -> FormatError {
    let expected =
      switch family {
      case .number?: "numbers like the previous values"
      case .string?: "strings like the previous values"
      case .date?: "dates like the previous values"
      case .other?, .unknown?, nil: accepts(.number) ? "numbers, strings or dates" : "strings"
      }
    let message = Message.wrongOperand(
      of: "the sort key '\(key.keyPath)'", expected: expected, found: found.description)
    return FormatError(message)
  }
}

// Safety: Slices of one array's buffer are used only during the call. A lane is below 64.
extension FetchProgram {
  /// Returns the columns for sorting objects, or groups represented by their first objects. `objects` can be `nil` if all keys
  /// have typed ranks. `prepare` is called with the position of each row before its values are read.
  ///
  /// - Throws: `FormatError` for the first row whose evaluation fails. For this reason, values are read row by row.
  func sortColumns(
    _ keys: [CompiledSortKey], _ run: Run, at objects: [Int]?, prepare: (Int) -> Void = { _ in }
  ) throws(FormatError) -> [any SortColumn] {
    let untyped = keys.indices.filter { keys[$0].ranks == nil }
    var values = [[FormatValue]](repeating: [], count: keys.count)
    var families = [ValueType.Family?](repeating: nil, count: keys.count)
    if let objects, !untyped.isEmpty {
      for position in objects.indices {
        prepare(position)
        for index in untyped {
          let value = try value(keys[index].node, run, objects[position], source: keys[index].source)
          try spend(run, rows: 1, value)
          values[index].append(try keys[index].comparable(value, &families[index]))
        }
      }
    }
    return keys.indices.map { index in
      let key = keys[index].key
      guard let ranks = keys[index].ranks else { return ValueColumn(values[index], key, run) }
      return unsafe RankColumn(
        node: ranks, run: run, base: run.whole.base, isAscending: key.isAscending, objects: objects)
    }
  }
}

/// The values of a sort key without typed ranks, in the order of the objects. All values that are not nil have the same type
/// family, unless a function compares them.
package struct ValueColumn: SortColumn {
  private let values: [FormatValue]
  /// The ranks, inverted if the order is descending. The rank of nil is the lowest before the inversion.
  private let ranks: [UInt64]
  private let comparison: SortComparison
  private let flip: UInt64
  /// The run that is charged for comparisons.
  private let run: Run

  package init(_ values: [FormatValue], _ key: SortKey, _ run: Run) {
    self.values = values
    self.run = run
    comparison = key.comparison
    let flip: UInt64 = key.isAscending ? 0 : ~0
    self.flip = flip
    switch comparison {
    case .default, .caseInsensitive: ranks = values.map { $0.sortRank ^ flip }
    case .localizedStandard, .function: ranks = values.map { ($0.isNull ? 0 : 1) ^ flip }
    }
  }

  func isUndecided(_ rank: UInt64) -> Bool { (rank ^ flip) & 1 == 1 }

  func fill(_ first: Int, _ live: UInt64, _ ranks: UnsafeMutablePointer<UInt64>) {
    forEachLane(live) { unsafe ranks[$0] = self.ranks[first + $0] }
  }

  func lanes(_ first: Int, _ live: UInt64, upTo limit: UInt64) -> UInt64 {
    var result: UInt64 = 0
    forEachLane(live) { if ranks[first + $0] <= limit { result |= bit($0) } }
    return result
  }

  func rank(_ run: UnsafeMutableBufferPointer<Ranked>, _ depth: Int) {
    if depth == 0 {
      for index in run.indices { unsafe run[index].rank = ranks[run[index].position] }
      return
    }
    // Compares the values that have equal first ranks. Their new ranks are 0, 2, 4 and so on.
    var run = unsafe run
    unsafe run.sort { compare(values[$0.position], values[$1.position]) < 0 }
    var rank: UInt64 = 0
    var last: Int?
    for index in run.indices {
      let position = unsafe run[index].position
      if let last, compare(values[last], values[position]) != 0 { rank += 2 }
      last = position
      unsafe run[index].rank = rank ^ flip
    }
  }

  /// Returns a negative number if `left` is ordered before `right`, 0 if they are equal, and a positive number otherwise. Neither
  /// value may be nil.
  package func compare(_ left: FormatValue, _ right: FormatValue) -> Int {
    // The order does not matter if the run must stop.
    if !run.spend(1 + left.steps + right.steps) { return 0 }
    switch comparison {
    case .default, .caseInsensitive: return FormatValue.total(left, right)
    case .localizedStandard:
      guard case .string(let left) = left, case .string(let right) = right else { return 0 }
      return left.localizedStandardOrder(right)
    case .function(let function):
      if function.areInIncreasingOrder(left, right) { return -1 }
      return function.areInIncreasingOrder(right, left) ? 1 : 0
    }
  }
}

extension FormatValue {
  /// Compares two values, including UUIDs and bytes, which the language does not order. Values of different types are equal.
  static func total(_ left: FormatValue, _ right: FormatValue) -> Int {
    switch (left, right) {
    case (.uuid(let l), .uuid(let r)): (l.high, l.low) < (r.high, r.low) ? -1 : l == r ? 0 : 1
    case (.data(let l), .data(let r)): l.lexicographicallyPrecedes(r) ? -1 : l == r ? 0 : 1
    default: order(left, right) ?? 0
    }
  }

  /// The rank of a value, from a string's first bytes or the double nearest to a number or date. Within one type family, a
  /// greater value never has a lower rank. If the rank is odd, values with equal ranks can differ. The rank of nil is 0. Kinds
  /// without an order have different ranks, so that rows of several kinds have one order.
  fileprivate var sortRank: UInt64 {
    switch self {
    case .bool(let value): realRank(value ? 1 : 0) | 1
    case .integer(let value): realRank(Double(value)) | 1
    case .unsigned(let value): realRank(Double(value)) | 1
    case .double(let value), .date(let value): realRank(value) | 1
    case .decimal(let value): realRank(value.doubleValue) | 1
    case .string(var text):
      text.withUTF8 { bytes in unsafe bytes.baseAddress.map { unsafe textRank($0, bytes.count, 0) } ?? 2 }
    case .null: 0
    case .uuid: 1
    case .data: 3
    case .list, .set, .record, .object: 5
    }
  }
}
