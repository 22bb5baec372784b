import Foundation
import PredicateEvaluation
import PredicateSyntax
import Testing

@Suite struct FoundationArgumentTests {
  @Test("Foundation's values are arguments, and come back")
  func conversions() {
    let date = Date(timeIntervalSinceReferenceDate: -1.25)
    let uuid = UUID()
    let decimal = Decimal(string: "-123456789012345678901234567890.125") ?? 0
    let arguments: [(any FormatArgument, FormatValue)] = [
      (date, .date(-1.25)), (Data([1]), .data([1])), (uuid, .uuid(FormatUUID(uuid))),
      (URL(fileURLWithPath: "/x"), .string("file:///x")), (CGFloat(0.5), .double(0.5)), (NSNull(), .null),
      (NSNumber(value: false), .bool(false)), (NSNumber(value: 3), .integer(3)), (Decimal.nan, .null),
      ([date, date], .list([.date(-1.25), .date(-1.25)])), (Optional(date), .date(-1.25)),
    ]
    for (argument, value) in arguments { #expect(argument.formatValue == value) }
    #expect(FormatValue(date).dateValue == date && FormatValue(Data([9])).dataValue == Data([9]))
    #expect(FormatValue(uuid).uuidValue == uuid && FormatUUID(uuid).text == uuid.uuidString)
    #expect(FormatValue(decimal).decimalValue == decimal)
    #expect(FormatValue.double(0.1).decimalValue == Decimal(string: "0.1"))
    #expect(FormatValue.string("1").decimalValue == nil && FormatValue.double(.nan).decimalValue == nil)
    for text in ["1e300", "0.\(String(repeating: "1", count: 90))"] {
      #expect(DecimalNumber(text).flatMap { Decimal($0) } == nil, "\(text)")
    }
  }

  @Test("the standard library's values are arguments")
  func standardValues() throws {
    let arguments: [(any FormatArgument, String)] = [
      ("abc".dropFirst(), "a == \"bc\""), (Int8.min, "a == -128"), (UInt(7), "a == 7"), (UInt8.max, "a == 255"),
      (UInt16.max, "a == 65535"), (UInt32.max, "a == 4294967295"), (UInt64.max, "a == 18446744073709551615"),
      (Set([1]), "a == {1} UNION {}"),
    ]
    for (argument, text) in arguments { #expect(try FormatPredicate("a == %@", argument).format == text) }
    #expect(Set([1]).formatValue == .set([.integer(1)]))
    // What is no constant makes the set a list of expressions, and is nil in a record.
    let key = try FormatExpression("b")
    #expect(try FormatPredicate("a IN %@", Set([key])).format == "a IN {b}")
    #expect(["x": 1, "y": 2].formatValue == .record(["x": .integer(1), "y": .integer(2)]))
    #expect(["x": key].formatValue == .record(["x": .null]))
  }
}
