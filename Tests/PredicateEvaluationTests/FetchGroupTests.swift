import PredicateFormat
import ProofSupport
import TestSupport
import Testing

private final class Kennel: Sendable {
  let town: String
  init(_ town: String) { self.town = town }
}

private struct ShowDog: Sendable {
  let breed: String?
  let age: Int
  let weight: Double
  let kennel: Kennel?
}

private struct Visit {
  let age: Int?
}

private let kennels = [Kennel("Ulm"), Kennel("Bonn")]

private let dogs = [
  ShowDog(breed: "pug", age: 3, weight: 7.5, kennel: kennels[0]), ShowDog(breed: nil, age: 5, weight: 20, kennel: nil),
  ShowDog(breed: "collie", age: 9, weight: .nan, kennel: kennels[1]),
  ShowDog(breed: "pug", age: 4, weight: 8, kennel: kennels[0]),
  ShowDog(breed: nil, age: 1, weight: 2.5, kennel: kennels[1]),
]

/// Returns untyped rows with one key.
private func rows(_ values: FormatValue...) -> [[String: FormatValue]] { values.map { ["k": $0] } }

/// Rows of groups, and distinct rows.
@Suite struct FetchGroupTests {
  private func request(_ keys: String..., sortedBy order: [SortKey] = []) -> PredicateFetchRequest {
    PredicateFetchRequest(sortKeys: order, properties: keys.map { .key($0) }, groupKeys: keys)
  }

  @Test("nil is a group, and groups are sorted by their keys")
  func nilGroup() throws {
    let counted = request("breed").selecting(.sum("age"), .average("weight"))
    #expect(
      try dogs.queryAttributes(counted, options: EvaluationOptions(onError: .yieldNil)) == [
        ["breed": .null, "sum(age)": .integer(6), "average(weight)": .double(11.25)],
        ["breed": .string("collie"), "sum(age)": .integer(9), "average(weight)": .null],
        ["breed": .string("pug"), "sum(age)": .integer(7), "average(weight)": .double(7.75)],
      ])
  }

  @Test("an average of nothing is an error, unless errors are nil")
  func nothing() throws {
    let mean = request("breed").selecting(.average("weight"))
    #expect(codes { _ = try dogs.queryAttributes(mean) } == [.emptyCollection])
    #expect(
      try dogs.queryAttributes(mean, options: EvaluationOptions(onError: .yieldNil))[1]["average(weight)"] == .null)
    let least = PredicateFetchRequest(properties: [.minimum("age")])
    #expect(codes { _ = try [ShowDog]().queryAttributes(least) } == [.emptyCollection])
    #expect(
      try [ShowDog]().queryAttributes(least, options: EvaluationOptions(onError: .yieldNil)) == [["min(age)": .null]])
    let sums = PredicateFetchRequest(properties: [.sum("age"), .sum("weight"), .count("breed")])
    let none: [String: FormatValue] = [
      "sum(age)": .integer(0), "sum(weight)": .integer(0), "count(breed)": .integer(0),
    ]
    #expect(try [ShowDog]().queryAttributes(sums) == [none])
    #expect(try [ShowDog]().queryAttributes(request("breed")).isEmpty)
  }

  @Test("keys through an object that may be nil, and several keys")
  func nested() throws {
    let towns = request("kennel.town").selecting(.count("breed", as: "n"))
    #expect(
      try dogs.queryAttributes(towns) == [
        ["kennel.town": .null, "n": .integer(0)], ["kennel.town": .string("Bonn"), "n": .integer(1)],
        ["kennel.town": .string("Ulm"), "n": .integer(2)],
      ])
    let both = request("kennel.town", "breed")
    #expect(try dogs.fetchCount(both) == 4)
    #expect(try dogs.queryAttributes(both.with { ($0.offset, $0.limit) = (3, 9) }).count == 1)
  }

  @Test("having and sort keys use properties, and having also its own aggregates")
  func names() throws {
    let counted = request("breed", sortedBy: [.descending("total")]).selecting(.sum("age", as: "total"))
    #expect(try dogs.queryAttributes(counted).map { $0["total"] } == [.integer(9), .integer(7), .integer(6)])
    let some = try counted.having("total < 9 AND breed != nil AND max:(age) == 4")
    #expect(try dogs.queryAttributes(some) == [["breed": .string("pug"), "total": .integer(7)]])
    #expect(try dogs.fetchCount(some) == 1)
    #expect(try dogs.fetchCount(counted.having("breed == nil")) == 1)
  }

  @Test("1, 1.0 and YES are one group of untyped rows; NaN and nil are one")
  func untyped() throws {
    let mixed = rows(.integer(1), .double(1), .null, .bool(true), .string("1"), .double(.nan))
    #expect(
      try mixed.queryAttributes(PredicateFetchRequest(properties: ["k", .count("k")], groupKeys: ["k"])) == [
        ["k": .null, "count(k)": .integer(0)], ["k": .string("1"), "count(k)": .integer(1)],
        ["k": .integer(1), "count(k)": .integer(3)],
      ])
    #expect(try mixed.fetchCount(PredicateFetchRequest(isDistinct: true, properties: ["k"])) == 3)
    #expect(try [1.0, -0.0, 0, .nan, 1, .nan].fetchCount(PredicateFetchRequest(groupKeys: ["self"])) == 3)
  }

  @Test("equal collections are one group and one distinct row")
  func collections() throws {
    let mixed = rows(
      .list([.integer(1)]), .list([.double(1)]), .list([.bool(true), .null]), .list([.integer(1), .double(.nan)]),
      .set([.integer(1), .integer(2)]), .set([.double(2), .integer(1), .integer(2)]),
      .set([.list([.integer(1)]), .set([.integer(3)])]), .set([.set([.double(3)]), .list([.double(1)])]),
      .record(["a": .integer(1)]), .record(["a": .list([])]), .record(["a": .double(1)]), .list([]), .set([]))
    let counted = PredicateFetchRequest(properties: ["k", .count("k")], groupKeys: ["k"])
    let expected = try PlainFetch.rows(counted, of: mixed)
    #expect(expected.count == 8)
    #expect(try mixed.queryAttributes(counted) == expected)
    #expect(try mixed.fetchCount(PredicateFetchRequest(isDistinct: true, properties: ["k"])) == 8)
  }

  @Test("distinct rows of several kinds have the same order, whatever the order of the rows")
  func severalKinds() throws {
    let values: [FormatValue] = [
      .uuid(FormatUUID(high: 2, low: 0)), .data([1]), .uuid(FormatUUID(high: 1, low: 0)), .data([0]), .null,
      .integer(1),
    ]
    let request = PredicateFetchRequest(isDistinct: true, properties: ["k"])
    func distinct(_ values: [FormatValue]) throws -> [FormatValue?] {
      try values.map { FormatValue.record(["k": $0]) }.queryAttributes(request).map { $0["k"] }
    }
    let expected = try distinct(values)
    #expect(expected.count == values.count)
    for shift in values.indices {
      let rotated = Array(values[shift...] + values[..<shift])
      #expect(try distinct(rotated) == expected)
      #expect(try distinct(rotated.reversed()) == expected)
    }
  }

  @Test("texts with different bytes are different groups")
  func texts() throws {
    let texts = ["é", "e\u{301}", "abcdefg", "abcdefgh", "abcdefg\0", "abcdefgh", "é", ""]
    #expect(try texts.fetchCount(PredicateFetchRequest(groupKeys: ["self"])) == 6)
  }

  @Test("sums of integers are exact, and overflow only if the total does")
  func sums() throws {
    let sum = PredicateFetchRequest(properties: [.sum("self", as: "sum"), .average("self", as: "mean")])
    #expect(try [Int64.max, 1, -2].queryAttributes(sum)[0]["sum"] == .integer(.max - 1))
    #expect(codes { _ = try [Int64.max, 1].queryAttributes(sum) } == [.overflow])
    #expect(try [Int64.max, 1].queryAttributes(sum, options: EvaluationOptions(onError: .yieldNil))[0]["sum"] == .null)
    #expect(
      try [UInt64.max, 0].queryAttributes(sum.with { $0.properties.removeLast() })[0]["sum"] == .unsigned(.max))
  }

  @Test("a sum of doubles that is not finite is an error")
  func infinite() throws {
    let sum = PredicateFetchRequest(properties: [.sum("self", as: "sum"), .maximum("self", as: "most")])
    for values in [[1e308, 1e308, -1e308], [1, .infinity], [.infinity, -.infinity]] {
      #expect(codes { _ = try values.queryAttributes(sum) } == [.notFinite])
      let row = try values.queryAttributes(sum, options: EvaluationOptions(onError: .yieldNil))
      #expect(row == [["sum": .null, "most": .double(values.max() ?? 0)]])
    }
    #expect(
      try [1.0, .infinity].queryAttributes(sum.with { $0.properties.removeFirst() })[0]["most"] == .double(.infinity)
    )
  }

  @Test("collection operators count nil, functions do not")
  func operators() throws {
    let visits = [Visit(age: 1), Visit(age: nil), Visit(age: 5)]
    let request = PredicateFetchRequest(properties: [
      FetchProperty("@avg", try FormatExpression("@avg.age")), .average("age", as: "average"),
      FetchProperty("@count", try FormatExpression("@count")), .count("age", as: "count"),
      FetchProperty("@min", try FormatExpression("@min.age")),
    ])
    #expect(
      try visits.queryAttributes(request) == [
        [
          "@avg": .double(2), "average": .double(3), "@count": .integer(3), "count": .integer(2), "@min": .integer(1),
        ]
      ])
  }

  @Test("the error of the lowest row is thrown; an error of one value makes one result nil")
  func errors() throws {
    let mixed = rows(.integer(1), .string("a"), .list([]))
    let sum = PredicateFetchRequest(properties: [.sum("k"), .count("k")])
    do {
      _ = try mixed.queryAttributes(sum)
      Issue.record("no error")
    } catch {
      #expect(error.diagnostics[0].message.contains("string"))
    }
    #expect(
      try mixed.queryAttributes(sum, options: EvaluationOptions(onError: .yieldNil)) == [
        ["sum(k)": .null, "count(k)": .integer(3)]
      ])
    let ratio = PredicateFetchRequest(properties: [FetchProperty("x", try FormatExpression("10 / self"))])
    #expect(codes { _ = try [5, 0, 2].queryAttributes(ratio) } == [.divisionByZero])
    #expect(
      try [5, 0].queryAttributes(ratio, options: EvaluationOptions(onError: .yieldNil)) == [
        ["x": .integer(2)], ["x": .null],
      ])
  }

  @Test("a request for objects makes no rows, and vice versa")
  func mismatch() {
    #expect(codes { _ = try dogs.fetchAll(request("breed")) } == [.invalidRequest])
    #expect(codes { _ = try dogs.queryAttributes(PredicateFetchRequest()) } == [.invalidRequest])
    #expect(codes { _ = try dogs.queryAttributes(request("breed").selecting("age")) } == [.invalidRequest])
    #expect(
      codes { _ = try dogs.queryAttributes(request("breed", sortedBy: [.ascending("age")])) } == [.invalidRequest])
  }

  @Test("many groups take linear time")
  func many() throws {
    let numbers = (0..<20_000).map { $0 * 3 }
    #expect(try numbers.fetchCount(PredicateFetchRequest(groupKeys: ["self"])) == 20_000)
    let texts = numbers.map { "a long text with number \($0)" }
    #expect(try texts.fetchCount(PredicateFetchRequest(groupKeys: ["self"])) == 20_000)
  }
}
