import PredicateInput
import PredicateSyntax
import Testing

private func read(_ text: String, allowsMalformedWrappers: Bool = false) throws -> FormatValue {
  try JSONReader.value(of: Array(text.utf8), allowsMalformedWrappers: allowsMalformedWrappers)
}

private func error(_ text: String) -> JSONError? {
  do {
    _ = try JSONReader.value(of: Array(text.utf8))
    return nil
  } catch {
    return error
  }
}

struct JSONReaderTests {
  @Test func numbersKeepTheirKind() throws {
    #expect(try read("1") == .integer(1))
    #expect(try read("-0") == .integer(0))
    #expect(try read("1.0") == .double(1))
    #expect(try read("1e2") == .double(100))
    #expect(try read("-9223372036854775808") == .integer(.min))
    #expect(try read("9223372036854775808") == .unsigned(9_223_372_036_854_775_808))
    #expect(try read("18446744073709551615") == .unsigned(.max))
    let long = "123456789012345678901234567890123456789"
    #expect(try read(long) == .decimal(#require(FormatDecimal(long))))
  }

  @Test(arguments: ["01", "1.", ".5", "+1", "1e", "-", "0x1", "1a", "1.2.3", "NaN", "1e400"])
  func noNumbers(text: String) { #expect(error(text) != nil) }

  @Test func strings() throws {
    #expect(try read(#""a\n\u00e9\ud83d\ude00\/""#) == .string("a\né😀/"))
    #expect(try read("\"e\u{301}\"") != .string("é"))
    #expect(error(#""\ud800""#)?.offset == 1)
    #expect(error(#""\ude00x""#) != nil)
    #expect(error("\"a\u{1}\"")?.offset == 2)
    #expect(error("\"\\t\n\"")?.offset == 3)
    #expect(error("\"\\t\u{1F}\"")?.reason == "a control character in a string must be escaped")
    #expect(error("[\"abc]")?.offset == 1)
    #expect(error("[\"a\\nbc]")?.offset == 1)
    #expect(error("[\"a\\nbc]")?.reason == "the string that begins here is never closed")
  }

  @Test func errorsHavePositions() {
    #expect(error("")?.offset == 0)
    #expect(error("[1,")?.offset == 3)
    #expect(error("[1,]")?.offset == 3)
    #expect(error(#"{"a" 1}"#)?.offset == 5)
    #expect(error("1 2")?.offset == 2)
    #expect(error("tru")?.offset == 0)
    #expect(error(String(repeating: "[", count: 100_000)) != nil)
  }

  @Test func invalidUTF8() {
    #expect(throws: JSONError.self) { try JSONReader.value(of: [0x22, 0xFF, 0x22]) }
  }

  @Test func wrappers() throws {
    #expect(try read(#"{"$date": "2001-01-01T00:00:00Z"}"#) == .date(0))
    #expect(try read(#"{"$date": "2014-01-01T02:00:00.5+02:00"}"#) == .date(410_227_200.5))
    #expect(try read(#"{"$numberDecimal": "1.10"}"#) == .decimal(#require(FormatDecimal("1.1"))))
    #expect(try read(#"{"$binary": "3q2+7w=="}"#) == .data([0xDE, 0xAD, 0xBE, 0xEF]))
    #expect(try read(#"{"$set": [1, 2, 1]}"#) == .set([.integer(1), .integer(2)]))
    #expect(try read(#"{"$numberDouble": "-Infinity"}"#) == .double(-.infinity))
    #expect(try read(#"{"$numberDouble": "1.5e3"}"#) == .double(1500))
    #expect(error(#"{"$numberDouble": "0x10"}"#)?.isMalformedWrapper == true)
    for date in ["nan", "NaN", "inf", "0x10"] {
      #expect(error("{\"$date\": \"\(date)\"}")?.isMalformedWrapper == true, "\(date)")
    }
    #expect(try read(#"{"$else": 1}"#) == .record(["$else": .integer(1)]))
    #expect(try read(#"{"$date": "2001-01-01T00:00:00Z", "a": 1}"#) != .date(0))
    #expect(try read(#"[{"$set": [{"$date": "2001-01-01T00:00:00Z"}]}]"#) == .list([.set([.date(0)])]))
  }

  @Test(arguments: [
    "2014-02-30T00:00:00Z", "2014-01-01", "2014-01-01 00:00:00Z", "2014-01-01T24:00:00Z", "2014-01-01T00:00:00",
    "2014-01-01T00:00:00+0200", "2014-01-01T00:00:00.Z", "x014-01-01T00:00:00Z",
  ])
  func malformedDates(text: String) throws {
    let json = #"{"$date": "\#(text)"}"#
    #expect(error(json)?.isMalformedWrapper == true)
    #expect(try read(json, allowsMalformedWrappers: true) == .record(["$date": .string(text)]))
  }

  @Test(arguments: [
    "null", "true", "-5", "1.0", "1e-07", "18446744073709551615", #""a\"\\\n\u0001é""#, #"[1, [], {"a": {}, "b": 2}]"#,
    #"{"$date": "0001-01-01T00:00:00Z"}"#, #"{"$date": "1999-12-31T23:59:59.25Z"}"#,
    #"{"$date": "2024-02-29T12:00:00Z"}"#, #"{"$date": "9999-12-31T23:59:59Z"}"#, #"{"$numberDecimal": "-12.5"}"#,
    #"{"$uuid": "68753A44-4D6F-1226-9C60-0050E4C00067"}"#, #"{"$binary": "3q2+7w=="}"#, #"{"$set": [1, 2]}"#,
    #"{"$numberDouble": "NaN"}"#, #"{"$numberDouble": "Infinity"}"#, #"{"$numberDouble": "-Infinity"}"#,
  ])
  func writingGivesBackWhatWasRead(text: String) throws { #expect(String(json: try read(text)) == text) }

  @Test("a date just before a full second is written as that second, if no double represents the rest")
  func justBefore() {
    #expect(String(json: .date(-1e-20)) == #"{"$date": "2001-01-01T00:00:00Z"}"#)
  }

  @Test("line ends and objects are written, too")
  func writing() {
    #expect(String.jsonString("a\r\n\t\u{8}\u{C}b") == #""a\r\n\t\u0008\u000cb""#)
    final class Kite {}
    #expect(String(json: .object(FormatObject(Kite()))) == #"{"$object": "Kite"}"#)
  }

  @Test func dayNumbersGoRound() throws {
    for day in stride(from: -730_000, through: 2_900_000, by: 977) {
      let value = FormatValue.date(Double(day) * 86_400 + 0.5)
      #expect(try read(String(json: value)) == value)
    }
  }
}
