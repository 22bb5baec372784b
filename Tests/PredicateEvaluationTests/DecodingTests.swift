import Foundation
import PredicateFormat
import Testing

@Suite("Types of the program read from values")
struct DecodingTests {
  private enum Kind: String, Decodable { case tea, cake }

  private struct Place: Decodable, Equatable {
    var city: String
    var numbers: [Int16]
  }

  private struct Row: Decodable, Equatable {
    var name: String
    var kind: Kind?
    var count: Int
    var small: UInt8
    var rating: Double
    var share: Float
    var isOpen: Bool
    var price: Decimal
    var founded: Date
    var token: UUID
    var bytes: Data
    var page: URL
    var place: Place
    var tags: Set<String>
    var missing: Int?
  }

  private let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  private var row: [String: FormatValue] {
    [
      "name": .string("Ann"), "kind": .string("tea"), "count": .double(3), "small": .integer(255),
      "rating": .integer(4), "share": .double(0.5), "isOpen": .bool(true), "price": FormatValue(Decimal(1030) / 100),
      "founded": .date(12.5), "token": FormatValue(uuid), "bytes": .data([1, 2]),
      "page": .string("https://example.org/a"),
      "place": .record(["city": .string("Ulm"), "numbers": .list([.integer(1), .unsigned(2)])]),
      "tags": .set([.string("a"), .string("b")]), "missing": .double(.nan), "unused": .null,
    ]
  }

  @Test("a row with every kind of value")
  func all() throws {
    let read = try FormatValueDecoder().decode(Row.self, from: row)
    #expect(
      read
        == Row(
          name: "Ann", kind: .tea, count: 3, small: 255, rating: 4, share: 0.5, isOpen: true,
          price: Decimal(1030) / 100, founded: Date(timeIntervalSinceReferenceDate: 12.5), token: uuid,
          bytes: Data([1, 2]), page: URL(string: "https://example.org/a")!, place: Place(city: "Ulm", numbers: [1, 2]),
          tags: ["a", "b"], missing: nil))
    #expect(
      try FormatValueDecoder().decode([[Int]].self, from: .list([.list([.integer(1)]), .list([])])) == [[1], []])
    #expect(try FormatValueDecoder().decode([String?].self, from: .list([.null, .string("a")])) == [nil, "a"])
    #expect(try FormatValueDecoder().decode([String: Int].self, from: ["a": .integer(1)]) == ["a": 1])
  }

  private func path(_ key: String, _ value: FormatValue?) -> String {
    var row = row
    row[key] = value
    do {
      _ = try FormatValueDecoder().decode(Row.self, from: row)
      return "read"
    } catch DecodingError.typeMismatch(_, let context) {
      return "mismatch \(context.codingPath.map(\.stringValue).joined(separator: "."))"
    } catch DecodingError.valueNotFound(_, let context) {
      return "nil \(context.codingPath.map(\.stringValue).joined(separator: "."))"
    } catch DecodingError.keyNotFound(let key, _) {
      return "missing \(key.stringValue)"
    } catch {
      return "\(error)"
    }
  }

  @Test("what is missing or of another type is told with its path")
  func errors() {
    #expect(path("name", nil) == "missing name")
    #expect(path("kind", nil) == "read")
    #expect(path("name", .null) == "nil name")
    #expect(path("name", .integer(1)) == "mismatch name")
    #expect(path("count", .double(2.5)) == "mismatch count")
    #expect(path("small", .integer(256)) == "mismatch small")
    #expect(path("isOpen", .integer(1)) == "mismatch isOpen")
    #expect(path("founded", .string("2001-01-01")) == "mismatch founded")
    #expect(path("place", .list([])) == "mismatch place")
    #expect(
      path("place", .record(["city": .string("Ulm"), "numbers": .list([.integer(1), .string("x")])]))
        == "mismatch place.numbers.Index 1")
  }

  private class Base: Decodable { var name: String }
  private final class Derived: Base {
    var count: Int
    private enum CodingKeys: String, CodingKey { case count }
    required init(from decoder: any Decoder) throws {
      count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
      try super.init(from: decoder.container(keyedBy: CodingKeys.self).superDecoder())
    }
  }

  private struct Pair: Decodable {
    var first: Int
    var second: [String]
    private enum CodingKeys: String, CodingKey { case inner }
    private enum InnerKeys: String, CodingKey { case values }
    init(from decoder: any Decoder) throws {
      let inner = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(
        keyedBy: InnerKeys.self, forKey: .inner)
      var values = try inner.nestedUnkeyedContainer(forKey: .values)
      first = try values.decode(Int.self)
      second = []
      var rest = try values.nestedUnkeyedContainer()
      while !rest.isAtEnd { second.append(try rest.decode(String.self)) }
      #expect(values.isAtEnd && values.count == 2)
      #expect(throws: DecodingError.self) { try values.decode(Int.self) }
    }
  }

  @Test("classes with a superclass, and containers within containers")
  func nested() throws {
    let read = try FormatValueDecoder().decode(Derived.self, from: row)
    #expect(read.name == "Ann" && read.count == 3)
    let pair = try FormatValueDecoder().decode(
      Pair.self,
      from: ["inner": .record(["values": .list([.integer(1), .list([.string("a"), .string("b")])])])])
    #expect(pair.first == 1 && pair.second == ["a", "b"])
  }

  private struct Total: Decodable, Equatable {
    var kind: String?
    var n: Int
  }

  @Test("rows of a request over an array")
  func rows() throws {
    let kinds = ["tea", "cake", "tea"]
    let request = PredicateFetchRequest(sortKeys: [.descending("n")]).groupBy("self").select(
      .init("kind", try FormatExpression("SELF")), .count("self", as: "n"))
    #expect(
      try kinds.queryAttributes(request, as: Total.self) == [Total(kind: "tea", n: 2), Total(kind: "cake", n: 1)])
  }
}
