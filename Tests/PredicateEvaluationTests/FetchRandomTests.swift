import Foundation
import PredicateFormat
import PredicateSemantics
import ProofSupport
import TestSupport
import Testing

private final class Owner: Sendable {
  let letter: String
  let rank: Int16

  init(_ letter: String, _ rank: Int16) {
    self.letter = letter
    self.rank = rank
  }
}

/// Fields of every type that has its own ranks, and some without ranks.
private struct Item {
  var small: Int
  var wide: Int64
  var tiny: Int8?
  var unsigned: UInt64
  var maybe: Int64?
  var real: Double
  var maybeReal: Double?
  var float: Float
  var flag: Bool
  var maybeFlag: Bool?
  var day: Date?
  var text: String
  var name: String?
  var decimal: Decimal
  var owner: Owner?

  /// The item as an untyped row.
  var row: [String: FormatValue] {
    [
      "small": .integer(Int64(small)), "wide": .integer(wide), "tiny": tiny.map { .integer(Int64($0)) } ?? .null,
      "unsigned": Int64(exactly: unsigned).map { .integer($0) } ?? .unsigned(unsigned),
      "maybe": maybe.map { .integer($0) } ?? .null, "real": .double(real),
      "maybeReal": maybeReal.map { .double($0) } ?? .null, "float": .double(Double(float)), "flag": .bool(flag),
      "maybeFlag": maybeFlag.map { .bool($0) } ?? .null,
      "day": day.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null, "text": .string(text),
      "name": name.map { .string($0) } ?? .null, "decimal": FormatValue(decimal),
      "owner": owner.map {
        .record(["letter": .string($0.letter), "rank": .integer(Int64($0.rank))])
      } ?? .null,
    ]
  }
}

/// The same fields in an object.
private final class ItemObject {
  let item: Item
  let small: Int
  let wide: Int64
  let text: String
  let name: String?
  let real: Double
  let maybeReal: Double?
  let owner: Owner?

  init(_ item: Item) {
    self.item = item
    small = item.small
    wide = item.wide
    text = item.text
    name = item.name
    real = item.real
    maybeReal = item.maybeReal
    owner = item.owner
  }
}

private struct ItemMaker {
  var random: SeededRandom

  private static let owners = [Owner("a", 1), Owner("b", -2), Owner("ab", 1), Owner("", .max)]
  /// Texts around the boundaries of the parts of seven bytes, with bytes of special sort order and non-ASCII letters.
  private static let texts = [
    "", "a", "A", "a\0", "\0", "abcdef", "abcdefg", "abcdefgh", "ABCDEFGH", "abcdefg\0", "abcdefghijklm",
    "abcdefghijklmn", "abcdefghijklmno", "abcdefghijklmnO", "abcdefghijklmnopqrstu", "abcdefghijklmnopqrstuvw",
    "é", "e\u{301}", "É", "abcdefgé", "abcdefge\u{301}", "\u{FF5E}", "\u{1F600}", "straße", "STRASSE",
  ]

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }

  mutating func item() -> Item {
    Item(
      small: pick([-3, 0, 1, 2, 5]), wide: pick([.min, .min + 1, -1, 0, 1, .max - 1, .max]),
      tiny: pick([nil, -128, 0, 127]), unsigned: pick([0, 1, 1 << 63, .max - 1, .max]),
      maybe: pick([nil, .min, 0, .max - 1, .max]), real: pick([-.infinity, -1.5, -0.0, 0, 0.1, 2, .infinity, .nan]),
      maybeReal: pick([nil, -1e300, -0.0, 0, 0.1, 0.2, 0.3, .nan]), float: pick([-0.5, 0.1, 0.1, .nan]),
      flag: pick([false, true]), maybeFlag: pick([nil, false, true]),
      day: pick([nil, Date(timeIntervalSinceReferenceDate: -1.5), Date(timeIntervalSinceReferenceDate: 1e9)]),
      text: pick(Self.texts), name: pick([nil, nil] + Self.texts.map { $0 }), decimal: pick([1, 2, -3]),
      owner: pick([nil] + Self.owners.map { $0 }))
  }

  mutating func items(upTo most: Int = 700) -> [Item] {
    let count = min(most, pick([0, 1, 2, 10, 63, 64, 65, 127, 128, 129, 300, 700]))
    return (0..<count).map { _ in item() }
  }

  /// Returns a request's predicate and its definition.
  mutating func predicate() throws -> (FormatPredicate?, ([String: FormatValue]) -> Bool) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: (try FormatPredicate("small > 0"), { if case .integer(let n)? = $0["small"] { n > 0 } else { false } })
    case 1:
      (
        try FormatPredicate("text CONTAINS 'b'"),
        { if case .string(let t)? = $0["text"] { t.contains("b") } else { false } }
      )
    case 2: (try FormatPredicate("small == 99"), { _ in false })
    default: (nil, { _ in true })
    }
  }

  mutating func page(_ request: inout PredicateFetchRequest) {
    request.limit = pick([nil, nil, 0, 1, 3, 20, 63, 64, 65, 300, .max])
    request.offset = pick([0, 0, 0, 1, 10, 64, 1000, .max])
  }

  mutating func sortKeys(_ keys: [String], upTo count: Int) -> [SortKey] {
    (0..<Int.random(in: 0...count, using: &random)).map { _ in
      let key = pick(keys)
      let isText = ["text", "name", "owner.letter"].contains(key)
      return SortKey(
        key, ascending: Bool.random(using: &random), comparison: isText ? pick([.default, .caseInsensitive]) : .default)
    }
  }
}

/// Keys of an item; those of `ItemObject` first.
private let objectKeys = ["small", "wide", "real", "maybeReal", "text", "name", "owner.letter", "owner.rank"]
private let itemKeys =
  objectKeys + ["tiny", "unsigned", "maybe", "float", "flag", "maybeFlag", "day", "decimal"]

/// The fast paths against the definition: for structs, objects, and untyped rows, which have no fast paths.
@Suite("Random fetch requests")
struct FetchRandomTests {
  private static let rounds = isFullRun ? 2000 : 100

  private func seeded(_ test: String = #function) -> (UInt64, ItemMaker) {
    let seed = testSeed("FetchRandomTests.\(test)")
    return (seed, ItemMaker(random: SeededRandom(state: seed)))
  }

  @Test("sorting, the first elements, and pages")
  func sorted() throws {
    var (seed, maker) = seeded()
    for round in 0..<Self.rounds {
      let items = maker.items()
      let (predicate, test) = try maker.predicate()
      let keys = round.isMultiple(of: 2) ? objectKeys : itemKeys
      var request = PredicateFetchRequest(predicate, sortKeys: maker.sortKeys(keys, upTo: 3))
      maker.page(&request)
      let rows = items.map(\.row)
      let expected = try PlainFetch.places(request, of: rows, where: test)
      let note: Comment = "TEST_SEED=\(seed), round \(round): \(request), \(items.count) items"
      #expect(try items.fetchIdentifiers(request) == expected, note)
      #expect(try rows.fetchIdentifiers(request) == expected, note)
      #expect(try items.fetchCount(request) == expected.count, note)
      if keys == objectKeys {
        let objects = items.map { ItemObject($0) }
        #expect(try objects.fetchIdentifiers(request) == expected, note)
        #expect(try objects.map { Optional($0) }.fetchIdentifiers(request) == expected, note)
      }
    }
  }

  @Test("groups with aggregates")
  func grouped() throws {
    var (seed, maker) = seeded()
    let aggregates: [FetchProperty] = [
      .count("name", as: "n"), .sum("small"), .average("small"), .minimum("wide"), .maximum("maybe"),
      .maximum("unsigned"), .sum("maybeReal"), .average("maybeReal"), .minimum("real"), .maximum("float"),
      .minimum("text"), .average("owner.rank"), .sum("decimal"),
    ]
    for round in 0..<Self.rounds {
      let items = maker.items(upTo: 130)
      let (predicate, test) = try maker.predicate()
      let keys = Set((0..<Int.random(in: 0...2, using: &maker.random)).map { _ in maker.pick(itemKeys) }).sorted()
      let chosen =
        [aggregates[0]] + aggregates.dropFirst().filter { _ in Int.random(in: 0..<3, using: &maker.random) == 0 }
      let hasHaving = Bool.random(using: &maker.random)
      var request = PredicateFetchRequest(
        predicate, sortKeys: maker.sortKeys(keys + ["n"], upTo: 2),
        properties: keys.map { .key($0) } + chosen, groupKeys: keys,
        having: hasHaving ? try FormatPredicate("n > 1") : nil)
      maker.page(&request)
      let rows = items.map(\.row)
      let expected = try PlainFetch.rows(request, of: rows, where: test)
      let note: Comment = "TEST_SEED=\(seed), round \(round): \(request), \(items.count) items"
      // The sum of no rows is the integer 0. Only the struct declares it as a decimal.
      let ofItems = expected.map { row in
        var row = row
        if row["sum(decimal)"] == .integer(0) { row["sum(decimal)"] = .decimal(FormatDecimal(0)) }
        return row
      }
      #expect(try items.queryAttributes(request, options: EvaluationOptions(onError: .yieldNil)) == ofItems, note)
      #expect(try rows.queryAttributes(request, options: EvaluationOptions(onError: .yieldNil)) == expected, note)
      #expect(try items.fetchCount(request, options: EvaluationOptions(onError: .yieldNil)) == expected.count, note)
    }
  }

  @Test("distinct rows")
  func distinct() throws {
    var (seed, maker) = seeded()
    for round in 0..<Self.rounds {
      let items = maker.items(upTo: 130)
      let (predicate, test) = try maker.predicate()
      let keys = Set((0...Int.random(in: 0...2, using: &maker.random)).map { _ in maker.pick(itemKeys) }).sorted()
      var request = PredicateFetchRequest(
        predicate, sortKeys: maker.sortKeys(keys, upTo: 2), isDistinct: true, properties: keys.map { .key($0) })
      maker.page(&request)
      let rows = items.map(\.row)
      let expected = try PlainFetch.rows(request, of: rows, where: test)
      let note: Comment = "TEST_SEED=\(seed), round \(round): \(request), \(items.count) items"
      #expect(try items.queryAttributes(request) == expected, note)
      #expect(try rows.queryAttributes(request) == expected, note)
      #expect(try items.fetchCount(request) == expected.count, note)
    }
  }
}
