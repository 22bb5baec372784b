import PredicateFormat
import Testing

// The engine must answer for blocks of 64 objects as it does for each object alone.

private final class Owner {
  var name: String
  init(_ name: String) { self.name = name }
}

private final class Item {
  var number: Int64
  var small: Int8
  var optional: UInt16?
  var note: String?
  var owner: Owner
  var values: [Int64]?

  init(_ number: Int64, small: Int8 = 0, optional: UInt16? = nil, owner: Owner = Owner("a"), values: [Int64]? = nil) {
    self.number = number
    self.small = small
    self.optional = optional
    note = optional.map { "n\($0)" }
    self.owner = owner
    self.values = values
  }
}

/// Expects the same answer for each object alone and for all of them at once.
private func expectSame(_ items: [Item], _ format: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let predicate = try FormatPredicate(format)
  let alone = try items.indices.filter { try predicate.evaluate(with: items[$0]) }
  #expect(try items.indices(matching: predicate) == alone, "\(format)", sourceLocation: sourceLocation)
}

@Suite("Blocks of objects")
struct BlockTests {
  /// 200 objects: three full blocks and a part of one.
  private let items: [Item] = (0..<200).map { (index: Int) -> Item in
    let optional: UInt16? = index % 3 == 0 ? nil : UInt16(index)
    let owner = Owner(index % 5 == 0 ? "b" : "a")
    return Item(Int64(index - 100), small: Int8(truncatingIfNeeded: index), optional: optional, owner: owner)
  }

  @Test(
    "ranges of integers",
    arguments: [
      "number == -100", "number < -100", "number >= 99", "number > 99", "number BETWEEN {-5, 5}", "number > 1e30",
      "number != 3", "small == -128", "small <= 127", "small > 127", "small < -5", "optional == 7", "optional < 0",
      "optional >= 0", "optional == nil", "number == 0.5", "number > 0.5",
    ])
  func ranges(_ format: String) throws { try expectSame(items, format) }

  @Test("NaN is nil, also when two keys are compared")
  func notNumbers() throws {
    struct Row { let a: Double, b: Double }
    let rows = [Row(a: .nan, b: .nan), Row(a: 1, b: .nan), Row(a: .nan, b: 1), Row(a: 1, b: 1)]
    for (format, expected) in [
      ("a == b", [0, 3]), ("a != b", [1, 2]), ("a < b", []), ("a > b", []), ("a <= b", [0, 3]), ("a >= b", [0, 3]),
    ] {
      #expect(try rows.indices(matching: FormatPredicate(format)) == expected, "\(format)")
    }
  }

  @Test("numbers on both sides", arguments: ["==", "!=", "<", "<=", ">", ">="])
  func comparisons(_ sign: String) throws {
    try expectSame(items, "number \(sign) small")
    try expectSame(items, "number \(sign) optional")
    try expectSame(items, "number - 7 \(sign) small")
  }

  @Test("patterns", arguments: ["owner.name MATCHES 'b|c'", "note MATCHES 'n.*[37]'", "NOT note MATCHES 'n1.'"])
  func patterns(_ format: String) throws { try expectSame(items, format) }

  @Test("objects that share another object, and one that does not", arguments: [0, 1, 31, 63, 64, 127, 199])
  func shared(_ odd: Int) throws {
    let (common, other) = (Owner("s"), Owner("t"))
    let items = (0..<200).map { Item(Int64($0), owner: $0 == odd ? other : common) }
    #expect(try items.indices(matching: FormatPredicate("owner.name == 't'")) == [odd])
    #expect(try items.indices(matching: FormatPredicate("owner.name == 's'")) == (0..<200).filter { $0 != odd })
    #expect(try items.indices(matching: FormatPredicate("owner.name == 's' AND number < 2")).count == (odd < 2 ? 1 : 2))
  }

  @Test("sums of blocks overflow if those of single values do")
  func sums() throws {
    func sum(_ values: [Int64]) throws -> FormatValue? {
      let predicate = try FormatPredicate("values.@sum.#self >= -9223372036854775808")
      let item = Item(0, values: values)
      do { return try predicate.evaluate(with: item) ? .bool(true) : .bool(false) } catch { return nil }
    }
    let zeros = [Int64](repeating: 0, count: 63)
    let ones = [Int64](repeating: 1, count: 64)
    #expect(try sum(ones) == .bool(true))
    #expect(try sum([.max - 65] + zeros + ones) == .bool(true))
    #expect(try sum([.max - 64] + zeros + ones) == .bool(true))
    #expect(try sum([.max - 63] + zeros + ones) == nil)
    // Only the whole sum can overflow, whatever the intermediate sums are.
    let waver: [Int64] = [1, -1] + zeros.dropFirst()
    #expect(try sum([.max] + zeros + waver) == .bool(true))
    let wide = [Int64](repeating: 1 << 40, count: 130)
    #expect(try isSum(130 << 40, of: wide))
    var mixed: [Int64] = (0..<200).map { Int64($0 - 150) }
    mixed += [Int64(Int32.min), Int64(Int32.max)]
    #expect(try isSum(mixed.reduce(0, +), of: mixed))
  }

  private func isSum(_ sum: Int64, of values: [Int64]) throws -> Bool {
    try FormatPredicate("values.@sum.#self == \(sum)").evaluate(with: Item(0, values: values))
  }

  @Test("counts of collections, also if they are nil")
  func counts() throws {
    let items = (0..<130).map { (count: Int) -> Item in
      Item(0, values: count % 4 == 0 ? nil : [Int64](repeating: 1, count: count))
    }
    let expected = items.indices.filter { (items[$0].values?.count ?? 0) < 100 }
    #expect(try items.indices(matching: FormatPredicate("values.@count < 100")) == expected)
    try expectSame(items, "values.@count == 0")
  }

  @Test("IN with many strings")
  func membership() throws {
    let names = (0..<3000).map { "name\($0)" }
    let items = stride(from: 0, to: 6000, by: 7).map { Item(0, owner: Owner("name\($0)")) }
    for count in [1, 50, 1024, 1025, 3000] {
      let list = names.prefix(count).map { "'\($0)'" }.joined(separator: ",")
      let expected = items.indices.filter { $0 * 7 < count }
      #expect(try items.indices(matching: FormatPredicate("owner.name IN {\(list)}")) == expected)
    }
  }
}
