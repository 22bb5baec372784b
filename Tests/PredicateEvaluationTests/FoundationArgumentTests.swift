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
}
