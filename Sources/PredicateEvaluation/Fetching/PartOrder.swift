import PredicateModel
import PredicateSyntax

/// The sort keys of objects that are not all there at once, and the order that they make. Keys take what their values need,
/// and nothing where they are nil.
struct PartOrder {
  private let program: FetchProgram
  private let onFault: FaultHandling
  private let budget: Budget
  private var columns: [KeptValues]
  private var families: [ValueType.Family?]
  private(set) var count = 0

  init(_ program: FetchProgram, _ onFault: FaultHandling, _ budget: Budget) {
    self.program = program
    self.onFault = onFault
    self.budget = budget
    columns = program.order.map { _ in KeptValues() }
    families = program.order.map { _ in nil }
  }

  /// Takes the keys of the objects at positions, of `count` from `base`.
  ///
  /// - Throws: `FormatError` with the fault of the first that has one, or with a limit that is reached.
  mutating func take(_ positions: [Int], _ base: UnsafeRawPointer, _ count: Int) throws(FormatError) {
    let run = try program.run(base, count, onFault, budget)
    defer { run.giveBack() }
    for position in positions {
      for (index, key) in program.order.enumerated() {
        let value = try program.value(key.node, run, position)
        try program.spend(run, rows: 1, value)
        columns[index].append(try key.comparable(value, &families[index], onFault))
      }
    }
    self.count += positions.count
  }

  /// All that were taken, in order; equal ones as they were taken.
  ///
  /// - Throws: `FormatError` with a limit that is reached.
  func places() throws(FormatError) -> [UInt32] {
    guard let end = UInt32(exactly: count) else {
      throw FormatError([Diagnostic(.tooManyRows(rows: count, limit: Int(UInt32.max)), at: .none)], source: "")
    }
    var places = Array(0..<end)
    try withUnsafePointer(to: UInt8(0)) { (nowhere) throws(FormatError) in
      let run = try program.run(UnsafeRawPointer(nowhere), 0, onFault, budget)
      let keys = program.order.map { (column: ValueColumn([], $0.key, run), isAscending: $0.key.isAscending) }
      places.sort { left, right in
        for (values, key) in zip(columns, keys) {
          let order = Self.order(values[Int(left)], values[Int(right)], by: key.column)
          if order != 0 { return (order < 0) == key.isAscending }
        }
        return left < right
      }
      try program.look(run)
      run.giveBack()
    }
    return places
  }

  /// Below, at or above 0; nil stands below all.
  private static func order(_ left: FormatValue, _ right: FormatValue, by column: ValueColumn) -> Int {
    if left.isNull || right.isNull { return (left.isNull ? 0 : 1) - (right.isNull ? 0 : 1) }
    return column.compare(left, right)
  }
}

/// Values in the order in which they were given, in blocks that know their kind.
private struct KeptValues {
  private static let size = 4_096
  private var blocks: [Block] = []
  /// The values of the block that is not full yet.
  private var last: [FormatValue] = []

  private enum Block {
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
      // A copy, which has room for no more than there are.
      self = values.allSatisfy(\.isNull) ? .nulls : .values(values.map { $0 })
    }
  }

  mutating func append(_ value: FormatValue) {
    last.append(value)
    if last.count < Self.size { return }
    blocks.append(Block(last))
    last.removeAll(keepingCapacity: true)
  }

  subscript(_ index: Int) -> FormatValue {
    let (block, place) = index.quotientAndRemainder(dividingBy: Self.size)
    guard block < blocks.count else { return last[place] }
    return switch blocks[block] {
    case .nulls: .null
    case .integers(let values): .integer(values[place])
    case .doubles(let values): .double(values[place])
    case .strings(let values): .string(values[place])
    case .values(let values): values[place]
    }
  }
}
