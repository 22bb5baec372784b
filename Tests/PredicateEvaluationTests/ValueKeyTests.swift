import Foundation
import PredicateFormat
import PredicateSemantics
import TestSupport
import Testing

/// The keys that strings and numbers answer themselves, compared with Foundation's methods of these names.
///
/// Foundation on Linux differs from Apple's documentation in some values, which `differs` describes. `Corpus/Language/value-keys.jsonl`
/// has such values, with the answers of the documentation.
@Suite("Keys of strings and numbers")
struct ValueKeyTests {
  private static let texts: [(String, @Sendable (NSString) -> FormatValue)] = [
    ("intValue", { .integer(Int64($0.intValue)) }),
    ("integerValue", { .integer(Int64($0.integerValue)) }),
    ("longLongValue", { .integer($0.longLongValue) }),
    ("floatValue", { .double(Double($0.floatValue)) }),
    ("doubleValue", { .double($0.doubleValue) }),
    ("boolValue", { .bool($0.boolValue) }),
    ("lastPathComponent", { .string($0.lastPathComponent) }),
    ("pathExtension", { .string($0.pathExtension) }),
    ("capitalizedString", { .string($0.capitalized) }),
    ("lowercaseString", { .string($0.lowercased) }),
    ("uppercaseString", { .string($0.uppercased) }),
    ("length", { .integer(Int64($0.length)) }),
  ]

  private static let numbers: [(String, @Sendable (NSNumber) -> FormatValue)] = [
    ("intValue", { .integer(Int64($0.int32Value)) }),
    ("integerValue", { .integer(Int64($0.intValue)) }),
    ("longLongValue", { .integer($0.int64Value) }),
    ("floatValue", { .double(Double($0.floatValue)) }),
    ("doubleValue", { .double($0.doubleValue) }),
    ("boolValue", { .bool($0.boolValue) }),
    ("stringValue", { .string($0.stringValue) }),
  ]

  private static let edges = [
    "", " ", "12", " 12abc", "\t\n 7", "-", "+", "+5", "-5", "--5", "+-5", "0x10", "0X1F", "010", "9999999999999999999",
    "-9999999999999999999", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "2147483647",
    "2147483648", "-2147483649", "1e3", "1E-3", "1e", "1e+", "1e999", "-1e999", "1e-999", ".5", "-.5", "5.", ".", "-.",
    "1.2.3", "1,5", "YES", "yes", "Yes", "Y", "y", "NO", "no", "n", "t", "T", "true", "TRUE", "false", "F", "0", "00",
    "007",
    "-0", "+0y", "-1", " 1", "x1", "\u{663}", "\u{663}\u{664}x", "\u{FF11}2", "\u{A0}5", "\u{2003}5", "inf", "nan",
    "Infinity", "1\u{301}", "/", "//", "///", "/a", "a/", "/a/b.tar.gz/", "/a/b.tar.gz", ".bashrc", "/a/.bashrc", "a.",
    "a..",
    "a.b/c", "a.b/", "..", ".", "/.", "/..", "a..b", "/a//b.c//", "~/x.y", "a b.c d", "a.b c", "b.é", "straße",
    "ÀÉ ñandú", "hello world",
    "HELLO wORLD", "foo-bar", "o'neil", "a\tb\nc", "ﬁsh", "ǆ", "\u{130}stanbul", "123abc def", "a.b c",
  ]

  @Test("edge strings answer as Foundation's, or as documented")
  func strings() throws {
    for (name, foundation) in Self.texts {
      for text in Self.edges { try Self.compare(name, text, foundation) }
    }
  }

  @Test("random strings answer as Foundation's, or as documented")
  func randomStrings() throws {
    var random = SeededRandom(state: testSeed("ValueKeyTests.strings"))
    let pieces = ["0", "1", "9", "42", "-", "+", ".", "e", "E", " ", "\t", "x", "Y", "/", "a", "B", "99999999999"]
    for _ in 0..<(isFullRun ? 20_000 : 2_000) {
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      for (name, foundation) in Self.texts { try Self.compare(name, text, foundation) }
    }
  }

  @Test("numbers answer as Foundation's, or as documented")
  func numbers() throws {
    let values: [NSNumber] = [
      0, 1, -1, 3.75, -3.75, 0.1, 1e15, 4_294_967_297, -4_294_967_297, 9_223_372_036_854_775_807, 2_147_483_648,
      NSNumber(value: UInt64.max), NSNumber(value: true), NSNumber(value: false), 1e-7, 123456789.125, 0.5,
    ]
    for (name, foundation) in Self.numbers {
      for value in values {
        let ours = try FormatExpression("SELF.\(name)").value(with: FormatValue(value))
        if Self.differs(name, value.doubleValue) { continue }
        #expect(ours == foundation(value), "\(value) \(name)")
      }
    }
  }

  @Test("floatValue is rounded once, as Foundation's is")
  func floats() throws {
    for number in [1_152_921_573_326_323_713, Int64.max, .min, 9_007_199_254_740_993, 16_777_217, 33_554_435] {
      let expected = FormatValue.double(Double(NSNumber(value: number).floatValue))
      #expect(try FormatExpression("SELF.floatValue").value(with: number) == expected, "\(number)")
      #expect(try FormatExpression("SELF.floatValue").value(with: FormatValue.integer(number)) == expected, "\(number)")
    }
    let unsigned: UInt64 = 1 << 63 | 1 << 39 | 1
    #expect(try FormatExpression("SELF.floatValue").value(with: unsigned) == .double(Double(Float(unsigned))))
    for text in [
      "1.00000005960464477539062500000000000001", "1.0000000596046447753906250", "16777217.00000000000000001",
    ] {
      let expected = FormatValue.double(Double(Float(text) ?? 0))
      #expect(try FormatExpression("SELF.floatValue").value(with: text) == expected, "\(text)")
      let decimal = try #require(FormatDecimal(text))
      #expect(try FormatExpression("SELF.floatValue").value(with: FormatValue.decimal(decimal)) == expected, "\(text)")
    }
  }

  private struct Measure {
    let single: Float
  }

  @Test("stringValue of a Float has the digits of a Float")
  func textsOfFloats() throws {
    let texts: [(Float, String)] = [
      (0.1, "0.1"), (2, "2"), (-1.5, "-1.5"), (16_777_216, "16777216"), (1e-7, "1e-07"),
    ]
    for (number, text) in texts {
      let expected = FormatValue.string(text)
      #expect(try FormatExpression("SELF.stringValue").value(with: number) == expected)
      #expect(try FormatExpression("single.stringValue").value(with: Measure(single: number)) == expected)
      #expect(try FormatExpression("a.stringValue").value(with: ["a": number] as [String: Any]) == expected)
    }
    #expect(try FormatPredicate("SELF.stringValue == '0.1'").evaluate(with: Float(0.1)))
    // Databases lose the sign of minus zero.
    #expect(try FormatExpression("SELF.stringValue").value(with: -0.0) == "0")
    #expect(try FormatExpression("SELF.stringValue").value(with: Float(-0.0)) == "0")
  }

  private struct File {
    let name: String
    let size: Int
  }

  @Test("typed rows are grouped by such keys, as untyped rows are")
  func groups() throws {
    let files = [File(name: "a.txt", size: 1), File(name: "b.txt", size: 2), File(name: "c.md", size: 1)]
    let untyped = files.map { ["name": $0.name, "size": $0.size] as [String: Any] }
    for key in ["name.pathExtension", "size.stringValue", "name.length", "name.pathExtension.length"] {
      let request = PredicateFetchRequest().grouped(by: key).selecting(.key(key), .count("name", as: "n"))
      #expect(try files.queryAttributes(request) == untyped.queryAttributes(request), "\(key)")
    }
    let request = PredicateFetchRequest().grouped(by: "name.pathExtension")
    #expect(try files.queryAttributes(request).count == 2)
    #expect(try ["a.x", "b.y", "c.x"].queryAttributes(PredicateFetchRequest().grouped(by: "pathExtension")).count == 2)
    #expect(throws: FormatError.self) { try files.queryAttributes(request.selecting("name")) }
  }

  private static func compare(_ name: String, _ text: String, _ foundation: (NSString) -> FormatValue) throws {
    let ours = try FormatExpression("SELF.\(name)").value(with: text)
    let untyped = try FormatExpression("a.\(name)").value(with: ["a": FormatValue.string(text)])
    #expect(ours == untyped, "\(text.debugDescription).\(name)")
    if differs(name, text) { return }
    #expect(ours == foundation(text as NSString), "\(text.debugDescription).\(name)")
  }

  /// Returns whether Foundation on Linux may differ from Apple's documentation for a text.
  private static func differs(_ name: String, _ text: String) -> Bool {
    func contains(_ pattern: String) -> Bool { text.range(of: pattern, options: .regularExpression) != nil }
    return switch name {
    case "intValue", "integerValue", "longLongValue": contains("[+-]\\s")
    // An incomplete exponent does not make the number invalid, white space may contain line breaks, and none follows a sign.
    case "doubleValue", "floatValue": contains("[eE](?![+-]?[0-9])|[+-]\\s|\n")
    // A sign and zeros are skipped, and white space after them is not.
    case "boolValue": contains("[+-]\\s|0\\s|[+0-][YyTt]|[^ -~\\s]")
    // The last component of slashes is a slash.
    case "lastPathComponent": contains("^//+$")
    // Only white space separates words.
    case "capitalizedString": contains("[^\\p{L}\\s]")
    default: false
    }
  }

  private static func differs(_ name: String, _ number: Double) -> Bool {
    switch name {
    // The fraction counts.
    case "boolValue": number.magnitude < 1 && number != 0
    // Foundation keeps the lower bits of a double beyond 32 bits; the documentation does not say.
    case "intValue": number.magnitude > 0x1p31
    // Foundation on Linux prints some whole doubles with a fraction.
    case "stringValue": number.magnitude >= 1e15
    default: false
    }
  }
}
