import Foundation
import PredicateEvaluation
import PredicateSyntax
import Testing

extension FormatArgument {
  /// The constant value, or `nil` if the expression is not a constant.
  fileprivate var formatValue: FormatValue? {
    if case .constant(let value) = formatExpression.kind { value } else { nil }
  }
}

@Suite struct FoundationArgumentTests {
  @Test("Foundation's values are arguments and results")
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
    #expect("\(FormatUUID(uuid))" == uuid.uuidString)
    #expect(FormatValue(decimal).decimalValue == decimal)
    #expect(FormatValue.double(0.1).decimalValue == Decimal(string: "0.1"))
    #expect(FormatValue.string("1").decimalValue == nil && FormatValue.double(.nan).decimalValue == nil)
    for text in ["1e300", "0.\(String(repeating: "1", count: 90))"] {
      #expect(FormatDecimal(text).flatMap { Decimal($0) } == nil, "\(text)")
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
    // An element that is not a constant makes the set a list of expressions, and is an error in a record.
    let key = try FormatExpression("b")
    #expect(try FormatPredicate("a IN %@", Set([key])).format == "a IN {b}")
    #expect(["x": 1, "y": 2].formatValue == .record(["x": .integer(1), "y": .integer(2)]))
    let error = #expect(throws: FormatError.self) { try FormatPredicate("a == %@", ["x": key]) }
    #expect(
      error?.diagnostics.map(\.message) == ["a value of type FormatExpression in a dictionary cannot be an argument"])
  }
}

/// The values that programs commonly pass.
@Suite("Arguments of a program")
struct ArgumentTests {
  private enum Status: String, FormatArgument { case active, closed }
  private enum Level: Int, FormatArgument { case low = 1, high = 9 }
  private struct Code: RawRepresentable, FormatArgument { let rawValue: Int }
  private struct Foreign { let n = 1 }
  private enum Bare { case one }

  private static func message(_ body: () throws -> Void) -> String? {
    #expect(throws: FormatError.self, performing: body)?.diagnostics.first.map { "\($0.code.rawValue): \($0.message)" }
  }

  @Test("enumerations with raw values and other raw-representable types need no implementation")
  func rawValues() throws {
    let predicate = try FormatPredicate(
      "a == %@ AND b IN %@ AND c == %@", Status.active, [Level.low, .high], Code(rawValue: 5))
    #expect(predicate.format == "a == \"active\" AND b IN {1, 9} AND c == 5")
    #expect(try FormatPredicate("a == $s").substituting(["s": Status.closed]).format == "a == \"closed\"")
  }

  @Test("the other values of the standard library")
  func standardValues() throws {
    let arguments: [(any FormatArgument, FormatValue)] = [
      (Character("é"), "é"), (Int128(-5), -5), (UInt128(UInt64.max), .unsigned(.max)),
      (Int128.max, .decimal(try #require(FormatDecimal("170141183460469231731687303715884105727")))),
      (Float16(0.5), 0.5),
      (Duration.milliseconds(-1500), .decimal(try #require(FormatDecimal("-1.5")))),
    ]
    for (argument, value) in arguments { #expect(argument.formatValue == value) }
  }

  @Test("lists of several types, and of Any")
  func mixed() throws {
    let arguments: [any FormatArgument] = [1, "x"]
    #expect(try FormatPredicate("a IN %@", arguments).format == "a IN {1, \"x\"}")
    #expect(try FormatPredicate("a IN %@", [1, "x"]).format == "a IN {1, \"x\"}")
    #expect(try FormatPredicate("a IN %@", [1, nil]).format == "a IN {1, nil}")
    let any: [Any] = [1, "x", Int?.none as Any, [2.5] as [Any], AnyHashable(true)]
    #expect(any.formatValue == [1, "x", .null, [2.5], true])
    #expect(([1, nil] as [Any?]).formatValue == [1, .null])
    #expect((["a": 1, "b": ["x", 2] as [Any]] as [String: Any]).formatValue == ["a": 1, "b": ["x", 2]])
    #expect((Set<AnyHashable>([1])).formatValue == .set([1]))
    let expressions: [Any] = [1, try FormatExpression("b + 1")]
    #expect(try FormatPredicate("a IN %@", expressions).format == "a IN {1, b + 1}")
  }

  @Test("an element that is not an argument makes the call an error")
  func foreign() {
    let expected = "argument-type: a value of type Foreign cannot be an argument"
    #expect(Self.message { _ = try FormatPredicate("a IN %@", [Foreign()]) } == expected)
    #expect(Self.message { _ = try FormatPredicate("a IN %@", [[1, Foreign()] as [Any]]) } == expected)
    #expect(Self.message { _ = try FormatPredicate("a == %@", ["k": Foreign()]) } == expected)
    #expect(Self.message { _ = try FormatExpression("%@", [Foreign?.some(Foreign())]) } == expected)
    let predicate = FormatPredicate(.keyPath("a"), .in, .constant([Foreign()]))
    #expect(Self.message { _ = try [["a": 1]].filtered(by: predicate) } == expected)
  }

  @Test("ranges are operands of BETWEEN, IN and CONTAINS")
  func ranges() throws {
    #expect(try FormatPredicate("a BETWEEN %@", 1...5).format == "a BETWEEN {1, 5}")
    #expect(try FormatPredicate("a IN %@", 1...5).format == "a BETWEEN {1, 5}")
    #expect(try FormatPredicate("%@ CONTAINS a", "a"..."c").format == "a BETWEEN {\"a\", \"c\"}")
    #expect(try FormatPredicate("ANY a IN %@", 1...5).format == "ANY a BETWEEN {1, 5}")
    #expect(try FormatPredicate("a BETWEEN %@", 1..<5).format == "a >= 1 AND a < 5")
    #expect(try FormatPredicate("NOT a IN %@", 0.5..<1).format == "NOT (a >= 0.5 AND a < 1)")
    #expect(try FormatPredicate("a IN $r").substituting(["r": 1...5]).format == "a BETWEEN {1, 5}")
    #expect(FormatPredicate(.keyPath("a"), .between, .constant(2..<3)).format == "a >= 2 AND a < 3")
    let error = #expect(throws: FormatError.self) {
      try [["a": [1]]].filtered(by: FormatPredicate("ALL a IN %@", 1..<5))
    }
    #expect(
      error?.diagnostics.map(\.message) == ["BETWEEN needs two bounds, found a half-open range with ALL"])
    let folded = try FormatPredicate("a IN[c] %@", "B"..."d")
    #expect(folded.format == "a >=[c] \"B\" AND a <=[c] \"d\"")
    #expect(try ["a", "b", "C", "D", "e"].map { ["a": $0] }.count(matching: folded) == 3)
    #expect(try FormatPredicate("%@ CONTAINS[d] a", "B"..."d").format == "a >=[d] \"B\" AND a <=[d] \"d\"")
    #expect(
      Self.message { _ = try [["a": ["b"]]].filtered(by: FormatPredicate("ANY a IN[c] %@", "B"..."d")) }?
        .contains("found a range with options and ANY") == true)
    let rows = [4.5, 5, 6].map { ["a": $0] }
    #expect(try rows.count(matching: FormatPredicate("a BETWEEN %@", 1..<5)) == 1)
    #expect(try rows.count(matching: FormatPredicate("a BETWEEN %@", 1...5)) == 2)
    #expect(try rows.count(matching: FormatPredicate("a BETWEEN %@", 5..<5)) == 0)
    let (start, end) = (Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 10))
    let dates = [["d": start], ["d": end]]
    #expect(try dates.count(matching: FormatPredicate("d BETWEEN %@", start..<end)) == 1)
    #expect(
      Self.message { _ = try FormatPredicate("a IN %@", Code2(n: 1)...Code2(n: 2)) }
        == "argument-type: a value of type Code2 cannot be an argument")
  }

  private struct Code2: Comparable {
    let n: Int
    static func < (left: Code2, right: Code2) -> Bool { left.n < right.n }
  }

  @Test("Foundation's reference types are arguments")
  func foundation() throws {
    let uuid = NSUUID()
    let arguments: [(any FormatArgument, FormatValue)] = [
      (NSString(string: "a"), "a"), (NSDate(timeIntervalSinceReferenceDate: 3), .date(3)),
      (NSData(data: Data([1])), .data([1])),
      (uuid, FormatValue(uuid as UUID)), (NSURL(fileURLWithPath: "/x"), "file:///x"),
      (NSArray(array: [1, "x", NSNull()]), [1, "x", .null]),
      (NSDictionary(dictionary: ["a": 1]), ["a": 1]), (NSSet(array: [1]), .set([1])),
      (NSOrderedSet(array: [2, 1]), [2, 1]),
    ]
    for (argument, value) in arguments { #expect(argument.formatValue == value) }
    #expect(
      Self.message { _ = try FormatPredicate("a == %@", NSDictionary(object: 1, forKey: NSNumber(1))) }
        == "unreadable-key: a value cannot be read: a dictionary is read only if its keys are strings, and some of these are not"
    )
  }

  @Test("a value of any readable type, such as decoded JSON")
  func anyValues() throws {
    let json = try JSONSerialization.jsonObject(with: Data(#"{"a": [1, 2.5, true, null], "b": {"c": "x"}}"#.utf8))
    #expect(try FormatValue(any: json) == ["a": [1, 2.5, true, .null], "b": ["c": "x"]])
    #expect(try FormatValue(any: Status.active) == "active")
    #expect(try FormatValue(any: Foreign()) == ["n": 1])
    #expect(
      Self.message { _ = try FormatValue(any: ["a": { () -> Void in }]) }
        == "unreadable-key: a value cannot be read: a function is not a value")
  }

  @Test("values convert to Swift types, and print in the language's spelling")
  func access() throws {
    #expect(FormatValue(3).intValue == 3 && FormatValue(3.0).intValue == 3 && FormatValue(3.5).intValue == nil)
    #expect(FormatValue.unsigned(.max).intValue == nil && FormatValue.unsigned(.max).doubleValue == Double(UInt64.max))
    let decimal = FormatValue.decimal(try #require(FormatDecimal("12.5")))
    #expect(decimal.intValue == nil && decimal.doubleValue == 12.5)
    #expect(FormatValue.decimal(try #require(FormatDecimal("1200"))).intValue == 1200)
    #expect(
      FormatValue("a").stringValue == "a" && FormatValue("a").intValue == nil && FormatValue("a").doubleValue == nil)
    #expect(FormatValue(true).boolValue == true && FormatValue(1).boolValue == nil)
    #expect(FormatValue.set([1]).arrayValue == [1] && ([1, "a"] as FormatValue).arrayValue == [1, "a"])
    #expect((["a": 1] as FormatValue).dictionaryValue == ["a": 1] && FormatValue.null.dictionaryValue == nil)
    let printed: [(FormatValue, String)] = [
      (8.5, "8.5"), (1, "1"), ("a", "\"a\""), ([1, "a"], "{1, \"a\"}"), (decimal, "12.5"), (.null, "nil"),
    ]
    for (value, text) in printed { #expect("\(value)" == text) }
    #expect("\(try #require(FormatDecimal("-0.10")))" == "-0.1")
  }
}
