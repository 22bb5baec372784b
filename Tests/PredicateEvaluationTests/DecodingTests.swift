import Foundation
import PredicateFormat
import Testing

@Suite("Decoding values as types of the program")
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
    #expect(try FormatValueDecoder().decode([UInt8].self, from: .data([1, 255])) == [1, 255])
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

  @Test("errors for missing keys and wrong types contain the coding path")
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
        == "mismatch place.numbers.1")
    #expect(path("place", .record(["city": .string("Ulm"), "numbers": .integer(1)])) == "mismatch place.numbers")
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

  @Test("classes with a superclass, and nested containers")
  func nested() throws {
    let read = try FormatValueDecoder().decode(Derived.self, from: row)
    #expect(read.name == "Ann" && read.count == 3)
    let pair = try FormatValueDecoder().decode(
      Pair.self,
      from: ["inner": .record(["values": .list([.integer(1), .list([.string("a"), .string("b")])])])])
    #expect(pair.first == 1 && pair.second == ["a", "b"])
  }

  private struct Numbers: Decodable, Equatable {
    var int: Int, int8: Int8, int16: Int16, int32: Int32, int64: Int64, int128: Int128
    var uint: UInt, uint8: UInt8, uint16: UInt16, uint32: UInt32, uint64: UInt64, uint128: UInt128
    var double: Double, float: Float, decimal: Decimal
  }

  private static let least = Numbers(
    int: .min, int8: .min, int16: .min, int32: .min, int64: .min, int128: .min, uint: 0, uint8: 0, uint16: 0, uint32: 0,
    uint64: 0, uint128: 0, double: -1.5, float: -0.25, decimal: Decimal(-3) / 2)
  private static let greatest = Numbers(
    int: .max, int8: .max, int16: .max, int32: .max, int64: .max, int128: .max, uint: .max, uint8: .max, uint16: .max,
    uint32: .max, uint64: .max, uint128: .max, double: 0x1p300, float: 0x1p100, decimal: Decimal(UInt64.max))

  /// Returns the values of the numbers, by name.
  private static func fields(_ numbers: Numbers) throws -> [(key: String, value: FormatValue)] {
    try Mirror(reflecting: numbers).children.map { try ($0.label ?? "", FormatValue(any: $0.value)) }
  }

  /// The same numbers, read from a list.
  private struct NumberList: Decodable {
    var numbers: Numbers
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      numbers = Numbers(
        int: try list.decode(Int.self), int8: try list.decode(Int8.self), int16: try list.decode(Int16.self),
        int32: try list.decode(Int32.self), int64: try list.decode(Int64.self), int128: try list.decode(Int128.self),
        uint: try list.decode(UInt.self), uint8: try list.decode(UInt8.self), uint16: try list.decode(UInt16.self),
        uint32: try list.decode(UInt32.self), uint64: try list.decode(UInt64.self),
        uint128: try list.decode(UInt128.self), double: try list.decode(Double.self),
        float: try list.decode(Float.self), decimal: try list.decode(Decimal.self))
    }
  }

  /// Numbers that a type reads from a single value.
  private struct Wide: Decodable, Equatable {
    var signed: Int128, unsigned: UInt128
    init(_ number: UInt128) { (signed, unsigned) = (Int128(number), number) }
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      (signed, unsigned) = (try value.decode(Int128.self), try value.decode(UInt128.self))
    }
  }

  @Test("each kind of number is decoded from values that fit it, by a key, in a list and alone")
  func numbers() throws {
    let decoder = FormatValueDecoder()
    for numbers in [Self.least, Self.greatest] {
      let fields = try Self.fields(numbers)
      #expect(try decoder.decode(Numbers.self, from: Dictionary(uniqueKeysWithValues: fields.map { $0 })) == numbers)
      #expect(try decoder.decode(NumberList.self, from: .list(fields.map(\.value))).numbers == numbers)
    }
    #expect(try decoder.decode(Int128.self, from: FormatValue(any: Int128.max)) == .max)
    #expect(try decoder.decode(UInt128?.self, from: FormatValue(any: UInt128.max)) == .max)
    #expect(try decoder.decode([Int128?].self, from: [.null, 3.0]) == [nil, 3])
    #expect(try decoder.decode(Wide.self, from: FormatValue(any: UInt128(1) << 100)) == Wide(1 << 100))
    let whole: FormatValue = [FormatValue(Decimal(1_000)), FormatValue(Decimal(-7))]
    #expect(try decoder.decode([Int].self, from: whole) == [1_000, -7])
  }

  @Test("a number is not decoded as a type that cannot represent it")
  func numbersThatDoNotFit() throws {
    let fields = Dictionary(uniqueKeysWithValues: try Self.fields(Self.least).map { $0 })
    func error(_ key: String, _ value: FormatValue) -> String {
      var fields = fields
      fields[key] = value
      do {
        _ = try FormatValueDecoder().decode(Numbers.self, from: fields)
        return "read"
      } catch DecodingError.typeMismatch(_, let context) {
        return "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
      } catch { return "\(error)" }
    }
    #expect(error("int8", 128) == "int8: Expected Int8, found an integer: 128.")
    #expect(error("uint64", -1) == "uint64: Expected UInt64, found an integer: -1.")
    #expect(error("int", 0.5) == "int: Expected Int, found a number: 0.5.")
    #expect(error("int128", "1") == "int128: Expected Int128, found a string: \"1\".")
    #expect(error("uint128", true) == "uint128: Expected UInt128, found a boolean: 1.")
    #expect(error("double", "1") == "double: Expected Double, found a string: \"1\".")
    #expect(error("int128", FormatValue(Decimal(5) / 2)) == "int128: Expected Int128, found a decimal number: 2.5.")
  }

  /// The containers that a decoder gives to a type with its own `init(from:)`.
  private struct Parts: Decodable {
    var absent = 0
    var isTagged = false
    var base = "", nested = "", owner = 0
    private enum Keys: String, CodingKey { case list, name, owner }
    private struct Owner: Decodable { var id: Int }
    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Keys.self)
      #expect(decoder.userInfo.isEmpty && fields.allKeys == [.list, .owner])
      owner = try Owner(from: fields.superDecoder(forKey: .owner)).id
      var list = try fields.nestedUnkeyedContainer(forKey: .list)
      while try list.decodeNil() { absent += 1 }
      #expect(list.currentIndex == 2)
      isTagged = try list.decode(Bool.self)
      nested = try list.nestedContainer(keyedBy: Keys.self).decode(String.self, forKey: .name)
      let element = try list.superDecoder()
      #expect(element.codingPath.map(\.stringValue) == ["list", "4"])
      #expect(element.codingPath.map(\.intValue) == [nil, 4])
      base = try element.singleValueContainer().decode(String.self)
      #expect(list.isAtEnd)
      #expect(throws: DecodingError.self) { try list.decodeNil() }
    }
  }

  @Test("nil in a list, and decoders of a field and of an element")
  func parts() throws {
    let parts = try FormatValueDecoder().decode(
      Parts.self,
      from: ["list": [.null, .null, true, ["name": "b"], "c"], "owner": ["id": 7]])
    #expect(parts.absent == 2 && parts.isTagged && parts.nested == "b" && parts.base == "c" && parts.owner == 7)
  }

  private struct Total: Decodable, Equatable {
    var kind: String?
    var n: Int
  }

  @Test("rows of a request over an array")
  func rows() throws {
    let kinds = ["tea", "cake", "tea"]
    let request = PredicateFetchRequest(sortKeys: [.descending("n")]).grouped(by: "self").selecting(
      .init("kind", try FormatExpression("SELF")), .count("self", as: "n"))
    #expect(
      try kinds.queryAttributes(request, as: Total.self) == [Total(kind: "tea", n: 2), Total(kind: "cake", n: 1)])
  }
}
