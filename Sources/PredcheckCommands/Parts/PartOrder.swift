import PredicateEvaluation
import PredicateFetching
import PredicateSemantics
import PredicateSyntax

/// Sorts objects that are passed part by part, and are not in memory at the same time. It stores only their sort keys.
///
/// Safety: The address is that of the caller's array, or is not used if there are no objects.
struct PartOrder {
  private let program: FetchProgram
  private let budget: Budget
  private var columns: [KeptValues]
  /// The type family of the values of each key so far.
  private var families: [ValueType.Family?]
  private(set) var count = 0

  init(_ program: FetchProgram, _ budget: Budget) {
    self.program = program
    self.budget = budget
    columns = program.order.map { _ in KeptValues() }
    families = program.order.map { _ in nil }
  }

  /// Adds the keys of the objects at `positions`, among `count` objects that start at `base`.
  ///
  /// - Throws: `FormatError` for the first object whose evaluation fails, or if a limit is exceeded.
  mutating func add(_ positions: [Int], _ base: UnsafeRawPointer, _ count: Int) throws(FormatError) {
    let run = try unsafe program.run(base, count, budget)
    defer { run.returnUnusedSteps() }
    for position in positions {
      for (index, key) in program.order.enumerated() {
        let value = try program.value(key.node, run, position, source: key.source)
        try program.spend(run, rows: 1, value)
        columns[index].append(try key.comparable(value, &families[index]))
      }
    }
    self.count += positions.count
  }

  /// Returns the indices of all objects in sorted order. The sort is stable. An index takes 4 bytes, so there are at most 2^32 - 1
  /// objects.
  ///
  /// - Throws: `FormatError` if a limit is exceeded.
  func sortedIndices() throws(FormatError) -> [UInt32] {
    guard let end = UInt32(exactly: count) else {
      let limit = Int(clamping: UInt32.max)
      throw FormatError(.tooManyRows(rows: count, limit: limit))
    }
    var indices = Array(0..<end)
    try unsafe withUnsafePointer(to: UInt8(0)) { (anyAddress) throws(FormatError) in
      let run = try unsafe program.run(UnsafeRawPointer(anyAddress), 0, budget)
      let keys = program.order.map { (column: ValueColumn([], $0.key, run), isAscending: $0.key.isAscending) }
      indices.sort { left, right in
        for (values, key) in zip(columns, keys) {
          let order = Self.order(values[Int(left)], values[Int(right)], by: key.column)
          if order != 0 { return (order < 0) == key.isAscending }
        }
        return left < right
      }
      try program.checkLimits(of: run)
      run.returnUnusedSteps()
    }
    return indices
  }

  /// Returns a negative number if `left` is ordered before `right`, 0 if they are equal, and a positive number otherwise. nil
  /// precedes all other values.
  private static func order(_ left: FormatValue, _ right: FormatValue, by column: ValueColumn) -> Int {
    if left.isNull || right.isNull { return (left.isNull ? 0 : 1) - (right.isNull ? 0 : 1) }
    return column.compare(left, right)
  }
}

/// An append-only array of values. A full block stores integers, doubles or strings unboxed if all of its values have that type,
/// and no values if all are nil.
private struct KeptValues {
  private static let size = 4_096
  private var blocks: [Storage] = []
  /// The values of the last, incomplete block.
  private var last: [FormatValue] = []

  private enum Storage {
    case nulls
    case integers([Int64])
    case doubles([Double])
    case strings([String])
    case values([FormatValue])

    init(_ values: [FormatValue]) {
      let integers = values.compactMap { if case .integer(let value) = $0 { value } else { nil as Int64? } }
      if integers.count == values.count { self = .integers(integers); return }
      let doubles = values.compactMap { if case .double(let value) = $0 { value } else { nil as Double? } }
      if doubles.count == values.count { self = .doubles(doubles); return }
      let strings = values.compactMap { if case .string(let value) = $0 { value } else { nil as String? } }
      if strings.count == values.count { self = .strings(strings); return }
      // `map` copies the array, so that no unused capacity is stored.
      self = values.allSatisfy(\.isNull) ? .nulls : .values(values.map { $0 })
    }
  }

  mutating func append(_ value: FormatValue) {
    last.append(value)
    if last.count < Self.size { return }
    blocks.append(Storage(last))
    last.removeAll(keepingCapacity: true)
  }

  subscript(_ index: Int) -> FormatValue {
    let (block, offset) = index.quotientAndRemainder(dividingBy: Self.size)
    guard block < blocks.count else { return last[offset] }
    return switch blocks[block] {
    case .nulls: .null
    case .integers(let values): .integer(values[offset])
    case .doubles(let values): .double(values[offset])
    case .strings(let values): .string(values[offset])
    case .values(let values): values[offset]
    }
  }
}
