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
      .double(1e300), .double(0x1p-40),
      .string(""), .string("a"), .string("é"), .string("e\u{301}"), .string("1"), .date(0), .date(-0.0), .date(1.5),
      .uuid(FormatUUID(high: 1, low: 2)), .data([]), .data([1]),
    ]
    + [
      "1e400", "1e401", "-1e400", "1.5e309", "0", "1", "0.1", "1.5", "9007199254740993", "9223372036854775808", "1e300",
      "0.10000000000000000555111512312578270212", "9.094947017729282379150390625e-13",
    ]
    .compactMap { FormatDecimal($0) }.map(FormatValue.decimal)

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
    let tenth = try #require(FormatDecimal("0.1"))
    #expect(FormatValue.compare(tenth, 0.1) == -1)  // the double is slightly greater
    let exact = try #require(FormatDecimal("9.094947017729282379150390625e-13"))
    #expect(FormatValue.compare(exact, 0x1p-40) == 0 && FormatValue.compare(exact.negated, -0x1p-40) == 0)
    let near = try #require(FormatDecimal("9.094947017729282379150390626e-13"))
    #expect(FormatValue.compare(near, 0x1p-40) == 1 && FormatValue.compare(near.negated, -0x1p-40) == -1)
    #expect(FormatValue.compare(try #require(FormatDecimal("1e400")), .greatestFiniteMagnitude) == 1)
    #expect(FormatValue.compare(try #require(FormatDecimal("1e400")), .infinity) == -1)
    #expect(FormatValue.compare(try #require(FormatDecimal("-1e400")), -.infinity) == 1)
    #expect(FormatValue.compare(try #require(FormatDecimal("-1e-400")), 0) == -1)
    #expect(FormatDecimal("1e99999") == nil)
    #expect(FormatDecimal("12.500")?.description == "12.5")
  }

  @Test("a long number is exact, and takes few steps in proportion to the exponent")
  func longNumbers() {
    // The definition: repeated addition.
    let base: UInt64 = 1_000_000_000_000_000_000
    func doubled(_ times: Int) -> [UInt64] {
      var parts: [UInt64] = [1]
      for _ in 0..<times {
        var carry: UInt64 = 0
        for index in parts.indices {
          (carry, parts[index]) = (parts[index] * 2 + carry).quotientAndRemainder(dividingBy: base)
        }
        if carry > 0 { parts.append(carry) }
      }
      return parts
    }
    for times in [0, 1, 3, 58, 59, 60, 61, 63, 64, 118, 119, 120, 500, 1023] {
      var number = LongNumber(1)
      number.multiply(by: 2, toPower: times)
      #expect(number.parts == doubled(times), "2 to the power of \(times)")
    }
    #expect(LongNumber(.max).parts == [374_607_431_768_211_455, 282_366_920_938_463_463, 340])
    // The 751 digits of 2^-1074, the smallest double.
    var least = LongNumber(1)
    least.multiply(by: 5, toPower: 1074)
    #expect(least.parts.count == 42 && least.partProducts == 896)
    var half = LongNumber(1)
    half.multiply(by: 5, toPower: 537)
    #expect(half.partProducts < least.partProducts && least.partProducts < 5 * half.partProducts)
  }

  @Test("the digits of a decimal fit into 128 bits, and a text with more digits is rounded only if that is asked for")
  func digitsOfDecimals() throws {
    let most = "340282366920938463463374607431768211455"
    #expect(FormatDecimal(most)?.significand == .max && FormatDecimal(most)?.description == most)
    #expect(FormatDecimal("340282366920938463463374607431768211456") == nil && FormatDecimal("-1\(most)") == nil)
    #expect(FormatDecimal("0.\(most)00e39")?.significand == .max && FormatDecimal(most + "e3")?.exponent == 3)
    let ones = String(repeating: "1", count: 37)
    let cases: [(String, String, Bool)] = [
      ("\(ones)1", "\(ones)1", false), ("\(ones)1000", "\(ones)1000", false), ("\(ones)1.0", "\(ones)1", false),
      ("\(ones)1.4", "\(ones)1", true), ("\(ones)1.5", "\(ones)2", true), ("\(ones)2.5", "\(ones)2", true),
      ("\(ones)2.500001", "\(ones)3", true), ("-0.\(String(repeating: "9", count: 39))", "-1", true),
      ("1.\(String(repeating: "0", count: 60))1", "1", true), (most, "340282366920938463463374607431768211460", true),
    ]
    for (text, expected, isRounded) in cases {
      let read = try #require(FormatDecimal.rounding(text), "\(text)")
      #expect(read.number.description == expected && read.isRounded == isRounded, "\(text)")
    }
    let wide = try #require(FormatDecimal(most))
    for (right, order) in [("9e38", -1), ("3e38", 1), (most, 0), ("34028236692093846346337460743176821145e1", 1)] {
      let right = try #require(FormatDecimal(right))
      #expect(FormatValue.compare(wide, right) == order && FormatValue.compare(right, wide) == -order)
    }
    #expect(FormatValue.compare(wide, 340282366920938463463374607431768211456) == -1)
  }

  @Test("dates are converted to text and back")
  func dates() {
    #expect(Double.seconds(ofDate: "2001-01-01T00:00:00Z") == 0)
    #expect(Double.seconds(ofDate: "2016-02-29T12:30:15.25+02:00") == Double.seconds(ofDate: "2016-02-29T10:30:15.25Z"))
    #expect(Double.seconds(ofDate: "2015-02-29T00:00:00Z") == nil)
    #expect(Double.seconds(ofDate: "2016-01-02") == nil)
    #expect(725_760_000.000001.dateText == "2024-01-01T00:00:00.000001Z")
    #expect(Double.seconds(ofDate: "9999-12-31T00:00:00.25Z")?.dateText == "9999-12-31T00:00:00.25Z")
    for seconds in [0.0, 1.5, -978_307_200, 86_399.75, 1e9, 1e-40, 725_760_000.00000012, -0.000001, 1e11 + 0.00002] {
      #expect(Double.seconds(ofDate: seconds.dateText) == seconds)
    }
  }
}
