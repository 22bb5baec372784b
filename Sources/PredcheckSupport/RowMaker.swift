import PredicateSQL
import PredicateSemantics
import PredicateSyntax

/// Makes rows, or the values of a key, that may distinguish predicates: records of the keys that the predicates read, with values
/// near the constants that they compare the keys with.
package struct RowMaker {
  /// What a predicate uses a value as.
  package enum Role { case value, collection, container, count }

  /// The maximum number of keys of a key path. Rows, their evaluation and their prints have a level for each key, or two.
  package static let mostKeys = 100
  /// The maximum number of records and lists within a row.
  private static let mostWithin = 30
  /// The maximum number of elements that are combined with each other in lists of two.
  private static let mostPaired = 8

  /// The constants that the value, its elements, or a value that is computed from them, is compared with.
  private var constants: [FormatValue] = []
  /// The constants that `@count` is compared with.
  private var counts: [FormatValue] = []
  private var isCollection = false
  /// Whether IN or CONTAINS searches the value, which may be a string or a list.
  private var isContainer = false
  /// The keys of the value, or of its elements.
  private var keys: [String: RowMaker] = [:]
  private var type = ValueType.any
  private var isNullable = true

  package init() {}

  /// Adds a use of a key path, which has at most `mostKeys` keys.
  package mutating func add(_ path: ArraySlice<String>, _ constants: [FormatValue], _ role: Role) {
    if let key = path.first { return keys[key, default: RowMaker()].add(path.dropFirst(), constants, role) }
    switch role {
    case .value: self.constants += constants
    case .collection: isCollection = true
    case .container: isContainer = true
    case .count: counts += constants
    }
  }

  /// Sets the types that a model declares.
  package mutating func setType(_ type: ValueType, isNullable: Bool, _ source: ModelKeySource) {
    (self.type, self.isNullable) = (type, isNullable)
    isContainer = false
    var object = type
    isCollection = if case .set = type { true } else { false }
    if case .set(let element) = type { object = element }
    guard case .object(let object) = object else { return }
    for name in keys.keys {
      guard case .found(let type, let isNullable, _) = source.key(name, of: object) else { continue }
      keys[name]?.setType(type, isNullable: isNullable, source)
    }
  }

  // MARK: Making values

  /// Calls a closure with rows until it returns true: with all combinations of the values. If there are more than `most`, it
  /// takes `most` random records, or the first `most` values of other kinds.
  ///
  /// - Returns: The number of rows, and whether they are all combinations.
  package func forEachRow(
    most: Int, _ random: inout SplitMix, _ body: (FormatValue) throws(FormatError) -> Bool
  ) throws(FormatError) -> (count: Int, areAll: Bool) {
    if !keys.isEmpty, constants.isEmpty, !isCollection { return try forEachRecord(most: most, &random, body) }
    let values = values(&random).compactMap(\.self)
    for (index, value) in values.prefix(most).enumerated() {
      if try body(value) { return (index + 1, false) }
    }
    return (min(values.count, most), values.count <= most)
  }

  private func forEachRecord(
    most: Int, _ random: inout SplitMix, _ body: (FormatValue) throws(FormatError) -> Bool
  ) throws(FormatError) -> (count: Int, areAll: Bool) {
    var domains: [(key: String, values: [FormatValue?])] = []
    for (key, maker) in keys.sorted(by: { $0.key < $1.key }) { domains.append((key, maker.values(&random))) }
    // The number of combinations, or nil if it is greater than `most`.
    let all = domains.reduce(1 as Int?) { count, domain in
      guard let (product, overflow) = count?.multipliedReportingOverflow(by: domain.values.count) else { return nil }
      return overflow || product > most ? nil : product
    }
    let (count, areAll) = (all ?? most, all != nil)
    for index in 0..<count {
      var rest = index
      var record: [String: FormatValue] = [:]
      for (key, values) in domains {
        record[key] = values[areAll ? rest % values.count : random.index(nearStartOf: values.count)]
        rest /= values.count
      }
      if try body(.record(record)) { return (index + 1, false) }
    }
    return (count, areAll)
  }

  /// Returns values, those of comparisons first. A nil value means that the key is absent.
  private func values(_ random: inout SplitMix) -> [FormatValue?] {
    var elements: [FormatValue] = []
    if keys.isEmpty || !constants.isEmpty, !type.hasKeys { elements = scalars }
    if !keys.isEmpty || type.hasKeys {
      // The closure throws nothing.
      _ = try? forEachRecord(most: Self.mostWithin, &random) { record in
        elements.append(record)
        return false
      }
    }
    let isList = isCollection || isContainer || !counts.isEmpty
    var values = isList && !isContainer ? [] : elements
    if isList { values += lists(of: elements + (type == .any ? [.null] : []), &random) }
    return values + (isNullable ? [.null, nil] : [])
  }

  private func lists(of elements: [FormatValue], _ random: inout SplitMix) -> [FormatValue] {
    var lists = [[]] + elements.prefix(Self.mostWithin).map { [$0] }
    let numbers = counts.compactMap(\.intValue).filter { (0...20).contains($0) }
    for length in numbers.flatMap({ [$0, $0 + 1, $0 - 1] }) + [2, 3] where length > 0 {
      for _ in 0..<5 { lists.append((0..<length).map { _ in elements[random.index(nearStartOf: elements.count)] }) }
    }
    // `ANY k.a > 1 AND ANY k.b > 1` may be true of two elements that each satisfy one condition.
    let paired = elements.prefix(Self.mostPaired)
    for (index, first) in paired.enumerated() { lists += paired.dropFirst(index + 1).map { [first, $0] } }
    return lists.map { .list($0) }.unique
  }

  /// The constants, and values near them. With a model, only those of the declared type.
  private var scalars: [FormatValue] {
    var values = constants.filter { !$0.isNull }
    if type != .any { values += Self.samples } else if values.isEmpty { values += Self.samples.prefix(3) }
    return (values + values.flatMap(\.neighbours)).filter(isOfType).unique
  }

  /// Values of all types of attributes.
  private static let samples: [FormatValue] = [
    0, 1, "a", true, .date(0), .uuid(FormatUUID(high: 0, low: 0)), .data([]),
  ]

  private func isOfType(_ value: FormatValue) -> Bool {
    switch type {
    case .any: true
    case .double, .decimal: value.valueType.family == .number && value.boolValue == nil
    case .null, .bool, .integer, .string, .date, .uuid, .data, .record, .object, .list, .set: value.valueType == type
    }
  }
}

extension RowMaker {
  /// The maximum number of times that keys are left out of a row. It is enough for each of 500 keys, or for 50 that matter among a
  /// million.
  package static let mostReductions = 1000

  /// Returns a record without the keys that make no difference. Leaves out many keys at once, and halves them if they matter, because
  /// each evaluation takes time for all keys.
  package static func reduced(
    _ record: [String: FormatValue], _ differs: ([String: FormatValue]) throws(FormatError) -> Bool
  ) throws(FormatError) -> [String: FormatValue] {
    var record = record
    let keys = record.keys.inByteOrder
    var ranges = [keys.indices]
    for _ in 0..<Self.mostReductions {
      guard let range = ranges.popLast() else { break }
      var rest = record
      for key in keys[range] { rest[key] = nil }
      if try differs(rest) {
        record = rest
      } else if range.count > 1 {
        let middle = range.lowerBound + range.count / 2
        ranges += [middle..<range.upperBound, range.lowerBound..<middle]
      }
    }
    return record
  }
}

extension [FormatValue] {
  /// The values without duplicates, in the order of their first occurrences. 1 and 1.0 are different.
  fileprivate var unique: [FormatValue] {
    var seen: Set<FormatValue> = []
    return filter { seen.insert($0).inserted }
  }
}

extension FormatValue {
  /// Values that comparisons with the value may treat in another way than the value itself.
  fileprivate var neighbours: [FormatValue] {
    switch self {
    // Safety: The least and the greatest integer may wrap: the results are only values to test.
    case .integer(let value): return [.integer(value &- 1), .integer(value &+ 1), .double(Double(value) + 0.5)]
    case .double(let value): return [value - 1, value + 1, value.nextDown, value.nextUp].map { .double($0) }
    case .bool(let value): return [.bool(!value)]
    case .date(let value): return [.date(value - 1), .date(value + 1)]
    case .string(let text):
      let plain = text.filter { !"*?\\^$.[]()+|{}".contains($0) }
      let isLower = text == text.lowercased()
      let texts = [
        plain, isLower ? text.uppercased() : text.lowercased(), text + "x", "x" + text, "x" + text + "x",
        String(text.dropLast()), text.prefix(1) + "\u{301}" + text.dropFirst(),
        text.replacing("*", with: "xy").replacing("?", with: "x"), "", "a", "1",
      ]
      return texts.map { .string($0) }
    case .null, .unsigned, .decimal, .uuid, .data, .list, .set, .record, .object: return []
    }
  }
}

/// A small random number generator (SplitMix64). Equal seeds give equal numbers.
///
/// Safety: The algorithm of random numbers wraps.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a random index of an array. Lower indices are more likely, so that several keys often have the values that comparisons
  /// name.
  mutating func index(nearStartOf count: Int) -> Int {
    Int.random(in: 0...Int.random(in: 0..<count, using: &self), using: &self)
  }
}
