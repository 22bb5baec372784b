import PredicateFormat
import TestSupport
import Testing

private final class FetchedAnimal: Sendable {
  let name: String?
  let legs: Int
  let weight: Double
  let tags: [String]

  init(_ name: String?, _ legs: Int, _ weight: Double = 1, tags: [String] = []) {
    self.name = name
    self.legs = legs
    self.weight = weight
    self.tags = tags
  }
}

private let animals = [
  FetchedAnimal("wren", 2, 0.01), FetchedAnimal("ant", 6, .nan), FetchedAnimal(nil, 4, 7),
  FetchedAnimal("bee", 6, 0.001), FetchedAnimal("Owl", 2, 2),
]

/// Returns untyped rows with one key.
private func rows(_ values: FormatValue...) -> [[String: FormatValue]] { values.map { ["k": $0] } }

private func names(_ request: PredicateFetchRequest) throws -> [String] {
  try animals.fetchAll(request).map { $0.name ?? "-" }
}

@Suite struct FetchTests {
  @Test("a request without parts gives all elements in their order")
  func all() throws {
    #expect(try names(PredicateFetchRequest()) == ["wren", "ant", "-", "bee", "Owl"])
    #expect(try animals.fetchCount(PredicateFetchRequest()) == 5)
    #expect(try [FetchedAnimal]().fetchAll(PredicateFetchRequest(sortKeys: [.ascending("name")])).isEmpty)
  }

  @Test("filtered, then sorted")
  func filtered() throws {
    let request = PredicateFetchRequest(try FormatPredicate("legs < 6"), sortKeys: [.ascending("weight")])
    #expect(try names(request) == ["wren", "Owl", "-"])
    #expect(try animals.fetchCount(request) == 3)
  }

  @Test("variables and aggregates of the whole collection in the predicate")
  func variables() throws {
    let least = PredicateFetchRequest(try FormatPredicate("legs >= $N"), sortKeys: [.descending("name")])
    #expect(
      try animals.fetchAll(least, options: EvaluationOptions(variables: ["N": 4])).map(\.name) == ["bee", "ant", nil])
    let most = PredicateFetchRequest(try FormatPredicate("legs == max:(legs)"), sortKeys: [.descending("name")])
    #expect(try names(most) == ["bee", "ant"])
  }

  @Test("strings are sorted by scalars, nil first; NaN reads as nil")
  func order() throws {
    #expect(try names(.init(sortKeys: [.ascending("name")])) == ["-", "Owl", "ant", "bee", "wren"])
    #expect(try names(.init(sortKeys: [.descending("name")])) == ["wren", "bee", "ant", "Owl", "-"])
    #expect(try names(.init(sortKeys: [.ascending("weight")])) == ["ant", "bee", "wren", "Owl", "-"])
    let short = ["abcdefgh", "a\0", "", "abcdefg", "a", "abcdefghi", "\0"]
    #expect(try short.fetchAll(PredicateFetchRequest(sortKeys: [.descending("self")])) == short.sorted(by: >))
    // U+FF5E is before U+1F600 by scalars, after it by UTF-16 units. Composed and decomposed é differ.
    let texts = ["\u{1F600}", "\u{FF5E}", "\u{E9}", "e\u{301}"]
    let sorted = try texts.fetchAll(PredicateFetchRequest(sortKeys: [.ascending("self")]))
    #expect(sorted.map { Array($0.utf8) } == texts.reversed().map { Array($0.utf8) })
  }

  @Test("later keys order equal elements, and elements that are equal by all keys keep their order, in both directions")
  func ties() throws {
    #expect(try names(.init(sortKeys: [.ascending("legs")])) == ["wren", "Owl", "-", "ant", "bee"])
    #expect(try names(.init(sortKeys: [.descending("legs")])) == ["ant", "bee", "-", "wren", "Owl"])
    let both = [SortKey.descending("legs"), .descending("name")]
    #expect(try names(.init(sortKeys: both)) == ["bee", "ant", "-", "wren", "Owl"])
    #expect(try names(.init(sortKeys: both.map(\.reversed))) == ["Owl", "wren", "-", "ant", "bee"])
  }

  @Test("numbers are sorted by value, whatever their type")
  func numbers() throws {
    let expected: [FormatValue] = [
      .null, .double(-.infinity), .integer(.min), .double(-0.5), .bool(true), .double(2.5), .integer(3),
      .double(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .unsigned(.max), .double(1e300),
    ]
    let values: [[String: FormatValue]] = expected.reversed().map { ["k": $0] }
    let sorted = try values.fetchAll(PredicateFetchRequest(sortKeys: [.ascending("k")]))
    #expect(sorted.map { $0["k"] } == expected)
  }

  @Test("values without an order")
  func errors() throws {
    let mixed = rows(.integer(2), .string("a"), .integer(1))
    let request = PredicateFetchRequest(sortKeys: [.ascending("k")])
    #expect(codes { _ = try mixed.fetchAll(request) } == [.typeMismatch])
    #expect(
      try mixed.fetchAll(request, options: EvaluationOptions(onError: .yieldNil)).map { $0["k"] } == [
        .string("a"), .integer(1), .integer(2),
      ])
    #expect(codes { _ = try rows(.list([])).fetchAll(request) } == [.typeMismatch])
    // Found from the type alone, even if there is nothing to sort.
    let none: [FetchedAnimal] = []
    #expect(codes { _ = try none.fetchAll(.init(sortKeys: [.ascending("tags")])) } == [.typeMismatch])
    #expect(codes { _ = try none.fetchAll(.init(sortKeys: [.ascending("nmae")])) } == [.unknownKey])
    #expect(codes { _ = try none.fetchAll(.init(sortKeys: [.ascending("")])) } == [.unknownKey])
    #expect(codes { _ = try none.fetchCount(.init(FormatPredicate("nmae == 1"))) } == [.unknownKey])
  }

  @Test("ten thousand elements, compared with the standard library's order")
  func many() throws {
    var state: UInt64 = 1
    let values = (0..<10_000).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return FetchedAnimal("\(state >> 40)", Int(state >> 60), Double(index))
    }
    let sorted = try values.fetchAll(.init(sortKeys: [.descending("legs"), .ascending("name")]))
    let expected = values.enumerated().sorted { left, right in
      if left.element.legs != right.element.legs { return left.element.legs > right.element.legs }
      let (l, r) = (left.element.name ?? "", right.element.name ?? "")
      return l == r ? left.offset < right.offset : l < r
    }
    #expect(sorted.map(\.weight) == expected.map(\.element.weight))
  }
}

@Suite struct FetchRowsTests {
  private func value(
    _ format: String, _ predicate: String = "TRUEPREDICATE", onError: EvaluationOptions.ErrorHandling = .throw
  ) throws
    -> FormatValue?
  {
    let request = PredicateFetchRequest(
      try FormatPredicate(predicate), properties: [FetchProperty("value", try FormatExpression(format))])
    let rows = try animals.queryAttributes(request, options: EvaluationOptions(onError: onError))
    #expect(rows.count == 1)
    return rows.first?["value"]
  }

  @Test("aggregates of the elements that the predicate selects")
  func aggregates() throws {
    #expect(try value("average:(legs)") == .double(4))
    #expect(try value("sum:(legs)", "name != nil") == .integer(16))
    #expect(try value("max:(weight)") == .double(7))
    #expect(try value("count:(name)") == .integer(4))
    #expect(try value("max:(legs) - min:(legs)", "legs > 2") == .integer(2))
  }

  @Test("aggregates of no elements")
  func nothing() throws {
    #expect(try value("count:(legs)", "legs > 9") == .integer(0))
    #expect(try value("sum:(legs)", "legs > 9") == .integer(0))
    #expect(try value("average:(legs)", "legs > 9", onError: .yieldNil) == .null)
    #expect(codes { _ = try value("average:(legs)", "legs > 9") } == [.emptyCollection])
    let none: [[String: FormatValue]] = []
    let request = PredicateFetchRequest(properties: [FetchProperty("n", .function("count:", .keyPath("k")))])
    #expect(try none.queryAttributes(request) == [["n": .integer(0)]])
  }

  @Test("untyped rows: a key with collections is not a number of the row")
  func untyped() throws {
    let request = PredicateFetchRequest(properties: [FetchProperty("most", .function("max:", .keyPath("k")))])
    #expect(try rows(.integer(1), .null, .double(2.5)).queryAttributes(request) == [["most": .double(2.5)]])
    #expect(codes { _ = try rows(.list([.integer(1)])).queryAttributes(request) } == [.typeMismatch])
  }

  @Test("invalid properties of rows")
  func errors() throws {
    #expect(codes { _ = try animals.queryAttributes(PredicateFetchRequest()) } == [.invalidRequest])
    #expect(codes { _ = try value("max:(legs) + legs") } == [.invalidRequest])
    #expect(codes { _ = try value("max:(legz)") } == [.unknownKey])
  }

  @Test("each property iterates its own collection")
  func ownCollections() throws {
    struct Room {
      let chairs: [FetchedAnimal]
      let guests: [FetchedAnimal]
    }
    let room = Room(chairs: Array(animals.prefix(2)), guests: Array(animals.suffix(3)))
    let request = PredicateFetchRequest(
      sortKeys: [.ascending("guests.@count")],
      properties: [
        FetchProperty("chairs", try FormatExpression("chairs.@max.legs")), "guests.@count",
        FetchProperty("legs", try FormatExpression("max:(guests.legs)")),
      ])
    let other = Room(chairs: room.guests, guests: Array(animals.prefix(1)))
    let rows = try [room, other].queryAttributes(request)
    #expect(rows.map { $0["chairs"] } == [.integer(6), .integer(6)])
    #expect(rows.map { $0["guests.@count"] } == [.integer(1), .integer(3)])
    #expect(rows.map { $0["legs"] } == [.integer(2), .integer(6)])
  }
}
