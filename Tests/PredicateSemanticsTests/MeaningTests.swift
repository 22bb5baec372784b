import PredicateSemantics
import PredicateSyntax
import Testing

/// How values compare, for pairs that Corpus cannot list one by one.
@Suite("Meaning")
struct MeaningTests {
  static let values: [FormatValue] =
    [
      .null, .bool(true), .bool(false), .integer(0), .integer(1), .integer(-1), .integer(.max), .integer(.min),
      .integer(1 << 53), .integer((1 << 53) + 1), .unsigned(UInt64(Int64.max) + 1), .unsigned(.max), .double(0),
      .double(-0.0), .double(1), .double(0.1), .double(1.5), .double(.nan), .double(.infinity), .double(-.infinity),
      .double(0x1p53), .double(0x1p63), .double(0x1p64), .double(-0x1p63), .double(.leastNonzeroMagnitude),
      .double(1e300),
      .string(""), .string("a"), .string("é"), .string("e\u{301}"), .string("1"), .date(0), .date(-0.0), .date(1.5),
      .uuid(FormatUUID(high: 1, low: 2)), .data([]), .data([1]),
    ]
    + [
      "1e400", "1e401", "-1e400", "1.5e309", "0", "1", "0.1", "1.5", "9007199254740993", "9223372036854775808", "1e300",
      "0.1000000000000000055511151231257827021181583404541015625",
    ]
    .compactMap { DecimalNumber($0) }.map(FormatValue.decimal)

  @Test("keys of hash tables are equal exactly if the values are")
  func equalityKeys() {
    for left in Self.values {
      for right in Self.values {
        #expect((left.equalityKey == right.equalityKey) == FormatValue.equal(left, right), "\(left) and \(right)")
      }
    }
  }

  @Test("lists are equal if they have equal elements in the same order")
  func lists() {
    let lists: [[FormatValue]] = [[], [.integer(1)], [.integer(1), .integer(2)], [.integer(2), .integer(1)], [.null]]
    for (index, left) in lists.enumerated() {
      for (other, right) in lists.enumerated() {
        #expect(FormatValue.equal(.list(left), .list(right)) == (index == other), "\(left) and \(right)")
      }
    }
    #expect(FormatValue.equal(.list([.integer(1)]), .list([.double(1)])))
  }

  @Test("order is total over numbers, and agrees with equality")
  func order() {
    let numbers = Self.values.filter { FormatValue.compare($0, .integer(0)) != nil }
    for left in numbers {
      for right in numbers {
        let order = FormatValue.compare(left, right)
        #expect(order == FormatValue.compare(right, left).map { -$0 }, "\(left) and \(right)")
        #expect((order == 0) == FormatValue.equal(left, right), "\(left) and \(right)")
        for third in numbers where order == -1 && FormatValue.compare(right, third) == -1 {
          #expect(FormatValue.compare(left, third) == -1, "\(left), \(right), \(third)")
        }
      }
    }
  }

  @Test("a decimal is compared with a double by all of the double's digits")
  func decimals() throws {
    let tenth = try #require(DecimalNumber("0.1"))
    #expect(FormatValue.compare(tenth, 0.1) == -1)  // the double is slightly greater
    let exact = try #require(DecimalNumber("0.1000000000000000055511151231257827021181583404541015625"))
    #expect(FormatValue.compare(exact, 0.1) == 0)
    #expect(FormatValue.compare(try #require(DecimalNumber("1e400")), .greatestFiniteMagnitude) == 1)
    #expect(FormatValue.compare(try #require(DecimalNumber("1e400")), .infinity) == -1)
    #expect(FormatValue.compare(try #require(DecimalNumber("-1e400")), -.infinity) == 1)
    #expect(FormatValue.compare(try #require(DecimalNumber("-1e-400")), 0) == -1)
    #expect(DecimalNumber("1e99999") == nil)
    #expect(DecimalNumber("12.500")?.description == "12.5")
  }

  @Test("the digits of a double take few steps, in proportion to its exponent")
  func longNumbers() {
    // The definition: all digits at once, by repeated addition.
    func doubled(_ times: Int) -> [UInt8] {
      var digits: [UInt8] = [1]
      for _ in 0..<times {
        var carry: UInt8 = 0
        for index in digits.indices {
          let sum = digits[index] * 2 + carry
          (digits[index], carry) = (sum % 10, sum / 10)
        }
        if carry > 0 { digits.append(carry) }
      }
      return digits.reversed()
    }
    for times in [0, 1, 3, 58, 59, 60, 61, 63, 64, 118, 119, 120, 500, 1023] {
      var number = LongNumber(1)
      number.multiply(by: 2, toPower: times)
      #expect(number.digits == doubled(times), "2 to the power of \(times)")
    }
    #expect(LongNumber(.max).digits == Array("18446744073709551615".utf8).map { $0 - 48 })
    // 2^-1074, the smallest of all: 751 digits.
    var least = LongNumber(1)
    least.multiply(by: 5, toPower: 1074)
    #expect(least.digits.count == 751 && least.partProducts == 896)
    var half = LongNumber(1)
    half.multiply(by: 5, toPower: 537)
    #expect(half.partProducts < least.partProducts && least.partProducts < 5 * half.partProducts)
  }

  @Test("dates are converted to text and back")
  func dates() {
    #expect(Double.seconds(ofDate: "2001-01-01T00:00:00Z") == 0)
    #expect(Double.seconds(ofDate: "2016-02-29T12:30:15.25+02:00") == Double.seconds(ofDate: "2016-02-29T10:30:15.25Z"))
    #expect(Double.seconds(ofDate: "2015-02-29T00:00:00Z") == nil)
    #expect(Double.seconds(ofDate: "2016-01-02") == nil)
    for seconds in [0.0, 1.5, -978_307_200, 86_399.75, 1e9] {
      #expect(Double.seconds(ofDate: seconds.dateText) == seconds)
    }
  }
}
